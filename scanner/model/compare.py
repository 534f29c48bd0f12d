"""Whether two values can both hold: identity, compatibility, and what only may differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from fractions import Fraction

from scanner.model.claim import Bound
from scanner.model.name import relate_names
from scanner.model.value import EntityRef, Flag, Moment, Precision, Quantity, Term, Text, Value, ValueKind, Version
from scanner.model.verdict import Reason, Verdict, VerdictKind

__all__ = ["UNLIMITED", "Extent", "compare_bounded", "compare_values", "extent"]

_PART_BASE = 10_000
_PARTS = 4
_DAY = 86_400  # seconds
_MONTH = 31  # days
_TEXT_SIMILARITY = 0.9
_WORKING = frozenset({"business_day", "business_hour"})
_FISCAL_DAYS = 334  # eleven months
_ANY_CURRENCY = "money"  # of a price of nothing in a document without amounts
_PRICE = re.compile(r"(?:money|[A-Z]{3})(?:/|$)")
_NEGATION = re.compile(r"\b(?:not|no|never|non|without|un\w+)\b")


@dataclass(frozen=True, slots=True)
class Extent:
    """The closed interval ``[lo, hi]`` of a value in its unit; ``None`` is unbounded on that side.

    Moments count proleptic ordinals of days (their last day included), times of day minutes, days without a year
    month * 100 + day, ranges of these ``first * 10_000 + last`` (one point), versions ``part * 10_000**k``. The store
    keeps extents as doubles, which hold all of these exactly up to 2**53.
    """

    unit: str
    lo: Fraction | None
    hi: Fraction | None

    def meets(self, other: Extent, tolerance: Fraction = Fraction(0)) -> bool:
        """Whether the intervals share a point: max(lo) <= min(hi), each widened by a relative ``tolerance``."""
        slack = tolerance * max(
            (abs(x) for x in (self.lo, self.hi, other.lo, other.hi) if x is not None), default=Fraction(0)
        )
        below = self.hi is not None and other.lo is not None and self.hi + slack < other.lo
        above = other.hi is not None and self.lo is not None and other.hi + slack < self.lo
        return not (below or above)


def extent(value: Value) -> Extent | None:
    """The interval ``value`` is compared by, or ``None`` for values compared by key alone."""
    match value:
        case Quantity(lo=lo, hi=hi, unit=unit):
            return Extent(unit, lo, hi)
        case Moment(start=start, end=end, last=last):
            if start is not None and end is not None:
                return Extent("date", Fraction(start.toordinal()), Fraction(end.toordinal() - 1))
            first = value.recurring
            if last is not None and value.precision is Precision.RANGE:
                # Opening hours, working days, seasons: the pair is the value, so 9-17 differs from 9-18.
                return Extent(value.unit, *[Fraction(first * _PART_BASE + last)] * 2)
            return Extent(value.unit, Fraction(first), Fraction(first if last is None else last))
        case Version(parts=parts, stage=""):
            known = [min(part, _PART_BASE - 1) for part in parts[:_PARTS]]
            low = known + [0] * (_PARTS - len(known))
            high = known + [_PART_BASE - 1] * (_PARTS - len(known))
            return Extent("version", Fraction(_encode(low)), Fraction(_encode(high)))
        case _:
            return None


def _encode(parts: list[int]) -> int:
    number = 0
    for part in parts:
        number = number * _PART_BASE + part
    return number


_DIFFERS = {
    ValueKind.QUANTITY: Reason.QUANTITY_DIFFERS,
    ValueKind.MOMENT: Reason.DATE_DIFFERS,
    ValueKind.VERSION: Reason.VERSION_DIFFERS,
    ValueKind.TERM: Reason.TERM_DIFFERS,
    ValueKind.ENTITY: Reason.ENTITY_DIFFERS,
    ValueKind.FLAG: Reason.POLARITY_DIFFERS,
    ValueKind.TEXT: Reason.TEXT_DIFFERS,
}


def compare_values(a: Value, b: Value, tolerance: Fraction = Fraction(0)) -> Verdict:
    """Compare two values of one bound class. Symmetric in ``a`` and ``b``.

    ``tolerance`` is relative (0.05 = 5 %) and comes from the predicate's card. Answers ``same`` (identical key),
    ``compatible``, ``possible``, ``different``, or ``stop`` where the two are not comparable at all.
    """
    if a.kind is not b.kind:
        return _compare_across(a, b)
    if a.value_key == b.value_key:
        return Verdict(VerdictKind.SAME, Reason.IDENTICAL)
    if isinstance(a, Quantity) and isinstance(b, Quantity):
        return _compare_quantities(a, b, tolerance)
    if isinstance(a, Term) and isinstance(b, Term):
        if a.domain != b.domain:
            return Verdict(VerdictKind.STOP, Reason.KIND_DIFFERS)
        if b.code in a.agrees or a.code in b.agrees:
            return Verdict(VerdictKind.COMPATIBLE, Reason.SYNONYM)
        reason = Reason.MODALITY_DIFFERS if a.domain == "modality" else Reason.TERM_DIFFERS
        return Verdict(VerdictKind.DIFFERENT, reason)
    if isinstance(a, EntityRef) and isinstance(b, EntityRef):
        return relate_names(a.entity, b.entity)
    if isinstance(a, Text) and isinstance(b, Text):
        return _compare_texts(a.folded, b.folded)
    if isinstance(a, Flag):
        return Verdict(VerdictKind.DIFFERENT, Reason.POLARITY_DIFFERS)
    if isinstance(a, Version) and isinstance(b, Version) and not (a.stage or b.stage):
        # Not by extent: that keeps four parts and clips each, and build numbers are longer (10.0.22621, 10.0.22631).
        shared = min(len(a.parts), len(b.parts))
        if a.parts[:shared] == b.parts[:shared]:
            return Verdict(VerdictKind.COMPATIBLE, Reason.INTERVALS_MEET)
        return Verdict(VerdictKind.DIFFERENT, Reason.VERSION_DIFFERS)
    if isinstance(a, Moment) and isinstance(b, Moment) and {a.unit, b.unit} == {"date", "yearday"}:
        return _compare_yearless(*((a, b) if a.unit == "yearday" else (b, a)))
    mine_at, theirs_at = extent(a), extent(b)
    if mine_at is None or theirs_at is None:
        return Verdict(VerdictKind.DIFFERENT, _DIFFERS[a.kind])
    if isinstance(a, Moment) and isinstance(b, Moment) and a.fiscal is not b.fiscal:
        mine_at, theirs_at = _anywhere(a, mine_at), _anywhere(b, theirs_at)
    if mine_at.unit != theirs_at.unit:
        return Verdict(VerdictKind.STOP, Reason.DIMENSION_DIFFERS)
    if mine_at.meets(theirs_at):
        return Verdict(VerdictKind.COMPATIBLE, Reason.INTERVALS_MEET)
    return Verdict(VerdictKind.DIFFERENT, _DIFFERS[a.kind])


def _compare_yearless(yearless: Moment, dated: Moment) -> Verdict:
    """ "5 August" beside "4 August 2017": another day of the year leaves open whether one year is meant."""
    agree = Verdict(VerdictKind.COMPATIBLE, Reason.INTERVALS_MEET)
    at = extent(yearless)
    if at is None or at.lo is None or at.hi is None or dated.start is None or dated.end is None:
        return agree
    last = date.fromordinal(dated.end.toordinal() - 1)
    if (last - dated.start).days > _MONTH or last.year != dated.start.year:
        return agree
    first, final = (day.month * 100 + day.day for day in (dated.start, last))
    if at.lo <= final and first <= at.hi:
        return agree
    return Verdict(VerdictKind.POSSIBLE, Reason.DATE_DIFFERS, ("period",))


def _compare_across(a: Value, b: Value) -> Verdict:
    """Values of two kinds that speak of one thing: yes or no beside a duty, no limit beside an amount."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Term) and isinstance(other, Flag) and one.domain == "modality":
            return _DUTY_BESIDE_FLAG.get((one.code, other.holds), Verdict(VerdictKind.COMPATIBLE, Reason.SYNONYM))
        if isinstance(one, Term) and isinstance(other, Quantity) and one.domain == UNLIMITED.domain:
            return Verdict(VerdictKind.DIFFERENT, Reason.QUANTITY_DIFFERS)
    return Verdict(VerdictKind.STOP, Reason.KIND_DIFFERS)


