"""``the meeting point is the main gate``, ``our supplier is Nordwind``: which thing fills a place there is one of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.clause import noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import EntityRef, Mention, Status, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "identity"
_MAIN = frozenset({"ROOT", "conj", "parataxis"})
_NAMES = frozenset({"NOUN", "PROPN"})
_ONE = frozenset({"the", "our", "its", "your", "their"})
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|except|usually|normally|often|sometimes|either|or|also|one|not|same|another|such)\b",
    re.IGNORECASE,
)
_LONGEST = 5


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for what fills a place, as the body of a pattern."""
    nouns = "|".join(re.escape(noun) for noun in sorted(rules.words("single place"), key=lambda n: (-len(n), n)))
    proper = (
        r"^(?:The|Our|Its)\s+[a-z][\w\s-]{1,40}\s(?:is|remains)\s+(?:the\s+)?"
        r"(?-i:[A-Z][a-z]\w*\s+[A-Z][a-z]\w*)"
    )
    return proper + rf"|\b(?:{nouns})\s+(?:(?:of|for)\s+[\w\s]{{1,40}}?\s+)?(?:is|remains|will\s+be)\s+"


def build(rules: RuleSet) -> Narrator:
    places = frozenset(rules.words("single place"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text, tokens = sentence.unit.text, sentence.parse.tokens
        if text.rstrip().endswith((":", "?")):
            return
        for index, token in enumerate(tokens):
            if token.lemma != "be" or token.tag not in {"VBZ", "VBP"} or token.dep not in _MAIN:
                continue
            children = sentence.parse.children[index]
            subject = next((c for c in children if tokens[c].dep == "nsubj" and c < index), None)
            filler = next((c for c in children if tokens[c].dep == "attr" and c > index), None)
            if subject is None or filler is None or tokens[filler].pos not in _NAMES:
                continue
            place = noun_phrase(sentence.parse, subject)
            named = next((n for n in sorted(places, key=len, reverse=True) if _ends(place.core, n)), "")
            first = sentence.parse.children[subject]
            proper = _is_proper(sentence.parse, filler)
            if not (named or proper) or place.plural or not any(tokens[c].text.lower() in _ONE for c in first):
                continue
            low, high = _span(sentence.parse, filler)
            words = text[low:high]
            if not 0 < len(words.split()) <= _LONGEST or not _is_definite(sentence.parse, filler):
                continue
            if any(m.value is not None and m.start < high and low < m.end for m in mentions):
                continue
            bare = re.sub(r"^(?:the|our|its)\s+", "", words, flags=re.IGNORECASE)
            mention = Mention(high - len(bare), high, bare, EntityRef(bare.casefold(), bare))
            clause = sentence.of_verb(index)
            if clause.condition or clause.negated or _LIMITED.search(text[clause.span[0] : clause.span[1]]):
                continue
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=place.of,
                basis=SubjectBasis.GRAMMAR if place.of else SubjectBasis.NONE,
                predicate=place.core,
                confidence=0.8,
                scope=place.scope,
            )
            if triple.status is Status.ASSERTED:
                yield replace(triple, functional=True, bound=None)

    return extract


def _is_proper(parse: Parse, head: int) -> bool:
    """Whether a phrase is a name of two capitalised words or more: "Mill Lane Stadium"."""
    parts = [c for c in parse.children[head] if parse.tokens[c].dep == "compound"]
    words = [parse.tokens[i].text for i in (*parts, head)]
    return bool(parts) and all(word[:1].isupper() and word[1:2].islower() for word in words)


def _ends(words: str, noun: str) -> bool:
    return f" {words.casefold()}".endswith(f" {noun}")


def _span(parse: Parse, head: int) -> tuple[int, int]:
    """The name at ``head`` with what belongs to it, up to where something else begins to be said of it."""
    kept = parse.subtree(head, frozenset({"relcl", "acl", "appos", "punct", "cc", "conj", "advcl", "advmod"}))
    run = [i for i in kept if not _told_apart(parse, i, head)]
    return parse.tokens[run[0]].start, parse.tokens[run[-1]].end


def _told_apart(parse: Parse, index: int, head: int) -> bool:
    """Whether a word hangs on the name by a preposition other than "of"."""
    current = index
    while current != head and parse.tokens[current].head != current:
        token = parse.tokens[current]
        if token.dep == "prep" and token.head == head:
            return token.text.lower() != "of"
        current = token.head
    return False


def _is_definite(parse: Parse, head: int) -> bool:
    """Whether a phrase names one thing: a proper name, or "the" one."""
    below = parse.children[head]
    if any(parse.tokens[c].dep in {"conj", "nummod"} for c in below):
        return False
    determined = any(parse.tokens[c].text.lower() in _ONE - {"your", "their"} for c in below)
    return determined or (parse.tokens[head].pos == "PROPN" and parse.tokens[head].text[:1].isupper())


FIRES = (
    ("The meeting point is the main gate.", "meeting point", "main gate", None),
    ("Our supplier is Nordwind Ltd.", "supplier", "Nordwind Ltd", None),
    ("The database of the shop is PostgreSQL.", "database", "PostgreSQL", None),
    ("The home ground is Mill Lane Stadium.", "home ground", "Mill Lane Stadium", None),
    ("The venue is the town hall.", "venue", "town hall", None),
    ("The competent court is the district court of Bern.", "court", "district court of Bern", None),
)
SILENT = (
    "The meeting point is a problem.",
    "A supplier is Nordwind.",
    "The venue is usually the town hall.",
    "The venue is the town hall or the school.",
    "The venue is beautiful.",
    "The question is the price.",
    "The venue was the town hall.",
)
