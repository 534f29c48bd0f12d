"""What alignment finds: how documents relate, which claims meet, and which pairs a gate stopped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scanner.model.verdict import Reason

__all__ = ["Alignment", "DocumentLink", "DocumentRelation", "Meeting", "Stopped"]


class DocumentRelation(StrEnum):
    """How two documents relate, decided before any key. Pairs that are not listed are unrelated.

    A revision is another state of one page under another name (a moved page, a copy that was edited): its statements
    correspond as those of a series do, but nothing says that one replaces the other.
    """

    SERIES = "series"
    REVISION = "revision"
    COPY = "copy"
    SIBLING = "sibling"
    BODY = "body"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class DocumentLink:
    """The relation of two documents, each a (source, doc_id), the smaller first; ``words`` are the evidence."""

    a: tuple[str, str]
    b: tuple[str, str]
    relation: DocumentRelation
    score: float
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two claims found to speak of one thing: ``way`` says how, ``score`` in [0, 1] how surely.

    ``missing`` are scope dimensions stated on one side only; ``claim_a < claim_b``.
    """

    claim_a: str
    claim_b: str
    way: Reason
    score: float
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stopped:
    """Two claims that looked alike and were kept apart by ``gate``; ``claim_a < claim_b``."""

    claim_a: str
    claim_b: str
    gate: Reason
    score: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """The result of aligning all current claims. ``keys`` maps each claim that met another to its 63-bit key."""

    links: tuple[DocumentLink, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    stopped: tuple[Stopped, ...] = ()
    keys: Mapping[str, int] = field(default_factory=dict)
