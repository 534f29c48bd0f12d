"""Every narrative extractor finds what its examples say, and stays silent in its look-alikes."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType

import pytest

from scanner.extract import OPEN, SLOTS, Extractor
from scanner.model import Bound, Change, Passage, Status, Triple, Unit, UnitKind
from scanner.nlp import Parser
from scanner.normalize import Normalizer
from scanner.rules import load_rules


@cache
def extractor() -> Extractor:
    rules = load_rules()
    return Extractor.build(rules, Normalizer.build(rules).recognise, Parser())


def unit(text: str, **fields: object) -> Unit:
    """A sentence unit; back-ticks mark code spans and are dropped."""
    codes: list[tuple[int, int]] = []
    plain = ""
    for part in re.split(r"(`[^`]+`)", text):
        if part.startswith("`"):
            codes.append((len(plain), len(plain) + len(part) - 2))
            part = part.strip("`")
        plain += part
    return Unit(
        number=0,
        kind=UnitKind.SENTENCE,
        passage=Passage.plain(plain, 0),
        block=0,
        codes=tuple(codes),
        mentions=extractor().recognise(plain, False),
        **fields,  # type: ignore[arg-type]
    )


def triples(text: str, **fields: object) -> tuple[Triple, ...]:
    return next(extractor().triples([[unit(text, **fields)]]))


CASES = [(module, *example) for module in (*SLOTS, *OPEN) for example in module.FIRES]
QUIET = [(module, text) for module in (*SLOTS, *OPEN) for text in module.SILENT]


@pytest.mark.parametrize(("module", "text", "predicate", "value", "bound"), CASES)
def test_fires(module: ModuleType, text: str, predicate: str, value: str, bound: Bound | None) -> None:
    found = [t for t in triples(text) if t.extractor == module.NAME]
    shown = [(t.subject, t.predicate, t.mention.text, t.bound) for t in found]
    assert any(
        predicate.lower() in f"{t.predicate} {t.subject}".lower()
        and value in t.mention.text
        and (bound is None or t.bound is bound)
        for t in found
    ), shown


@pytest.mark.parametrize(("module", "text"), QUIET)
def test_silent(module: ModuleType, text: str) -> None:
    found = [(t.subject, t.predicate, t.mention.text) for t in triples(text) if t.extractor == module.NAME]
    assert not found


def test_a_change_carries_both_values_and_their_order() -> None:
    found = {t.change: t for t in triples("On 1 April 2024 the quota was increased from 100 GB to 250 GB.")}
    assert found[Change.OLD].mention.text.startswith("100")
    assert found[Change.NEW].mention.text.startswith("250")
    assert found[Change.OLD].pair == found[Change.NEW].pair > 0
    assert found[Change.OLD].status is Status.HISTORICAL
    window = found[Change.NEW].window
    assert window is not None and window.start is not None and window.start.isoformat() == "2024-04-01"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("For example, with a timeout of 60 s.", Status.EXAMPLE),
        ("Previously the limit was 5 MB.", Status.HISTORICAL),
        ("The limit is 5 MB.", Status.ASSERTED),
        ("If the load reaches 90 %, an alarm sounds.", Status.HYPOTHETICAL),
        ("The planned limit is 5 MB.", Status.PLANNED),
        ("The sum works as if the array was filled with 7 zeros.", Status.HYPOTHETICAL),
        ("The lamp behaves as though the bulb had 40 W.", Status.HYPOTHETICAL),
        ("As a rule the limit is 5 MB.", Status.ASSERTED),
    ],
)
def test_status(text: str, status: Status) -> None:
    assert {t.status for t in triples(text) if t.extractor in {"copula", "verb", "noun-phrase"}} == {status}


def test_a_negated_comparison_turns_its_bound_round() -> None:
    found = [t for t in triples("A member cannot borrow more than ten books.") if t.mention.text.startswith("ten")]
    assert [t.bound for t in found] == [Bound.MAX]


def test_a_condition_becomes_scope() -> None:
    found = [t for t in triples("If uptime is under 99.0 % the credit is 20 %.") if t.mention.text.startswith("20")]
    assert found and any(dimension == "condition" for dimension, _ in found[0].scope)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Jane Roe founded Acme Works in 1999.", "Acme Works"),
        ("The ministry abolished the stamp fee in 2016.", "stamp fee"),
        ("The parties signed the lease on 4 June 2021.", "lease"),
        ("In March 2019, the city opened its second tram line.", "city second tram line"),
        ("In 2013, the program established a permanent home.", "permanent home"),
    ],
)
def test_a_day_of_making_is_that_of_what_is_made(text: str, subject: str) -> None:
    assert [t.subject for t in triples(text) if t.extractor == "verb"] == [subject]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Acme Works was founded in 1999.", "Acme Works"),
        ("The museum opened in 1888.", "museum"),
        ("Jane Roe resigned her post in 2011.", "Jane Roe"),
        ("The lease expires on 4 June 2026.", "lease"),
        ("Acme Works joined the union in 2004.", "Acme Works"),
    ],
)
def test_any_other_day_is_that_of_the_subject(text: str, subject: str) -> None:
    assert subject in [t.subject for t in triples(text)]


def test_a_thing_made_that_is_one_of_several_may_have_other_days() -> None:
    (one,) = triples("In 2015, Acme Works opened a plant in Leeds.")
    (name,) = triples("In 2015, Acme Works opened the Leeds plant.")
    assert one.functional is False
    assert name.functional is None


@pytest.mark.parametrize(
    "text",
    [
        "Visual Studio Generators for VS 2010 and above learned to support the properties.",
        "Heron 3.15 and above prefer to leave flags out of the default values.",
        "Fern 4.2 or later shows the tile.",
        "Models from Kestrel 7 and up carry the seal.",
        "Plans of Form 1040 and below omit the annex.",
    ],
)
def test_a_number_behind_a_name_that_only_restricts_is_no_fact(text: str) -> None:
    assert not [t for t in triples(text) if t.extractor in {"verb", "noun-phrase"} and t.mention.bound is not None]


@pytest.mark.parametrize(
    "text",
    [
        "Python 3.8 and later is required.",
        "The tool needs Fern 4.2 or later.",
        "Readers aged 12 and over may borrow films.",
        "Parcels of 30 kg and above need two carriers.",
        "Groups of 10 or more get a guide.",
    ],
)
def test_a_number_that_bounds_is_one(text: str) -> None:
    assert [t for t in triples(text) if t.extractor in {"verb", "threshold"} and t.mention.bound is not None]


@pytest.mark.parametrize(
    ("text", "now", "before"),
    [
        ("The default timeout is now 20 seconds (was 30).", "20 seconds", "30"),
        ("The limit is 5 MB rather than 10 MB.", "5 MB", "10 MB"),
        ("Log files are rotated daily instead of weekly.", "daily", "weekly"),
        ("The fee is 30 EUR (previously 25 EUR).", "30 EUR", "25 EUR"),
    ],
)
def test_what_a_value_stands_instead_of_held_before(text: str, now: str, before: str) -> None:
    found = {t.mention.text: t.status for t in triples(text)}
    assert found.get(now) is Status.ASSERTED
    assert found.get(before) in {None, Status.HISTORICAL}


def test_an_age_something_begins_at_is_a_minimum() -> None:
    (found,) = [t for t in triples("Members may retire from the age of 62.") if t.mention.text == "62"]
    assert found.bound is Bound.MIN


def test_a_participle_behind_an_extreme_is_no_verb() -> None:
    (found,) = triples("The minimum supported iOS version is now 15.")
    assert found.mention.text == "15"
    assert found.predicate == "minimum supported iOS version" or "version" in f"{found.predicate} {found.subject}"


def test_a_default_in_brackets_is_that_of_the_option_that_opens_the_sentence() -> None:
    found = [t for t in triples("`--depth` limits how many levels are shown (default: 3).") if t.mention.text == "3"]
    assert [(t.subject, t.predicate, t.bound) for t in found] == [("--depth", "default", Bound.DEFAULT)]


def test_what_is_set_against_a_value_is_not_claimed() -> None:
    claimed = {t.mention.text for t in triples("The fair costs 5 EUR, not 6 EUR.") if t.extractor != "place"}
    assert claimed == {"5 EUR"}
    claimed = {t.mention.text for t in triples("The fair is on 12 July, not on 5 July.") if t.extractor != "place"}
    assert claimed == {"12 July"}
