"""Statements of when something begins, ends, lasts or is due, and sentences that only look like them."""

from __future__ import annotations

import pytest

from scanner.model import Change, Status, Triple
from tests.unit.test_extract_narrative import triples


def timing(text: str) -> list[Triple]:
    return [t for t in triples(text) if t.extractor == "timing"]


def told(text: str) -> list[tuple[str, str, str]]:
    return [(t.subject, t.predicate, t.mention.text) for t in timing(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ferry office closes at 18:30.", ("ferry office", "closing time", "18:30")),
        ("The form closes at the end of 15 June.", ("form", "deadline", "15 June")),
        ("The gallery closes at the end of 24 June.", ("gallery", "closing time", "24 June")),
        ("Release 4 receives fixes until 24 June 2022.", ("Release 4", "fixes end", "24 June 2022")),
        ("Tickets may be handed back until 3 May 2026.", ("Tickets", "hand back end", "3 May 2026")),
        ("Nominations close on 9 March 2026.", ("Nominations", "deadline", "9 March 2026")),
        ("Abstracts are accepted until 4 April 2025.", ("Abstracts", "deadline", "4 April 2025")),
        ("Applications must reach us by 31 March at the latest.", ("Applications", "hand-in deadline", "31 March")),
        ("Kindly return the keys by 11 am.", ("keys", "return deadline", "11 am")),
        ("The guarantee expires on 30 November 2027.", ("guarantee", "expiry date", "30 November 2027")),
        ("The orchard has been certified since 2004.", ("orchard", "certify since", "2004")),
        ("The bakery has been in business since 1912.", ("bakery", "founding date", "1912")),
        ("The cafeteria serves lunch from 11:30 to 14:00.", ("cafeteria", "serve hours", "11:30 to 14:00")),
        ("We serve breakfast until 10:30.", ("breakfast", "serve end", "10:30")),
        ("Hunting is banned from March to July.", ("Hunting", "ban period", "March to July")),
        ("The sauna does not open until 14:00.", ("sauna", "opening time", "14:00")),
        ("Kick-off: Saturday 3 May 2025, 15:30", ("", "start", "15:30")),
        ("Visiting hours 14:00–19:30", ("", "Visiting hours", "14:00–19:30")),
        ("Please leave your bags by 17:00, when the counter closes.", ("counter", "closing time", "17:00")),
        ("The deadline for bids has been moved to 12 May 2025.", ("bids", "deadline", "12 May 2025")),
    ],
)
def test_a_time_belongs_to_its_verb_state_or_noun(text: str, expected: tuple[str, str, str]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was closed on 4 March 2021.",
        "In 1998 the brewery opened a second hall.",
        "Since 2019, the choir sings in the chapel.",
        "As of 1 May 2025 dogs must be on a lead.",
        "If the pool closes at 19:00, take the bus.",
        "Close the valve at 21:00.",
        "The 9:00 train leaves from platform 4.",
        "She works a Monday to Friday schedule.",
        "The ticket costs 12 EUR until 31 May.",
        "When does registration close on Friday?",
        "The shop may close at 16:00.",
        "Reviewed on 3 May 2024.",
        "The tariff is valid from 1 January 2025.",
        "The garden is closed on Tuesdays.",
        "There was no service until 14:00.",
    ],
)
def test_stories_rules_conditions_and_stamps_are_no_times_of_a_thing(text: str) -> None:
    assert told(text) == []


def test_a_day_and_its_time_of_day_are_two_claims_of_one_predicate() -> None:
    found = told("Proposals are accepted until 30 September 2025, 17:00 CET.")
    assert [(predicate, text) for _, predicate, text in found] == [
        ("deadline", "30 September 2025"),
        ("deadline", "17:00 CET"),
    ]


def test_the_time_that_stands_in_place_of_another_replaces_it() -> None:
    found = {t.change: t for t in timing("The gates now open at 15:00 instead of noon.")}
    assert found[Change.NEW].mention.text == "15:00"
    assert found[Change.OLD].mention.text == "noon"
    assert found[Change.OLD].status is Status.HISTORICAL
    assert found[Change.OLD].pair == found[Change.NEW].pair > 0


def test_the_hours_of_some_days_only_are_no_claim_of_the_hours() -> None:
    found = timing("The library is open Mon-Fri 9:00-18:00, on Saturdays 10:00-14:00.")
    assert found
    assert all(t.functional is False for t in found)


def test_a_verb_that_shares_its_subject() -> None:
    assert told("Registration opens on 3 May 2025 and closes on 12 June 2025.") == [
        ("Registration", "opening time", "3 May 2025"),
        ("Registration", "deadline", "12 June 2025"),
    ]


def test_a_season_restricts_its_time() -> None:
    (found,) = timing("In winter the deer park closes at 16:00.")
    assert found.subject == "deer park"
    assert ("condition", "winter") in found.scope


def test_both_ends_of_a_span_are_told_again() -> None:
    found = [t for t in triples("The baths are open from 7:00 to 21:00.") if t.extractor == "timing end"]
    assert [(t.predicate, t.mention.text) for t in found] == [("opening time", "7:00"), ("closing time", "21:00")]


def test_the_last_month_of_a_season_is_whole() -> None:
    found = [t for t in triples("The lookout is open from May to October.") if t.extractor == "timing end"]
    assert [t.mention.value.canonical for t in found if t.mention.value is not None] == ["--05", "--10"]


def test_a_label_that_is_a_measure_does_not_lead_what_follows() -> None:
    (found,) = [t for t in triples("Measuring since 1931.", lead="Height") if t.extractor == "timing"]
    assert found.lead == ""
