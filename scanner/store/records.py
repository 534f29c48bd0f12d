"""What goes into the store and what it answers, as frozen types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from scanner.model import (
    Bound,
    Chunk,
    Claim,
    ConflictType,
    Document,
    FindingKind,
    Reason,
    Scope,
    Severity,
    Unresolved,
    WindowBasis,
)

__all__ = ["Counts", "DocumentState", "FindingRow", "Ingested", "Run", "SideRow", "Table"]


@dataclass(frozen=True, slots=True)
class Ingested:
    """One document with everything extracted from it. ``fingerprint`` covers rules, code and models."""

    document: Document
    chunks: Sequence[Chunk]
    claims: Sequence[Claim]
    unresolved: Sequence[Unresolved]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class DocumentState:
    """What decides whether a document must be read again: unchanged means equal hash and fingerprint.

    ``recorded_at`` is the moment, in UTC, at which this version was written.
    """

    content_hash: str
    fingerprint: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Counts:
    """How much the store holds, current rows only. ``keyed`` claims met another; ``undated`` documents have no date."""

    documents: int
    undated: int
    chunks: int
    claims: int
    keyed: int
    skipped: int
    unresolved: int


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command, as the store remembers it."""

    run_id: str
    command: str
    as_of: date
    fingerprint: str
    documents: int = 0
    chunks: int = 0
    claims: int = 0
    skipped: int = 0
    unresolved: int = 0
    findings: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The answer of a query: column names and rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side as it is stored: its places are (claim id, standing); their evidence stays with the claims.

    ``consistent`` sides only agree with the disputing ones.
    """

    value: str
    canonical: str
    value_key: str
    valid_from: date | None
    valid_to: date | None
    window_basis: WindowBasis
    authority: float
    preferred: bool
    witnesses: int
    places: tuple[tuple[str, float], ...]
    consistent: bool = False


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding as it is stored: what ``model.Finding`` holds but status and first sight, which the store adds."""

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
    sides: tuple[SideRow, ...]
    missing: tuple[str, ...]
    parts: tuple[tuple[str, float], ...]
    fingerprint_content: str
    fingerprint_places: str
    owner: str
    explanation: tuple[str, ...] = ()
