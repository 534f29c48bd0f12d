"""Laws of values: identity, compatibility and dispute, for points, intervals, moments, versions and codes."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.model import (
    UNLIMITED,
    Bound,
    EntityRef,
    Extent,
    Flag,
    Moment,
    Precision,
    Quantity,
    Reading,
    Reason,
    Term,
    Text,
    Value,
    VerdictKind,
    Version,
    compare_bounded,
    compare_values,
    extent,
    hash63,
)
from scanner.normalize.quantity import QuantityGrammar
from scanner.rules import load_rules

NUMBERS = st.integers(-4, 8).map(lambda n: Fraction(n, 2))
TOLERANCES = st.sampled_from([Fraction(0), Fraction(1, 20), Fraction(1, 2)])
UNITS = st.sampled_from(["", "second", "byte", "day", "month"])


@st.composite
def quantities(draw: st.DrawFn) -> Quantity:
    low, high = draw(st.none() | NUMBERS), draw(st.none() | NUMBERS)
    if low is None and high is None:
        low = high = draw(NUMBERS)
    if low is not None and high is not None:
        low, high = min(low, high), max(low, high)
    reading = None
    if draw(st.booleans()):
        a, b = sorted((draw(NUMBERS), draw(NUMBERS)))
        reading = Reading(draw(UNITS), a, b)
    prefix = draw(st.sampled_from(["", "decimal", "binary"]))
    return Quantity(
        low, high, draw(UNITS), noun=draw(st.sampled_from(["", "book"])), prefix=prefix, alternative=reading
    )


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    form = draw(st.sampled_from(["days", "clock", "weekday"]))
    if form == "clock":
        return Moment(clock=draw(st.integers(0, 1439)))
    if form == "weekday":
        return Moment(weekday=draw(st.integers(0, 6)))
    start = draw(st.dates(date(2024, 1, 1), date(2024, 3, 31)))
    days = draw(st.sampled_from([1, 7, 31, 91]))
    return Moment(start, start + timedelta(days=days), Precision.DAY if days == 1 else Precision.RANGE)


VERSIONS = st.builds(
    Version,
    st.lists(st.integers(0, 3), min_size=1, max_size=5).map(tuple),
    st.sampled_from(["", "", "", "rc1", "beta"]),
)
VALUES: st.SearchStrategy[Value] = st.one_of(
    quantities(),
    moments(),
    VERSIONS,
    st.builds(EntityRef, st.sampled_from(["acme", "acme corporation", "blue fir", "fir"]), st.just("Acme")),
    st.builds(Term, st.sampled_from(["status", "modality"]), st.sampled_from(["active", "retired", "must"])),
    st.builds(Flag, st.booleans()),
    st.builds(Text, st.sampled_from(["open to all", "not open to all", "closed", "room 5", "room 6"])),
)
BOUNDS = st.sampled_from(list(Bound))


@given(VALUES, VALUES, TOLERANCES)
def test_comparison_is_symmetric(a: Value, b: Value, tolerance: Fraction) -> None:
    assert compare_values(a, b, tolerance) == compare_values(b, a, tolerance)


@given(VALUES)
def test_a_value_is_the_same_as_itself(value: Value) -> None:
    assert compare_values(value, value).kind is VerdictKind.SAME
    assert value.canonical


@given(VALUES, VALUES)
def test_same_means_one_key_and_one_kind(a: Value, b: Value) -> None:
    same = compare_values(a, b).kind is VerdictKind.SAME
    assert same is (a.value_key == b.value_key)
    if a == b:
        assert same
    if same:
        assert a.kind is b.kind


@given(VALUES, VALUES, TOLERANCES)
def test_kinds_compare_across_only_for_duties_and_for_what_has_no_limit(
    a: Value, b: Value, tolerance: Fraction
) -> None:
    if a.kind is not b.kind:
        domains = {value.domain for value in (a, b) if isinstance(value, Term)}
        assert compare_values(a, b, tolerance).stops or domains & {"modality", "amount"}


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        (Term("modality", "prohibited"), Flag(True), VerdictKind.DIFFERENT),
        (Term("modality", "prohibited"), Flag(False), VerdictKind.COMPATIBLE),
        (Term("modality", "required"), Flag(False), VerdictKind.DIFFERENT),
        (Term("modality", "optional"), Flag(False), VerdictKind.POSSIBLE),
        (Term("modality", "optional"), Flag(True), VerdictKind.COMPATIBLE),
        (Term("lifecycle", "retired"), Flag(True), VerdictKind.STOP),
        (UNLIMITED, Quantity(Fraction(12), Fraction(12)), VerdictKind.DIFFERENT),
        (UNLIMITED, Flag(True), VerdictKind.STOP),
        (
            Quantity(Fraction(0), Fraction(0), "money"),
            Quantity(Fraction(20), Fraction(20), "EUR"),
            VerdictKind.DIFFERENT,
        ),
        (
            Quantity(Fraction(0), Fraction(0), "money"),
            Quantity(Fraction(0), Fraction(0), "EUR"),
            VerdictKind.COMPATIBLE,
        ),
        (Quantity(Fraction(0), Fraction(0), "money"), Quantity(Fraction(20), Fraction(20), "byte"), VerdictKind.STOP),
    ],
)
def test_values_of_two_kinds(a: Value, b: Value, kind: VerdictKind) -> None:
    assert compare_values(a, b).kind is kind
    assert compare_values(b, a).kind is kind


def test_what_has_no_limit_is_at_least_any_amount() -> None:
    twelve = Quantity(Fraction(12), Fraction(12))
    assert compare_bounded(Bound.EXACT, UNLIMITED, Bound.MIN, twelve).kind is VerdictKind.COMPATIBLE
    assert compare_bounded(Bound.MAX, twelve, Bound.EXACT, UNLIMITED).kind is VerdictKind.DIFFERENT


EXTENTS = st.builds(lambda a, b: Extent("x", min(a, b), max(a, b)), NUMBERS, NUMBERS)


@given(EXTENTS, EXTENTS)
def test_intervals_dispute_iff_the_highest_low_end_lies_above_the_lowest_high_end(a: Extent, b: Extent) -> None:
    assert a.lo is not None and a.hi is not None and b.lo is not None and b.hi is not None
    assert a.meets(b) is not (max(a.lo, b.lo) > min(a.hi, b.hi))
    assert a.meets(b) is b.meets(a)


@given(st.lists(EXTENTS, min_size=1, max_size=5))
def test_several_intervals_dispute_iff_some_two_of_them_do(extents: list[Extent]) -> None:
    lows, highs = [e.lo for e in extents], [e.hi for e in extents]
    disputed = max(low for low in lows if low is not None) > min(high for high in highs if high is not None)
    assert disputed is any(not a.meets(b) for a in extents for b in extents)


@given(EXTENTS, EXTENTS, TOLERANCES, TOLERANCES)
def test_a_wider_tolerance_never_parts_what_met(a: Extent, b: Extent, t: Fraction, more: Fraction) -> None:
    if a.meets(b, t):
        assert a.meets(b, t + more)


@given(NUMBERS, NUMBERS)
def test_an_open_end_is_without_limit(low: Fraction, other: Fraction) -> None:
    assert Extent("x", low, None).meets(Extent("x", other, None))
    assert Extent("x", None, low).meets(Extent("x", None, other))
    assert Extent("x", low, None).meets(Extent("x", None, other)) is (low <= other)


def test_compatible_is_not_transitive() -> None:
    low, wide, high = (Quantity(Fraction(a), Fraction(b)) for a, b in ((1, 2), (2, 3), (3, 4)))
    assert compare_values(low, wide).kind is VerdictKind.COMPATIBLE
    assert compare_values(wide, high).kind is VerdictKind.COMPATIBLE
    assert compare_values(low, high).kind is VerdictKind.DIFFERENT


@given(quantities(), quantities())
def test_quantities_of_one_plain_unit_differ_iff_their_intervals_part_or_one_end_of_two_ranges_does(
    a: Quantity, b: Quantity
) -> None:
    if a.unit != b.unit or a.alternative or b.alternative:
        return
    mine, theirs = extent(a), extent(b)
    assert mine is not None and theirs is not None
    one_end = a.spans and b.spans and (a.lo == b.lo) is not (a.hi == b.hi)
    assert (compare_values(a, b).kind is VerdictKind.DIFFERENT) is (one_end or not mine.meets(theirs))


@given(quantities(), st.sampled_from(["", "page", "loan"]))
def test_the_counted_noun_never_makes_a_difference(a: Quantity, noun: str) -> None:
    other = Quantity(a.lo, a.hi, a.unit, noun, a.prefix, a.alternative, a.approximate)
    assert compare_values(a, other).kind is VerdictKind.SAME


@given(BOUNDS, VALUES, BOUNDS, VALUES, TOLERANCES)
def test_bounded_comparison_is_symmetric(i: Bound, a: Value, j: Bound, b: Value, tolerance: Fraction) -> None:
    assert compare_bounded(i, a, j, b, tolerance) == compare_bounded(j, b, i, a, tolerance)


@given(BOUNDS, VALUES, VALUES, TOLERANCES)
def test_one_bound_class_compares_as_points(bound: Bound, a: Value, b: Value, tolerance: Fraction) -> None:
    assert compare_bounded(bound, a, bound, b, tolerance) == compare_values(a, b, tolerance)


POINTS = {Bound.EXACT, Bound.DEFAULT}


@given(BOUNDS, BOUNDS, NUMBERS, NUMBERS)
def test_across_classes_only_the_impossible_differs(i: Bound, j: Bound, x: Fraction, y: Fraction) -> None:
    if i is j:
        return
    verdict = compare_bounded(i, Quantity(x, x), j, Quantity(y, y))
    low, high = (x, y) if i is Bound.MIN or j is Bound.MAX else (y, x)
    bounded = Bound.MIN in (i, j) or Bound.MAX in (i, j)
    if bounded and low > high:
        assert (verdict.kind, verdict.reason) == (VerdictKind.DIFFERENT, Reason.OUTSIDE_BOUND)
    elif {i, j} == POINTS and x != y:
        assert verdict.kind is VerdictKind.POSSIBLE
    else:
        assert verdict.kind is VerdictKind.COMPATIBLE


def test_a_maximum_below_a_minimum_is_impossible_and_above_it_is_not() -> None:
    five, nine = Quantity(Fraction(5), Fraction(5)), Quantity(Fraction(9), Fraction(9))
    assert compare_bounded(Bound.MIN, nine, Bound.MAX, five).kind is VerdictKind.DIFFERENT
    assert compare_bounded(Bound.MIN, five, Bound.MAX, nine).kind is VerdictKind.COMPATIBLE
    assert compare_bounded(Bound.DEFAULT, nine, Bound.MAX, five).kind is VerdictKind.DIFFERENT
    assert compare_bounded(Bound.RECOMMENDED, nine, Bound.MAX, five).kind is VerdictKind.DIFFERENT
    assert compare_bounded(Bound.RECOMMENDED, nine, Bound.EXACT, five).kind is VerdictKind.COMPATIBLE


def test_bounds_hold_across_units_and_what_is_a_question_between_points_stays_one() -> None:
    grammar = QuantityGrammar.build(load_rules())

    def read(text: str) -> Quantity:
        value = grammar.find(text)[0].value
        assert isinstance(value, Quantity)
        return value

    hour, years, month = read("24 hours"), read("10 years"), read("1 month")
    assert compare_bounded(Bound.EXACT, years, Bound.MAX, hour).reason is Reason.OUTSIDE_BOUND
    assert compare_bounded(Bound.EXACT, hour, Bound.MAX, years).kind is VerdictKind.COMPATIBLE
    assert compare_bounded(Bound.MIN, read("16 years"), Bound.EXACT, read("15 minutes")).kind is VerdictKind.DIFFERENT
    assert compare_bounded(Bound.EXACT, read("30 days"), Bound.MAX, month).kind is VerdictKind.COMPATIBLE
    yearly, flat = read("120 EUR a year"), read("90 EUR")
    assert compare_bounded(Bound.EXACT, yearly, Bound.MAX, flat).kind is VerdictKind.POSSIBLE


PARTS = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple)
BUILDS = st.lists(st.sampled_from([0, 1, 22621, 22631]), min_size=1, max_size=6).map(tuple)


@given(BUILDS, BUILDS)
def test_final_versions_are_compatible_iff_one_begins_the_other(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    shared = min(len(a), len(b))
    verdict = compare_values(Version(a), Version(b))
    assert (verdict.kind is VerdictKind.DIFFERENT) is (a[:shared] != b[:shared])


@given(PARTS, PARTS)
def test_version_extents_keep_the_order_of_versions(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    mine, theirs = extent(Version(a)), extent(Version(b))
    assert mine is not None and theirs is not None and mine.hi is not None and theirs.lo is not None
    shared = min(len(a), len(b))
    assert (mine.hi < theirs.lo) is (a[:shared] < b[:shared])


@given(PARTS)
def test_a_pre_release_is_not_its_release(parts: tuple[int, ...]) -> None:
    assert compare_values(Version(parts, "rc1"), Version(parts)).kind is VerdictKind.DIFFERENT
    assert compare_values(Version(parts, "rc1"), Version(parts, "rc2")).kind is VerdictKind.DIFFERENT


@given(st.dates(date(1990, 1, 1), date(2100, 1, 1)), st.integers(1, 400))
def test_a_moment_meets_exactly_the_days_inside_it(start: date, length: int) -> None:
    period = Moment(start, start + timedelta(days=length), Precision.RANGE)
    for offset, inside in ((-1, False), (0, True), (length - 1, True), (length, False)):
        day = start + timedelta(days=offset)
        point = Moment(day, day + timedelta(days=1))
        assert (compare_values(period, point).kind is VerdictKind.DIFFERENT) is not inside


def test_neighbouring_months_differ_and_both_lie_in_their_quarter() -> None:
    starts = [date(2026, month, 1) for month in (1, 2, 3, 4)]
    months = [Moment(a, b, Precision.MONTH) for a, b in pairwise(starts)]
    quarter = Moment(starts[0], starts[-1], Precision.QUARTER)
    assert [m.canonical for m in months] == ["2026-01", "2026-02", "2026-03"]
    assert all(compare_values(quarter, month).kind is VerdictKind.COMPATIBLE for month in months)
    assert all(compare_values(a, b).kind is VerdictKind.DIFFERENT for a, b in pairwise(months))


def test_a_weekday_a_time_and_a_date_are_not_comparable() -> None:
    values = [Moment(weekday=0), Moment(clock=540), Moment(date(2026, 1, 5), date(2026, 1, 6))]
    assert all(compare_values(a, b).stops for a in values for b in values if a is not b)


def test_a_month_against_days_is_a_question_only_where_they_can_be_equal() -> None:
    month = Quantity(Fraction(1), Fraction(1), "month", alternative=Reading("day", Fraction(28), Fraction(31)))
    days = {n: Quantity(Fraction(n), Fraction(n), "day") for n in (30, 90)}
    assert compare_values(month, days[30]).kind is VerdictKind.POSSIBLE
    assert compare_values(month, days[90]).kind is VerdictKind.DIFFERENT


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Quantity(None, None), "at least one bound"),
        (lambda: Quantity(Fraction(2), Fraction(1)), "upside down"),
        (lambda: Moment(), "empty moment"),
        (lambda: Moment(date(2024, 1, 2), date(2024, 1, 2)), "empty moment"),
        (lambda: Moment(date(2024, 1, 2)), "both ends"),
        (lambda: Version(()), "not a version"),
    ],
)
def test_values_that_mean_nothing_cannot_be_made(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]


@given(st.text(), st.text())
def test_keys_fit_63_bits_and_equal_only_for_equal_text(a: str, b: str) -> None:
    assert 0 <= hash63(a) < 2**63
    assert (hash63(a) == hash63(b)) is (a == b)


def test_a_fiscal_period_may_lie_elsewhere_in_the_calendar_than_its_name_says() -> None:
    fiscal = Moment(date(2020, 1, 1), date(2021, 1, 1), Precision.YEAR, fiscal=True)
    july = Moment(date(2019, 7, 1), date(2019, 8, 1), Precision.MONTH)
    known = Moment(date(2019, 10, 1), date(2020, 10, 1), Precision.YEAR, fiscal=True)
    before = Moment(date(2018, 7, 1), date(2018, 8, 1), Precision.MONTH)
    assert compare_values(fiscal, july).kind is VerdictKind.COMPATIBLE
    assert compare_values(july, fiscal).kind is VerdictKind.COMPATIBLE
    assert compare_values(known, july).kind is VerdictKind.DIFFERENT
    assert compare_values(fiscal, before).kind is VerdictKind.DIFFERENT
    nineteen = Moment(date(2019, 1, 1), date(2020, 1, 1), Precision.YEAR, fiscal=True)
    assert compare_values(fiscal, nineteen).kind is VerdictKind.DIFFERENT
