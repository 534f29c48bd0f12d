"""Values that are no amounts, written in two ways."""

from __future__ import annotations

import pytest

from scanner.model import Text
from scanner.normalize.spelling import Spelling
from scanner.rules import load_rules

SPELLING = Spelling.of(load_rules())


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("0x04000000", "0x0004000000 (1 << 26)"),
        ("0x0040", "0x40"),
        ("1 << 6", "0x40"),
        ("0x10 [1 << 4]", "0x0010"),
        ("int", "integer"),
        ("array of ints", "array of integers"),
        ("?bool", "?boolean"),
        ("str or int", "string or integer"),
    ],
)
def test_one_value_in_two_spellings(a: str, b: str) -> None:
    assert SPELLING.plain(Text(a)) == SPELLING.plain(Text(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("0x04000000", "0x08000000"),
        ("0x0040 (read)", "0x0040 (write)"),
        ("1 << 6", "1 << 7"),
        ("int", "float"),
        ("array of integer", "integer"),
        ("point", "pointer"),
        ("internal", "interior"),
        ("0x10", "10"),
    ],
)
def test_two_values(a: str, b: str) -> None:
    assert SPELLING.plain(Text(a)) != SPELLING.plain(Text(b))


def test_prose_stays_as_it_is() -> None:
    text = Text("the char and his opt for a num of long walks")
    assert SPELLING.plain(text) == text
