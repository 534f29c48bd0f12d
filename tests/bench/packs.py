"""Evaluation packs: where they lie, which half an item belongs to, and the packs made from other packs."""

from __future__ import annotations

import csv
import hashlib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "CASES",
    "HALVES",
    "PACKS",
    "REPOSITORY",
    "SHARED",
    "Pack",
    "flattened",
    "load_pack",
    "mixed",
    "shipped",
    "work_folder",
]

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED = REPOSITORY.parent / "shared"
CASES = SHARED / "cases"
PACKS = SHARED / "packs"
HALVES = ("all", "open", "closed")
_MIXED = ("natural-crosspage", "natural-versions", "population-claims", "dev")
# The order in which flatten.py numbers documents.
_FLAT_SEED = 20261129


@dataclass(frozen=True)
class Pack:
    """One folder of documents with gold. ``keys`` says, by doc id, what decides the half a document belongs to."""

    name: str
    root: Path
    keys: Mapping[str, str]

    def half(self, doc_ids: Iterable[str]) -> str:
        """``open`` if every document named belongs to the open half, else ``closed``."""
        return "open" if all(_is_open(self.keys.get(doc_id, doc_id)) for doc_id in doc_ids) else "closed"


def _is_open(key: str) -> bool:
    return hashlib.sha256(key.encode()).hexdigest()[0] in "01234567"


def load_pack(root: Path, name: str = "") -> Pack:
    """The pack in ``root``: cases are halved by case folder, everything else by series.

    Raises:
        FileNotFoundError: if ``root`` holds no gold.
    """
    if not (root / "gold.jsonl").is_file():
        raise FileNotFoundError(f"{root} is no pack: it has no gold.jsonl")
    keys: dict[str, str] = {}
    with (root / "manifest.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            folder, _, _ = row["doc_id"].rpartition("/")
            keys[row["doc_id"]] = row.get("series") or folder or row["doc_id"]
    return Pack(name or root.name, root, keys)


def shipped() -> list[Pack]:
    """The cases and the six packs, in a fixed order."""
    roots = [CASES / "dev", *sorted(path.parent for path in PACKS.glob("*/gold.jsonl"))]
    return [load_pack(root) for root in roots]


def work_folder() -> Path:
    """Where runs leave their findings and stores: ``BENCH_WORK``, else ``data/bench``; made where missing."""
    folder = Path(os.environ.get("BENCH_WORK") or REPOSITORY / "data" / "bench").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _made(name: str, script: Path, arguments: list[str]) -> Path:
    out = work_folder() / "packs" / name
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([sys.executable, str(script), *[a.format(out=out) for a in arguments]], check=True)
    return out


def flattened(pack: Pack) -> Pack:
    """The same pack with every document in one folder."""
    out = _made(f"{pack.name}-flat", CASES / "flatten.py", [str(pack.root), "{out}"])
    ids = sorted(_documents(pack.root))
    random.Random(_FLAT_SEED).shuffle(ids)
    keys = {f"{n:03d}-{doc.rsplit('/', 1)[-1]}": pack.keys.get(doc, doc) for n, doc in enumerate(ids)}
    return Pack(out.name, out, keys)


def mixed(packs: Iterable[Pack]) -> Pack:
    """Several packs as one flat pack with hashed names; those of the issue's mixed run that are among ``packs``."""
    chosen = [pack for name in _MIXED for pack in packs if pack.name == name]
    out = _made("mix", PACKS / "mix.py", ["{out}", *(str(pack.root) for pack in chosen)])
    keys = {
        hashlib.sha256(f"{pack.name}\0{doc}".encode()).hexdigest()[:12] + Path(doc).suffix: pack.keys.get(doc, doc)
        for pack in chosen
        for doc in _documents(pack.root)
    }
    return Pack("mix", out, keys)


def _documents(root: Path) -> list[str]:
    docs = root / "docs"
    return [path.relative_to(docs).as_posix() for path in docs.rglob("*") if path.is_file()]
