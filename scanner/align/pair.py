"""Two claims side by side: what every gate looks at, and what several gates ask of a claim."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from scanner.align.features import Corpus
from scanner.model import Bound, Claim, DocumentRelation, Reason, SubjectBasis

__all__ = ["CLEAR", "FAMILY", "PLACED", "POINTS", "VERSIONS", "Gate", "Pair", "is_named", "placed", "tells"]

PLACED = frozenset({SubjectBasis.TITLE, SubjectBasis.HEADING, SubjectBasis.NONE})
VERSIONS = frozenset({DocumentRelation.SERIES, DocumentRelation.REVISION})
POINTS = frozenset({Bound.EXACT, Bound.DEFAULT})
CLEAR = 0.7  # likeness above which two statements clearly speak of one thing
FAMILY = 3  # places from which on one wording is a template


class Pair(NamedTuple):
    """Two claims, how their documents relate, how alike they are, and whether subject and predicate are the same.

    A tuple, since there are hundreds of thousands of them.
    """

    a: Claim
    b: Claim
    relation: DocumentRelation | None
    similarity: float
    same_key: bool
    corpus: Corpus


def placed(claim: Claim) -> bool:
    """Whether a claim's subject was taken from where it stands, not from what it says."""
    return claim.subject_basis in PLACED or (claim.subject_basis is SubjectBasis.LABEL and len(claim.subject) < 3)


def tells(claim: Claim, corpus: Corpus) -> bool:
    """Whether a subject says by itself what it is, in any document: a path, a long identifier, a rare proper name."""
    if claim.subject_basis in {SubjectBasis.TITLE, SubjectBasis.NONE, SubjectBasis.HEADING}:
        return False
    if claim.subject.startswith("/") and len(claim.subject) > 1:
        return True
    parts = claim.subject.split()
    named = bool(re.search(r"[A-Z]", claim.subject_text[1:])) or claim.subject_basis is SubjectBasis.IDENTIFIER
    return named and len(parts) >= 2


def is_named(claim: Claim) -> bool:
    """A subject written as a name: capitals beyond its first letter, or an identifier."""
    if claim.subject_basis in PLACED:
        return False
    return claim.subject_basis is SubjectBasis.IDENTIFIER or bool(re.search(r"\b[A-Z]", claim.subject_text[1:]))


Gate = Callable[[Pair], Reason | None]
"""Why a pair is stopped, ``None`` if it may pass."""
