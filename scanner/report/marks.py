"""Which words of two quotes differ: what a reader's eye should be led to."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise

__all__ = ["VALUE", "WORDS", "differing", "segments"]

VALUE = 1
WORDS = 2
_TOKEN = re.compile(r"\w+(?:[.,]\w+)*|[^\w\s]")
_MOST_TOKENS = 200
_LEAST_ALIKE = 0.4

Span = tuple[int, int]


def differing(quote: str, other: str) -> list[Span]:
    """The half-open ranges of ``quote`` whose words ``other`` does not have in the same order.

    Quotes that are hardly alike have none: if everything differs, marking it says nothing.
    """
    mine, theirs = list(_TOKEN.finditer(quote)), list(_TOKEN.finditer(other))
    if not mine or not theirs or max(len(mine), len(theirs)) > _MOST_TOKENS:
        return []
    words = [token[0].casefold() for token in mine]
    matcher = SequenceMatcher(None, words, [token[0].casefold() for token in theirs], autojunk=False)
    if matcher.ratio() < _LEAST_ALIKE:
        return []
    return [
        (mine[low].start(), mine[high - 1].end())
        for kind, low, high, _, _ in matcher.get_opcodes()
        if kind in ("replace", "delete")
    ]


def segments(quote: str, value: Span, differs: list[Span]) -> list[tuple[str, int]]:
    """``quote`` cut where marks begin and end, each piece with its marks: ``VALUE``, ``WORDS``, both or none (0)."""
    cuts = sorted({0, len(quote), *value, *(edge for span in differs for edge in span)})
    pieces = []
    for low, high in pairwise(cuts):
        marks = VALUE if value[0] <= low and high <= value[1] else 0
        if any(start <= low and high <= end for start, end in differs):
            marks |= WORDS
        pieces.append((quote[low:high], marks))
    return pieces
