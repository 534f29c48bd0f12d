"""Scopes: the qualifiers under which a claim holds, and how two of them compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scanner.model.verdict import Reason, Verdict, VerdictKind

__all__ = ["Dimension", "Scope"]

_SAME = Verdict(VerdictKind.SAME, Reason.IDENTICAL)


class Dimension(StrEnum):
    VERSION = "version"
    TIER = "tier"
    REGION = "region"
    PLATFORM = "platform"
    AUDIENCE = "audience"
    PERIOD = "period"
    PER = "per"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Scope:
    """Pairs of dimension and canonical value, sorted; a dimension that is absent is not stated."""

    items: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Scope:
        return cls(tuple(sorted((str(name), value) for name, value in values.items() if value)))

    def get(self, dimension: str) -> str:
        """The value of ``dimension``, ``""`` if it is not stated."""
        return next((value for name, value in self.items if name == dimension), "")

    def compare(self, other: Scope) -> Verdict:
        """Same, different in some dimension, or possible where a dimension is stated on one side only."""
        if self.items == other.items:
            return _SAME
        mine, theirs = dict(self.items), dict(other.items)
        if any(mine[name] != theirs[name] for name in mine.keys() & theirs.keys()):
            return Verdict(VerdictKind.DIFFERENT, Reason.SCOPE_DIFFERS)
        missing = tuple(sorted(mine.keys() ^ theirs.keys()))
        return Verdict(VerdictKind.POSSIBLE, Reason.SCOPE_MISSING, missing) if missing else _SAME

    def __str__(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.items)
