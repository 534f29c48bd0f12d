"""One sentence in two documents: copied, then its value changed, or a few of its words, in one of them."""

from __future__ import annotations

from rapidfuzz.distance import LCSseq

from scanner.align.gates_told import swapped, tokens
from scanner.align.pair import FAMILY, Pair

__all__ = ["copied", "one_sentence"]

_LONG = 8  # words from which on a sentence is no common phrase
_ALIKE = 0.8  # of the words of the longer statement, in their order
_MOST_OWN = 2  # words that tell something and stand on one side only


def copied(pair: Pair) -> bool:
    """Whether two statements are one but for their values, and stand in no third place: there they are a template."""
    a, b = pair.a, pair.b
    if max(pair.corpus.places_of_statement[claim.statement] for claim in (a, b)) >= FAMILY:
        return False
    if (frozenset(tokens(a.statement)) ^ frozenset(tokens(b.statement))) & pair.corpus.limiting:
        return False  # a rule, and the case in which it does not hold
    return max(len(a.words - b.words), len(b.words - a.words)) <= _MOST_OWN and one_sentence(a.statement, b.statement)


def one_sentence(a: str, b: str) -> bool:
    """Whether two masked statements are one sentence: long, and nearly equal word by word.

    One that differs in one noun is told of another thing ("dental insurance", "vision insurance").
    """
    mine, theirs = tokens(a), tokens(b)
    if min(len(mine), len(theirs)) < _LONG or mine.count("#") != theirs.count("#") or swapped(a, b):
        return False
    return LCSseq.normalized_similarity(mine, theirs) >= _ALIKE
