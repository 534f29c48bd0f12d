"""Whether a claim's predicate takes one value at a time."""

from __future__ import annotations

from scanner.model import Flag, Triple, UnitKind, Value
from scanner.normalize.predicate import NamedPredicate

__all__ = ["is_functional", "is_listed"]


def is_functional(triple: Triple, predicate: NamedPredicate, value: Value) -> bool | None:
    """Whether the predicate takes one value at a time: what its card calls set-valued stays so, else the wording says.

    Whether something is supported or not is one of two, though what is supported is a set.
    """
    by_card = predicate.card.functional if predicate.card is not None else None
    if by_card is False and not isinstance(value, Flag):
        return False
    return by_card if triple.functional is None else triple.functional


def is_listed(triple: Triple) -> bool:
    """Whether a cell enumerates values ("2, 4, 8"): each is one of several."""
    unit = triple.unit
    value = triple.mention.value
    if unit.kind is not UnitKind.ROW or value is None:
        return False
    cell = unit.cell_at(triple.mention.start) or (0, 0)
    alike = [m for m in unit.starting(*cell) if m.value is not None and m.value.kind is value.kind]
    return len(alike) > 2