UNLIMITED = Term("amount", "unlimited")
"""What has no limit, whatever it is counted in."""

_DUTY_BESIDE_FLAG = {
    ("prohibited", True): Verdict(VerdictKind.DIFFERENT, Reason.POLARITY_DIFFERS),
    ("required", False): Verdict(VerdictKind.DIFFERENT, Reason.POLARITY_DIFFERS),
    ("optional", False): Verdict(VerdictKind.POSSIBLE, Reason.POLARITY_DIFFERS),  # "no" may be "not needed"
}
"""Duty and flag that exclude one another; all others can hold together."""


def _anywhere(moment: Moment, at: Extent) -> Extent:
    """Where a fiscal period may lie against the calendar, if nothing says in which month its year begins: it is named
    by the year in which it ends, or by the one in which it begins."""
    known = moment.start is None or (moment.precision is Precision.YEAR and moment.start.month != 1)
    if not moment.fiscal or known or at.lo is None or at.hi is None:
        return at
    return Extent(at.unit, at.lo - _FISCAL_DAYS, at.hi + _FISCAL_DAYS)


def _readings(quantity: Quantity) -> list[Extent]:
    readings = [Extent(quantity.unit, quantity.lo, quantity.hi)]
    if quantity.alternative is not None:
        other = quantity.alternative
        readings.append(Extent(other.unit, other.lo, other.hi))
    return readings


