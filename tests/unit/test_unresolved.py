"""What looks like a value and could not be read is counted wherever it stands, and only once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scanner.jobs.line import Line
from scanner.load import find_files, load_file
from scanner.model import Document, Source
from scanner.settings import Settings


@cache
def line() -> Line:
    return Line.build(Settings())


def lost(text: str, folder: Path) -> list[tuple[str, str]]:
    """The unresolved mentions of a page, with the reason's code."""
    (folder / "page.md").write_text(text, encoding="utf-8")
    source = Source("docs", str(folder))
    (file,) = find_files(folder, source="docs").files
    (document,) = load_file(file, source, None, language="any")
    assert isinstance(document, Document)
    found = line().follow(document).unresolved
    for entry in found:
        assert document.text[entry.start : entry.end].startswith(entry.text.rstrip("…"))
    return [(entry.text, entry.reason.partition(":")[0]) for entry in found]


@pytest.mark.parametrize(
    "text",
    [
        "On some days 25,0001 visitors come through the garden gate.",
        "- 25,0001 boxes, more or less",
        "# Hall for 25,0001 people\n\nIt is large.",
        "Boxes: 25,0001",
        "| Part | Size |\n|---|---|\n| Tank | 25,0001 |",
        "| Part | Notes |\n|---|---|\n| Tank | Holds, on a good day and with the lid on, 25,0001 litres. It leaks. |",
        "```ini\nboxes = 25,0001\n```",
    ],
)
def test_a_malformed_value_is_counted_where_no_construction_takes_it(text: str, tmp_path: Path) -> None:
    assert lost(text, tmp_path) == [("25,0001", "malformed number")]


@pytest.mark.parametrize(
    "text",
    [
        "On some days 25,000 visitors come through the garden gate.",
        "See sections 2, 5 and 7 of the handbook.",
        "The hall opens at 10:30 and closes at 18:00.",
        "Call 555-0101, extension 25.",
        "It was written in 2019, 2020 and 2021.",
    ],
)
def test_what_is_well_formed_is_not_counted(text: str, tmp_path: Path) -> None:
    assert lost(text, tmp_path) == []


def test_a_text_too_long_to_read_is_counted_once(tmp_path: Path) -> None:
    data = " ".join(f"x{number}=7{number}" for number in range(900))
    ((text, reason),) = lost(f"{data}\n\nThe limit is 30 days.", tmp_path)
    assert (text[:10], reason) == ("x0=70 x1=7", "more than 4,000 characters")
