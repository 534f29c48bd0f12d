"""Decide whether a bare number is a value or a name, a place, a year or a pronoun."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.normalize.quantity_amount import Amount
from scanner.normalize.quantity_refused import year_like
from scanner.normalize.quantity_words import NounReader, Qualified, words_before
from scanner.rules import RuleSet

__all__ = ["Doubts"]

_STATUS = re.compile(r"[1-5]\d\d")
_ANSWERING = frozenset({"answer", "answers", "answered", "answering", "return", "returns", "returned", "returning"})
_YEARS = re.compile(r"(?:(?:between|from) )?(?:1[5-9]|20)\d\d(?: and | to |\s?[–-]\s?)(?:1[5-9]|20)\d\d", re.IGNORECASE)
_HYPHENED = re.compile(r"\d+[-–]\d+")
_AGE = re.compile(r", \d\d,")
_TITLE = re.compile(r"\.?\s+[A-Z][a-z]+\b")
_COUNTED = re.compile(r"\s+[a-z]+s\b")
_VAGUE = re.compile(
    r"(?:an?\s+)?(?:half\s+an?\s+)?(?:dozens?|scores?|hundreds|thousands|millions)\s+of\s+(?!the\b)", re.IGNORECASE
)
_SHORT = 64


@dataclass(frozen=True)
class Doubts:
    """The doubts about numbers without a unit, from the cues of the quantity cards."""

    nouns: NounReader
    places: frozenset[str]
    values: frozenset[str]
    year_before: frozenset[str]
    year_keys: frozenset[str]
    one_before: frozenset[str]
    year_prepositions: frozenset[str]
    determiners: frozenset[str]
    states: frozenset[str]
    measures: frozenset[str]
    joints: frozenset[str]
    indefinite: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet, nouns: NounReader) -> Doubts:
        return cls(
            nouns,
            frozenset(rules.words("not quantity before")),
            frozenset(rules.words("value nouns")),
            frozenset(rules.words("year before")),
            frozenset(rules.words("year keys")),
            frozenset(rules.words("one before")),
            frozenset(rules.words("year prepositions")),
            frozenset(rules.words("list determiners")),
            frozenset(rules.words("state words")),
            frozenset(rules.words("year as amount after")),
            frozenset(rules.words("place list joints")),
            frozenset(rules.words("one of its kind")),
        )

    def is_value(self, text: str, amount: Amount, noun: str, around: Qualified, rated: bool) -> bool:
        """Whether ``amount`` is a quantity. One with a real unit always is."""
        if amount.ref is not None and (amount.ref.unit or amount.ref.currency):
            return True
        if rated:
            return True
        if amount.numeral.words and _VAGUE.match(text, amount.start):
            return False  # "a dozen of bugs", "dozens of calls"
        written = text[amount.start : amount.end]
        start, end = amount.start, amount.end
        short = start < _SHORT and len(text) - end < _SHORT
        alone = short and not text[:start].strip() and not text[end:].strip(" .,;")
        if alone:
            return True
        before = words_before(text, amount.start, 48)
        joined = before and not text[before[-1].end() : amount.start].strip(" \u00a0")
        prev = before[-1].group() if joined else ""
        lower = prev.lower()
        counted = amount.ref is not None
        if year_like(written) and not self._year_counts(
            written, before, lower, noun, counted, around, prev[:1].isupper()
        ):
            return False
        if _YEARS.fullmatch(written) and not counted and not _COUNTED.match(text, amount.end):
            return False  # "between 1600 and 1900 world temperatures"
        if (
            amount.numeral.step < 1
            and start < 8
            and not text[:start].strip("#*_ \t")
            and _TITLE.match(text, amount.end)
        ):
            return False  # "4.6 Assistance" heads a section
        if amount.numeral.words and amount.lo == amount.hi == 1 and self._exists(text, amount, noun):
            return False
        if around.bound is not None or around.widen:
            return True
        if _HYPHENED.fullmatch(written) and not noun and not counted and lower not in self.values | self.states:
            return False  # scores and records: "won 5-7"
        named = _lastword(text, amount.start - 2)[:1].isupper()
        if named and not noun and _AGE.match(text, amount.start - 2):
            return False  # "Maria Santos, 34, joined"
        if not noun and not counted and lower in _ANSWERING and _STATUS.fullmatch(written):
            return False  # "the host answers 429"
        numbering = noun != "times"  # "renew an item three times", "in room 12"
        if amount.numeral.words:
            return not (numbering and lower in self.places) and self._spelled(amount, noun, lower)
        if lower in self.values:
            return True
        if (numbering and {lower, lower.rstrip(".")} & self.places) or self._listed(before):
            return False
        if any(char.isupper() for char in prev) and lower not in self.nouns.stops:
            return self._capital(text, before, noun, counted, amount)
        return True

    def _year_counts(
        self,
        written: str,
        before: list[re.Match[str]],
        lower: str,
        noun: str,
        counted: bool,
        around: Qualified,
        capital: bool,
    ) -> bool:
        if lower in self.year_prepositions:
            return counted
        if around.bound is not None:
            return True
        if any(token.group().lower() in self.year_keys for token in before[-4:]):
            return False
        if noun and int(written) % 50 and 1950 <= int(written) < 2050:
            # "its 2018 results", "2018 results were"; "has 2018 rows" and round numbers are counts.
            return lower.isalpha() and lower not in self.year_before and not capital
        if noun:
            return lower not in self.year_before or lower in ("of", "for", "and", "or")
        if lower in self.values or lower in self.measures:
            return True
        return lower == "of" and any(token.group().lower() in self.values for token in before[-3:])

    def _exists(self, text: str, amount: Amount, noun: str) -> bool:
        """Whether "one" only says that something exists: "one or more files", "about one of them", "One way is"."""
        if not noun or text[amount.end : amount.end + 8].lower() == " or more":
            return True
        return text[amount.start : amount.end] == "One" and noun in self.indefinite

    def _listed(self, before: list[re.Match[str]]) -> bool:
        """Whether a list of numbers leads back to a word that names places: "versions 1, 2 and" 3."""
        words = [token.group().lower() for token in before]
        if not words or words[-1] not in self.joints:
            return False
        while words and (words[-1] in self.joints or words[-1] == "." or words[-1].isdigit()):
            words.pop()
        return bool(words) and words[-1] in self.places

    def _spelled(self, amount: Amount, noun: str, lower: str) -> bool:
        if amount.numeral.fraction:
            return lower not in self.one_before
        if amount.lo < 0:
            return True
        if amount.lo == amount.hi == 1:
            return bool(noun) and lower not in self.one_before
        if amount.numeral.magnitude > 1 or amount.numeral.value >= 13:
            return True
        # "needs two", "level three", "the two": a count, a place, a pronoun
        return bool(noun) or lower not in self.one_before | self.determiners

    def _capital(self, text: str, before: list[re.Match[str]], noun: str, counted: bool, amount: Amount) -> bool:
        # "Python 3.9", "Group 4" name things; "Supports 5 regions" at the start of a sentence counts them.
        first = len(before) < 2 or before[-2].group() in (".", "!", "?", ":", "•", "*", "|")
        return counted or (first and bool(noun) and amount.numeral.step >= 1)


def _lastword(text: str, end: int) -> str:
    match = re.compile(r"[\w'’-]*$").search(text[max(0, end - 24) : end])
    return match.group() if match else ""
