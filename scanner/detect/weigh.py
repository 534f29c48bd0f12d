"""How surely and how gravely values clash: the named parts of confidence, severity, authority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date

from scanner.detect.members import Encounter, Member
from scanner.detect.order import Placed
from scanner.model import Quantity, Reason, Severity, VerdictKind

__all__ = ["authority", "confidence", "distance", "parts_of", "recency", "severity_of"]

_DAYS_A_MONTH = 30.4375
_UNSURE_VALUES = {
    Reason.TEXT_DIFFERS: 0.5,
    Reason.ENTITY_UNSURE: 0.4,
    Reason.UNIT_BASE: 0.6,
    Reason.CALENDAR_UNIT: 0.5,
    Reason.BOUND_CLASS: 0.6,
}


def recency(published: date | None, as_of: date) -> float:
    """1 for what appeared today, 0.1 less for each month since, never below 0.3; unknown dates count as old."""
    if published is None:
        return 0.3
    months = max(0.0, (as_of - published).days / _DAYS_A_MONTH)
    return max(0.3, 1.0 - 0.1 * months)


def authority(document: Placed, as_of: date) -> float:
    """Standing times recency: orders sides, never hides one."""
    return round(document.standing * recency(document.published, as_of), 3)


def parts_of(
    sides: Sequence[Sequence[Member]],
    encounter: Encounter,
    missing: Sequence[str],
    kind: VerdictKind,
    reason: Reason,
    witnesses: Sequence[int],
    apart: float,
) -> tuple[tuple[str, float], ...]:
    """The factors of confidence, each in [0, 1], for the sides of one finding; ``apart`` is their distance."""
    everyone = [member for side in sides for member in side]
    known = {member.functional for member in everyone}
    value = 1.0 if kind is VerdictKind.DIFFERENT else _UNSURE_VALUES.get(reason, 0.6)
    return (
        ("extraction", round(min(max(m.confidence for m in side) for side in sides), 3)),
        ("meeting", round(encounter.score, 3)),
        ("scope", 0.7 if missing else 1.0),
        ("value", round(value * _distance_factor(sides, apart), 3)),
        ("window", 1.0 if all(any(m.start is not None for m in side) for side in sides) else 0.95),
        ("predicate", 1.0 if True in known else 0.85),
        ("corroboration", 1.0 if min(witnesses) > 1 else 0.97),
    )


def confidence(parts: Sequence[tuple[str, float]]) -> float:
    """The product of the parts."""
    product = 1.0
    for _, part in parts:
        product *= part
    return round(product, 3)


def distance(sides: Sequence[Sequence[Member]]) -> float:
    """How far apart the sides' values are, 0 to 1: relative for amounts, 1 for all that only differs or not."""
    middles = []
    for side in sides:
        low, high = side[0].lo, side[0].hi
        if side[0].plain_unit is None or side[0].plain_unit != sides[0][0].plain_unit:
            return 1.0
        low, high = (high if low is None else low), (low if high is None else high)
        middles.append(((low or 0.0) + (high or 0.0)) / 2)
    largest = max(abs(middle) for middle in middles)
    if not math.isfinite(largest):
        return 1.0
    return min(1.0, (max(middles) - min(middles)) / largest) if largest else 0.0


def _distance_factor(sides: Sequence[Sequence[Member]], apart: float) -> float:
    """Values that nearly agree are often one value rounded, and an approximate one rarely contradicts."""
    near = 0.7 if apart < 0.005 else 0.85 if apart < 0.02 else 1.0
    rough = any(isinstance(m.value, Quantity) and m.value.approximate for side in sides for m in side[:1])
    return near * (0.85 if rough else 1.0)


def severity_of(apart: float, sure: bool, standing: float) -> Severity:
    """High for an open conflict between values far apart in documents of standing, low for a vague one."""
    if not sure:
        return Severity.MEDIUM if apart >= 0.2 and standing >= 0.6 else Severity.LOW
    return Severity.HIGH if apart >= 0.1 and standing >= 0.5 else Severity.MEDIUM
