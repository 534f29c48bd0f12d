"""What a report can show around its findings: text beside quotes, what documents weigh, earlier runs, skipped files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

__all__ = ["Background", "Night", "Region", "Surroundings", "Weight"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The text of a document just before and just after a quote, whole words only."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Region:
    """Where a quote stands in its file: lines and columns from 1, in code points; ``end_column`` is that after it."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Weight:
    """The factors of a document's authority, each in [0, 1]: their product is its authority."""

    source_type: str
    of_type: float
    author: str
    of_author: float
    recency: float


@dataclass(frozen=True, slots=True)
class Night:
    """One scan in numbers, for the trend; ``settled`` are findings that people have settled."""

    as_of: date
    documents: int
    claims: int
    conflicts: int
    possible: int
    supersessions: int
    settled: int


@dataclass(frozen=True, slots=True)
class Background:
    """``surroundings`` by claim id, ``weights`` by (source, doc_id), ``skipped`` as (source, path, reason, detail),
    ``nights`` oldest first. ``regions`` by claim id, for documents that have lines.
    """

    surroundings: Mapping[str, Surroundings] = field(default_factory=dict)
    weights: Mapping[tuple[str, str], Weight] = field(default_factory=dict)
    skipped: tuple[tuple[str, str, str, str], ...] = ()
    nights: tuple[Night, ...] = ()
    regions: Mapping[str, Region] = field(default_factory=dict)
