"""The examples on the cards of dates, versions, identifiers and licences hold."""

from __future__ import annotations

import time
from datetime import date

import pytest

from scanner.normalize.examples import shows_card
from scanner.normalize.recognise import Recogniser
from scanner.rules import load_rules

RULES = load_rules()
RECOGNISER = Recogniser.build(RULES)
EXAMPLES = [
    (card_id, sentence, fires)
    for cards in (RULES.cues, RULES.terms)
    for card_id, card in sorted(cards.items())
    for fires, sentences in ((True, card.fires), (False, card.silent))
    for sentence in sentences
    if shows_card(RECOGNISER, RULES, card_id, sentence) is not None
]


@pytest.mark.parametrize(("card_id", "sentence", "fires"), EXAMPLES)
def test_examples_hold(card_id: str, sentence: str, fires: bool) -> None:
    assert shows_card(RECOGNISER, RULES, card_id, sentence) is fires


def test_other_cards_are_left_to_others() -> None:
    assert shows_card(RECOGNISER, RULES, "rate limit", "The rate limit is 5.") is None


@pytest.mark.parametrize("family", ["date.", "version.", "identifier."])
def test_every_card_that_can_be_shown_has_an_example(family: str) -> None:
    bare = {"date.order"}
    assert {card_id for card_id in RULES.cues if card_id.startswith(family)} - bare == {
        card_id for card_id, _, fires in EXAMPLES if fires and card_id.startswith(family)
    }


@pytest.mark.parametrize(
    "text",
    [
        "1" * 300 + "a",
        "12 " * 300 + "a",
        "(12)" * 200 + "a",
        "May" + " " * 3000 + "x",
        "at 9:30 " * 2000,
        "2019, " * 2000,
        "a" * 500 + "@" + "b." * 50 + "!",
        '{"t":"2019-05-01T10:00:00Z"},' * 500,
    ],
)
def test_odd_long_texts_cost_little(text: str) -> None:
    before = time.process_time()
    RECOGNISER.moments.find(text, date(2024, 6, 1))
    RECOGNISER.versions.find(text)
    RECOGNISER.identifiers.find(text)
    assert time.process_time() - before < 5
