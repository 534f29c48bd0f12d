"""A test of words before a pattern never rules out what the pattern finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.extract.assertion import phrase_pattern
from scanner.model import AnyOf

_PHRASES = ("must", "is responsible for", "e-mail", "co-founder", "n't", "kiosk")
_PIECES = (
    *("Must", "mu\u017ft", "is  responsible\nfor", "E-MAIL", "e-", "mail", "\u212aiosk", "k\u0130osk", "_must_"),
    *(" ", "-", ".", "co-founder"),
)


@given(st.lists(st.sampled_from(_PIECES), max_size=6), st.sets(st.sampled_from(_PHRASES), min_size=1))
def test_what_a_pattern_finds_has_one_of_its_words(pieces: list[str], phrases: set[str]) -> None:
    text = " ".join(pieces) + "".join(pieces)
    if phrase_pattern(phrases).search(text) is not None:
        assert AnyOf.of(phrases).within(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You must sign.", True),
        ("YOU MUST SIGN", True),
        ("Mustard is served.", False),
        ("Who is responsible?", True),  # its longest word stands there; the pattern decides
        ("Somebody is to blame for it.", False),
    ],
)
def test_a_text_without_any_of_the_words_is_told(text: str, found: bool) -> None:
    assert AnyOf.of(("must", "is responsible for")).within(text) is found


def test_a_phrase_without_words_may_stand_anywhere() -> None:
    assert AnyOf.of(("must", "->")).within("nothing of it")
    assert not AnyOf.of(()).within("must")
