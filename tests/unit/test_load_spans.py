"""Laws of places: whatever the input, every passage stands where it says, and loading is deterministic."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.model import Document
from tests.unit.load_reader import check_places, load_all

_BITS = st.sampled_from(
    [
        'word', 'Name: value', '5 MB', '25,000', 'é', '😀', ' ', '  ', '\n', '\n\n', '\t', '# ', '## ', '- ',
        '  - ', '1. ', '> ', '| a | b |\n|---|---|\n| 1 | 2 |\n', '|', '\\|', '`', '``', '*', '**', '_', '~~',
        '[', ']', '](u)', '![', '[^1]', '<', '>', '<b>', '</b>', '<sup>1</sup>', '<br>', '<table><tr><td>x',
        '</table>', '<td rowspan=2>', '<ul><li>', '<p>', '&amp;', '&lt;', '&#233;', '&', '\\', '\\*', '```\n',
        '~~~', '    code\n', '---\n', '---', '===', ':::note\n', '!!! note\n\n    ', '{% x %}', '{', '}', '{{<',
        'term\n: def\n', '<!-- scanner: ignore -->', '<!--', '-->', '¹', '²', '\xa0', '\u200b', 'a: 1\n',
        '- b\n', '[x]\n', 'k = v\n', '"', "'", '""', ',', ';', ':f: v\n', '.. note::\n   ', '``x``', ':r:`x`',
        '::', '+---+\n|a  |\n+---+\n', '=== ===\na   b\n=== ===\n', '# c\n', '\\u00e9', '\\n', '{"a": 1}',
    ]
)  # fmt: skip
_SOURCE = st.lists(_BITS, max_size=40).map("".join)
_NAMES = ["a.md", "a.mdx", "a.html", "a.txt", "a.rst", "a.csv", "a.json", "a.yaml", "a.toml", "a.ini", "a.jsonl"]


@pytest.mark.parametrize("name", _NAMES)
@settings(max_examples=120, deadline=None)
@given(source=_SOURCE)
def test_places_hold_for_any_input(name: str, source: str) -> None:
    loaded = load_all(name, source, language="any")
    assert loaded
    for item in loaded:
        if isinstance(item, Document):
            check_places(item)
        else:
            assert "reader:" not in item.detail, item


@settings(max_examples=150, deadline=None)
@given(body=_SOURCE, ascii_only=st.booleans())
def test_places_hold_through_json_escapes(body: str, ascii_only: bool) -> None:
    (item,) = load_all("a.jsonl", json.dumps({"id": "x", "text": body}, ensure_ascii=ascii_only), language="any")
    if isinstance(item, Document):
        check_places(item)


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=200), name=st.sampled_from([*_NAMES, "a.pdf", "a.docx"]))
def test_no_bytes_raise(data: bytes, name: str) -> None:
    assert load_all(name, data)


@settings(max_examples=60, deadline=None)
@given(source=_SOURCE, name=st.sampled_from(_NAMES))
def test_loading_twice_gives_the_same(source: str, name: str) -> None:
    assert load_all(name, source) == load_all(name, source)
