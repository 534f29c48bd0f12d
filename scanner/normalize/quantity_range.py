"""Join two amounts into a range, and tell a range from the two ends of a change."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.normalize.moment_words import alternation
from scanner.normalize.quantity_amount import Amount, AmountReader
from scanner.normalize.quantity_units import UnitTable
from scanner.normalize.quantity_words import words_before
from scanner.rules import RuleSet

__all__ = ["RangeReader"]

_DASH = re.compile(r"(?P<glued>[-–—−‐‑]|\.\.\.?|~)(?=[\d.$€£¥])|\s(?:[-–—−])\s(?=[\d.$€£¥])")
_WAVE = re.compile(r"\s~\s(?=\d)")
_PLUS_MINUS = re.compile(r"\s?(?:±|\+/-|\+-)\s?(?=[\d.])")
_SIDES = re.compile(r"(?:-by-|\sby\s|\s?[x×]\s?)(?=[\d.])")  # "30-by-40-foot", "4 x 6 inches"
_MILLIONS = re.compile(r"[mbk](?!\w)")
_SCORE = re.compile(r"[-–—−‐‑]\d+(?![\w.]*\d)")


@dataclass(frozen=True)
class RangeReader:
    """Reads what follows a first amount: "–10", "to 10 days", "± 0.5"."""

    table: UnitTable
    amounts: AmountReader
    start: re.Pattern[str]
    changes: frozenset[str]
    to: re.Pattern[str]
    both: re.Pattern[str]
    series: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable, amounts: AmountReader, start: re.Pattern[str]) -> RangeReader:
        """Compile the cues ``change verbs``, ``range to``, ``range and``, ``comparison joints`` and ``approximate``."""
        about = f"(?:(?:{alternation(rules.words('approximate 5%'))})\\s*)?"
        compared = alternation(rules.words("comparison joints"))
        return cls(
            table,
            amounts,
            start,
            frozenset(rules.words("change verbs")),
            re.compile(rf"(?:,(?=\s+up\b))?\s+(?:{alternation(rules.words('range to'))})\s+{about}", re.IGNORECASE),
            re.compile(rf"\s+(?:{alternation(rules.words('range and'))})\s+{about}", re.IGNORECASE),
            re.compile(rf"(?:, or|, and|,| or| and|/|(?P<than> (?:{compared})))\s?(?=\S)", re.IGNORECASE),
        )

    def read(self, text: str, first: Amount) -> Amount | None:
        """``first`` widened to the range it starts, ``first`` itself if it starts none, ``None`` for a score (2-1)."""
        spread = _PLUS_MINUS.match(text, first.end)
        if spread is not None:
            return self._spread(text, first, spread.end())
        before = [token.group().lower() for token in words_before(text, first.start)]
        between = before[-1:] == ["between"]
        joint = (
            _DASH.match(text, first.end)
            or _WAVE.match(text, first.end)
            or (between and self.both.match(text, first.end))
            or self.to.match(text, first.end)
        )
        if not joint or first.article or (joint.re is self.to and self._changes(text, first.start, before)):
            return first
        second = self._second(text, joint.end(), first)
        if second is None or (joint.re is self.to and self._moves(before, first, second)):
            return first
        pair = self._distribute(text, first, second)
        glued = joint.re is _DASH
        if pair is None or pair[0].lo >= pair[1].hi or text[second.end : second.end + 1] in ("-", "–"):
            bare = first.ref is None and second.ref is None and not first.numeral.words
            return None if glued and joint.group("glued") and bare and _SCORE.match(text, first.end) else first
        low, high = pair
        start = first.start
        if before[-1:] in (["between"], ["from"]):
            start = words_before(text, first.start)[-1].start()
        return replace(
            high, start=start, lo=low.lo, hi=high.hi, numeral=replace(high.numeral, grouped=True), money=low.money
        )

    def shared(self, text: str, first: Amount, depth: int = 12) -> Amount | None:
        """The amount whose unit a bare ``first`` shares: the new end of a change, or the next of a list."""
        before = [token.group().lower() for token in words_before(text, first.start)]
        changing = self.to.match(text, first.end) if self._changes(text, first.start, before) else None
        joint = changing or self.series.match(text, first.end) or _SIDES.match(text, first.end)
        second = self._second(text, joint.end(), first) if joint else None
        if second is None or joint is None:
            return None
        if joint.group() in (",", ", "):  # only a list with "and" or "or" before its last member shares a unit
            return self.shared(text, second, depth - 1) if second.ref is None and depth else None
        if joint.re is self.series and joint.group("than") and (second.ref is None or not second.ref.unit):
            return None
        return second

    def magnified(self, first: Amount, second: Amount) -> tuple[Fraction, Fraction]:
        """The ends of ``first``, times the magnitude that only ``second`` writes ("from 1 to 5 million")."""
        factor = second.numeral.magnitude
        if first.numeral.magnitude > 1 or factor <= 1 or first.hi * factor > max(second.hi, factor * 1000):
            return first.lo, first.hi
        return first.lo * factor, first.hi * factor

    def refused_end(self, text: str, first: Amount) -> int:
        """Where reading goes on after a score."""
        match = _SCORE.match(text, first.end)
        return match.end() if match else first.end

    def _changes(self, text: str, start: int, before: list[str]) -> bool:
        if before[-1:] != ["from"]:
            return False
        clause = [token.group().lower() for token in words_before(text, start, 240)][:-1]
        for stop in (".", ";", "!", "?"):
            if stop in clause:
                clause = clause[len(clause) - clause[::-1].index(stop) :]
        return bool(self.changes.intersection(clause))

    def _moves(self, before: list[str], first: Amount, second: Amount) -> bool:
        """Whether "to" leads to a new level: "rose 35 cents to $23.45"; "rose 5 to 10 percent" is a range."""
        return (
            first.ref is not None
            and (second.ref is None or second.money or not first.money)
            and (bool(self.changes.intersection(before[-2:])) and before[-1:] != ["by"])
        )

    def _second(self, text: str, at: int, first: Amount) -> Amount | None:
        money = self.table.money_at(text, at)
        if money is not None and text[money[1] : money[1] + 1].isdigit():
            at = money[1]
        match = self.start.match(text, at)
        if match is None or match.lastgroup not in ("digit", "word", "code"):
            return None
        if match.lastgroup == "code":
            at = match.end()
        known = first.ref if first.money and match.lastgroup == "digit" else None
        amount = self.amounts.read(text, at)
        if known is not None and (amount is None or amount.ref is None or _MILLIONS.match(text, amount.numeral.end)):
            amount = self.amounts.read(text, at, money=known)
        return None if amount is None or amount.problem else amount

    def _distribute(self, text: str, first: Amount, second: Amount) -> tuple[Amount, Amount] | None:
        magnitude = second.numeral.magnitude
        if (
            first.numeral.magnitude == 1
            and magnitude > 1
            and not (first.numeral.words and second.numeral.words)
            and first.hi * magnitude < second.hi
            and (first.ref is None or first.money)
        ):
            slack = first.numeral.step * magnitude / 2 if first.numeral.step < 1 else Fraction(0)
            first = replace(first, lo=first.lo * magnitude - slack, hi=first.hi * magnitude + slack)
        if second.ref is None and first.ref is not None:
            # "5 GB to 10": the second end shares the unit, unless it counts something of its own.
            if not (first.money or first.ref.unit in ("percent", "celsius")) and text[
                second.end : second.end + 2
            ].strip(" ,.;)"):
                return None
            second = replace(second, ref=first.ref)
        if second.ref is None:
            return first, second
        same = first.converted(second.ref)
        return None if same is None else (same, second)

    def _spread(self, text: str, first: Amount, at: int) -> Amount:
        second = self.amounts.read(text, at)
        if second is None or second.problem:
            return first
        width = second.hi
        if second.ref is not None and second.ref.unit == "percent" and (first.ref is None or first.ref != second.ref):
            width = abs(first.hi) * second.hi / 100
            return replace(first, end=second.end, lo=first.lo - width, hi=first.hi + width)
        if second.ref is not None:
            moved = first.converted(second.ref)
            if moved is None:
                return first
            first = moved
        return replace(first, end=second.end, lo=first.lo - width, hi=first.hi + width)
