"""Read how often something happens as a period: "every 5 days", "once a week", "twice a day", "runs hourly"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.model import Bound
from scanner.normalize.moment_words import alternation
from scanner.normalize.number import NumberReader
from scanner.normalize.quantity_units import UnitRef, UnitTable
from scanner.rules import RuleSet

__all__ = ["FrequencyReader", "Period", "flipped"]

_OF_ONE = re.compile(r"of\s+(?:an?|one)\s+", re.IGNORECASE)
_END = r"\s*(?:$|[,;.)!?/\n]"


@dataclass(frozen=True, slots=True)
class Period:
    """``count`` of the time unit ``ref`` between two events, written at ``[start, end)``."""

    start: int
    end: int
    count: Fraction
    ref: UnitRef

    @property
    def unit(self) -> UnitRef:
        """The unit of the period: second or month per event."""
        return replace(self.ref, unit=f"{self.ref.unit}/event", card=self.ref.card)


def flipped(bound: Bound | None) -> Bound | None:
    """The bound of a period whose frequency has ``bound``: at least once a week is at most 7 days apart."""
    if bound is Bound.MIN:
        return Bound.MAX
    return Bound.MIN if bound is Bound.MAX else bound


@dataclass(frozen=True)
class FrequencyReader:
    """Recognises periods that start with a word; "3 times a day" starts with a number and goes by rates."""

    table: UnitTable
    numbers: NumberReader
    adverbs: Mapping[str, tuple[Fraction, UnitRef]]
    counts: Mapping[str, Fraction]
    start_words: str
    every: re.Pattern[str]
    ordinals: Mapping[str, Fraction]
    ordinal: re.Pattern[str]
    per: re.Pattern[str]
    ending: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable, numbers: NumberReader) -> FrequencyReader:
        adverbs: dict[str, tuple[Fraction, UnitRef]] = {}
        for entry in rules.words("adverb periods"):
            word, count, unit = entry.split(" ")
            adverbs[word] = (Fraction(count), table.by_card[unit])
        counts, ordinals = _valued(rules.words("frequency counts")), _valued(rules.words("frequency ordinals"))
        every, per = alternation(rules.words("frequency every")), alternation(rules.words("frequency per"))
        following = alternation(rules.words("frequency followed by"))
        words = "|".join(sorted({*adverbs, *counts, "every"}, key=lambda w: (-len(w), w)))
        return cls(
            table,
            numbers,
            adverbs,
            counts,
            rf"(?:{words})(?!\w)",
            re.compile(rf"(?:{every})\s+", re.IGNORECASE),
            ordinals,
            re.compile(rf"({alternation(ordinals)})\s+", re.IGNORECASE),
            re.compile(rf"\s*(?:(?:{per})\s+|/\s*)", re.IGNORECASE),
            # Before anything else an adverb of frequency is an adjective ("weekly report").
            re.compile(rf"{_END}|(?:{following})\b)", re.IGNORECASE),
        )

    def read(self, text: str, at: int) -> Period | None:
        """The period whose first word starts at ``at``."""
        word = _first_word(text, at)
        end = at + len(word)
        if word in self.adverbs:
            if not self.ending.match(text, end) or text[at - 1 : at] == "-":
                return None
            count, ref = self.adverbs[word]
            return Period(at, end, count, ref)
        if word in self.counts:
            adverb = _first_word(text, end + 1)
            if adverb in self.adverbs:  # "twice daily"
                count, ref = self.adverbs[adverb]
                return Period(at, end + 1 + len(adverb), count / self.counts[word], ref)
            per = self.per.match(text, end)
            if per is None:
                return None
            found = self._span(text, per.end())
            return Period(at, found[2], found[0] / self.counts[word], found[1]) if found else None
        every = self.every.match(text, at)
        found = self._span(text, every.end()) if every else None
        return Period(at, found[2], found[0], found[1]) if found else None

    def _span(self, text: str, at: int) -> tuple[Fraction, UnitRef, int] | None:
        """A number of time units at ``at``, one if no number is written."""
        count = Fraction(1)
        other = self.ordinal.match(text, at)
        if other is not None:
            count, at = self.ordinals[other.group(1).lower()], other.end()
        elif text[at : at + 1].isdigit() or self.numbers.words_at.match(text, at):
            numeral = self.numbers.read(text, at)
            if numeral is None or numeral.problem:
                return None
            count, at = numeral.value, numeral.end
            at += text[at : at + 1] in (" ", "\u00a0", "-")
            if numeral.fraction and (of := _OF_ONE.match(text, at)):
                at = of.end()
        unit = self.table.match(text, at)
        if unit is None or not unit[0].is_time or count <= 0:
            return None
        return count, unit[0], unit[1]


def _valued(entries: tuple[str, ...]) -> dict[str, Fraction]:
    return {word: Fraction(value) for word, _, value in (entry.rpartition(" ") for entry in entries)}


def _first_word(text: str, at: int) -> str:
    end = at
    while end < len(text) and text[end].isalpha():
        end += 1
    return text[at:end].lower()
