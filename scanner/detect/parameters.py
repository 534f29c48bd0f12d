"""What a site decides about standing and replacement, and the sizes a finding may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = ["DetectSettings"]


@dataclass(frozen=True, slots=True)
class DetectSettings:
    """Weights are in [0, 1]. ``recency_sources`` are names of sources whose later word replaces older ones.

    ``source_types`` weighs documents by their type, ``unknown_source_type`` those without one. ``authors`` weighs
    authors by name; the owner of a document weighs 1, any other author what ``source_authority`` says of the source,
    else ``default_author``. A finding shows at most ``max_sides`` sides, ``max_places`` places a side and
    ``max_places_per_document`` of one document. A predicate that has several values inside one document for at least
    ``many_subjects`` subjects, and for at least ``many_share`` of all its subjects, is taken to have several values by
    nature, unless its card says otherwise. A disagreement is reported if the product of its parts of confidence is at
    least ``least_score``, and ``score_per_tenfold`` more for each tenfold of ``few_pairs`` pairs of claims in its two
    documents: of many pairs some look alike by chance.
    """

    source_types: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"primary": 1.0, "secondary": 0.6, "tertiary": 0.3})
    )
    unknown_source_type: float = 1.0
    authors: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    default_author: float = 1.0
    recency_sources: frozenset[str] = frozenset()
    max_sides: int = 8
    max_places: int = 60
    max_places_per_document: int = 12
    many_subjects: int = 6
    many_share: float = 0.5
    least_score: float = 0.11
    score_per_tenfold: float = 0.13
    few_pairs: int = 60
    source_authority: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
