"""Whether a value is a limit, a default or simply what is: said by its own words, its predicate, or where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scanner.model import Bound, Flag, Quantity, Term, Text, Triple, UnitKind, Value
from scanner.normalize.predicate import NamedPredicate
from scanner.rules import RuleSet

__all__ = ["Bounds"]

_LISTED = frozenset({"table", "key_value"})
_TIMES = frozenset({"second", "month", "business_day", "business_hour"})  # "timeouts" and "retention" among limits
_SETTINGS = "ya?ml|toml|json|ini|cfg|conf|env|properties"


def _any(words: Iterable[str]) -> str:
    """A pattern of all the words, the longest first; a space in them is any mark between words."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace("\\ ", r"[\s._-]+") for word in ordered)


@dataclass(frozen=True)
class Bounds:
    """Compiled words of bounds.

    ``limits`` ends a heading under which amounts are the largest that is allowed, ``label`` ends a key whose amount is,
    ``defaults`` is the name of a file of settings that holds defaults ("values.yaml").
    """

    limits: re.Pattern[str]
    label: re.Pattern[str]
    defaults: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Bounds:
        limits, defaults = _any(rules.words("heading limits")), _any(rules.words("file of defaults"))
        return cls(
            re.compile(rf"(?<![\w-])(?:{limits})\W*$", re.IGNORECASE),
            re.compile(rf"\w\W+(?:{_any(rules.words('limit label'))})\W*$", re.IGNORECASE),
            re.compile(rf"(?:.*[/._-])?(?:{defaults})\.(?:{_SETTINGS})", re.IGNORECASE),
        )

    def of(self, triple: Triple, predicate: NamedPredicate, value: Value, doc_id: str) -> Bound:
        """The bound class of a value in a document. Only amounts and times have one; a default may be anything."""
        stated = triple.bound or predicate.bound
        if stated is None and triple.unit.kind is UnitKind.KEY_VALUE and self.defaults.fullmatch(doc_id):
            return Bound.DEFAULT
        if isinstance(value, Flag | Term | Text):
            return triple.bound if triple.bound is Bound.DEFAULT else Bound.EXACT
        if stated is not None:
            return stated
        return Bound.MAX if isinstance(value, Quantity) and self._among_limits(triple, value) else Bound.EXACT

    def _among_limits(self, triple: Triple, value: Quantity) -> bool:
        """Whether an amount stands in a table or list of limits ("Limits", "Request quotas")."""
        if triple.extractor not in _LISTED or value.unit in _TIMES or value.lo != value.hi:
            return False
        unit = triple.unit
        if triple.predicate and self.label.search(triple.predicate):
            return True
        around = (*unit.headings[-1:], unit.caption, unit.lead, *unit.headers)
        return any(self.limits.search(words) for words in around if words)
