"""Findings: what the scan reports, as stored; text is rendered from reason codes when reporting."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from scanner.model.claim import Bound, Evidence
from scanner.model.interval import WindowBasis
from scanner.model.resolution import Resolution
from scanner.model.scope import Scope
from scanner.model.verdict import Reason

__all__ = ["ConflictType", "Finding", "FindingKind", "FindingStatus", "Place", "Severity", "Side"]


class FindingKind(StrEnum):
    """In the order of ``--fail-on``: supersession < possible < conflict."""

    SUPERSESSION = "supersession"
    POSSIBLE = "possible"
    CONFLICT = "conflict"


class ConflictType(StrEnum):
    FRESHNESS = "freshness"
    FACTUAL = "factual"
    SCOPE = "scope"
    OPINION = "opinion"
    IN_DOCUMENT = "in-document"
    UPDATE = "update"


class FindingStatus(StrEnum):
    """``new`` and ``reopened`` hold for the scan that first told so; all but the first three are settled."""

    NEW = "new"
    OPEN = "open"
    REOPENED = "reopened"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"
    DEFERRED = "deferred"


class Severity(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Place:
    """One claim that witnesses a side, with what is needed to find and weigh it."""

    claim_id: str
    evidence: Evidence
    published: date | None
    extractor: str
    standing: float


@dataclass(frozen=True, slots=True)
class Side:
    """The claims of one identical value within a key and scope: its witnesses.

    ``valid_from``/``valid_to`` is the half-open window in which the value holds, ``None`` where open or unknown.
    ``witnesses`` counts distinct texts: copies of one text are places of one witness. ``places`` may be cut short.
    """

    value: str
    canonical: str
    value_key: str
    valid_from: date | None
    valid_to: date | None
    window_basis: WindowBasis
    authority: float
    preferred: bool
    places: tuple[Place, ...]
    witnesses: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One disagreement or update, its sides ordered (in a supersession, oldest first).

    ``finding_id`` is stable while sides and places stay. ``parts`` are the named factors of ``confidence`` (each in
    [0, 1]); ``missing`` what would settle a possible one; ``way`` how the claims met. ``resolution`` is that in force,
    from which a settled status follows.
    """

    finding_id: str
    kind: FindingKind
    type: ConflictType
    reason: Reason
    way: Reason
    subject: str
    predicate: str
    bound: Bound
    scope: Scope
    confidence: float
    severity: Severity
    sides: tuple[Side, ...]
    consistent_with: tuple[Side, ...] = ()
    missing: tuple[str, ...] = ()
    parts: tuple[tuple[str, float], ...] = ()
    fingerprint_content: str = ""
    fingerprint_places: str = ""
    status: FindingStatus = FindingStatus.NEW
    first_seen: date | None = None
    owner: str = ""
    explanation: tuple[str, ...] = field(default=())
    resolution: Resolution | None = None
