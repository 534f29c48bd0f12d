"""A total against its parts: the last row of a table that adds up the rows above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scanner.extract.slips.side import Check, Pair, side
from scanner.extract.wording import Words, fold_header
from scanner.model import Document, Mention, Quantity, Reason, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["build"]

_FEWEST = 2
_LARGE = 100
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def build(rules: RuleSet) -> Check:
    """The check of total rows."""
    return _Sums(Words.of(rules, "total row"), Words.of(rules, "total part")).check


@dataclass(frozen=True, slots=True)
class _Sums:
    total: Words
    apart: Words

    def check(self, document: Document, units: Sequence[Unit]) -> Iterator[Pair]:
        del document
        rows: list[Unit] = []
        for unit in units:
            if unit.kind is not UnitKind.ROW:
                continue
            if rows and unit.block != rows[0].block:
                rows.clear()
            if rows and unit.lead != rows[-1].lead:
                rows.clear()  # a section of its own
            if self.total.whole(_first(unit)):
                yield from self._of_rows(tuple(rows), unit)
                rows.clear()
            else:
                rows.append(unit)

    def _of_rows(self, parts: Sequence[Unit], total: Unit) -> Iterator[Pair]:
        if len(parts) < _FEWEST or any(len(row.cells) != len(total.cells) for row in parts):
            return
        if any(self.apart.within(fold_header(_first(row))) for row in parts):
            return
        columns = [place for place in range(1, len(total.cells)) if self._adds(total, place)]
        sums = {place: found for place in columns if (found := _sum(parts, total, place)) is not None}
        wrong = [place for place, (said, real, slack) in sums.items() if abs(said - real) > slack]
        # A table that adds up in no column adds up something else (a row not shown, a group in two rows).
        if len(wrong) == len(sums) > 1 or len(wrong) > 1:
            return
        for place in wrong:
            said, real, _ = sums[place]
            if abs(said - real) * 2 > abs(said):
                continue
            mention = _only(total, place)
            last = _only(parts[-1], place)
            if mention is None or last is None or not isinstance(mention.value, Quantity):
                continue
            value = Quantity(real, real, mention.value.unit, mention.value.noun)
            added = f"parts add up to {_as_written(mention, real)}"
            reason, predicate = Reason.SUM_DIFFERS, total.headers[place] or "total"
            yield (
                side(reason, total, (mention.start, mention.end), mention.text, mention.value, predicate),
                side(reason, parts[-1], (last.start, last.end), added, value, predicate),
            )

    def _adds(self, total: Unit, place: int) -> bool:
        """Whether amounts of a column can be added at all: shares, averages and running numbers cannot."""
        mention = _only(total, place)
        if mention is None or not isinstance(mention.value, Quantity) or mention.value.unit == "percent":
            return False
        header = fold_header(total.headers[place]) if place < len(total.headers) else ""
        return not self.apart.within(header) and "/" not in mention.value.unit


def _first(unit: Unit) -> str:
    return unit.text[slice(*unit.cells[0])].strip(" *_`") if unit.cells else ""


def _only(unit: Unit, place: int) -> Mention | None:
    """The one exact amount that a cell is."""
    low, high = unit.cells[place]
    inside = [m for m in unit.starting(low, high) if m.end <= high]
    if len(inside) != 1 or not isinstance(inside[0].value, Quantity):
        return None
    value, text = inside[0].value, unit.text[low:high].strip(" *_`")
    exact = value.lo is not None and value.lo == value.hi and not value.approximate and inside[0].bound is None
    return inside[0] if exact and len(inside[0].text) * 2 > len(text) else None


def _sum(parts: Sequence[Unit], total: Unit, place: int) -> tuple[Fraction, Fraction, Fraction] | None:
    """What the total says, what the parts add up to, and how far rounding alone may part them."""
    mentions = [_only(row, place) for row in (*parts, total)]
    amounts: list[Fraction] = []
    slack = Fraction(0)
    units = set()
    for mention in mentions:
        if mention is None or not isinstance(mention.value, Quantity) or mention.value.lo is None:
            return None
        amounts.append(mention.value.lo)
        units.add(mention.value.unit)
        slack += _half_digit(mention)
    if len(units) != 1:
        return None
    *some, said = amounts
    if not slack and said >= _LARGE:
        slack = Fraction(1)  # thousands or millions, each rounded by itself
    return said, sum(some, Fraction(0)), slack


def _half_digit(mention: Mention) -> Fraction:
    """Half the last digit an amount is written to, where it is written to fractions; whole numbers are counted."""
    number, decimals = _number(mention.text)
    return abs(_scale(mention, number)) * Fraction(1, 2 * 10**decimals) if decimals else Fraction(0)


def _number(text: str) -> tuple[Fraction, int]:
    """The number as it is written, and how many decimals it has."""
    digits = _DIGITS.search(text)
    if digits is None:
        return Fraction(0), 0
    plain = digits.group().replace(",", "")
    return Fraction(plain), len(plain.partition(".")[2])


def _scale(mention: Mention, number: Fraction) -> Fraction:
    """How many canonical units one unit as written is."""
    value = mention.value
    return value.lo / number if isinstance(value, Quantity) and value.lo and number else Fraction(1)


def _as_written(mention: Mention, amount: Fraction) -> str:
    """``amount``, in canonical units, the way ``mention`` is written."""
    number, decimals = _number(mention.text)
    shown = amount / _scale(mention, number)
    return _DIGITS.sub(f"{float(shown):,.{decimals}f}", mention.text, count=1)
