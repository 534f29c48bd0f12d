"""How surely and how gravely values clash: the named parts of confidence, severity, authority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scanner.detect.calibration import calibrated
from scanner.detect.members import Member
from scanner.detect.order import Placed
from scanner.model import FindingKind, Reason, Severity, VerdictKind

__all__ = [
    "APART_STEPS",
    "Ground",
    "authority",
    "confidence",
    "distance",
    "parts_of",
    "recency",
    "severity_of",
    "tempered",
]

APART_STEPS = (0.005, 0.02, 0.1, 0.2)
"""Distances of values from which on a conflict between them is surer, surest, and grave, and a vague one not slight."""
_DAYS_A_MONTH = 30.4375
_LIKELY, _LONG_SHOT = 0.5, 0.2
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


@dataclass(frozen=True, slots=True)
class Ground:
    """What the confidence of a finding rests on.

    ``extraction`` is the confidence of the weakest side's surest claim, ``meeting`` how surely the claims met.
    ``missing``: some scope is stated on one side only. ``kind`` and ``reason`` are the verdict on the two values,
    ``apart`` their distance, ``rough``: one is approximate. ``dated``: every side has a start. ``functional``:
    something says that the predicate takes one value. ``witnesses`` counts the distinct texts of the side that has
    fewest. ``one_document``: one and the same document says both, in sentences that only resemble each other.
    """

    extraction: float
    meeting: float
    missing: bool
    kind: VerdictKind
    reason: Reason
    apart: float
    rough: bool
    dated: bool
    functional: bool
    witnesses: int
    one_document: bool = False


def parts_of(ground: Ground) -> tuple[tuple[str, float], ...]:
    """The factors of confidence, each in [0, 1]."""
    value = 1.0 if ground.kind is VerdictKind.DIFFERENT else _UNSURE_VALUES.get(ground.reason, 0.6)
    # Values that nearly agree are often one value rounded, and an approximate one rarely contradicts.
    near = 0.7 if ground.apart < APART_STEPS[0] else 0.85 if ground.apart < APART_STEPS[1] else 1.0
    return (
        ("extraction", round(ground.extraction, 3)),
        ("meeting", round(ground.meeting, 3)),
        ("scope", 0.7 if ground.missing else 1.0),
        ("value", round(value * (near * (0.85 if ground.rough else 1.0)), 3)),
        ("window", 1.0 if ground.dated else 0.95),
        ("predicate", 1.0 if ground.functional else 0.85),
        ("corroboration", 1.0 if ground.witnesses > 1 else 0.97),
        # Who writes one document rarely contradicts himself: what looks like it mostly speaks of two things.
        ("document", 0.5 if ground.one_document else 1.0),
    )


def confidence(kind: FindingKind, parts: Sequence[tuple[str, float]]) -> float:
    """How often findings of this kind and score were true, where that was counted; the score is the parts' product."""
    return calibrated(kind, math.prod(part for _, part in parts))


def distance(sides: Sequence[Member]) -> float:
    """How far apart values are, 0 to 1: relative for amounts, 1 for all that only differs or not.

    ``sides`` are a member each that says one of the values.
    """
    middles = []
    for side in sides:
        low, high = side.lo, side.hi
        if side.plain_unit is None or side.plain_unit != sides[0].plain_unit:
            return 1.0
        low, high = (high if low is None else low), (low if high is None else high)
        middles.append(((low or 0.0) + (high or 0.0)) / 2)
    largest = max(abs(middle) for middle in middles)
    if not math.isfinite(largest):
        return 1.0
    return min(1.0, (max(middles) - min(middles)) / largest) if largest else 0.0


def tempered(severity: Severity, confidence: float) -> Severity:
    """The severity that a confidence allows: what is more likely wrong than right is not high, a long shot is low."""
    if confidence < _LONG_SHOT:
        return Severity.LOW
    return Severity.MEDIUM if confidence < _LIKELY and severity is Severity.HIGH else severity


def severity_of(apart: float, sure: bool, standing: float) -> Severity:
    """High for an open conflict between values far apart in documents of standing, low for a vague one."""
    if not sure:
        return Severity.MEDIUM if apart >= APART_STEPS[3] and standing >= 0.6 else Severity.LOW
    return Severity.HIGH if apart >= APART_STEPS[2] and standing >= 0.5 else Severity.MEDIUM
