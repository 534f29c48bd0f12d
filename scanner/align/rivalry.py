"""How each proposed pair of claims stands among its rivals between the same two documents."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from scanner.align.features import Corpus, comparable_kind, document_of, key_of
from scanner.align.pair import VERSIONS, Pair
from scanner.align.relate import Relations
from scanner.model import DocumentRelation

__all__ = ["Rivalry", "contenders"]

_LEAST = 0.2  # likeness below which a pair within a document, or of two versions, is no candidate and no rival
_BEST = 3  # counterparts of a claim in a document that are looked at
_NEARLY = 0.6


@dataclass(frozen=True, slots=True)
class Rivalry:
    """How a pair stands among the pairs of its two claims in each other's documents.

    ``margin`` is by how much its likeness exceeds that of the best rival (negative if it does not), ``rivals`` how many
    others are at least 0.6 times as alike, ``offers`` the logarithm of how many pairs of the same kind the two
    documents offer.
    """

    margin: float
    rivals: int
    offers: float


def contenders(
    corpus: Corpus, relations: Relations, proposed: Iterable[tuple[int, int]], followed: Collection[str] = ()
) -> Iterator[tuple[Pair, Rivalry]]:
    """The pairs in which each claim is among the other's likeliest few, with their standing.

    ``proposed`` are all pairs of any two documents, or none. ``followed`` claims have found their place in the next
    version of their document and meet no other version of it.
    """
    between: dict[tuple[tuple[str, str], tuple[str, str], str], dict[tuple[int, int], Pair]] = defaultdict(dict)
    for i, j in proposed:
        a, b = corpus.claims[i], corpus.claims[j]
        documents = document_of(a), document_of(b)
        relation = relations.of(*documents)
        if relation in VERSIONS and (a.claim_id in followed or b.claim_id in followed):
            continue
        same_key = key_of(a) == key_of(b)
        similarity = corpus.similarity(a, b)
        if similarity >= _LEAST or same_key or relation is DocumentRelation.BODY:
            kinds = {comparable_kind(a), comparable_kind(b)}
            between[*documents, kinds.pop() if len(kinds) == 1 else "mixed"][i, j] = Pair(
                a, b, relation, similarity, same_key, corpus
            )
    for pairs in between.values():
        yield from _standing(pairs)


def _standing(pairs: Mapping[tuple[int, int], Pair]) -> Iterator[tuple[Pair, Rivalry]]:
    """The standing of pairs of one kind between two documents."""
    found: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for (i, j), pair in pairs.items():
        found[i].append((-pair.similarity, j))
        found[j].append((-pair.similarity, i))
    ranks = {claim: [(-likeness, other) for likeness, other in sorted(rivals)] for claim, rivals in found.items()}
    likenesses = {claim: [-likeness for likeness, _ in rivals] for claim, rivals in ranks.items()}
    first = {claim: frozenset(other for _, other in rivals[:_BEST]) for claim, rivals in ranks.items()}
    offers = round(math.log(len(pairs)), 6)
    for (i, j), pair in pairs.items():
        if j in first[i] and i in first[j]:
            yield pair, Rivalry(*_margin(pair.similarity, likenesses[i], likenesses[j]), offers)


def _margin(similarity: float, *sides: list[float]) -> tuple[float, int]:
    """The margin and the number of near rivals, by the likenesses of each side, negative and so in rising order.

    The pair's own entry is one of each side's, so the best rival is the first or, for the first, the second.
    """
    margins = []
    for rivals in sides:
        best = -rivals[0]
        if best == similarity:
            best = -rivals[1] if len(rivals) > 1 else 0.0
        margins.append(similarity - best)
    near = max(bisect_left(rivals, -_NEARLY * similarity) for rivals in sides)
    return round(min(margins), 6), max(0, near - 1)
