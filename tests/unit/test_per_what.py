"""Per what an amount is, and the units that only the words around a number tell."""

from __future__ import annotations

import pytest

from scanner.jobs.line import Line
from scanner.model import Quantity, VerdictKind, compare_values
from scanner.normalize.quantity import QuantityGrammar
from scanner.rules import load_rules
from scanner.settings import Settings
from tests.unit.structure_reader import document

GRAMMAR = QuantityGrammar.build(load_rules())


@pytest.fixture(scope="module")
def line() -> Line:
    return Line.build(Settings())


def values(line: Line, text: str) -> list[str]:
    """The quantities that a small page claims, with the noun of their scope."""
    claims = line.follow(document(f"# Larkhill\n\n{text}\n")).claims
    return [
        f"{claim.value.canonical} {claim.scope.get('per')}".strip()
        for claim in claims
        if isinstance(claim.value, Quantity)
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The yearly charge for a resident permit rises to 150 EUR.", "12.5 EUR/month"),
        ("There is a monthly membership fee of 12 EUR.", "12 EUR/month"),
        ("The daily limit is 500 requests.", "0.00578703703704 request/second"),
        ("The hourly rate of a mason is 36 EUR.", "0.01 EUR/second"),
        ("The per-km rate is 0.40 EUR.", "0.0004 EUR/metre"),
        ("The weekly rent for the boat is 70 EUR.", "0.000115740740741 EUR/second"),
        ("The price per month is 19 EUR.", "19 EUR/month"),
        ("The fee per person is 20 EUR.", "20 EUR person"),
        ("Monthly fee: 12 EUR", "12 EUR/month"),
        ("| Plan | Price per month |\n|---|---|\n| Small | 7.99 EUR |", "7.99 EUR/month"),
        ("| Plan | Monthly |\n|---|---|\n| Small | 7.99 EUR |", "7.99 EUR/month"),
        ("| Plan | Data per month |\n|---|---|\n| Small | 5 GB |", "5000000000 byte/month"),
        ("| What | Calls | Renewal period |\n|---|---|---|\n| Mail | 864 | 24 hours |", "0.01 1/second"),
    ],
)
def test_what_an_amount_is_per_may_stand_beside_it(line: Line, text: str, value: str) -> None:
    assert value in values(line, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The annual fee rises, and a replacement card costs 15 EUR.", "15 EUR"),
        ("The monthly report costs 30 EUR to print.", "30 EUR"),
        ("Annual revenue was 5 million EUR.", "5000000 EUR"),
        ("The yearly audit covers 40 offices.", "40"),
        ("A weekly class costs 9 EUR.", "9 EUR"),
        ("| Plan | Monthly report | Storage |\n|---|---|---|\n| Small | 3 EUR | 5 GB |", "3 EUR"),
        ("The per-km rate is 0.40 EUR.\n\n| Plan | Storage |\n|---|---|\n| Small | 5 GB |", "5000000000 byte"),
        ("| Check | Timeout | Attempts |\n|---|---|---|\n| Mail | 30 seconds | 4 |", "4"),
    ],
)
def test_words_that_say_nothing_of_the_amount(line: Line, text: str, value: str) -> None:
    assert value in values(line, text)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("120 EUR a year", "10 EUR per month", VerdictKind.SAME),
        ("120 EUR a year", "150 EUR", VerdictKind.POSSIBLE),
        ("120 EUR a year", "120 EUR", VerdictKind.COMPATIBLE),
        ("5 EUR a day", "150 EUR a month", VerdictKind.STOP),
        ("5 EUR a month", "5 EUR per km", VerdictKind.STOP),
        ("8 hours of help a year", "10 hours", VerdictKind.POSSIBLE),
        ("0.42 EUR per km", "0.42 EUR for each kilometre", VerdictKind.SAME),
        ("5 EUR per user and month", "60 EUR per user per year", VerdictKind.SAME),
        ("100 calls per hour", "100 calls", VerdictKind.COMPATIBLE),
        ("24 hours", "one working day", VerdictKind.POSSIBLE),
        ("10 working days", "two weeks", VerdictKind.COMPATIBLE),
        ("5 working days", "one week", VerdictKind.COMPATIBLE),
        ("3 business days", "3 days", VerdictKind.POSSIBLE),
        ("16 working hours", "2 working days", VerdictKind.COMPATIBLE),
        ("two pick-ups a year", "once a year", VerdictKind.DIFFERENT),
    ],
)
def test_per_what_is_scope(a: str, b: str, kind: VerdictKind) -> None:
    first, second = GRAMMAR.find(a)[-1].value, GRAMMAR.find(b)[-1].value
    assert isinstance(first, Quantity)
    assert isinstance(second, Quantity)
    assert compare_values(first, second).kind is kind
    assert compare_values(second, first).kind is kind


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Users are logged out after a quarter of an hour.", "900 second"),
        ("It dries in three quarters of an hour.", "2700 second"),
        ("You have a day and a half to reply.", "129600 second"),
        ("The course takes a year and a half.", "18 month"),
        ("The bus runs every quarter of an hour.", "900 second/event"),
        ("The path is two thirds of a mile long.", "1072.896 metre"),
        ("5 check-ins a day", "5.78703703704e-05 check-in/second"),
        ("0.20 EUR per item and day", "2.31481481481e-06 EUR/second"),
        ("Bulky items: two free pick-ups per household and year", "6 month/event"),
        ("Under-16s swim free.", "192 month"),
        ("Free for over-65s.", "780 month"),
        ("Under 8s only with an adult", "96 month"),
    ],
)
def test_values(text: str, value: str) -> None:
    assert [found.value.canonical for found in GRAMMAR.find(text) if found.value is not None] == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a quarter of the members", "0.25"),
        ("an hour and a half after the start", None),
        ("10 EUR per person and day trips cost more", "10 EUR"),
        ("3 for each of the plans", "3"),
        ("25 MB for every format", "25000000 byte"),
        ("Requests finish in under 8s.", "8 second"),
        ("half of the day", "0.5"),
        ("Sign up 5 users a day", "5.78703703704e-05 user/second"),
    ],
)
def test_look_alikes(text: str, value: str | None) -> None:
    found = [found.value.canonical for found in GRAMMAR.find(text) if found.value is not None]
    assert found == ([value] if value is not None else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Children under 10 swim only with an adult.", "120 month"),
        ("Riders must be at least 16.", "192 month"),
        ("Applicants must be 21 or over.", "252 month"),
        ("Children from 6 pay half.", "72 month"),
        ("Minimum age: 18", "216 month"),
        ("The course is open to people aged 60 or older.", "720 month"),
        ("Store below 25 degrees.", "25 celsius"),
        ("Wash the shirt at 40 degrees.", "40 celsius"),
        ("Preheat the oven to 180°.", "180 celsius"),
        ("The filter must be replaced once a year.", "12 month"),
        ("Passwords must be changed every 90 days.", "7776000 second"),
        ("- `cache_size` (default: 64): maximum size of the cache, in megabytes", "64000000 byte"),
        ("- `--grace SEC`: stop after this long (default: 600)", "600 second"),
        ("`hook.wait`\n: Seconds after which a hook is stopped. Default: 30.", "30 second"),
        (
            "| Setting | Default | Description |\n|---|---|---|\n| `idle_limit` | 90 | Minutes without input |",
            "5400 second",
        ),
    ],
)
def test_units_that_the_words_around_tell(line: Line, text: str, value: str) -> None:
    assert value in values(line, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Groups over 20 book ahead.", "20"),
        ("The list must be 12 at most.", "12"),
        ("Turn the handle by 90 degrees.", "90 degree"),
        ("The slope of the cold store is 12 degrees steep.", "12 degree"),
        ("The bin is emptied once a week.", "604800 second/event"),
        ("- `workers` (default: 4): processes that finish in seconds", "4"),
        ("`hook.tries`\n: How often a hook is tried. Default: 3.", "3"),
        ("| Setting | Default | Description |\n|---|---|---|\n| `max_items` | 90 | Items in a list |", "90"),
        ("- `--retries N`: tries (default: 5)", "5"),
    ],
)
def test_words_that_tell_no_unit(line: Line, text: str, value: str) -> None:
    assert value in values(line, text)


def test_who_is_left_out_gives_the_lower_bound(line: Line) -> None:
    claims = line.follow(document("# Larkhill\n\nNot for children under 12.\n\nfrom 14 years\n")).claims
    assert [(claim.bound.value, claim.value.canonical) for claim in claims] == [
        ("min", "144 month"),
        ("min", "168 month"),
    ]


def test_how_often_has_no_reading_without_its_period() -> None:
    value = GRAMMAR.find("three times a year")[-1].value
    assert isinstance(value, Quantity)
    assert value.canonical == "4 month/event"
    assert value.alternative is None
