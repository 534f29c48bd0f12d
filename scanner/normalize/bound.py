"""Whether a value is a limit, a default or simply what is: said by its own words, its predicate, or where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.model import Bound, Flag, Quantity, Term, Text, Triple, Value
from scanner.normalize.predicate import NamedPredicate
from scanner.rules import RuleSet

__all__ = ["Bounds"]

_LISTED = frozenset({"table", "key_value"})
_TIMES = frozenset({"second", "month", "business_day", "business_hour"})  # "timeouts" and "retention" among limits


@dataclass(frozen=True)
class Bounds:
    """Compiled words of bounds; ``limits`` ends a heading under which amounts are the largest that is allowed."""

    limits: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Bounds:
        words = sorted(rules.words("heading limits"), key=lambda word: (-len(word), word))
        return cls(re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})\W*$", re.IGNORECASE))

    def of(self, triple: Triple, predicate: NamedPredicate, value: Value) -> Bound:
        """The bound class of a value. Only amounts and times have one; a default may be anything."""
        if isinstance(value, Flag | Term | Text):
            return triple.bound if triple.bound is Bound.DEFAULT else Bound.EXACT
        stated = triple.bound or predicate.bound
        if stated is not None:
            return stated
        return Bound.MAX if isinstance(value, Quantity) and self._among_limits(triple, value) else Bound.EXACT

    def _among_limits(self, triple: Triple, value: Quantity) -> bool:
        """Whether an amount stands in a table or list of limits ("Limits", "Request quotas")."""
        if triple.extractor not in _LISTED or value.unit in _TIMES or value.lo != value.hi:
            return False
        unit = triple.unit
        return any(self.limits.search(words) for words in (*unit.headings[-1:], unit.caption, unit.lead) if words)
