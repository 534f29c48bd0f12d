"""What share of the documents hold an open conflict, with an interval that says how little a small number tells."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from scanner.model import FindingKind
from scanner.report.summary import Report

__all__ = ["Share", "disputed_documents", "share_of"]

_Z = 1.959964  # of the normal distribution: 95 % lie within


@dataclass(frozen=True, slots=True)
class Share:
    """``part`` of ``whole``, and the 95 % interval of that share after Wilson: from ``low`` to ``high``, in [0, 1]."""

    part: int
    whole: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.part / self.whole if self.whole else 0.0


def share_of(part: int, whole: int) -> Share:
    """The share with its Wilson score interval; nothing is known of the share of nothing.

    Raises:
        ValueError: if ``part`` is no part of ``whole``.
    """
    if not 0 <= part <= whole:
        raise ValueError(f"{part} is no part of {whole}")
    if whole == 0:
        return Share(0, 0, 0.0, 1.0)
    share, z2 = part / whole, _Z * _Z
    middle = (share + z2 / (2 * whole)) / (1 + z2 / whole)
    half = _Z * sqrt(share * (1 - share) / whole + z2 / (4 * whole * whole)) / (1 + z2 / whole)
    low = 0.0 if part == 0 else max(0.0, middle - half)
    high = 1.0 if part == whole else min(1.0, middle + half)
    return Share(part, whole, round(low, 4), round(high, 4))


def disputed_documents(report: Report) -> Share:
    """The documents that state a side of a conflict nobody has settled, of all documents."""
    stating = {
        (place.evidence.source, place.evidence.doc_id)
        for finding in report.of(FindingKind.CONFLICT)
        for side in finding.sides
        for place in side.places
    }
    return share_of(min(len(stating), report.summary.documents), report.summary.documents)
