"""Claims: canonical triples with their evidence, from extraction to store."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scanner.model.interval import Window
from scanner.model.scope import Scope
from scanner.model.value import Value

__all__ = ["Bound", "Change", "Claim", "Evidence", "Status", "SubjectBasis", "Unresolved"]


class Bound(StrEnum):
    """The class of a stated value: only values of one class are compared as points."""

    EXACT = "exact"
    MIN = "min"
    MAX = "max"
    DEFAULT = "default"
    RECOMMENDED = "recommended"
    TYPICAL = "typical"


class Status(StrEnum):
    """What a claim asserts of its fact; only asserted and negated ones can conflict."""

    ASSERTED = "asserted"
    NEGATED = "negated"
    PLANNED = "planned"
    HYPOTHETICAL = "hypothetical"
    EXAMPLE = "example"
    HISTORICAL = "historical"


class SubjectBasis(StrEnum):
    """Where a claim's subject was found, surest first."""

    IDENTIFIER = "identifier"
    ROW = "row"
    LABEL = "label"
    GRAMMAR = "grammar"
    HEADING = "heading"
    TITLE = "title"
    NONE = "none"


class Change(StrEnum):
    """Whether a claim is one end of a stated change ("raised from 1,000 to 5,000")."""

    NONE = ""
    OLD = "old"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a claim stands. Spans are half-open, in code points of the document's text.

    ``quote`` is a sentence, list item, line or row of at most 300 characters around the value. ``context`` is heading
    path, column header and lead-in.
    """

    source: str
    doc_id: str
    chunk_id: str
    start: int
    end: int
    value_start: int
    value_end: int
    line: int | None
    page: int | None
    quote: str
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One canonical fact as one document states it.

    ``subject`` and ``predicate`` are canonical (``subject_text``, ``predicate_text`` and ``value_text`` are as
    written). ``functional`` is ``True`` if the predicate takes one value at a time, ``False`` if several, ``None`` if
    nothing tells. ``unit_id`` numbers the sentence, row or line within its document and ``slot`` the value in it.
    ``statement`` is the unit's words in order with every value masked, ``words`` its content words (stems and concept
    ids), ``context_words`` those of heading path, title, lead-in and headers; all three serve alignment only.
    ``lead`` is the row header, option name or label the value belongs to. ``identifiers`` are code-like names in the
    unit. ``pair`` joins the two ends of a stated change within one unit.
    """

    claim_id: str
    subject: str
    predicate: str
    bound: Bound
    value: Value
    scope: Scope
    status: Status
    window: Window
    evidence: Evidence
    confidence: float
    extractor: str
    subject_text: str
    predicate_text: str
    value_text: str
    subject_basis: SubjectBasis = SubjectBasis.NONE
    functional: bool | None = None
    changes: bool | None = None
    change: Change = Change.NONE
    pair: int = 0
    unit_id: int = 0
    slot: int = 0
    statement: str = ""
    words: frozenset[str] = field(default=frozenset())
    context_words: frozenset[str] = field(default=frozenset())
    lead: str = ""
    identifiers: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A mention that looks like a value and could not be normalised, kept with its place and reason."""

    source: str
    doc_id: str
    start: int
    end: int
    line: int | None
    text: str
    reason: str
    extractor: str
