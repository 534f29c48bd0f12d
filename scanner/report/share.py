"""What share of the documents hold an open conflict, with an interval that says how little a small number tells."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from scanner.model import FindingKind
from scanner.report.summary import Report, suppressed

__all__ = ["Share", "disputed_by_source", "disputed_documents", "share_of"]

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
    """The documents that state a side of a conflict nobody has settled, of all documents; hidden findings count too."""
    return share_of(min(len(_stating(report)), report.summary.documents), report.summary.documents)


def disputed_by_source(report: Report) -> tuple[tuple[str, Share], ...]:
    """The same for each source, by name."""
    stating = _stating(report)
    return tuple(
        (
            source.name,
            share_of(min(sum(1 for name, _ in stating if name == source.name), source.documents), source.documents),
        )
        for source in sorted(report.summary.sources, key=lambda source: source.name)
    )


def _stating(report: Report) -> set[tuple[str, str]]:
    return {
        (place.evidence.source, place.evidence.doc_id)
        for finding in (*report.findings, *report.unshown)
        if finding.kind is FindingKind.CONFLICT and not suppressed(finding)
        for side in finding.sides
        for place in side.places
    }
