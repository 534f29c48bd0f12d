"""Laws of validity windows: Allen's relations over half-open intervals of days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.model import Relation, Window

DAYS = st.dates(min_value=date(2020, 1, 1), max_value=date(2020, 1, 12))
APART = {Relation.BEFORE, Relation.MEETS, Relation.MET_BY, Relation.AFTER}


@st.composite
def windows(draw: st.DrawFn) -> Window:
    start, end = draw(st.none() | DAYS), draw(st.none() | DAYS)
    if start is not None and end is not None:
        if start == end:
            end = start + timedelta(days=1)
        start, end = min(start, end), max(start, end)
    return Window(start, end)


# Allen's relations written out by the four comparisons of ends, independently of the code's order of tests.
DEFINITIONS = {
    Relation.BEFORE: lambda a, b, c, d: b < c,
    Relation.MEETS: lambda a, b, c, d: b == c,
    Relation.OVERLAPS: lambda a, b, c, d: a < c < b < d,
    Relation.STARTS: lambda a, b, c, d: a == c and b < d,
    Relation.DURING: lambda a, b, c, d: c < a and b < d,
    Relation.FINISHES: lambda a, b, c, d: c < a and b == d,
    Relation.EQUALS: lambda a, b, c, d: a == c and b == d,
    Relation.FINISHED_BY: lambda a, b, c, d: a < c and b == d,
    Relation.CONTAINS: lambda a, b, c, d: a < c and d < b,
    Relation.STARTED_BY: lambda a, b, c, d: a == c and d < b,
    Relation.OVERLAPPED_BY: lambda a, b, c, d: c < a < d < b,
    Relation.MET_BY: lambda a, b, c, d: d == a,
    Relation.AFTER: lambda a, b, c, d: d < a,
}


@given(windows(), windows())
def test_exactly_one_relation_holds_and_it_is_the_one_returned(a: Window, b: Window) -> None:
    holding = [relation for relation, holds in DEFINITIONS.items() if holds(*a.bounds, *b.bounds)]
    assert holding == [a.relation(b)]


@given(windows(), windows())
def test_relation_read_from_the_other_side_is_the_inverse(a: Window, b: Window) -> None:
    assert b.relation(a) is a.relation(b).inverse


def test_inverse_is_an_involution_with_one_fixed_point() -> None:
    assert len(Relation) == 13
    assert all(relation.inverse.inverse is relation for relation in Relation)
    assert [relation for relation in Relation if relation.inverse is relation] == [Relation.EQUALS]


@given(windows(), windows())
def test_windows_overlap_iff_they_share_a_day(a: Window, b: Window) -> None:
    edges = [date.min, date.max, *(date(2019, 12, 30) + timedelta(days=n) for n in range(20))]
    shared = any(a.contains(day) and b.contains(day) for day in edges)
    assert a.overlaps(b) is shared
    assert a.overlaps(b) is (a.relation(b) not in APART)
    assert a.overlaps(b) is b.overlaps(a)


@given(windows())
def test_a_window_holds_its_start_and_not_its_end(window: Window) -> None:
    if window.start is not None:
        assert window.contains(window.start)
        assert not window.contains(window.start - timedelta(days=1))
    if window.end is not None:
        assert not window.contains(window.end)
        assert window.contains(window.end - timedelta(days=1))


@given(windows(), DAYS)
def test_splitting_a_window_gives_two_that_meet_and_cover_it(window: Window, day: date) -> None:
    low, high = window.bounds
    if not low < day < high:
        return
    before, after = Window(window.start, day), Window(day, window.end)
    assert before.relation(after) is Relation.MEETS
    assert not before.overlaps(after)
    for probe in (low, day - timedelta(days=1), day, date(2020, 1, 6)):
        assert window.contains(probe) is (before.contains(probe) or after.contains(probe))


def test_an_unbounded_window_holds_every_day() -> None:
    assert all(Window().contains(day) for day in (date.min, date(2024, 2, 29), date.max))


@given(DAYS, DAYS)
def test_no_window_is_empty_or_upside_down(a: date, b: date) -> None:
    if a < b:
        assert Window(a, b).start == a
    else:
        with pytest.raises(ValueError, match="empty window"):
            Window(a, b)
