"""``the texts are free under CC BY-SA 4.0``, ``given away under the MIT License``: what may be used, and how."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import NounPhrase, noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, SubjectBasis, Term, Triple
from scanner.rules import RuleSet

NAME = "licence"
_DOMAIN = "licence"
_PREDICATE = "licence"
_FREE = "public domain"
_NOUNS = frozenset({"NOUN", "PROPN"})
_ANOTHER = re.compile(
    r"\s*(?:licen[cs]es?\b)?\s*(?:,|/|or|and|,\s*(?:or|and)|and/or)\s*(?:the\s+|under\s+)*", re.IGNORECASE
)


def of_licence(mention: Mention) -> bool:
    """Whether a mention names a licence."""
    return isinstance(mention.value, Term) and mention.value.domain == _DOMAIN


def build(rules: RuleSet) -> Narrator:
    under, given = (
        re.compile(rf"{phrase_pattern(rules.words(cue)).pattern}\s+(?:(?:the|a|an)\s+)?[\"“'‘`*_]*$", re.IGNORECASE)
        for cue in ("licensed under", "given to all")
    )

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        named = [mention for mention in mentions if of_licence(mention)]
        for mention in named:
            free = isinstance(mention.value, Term) and mention.value.code == _FREE
            found = (given if free else under).search(sentence.unit.text[: mention.start])
            if found is None:
                continue
            phrase = _licensed(sentence, mention, found.start())
            if phrase is None:
                continue
            within = any(phrase.span[0] <= m.start < phrase.span[1] for m in named)  # "texts to the public domain"
            whole = phrase.core if within else phrase.whole
            subject = whole if sentence.parse.tokens[phrase.head].pos in _NOUNS else ""
            triple = sentence.triple(
                NAME,
                mention,
                sentence.clause(mention),
                subject=subject,
                basis=SubjectBasis.GRAMMAR if subject else SubjectBasis.NONE,
                predicate=_PREDICATE,
                confidence=0.85,
                scope=phrase.scope,
            )
            choice = any(_offered(sentence.unit.text, a, b) for a in named for b in named if mention in {a, b})
            yield replace(triple, bound=None, functional=False if choice else triple.functional)

    return extract


def _licensed(sentence: Sentence, mention: Mention, under: int) -> NounPhrase | None:
    """What is put under a licence: what a verb gives away, else its subject; ``None`` where a licence only tells which.

    "Code under the GPL is kept apart" says of some code where it is, and of none under which licence.
    """
    parse = sentence.parse
    tokens = parse.tokens
    clause = sentence.clause(mention)
    at = next((i for i in parse.at(under, mention.start)), None)
    if clause.verb is None or at is None or sentence.restricts(clause):
        return None
    above = tokens[at].head
    if (
        tokens[above].pos in _NOUNS
        and clause.subject is not None
        and above in {clause.subject, *parse.subtree(clause.subject)}
    ):
        return None
    given = next((c for c in parse.children[clause.verb] if tokens[c].dep == "dobj" and c < at), None)
    if given is not None and not clause.passive and tokens[given].pos in _NOUNS:
        return noun_phrase(parse, given)
    return sentence.subject(clause)


def _offered(text: str, a: Mention, b: Mention) -> bool:
    """Whether two licences stand in one choice or list: "under MIT or Apache-2.0"."""
    return a.end <= b.start and _ANOTHER.fullmatch(text, a.end, b.start) is not None


FIRES = (
    ("Tersecli is given away under the MIT License.", "licence Tersecli", "MIT License", None),
    ("The texts are free under CC BY-SA 4.0.", "licence texts", "CC BY-SA 4.0", None),
    ("The museum publishes its photographs under CC0 1.0.", "licence photographs", "CC0 1.0", None),
    ("The maps may be shared under the terms of the ODbL.", "licence maps", "ODbL", None),
    ("We release the firmware under GPLv3.", "licence firmware", "GPLv3", None),
    ("The recordings are in the public domain.", "licence recordings", "public domain", None),
)
SILENT = (
    "Code under the Apache License 2.0 is kept in a folder of its own.",
    "The MIT License is one page long.",
    "Libraries that are under GPLv3 cannot be linked.",
)
