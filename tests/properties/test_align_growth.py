"""How findings behave as a corpus grows: more witnesses and unrelated pages change nothing that was found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scanner.cli.app import run

BASE = {
    "guide.md": "# Halden parcels guide\n\nThe maximum parcel weight at Halden is 30 kg.\n",
    "faq.md": "# Halden parcels FAQ\n\nA Halden parcel may weigh at most 25 kg.\n",
}
UNRELATED = {
    "choir.md": "# Oriel choir\n\nRehearsals last two hours.\n",
    "bakery.txt": "Elm bakery\n\nA loaf costs 4 EUR.\n",
    "museum.md": "# Tide museum\n\nThe museum opens at 9 am.\n",
}


def conflicts(folder: Path, documents: dict[str, str]) -> list[list[str]]:
    docs = folder / "docs"
    docs.mkdir(parents=True)
    for name, text in documents.items():
        (docs / name).write_text(text, encoding="utf-8")
    output = folder / "findings.json"
    run(
        [
            *("run", str(docs), "--db", ":memory:", "--as-of", "2026-11-30", "--format", "json"),
            *("--fail-on", "never", "--output", str(output)),
        ]
    )
    found = json.loads(output.read_text(encoding="utf-8"))["findings"]
    return sorted(sorted(side["value"] for side in finding["sides"]) for finding in found)


def test_the_base_disagrees(tmp_path: Path) -> None:
    assert conflicts(tmp_path, BASE) == [["25 kg", "30 kg"]]


@pytest.mark.parametrize("name", sorted(UNRELATED))
def test_an_unrelated_document_changes_no_finding(name: str, tmp_path: Path) -> None:
    assert conflicts(tmp_path, {**BASE, name: UNRELATED[name]}) == [["25 kg", "30 kg"]]


def test_a_document_that_repeats_a_side_removes_no_conflict(tmp_path: Path) -> None:
    repeated = {"prices.md": "# Halden parcels prices\n\nAt Halden the maximum weight of a parcel is 30 kg.\n"}
    assert ["25 kg", "30 kg"] in conflicts(tmp_path, {**BASE, **repeated})
