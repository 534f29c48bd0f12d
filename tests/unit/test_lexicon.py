"""Words as alignment sees them: concepts of two words."""

from __future__ import annotations

import pytest

from scanner.normalize.lexicon import Lexicon
from scanner.rules import load_rules

LEXICON = Lexicon.build(load_rules())


@pytest.mark.parametrize(
    "text",
    ["give back", "Tickets given back", "hands back", "It was sent back.", "bringing back", "return", "returned"],
)
def test_two_words_are_one_concept(text: str) -> None:
    assert "c:refund" in LEXICON.content(text)
    assert not LEXICON.content(text) & {"give", "back", "hand", "send", "sent"}


@pytest.mark.parametrize("text", ["the back of the ticket", "given on the back", "a hand on its back", "go back"])
def test_the_words_alone_are_none(text: str) -> None:
    assert "c:refund" not in LEXICON.content(text)
