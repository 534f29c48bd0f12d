"""``files with a length of up to four hours``: a thing has an attribute of an amount, whatever else is said of it."""

from __future__ import annotations

from collections.abc import Iterable

from scanner.extract.clause import head_of, noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, Quantity, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

NAME = "possession"
_NOUNS = frozenset({"NOUN", "PROPN"})
_HAVING = frozenset({"having", "has", "have"})


def build(rules: RuleSet) -> Narrator:
    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        for mention in mentions:
            if not isinstance(mention.value, Quantity) or not mention.value.unit:
                continue
            found = _owned(sentence.parse, head_of(sentence.parse, mention.start, mention.end))
            if found is None:
                continue
            owner, attribute = (noun_phrase(sentence.parse, index) for index in found)
            if any(owner.span[0] <= m.start < m.end <= owner.span[1] for m in mentions if m.start < attribute.span[0]):
                continue  # "5 EUR with a discount of 10 %": an amount has nothing
            yield sentence.triple(
                NAME,
                mention,
                sentence.clause(mention),
                subject=owner.core,
                basis=SubjectBasis.GRAMMAR,
                predicate=attribute.core,
                confidence=0.85,
            )

    return extract


def _owned(parse: Parse, value: int) -> tuple[int, int] | None:
    """Owner and attribute of a value: "of" it is the attribute, which the owner stands "with" or is "having"."""
    tokens = parse.tokens
    link = tokens[value].head
    if tokens[value].dep != "pobj" or tokens[link].text.lower() != "of":
        return None
    attribute = tokens[link].head
    joint = tokens[attribute].head
    if tokens[attribute].pos not in _NOUNS or tokens[joint].text.lower() not in {"with", *_HAVING}:
        return None
    owner = tokens[joint].head
    if tokens[attribute].dep not in {"pobj", "dobj"} or owner == joint or tokens[owner].pos not in _NOUNS:
        return None
    return owner, attribute


FIRES = (
    ("We accept MP4 and MOV files with a length of up to four hours.", "length MP4", "four hours", None),
    ("Vehicles with a width of up to 2.2 m may enter.", "width vehicles", "2.2 m", None),
    ("A tank with a capacity of 300 litres stands in the yard.", "capacity tank", "300 litres", None),
    ("Cars with a weight of more than 2 t pay extra.", "weight cars", "2 t", None),
    ("Loans with a term of two years are rare.", "term loans", "two years", None),
)
SILENT = (
    "She left with a bag of 5 kg.",
    "He came back after a trip of 3 days.",
    "The company with 30 employees moved.",
    "Each of 12 members has a key.",
    "A discount of 10 % is given.",
)
