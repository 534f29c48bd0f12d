"""What a person should look at first: open conflicts by impact, confidence and age, each shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import log2, log10

from pathspec import GitIgnoreSpec

from scanner.model import Finding, FindingKind, FindingStatus
from scanner.review.standing import Ledger

__all__ = ["Filter", "QueueEntry", "Reach", "fits", "queue"]

_OPEN = frozenset({FindingStatus.NEW, FindingStatus.OPEN, FindingStatus.REOPENED})
_MATURE = 180
"""Days after which a finding rises no further."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How many documents repeat a side of a finding, and how often they or their chunks were looked up."""

    documents: int
    views: int = 0

    @property
    def impact(self) -> float:
        """1 for one document and no view; a document more adds by the logarithm, and so does every tenfold of views."""
        return log2(1 + max(self.documents, 1)) * (1 + log10(1 + self.views))


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One open finding with what ranks it: ``score`` is impact times confidence times urgency."""

    finding: Finding
    reach: Reach
    age: int
    escalated: bool

    @property
    def urgency(self) -> float:
        """1 on the first day, 2 after 90 days, 3 from 180 days on."""
        return 1 + min(max(self.age, 0), _MATURE) / (_MATURE / 2)

    @property
    def score(self) -> float:
        return round(self.reach.impact * self.finding.confidence * self.urgency, 3)


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that must all hold; empty ones let everything pass.

    ``path`` are globs as in .gitignore, of which one must match a document of the finding; ``subject`` is a part of its
    name in any case; ``owner`` an owner's name; ``unrouted``: it has none; ``new_since``: first seen that day or later.
    """

    owner: str = ""
    kind: str = ""
    type: str = ""
    severity: str = ""
    path: tuple[str, ...] = ()
    subject: str = ""
    new_since: date | None = None
    unrouted: bool = False
    spec: GitIgnoreSpec = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for a glob that is none."""
        object.__setattr__(self, "spec", GitIgnoreSpec.from_lines(self.path))

    @property
    def empty(self) -> bool:
        return self == Filter()


def fits(finding: Finding, wanted: Filter) -> bool:
    """Whether ``finding`` meets all conditions."""
    return (
        (not wanted.owner or finding.owner.casefold() == wanted.owner.casefold())
        and (not wanted.unrouted or not finding.owner)
        and (not wanted.kind or finding.kind.value == wanted.kind)
        and (not wanted.type or finding.type.value == wanted.type)
        and (not wanted.severity or finding.severity.value == wanted.severity)
        and (not wanted.subject or wanted.subject.casefold() in finding.subject.casefold())
        and (wanted.new_since is None or (finding.first_seen or date.min) >= wanted.new_since)
        and (not wanted.path or _stands_in(finding, wanted.spec))
    )


def _stands_in(finding: Finding, spec: GitIgnoreSpec) -> bool:
    return any(spec.match_file(place.evidence.doc_id) for side in finding.sides for place in side.places)


def queue(
    findings: Iterable[Finding], reaches: Mapping[str, Reach], ledger: Ledger, wanted: Filter, as_of: date
) -> Sequence[QueueEntry]:
    """The open conflicts and possible conflicts that fit, highest score first; updates are never queued."""
    entries = [
        QueueEntry(
            finding,
            reaches.get(finding.finding_id, Reach(1)),
            (as_of - (finding.first_seen or as_of)).days,
            ledger.escalated(finding.fingerprint_content, finding.fingerprint_places),
        )
        for finding in findings
        if finding.kind is not FindingKind.SUPERSESSION and finding.status in _OPEN and fits(finding, wanted)
    ]
    return sorted(entries, key=lambda entry: (-entry.score, entry.finding.finding_id))
