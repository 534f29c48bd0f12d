"""Values: what the object of a claim means once it is normalised.

Every value reduces to ``(kind, unit, lo, hi, value_key)``, the columns the store judges by: two values of one kind and
unit are compatible iff their closed intervals ``[lo, hi]`` meet, and identical iff their keys are equal. Codes (terms,
entities, flags, texts) have no interval; they are compared by key.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

__all__ = [
    "EntityRef",
    "Flag",
    "Moment",
    "Precision",
    "Quantity",
    "Reading",
    "Term",
    "Text",
    "Value",
    "ValueKind",
    "Version",
    "hash63",
]


_NARROW = Fraction(1, 4)  # of its upper end: no rounding of a written number is as wide


def hash63(text: str) -> int:
    """A 63-bit key of ``text``, equal on every machine and in every run."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


class ValueKind(StrEnum):
    QUANTITY = "quantity"
    MOMENT = "moment"
    VERSION = "version"
    ENTITY = "entity"
    TERM = "term"
    FLAG = "flag"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Reading:
    """Another exact reading of a written quantity: GB read as 2**30 bytes, a month as 28 to 31 days, 120 EUR a year
    as 120 EUR, which is what it says beside an amount whose period is not stated.
    """

    unit: str
    lo: Fraction
    hi: Fraction


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or range of numbers ``[lo, hi]`` (closed) in a canonical unit.

    ``unit`` is ``""`` for bare counts, otherwise a canonical unit such as ``second``, ``byte``, ``request/second``,
    ``month``, ``business_day``, ``percent``, ``USD`` or ``USD/month``. ``noun`` is the head noun of a count ("12
    books" → ``book``; a rate of it has the unit ``1/second``): it helps to align claims and never makes two values
    differ. ``prefix`` is ``decimal`` or ``binary`` where the unit was written with a prefix of that base. ``lo``
    or ``hi`` is ``None`` for a half-open
    range that is the value itself ("10 or more").
    """

    lo: Fraction | None
    hi: Fraction | None
    unit: str = ""
    noun: str = ""
    prefix: str = ""
    alternative: Reading | None = None
    approximate: bool = False

    kind = ValueKind.QUANTITY

    def __post_init__(self) -> None:
        if self.lo is None and self.hi is None:
            raise ValueError("a quantity needs at least one bound")
        if self.lo is not None and self.hi is not None and self.lo > self.hi:
            raise ValueError(f"range upside down: {self.lo} > {self.hi}")

    @property
    def spans(self) -> bool:
        """Whether it was written as a range; what a rounding or an approximation word widens stays narrow."""
        if self.lo is None or self.hi is None or self.approximate:
            return False
        return self.hi - self.lo > abs(self.hi) * _NARROW

    @property
    def canonical(self) -> str:
        low, high = (_plain(self.lo), _plain(self.hi))
        number = low if low == high else f"{low}..{high}"
        unit = f"{self.noun}{self.unit[1:]}" if self.noun and self.unit.startswith("1/") else self.unit
        return f"{number} {unit}".strip()

    @property
    def value_key(self) -> str:
        return f"q:{self.lo}:{self.hi}:{self.unit}"


def _plain(number: Fraction | None) -> str:
    if number is None:
        return ""
    if number.denominator == 1:
        return str(number.numerator)
    return f"{float(number):.12g}"


class Precision(StrEnum):
    """How exactly a moment was written."""

    MINUTE = "minute"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Moment:
    """A calendar interval ``[start, end)`` of days at its written precision; "March 2026" is 31 days long.

    ``clock`` is minutes after midnight for a time of day, ``weekday`` 0 (Monday) to 6, ``yearday`` month * 100 + day of
    a date without a year ("12 July"); a moment that is only one of these recurs and has no ``start``. ``last`` is the
    closed end of a recurring one: of "March" (301 to 331), or, at precision ``range``, of "Monday to Friday", where it
    makes the pair one value. ``fiscal`` marks periods counted from a fiscal year's first month, which a site sets.
    """

    start: date | None = None
    end: date | None = None
    precision: Precision = Precision.DAY
    clock: int | None = None
    weekday: int | None = None
    fiscal: bool = False
    yearday: int | None = None
    last: int | None = None

    kind = ValueKind.MOMENT

    def __post_init__(self) -> None:
        if (self.start is None) != (self.end is None):
            raise ValueError("a moment has both ends or none")
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError(f"empty moment: [{self.start}, {self.end})")
        if self.start is None and self.clock is None and self.weekday is None and self.yearday is None:
            raise ValueError("an empty moment")

    @property
    def unit(self) -> str:
        if self.start is not None:
            return "date"
        name = "clock" if self.clock is not None else "weekday" if self.weekday is not None else "yearday"
        return f"{name}-range" if self.precision is Precision.RANGE else name

    @property
    def recurring(self) -> int:
        """The first point of a moment without a date: minutes, weekday or month * 100 + day."""
        return next((x for x in (self.clock, self.weekday, self.yearday) if x is not None), 0)

    def _point(self, point: int) -> str:
        if self.clock is not None:
            return f"{point // 60:02d}:{point % 60:02d}"
        if self.weekday is not None:
            return ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[point]
        return f"--{point // 100:02d}-{point % 100:02d}"

    @property
    def canonical(self) -> str:
        if self.start is None or self.end is None:
            if self.precision is Precision.MONTH:
                return f"--{self.recurring // 100:02d}"
            first = self._point(self.recurring)
            return first if self.last is None else f"{first}/{self._point(self.last)}"
        last = self.end - timedelta(days=1)
        if self.precision is Precision.YEAR and self.start == date(self.start.year, 1, 1):
            return str(self.start.year)
        if self.precision is Precision.MONTH:
            return f"{self.start:%Y-%m}"
        if self.start == last:
            return self.start.isoformat()
        return f"{self.start.isoformat()}/{last.isoformat()}"

    @property
    def value_key(self) -> str:
        key = f"m:{self.unit}:{self.start}:{self.end}:{self.clock}:{self.weekday}"
        return key if self.yearday is None and self.last is None else f"{key}:{self.yearday}:{self.last}"


@dataclass(frozen=True, slots=True)
class Version:
    """A version number as an ordered value; "3" spans every 3.x, so 3 and 3.8 are compatible and 3.8 and 3.9 are not.

    ``parts`` are its numeric parts. ``stage`` is ``""`` for a final release, otherwise the pre-release word and
    number ("rc1", "beta2"), which makes it another point just below the release.
    """

    parts: tuple[int, ...]
    stage: str = ""

    kind = ValueKind.VERSION
    unit = "version"

    def __post_init__(self) -> None:
        if not self.parts or any(part < 0 for part in self.parts):
            raise ValueError(f"not a version: {self.parts}")

    @property
    def canonical(self) -> str:
        return ".".join(map(str, self.parts)) + (f"-{self.stage}" if self.stage else "")

    @property
    def value_key(self) -> str:
        return f"v:{self.canonical}"


@dataclass(frozen=True, slots=True)
class EntityRef:
    """A named person, organisation, product or place: its normal form, and the name as written."""

    entity: str
    name: str

    kind = ValueKind.ENTITY
    unit = ""

    @property
    def canonical(self) -> str:
        return self.name

    @property
    def value_key(self) -> str:
        return f"e:{self.entity}"


@dataclass(frozen=True, slots=True)
class Term:
    """A category of a closed vocabulary: ``domain`` names the vocabulary, ``code`` the member all synonyms share.

    Exact identifiers (URLs, e-mail addresses, licences, host names) are terms of the domain of their kind. ``agrees``
    are other codes of the domain that can hold at the same time (what is deprecated is still available).
    """

    domain: str
    code: str
    agrees: tuple[str, ...] = ()

    kind = ValueKind.TERM

    @property
    def unit(self) -> str:
        return self.domain

    @property
    def canonical(self) -> str:
        return self.code

    @property
    def value_key(self) -> str:
        return f"t:{self.domain}:{self.code}"


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no: whether what subject and predicate name holds."""

    holds: bool

    kind = ValueKind.FLAG
    unit = ""

    @property
    def canonical(self) -> str:
        return "yes" if self.holds else "no"

    @property
    def value_key(self) -> str:
        return f"f:{self.canonical}"


@dataclass(frozen=True, slots=True)
class Text:
    """Words of no known kind: folded to lower case, single spaces, no mark-up."""

    folded: str

    kind = ValueKind.TEXT
    unit = ""

    @property
    def canonical(self) -> str:
        return self.folded

    @property
    def value_key(self) -> str:
        return f"x:{self.folded}"


Value = Quantity | Moment | Version | EntityRef | Term | Flag | Text
