"""``entry is free``, ``the cloakroom is free of charge``: a price of nothing, in the currency of the document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from scanner.extract.assertion import phrase_pattern
from scanner.extract.narrative import Narrator, Sentence, bounded
from scanner.model import Mention, Quantity, Status, SubjectBasis, Triple
from scanner.rules import RuleSet

__all__ = ["ANY_CURRENCY", "FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "gratis"
ANY_CURRENCY = "money"
"""The unit of a price of nothing until its document tells in which currency it counts."""

_LINK = (
    r"\b(?:is|are|remains?|stays?|comes?|go|goes|travels?|rides?|enters?)\s+"
    r"(?:(?:also|always|now|still|completely|entirely|all)\s+)*"
)
_BARE = rf"{_LINK}(?P<bare>free)(?=\s*(?:[.,;)]|$|for\s|on\s|at\s|with\s|in\s|during\s))"
_SUMMED = (
    r"(?:\s+in\s+(?:the|your|our|this|that|every|each|all)\s+(?:[\w-]+\s+){{0,2}}?(?:{nouns})\b"
    r"(?:\s+of\s+(?:[\w-]+\s*){{1,6}})?)?"
)
_INCLUDED = (
    rf"\b(?:is|are)\s+(?:(?:also|always|now|already)\s+)*(?P<counted>included){_SUMMED}(?=\s*(?:[.,;)]|$|at\s|on\s))"
)
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|only|except|first|before|after|not|never|some|most|trial|over|above|from|up\s+to|than|within)\b",
    re.IGNORECASE,
)


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for a price of nothing, as the body of a pattern."""
    told = (_BARE.replace("(?P<bare>", "(?:"), _included(rules).replace("(?P<counted>", "(?:"))
    return "|".join((*told, phrase_pattern(rules.words("no charge")).pattern))


def _included(rules: RuleSet) -> str:
    """ "Breakfast is included", "… is included in the price of the room": it costs nothing besides."""
    return _INCLUDED.format(nouns="|".join(sorted(rules.words("amount noun"))))


def build(rules: RuleSet) -> Narrator:
    sure = phrase_pattern(rules.words("no charge")).pattern
    told = re.compile(f"{_BARE}|{_included(rules)}|(?P<sure>{sure})", re.IGNORECASE)
    unpriced = frozenset(rules.words("free and unpriced"))
    zero = Quantity(Fraction(0), Fraction(0), unit=ANY_CURRENCY)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text, tokens = sentence.unit.text, sentence.parse.tokens
        if text.rstrip().endswith((":", "?")):
            return
        for found in told.finditer(text):
            name = next(group for group in ("bare", "counted", "sure") if found[group])
            mention = Mention(*found.span(name), found[name], zero)
            clause = sentence.stated(mention)
            phrase = sentence.subject(clause) if clause.verb is not None else None
            if phrase is None or clause.modal or clause.negated or clause.past or sentence.restricts(clause):
                continue
            noun = tokens[phrase.head]
            if noun.pos not in {"NOUN", "PROPN", "VERB"} or noun.lemma.lower() in unpriced or noun.tag in {"WDT", "WP"}:
                continue
            low, high = min(clause.span[0], phrase.span[0]), max(clause.span[1], found.end())
            if clause.condition or bounded(mentions, low, high) or _LIMITED.search(text[low:high]):
                continue
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=phrase.whole,
                basis=SubjectBasis.GRAMMAR,
                predicate="price",
                confidence=0.8,
                scope=phrase.scope,
            )
            if triple.status is Status.ASSERTED:
                yield replace(triple, bound=None, functional=True)

    return extract


FIRES = (
    ("Standing orders are free.", "price", "free", None),
    ("The cloakroom is free of charge.", "price", "free of charge", None),
    ("Leave coats in the cloakroom, which is free of charge.", "price", "free of charge", None),
    ("Changing your name is free of charge.", "price", "free of charge", None),
    ("Bikes go free in the rear carriage.", "price", "free", None),
    ("A second opinion costs nothing.", "price", "costs nothing", None),
    ("Breakfast is included in the room rate.", "price", "included", None),
    ("Camping on the meadow is included.", "price", "included", None),
)
SILENT = (
    "The seat is free.",
    "You are free to leave.",
    "Shipping is free for orders over 50 EUR.",
    "The first visit is free.",
    "Entry is not free.",
    "The bread is free of nuts.",
    "Is parking free?",
    "Port 80 is free.",
    "VAT is included in the price.",
    "Breakfast is not included.",
    "The header is included in the file of tests.",
    "Breakfast is included only in the summer.",
)
