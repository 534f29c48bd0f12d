"""Read the unit that an option name or a column header gives for the values beside or below it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.normalize.number import NumberReader
from scanner.normalize.quantity_rate import RateReader
from scanner.normalize.quantity_units import UnitRef, UnitTable, divide
from scanner.normalize.quantity_words import NounReader
from scanner.rules import RuleSet

__all__ = ["UnitNames"]

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_BRACKET = re.compile(r"[(\[{]([^()\[\]{}]+)[)\]}]")
_IN = re.compile(r"(?:\bin|[,:;–—])\s+(.+)$", re.IGNORECASE)
_SIZE_FIRST = re.compile(r"(?:in\s+)?(?P<size>['’]?\w+)(?:\s+(?:of\s+)?(?P<unit>\S.*))?", re.IGNORECASE)
_SIZE_LAST = re.compile(r"(?:in\s+)?(?P<unit>\S.*?)\s*(?P<size>['’]?[A-Za-z0]+)")
_NAME = re.compile(r"[\w.:/$-]+")


@dataclass(frozen=True)
class UnitNames:
    """Units in names; build one with :meth:`build`."""

    table: UnitTable
    rates: RateReader
    nouns: NounReader
    silent: frozenset[str]
    extra: Mapping[str, UnitRef]
    magnitudes: Mapping[str, Fraction]
    priced: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable) -> UnitNames:
        nouns = NounReader.build(rules)
        extra = {}
        for entry in rules.words("identifier units"):
            word, unit = entry.split(" ")
            extra[word] = table.by_card[unit]
        numbers = NumberReader.build(rules)
        magnitudes = {word: size for word, size in numbers.magnitudes.items() if size >= 1000}
        magnitudes |= {f"{word}s": size for word, size in magnitudes.items() if word.isalpha() and len(word) > 3}
        rates = RateReader.build(rules, table, numbers, nouns)
        return cls(
            table,
            rates,
            nouns,
            frozenset(rules.words("identifier silent")),
            extra,
            magnitudes | {"000": Fraction(1000), "000s": Fraction(1000)} | dict(numbers.money_suffixes),
            frozenset(rules.words("priced name")),
        )

    def in_identifier(self, name: str) -> UnitRef | None:
        """The unit of an identifier's value, or ``None``."""
        name = name.strip("`'\"-/ ")
        if not _NAME.fullmatch(name):
            return None
        parts = [part for part in _PARTS.findall(name) if not part.isdigit()]
        words = [part.lower() for part in parts]
        if not words:
            return None
        if "per" in words[1:-1]:
            return self._rate(words)
        last = words[-1]
        told = len(words) > 1 and words[-2] == "in"
        cased = self._cased_ending(name)
        if cased is not None and (not cased.currency or told or self.priced & set(words)):
            return cased
        ref = self.extra.get(last)
        if ref is not None and len(words) > 1:
            return ref if self.table.contexts["context duration"].search(name) else None
        ref = self.table.folded.get(last)
        if ref is not None and ref.unit and (told or last not in self.silent) and (len(words) > 1 or len(last) > 3):
            return ref if told or self._measured(ref, parts[-1], words) else None
        for word in words:
            ref = self.table.folded.get(word)
            if ref is not None and len(word) > 3 and word.endswith("s") and (ref.is_time or ref.unit == "byte"):
                return ref
        return None

    def _measured(self, ref: UnitRef, form: str, words: list[str]) -> bool:
        """Whether the last part of a name is its unit: "GROUP_DM" is neither priced in marks nor a length in dm.

        A currency ends the name of a price; two capitals are only a unit of time or data.
        """
        if ref.currency:
            return len(form) > 3 or not self.priced.isdisjoint(words)
        return len(form) > 2 or not form.isupper() or ref.is_time or ref.unit == "byte"

    def _rate(self, words: list[str]) -> UnitRef | None:
        at = words.index("per", 1)
        bottom = self.table.folded.get(words[at + 1])
        top = self.table.folded.get(words[at - 1]) or UnitRef("")
        if bottom is None or not bottom.is_time:
            return replace(top, per=self.nouns.singular(words[at + 1])) if top.unit else None
        return divide(top, bottom)

    def _cased_ending(self, name: str) -> UnitRef | None:
        for size in range(min(6, len(name) - 1), 1, -1):
            form, before = name[-size:], name[-size - 1]
            ref = self.table.cased.get(form)
            joined = before in "_-." or (before.islower() and form[0].isupper())
            if ref is not None and joined and form.isalpha():
                return ref
        return None

    def in_header(self, header: str) -> UnitRef | None:
        """The unit of a column's cells, or ``None``; a scope ("per user") is its ``per``."""
        header = " ".join(header.split()).strip("`*_: ")
        for match in _BRACKET.finditer(header):
            ref = self._expression(match.group(1).strip(), header)
            if ref is not None:
                return ref
        plain = _BRACKET.sub(" ", header).strip()
        match_in = _IN.search(plain)
        if match_in is not None:
            ref = self._expression(match_in.group(1).strip(), header)
            if ref is not None:
                return ref
        lower = plain.lower()
        if lower in self.silent:
            return None
        ref = self._expression(plain, header)
        if ref is not None and (ref.unit or ref.noun):  # "Millions" alone counts something
            return ref
        last = plain.rpartition(" ")[2]
        if last != plain and (len(last) > 1 or not last.isalpha()) and last.lower() not in self.silent:
            known = self.table.cased.get(last) or (self.table.folded.get(last) if not last.isalpha() else None)
            if known is None and len(last) <= 4 and last.islower():
                known = self.table.folded.get(last)
            if known is None and last.endswith("s"):  # "Sick days", as "10 sick days" in a sentence
                time = self.table.folded.get(last.lower())
                known = time if time is not None and time.is_time else None
            return known
        return self.in_identifier(plain) if re.search(r"[_a-z][_A-Z]", plain) and " " not in plain else None

    def _expression(self, words: str, context: str) -> UnitRef | None:
        """The unit that is the whole of ``words``, times a magnitude if one stands with it ("EUR million")."""
        plain = self._plain_expression(words, context)
        if plain is not None:
            return plain
        for pattern in (_SIZE_FIRST, _SIZE_LAST):
            match = pattern.fullmatch(words)
            size = self._size(match.group("size"), match.group("unit") or "") if match else None
            if match is None or size is None:
                continue
            unit = self._plain_expression(match.group("unit"), context) if match.group("unit") else UnitRef("")
            if unit is not None and (unit.currency or pattern is _SIZE_FIRST):
                return replace(unit, factor=unit.factor * size, rounded=True)
        return None

    def _size(self, word: str, unit: str) -> Fraction | None:
        """The magnitude of a word; a single letter is one only glued to a currency ("€m")."""
        known = self.magnitudes.get(word.lower().lstrip("'’"))
        glued = self.table.money.get(unit.strip())
        return known if len(word) > 2 or (known is not None and glued is not None) else None

    def _plain_expression(self, words: str, context: str) -> UnitRef | None:
        unit = self.table.match(words, 0, context)
        if unit is not None:
            rate = self.rates.read(words, unit[0], unit[1], unit[0].noun)
            return replace(rate.ref, per=rate.per) if not words[rate.end :].strip(" .") else None
        counted = self.nouns.counted(words, 0)
        if counted is not None:
            noun, end = counted
            rate = self.rates.read(words, UnitRef("", noun=noun), end, noun)
            if rate.rated and not words[rate.end :].strip(" ."):
                return replace(rate.ref, per=rate.per)
        return None
