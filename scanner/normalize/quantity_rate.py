"""Read what an amount is per: a unit that makes it a rate, or a noun that is its scope."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from scanner.normalize.number import NumberReader
from scanner.normalize.quantity_units import UnitRef, UnitTable, divide
from scanner.rules import RuleSet
from scanner.normalize.quantity_words import NounReader

__all__ = ["Rate", "RateReader"]

_PER = re.compile(
    r"(?:\s*(?P<slash>/)\s*|[\s-]+(?P<per>per)[\s-]+(?:each\s+|every\s+)?|\s+(?P<article>an?)[\s-]+"
    r"|\s+(?P<every>each|every|in\s+(?:an?|any|each|every))\s+|\s+(?P<pa>p\.\s?)(?=a\.))",
    re.IGNORECASE,
)
_ADVERB = re.compile(r"\s+(?P<word>daily|weekly|monthly|yearly|annually|hourly)(?!\w)", re.IGNORECASE)
_ADVERB_UNITS = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year",
                 "hourly": "hour"}  # fmt: skip
_GLUED_A = re.compile(r"\s+a-(?=[a-z])")


@dataclass(frozen=True, slots=True)
class Rate:
    """The unit after all per-phrases, where they end, whether one was a rate, and the folded noun of a scope."""

    ref: UnitRef
    end: int
    rated: bool = False
    per: str = ""


@dataclass(frozen=True)
class RateReader:
    """Reads per-phrases after an amount and its noun."""

    table: UnitTable
    numbers: NumberReader
    nouns: NounReader
    not_rate: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable, numbers: NumberReader, nouns: NounReader) -> RateReader:
        listed = "|".join(re.escape(word) for word in rules.words("not rate after"))
        return cls(table, numbers, nouns, re.compile(rf"\s+(?:{listed})\b", re.IGNORECASE))

    def read(self, text: str, ref: UnitRef, at: int, noun: str) -> Rate:
        """Follow "per seat", "/ month", "a day", "every 24 hours" from ``at`` on."""
        end, rated, per = at, False, ""
        while (match := _PER.match(text, end)) is not None:
            found = self._bottom(text, match, ref, noun, rated)
            if found is None:
                break
            bottom, count, stop = found
            if isinstance(bottom, str):
                if per:
                    break
                per, end = bottom, stop
            elif rated:
                break
            else:
                ref, end, rated = divide(ref, bottom, count), stop, True
        if not rated and ref.currency and (adverb := _ADVERB.match(text, end)):
            unit = self.table.by_card[_ADVERB_UNITS[adverb.group("word").lower()]]
            ref, end, rated = divide(ref, unit), adverb.end(), True
        return Rate(ref, end, rated, per)

    def _bottom(
        self, text: str, match: re.Match[str], ref: UnitRef, noun: str, rated: bool
    ) -> tuple[UnitRef | str, Fraction, int] | None:
        at, count = match.end(), Fraction(1)
        article, every = match.group("article"), match.group("every")
        if match.group("pa"):
            at = match.start("pa")
        counted = text[at : at + 1].isdigit() or (not article and self.numbers.words_at.match(text, at) is not None)
        if counted:
            numeral = self.numbers.read(text, at)
            if numeral is None or numeral.problem or numeral.value <= 0:
                return None
            count, at = numeral.value, numeral.end
            at += text[at : at + 1] in (" ", "\u00a0", "-")
        unit = self.table.match(text, at) or self._minute(text, at, match)
        if unit is not None and unit[0].unit and unit[0].unit != "percent":
            bottom, end = unit
            if article and self.not_rate.match(text, end):
                return None  # "210 lots a week earlier"
            if rated or (bottom.currency and match.group("slash")) or ref.unit in ("percent", "byte/second"):
                return None if bottom.unit != "second" or rated else (bottom, count, end)
            if (article or every) and not (bottom.is_time or ref.currency):
                return None
            if article and ref.is_time and not noun:
                return None  # "5 days a week" aside, "2 hours a day" is a share of time; both keep their amount
            return bottom, count, end
        if counted or every:
            return None
        if article and not ref.currency:
            return None
        if match.group("slash") and not (ref.currency or ref.unit or noun or rated):
            return None
        return self._scope(text, at, unit)

    def _scope(self, text: str, at: int, unit: tuple[UnitRef, int] | None) -> tuple[str, Fraction, int] | None:
        if unit is not None and unit[0].noun:
            return unit[0].noun, Fraction(1), unit[1]
        words = self.nouns.phrase(text, at, 3)
        if not words:
            return None
        # "per active user per month", "per API key", "a share on Monday"
        last = words[-1]
        return self.nouns.singular(last.group(1)), Fraction(1), last.end()

    def _minute(self, text: str, at: int, match: re.Match[str]) -> tuple[UnitRef, int] | None:
        # "req/m": a lone m after a stroke or per is a minute only in rates of countable things; keep to stroke.
        end = self.table.ambiguous(text, at)
        if end == at or not match.group("slash"):
            return None
        for name, ref in self.table.contextual[text[at:end]]:
            if name == "context duration":
                return ref, end
        return None
