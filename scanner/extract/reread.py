"""Sentences that a parser most likely misread, and the words that they are shown with a second time.

"Isolation after a visit lasts ten days": parsers take "after" for the opening of a clause about the visit. "Access to
the archive costs 12 EUR": they take the verb for a noun. Words of equal length that they know stand in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scanner.model import Mention
from scanner.nlp import Parse

__all__ = ["Range", "stand_ins"]

Range = tuple[int, int]

_PREPOSITIONS = {"after": "under", "before": "behind"}
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_NOMINAL = frozenset({"NOUN", "PROPN", "ADJ", "DET", "PRON", "ADP", "NUM", "PART", "VERB"})
_BARE = frozenset({"VB", "VBZ", "VBP", "VBD", "VBN", "MD"})
_MEASURING = frozenset({"be", "last", "cost", "take", "amount", "require", "need"})
_OPENING = ("DET", "NOUN")
_STAND_IN = "takes"


def stand_ins(parse: Parse, mentions: Sequence[Mention]) -> tuple[tuple[Range, str], ...]:
    """The ranges of misread words and what is shown in their place; empty where the parse looks right."""
    return tuple(_prepositions(parse)) or tuple(_verbs(parse, mentions))


def _prepositions(parse: Parse) -> Iterator[tuple[Range, str]]:
    """ "after" and "before" taken for the opening of the only clause, with nothing but a noun phrase before them."""
    for index, token in enumerate(parse.tokens):
        word = token.text.lower()
        if word not in _PREPOSITIONS or token.dep not in {"mark", "advmod", "prep"} or index == 0:
            continue
        first = parse.subtree(_root(parse, index))[0]
        before = parse.tokens[first:index]
        if not before:
            continue
        named = all(t.pos in _NOMINAL and t.tag not in _BARE for t in before)
        noun = before[-1].pos in {"NOUN", "PROPN"} or before[-1].tag == "VBG"
        finite = [i for i in parse.subtree(_root(parse, index)) if parse.tokens[i].tag in _FINITE and i > index]
        if not named or not noun or len(finite) != 1 or token.dep != "mark" or token.head != finite[0]:
            continue
        # "Ring before the shop closes": one word alone may be an order, which lasts and costs nothing.
        if len(before) > 1 or parse.tokens[finite[0]].lemma in _MEASURING:
            yield (token.start, token.end), _PREPOSITIONS[word]
            return


def _root(parse: Parse, index: int) -> int:
    """The root above a token: clauses parsed apart have one each."""
    while parse.tokens[index].head != index:
        index = parse.tokens[index].head
    return index


def _verbs(parse: Parse, mentions: Sequence[Mention]) -> Iterator[tuple[Range, str]]:
    """ "costs" or "lasts" taken for a noun right before a value, in a sentence without any verb."""
    if any(token.tag in _FINITE for token in parse.tokens):
        return
    starts = {mention.outer[0] for mention in mentions if mention.value is not None}
    for index, token in enumerate(parse.tokens[1:], start=1):
        known = len(token.text) == len(_STAND_IN) and token.text in {
            "costs",
            "lasts",
            "lives",
            "holds",
            "seats",
            "spans",
            "earns",
        }
        opening = index == len(_OPENING) and parse.tokens[0].pos == "DET"  # "A key lives 90 days"
        named = parse.tokens[index - 1].pos != "ADJ" or opening
        if known and token.tag == "NNS" and token.end + 1 in starts and named:
            yield (token.start, token.end), _STAND_IN
            return