def _crossing(a: Quantity, b: Quantity) -> list[tuple[Extent, Extent]]:
    """The pairs of readings in one unit; a rate is read without its per-what only beside what has none."""
    both = "/" in a.unit and "/" in b.unit
    return [(x, y) for x in _readings(a) for y in _readings(b) if x.unit == y.unit and not (both and "/" not in x.unit)]


def _compare_quantities(a: Quantity, b: Quantity, tolerance: Fraction) -> Verdict:
    mine, theirs = _readings(a)[0], _readings(b)[0]
    crossing = _crossing(a, b)
    if mine.unit == theirs.unit:
        if a.spans and b.spans and _ends_apart(mine, theirs, tolerance):
            return Verdict(VerdictKind.DIFFERENT, Reason.QUANTITY_DIFFERS)
        if mine.meets(theirs, tolerance):
            return Verdict(VerdictKind.COMPATIBLE, Reason.INTERVALS_MEET)
        # 4 GB = 4096 MB = 4294967296 bytes where GB was meant as 2**30; 5 GB against 5 GiB stays a question. Likewise
        # degrees that may be of Celsius or of Fahrenheit.
        if any(x.meets(y) for x, y in crossing if x.unit == mine.unit):
            if {a.prefix, b.prefix} == {"decimal", "binary"}:
                return Verdict(VerdictKind.POSSIBLE, Reason.UNIT_BASE)
            return Verdict(VerdictKind.COMPATIBLE, Reason.UNIT_BASE)
        return Verdict(VerdictKind.DIFFERENT, Reason.QUANTITY_DIFFERS)
    if not crossing and _ANY_CURRENCY in {a.unit, b.unit} and all(_PRICE.match(x.unit) for x in (a, b)):
        free = a.lo == b.lo  # nothing is the same in every currency
        kind = VerdictKind.COMPATIBLE if free else VerdictKind.DIFFERENT
        return Verdict(kind, Reason.INTERVALS_MEET if free else Reason.QUANTITY_DIFFERS)
    if not crossing:
        return Verdict(VerdictKind.STOP, Reason.DIMENSION_DIFFERS)
    meets = any(x.meets(y, tolerance) for x, y in crossing)
    if ("/" in a.unit) != ("/" in b.unit):  # per what is scope: what only one side states leaves a question
        agree = Verdict(VerdictKind.COMPATIBLE, Reason.INTERVALS_MEET)
        return agree if meets else Verdict(VerdictKind.POSSIBLE, Reason.SCOPE_MISSING, ("per",))
    if {a.unit, b.unit} & _WORKING:  # five working days are a week; what one is else depends on the day it begins
        return Verdict(VerdictKind.COMPATIBLE if meets else VerdictKind.POSSIBLE, Reason.CALENDAR_UNIT)
    if meets:
        kind = VerdictKind.COMPATIBLE if _by_convention(a, b) else VerdictKind.POSSIBLE
        return Verdict(kind, Reason.CALENDAR_UNIT)
    return Verdict(VerdictKind.DIFFERENT, Reason.QUANTITY_DIFFERS)


