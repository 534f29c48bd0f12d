"""``there are four levels``, ``one of the three judges``, ``all nine gates``: how many of a thing there are in all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.clause import NounPhrase, head_of, noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, Quantity, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "tally"
_SUPERLATIVE = frozenset({"JJS", "RBS"})
_NARROWING = frozenset({"relcl", "acl", "advcl", "amod", "appos", "conj"})
_PLACES = frozenset({"in", "on", "at", "of", "for"})


def build(rules: RuleSet) -> Narrator:
    """The extractor of sentences that count a thing as a whole."""
    vague, members = frozenset(rules.words("vague count")), frozenset(rules.words("member word"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        parse = sentence.parse
        for mention in mentions:
            if not isinstance(mention.value, Quantity) or mention.value.unit or mention.bound is not None:
                continue
            number = head_of(parse, mention.start, mention.end)
            noun = parse.tokens[number].head
            if parse.tokens[number].dep != "nummod" or parse.tokens[noun].tag not in {"NNS", "NNPS"}:
                continue
            if parse.tokens[noun].lemma.lower() in vague:
                continue
            there = _existing(parse, noun)
            if not there and not _whole(parse, noun, number, members):
                continue
            if any(parse.tokens[c].dep in _NARROWING for c in parse.children[noun]):
                continue  # "three ways to pay", "all four gates that open": of some only
            phrase = noun_phrase(parse, noun)
            yield _triple(sentence, mention, phrase, _place(parse, noun) if there else "", there=there)

    return extract


def _triple(sentence: Sentence, mention: Mention, phrase: NounPhrase, place: str, *, there: bool) -> Triple:
    counted = " ".join(word for word in phrase.core.split() if word not in mention.text.split())
    clause = sentence.clause(mention)
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject=place,
        basis=SubjectBasis.GRAMMAR if place else SubjectBasis.NONE,
        predicate=f"number of {counted}{f' of {phrase.of}' if phrase.of else ''}",
        confidence=0.8 if there else 0.65,
    )
    return replace(triple, bound=None, functional=True, scope=())


def _existing(parse: Parse, noun: int) -> bool:
    """Whether a sentence says that there is so much: "There are four levels"."""
    verb = parse.tokens[noun].head
    if parse.tokens[noun].dep not in {"attr", "nsubj", "dobj"} or parse.tokens[verb].lemma != "be":
        return False
    below = [parse.tokens[c] for c in parse.children[verb]]
    told = parse.tokens[verb].dep == "ROOT" and not any(t.dep in {"neg", "mark"} or t.tag == "MD" for t in below)
    return told and parse.tokens[verb].tag in {"VBZ", "VBP"} and any(t.dep == "expl" for t in below)


def _whole(parse: Parse, noun: int, number: int, members: frozenset[str]) -> bool:
    """Whether all of a thing are counted: "all nine gates", "the highest of the three levels"."""
    tokens = parse.tokens
    before = tokens[number - 1].text.lower() if number else ""
    if before == "all":
        return True
    link = tokens[noun].head
    if before != "the" or tokens[noun].dep != "pobj" or tokens[link].text.lower() != "of":
        return False
    taken = tokens[tokens[link].head]
    return taken.text.lower() in members or taken.tag in _SUPERLATIVE


def _place(parse: Parse, noun: int) -> str:
    """Where there is so much: "on the line"; empty for what only points ("in this guide")."""
    tokens = parse.tokens
    for joint in (*parse.children[tokens[noun].head], *parse.children[noun]):
        if tokens[joint].dep != "prep" or tokens[joint].text.lower() not in _PLACES - {"of"}:
            continue
        for target in parse.children[joint]:
            below = {tokens[c].lemma.lower() for c in parse.children[target]}
            if tokens[target].dep == "pobj" and tokens[target].pos != "PRON" and not below & {"this", "that", "these"}:
                return noun_phrase(parse, target).core
    return ""


FIRES = (
    ("There are four levels of assurance in this guideline.", "levels of assurance", "four", None),
    ("There are twelve stations on the line.", "stations line", "twelve", None),
    ("The highest of the three levels applies.", "levels", "three", None),
    ("One of the five judges leads.", "judges", "five", None),
    ("All nine gates open at noon.", "gates", "nine", None),
)
SILENT = (
    "There are three ways to pay.",
    "There were four chairs in the room.",
    "There may be two trains.",
    "Two of his three sons came.",
    "The first of two parts is long.",
    "If there are four players, deal five cards.",
    "All four gates that face north are shut.",
    "There are at least two exits.",
)
