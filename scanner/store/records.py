"""What goes into the store and what it answers, as frozen types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scanner.model import Chunk, Claim, Document, Unresolved

__all__ = ["Counts", "DocumentState", "Ingested", "Run", "Table"]


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
    """What decides whether a document must be read again: unchanged means equal hash and fingerprint."""

    content_hash: str
    fingerprint: str
    recorded_at: date


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
