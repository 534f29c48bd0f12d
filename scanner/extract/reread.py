"""Verbs that a parser took for nouns, and what they are shown as a second time ("Access to the archive costs 12 EUR").

Words of equal length that it knows stand in.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scanner.model import Mention
from scanner.nlp import Parse

__all__ = ["Range", "stand_ins"]

Range = tuple[int, int]

_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_OPENING = ("DET", "NOUN")
_STAND_IN = "takes"


def stand_ins(parse: Parse, mentions: Sequence[Mention], verbs: Collection[str]) -> tuple[tuple[Range, str], ...]:
    """The range of a misread verb and what is shown in its place; empty where the parse looks right.

    It is one of ``verbs``, of five letters each, right before a value, in a sentence without any verb.
    """
    if any(token.tag in _FINITE for token in parse.tokens):
        return ()
    starts = {mention.outer[0] for mention in mentions if mention.value is not None}
    for index, token in enumerate(parse.tokens[1:], start=1):
        opening = index == len(_OPENING) and parse.tokens[0].pos == "DET"  # "A key lives 90 days"
        named = parse.tokens[index - 1].pos != "ADJ" or opening
        if token.text in verbs and token.tag == "NNS" and token.end + 1 in starts and named:
            return (((token.start, token.end), _STAND_IN),)
    return ()
