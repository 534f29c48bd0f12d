"""A noun that parsers cut off from its verb: "Isolation after a red tile lasts ten days" is no rest after anything.

Behind a noun they read "after", "before", "since" or "until" as the beginning of a clause, take the noun of that phrase
for the subject, and leave the noun that the sentence is about alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scanner.nlp import Parse, Token

__all__ = ["with_subject"]

_BOTH = frozenset({"after", "before", "since", "until", "till"})  # prepositions that open clauses as well
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_FINITE = frozenset({"VBZ", "VBP"})
_AMOUNTS = frozenset({"dobj", "npadvmod", "attr", "ccomp"})


def with_subject(parse: Parse, verbs: Collection[str]) -> Parse:
    """The parse with the noun as subject of its verb, where that verb is one of ``verbs`` and has a number behind it.

    ``verbs`` are lemmas of verbs that say how much something takes: of others, a fragment is as likely ("Coffee before
    a guest leaves the house").
    """
    tokens = parse.tokens
    for root, token in enumerate(tokens):
        if token.head != root or token.tag not in _NOUNS or any(tokens[c].dep == "nsubj" for c in parse.children[root]):
            continue
        for verb in parse.children[root]:
            found = _misread(parse, root, verb) if tokens[verb].lemma in verbs else None
            if found is not None:
                return _turned(parse, root, verb, *found)
    return parse


def _misread(parse: Parse, root: int, verb: int) -> tuple[int, int] | None:
    """The preposition and the noun behind it that a clause was made of."""
    tokens = parse.tokens
    if tokens[verb].dep != "advcl" or tokens[verb].tag not in _FINITE:
        return None
    below = parse.children[verb]
    mark = next((c for c in below if tokens[c].dep == "mark" and tokens[c].text.lower() in _BOTH), None)
    noun = next((c for c in below if tokens[c].dep == "nsubj" and tokens[c].tag in _NOUNS), None)
    counted = any(
        tokens[c].dep in _AMOUNTS and any(tokens[i].tag == "CD" for i in parse.subtree(c)) for c in below if c > verb
    )
    if mark is None or noun is None or not counted or not root < mark < noun < verb:
        return None
    return mark, noun


def _turned(parse: Parse, root: int, verb: int, mark: int, noun: int) -> Parse:
    tokens: list[Token] = []
    for index, token in enumerate(parse.tokens):
        if index == root:
            token = replace(token, head=verb, dep="nsubj", pos="NOUN" if token.pos == "VERB" else token.pos)
        elif index == verb:
            token = replace(token, head=verb, dep="ROOT")
        elif index == mark:
            token = replace(token, head=root, dep="prep", pos="ADP", tag="IN")
        elif index == noun:
            token = replace(token, head=mark, dep="pobj")
        elif token.head == root and index > verb:
            token = replace(token, head=verb)
        tokens.append(token)
    return Parse(parse.text, tuple(tokens))
