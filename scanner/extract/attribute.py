"""Which attribute a word of degree measures: "longer than 5 m" is a length, "warmer than 5 °C" a temperature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scanner.model import Quantity, Value
from scanner.rules import RuleSet

__all__ = ["Attributes"]

_TIME = frozenset({"second", "month", "business_day"})


@dataclass(frozen=True, slots=True)
class Attributes:
    """Nouns of attributes, by the words of degree that speak of them and by the units they are measured in."""

    words: Mapping[str, str]
    timed: Mapping[str, str]
    units: Mapping[str, str]

    @property
    def nouns(self) -> frozenset[str]:
        """All attributes."""
        return frozenset((*self.words.values(), *self.timed.values(), *self.units.values()))

    @classmethod
    def of(cls, rules: RuleSet) -> Attributes:
        """The attributes of the cards ``degree words``, ``degree words of time`` and ``unit attributes``."""
        words, timed, units = (
            {name: noun for name, _, noun in (entry.partition(" ") for entry in rules.words(cue))}
            for cue in ("degree words", "degree words of time", "unit attributes")
        )
        return cls(words, timed, units)

    def named(self, word: str, value: Value | None) -> str:
        """The attribute that a word of degree ("old", "longer") speaks of beside ``value``; ``""`` if none."""
        lower = word.lower()
        if isinstance(value, Quantity) and value.unit in _TIME and lower in self.timed:
            return self.timed[lower]
        return self.words.get(lower, "")

    def measured(self, value: Value | None) -> str:
        """The attribute that the unit of ``value`` tells by itself; ``""`` where several are measured in it."""
        return self.units.get(value.unit, "") if isinstance(value, Quantity) else ""
