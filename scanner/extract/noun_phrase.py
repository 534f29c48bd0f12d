"""``7-day retention``, ``a 25 MB attachment limit``, ``Bursts of 50 requests``: the value modifies a noun."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scanner.extract.clause import head_of, noun_phrase
from scanner.extract.narrative import Narrator, Sentence, is_window, named, restricts
from scanner.model import Bound, Mention, Moment, Quantity, SubjectBasis, Term, Triple, Version
from scanner.rules import RuleSet

NAME = "noun-phrase"
_CLASSIFIED = " :: "
_PLACED = re.compile(r"\b(?:on|in|by)\s+$")
_UP = frozenset({"nummod", "amod", "compound", "nmod", "quantmod", "npadvmod", "pobj", "prep", "appos", "punct"})


def build(rules: RuleSet) -> Narrator:
    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        tokens = sentence.parse.tokens
        if _CLASSIFIED in sentence.unit.text:
            return  # "Programming Language :: Python :: 3.8": one of the classes of a thing
        for mention in mentions:
            if is_window(mention) or not tokens or isinstance(mention.value, Version | Term):
                continue
            before = sentence.unit.text[: mention.outer[0]]
            alone = len(sentence.unit.mentions) == 1
            if isinstance(mention.value, Moment) and not (alone and _PLACED.search(before)):
                continue  # a date in a name ("FY22 report") or beside another value says when, not what
            head = head_of(sentence.parse, mention.start, mention.end)
            top = head
            while (
                tokens[top].dep in _UP
                and tokens[top].head != top
                and tokens[tokens[top].head].pos in {"NOUN", "PROPN", "ADP", "NUM"}
            ):
                top = tokens[top].head
            clause = sentence.clause(mention)
            if restricts(sentence, clause, mention):
                continue
            phrase = noun_phrase(sentence.parse, top)
            low = mention.outer[0]
            core = phrase.core
            text = sentence.unit.text[mention.start : mention.end]
            core = re.sub(r"\s+", " ", core.replace(text, " ")).strip(" -,")
            value = mention.value
            if isinstance(value, Quantity) and value.noun and value.noun not in core:
                core = f"{core} {value.noun}".strip()
            subject, basis = "", SubjectBasis.NONE
            if phrase.of and not (phrase.span[0] <= low and text in phrase.of):
                subject, basis = phrase.of, SubjectBasis.GRAMMAR
            elif named(core, first=phrase.span[0] == 0):
                subject, basis = core, SubjectBasis.GRAMMAR
            yield sentence.triple(
                NAME,
                mention,
                clause,
                subject=subject,
                basis=basis,
                predicate=core,
                confidence=0.7,
                scope=tuple(words for words in phrase.scope if text not in words),
                naming=f"{core} {sentence.unit.text[clause.span[0] : low]}",
            )

    return extract


FIRES = (
    ("7-day snapshot retention", "snapshot retention", "7-day", None),
    ("Maximum of 10 questions in total", "question", "10", Bound.MAX),
    ("A 25 MB attachment limit", "attachment limit", "25 MB", Bound.MAX),
)
SILENT = (
    "A long attachment limit",
    "Daily snapshot retention",
    "Programming Language :: Python :: 3.8",
)
