"""The project's own labelled cases, written as text, made into a pack like the shared ones.

A case opens with ``=== id``, a document with ``@ name | field=value | …``, a label with ``gold``::

    gold KIND | TYPE | DOC_A | EVIDENCE_A | VALUE_A | DOC_B | EVIDENCE_B | VALUE_B [| newer=a|b]

Evidence stands exactly once in its document; a bar within it is written ``¦``.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.packs import Pack, load_pack, work_folder

__all__ = ["FOLDER", "LATER", "Case", "own_pack", "read_cases"]

FOLDER = Path(__file__).parent / "cases"
LATER = ("eighth", "ninth", "tenth", "eleventh")
"""Files retold from public reports: only the open half is built on, so that the other says how much is luck."""

_COLUMNS = ("doc_id", "published", "version", "source_type", "author", "owner", "title")
_GOLD = ("kind", "type", "doc_a", "evidence_a", "value_a", "doc_b", "evidence_b", "value_b")


@dataclass
class Case:
    """A little corpus: documents by name with their metadata, and the labels."""

    id: str
    documents: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, dict[str, str]] = field(default_factory=dict)
    gold: list[dict[str, str]] = field(default_factory=list)


def read_cases(text: str) -> list[Case]:
    """The cases of a file.

    Raises:
        ValueError: for a label whose evidence does not stand exactly once in its document.
    """
    cases: list[Case] = []
    name = ""
    for line in text.splitlines():
        if line.startswith("=== "):
            cases.append(Case(line[4:].strip()))
            name = ""
        elif line.startswith("@ ") and " | " in line:
            name, *fields = (part.strip() for part in line[2:].split(" | "))
            cases[-1].documents[name] = ""
            cases[-1].metadata[name] = dict(part.split("=", 1) for part in fields if "=" in part)
        elif line.startswith("gold ") and " | " in line:
            cases[-1].gold.append(_label(cases[-1], line[5:]))
            name = ""
        elif name:
            cases[-1].documents[name] += line + "\n"
    return cases


def _label(case: Case, line: str) -> dict[str, str]:
    parts = [part.strip().replace("¦", "|") for part in line.split(" | ")]
    label = dict(zip(_GOLD, parts, strict=False))
    for x in "ab":
        found = case.documents.get(label[f"doc_{x}"], "").count(label[f"evidence_{x}"])
        if found != 1:
            raise ValueError(f"{case.id}: {label[f'evidence_{x}']!r} stands {found} times in {label[f'doc_{x}']}")
    newer = next((part.partition("=")[2] for part in parts[8:] if part.startswith("newer=")), "")
    return {**label, "newer": newer}


def own_pack(*, later: bool = False) -> Pack:
    """The own cases, those of ``LATER`` or all others, as a pack in the work folder."""
    root = work_folder() / "packs" / ("later" if later else "own")
    shutil.rmtree(root, ignore_errors=True)
    chosen = [path for path in sorted(FOLDER.glob("*.txt")) if (path.stem in LATER) is later]
    cases = [case for path in chosen for case in read_cases(path.read_text(encoding="utf-8"))]
    for case in cases:
        for name, text in case.documents.items():
            path = root / "docs" / case.id / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.strip("\n") + "\n", encoding="utf-8")
    with (root / "manifest.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        writer.writerows(_rows(cases))
    lines = [json.dumps(item, ensure_ascii=False) for item in _items(cases)]
    (root / "gold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_pack(root)


def _rows(cases: Sequence[Case]) -> Iterator[dict[str, str]]:
    for case in cases:
        for name, fields in case.metadata.items():
            row = {column: fields.get(column, "") for column in _COLUMNS}
            yield {**row, "doc_id": f"{case.id}/{name}", "source_type": fields.get("type", "")}


def _items(cases: Sequence[Case]) -> Iterator[dict[str, object]]:
    for case in cases:
        for number, label in enumerate(case.gold, 1):
            yield {
                **label,
                "id": f"{case.id}-{number}",
                "case": case.id,
                "source": "own",
                "doc_a": f"{case.id}/{label['doc_a']}",
                "doc_b": f"{case.id}/{label['doc_b']}",
                "subject": "",
                "predicate": "",
                "scope_a": "",
                "scope_b": "",
                "newer": label["newer"] or None,
                "needs": [],
                "catchable": "yes",
                "note": "",
            }