def _by_convention(a: Quantity, b: Quantity) -> bool:
    """Whether days stand for months as everybody counts them: 30 days for a month, 365 for a year."""
    months, days = (a, b) if a.unit == "month" else (b, a)
    if (months.unit, days.unit) != ("month", "second"):
        return False
    ends = ((months.lo, days.lo), (months.hi, days.hi))
    return any(
        all(count is not None and count * _DAY * length == told for count, told in ends)
        for length in (30, Fraction(365, 12))
    )


def _ends_apart(a: Extent, b: Extent, tolerance: Fraction) -> bool:
    """Whether two written ranges have one end in common and another end apart ("0 to 40", "0 to 45").

    A common end tells that both mean the same range. Ranges that merely overlap may be of two things, or one of them
    what is usual.
    """
    ends = [Extent(a.unit, x, x).meets(Extent(a.unit, y, y), tolerance) for x, y in ((a.lo, b.lo), (a.hi, b.hi))]
    return any(ends) and not all(ends)


def _compare_texts(a: str, b: str) -> Verdict:
    # Similarity knows neither digits nor polarity: a difference in either is never "the same words".
    same_digits = re.findall(r"\d+", a) == re.findall(r"\d+", b)
    same_polarity = bool(_NEGATION.search(a)) == bool(_NEGATION.search(b))
    if same_digits and same_polarity and SequenceMatcher(None, a, b).ratio() > _TEXT_SIMILARITY:
        return Verdict(VerdictKind.COMPATIBLE, Reason.INTERVALS_MEET)
    return Verdict(VerdictKind.POSSIBLE, Reason.TEXT_DIFFERS)


_POINTS = frozenset({Bound.EXACT, Bound.DEFAULT})
_SOFT = frozenset({Bound.RECOMMENDED, Bound.TYPICAL})


def compare_bounded(bound_a: Bound, a: Value, bound_b: Bound, b: Value, tolerance: Fraction = Fraction(0)) -> Verdict:
    """Compare two values with their bound classes.

    Values of one class are compared as points. Across classes only impossibility counts: a point outside a bound, or a
    maximum below a minimum. An exact value beside another default is ``possible``: one of them may be a local setting.
    Recommended and typical values conflict with nothing but hard bounds.
    """
    if bound_a is bound_b:
        return compare_values(a, b, tolerance)
    plain = compare_values(a, b, tolerance)
    if a.kind is not b.kind and plain.kind is VerdictKind.DIFFERENT:
        holds = Bound.MIN in {bound_a, bound_b}  # what has no limit is at least any amount
        return Verdict(VerdictKind.COMPATIBLE, Reason.BOUND_CLASS) if holds else plain
    if plain.kind in (VerdictKind.STOP, VerdictKind.SAME, VerdictKind.COMPATIBLE):
        return plain if plain.kind is VerdictKind.STOP else Verdict(VerdictKind.COMPATIBLE, plain.reason)
    if plain.reason is Reason.UNIT_BASE:
        return plain  # one number of decimal and of binary bytes: whatever it bounds, the unit is the question
    if {bound_a, bound_b} == _POINTS:
        return Verdict(VerdictKind.POSSIBLE, Reason.BOUND_CLASS) if plain.kind is VerdictKind.DIFFERENT else plain
    bounds = {bound_a, bound_b}
    if not bounds & {Bound.MIN, Bound.MAX}:
        return Verdict(VerdictKind.COMPATIBLE, Reason.BOUND_CLASS)
    low, high = (a, b) if bound_a is Bound.MIN or bound_b is Bound.MAX else (b, a)
    # ``low`` must not exceed ``high`` (min <= max, point <= max, min <= point), however either is read.
    beside: Sequence[tuple[Extent | None, Extent | None]] = [(extent(low), extent(high))]
    if isinstance(low, Quantity) and isinstance(high, Quantity):
        beside = _crossing(low, high)
    if not beside or not all(_exceeds(x, y) for x, y in beside):
        return Verdict(VerdictKind.COMPATIBLE, Reason.BOUND_CLASS)
    if plain.kind is VerdictKind.POSSIBLE:
        return plain  # what leaves two points a question leaves a point and a bound one
    return Verdict(VerdictKind.DIFFERENT, Reason.OUTSIDE_BOUND)


def _exceeds(low: Extent | None, high: Extent | None) -> bool:
    """Whether all of one interval lies above all of another of its unit."""
    if low is None or high is None or low.unit != high.unit:
        return False
    return low.lo is not None and high.hi is not None and low.lo > high.hi
