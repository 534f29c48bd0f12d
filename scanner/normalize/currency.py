"""In which currency a document counts: the one it names most often."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scanner.model import Document
from scanner.rules import RuleSet

__all__ = ["Currencies"]


@dataclass(frozen=True)
class Currencies:
    """Finds the currency of a document by the signs and codes beside its numbers."""

    units: Mapping[str, str]
    pattern: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Currencies:
        """The signs, codes and names of the currency units in force."""
        units: dict[str, str] = {}
        for card in rules.units.values():
            if card.currency and not card.base:
                for form in (*card.forms, *card.cased):
                    units.setdefault(form.casefold(), card.id.upper())
        ordered = sorted(units, key=lambda form: (-len(form), form))
        form = "|".join(re.escape(form) for form in ordered)
        return cls(units, re.compile(rf"(?<![\w])(?P<before>{form})\s?\d|\d\s?(?P<after>{form})(?!\w)", re.IGNORECASE))

    def of(self, document: Document) -> str:
        """The canonical currency of most amounts in the document, the first of several; empty without amounts."""
        counts: Counter[str] = Counter()
        for found in self.pattern.finditer(document.text):
            counts[self.units[(found["before"] or found["after"]).casefold()]] += 1
        return max(counts, key=lambda unit: counts[unit]) if counts else ""
