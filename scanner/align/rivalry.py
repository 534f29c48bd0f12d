"""How each proposed pair of claims stands among its rivals between the same two documents."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from scanner.align.features import Corpus, comparable_kind, document_of, key_of
from scanner.align.pair import VERSIONS, Pair
from scanner.align.relate import Key, Relations
from scanner.model import DocumentRelation

__all__ = ["Rivalry", "contenders"]

_LEAST = 0.2  # likeness below which a pair within a document, or of two versions, is no candidate and no rival
_BEST = 3  # counterparts of a claim in a document that are looked at
_NEARLY = 0.6

_Likenesses = dict[tuple[int, int], float]


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
    corpus: Corpus,
    relations: Relations,
    proposed: Iterable[tuple[int, int]],
    followed: Collection[str] = (),
    idle: Callable[[Pair], bool] = lambda pair: False,
) -> Iterator[tuple[Pair, Rivalry]]:
    """The pairs in which each claim is among the other's likeliest few, with their standing.

    ``proposed`` are all pairs of any two documents, or none, in the order of the first document. ``followed`` claims
    have found their place in the next version of their document and meet no other version of it. Pairs that are
    ``idle`` are rivals of others, and nothing more.
    """
    claims = corpus.claims
    documents = [document_of(claim) for claim in claims]
    keys, kinds = [key_of(claim) for claim in claims], [comparable_kind(claim) for claim in claims]
    for document, pairs in groupby(proposed, key=lambda pair: documents[pair[0]]):
        between: dict[tuple[Key, str], _Likenesses] = {}
        related: dict[Key, DocumentRelation | None] = {}
        for i, j in pairs:
            other = documents[j]
            if other not in related:
                related[other] = relations.of(document, other)
            relation = related[other]
            if relation in VERSIONS and (claims[i].claim_id in followed or claims[j].claim_id in followed):
                continue
            similarity = corpus.similarity(claims[i], claims[j])
            if similarity >= _LEAST or relation is DocumentRelation.BODY or keys[i] == keys[j]:
                kind = kinds[i] if kinds[i] == kinds[j] else "mixed"
                between.setdefault((other, kind), {})[i, j] = similarity
        for (other, _), likenesses in between.items():
            looked_at = (
                Pair(claims[i], claims[j], related[other], similarity, keys[i] == keys[j], corpus)
                for (i, j), similarity in likenesses.items()
            )
            busy = {at: pair for at, pair in zip(likenesses, looked_at, strict=True) if not idle(pair)}
            yield from _standing(busy, likenesses)


def _standing(pairs: Mapping[tuple[int, int], Pair], likenesses: _Likenesses) -> Iterator[tuple[Pair, Rivalry]]:
    """The standing of some pairs of one kind between two documents; ``likenesses`` are those of all such pairs."""
    asked = {claim for at in pairs for claim in at}
    found: dict[int, list[tuple[float, int]]] = {claim: [] for claim in asked}
    for (i, j), similarity in likenesses.items() if asked else ():
        if i in asked:
            found[i].append((-similarity, j))
        if j in asked:
            found[j].append((-similarity, i))
    for rivals in found.values():
        rivals.sort()
    rising = {claim: [likeness for likeness, _ in rivals] for claim, rivals in found.items()}
    first = {claim: frozenset(other for _, other in rivals[:_BEST]) for claim, rivals in found.items()}
    offers = round(math.log(len(likenesses)), 6)
    for (i, j), pair in pairs.items():
        if j in first[i] and i in first[j]:
            yield pair, Rivalry(*_margin(pair.similarity, rising[i], rising[j]), offers)


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
