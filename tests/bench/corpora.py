"""Real documentation without gold: where it lies, and the newest version of each of its pages."""

from __future__ import annotations

import csv
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.bench.packs import SHARED, work_folder

__all__ = ["Corpus", "find_corpus", "newest", "snapshots"]


_SNAPSHOT = re.compile(r"-(\d{4}-\d\d-\d\d)\.\w+$")


@dataclass(frozen=True)
class Corpus:
    """A folder of documents and, where there is one, its manifest."""

    name: str
    docs: Path
    manifest: Path | None

    @property
    def megabytes(self) -> float:
        return round(sum(p.stat().st_size for p in self.docs.rglob("*") if p.is_file()) / 1e6, 3)

    @property
    def documents(self) -> int:
        return sum(p.is_file() for p in self.docs.rglob("*"))


def find_corpus(name: str) -> Corpus:
    """A corpus by path or by the name of a shared one; documents lie in ``docs`` or in the folder itself.

    Raises:
        FileNotFoundError: if there is no such folder.
    """
    for root in (Path(name), SHARED / "corpora" / name):
        if root.is_dir():
            docs = root / "docs" if (root / "docs").is_dir() else root
            manifest = root / "manifest.csv"
            return Corpus(root.resolve().name, docs.resolve(), manifest.resolve() if manifest.is_file() else None)
    raise FileNotFoundError(f"no corpus {name!r}")


def snapshots(corpus: Corpus) -> list[str]:
    """The days on which snapshots of a corpus were taken, by the ends of its file names; none without a manifest."""
    if corpus.manifest is None:
        return []
    with corpus.manifest.open(newline="", encoding="utf-8") as file:
        return sorted({match[1] for row in csv.DictReader(file) if (match := _SNAPSHOT.search(row["doc_id"]))})


def newest(corpus: Corpus, *, moved: bool = False, until: str = "9999") -> Corpus:
    """A copy that holds only the corpus's newest snapshot (of those to a day), as a live knowledge base does.

    The date a snapshot was taken ends its file names. With ``moved``, or without such dates, the newest document of
    each series is kept: pages that were moved or rewritten then stand beside their successors.

    Raises:
        FileNotFoundError: if the corpus has no manifest to tell series and dates.
    """
    if corpus.manifest is None:
        raise FileNotFoundError(f"{corpus.name} has no manifest.csv, so nothing tells which document is the newest")
    with corpus.manifest.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        columns, rows = list(reader.fieldnames or ()), list(reader)
    taken = {row["doc_id"]: match[1] for row in rows if (match := _SNAPSHOT.search(row["doc_id"]))}
    day = max((day for day in taken.values() if day <= until), default="")
    live: dict[str, dict[str, str]] = {}
    for row in sorted(rows, key=lambda r: (r["published"], r["doc_id"])):
        if moved or not taken:
            live[row["series"] or row["doc_id"]] = row
        elif taken.get(row["doc_id"]) == day:
            live[row["doc_id"]] = row
    state = "series" if moved else "newest" if until == "9999" else day
    out = work_folder() / "corpora" / f"{corpus.name}-{state}"
    shutil.rmtree(out, ignore_errors=True)
    for row in live.values():
        target = out / "docs" / row["doc_id"]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(corpus.docs / row["doc_id"], target)
    manifest = out / "manifest.csv"
    with manifest.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(sorted(live.values(), key=lambda r: r["doc_id"]))
    return Corpus(out.name, out / "docs", manifest)
