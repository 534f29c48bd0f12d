"""What an amount is per where the words around it say so: "the yearly charge", "Price per month", "a per-km rate"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.model import Dimension, Quantity, Triple, UnitKind, Value
from scanner.normalize.moment_words import alternation
from scanner.normalize.quantity_units import UnitRef, UnitTable, rated
from scanner.normalize.quantity_words import NounReader
from scanner.rules import RuleSet

__all__ = ["PerWhat"]

_STRUCTURED = frozenset({"table", "key_value", "option", "config_code", "heading"})
_UNCOUNTED = frozenset({"percent", "celsius", "degree"})  # no amounts of anything
_TIME = frozenset({"second", "month"})
_REACH = 80
_LABEL_WORDS = 6
_CLAUSE = re.compile(r"[;,.:()]|\b(?:and|but|or|which|that|where|while|if|unless|plus)\b", re.IGNORECASE)
_WHAT = r"(?P<what>[A-Za-z][A-Za-z]*)"

_Bottom = tuple[Fraction, UnitRef] | str
"""A count of time or another unit, or the noun of a scope."""


@dataclass(frozen=True)
class PerWhat:
    """Reads periods and other denominators in names, headers and the noun phrase before an amount."""

    table: UnitTable
    nouns: NounReader
    periods: Mapping[str, tuple[Fraction, UnitRef]]
    named: re.Pattern[str]
    header: re.Pattern[str]
    priced: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable) -> PerWhat:
        """Compile the cues ``period adjectives``, ``rated nouns`` and ``periodical nouns``."""
        periods: dict[str, tuple[Fraction, UnitRef]] = {}
        for entry in rules.words("period adjectives"):
            word, count, unit = entry.rsplit(" ", 2)
            periods[word] = (Fraction(count), table.by_card[unit])
        adjectives, nouns = alternation(periods), alternation(rules.words("rated nouns"))
        silent = alternation(rules.words("periodical nouns"))
        adjective = rf"(?:(?P<period>{adjectives})|per-{_WHAT})"
        return cls(
            table,
            NounReader.build(rules),
            periods,
            re.compile(
                rf"(?<![\w-]){adjective}\s+(?:(?!(?:and|or|of|for|{silent})\b)[\w’'-]+\s+){{0,2}}?(?:{nouns})\b"
                rf"|\b(?:{nouns})\s+(?:per|an?|for\s+(?:each|every))\s+{_WHAT.replace('what', 'after')}\b",
                re.IGNORECASE,
            ),
            re.compile(
                rf"(?<![\w-])(?:per[\s-]+|/\s*|p\.\s?(?=a\.)){_WHAT}|(?<![\w-])(?P<period>{adjectives})\b(?!\s+(?:{silent})\b)",
                re.IGNORECASE,
            ),
            re.compile(rf"\b(?:{nouns})\b", re.IGNORECASE),
        )

    def apply(self, triple: Triple, value: Value) -> tuple[Triple, Value]:
        """The triple and its value with what the amount is per, unless the amount itself says it."""
        if not isinstance(value, Quantity) or "/" in value.unit or value.unit in _UNCOUNTED:
            return triple, value
        for bottom in self._bottoms(triple, value):
            if isinstance(bottom, str):
                if not triple.mention.per and bottom != value.noun:
                    triple = replace(triple, mention=replace(triple.mention, per=bottom))
                continue
            spans = tuple(pair for pair in triple.scope if pair[0] != Dimension.PER)
            return replace(triple, scope=spans), rated(value, bottom[1], bottom[0])
        return triple, value

    def _bottoms(self, triple: Triple, value: Quantity) -> Iterator[_Bottom]:
        """What the amount is per, the nearest words first."""
        structured = triple.extractor in _STRUCTURED
        if structured:
            yield from self._in_row(triple, value)
            for header in (triple.predicate, *triple.headers):
                if _is_label(header):
                    yield from self._in_header(header, value)
            if self._is_money(value):
                for heading in (triple.unit.lead, *triple.unit.headings[-1:]):
                    if _is_label(heading):
                        yield from self._in_name(heading)
        for name in (triple.predicate, triple.subject):
            yield from self._in_name(name)
        if not structured and triple.unit.kind is not UnitKind.ROW:
            yield from self._beside(triple)

    def _in_row(self, triple: Triple, value: Quantity) -> Iterator[_Bottom]:
        """A column of periods says what its row's counts and sums are per: "API calls | 100 | 24 hours"."""
        words = dict(triple.scope).get(Dimension.PER, "")
        for mention in triple.unit.mentions if words and value.unit not in _TIME else ():
            period = mention.value
            if mention.text == words and isinstance(period, Quantity) and period.unit in _TIME and period.lo:
                yield period.lo, UnitRef(period.unit)

    def _is_money(self, value: Quantity) -> bool:
        card = self.table.by_card.get(value.unit.lower())
        return card is not None and card.currency

    def _in_header(self, words: str, value: Quantity) -> Iterator[_Bottom]:
        """A header says what its values are per; a bare adjective does so for money, or beside a rated noun."""
        for match in self.header.finditer(words):
            period = match.group("period")
            if period is None:
                priced = self.priced.search(words) is not None
                yield from (b for b in self._known(match.group("what")) if priced or not isinstance(b, str))
            elif self._is_money(value) or self.priced.search(words):
                yield self.periods[period.lower()]

    def _in_name(self, words: str) -> Iterator[_Bottom]:
        for match in self.named.finditer(words):
            yield from self._found(match)

    def _beside(self, triple: Triple) -> Iterator[_Bottom]:
        """The phrase right before the amount or behind it: "a yearly charge of 150 EUR", "a 12 EUR monthly fee"."""
        text, start, end = triple.unit.text, *triple.mention.outer
        floor = max((m.end for m in triple.unit.mentions if m.end <= start), default=0)
        floor = max(floor, triple.statement[0], start - _REACH)
        found = next(iter([*self.named.finditer(text, floor, start)][-1:]), None)
        if found is not None and not _CLAUSE.search(text, found.end(), start):
            yield from self._found(found)
        behind = self.named.match(text, end + 1)
        if behind is not None and text[end] in " \u00a0":
            yield from self._found(behind)

    def _found(self, match: re.Match[str]) -> Iterator[_Bottom]:
        period = match.group("period")
        if period is not None:
            yield self.periods[period.lower()]
        else:
            yield from self._known(match.group("what") or match.group("after"))

    def _known(self, word: str) -> Iterator[_Bottom]:
        ref = self.table.folded.get(word.lower()) or self.table.cased.get(word)
        if word.lower() in ("a", "annum"):
            ref = self.table.by_card["year"]
        if ref is not None and ref.unit and ref.unit != "percent" and not ref.currency:
            yield Fraction(1), ref
        elif len(word) > 2 and word.lower() not in self.nouns.stops:
            yield self.nouns.singular(word)


def _is_label(words: str) -> bool:
    """Whether some words are a header or label; a sentence, or one with a value of its own, speaks of other things."""
    return len(words.split()) <= _LABEL_WORDS and not any(char.isdigit() for char in words)
