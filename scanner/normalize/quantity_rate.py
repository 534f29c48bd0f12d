"""Read what an amount is per: a unit that makes it a rate, or a noun that is its scope."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.normalize.number import NumberReader
from scanner.normalize.quantity_units import UnitRef, UnitTable, divide
from scanner.normalize.quantity_words import NounReader
from scanner.rules import RuleSet

__all__ = ["Rate", "RateReader"]

_PER = re.compile(
    r"(?:\s*(?P<slash>/)\s*|[\s-]+(?P<per>per|for\s+(?:each|every)(?!\s+(?:of|other)\b))[\s-]+(?:each\s+|every\s+)?|\s+(?P<article>an?)[\s-]+"
    r"|\s+(?P<every>each|every|in\s+(?:an?|any|each|every))\s+|\s+(?P<pa>p\.\s?)(?=a\.)|\s+(?P<and>and)\s+)",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s*(?:$|[.,;:)!?|\n])|\s+(?P<word>[a-z]+)", re.IGNORECASE)
_TIMES = frozenset({"second", "month", "business_day", "business_hour"})


@dataclass(frozen=True, slots=True)
class Rate:
    """The unit after all per-phrases, where they end, whether one was a rate, and the folded noun of a scope.

    ``value_end`` is the end of the phrases that change the value: rates, and scopes with a count ("per 1,000 calls").
    """

    ref: UnitRef
    end: int
    rated: bool = False
    per: str = ""
    value_end: int = -1


@dataclass(frozen=True)
class RateReader:
    """Reads per-phrases after an amount and its noun."""

    table: UnitTable
    numbers: NumberReader
    nouns: NounReader
    not_rate: re.Pattern[str]
    adverb: re.Pattern[str]
    adverbs: Mapping[str, tuple[Fraction, UnitRef]]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable, numbers: NumberReader, nouns: NounReader) -> RateReader:
        listed = "|".join(re.escape(word) for word in rules.words("not rate after"))
        adverbs: dict[str, tuple[Fraction, UnitRef]] = {}
        for entry in rules.words("adverb periods"):
            word, count, unit = entry.split(" ")
            adverbs[word] = (Fraction(count), table.by_card[unit])
        return cls(
            table,
            numbers,
            nouns,
            re.compile(rf"\s+(?:{listed})\b", re.IGNORECASE),
            re.compile(rf"\s+({'|'.join(sorted(adverbs))})(?!\w)", re.IGNORECASE),
            adverbs,
        )

    def read(self, text: str, ref: UnitRef, at: int, noun: str) -> Rate:
        """Follow "per seat", "/ month", "a day", "every 24 hours" from ``at`` on."""
        end, rated, per = at, False, ""
        below: list[str] = []
        value_end = -1
        while (match := _PER.match(text, end)) is not None:
            found = self._bottom(text, match, ref, noun, below)
            if found is None or (match.group("and") and not ((per or rated) and self._closed(text, found[2]))):
                break
            bottom, count, stop = found
            if isinstance(bottom, str):
                if per:
                    break
                ref, per, end = replace(ref, factor=ref.factor / count), bottom, stop
                value_end = stop if count != 1 else value_end
            else:
                below.append(bottom.unit)
                ref, end, rated = divide(ref, bottom, count), stop, True
                value_end = stop
            joined = self._joined(text, end, below)
            if joined is not None:  # "$0.023 per GB-month", "$0.05 per node-hour"
                below.append(joined[0].unit)
                ref, end, rated, value_end = divide(ref, joined[0]), joined[1], True, joined[1]
        if not rated and (ref.currency or ref.card == "times") and (adverb := self.adverb.match(text, end)):
            count, unit = self.adverbs[adverb.group(1).lower()]
            ref, end, rated = divide(ref, unit, count), adverb.end(), True
            value_end = end
        return Rate(ref, end, rated, per, value_end)

    def _closed(self, text: str, at: int) -> bool:
        """Whether a phrase ends at ``at``: "per household and year", not "per person and day trips cost more"."""
        match = _CLOSED.match(text, at)
        word = match.group("word") if match is not None else ""
        return match is not None and (not word or word.lower() in self.nouns.stops | self.nouns.verbs)

    def _joined(self, text: str, at: int, below: list[str]) -> tuple[UnitRef, int] | None:
        """The time that a hyphen ties to a denominator, one time at most."""
        if text[at : at + 1] not in ("-", "‑", "·") or any(name in _TIMES for name in below):
            return None
        unit = self.table.match(text, at + 1)
        return unit if unit is not None and unit[0].is_time else None

    def _bottom(
        self, text: str, match: re.Match[str], ref: UnitRef, noun: str, below: list[str]
    ) -> tuple[UnitRef | str, Fraction, int] | None:
        at = match.start("pa") if match.group("pa") else match.end()
        article, every, slash = match.group("article"), match.group("every"), match.group("slash")
        counted = None if article else self._count(text, at)
        if counted is not None and match.group("and"):
            return None  # "400 minutes a month and 2 GB": another amount
        count, at = counted or (Fraction(1), at)
        unit = self.table.match(text, at) or self._minute(text, at, match)
        if unit is not None and unit[0].unit and unit[0].unit != "percent":
            return self._measured(text, unit, count, match, ref, noun, below)
        if every or (article and not ref.currency):
            return None
        if counted is not None:
            # "$2 per 1,000 requests"
            thing = (unit[0].noun, unit[1]) if unit is not None else self.nouns.counted(" " + text[at : at + 80], 0)
            if thing is None or not (ref.currency or ref.unit or noun):
                return None
            return thing[0], count, thing[1] if unit is not None else at + thing[1] - 1
        if slash and not (ref.currency or ref.unit or noun or below):
            return None
        if (match.group("per") or "").lower().startswith("for") and not ref.currency:
            return None  # "25 MB for every format" holds for all of them
        return self._scope(text, at, unit)

    def _measured(
        self,
        text: str,
        unit: tuple[UnitRef, int],
        count: Fraction,
        match: re.Match[str],
        ref: UnitRef,
        noun: str,
        below: list[str],
    ) -> tuple[UnitRef, Fraction, int] | None:
        """A denominator that is a unit, where it may be one."""
        bottom, end = unit
        article = match.group("article")
        # Two denominators at most, one of them time: "$0.10 per GB per month".
        timed = any(name in _TIMES for name in below)
        if len(below) > 1 or (below and timed == bottom.is_time):
            return None
        if article and self.not_rate.match(text, end):
            return None  # "210 lots a week earlier"
        if (bottom.currency and match.group("slash")) or (ref.unit.endswith("/second") and bottom.is_time):
            return None
        if ref.unit == "percent" and (match.group("every") or not bottom.is_time):
            return None  # "2 % of calls in any five minutes"
        if (article or match.group("every")) and not (bottom.is_time or ref.currency):
            return None
        if article and ref.is_time and not noun:
            return None  # "two days a week" keeps its amount
        return bottom, count, end

    def _count(self, text: str, at: int) -> tuple[Fraction, int] | None:
        """The number that counts the denominator ("every 24 hours", "per million tokens"), and its unit's start."""
        magnitude = self.numbers.magnitude_at.match(text, at)
        if magnitude is not None and magnitude.start(1) == at:
            value, at = self.numbers.magnitudes[magnitude.group(1).lower()], magnitude.end()
        elif text[at : at + 1].isdigit() or self.numbers.words_at.match(text, at) is not None:
            numeral = self.numbers.read(text, at)
            if numeral is None or numeral.problem or numeral.value <= 0:
                return None
            numeral = self.numbers.suffix(text, numeral, money=False)
            value, at = numeral.value, numeral.end
        else:
            return None
        return value, at + (text[at : at + 1] in (" ", "\u00a0", "-"))

    def _scope(self, text: str, at: int, unit: tuple[UnitRef, int] | None) -> tuple[str, Fraction, int] | None:
        if unit is not None and unit[0].noun:
            return unit[0].noun, Fraction(1), unit[1]
        words = self.nouns.phrase(text, at, 3)
        if not words:
            return None
        # "per active user per month", "per API key", "a share on Monday"
        last = words[-1]
        thing, _, period = last.group(1).rpartition("-")
        time = self.table.folded.get(period.lower())
        if thing and time is not None and time.is_time:  # "per node-hour"
            return self.nouns.singular(thing), Fraction(1), last.end() - len(period) - 1
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
