"""``VAT comes on top``, ``drinks are extra``, ``this figure contains the holidays``: what an amount counts in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from scanner.extract.clause import noun_phrase, present_verbs
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Flag, Mention, Status, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "inclusion"
_MAIN = frozenset({"ROOT", "conj", "ccomp", "parataxis"})
_APART = frozenset({"separately", "extra", "additionally"})
_COUNTED = frozenset({"charge", "bill", "count", "pay", "invoice", "price", "calculate"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_MODALS = frozenset({"may", "might", "could", "would", "can", "should"})
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|except|only|before|after|above|over|some|most|sometimes|usually|often|partly)\b",
    re.IGNORECASE,
)


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for what an amount counts in, as the body of a pattern."""
    nouns = "|".join(sorted(rules.words("amount noun")))
    return (
        rf"\bcomes?\s+on\s+top\b|\b(?:is|are)\s+(?:not\s+)?extra\b|\bseparately\b|\bcharged\s+extra\b"
        rf"|\b(?:{nouns})\s+(?:does\s+not\s+|do\s+not\s+)?contains?\b|\bpart\s+of\s+(?:the|this|that|these)\b"
    )


@dataclass(frozen=True)
class _Found:
    """``member`` is counted in an amount, or not; ``owner`` is the amount's noun, if it is named."""

    member: int
    owner: int | None
    holds: bool
    low: int
    high: int


def build(rules: RuleSet) -> Narrator:
    """The extractor of sentences that say whether something is counted in."""
    amounts = frozenset(rules.words("amount noun"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        if sentence.unit.text.rstrip().endswith((":", "?")):
            return
        for verb in present_verbs(sentence.parse, _MAIN):
            found = _found(sentence.parse, verb, amounts)
            if found is not None and any(found.low <= m.start < found.high for m in mentions if m.value is not None):
                continue  # "a tour is 60 EUR extra": the amount is told
            triple = _triple(sentence, verb, found) if found is not None else None
            if triple is not None:
                yield triple

    return extract


def _found(parse: Parse, verb: int, amounts: frozenset[str]) -> _Found | None:
    tokens, children = parse.tokens, parse.children[verb]
    if any(tokens[c].text.lower() in _MODALS for c in children):
        return None
    denied = any(tokens[c].dep == "neg" for c in children)
    subject = next((c for c in children if tokens[c].dep in _SUBJECTS), None)
    if subject is None or tokens[subject].pos not in {"NOUN", "PROPN"}:
        return None
    end = max([tokens[verb].end, *(tokens[c].end for c in children if tokens[c].dep in {"acomp", "advmod", "attr"})])
    words = {tokens[c].text.lower() for c in children if tokens[c].dep in {"acomp", "advmod", "attr", "oprd"}}
    lemma = tokens[verb].lemma
    top = _behind(parse, verb, "on", {"top"}) if lemma == "come" else None
    if top is not None and _is_amount(parse, top, amounts):
        return _Found(subject, None, denied, tokens[verb].start, end)
    if (lemma == "be" and words == {"extra"}) or (lemma in _COUNTED and words & _APART):
        return _Found(subject, None, denied, tokens[verb].start, end)
    if lemma == "contain" and tokens[subject].lemma.lower() in amounts:
        member = next((c for c in children if tokens[c].dep == "dobj" and tokens[c].pos in {"NOUN", "PROPN"}), None)
        return None if member is None else _Found(member, subject, not denied, tokens[verb].start, end)
    part = next((c for c in children if tokens[c].dep == "attr" and tokens[c].text.lower() == "part"), None)
    if lemma == "be" and part is not None:
        owner = _behind(parse, part, "of", amounts)
        return None if owner is None else _Found(subject, owner, not denied, tokens[verb].start, end)
    return None


def _is_amount(parse: Parse, top: int, amounts: frozenset[str]) -> bool:
    """Whether what stands "on top of" an amount, or of what was told before, and not of a thing."""
    for joint in parse.children[top]:
        for target in parse.children[joint]:
            if parse.tokens[target].dep == "pobj":
                pointing = parse.tokens[target].tag in {"DT", "PRP"}
                return pointing or parse.tokens[target].lemma.lower() in amounts
    return True


def _behind(parse: Parse, head: int, preposition: str, nouns: frozenset[str] | set[str]) -> int | None:
    """One of some nouns behind a preposition of ``head``."""
    for joint in parse.children[head]:
        if parse.tokens[joint].dep == "prep" and parse.tokens[joint].text.lower() == preposition:
            for target in parse.children[joint]:
                if parse.tokens[target].lemma.lower() in nouns:
                    return target
    return None


def _triple(sentence: Sentence, verb: int, found: _Found) -> Triple | None:
    text, parse = sentence.unit.text, sentence.parse
    clause = sentence.of_verb(verb)
    if clause.past or clause.condition or _LIMITED.search(text[clause.span[0] : clause.span[1]]):
        return None
    member = noun_phrase(parse, found.member)
    if not found.holds and (member.scope or _is_made_of_an_act(parse, found.member)):
        return None  # "parking for vans is extra", "restoring backups is billed separately"
    owner = noun_phrase(parse, found.owner) if found.owner is not None else None
    mention = Mention(found.low, found.high, text[found.low : found.high], Flag(found.holds))
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject=owner.core if owner is not None else "",
        basis=SubjectBasis.GRAMMAR if owner is not None else SubjectBasis.NONE,
        predicate=f"include {member.core}",
        confidence=0.75,
    )
    if triple.status not in {Status.ASSERTED, Status.NEGATED}:
        return None
    low, high = member.span
    return replace(
        triple,
        bound=None,
        status=Status.ASSERTED,
        functional=True,
        lead=member.core,
        scope=(),
        statement=(min(low, found.low), max(high, found.high)),
    )


def _is_made_of_an_act(parse: Parse, member: int) -> bool:
    """Whether a gerund opens the phrase: what is done with a thing is another thing."""
    first = parse.tokens[min(parse.subtree(member))]
    return first.tag == "VBG" or (first.dep in {"amod", "compound"} and first.text.lower().endswith("ing"))


FIRES = (
    ("Bank holidays come on top of that.", "include Bank holidays", "come", None),
    ("Drinks are extra.", "include Drinks", "extra", None),
    ("Lunch is charged separately.", "include Lunch", "separately", None),
    ("This figure contains the public holidays.", "include public holidays", "contains", None),
    ("The price does not contain VAT.", "include VAT", "contain", None),
    ("Breakfast is part of the price.", "include Breakfast", "is", None),
)
SILENT = (
    "The cream comes on top of the cake.",
    "Value-added tax may come on top.",
    "The box contains the keys.",
    "The garden is part of the park.",
    "Weekends are charged extra if the hall is booked.",
    "We sell parts separately.",
    "Are drinks extra?",
    "Parking for vans is extra.",
    "Restoring backups is billed separately.",
)
