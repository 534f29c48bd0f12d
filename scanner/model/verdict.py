"""What a gate or a comparison answers, and why: one type and one closed list of reasons for every stage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["SLIPS", "Reason", "Verdict", "VerdictKind"]


class VerdictKind(StrEnum):
    SAME = "same"
    COMPATIBLE = "compatible"
    POSSIBLE = "possible"
    DIFFERENT = "different"
    STOP = "stop"


class Reason(StrEnum):
    """Why two claims meet, part, agree or conflict. Used by findings, ``trace``, JSON, SARIF and the bench alike."""

    # values agree
    IDENTICAL = "identical"
    EQUAL_AFTER_CONVERSION = "equal-after-conversion"
    INTERVALS_MEET = "intervals-meet"
    SYNONYM = "synonym"
    # values differ
    QUANTITY_DIFFERS = "quantity-differs"
    DATE_DIFFERS = "date-differs"
    VERSION_DIFFERS = "version-differs"
    TERM_DIFFERS = "term-differs"
    ENTITY_DIFFERS = "entity-differs"
    POLARITY_DIFFERS = "polarity-differs"
    MODALITY_DIFFERS = "modality-differs"
    TEXT_DIFFERS = "text-differs"
    OUTSIDE_BOUND = "outside-bound"
    UNIT_DIFFERS = "unit-differs"
    # values may differ
    UNIT_BASE = "unit-base"
    CALENDAR_UNIT = "calendar-unit"
    ENTITY_UNSURE = "entity-unsure"
    SCOPE_MISSING = "scope-missing"
    APPROXIMATE = "approximate"
    # no comparison
    KIND_DIFFERS = "kind-differs"
    DIMENSION_DIFFERS = "dimension-differs"
    BOUND_CLASS = "bound-class"
    SCOPE_DIFFERS = "scope-differs"
    STATUS = "status"
    NOT_FUNCTIONAL = "not-functional"
    UNLIKELY = "unlikely"
    WINDOWS_DISJOINT = "windows-disjoint"
    # gates of alignment
    UNRELATED_DOCUMENTS = "unrelated-documents"
    SIBLING_DOCUMENTS = "sibling-documents"
    SAME_UNIT = "same-unit"
    LEAD_DIFFERS = "lead-differs"
    IDENTIFIER_CLASH = "identifier-clash"
    DIGITS_DIFFER = "digits-differ"
    FEW_SHARED_WORDS = "few-shared-words"
    FAMILY = "family"
    NOT_MUTUAL_BEST = "not-mutual-best"
    HISTORY = "history"
    NO_SUBJECT = "no-subject"
    SUBJECT_DIFFERS = "subject-differs"
    # why claims meet
    SAME_KEY = "same-key"
    SERIES = "series"
    LAG = "lag"
    NEAR_STATEMENT = "near-statement"
    PARAPHRASE = "paraphrase"
    COPIED = "copied"
    # why an update
    STATED_WINDOW = "stated-window"
    STATED_CHANGE = "stated-change"
    NEWER_IN_SERIES = "newer-in-series"
    DECLARED_SUPERSESSION = "declared-supersession"
    RETURNS = "returns"
    # in-document checks
    END_BEFORE_START = "end-before-start"
    COUNT_DIFFERS = "count-differs"
    BOTH_LISTS = "both-lists"
    KEY_TWICE = "key-twice"
    WEEKDAY_DIFFERS = "weekday-differs"
    SUM_DIFFERS = "sum-differs"
    ROW_DIFFERS = "row-differs"


SLIPS = frozenset(
    {
        Reason.COUNT_DIFFERS,
        Reason.WEEKDAY_DIFFERS,
        Reason.SUM_DIFFERS,
        Reason.BOTH_LISTS,
        Reason.KEY_TWICE,
        Reason.ROW_DIFFERS,
    }
)
"""Slips that are found by reading a document as a whole; both sides are claims that name the reason as extractor."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of one gate or comparison.

    ``missing`` names what would settle a ``possible`` one, usually scope dimensions that one side lacks.
    """

    kind: VerdictKind
    reason: Reason
    missing: tuple[str, ...] = ()

    @property
    def stops(self) -> bool:
        return self.kind is VerdictKind.STOP
