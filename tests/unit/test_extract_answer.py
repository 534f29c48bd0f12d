"""Short answers are read as what they make of their questions; whatever limits an answer leaves it unread."""

from __future__ import annotations

from functools import cache

import pytest

from scanner.extract import Extractor
from scanner.model import Flag, Term, Triple
from scanner.nlp import Parser
from scanner.normalize import Normalizer
from tests.unit.structure_reader import RULES, document


@cache
def extractor() -> Extractor:
    return Extractor.build(RULES, Normalizer.build(RULES).recognise, Parser())


def told(text: str) -> list[Triple]:
    read = extractor()
    found = next(read.triples([read.units(document(f"# Questions\n\n{text}\n"))]))
    return [triple for triple in found if triple.extractor != "place"]


def value(triple: Triple) -> str:
    held = triple.mention.value
    if isinstance(held, Flag):
        return "yes" if held.holds else "no"
    return held.code if isinstance(held, Term) else triple.mention.text


@pytest.mark.parametrize(
    ("text", "predicate", "expected"),
    [
        ("**Can I bring my dog?** No.", "bring your dog", "prohibited"),
        ("**Can I bring my dog?** Yes, of course.", "bring your dog", "optional"),
        ("### Is breakfast included?\n\nNo.", "include breakfast", "no"),
        ("**Is the deposit refundable?** No.", "refundable", "no"),
        ("**Does the app support Safari?** No, not yet.", "support Safari", "no"),
        ("*Do I need a ticket?* No, entry is free.", "requirement", "optional"),
        ("**Do I have to book?** No.", "book", "optional"),
        ("**Are the backups encrypted?** Yes.", "encrypted", "yes"),
        ("**How often can I resit?** Once. After that you have to leave.", "resit times", "Once"),
        ("**How many credits is the thesis?** Twelve.", "thesis", "Twelve"),
        ("**How long does delivery take?** Three days.", "take", "Three days"),
        ("**How much does a ticket cost?** 12 EUR.", "cost", "12 EUR"),
        ("**When do lessons start?** At 8:10.", "start", "8:10"),
        ("### Where is the office?\n\nOn the second floor.", "floor", "floor-second"),
        ("**Who is the contact?** Ana Ruiz.", "contact", "Ana Ruiz"),
    ],
)
def test_a_short_answer_states(text: str, predicate: str, expected: str) -> None:
    found = [(t.predicate.lower(), value(t), t.mention.text) for t in told(text)]
    assert any(predicate.lower() in named and said == expected for named, said, _ in found), found


@pytest.mark.parametrize(
    "text",
    [
        "**Are pets allowed?** Yes, but only small ones.",
        "**Are pets allowed?** No, except guide dogs.",
        "**Is breakfast included?** Yes. But only at weekends.",
        "**Is breakfast included?** That depends on the room.",
        "**Is breakfast included?** See the price list.",
        "**Why is breakfast included?** Yes.",
        "Is breakfast included?\n\nNo.",
        "### How long does it take?\n\nRiders are picked up online.",
        "**Would the app support Safari?** Yes.",
    ],
)
def test_a_limited_or_open_answer_states_nothing(text: str) -> None:
    assert not [(t.predicate, t.mention.text) for t in told(text) if isinstance(t.mention.value, Flag | Term)]


def test_an_answer_is_quoted_where_it_stands() -> None:
    (triple,) = [t for t in told("**How long does delivery take?** Three days.") if t.predicate.startswith("take")]
    assert triple.unit.text[triple.mention.start : triple.mention.end] == "Three days"
    assert triple.subject == "delivery"


def test_a_whole_sentence_is_no_answer_to_be_completed() -> None:
    found = told("### How long does it take?\n\nLetters arrive within 48 hours.")
    assert [t.subject for t in found if t.mention.text == "48 hours"] == ["Letters"]


@pytest.mark.parametrize(
    ("text", "predicate", "place"),
    [
        ("**Where is the cloakroom?** Left of the entrance.", "place of cloakroom", "Left of the entrance"),
        ("### Where can I find you?\n\nIn the old mill.", "place of find you", "In the old mill"),
        ("### Where do I park?\n\nBehind the hall.", "place of park", "Behind the hall"),
    ],
)
def test_a_short_answer_says_where(text: str, predicate: str, place: str) -> None:
    (triple,) = told(text)
    assert (triple.predicate, triple.mention.text) == (predicate, place)


@pytest.mark.parametrize(
    "text",
    [
        "**Where is the cloakroom?** It depends on the day and on how many people come in at once.",
        "**Where is the cloakroom?** You will see it.",
        "**Why is it dark?** Behind the hall.",
        "Where is the cloakroom, left of the entrance.",
    ],
)
def test_other_answers_say_no_place(text: str) -> None:
    assert [t for t in told(text) if t.extractor == "answer"] == []
