"""Sentences are parsed clause by clause where that is sure, and what parsers misread is masked."""

from __future__ import annotations

import pytest

from scanner.model import Status, Triple
from tests.unit.test_extract_narrative import triples


def said(text: str) -> dict[str, tuple[str, str]]:
    found: list[Triple] = [t for t in triples(text) if t.extractor != "place"]
    return {t.mention.text: (t.subject.lower(), t.predicate.lower()) for t in found}


@pytest.mark.parametrize(
    ("text", "value", "subject", "predicate"),
    [
        ("In short: sessions last 10 hours and certificates are valid for one year.", "10 hours", "sessions", "last"),
        ("In short: sessions last 10 hours and passes are valid for one year.", "one year", "passes", "valid"),
        ("The kitchen closes at 17:30, and the last tour starts an hour before.", "17:30", "kitchen", "clos"),
        ("Call us at the desk; the plumber comes within 24 hours.", "24 hours", "plumber", "come"),
        ("The hall holds 200 people, the garden holds 80 people.", "80", "garden", "hold"),
        ("The hall holds 200 people, the garden holds 80 people.", "200", "hall", "hold"),
        ("Trains run every 10 minutes, but buses leave at 9:30.", "9:30", "buses", "leave"),
        ("Tickets cost 12 EUR and guides cost 5 EUR.", "5 EUR", "guides", "cost"),
        ("The fridge runs at 5 °C, while the freezer runs at -18 °C.", "-18 °C", "freezer", "temperature"),
    ],
)
def test_each_clause_keeps_its_subject(text: str, value: str, subject: str, predicate: str) -> None:
    found = said(text)
    own = next(told for words, told in found.items() if value in words)
    assert own[0] == subject
    assert predicate in own[1], found


@pytest.mark.parametrize(
    ("text", "value", "subject"),
    [
        ("Isolation after a visit lasts ten days.", "ten days", "isolation"),
        ("The pause before each set lasts two minutes.", "two minutes", "pause"),
        ("Access to the archive costs 12 EUR.", "12 EUR", "access"),
        ("Ring before the shop closes at 6 pm.", "6 pm", "shop"),
        ("Guests leave before the kitchen closes at nine.", "nine", "kitchen"),
        ("Tickets may be handed back up to and including 3 May.", "3 May", "tickets"),
    ],
)
def test_what_parsers_misread_is_read_again(text: str, value: str, subject: str) -> None:
    found = said(text)
    assert next(told for words, told in found.items() if value in words)[0] == subject, found


@pytest.mark.parametrize(
    ("text", "value", "subject"),
    [
        ("Salt and pepper cost 5 EUR and 6 EUR.", "5 EUR", "salt"),
        ("The boat seats 16 guests and has 2 decks.", "2", "boat"),
        ("On weekends, tickets cost 12 EUR, children pay 5 EUR.", "12 EUR", "tickets"),
        ("The permit costs 120 EUR a year and is valid for one car.", "120 EUR a year", "permit"),
    ],
)
def test_what_shares_a_subject_is_not_parted(text: str, value: str, subject: str) -> None:
    assert said(text)[value][0] == subject


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("The board comes within 24 hours.", "come within"),
        ("The road becomes passable within 3 days.", "passable"),
        ("The soil gets warmer than 30 °C.", "temperature"),
        ("Certificates are valid for one year.", "valid"),
        ("The drone is up to 31 minutes old.", "age"),
        ("Store the syrup below 25 °C.", "store syrup"),
        ("Store below 25 °C.", "store temperature"),
    ],
)
def test_a_predicate_is_more_than_a_preposition(text: str, predicate: str) -> None:
    assert any(told[1].startswith(predicate) for told in said(text).values()), said(text)


def test_a_value_is_no_part_of_its_subject() -> None:
    assert said("Equipment worth up to 400 EUR is paid for.")["400 EUR"][0] == "equipment"
    assert said("A deposit of 50 EUR is required.")["50 EUR"] == ("", "deposit")


def test_what_lasts_is_a_threshold_and_no_supposition() -> None:
    statuses = {
        text: {t.status for t in triples(text) if t.mention.text in {"45 seconds", "two years", "90 %", "an hour"}}
        for text in (
            "If a member is silent for 45 seconds, its work is given to others.",
            "When a seat has been empty for an hour, it is given away.",
            "If you have worked here for two years, you get more leave.",
            "If the load reaches 90 %, an alarm sounds.",
            "If the pump would run for an hour, it would overheat.",
        )
    }
    assert list(statuses.values()) == [
        {Status.ASSERTED},
        {Status.ASSERTED},
        {Status.ASSERTED},
        {Status.HYPOTHETICAL},
        {Status.HYPOTHETICAL},
    ]


def test_a_value_told_twice_has_one_statement() -> None:
    text = "The drone stays in the air for about half an hour, at most 31 minutes."
    found = {t.mention.text: text[slice(*t.statement)] for t in triples(text)}
    assert all("air" in statement for statement in found.values()) and len(found) == 2


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("2.0: the queue limit is 40 MB.", "", "queue limit", "40 MB"),
        ("1.9.1 (May 2024) - Boxes hold 20 kg.", "boxes", "hold", "20 kg"),
    ],
)
def test_the_release_that_labels_a_line_is_no_part_of_it(text: str, subject: str, predicate: str, value: str) -> None:
    found = said(text)
    assert found[value] == (subject, predicate)
    assert not any(words.startswith(("2.0", "1.9")) for words in found)


def test_a_range_is_no_release() -> None:
    assert "1.5 – 2 kg" in said("1.5 – 2 kg of flour are needed.")
