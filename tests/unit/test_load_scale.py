"""Large and hostile inputs take time in proportion to their size, and break nothing."""

from __future__ import annotations

import time

import pytest

from scanner.model import Document
from tests.unit.load_reader import load_all

_SECONDS = 30.0  # a generous bound: what is quadratic takes minutes at these sizes

HOSTILE = {
    "line.md": "x y, " * 400_000,
    "line.txt": "x y, " * 400_000,
    "line.html": "x y, " * 400_000,
    "line.rst": "x y, " * 400_000,
    "line.json": '["' + "x y " * 500_000 + '"]',
    "lines.md": "ab c\n" * 100_000,
    "paragraphs.txt": "ab c\n\n" * 40_000,
    "titles.txt": "ab\n==\n" * 40_000,
    "rows.csv": "a,b,c\n" + '1,"x, y",3\n' * 20_000,
    "quotes.csv": '"a,b\n' * 40_000,
    "nested.html": "<div><ul><li>" * 10_000 + "x",
    "tables.html": "<table><tr><td>" * 5_000 + "x",
    "spans.html": "<table><tr><td colspan=1000 rowspan=65534>x</td></tr>" + "<tr><td>y</td></tr>" * 3_000,
    "open.html": '<a "' * 60_000 + "<!-- " * 60_000 + "<nav>" * 20_000 + "x",
    "nested.md": "\n".join("  " * depth + "- a" for depth in range(1_000)),
    "quotes.md": ">" * 10_000 + " x",
    "brackets.md": "[" * 60_000 + "![a" * 30_000 + "[a](b " * 30_000,
    "marks.md": "**a _b " * 20_000 + "<!-- " * 30_000 + "`" * 30_001,
    "broken-table.md": "<table><tr><td>x\n\n" * 8_000,
    "nested.json": "[" * 20_000,
    "nested.yaml": "[" * 20_000,
    "dashes.yaml": "- " * 20_000 + "a",
    "aliases.yaml": "a: &a [x, x]\n" + "".join(f"k{n}: &k{n} [*a, *a]\n" for n in range(2_000)),
    "nested.toml": "a = " + "[" * 20_000,
    "nested.rst": "\n\n".join("  " * depth + "a" for depth in range(800)),
    "marks.rst": "``a " * 30_000 + "*b " * 30_000 + ":a:`" * 20_000,
    "records.jsonl": '{"text": "The limit is 5 MB."}\n' * 5_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_and_nothing_breaks(name: str) -> None:
    start = time.process_time()
    loaded = load_all(name, HOSTILE[name], language="any")
    assert time.process_time() - start < _SECONDS
    for item in loaded:
        assert isinstance(item, Document) or "reader:" not in item.detail, item
