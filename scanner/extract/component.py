"""``every line must end with a port``, ``the subject may be left out``: what a thing must have, what it may lack."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from scanner.extract.clause import noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.extract.requirement import duty, is_nobody, told_duty
from scanner.model import Mention, Status, SubjectBasis, Term, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "component"
_MAIN = frozenset({"ROOT", "conj"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_LACKING = {"required": "optional", "optional": "optional", "prohibited": "required"}
_HELD = {"required": "required"}  # what must not be there, the duty itself tells
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|except|only|before|after|than|that|which|longer|more|most|other|further|such|same|own|"
    r"exactly|valid|correct|both|either|each\s+other)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Verbs:
    """Verbs of having a thing, with the prepositions of those that take one, and of leaving a thing out.

    ``particled`` leave something out only with a particle ("leave away"), ``void`` says that a thing may be missing.
    """

    having: frozenset[str]
    joined: frozenset[tuple[str, str]]
    lacking: frozenset[str]
    particled: frozenset[tuple[str, str]]
    void: frozenset[str]

    @classmethod
    def build(cls, words: Callable[[str], tuple[str, ...]]) -> _Verbs:
        having = [tuple(entry.split()) for entry in words("having as a part")]
        lacking = [tuple(entry.split()) for entry in words("leaving out")]
        return cls(
            frozenset(entry[0] for entry in having if len(entry) == 1),
            frozenset((entry[0], entry[1]) for entry in having if len(entry) > 1),
            frozenset(entry[0] for entry in lacking if len(entry) == 1),
            frozenset((entry[0], entry[1]) for entry in lacking if len(entry) > 1),
            frozenset(words("left void")),
        )


@dataclass(frozen=True, slots=True)
class _Part:
    """``thing`` must be there or not; or, if it is ``lacking``, may be missing or not."""

    thing: int
    lacking: bool


def build(rules: RuleSet) -> Narrator:
    """The extractor of what must be part of something, or may be left out of it."""
    verbs = _Verbs.build(rules.words)
    terms = {
        card.id: Term(card.domain, card.id, card.agrees) for card in rules.terms.values() if card.domain == "modality"
    }

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        tokens = sentence.parse.tokens
        if sentence.unit.text.rstrip().endswith(("?", ":")):
            return
        for index, token in enumerate(tokens):
            if token.dep not in _MAIN or token.pos not in {"VERB", "AUX"}:
                continue
            asked = _asked(sentence, index)
            if asked is None:
                continue
            code, start, end, acted = asked
            part = _part(sentence.parse, acted, verbs)
            needed = (_LACKING if part.lacking else _HELD).get(code) if part is not None else None
            if part is not None and needed is not None:
                mention = Mention(start, end, sentence.unit.text[start:end], terms[needed])
                yield from _triple(sentence, mention, acted, part, mentions)

    return extract


def _asked(sentence: Sentence, index: int) -> tuple[str, int, int, int] | None:
    """The duty that a verb stands under, the range of the words that say so, and the verb of what is to be done."""
    tokens, children = sentence.parse.tokens, sentence.parse.children[index]
    modal = next((c for c in children if tokens[c].tag == "MD"), None)
    if modal is not None:
        negation = next((c for c in children if tokens[c].dep == "neg"), None)
        code = duty(tokens[modal], negated=negation is not None)
        last = tokens[negation] if negation is not None else tokens[modal]
        return None if code is None else (code, tokens[modal].start, max(tokens[modal].end, last.end), index)
    told = told_duty(sentence, index)
    acted = next((c for c in children if tokens[c].dep == "xcomp"), None)
    return (*told, acted) if told is not None and acted is not None else None


def _part(parse: Parse, verb: int, verbs: _Verbs) -> _Part | None:
    tokens, children = parse.tokens, parse.children[verb]
    lemma = tokens[verb].lemma.lower()
    subject = next((c for c in children if tokens[c].dep in {"nsubj", "nsubjpass"}), None)
    if subject is None and tokens[verb].dep == "xcomp":
        subject = next((c for c in parse.children[tokens[verb].head] if tokens[c].dep == "nsubj"), None)
    passive = any(tokens[c].dep in {"auxpass", "nsubjpass"} for c in children)
    done = next((c for c in children if tokens[c].dep == "dobj"), None)
    behind = {tokens[c].text.lower(): c for c in children if tokens[c].start > tokens[verb].start}
    particle = any((lemma, word) in verbs.particled for word in behind)
    if subject is not None and is_nobody(parse, subject):
        return None  # "no message must contain a subject": a ban, which the duty itself tells
    if lemma in verbs.lacking or particle:
        return _named(parse, subject if passive else done, lacking=True)
    if lemma in {"be", "remain", "leave"} and verbs.void & behind.keys():
        missing = done if lemma == "leave" and not passive else subject
        return _named(parse, missing, lacking=True)
    for word, place in behind.items():
        if (lemma, word) in verbs.joined:
            held = next((c for c in parse.children[place] if tokens[c].dep == "pobj"), None)
            return _named(parse, held, lacking=False)
    if lemma in verbs.having and not passive:
        return _named(parse, done, lacking=False)
    return None


def _named(parse: Parse, thing: int | None, *, lacking: bool) -> _Part | None:
    if thing is None or not _is_noun(parse, thing):
        return None
    if any(parse.tokens[c].dep in {"conj", "nummod", "poss", "relcl", "acl", "preconj"} for c in parse.children[thing]):
        return None
    return _Part(thing, lacking)


def _is_noun(parse: Parse, index: int) -> bool:
    """Whether a token is a noun, if only by its article: parsers take "the token" for an adjective."""
    if parse.tokens[index].pos in _NOUNS:
        return True
    return any(parse.tokens[c].lemma in {"a", "an", "the"} for c in parse.children[index])


def _triple(
    sentence: Sentence, mention: Mention, verb: int, part: _Part, mentions: tuple[Mention, ...]
) -> Iterator[Triple]:
    thing = noun_phrase(sentence.parse, part.thing)
    low = min(mention.start, thing.span[0])
    high = max(mention.end, thing.span[1], sentence.parse.tokens[verb].end)
    if thing.of or _LIMITED.search(sentence.unit.text[low:high]):
        return
    if any(m.value is not None and m.start < high and low < m.end for m in mentions):
        return  # "must contain at least eight letters" tells how many
    clause = sentence.clause(mention)
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject=thing.core,
        basis=SubjectBasis.GRAMMAR,
        predicate="requirement",
        confidence=0.7,
    )
    if triple.status in {Status.ASSERTED, Status.NEGATED} and not clause.condition:
        yield replace(
            triple, status=Status.ASSERTED, bound=None, functional=True, lead="", scope=(), statement=thing.span
        )


FIRES = (
    ("Every line must end with a port.", "requirement port", "must", None),
    ("A message must contain a subject line.", "subject line", "must", None),
    ("Each claim has to be accompanied by a receipt.", "requirement receipt", "has", None),
    ("Requests must include a token.", "token", "must", None),
    ("You may leave the port away.", "port", "may", None),
    ("The subject may be omitted.", "subject", "may", None),
    ("The middle name can be left blank.", "middle name", "can", None),
    ("The token must not be left out.", "token", "must not", None),
    ("You can skip the survey.", "survey", "can", None),
)
SILENT = (
    "The password must contain at least eight letters.",
    "The parcel must not contain glass.",
    "The biscuit may contain nuts.",
    "Lines end with a port.",
    "You may leave the hall by the side door.",
    "The driver must give way.",
    "If the server is known, the port may be omitted.",
    "The name must include only letters.",
    "Must the line end with a port?",
    "No message must contain a subject.",
    "Neither form may omit the year.",
    "You can drop the parcel at the desk.",
)
