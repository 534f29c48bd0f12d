"""Units that only the words around a number tell: years of age, and degrees of temperature rather than of an angle."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.model import Bound, Quantity, Reading
from scanner.normalize.moment_words import alternation
from scanner.normalize.quantity_units import UnitRef, UnitTable
from scanner.rules import RuleSet

__all__ = ["Age", "ContextUnits"]

_OLDEST = 99  # years
_REACH = 90
_COMPARING = (
    r"(?P<word>under|over|below|above|from|up\s+to|younger\s+than|older\s+than|at\s+least|between|less\s+than|"
    r"more\s+than)"
)
_PLURAL = re.compile(r"(?P<word>under|over)(?:[\s-]|s[\s-])(?P<age>\d{1,2})(?:s|['’]s)(?!\w)", re.IGNORECASE)
_OLD = re.compile(r"\s*(?:and|or)\s+(?P<word>over|older|under|younger|above|below|up)\b", re.IGNORECASE)
_ONWARD = re.compile(r"\s*(?:$|[.,;:)!]|(?:of\s+age|old|onwards?|upwards?|and\s+up)\b)", re.IGNORECASE)
_LOW = frozenset({"over", "above", "from", "older", "at least", "up", "older than", "more than"})
_HIGH = frozenset({"under", "below", "younger", "up to", "younger than", "less than"})
_LIVED = frozenset({"older", "younger"})
_DENIED = re.compile(r"\b(?:not|never)\s+(?:\w+\s+)?(?:for|by|to)\s+$", re.IGNORECASE)
_TIMED = re.compile(r"\b(?:latency|respon[ds]\w*|load(?:s|ing)?|timeout|ms|seconds?|p\d\d|runs?|takes?)\b", re.I)
_NAMED = re.compile(r"[A-Z]{3,}|[_.\-/]")


@dataclass(frozen=True, slots=True)
class Age:
    """That a number counts years of life; ``bound`` as its own words give it, where the grammar sees none."""

    ref: UnitRef
    bound: Bound | None = None


@dataclass(frozen=True)
class ContextUnits:
    """Compiled words of people, ages, temperatures and angles."""

    year: UnitRef
    celsius: UnitRef
    fahrenheit: UnitRef
    people: re.Pattern[str]
    compared: re.Pattern[str]
    told: re.Pattern[str]
    aged: re.Pattern[str]
    warm: re.Pattern[str]
    turned: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable) -> ContextUnits:
        """Compile the cues ``people``, ``age keys``, ``context degrees of temperature`` and ``… of an angle``."""
        people = alternation(rules.words("people"))
        keys = alternation(rules.words("age keys"))
        return cls(
            table.by_card["year"],
            table.by_card["celsius"],
            table.by_card["fahrenheit"],
            re.compile(rf"\b(?:{people})\b", re.IGNORECASE),
            re.compile(rf"\b(?P<who>{people})\s+(?:who\s+are\s+|are\s+)?(?:aged\s+)?{_COMPARING}?\s*$", re.IGNORECASE),
            re.compile(
                rf"\b(?:you|they|he|she|who|{people})\s+(?:must|ha(?:ve|s)\s+to|needs?\s+to|should)\s+(?P<be>be)\s+"
                rf"{_COMPARING}?\s*$"
                rf"|\b[a-z]+s\s+(?:must|have\s+to|need\s+to)\s+(?P<living>be)\s+$"
                rf"|\b(?:aged?|ages)\s+(?:of\s+)?(?:is\s+|:\s*)?(?:{_COMPARING.replace('word', 'as')}\s*)?$",
                re.IGNORECASE,
            ),
            re.compile(rf"\W*(?:{keys})\W*", re.IGNORECASE),
            re.compile(rf"\b(?:{alternation(rules.words('context degrees of temperature'))})\b", re.IGNORECASE),
            re.compile(rf"\b(?:{alternation(rules.words('context degrees of an angle'))})\b", re.IGNORECASE),
        )

    def age(self, text: str, start: int, end: int, value: Fraction) -> Age | None:
        """Whether the bare number in ``text[start:end]`` is an age: "children under 10", "aged 16 or over"."""
        if value > _OLDEST or value.denominator != 1:
            return None
        before = text[max(0, start - _REACH) : start]
        found = self.told.search(before)
        people = self.compared.search(before)
        after = _OLD.match(text, end)
        if people is not None and not (people.group("word") or after):
            people = None
        if found is None and people is None:
            return None
        bare = found is not None and found.group("be") and not found.group("word") and people is None
        if found is not None and found.group("living") and (after is None or after["word"].lower() not in _LIVED):
            return None  # "values must be 5 or above"
        if bare and not (after or _ONWARD.match(text, end) or text.startswith(" to ", end)):
            return None  # "who must be 5 in all"
        match = people or found
        assert match is not None
        word = " ".join((match.group("word") or "").lower().split())
        denied = people is not None and _DENIED.search(before[: people.start()]) is not None
        return Age(self.year, _bound(word, denied) if word == "from" or denied else None)

    def plural_age(self, text: str, at: int) -> tuple[Age, re.Match[str]] | None:
        """The age in "under-16s", "Over 65s", where ``at`` is the start of its digits."""
        for low in (at - 6, at - 5):
            match = _PLURAL.match(text, low) if low >= 0 else None
            if match is None or match.start("age") != at or (low and text[low - 1].isalnum()):
                continue
            window = text[max(0, low - _REACH) : at + _REACH]
            told = "-" in match.group() or match.group()[0].isupper() or self.people.search(window) is not None
            if told and not _TIMED.search(window):
                return Age(self.year, _bound(match.group("word").lower(), False)), match
        return None

    def years(self, text: str, start: int, end: int) -> Bound | None:
        """The bound of "from 14 years" that stands for itself or says of whom: an age from which on something holds."""
        before = text[max(0, start - _REACH) : start]
        opening = before.strip().lower() in ("from", "for ages from") and not text[: max(0, start - _REACH)].strip()
        people = self.compared.search(before)
        from_age = opening or (people is not None and (people.group("word") or "").lower() == "from")
        return Bound.MIN if from_age and _ONWARD.match(text, end) else None

    def keyed(self, key: str) -> UnitRef | None:
        """The unit of a bare number under a key or header that names an age ("Minimum age")."""
        return self.year if self.aged.fullmatch(key) and not _NAMED.search(key) else None

    def degrees(self, value: Quantity, text: str, span: tuple[int, int] | None = None) -> Quantity:
        """Degrees as a temperature where the words nearest to ``span`` speak of one; as they are where of an angle.

        Without a letter they may be of Celsius or of Fahrenheit: the second is the other reading.
        """
        start, end = span or (0, 0)
        low = max(0, start - _REACH) if span else 0
        window = text[low : end + _REACH] if span else text
        warm, turned = (_nearest(pattern, window, start - low, end - low) for pattern in (self.warm, self.turned))
        if value.unit != "degree" or warm is None or (turned is not None and turned <= warm):
            return value
        lo, hi = value.lo, value.hi
        other = self.fahrenheit
        if lo is None or hi is None:
            return replace(value, unit=self.celsius.unit)
        reading = Reading(self.celsius.unit, lo * other.factor + other.offset, hi * other.factor + other.offset)
        return replace(value, unit=self.celsius.unit, alternative=reading)


def _nearest(pattern: re.Pattern[str], text: str, start: int, end: int) -> int | None:
    """How far the nearest match stands from ``text[start:end]``."""
    return min((min(abs(m.end() - start), abs(m.start() - end)) for m in pattern.finditer(text)), default=None)


def _bound(word: str, denied: bool) -> Bound | None:
    if word in _LOW:
        return Bound.MAX if denied else Bound.MIN
    if word in _HIGH:
        return Bound.MIN if denied else Bound.MAX
    return None
