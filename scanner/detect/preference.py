"""What sort of conflict a dispute is, which side to prefer, whom to ask: from what a side's claims have in common."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from scanner.model import ConflictType

__all__ = ["conflict_type", "first_owner", "preferred"]


def conflict_type(
    *, lag: bool, one_document: bool, scope_missing: bool, changing: bool, newest: Sequence[date | None]
) -> ConflictType:
    """The type of a dispute. ``newest`` is each side's youngest document's day; ``changing``: the fact may change."""
    if lag:
        return ConflictType.FRESHNESS
    if one_document:
        return ConflictType.IN_DOCUMENT
    if scope_missing:
        return ConflictType.SCOPE
    if changing and None not in newest and len(set(newest)) > 1:
        return ConflictType.FRESHNESS
    return ConflictType.FACTUAL


def preferred(
    kind: ConflictType, newest: Sequence[date | None], standing: Sequence[float], authority: Sequence[float]
) -> int | None:
    """The side to prefer: the newest of at least equal standing, else the one of highest authority, if it is one."""
    if kind is ConflictType.FRESHNESS:
        days = [day or date.min for day in newest]
        last = max(days)
        at = days.index(last)
        if days.count(last) == 1 and standing[at] >= max(standing):
            return at
    best = max(authority)
    return authority.index(best) if authority.count(best) == 1 else None


def first_owner(owners: Sequence[str], preferred_side: int | None) -> str:
    """Who has something to correct: the first owner of a side that is not preferred. ``""`` where nobody is named."""
    order = sorted(range(len(owners)), key=lambda at: (at == preferred_side, at))
    return next((owners[at] for at in order if owners[at]), "")
