"""What a report is made of: what was read, what was found, and what limits it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from scanner.model import Finding, FindingKind, FindingStatus, Severity
from scanner.report.baseline import Baseline
from scanner.report.since import NEWS, Since

__all__ = ["Counts", "Coverage", "FailRule", "Report", "RunSummary", "SourceTally", "reaches", "select", "suppressed"]

Counts = tuple[tuple[str, int], ...]

_KIND_ORDER = list(FindingKind)
_SEVERITY_ORDER = list(Severity)
_SUPPRESSED = frozenset({FindingStatus.RESOLVED, FindingStatus.DISMISSED, FindingStatus.DEFERRED})


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the input became claims, so that "no conflicts" never means "nothing was extracted".

    Counts are ``(name, number)`` pairs, sorted by name. ``units`` are sentences, list items, rows and lines. ``keys``
    counts the distinct subject–predicate pairs, ``lone_keys`` those that only one claim states. ``unknown`` counts
    files of no known kind by their ending: they may be documents or not, and are not among the skipped.
    """

    documents: int = 0
    blocks: Counts = ()
    units: int = 0
    claims: Counts = ()
    unresolved: Counts = ()
    skipped: Counts = ()
    unknown: Counts = ()
    silenced: int = 0
    keys: int = 0
    lone_keys: int = 0


@dataclass(frozen=True, slots=True)
class SourceTally:
    """One source in numbers: its current documents, and those of them that gave at least one claim."""

    name: str
    documents: int
    understood: int


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One scan in numbers. ``run_id`` is a hash of inputs, rules and ``as_of``; ``undated`` counts documents.

    ``compared`` counts the claims that met another one and so could agree or disagree; ``None`` where nothing has been
    compared yet. ``apart`` says how many pairs of claims each gate kept apart, where none met. ``unlikely`` counts
    the disagreements that are no surer than chance among so many claims, and so no findings.
    """

    run_id: str
    as_of: date
    documents: int
    chunks: int
    claims: int
    skipped: int
    unresolved: int
    undated: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    compared: int | None = None
    sources: tuple[SourceTally, ...] = ()
    apart: Counts = ()
    unlikely: int = 0

    @property
    def understood(self) -> int:
        """The documents that gave at least one claim."""
        return sum(source.understood for source in self.sources)

    @property
    def thin(self) -> bool:
        """Whether so little was understood that finding nothing says nothing: most values or most files are lost."""
        if not self.claims:
            return True
        files = self.documents + self.skipped
        return self.unresolved > self.claims or (bool(self.sources) and 2 * self.understood < files)


@dataclass(frozen=True, slots=True)
class FailRule:
    """Which shown findings fail a run: of ``kind`` or above (supersession < possible < conflict; ``never`` for none),
    and at or above both thresholds.
    """

    kind: str = "conflict"
    severity: Severity = Severity.LOW
    confidence: float = 0.0

    def fails(self, finding: Finding) -> bool:
        """Whether ``finding`` fails a run; one that a person has settled never does."""
        if self.kind == "never" or suppressed(finding):
            return False
        return (
            _KIND_ORDER.index(finding.kind) >= _KIND_ORDER.index(FindingKind(self.kind))
            and _SEVERITY_ORDER.index(finding.severity) >= _SEVERITY_ORDER.index(self.severity)
            and finding.confidence >= self.confidence
        )


@dataclass(frozen=True, slots=True)
class Report:
    """A scan's summary and the findings to show, ranked.

    ``unshown`` are the other findings of the scan: ``hidden`` of them lie below a threshold, ``known`` ones stand in
    the baseline, ``earlier`` ones are no news and open, ``settled`` ones no news and settled. ``since`` is what became
    of them since the scan before. ``paths`` gives the file of a document (source, doc_id) as seen from the working
    folder, where it lies below it.
    """

    summary: RunSummary
    findings: tuple[Finding, ...]
    hidden: int = 0
    unshown: tuple[Finding, ...] = ()
    fail: FailRule = field(default_factory=FailRule)
    paths: Mapping[tuple[str, str], str] = field(default_factory=dict)
    since: Since = field(default_factory=Since)
    known: int = 0
    earlier: int = 0
    settled: int = 0

    def of(self, kind: FindingKind) -> tuple[Finding, ...]:
        """The findings of ``kind`` that no resolution suppresses, in rank order."""
        return tuple(f for f in self.findings if f.kind is kind and not suppressed(f))

    @property
    def suppressed(self) -> int:
        return self.settled + sum(1 for finding in self.findings if suppressed(finding))


def select(
    summary: RunSummary,
    findings: Iterable[Finding],
    min_confidence: float = 0.0,
    min_severity: Severity = Severity.LOW,
    *,
    fail: FailRule | None = None,
    paths: Mapping[tuple[str, str], str] | None = None,
    since: Since | None = None,
    baseline: Baseline | None = None,
    new_only: bool = False,
) -> Report:
    """The report of the findings at or above both thresholds that are not in the baseline; order is kept.

    ``new_only`` leaves out those that were there, just so, at the scan before.
    """
    floor = _SEVERITY_ORDER.index(min_severity)
    compared, expected = since or Since(), baseline or Baseline()
    kept, unshown = [], []
    hidden = known = earlier = settled = 0
    for finding in findings:
        if finding.confidence < min_confidence or _SEVERITY_ORDER.index(finding.severity) < floor:
            hidden += 1
        elif expected.holds(finding):
            known += 1
        elif new_only and not _is_news(finding, compared):
            settled += suppressed(finding)
            earlier += not suppressed(finding)
        else:
            kept.append(finding)
            continue
        unshown.append(finding)
    return Report(
        summary,
        tuple(kept),
        hidden,
        tuple(unshown),
        fail or FailRule(),
        dict(paths or {}),
        compared,
        known,
        earlier,
        settled,
    )


def _is_news(finding: Finding, since: Since) -> bool:
    if finding.kind is FindingKind.SUPERSESSION:
        return finding.status is FindingStatus.NEW
    return since.changes.get(finding.finding_id) in NEWS


def suppressed(finding: Finding) -> bool:
    """Whether a person has settled the finding, so that it neither shows nor fails a run."""
    return finding.status in _SUPPRESSED


def reaches(report: Report) -> bool:
    """Whether a shown finding fails the run by the report's rule."""
    return any(report.fail.fails(finding) for finding in report.findings)
