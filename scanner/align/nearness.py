"""How far apart two values are: what was changed or mistaken is mostly near, what tells of another thing anywhere."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from scanner.model import UNLIMITED, Extent, Moment, Quantity, Value, extent

__all__ = ["FAR", "doublings", "written_apart"]

FAR = 6.0  # doublings from which on values count as equally far
_MONTH = 31  # days
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_KNOWN = 3.0  # for moments of one kind that differ: times of day, days of the year


def doublings(a: Value, b: Value) -> float:
    """How many doublings lie between two values, in [0, ``FAR``]; 0 for words. No limit is
    far from any amount.

    Of quantities the nearest ends of their nearest readings count, of dates the months between them:
    ``log2(1 + months)``.
    """
    if isinstance(a, Quantity) and isinstance(b, Quantity):
        apart = [_ratio(x, y) for mine in _readings(a) for theirs in _readings(b) for x, y in _ends(mine, theirs)]
        return min(apart, default=FAR)
    if isinstance(a, Moment) and isinstance(b, Moment):
        if {a.unit, b.unit} == {"date", "yearday"}:
            return _in_the_year(*((a, b) if a.unit == "yearday" else (b, a)))
        return _between(extent(a), extent(b))
    unlimited = UNLIMITED in (a, b) and (isinstance(a, Quantity) or isinstance(b, Quantity))
    return FAR if unlimited else 0.0


def written_apart(a: str, b: str) -> float:
    """The most doublings that lie between two values as written: 1 where one number stands with two units.

    Who writes "15 hours" for "15 minutes" has slipped, however far apart they are.
    """
    numbers = [_NUMBER.findall(text) for text in (a, b)]
    return 1.0 if len(numbers[0]) == 1 and numbers[0] == numbers[1] and a != b else FAR


def _readings(value: Quantity) -> tuple[Extent, ...]:
    other = value.alternative
    own = Extent(value.unit, value.lo, value.hi)
    return (own,) if other is None else (own, Extent(other.unit, other.lo, other.hi))


def _ends(a: Extent, b: Extent) -> list[tuple[Fraction, Fraction]]:
    if a.unit != b.unit:
        return []
    return [(x, y) for x in (a.lo, a.hi) if x is not None for y in (b.lo, b.hi) if y is not None]


def _ratio(x: Fraction, y: Fraction) -> float:
    if x == y:
        return 0.0
    if (x.numerator > 0) is not (y.numerator > 0) or not x or not y:
        return FAR
    # Divided as whole numbers, which are rounded once as a fraction in its lowest terms is, without looking for these.
    apart = abs(x.numerator * y.denominator / (x.denominator * y.numerator))
    return min(FAR, abs(math.log2(apart)))


def _between(a: Extent | None, b: Extent | None) -> float:
    if a is None or b is None or a.unit != b.unit or a.lo is None or b.lo is None:
        return FAR
    if a == b:
        return 0.0
    return min(FAR, math.log2(1 + abs(float(a.lo - b.lo)) / _MONTH)) if a.unit == "date" else _KNOWN


def _in_the_year(yearless: Moment, dated: Moment) -> float:
    """As many months as between two dates of one year."""
    if dated.start is None:
        return FAR
    month, day = divmod(yearless.recurring, 100)
    apart = abs((month - dated.start.month) * _MONTH + day - dated.start.day)
    return min(FAR, math.log2(1 + min(apart, 12 * _MONTH - apart) / _MONTH))
