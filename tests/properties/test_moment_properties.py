"""Dates survive every way of writing them, periods lie in one another, and versions have one order."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.model import Moment, VerdictKind, compare_values
from scanner.normalize import period
from scanner.normalize.identifier import IdentifierGrammar
from scanner.normalize.moment import MomentGrammar, window_of
from scanner.normalize.version import VersionGrammar
from scanner.rules import load_rules

RULES = load_rules()
MOMENTS = MomentGrammar.build(RULES)
VERSIONS = VersionGrammar.build(RULES)
IDENTIFIERS = IdentifierGrammar.build(RULES)

DAYS = st.dates(date(1900, 1, 1), date(2099, 12, 31))
FORMATS = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d %B %Y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%B %d, %Y",
    "%b. %d, %Y",
    "%A, %d %B %Y",
    "%a, %B %d %Y",
    "%d.%m.%Y",
    "%Y-%m-%dT%H:%M:%SZ",
    "the %dth of %B, %Y",
)
PIECES = (
    "since until from to the and in by on of before between through as at effective end early mid late or later",
    "May March 5 12 31 2019 2024 2024-05 Q1 H2 FY23 week 9:30 am pm noon Friday Mon may 1/2 1990s last month two weeks",
    "ago - – , . ( ) / >= v1.2 3.8 10.0.0.1 localhost a@b.org http://x.org MIT license",
)
WORDS = st.sampled_from([word for line in PIECES for word in line.split()])
TEXTS = st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=40)


@given(DAYS, st.sampled_from(FORMATS))
def test_a_written_day_is_read_back(day: date, form: str) -> None:
    (mention,) = MOMENTS.find(f"It ended {day.strftime(form)}, as planned.")
    assert isinstance(mention.value, Moment)
    assert (mention.value.start, mention.value.end) == (day, day + timedelta(days=1))


@given(DAYS)
def test_numeric_days_are_read_right_or_named_ambiguous(day: date) -> None:
    for form in ("%d/%m/%Y", "%m/%d/%Y"):
        (mention,) = MOMENTS.find(f"due {day.strftime(form)}")
        if mention.value is None:
            assert mention.problem == "ambiguous date"
            assert day.day <= 12 and day.day != day.month
        else:
            assert isinstance(mention.value, Moment)
            assert mention.value.start == day


@given(DAYS, st.integers(1, 12))
def test_periods_lie_in_one_another(day: date, fiscal: int) -> None:
    number = (day.month + 2) // 3
    chain = [
        period.day_of(day.year, day.month, day.day),
        period.month(day.year, day.month),
        period.quarter(day.year, number),
        period.half(day.year, (number + 1) // 2),
        period.year(day.year),
    ]
    quarters = [period.fiscal_quarter(day.year, which, fiscal) for which in range(1, 5)]
    whole = period.fiscal_year(day.year, fiscal)
    assert whole is not None
    assert (quarters[0] and quarters[0].start, quarters[3] and quarters[3].end) == (whole.start, whole.end)
    for inner, outer in pairwise(chain):
        assert inner is not None and inner.start is not None and inner.end is not None
        assert outer is not None and outer.start is not None and outer.end is not None
        assert outer.start <= inner.start < inner.end <= outer.end
        assert compare_values(inner, outer).kind in (VerdictKind.COMPATIBLE, VerdictKind.SAME)


@given(
    DAYS,
    st.sampled_from(["start", "end", "early", "mid", "late"]),
    st.sampled_from(["year", "half", "quarter", "month"]),
)
def test_a_part_lies_in_its_period(day: date, part: str, size: str) -> None:
    whole = {
        "year": period.year(day.year),
        "half": period.half(day.year, 1 + (day.month > 6)),
        "quarter": period.quarter(day.year, (day.month + 2) // 3),
        "month": period.month(day.year, day.month),
    }[size]
    assert whole is not None and whole.start is not None and whole.end is not None
    piece = period.part_of(whole, part)
    assert piece is not None and piece.start is not None and piece.end is not None
    assert whole.start <= piece.start < piece.end <= whole.end
    assert (piece.start, piece.end) != (whole.start, whole.end)


@given(DAYS, DAYS)
def test_a_range_runs_from_its_first_day_to_its_last(a: date, b: date) -> None:
    first, last = min(a, b), max(a, b)
    mentions = MOMENTS.find(f"from {first:%-d %B %Y} to {last:%-d %B %Y}")
    window = window_of(mentions[0])
    assert len(mentions) == 1
    assert window is not None
    assert (window.start, window.end) == (first, last + timedelta(days=1))


@given(TEXTS, st.none() | DAYS, st.booleans())
def test_mentions_lie_in_their_text_in_order(text: str, reference: date | None, alone: bool) -> None:
    for mentions in (
        MOMENTS.find(text, reference, alone),
        VERSIONS.find(text, alone),
        IDENTIFIERS.find(text, alone),
    ):
        end = 0
        for mention in mentions:
            assert text[mention.start : mention.end] == mention.text != ""
            assert end <= mention.start
            assert 0 <= mention.outer[0] <= mention.start < mention.end <= mention.outer[1] <= len(text)
            assert (mention.value is None) == bool(mention.problem)
            end = mention.end


@pytest.mark.parametrize("text", ["updated two weeks ago, yesterday and on 5 May 2024 at 9:30 am"])
def test_the_same_text_reads_the_same(text: str) -> None:
    again = MomentGrammar.build(RULES)
    day = date(2024, 6, 1)
    assert MOMENTS.find(text, day) == again.find(text, day) == MOMENTS.find(text, day)


LABELS = st.lists(
    st.sampled_from(
        ["1", "2", "10", "v", ".", "-", "0", "rc", "beta", "draft", "final", "2nd", "2024-05-01", "Rev", "A"]
    ),
    max_size=6,
).map(" ".join) | st.text(max_size=12)


@given(LABELS, LABELS, LABELS)
def test_version_labels_have_one_order(a: str, b: str, c: str) -> None:
    one, two, three = VERSIONS.order(a), VERSIONS.order(b), VERSIONS.order(c)
    assert (one < two) + (two < one) + (one == two) == 1
    if one <= two <= three:
        assert one <= three
    if " ".join(a.casefold().split()) != " ".join(b.casefold().split()):
        assert one != two


@given(st.lists(st.integers(0, 40), min_size=3, max_size=3), st.lists(st.integers(0, 40), min_size=3, max_size=3))
def test_dotted_versions_sort_by_their_numbers(a: list[int], b: list[int]) -> None:
    one, two = (".".join(map(str, parts)) for parts in (a, b))
    assert (VERSIONS.order(one) < VERSIONS.order(two)) == (a < b)
    assert VERSIONS.order(f"{one}-rc1") < VERSIONS.order(one) < VERSIONS.order(f"{one} amended")
