"""Rows of thousands of columns: gates ask of their words, not of their text, however many cells meet in them."""

from __future__ import annotations

from scanner.align.gates_told import set_apart, swapped, tokens

OPPOSED = (("with", "without"), ("inner", "outer"))
COLUMNS, CELLS = 1_000, 200


def row(name: str, *words: str) -> str:
    return " ".join([name, *words, *["#"] * COLUMNS])


def test_a_wide_row_is_cut_into_words_once() -> None:
    a, b = row("halden", "with keys"), row("oriel", "without keys")
    tokens.cache_clear()
    for _ in range(CELLS):
        assert set_apart(a, b, OPPOSED)
        assert swapped(a, b) is None
    assert tokens.cache_info().misses == 2


def test_one_word_of_a_wide_row_is_still_seen() -> None:
    assert swapped(row("halden", "budget"), row("oriel", "budget")) == ("halden", "oriel")
    assert swapped(row("halden", "budget"), row("halden", "budget")) is None
    assert not set_apart(row("halden", "with keys"), row("oriel", "with keys"), OPPOSED)
