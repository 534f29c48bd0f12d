"""What a report is made of: what was read, what was found, and what limits it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from scanner.model import Finding, FindingKind, FindingStatus, Severity

__all__ = ["Counts", "Coverage", "Report", "RunSummary", "reaches", "select", "suppressed"]

Counts = tuple[tuple[str, int], ...]

_KIND_ORDER = list(FindingKind)
_SEVERITY_ORDER = list(Severity)
_SUPPRESSED = frozenset({FindingStatus.RESOLVED, FindingStatus.DISMISSED, FindingStatus.DEFERRED})


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the input became claims, so that "no conflicts" never means "nothing was extracted".

    Counts are ``(name, number)`` pairs, sorted by name. ``units`` are sentences, list items, rows and lines. ``keys``
    counts the distinct subject–predicate pairs, ``lone_keys`` those that only one claim states.
    """

    documents: int = 0
    blocks: Counts = ()
    units: int = 0
    claims: Counts = ()
    unresolved: Counts = ()
    skipped: Counts = ()
    silenced: int = 0
    keys: int = 0
    lone_keys: int = 0


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One scan in numbers. ``run_id`` is a hash of inputs, rules and ``as_of``; ``undated`` counts documents."""

    run_id: str
    as_of: date
    documents: int
    chunks: int
    claims: int
    skipped: int
    unresolved: int
    undated: int = 0
    coverage: Coverage = field(default_factory=Coverage)


@dataclass(frozen=True, slots=True)
class Report:
    """A scan's summary and the findings to show, ranked. ``hidden`` counts those below a threshold."""

    summary: RunSummary
    findings: tuple[Finding, ...]
    hidden: int = 0

    def of(self, kind: FindingKind) -> tuple[Finding, ...]:
        """The findings of ``kind`` that no resolution suppresses, in rank order."""
        return tuple(f for f in self.findings if f.kind is kind and not suppressed(f))

    @property
    def suppressed(self) -> int:
        return sum(1 for finding in self.findings if suppressed(finding))


def suppressed(finding: Finding) -> bool:
    """Whether a person has settled the finding, so that it neither shows nor fails a run."""
    return finding.status in _SUPPRESSED


def select(
    summary: RunSummary,
    findings: Iterable[Finding],
    min_confidence: float = 0.0,
    min_severity: Severity = Severity.LOW,
) -> Report:
    """The report of the findings at or above both thresholds; order is kept."""
    found = tuple(findings)
    floor = _SEVERITY_ORDER.index(min_severity)
    kept = tuple(f for f in found if f.confidence >= min_confidence and _SEVERITY_ORDER.index(f.severity) >= floor)
    return Report(summary, kept, len(found) - len(kept))


def reaches(report: Report, fail_on: str) -> bool:
    """Whether a shown finding is of kind ``fail_on`` or above it (supersession < possible < conflict).

    ``never`` is never reached, and suppressed findings never count.
    """
    if fail_on == "never":
        return False
    floor = _KIND_ORDER.index(FindingKind(fail_on))
    return any(_KIND_ORDER.index(f.kind) >= floor for f in report.findings if not suppressed(f))
