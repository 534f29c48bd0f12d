"""What a person should look at first: open conflicts by impact, confidence and age, each shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from math import log2, log10

from pathspec import GitIgnoreSpec

from scanner.model import Action, Finding, FindingKind, FindingStatus, Severity, Side
from scanner.review.standing import Ledger

__all__ = ["Filter", "QueueEntry", "Reach", "Wanted", "fits", "queue", "to_correct"]

Document = tuple[str, str]
"""Source and document id."""

_OPEN = frozenset({FindingStatus.NEW, FindingStatus.OPEN, FindingStatus.REOPENED})
_MATURE = 180
"""Days after which a finding rises no further."""
_SEVERITIES = list(Severity)


class Wanted(StrEnum):
    """Which findings to list. ``open`` ones wait for a decision, ``settled`` are all others; ``to-correct`` are those
    decided for one side while documents still state another.
    """

    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"
    DEFERRED = "deferred"
    SETTLED = "settled"
    TO_CORRECT = "to-correct"
    ALL = "all"

    def holds(self, finding: Finding) -> bool:
        """Whether ``finding`` is one of them."""
        match self:
            case Wanted.OPEN:
                return finding.status in _OPEN
            case Wanted.SETTLED:
                return finding.status not in _OPEN
            case Wanted.TO_CORRECT:
                return bool(to_correct(finding))
            case Wanted.ALL:
                return True
            case _:
                return finding.status.value == self.value


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
    """One finding with what ranks it: ``score`` is impact times confidence times urgency; ``age`` counts days."""

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

    ``path`` are globs as in .gitignore, of which one must match a document of the finding, by its id, by source and id,
    or by its file as seen from the working folder; ``subject`` is a part of its name in any case; ``owner`` an owner's
    name; ``unrouted``: it has none; ``new_since``: first seen that day or later; ``preferred``: one side of it is.
    """

    owner: str = ""
    kind: str = ""
    type: str = ""
    severity: str = ""
    path: tuple[str, ...] = ()
    subject: str = ""
    new_since: date | None = None
    unrouted: bool = False
    min_confidence: float = 0.0
    min_severity: str = ""
    preferred: bool = False
    spec: GitIgnoreSpec = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for a glob that is none."""
        object.__setattr__(self, "spec", GitIgnoreSpec.from_lines(self.path))

    @property
    def empty(self) -> bool:
        return self == Filter()


def fits(finding: Finding, wanted: Filter, files: Mapping[Document, str] | None = None) -> bool:
    """Whether ``finding`` meets all conditions; ``files`` names documents as seen from the working folder."""
    return (
        (not wanted.owner or finding.owner.casefold() == wanted.owner.casefold())
        and (not wanted.unrouted or not finding.owner)
        and (not wanted.kind or finding.kind.value == wanted.kind)
        and (not wanted.type or finding.type.value == wanted.type)
        and (not wanted.severity or finding.severity.value == wanted.severity)
        and (not wanted.subject or wanted.subject.casefold() in finding.subject.casefold())
        and (wanted.new_since is None or (finding.first_seen or date.min) >= wanted.new_since)
        and finding.confidence >= wanted.min_confidence
        and (not wanted.min_severity or _at_least(finding.severity, wanted.min_severity))
        and (not wanted.preferred or any(side.preferred for side in finding.sides))
        and (not wanted.path or _stands_in(finding, wanted.spec, files or {}))
    )


def _at_least(severity: Severity, floor: str) -> bool:
    return _SEVERITIES.index(severity) >= _SEVERITIES.index(Severity(floor))


def _stands_in(finding: Finding, spec: GitIgnoreSpec, files: Mapping[Document, str]) -> bool:
    documents = {(p.evidence.source, p.evidence.doc_id) for side in finding.sides for p in side.places}
    names = {name for document in documents for name in (document[1], "/".join(document), files.get(document, ""))}
    return any(spec.match_file(name) for name in names if name)


def to_correct(finding: Finding) -> tuple[Side, ...]:
    """The sides that a person decided against and that documents still state; none if no such decision stands."""
    made = finding.resolution
    if made is None or made.action is not Action.KEEP or finding.status is not FindingStatus.RESOLVED:
        return ()
    if all(side.value_key != made.choice.keep for side in finding.sides):
        return ()
    return tuple(side for side in finding.sides if side.value_key != made.choice.keep and side.places)


def queue(
    findings: Iterable[Finding],
    reaches: Mapping[str, Reach],
    ledger: Ledger,
    wanted: Filter,
    as_of: date,
    status: Wanted = Wanted.OPEN,
    files: Mapping[Document, str] | None = None,
) -> Sequence[QueueEntry]:
    """The conflicts and possible conflicts of that status that fit, highest score first; updates are never queued."""
    entries = [
        QueueEntry(
            finding,
            reaches.get(finding.finding_id) or Reach(_documents(finding)),
            max((as_of - (finding.first_seen or as_of)).days, 0),
            ledger.escalated(finding.fingerprint_content, finding.fingerprint_places),
        )
        for finding in findings
        if finding.kind is not FindingKind.SUPERSESSION and status.holds(finding) and fits(finding, wanted, files)
    ]
    return sorted(entries, key=lambda entry: (-entry.score, entry.finding.finding_id))


def _documents(finding: Finding) -> int:
    return len({(p.evidence.source, p.evidence.doc_id) for side in finding.sides for p in side.places})
