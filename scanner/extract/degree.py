"""``a trench 30 cm deep``, ``bulbs 10 cm deep and 15 cm apart``: an amount and the word that says what it measures."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scanner.extract.attribute import Attributes
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, Quantity, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

NAME = "degree"
_NOUNS = frozenset({"NOUN", "PROPN"})
_BETWEEN = frozenset(
    {"at", "least", "most", "about", "up", "to", "only", "and", "some", "around", "of", "not", "more", "than"}
)
_WORD = re.compile(r"[\s-]([a-z]+)\b")


def build(rules: RuleSet) -> Narrator:
    attributes = Attributes.of(rules)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        owner = None
        for mention in sorted(mentions, key=lambda m: m.start):
            word = _WORD.match(sentence.unit.text, mention.end)
            if word is None or not isinstance(mention.value, Quantity) or not mention.value.unit:
                continue
            attribute = attributes.named(word.group(1), mention.value)
            if not attribute:
                continue
            found = _before(sentence.parse, mention.outer[0])
            owner = found if found is not None else owner
            if owner is None:
                continue
            yield sentence.triple(
                NAME,
                mention,
                sentence.clause(mention),
                subject=_named(sentence.parse, owner),
                basis=SubjectBasis.GRAMMAR,
                predicate=attribute,
                confidence=0.8,
            )

    return extract


def _before(parse: Parse, at: int) -> int | None:
    """The noun right before a place in the text, words that only bound the amount there aside."""
    for index in reversed(range(len(parse.tokens))):
        token = parse.tokens[index]
        if token.end > at:
            continue
        if token.pos in _NOUNS:
            return index
        if token.text.lower() not in _BETWEEN:
            return None
    return None


def _named(parse: Parse, noun: int) -> str:
    """A noun with the nouns and adjectives before it."""
    first = noun
    while first and parse.tokens[first - 1].pos in _NOUNS | {"ADJ"}:
        first -= 1
    return " ".join(token.text for token in parse.tokens[first : noun + 1])


FIRES = (
    ("Dig a trench 30 cm deep along the fence.", "depth trench", "30 cm", None),
    ("Plant the tulips 10 cm deep.", "depth tulips", "10 cm", None),
    ("A ladder at least 4 m long leans on the wall.", "length ladder", "4 m", None),
)
SILENT = ("The deep pool lies 5 km away.", "He ran 5 km, long before breakfast.")
