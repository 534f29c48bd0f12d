"""``given away under the MIT License``, ``covered by the GPLv3``, ``all recipes are CC0``: the licence of a thing.

Whatever the verb, a licence behind "under" is the licence of what is given, and not of who gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.clause import Clause, NounPhrase, noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, SubjectBasis, Term, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "of_licence"]

NAME = "licence"
_UNDER = re.compile(
    r"\b(?:under|(?:covered|governed|protected)\s+by|subject\s+to|(?:is|are|be)(?:\s+(?:now|all|still))?)\s+"
    r"(?:(?:the|an?|all|both|terms|conditions|licen[cs]e|of|its|same|permissive|free|open|same)\s+)*[`\"'“(]?$",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\b(?:not|never|unlike|except|compatible|instead|previously|formerly|until|was|were|if)\b", re.I)
_BEHIND = re.compile(r"\s+(?:to|into|under|in|for)\s")
_MORE = re.compile(
    r"\d|\b(?:for|in|on|at|until|since|from|before|after|with|without|when|where|while|but|as|only|also|version|releases?|"
    r"whose|which|some|most|parts?|other|others|except|unless)\b",
    re.IGNORECASE,
)
_HERE = re.compile(r"\bof\s+(?:this|our)\s", re.IGNORECASE)
_UNSURE = frozenset({"could", "might", "would", "should"})


def of_licence(mention: Mention) -> bool:
    """Whether a mention names a licence."""
    return isinstance(mention.value, Term) and mention.value.domain == "licence"


def build(rules: RuleSet) -> Narrator:
    """The extractor of sentences that say under which licence something is."""
    generic = frozenset(rules.words("pointing word"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        named = [mention for mention in mentions if of_licence(mention)]
        if not named or not _one(named):
            return  # of two licences either may be chosen, or each is told of another part
        mention = named[-1]
        text = sentence.unit.text
        clause = sentence.clause(mention)
        before = text[: mention.outer[0]]
        if not _UNDER.search(before) or _ELSE.search(text[clause.span[0] : mention.start]):
            return
        if clause.negated or clause.modal in _UNSURE or clause.condition:
            return
        phrase = _given(sentence, clause, mention)
        known = phrase is not None and sentence.parse.tokens[phrase.head].pos in {"NOUN", "PROPN"}
        subject = ""
        if phrase is not None and known:
            owner = "" if _HERE.search(text[slice(*phrase.span)]) else _BEHIND.split(phrase.of, maxsplit=1)[0]
            subject = f"{phrase.core} of {owner}" if owner and owner.lower() not in generic else phrase.core
        triple = sentence.triple(
            NAME,
            mention,
            clause,
            subject=subject,
            basis=SubjectBasis.GRAMMAR if subject else SubjectBasis.NONE,
            predicate="licence",
            confidence=0.9 if subject else 0.8,
            scope=phrase.scope if phrase is not None else (),
        )
        triple = replace(triple, bound=None, functional=True)
        yield triple if _limits(sentence, clause, mention, phrase) else replace(triple, statement=mention.outer)

    return extract


def _limits(sentence: Sentence, clause: Clause, mention: Mention, phrase: NounPhrase | None) -> bool:
    """Whether a sentence says more than what is under which licence: when, for whom, which part.

    If not, the words of its verb ("given away", "appears") are no part of what is claimed.
    """
    text = sentence.unit.text
    low, high = phrase.span if phrase is not None else (mention.start, mention.start)
    pieces = (text[:low], text[high : mention.outer[0]] if high < mention.outer[0] else "", text[mention.outer[1] :])
    return any(_MORE.search(piece) for piece in pieces)


def _one(named: list[Mention]) -> bool:
    """Whether all mentions name one licence, or one that agrees with the last ("the public domain under CC0")."""
    last = named[-1].value
    assert isinstance(last, Term)
    codes = {mention.value.code for mention in named if isinstance(mention.value, Term)}
    return codes <= {last.code, *last.agrees}


def _given(sentence: Sentence, clause: Clause, mention: Mention) -> NounPhrase | None:
    """What is under a licence: the object of who gives it, else the subject."""
    tokens = sentence.parse.tokens
    if clause.verb is not None and not clause.passive:
        for child in sentence.parse.children[clause.verb]:
            if tokens[child].dep == "dobj" and tokens[child].pos in {"NOUN", "PROPN"}:
                phrase = noun_phrase(sentence.parse, child)
                if not phrase.span[0] <= mention.start < phrase.span[1] or phrase.span[0] < mention.outer[0]:
                    return phrase
    return sentence.subject(clause)


FIRES = (
    ("Fernwood is given away under the MIT License.", "licence Fernwood", "MIT License", None),
    ("We publish the maps under CC BY 4.0.", "licence maps", "CC BY 4.0", None),
    ("The code is covered by the GPLv3.", "licence code", "GPLv3", None),
    ("All recipes are CC0-1.0.", "licence recipes", "CC0-1.0", None),
    ("The photographs may be used under CC BY 4.0.", "licence photographs", "CC BY 4.0", None),
    ("The authors give the texts to the public domain under CC0 1.0.", "licence texts", "CC0 1.0", None),
)
SILENT = (
    "The maps are not under CC BY 4.0.",
    "The tool is compatible with the GPLv3.",
    "You may choose the MIT License or the Apache License 2.0.",
    "Unlike code under the GPLv3, this can be sold.",
    "If the code is under the MIT License, keep the notice.",
    "The project was under the GPLv2 until 2019.",
)
