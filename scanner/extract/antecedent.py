"""What "it" and "they" stand for: the subject that was named last, in the sentence itself or in those before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scanner.extract.clause import NounPhrase, noun_phrase
from scanner.extract.narrative import Sentence, split_phrase
from scanner.model import SubjectBasis, Triple, Unit
from scanner.nlp import Parse

__all__ = ["BEFORE", "points_back", "referred"]

BEFORE = 3
"""How many sentences before its own a pronoun may reach."""

_POINTING = re.compile(r"\b(?:it|they|its|their)\b", re.IGNORECASE)
_SINGULAR = frozenset({"it", "its"})
_PLURAL = frozenset({"they", "their"})
_ONE, _MANY = frozenset({"NN", "NNP"}), frozenset({"NNS", "NNPS"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_LESS_SURE = 0.9


@dataclass(frozen=True, slots=True)
class _Named:
    """A noun phrase and the unit it stands in."""

    phrase: NounPhrase
    unit: Unit


def points_back(text: str) -> bool:
    """Whether a sentence holds a pronoun that may stand for what another one names."""
    return _POINTING.search(text) is not None


def referred(sentence: Sentence, triple: Triple, before: Sequence[Sentence]) -> Triple:
    """The triple with the noun its pronoun stands for as its subject, a little less sure; itself if it has none.

    ``before`` are the sentences before this one, the nearest first.
    """
    tokens = sentence.parse.tokens
    clause = sentence.clause(triple.mention)
    if clause.subject is None:
        return triple
    head = tokens[clause.subject]
    owner = next((c for c in sentence.parse.children[clause.subject] if tokens[c].dep == "poss"), None)
    if head.pos == "PRON" and not triple.subject:
        found = _found(head.text.lower(), head.start, sentence, before)
        return triple if found is None else _renamed(triple, found)
    if owner is not None and triple.subject.lower() in {"", tokens[owner].text.lower()}:
        found = _found(tokens[owner].text.lower(), tokens[owner].start, sentence, before)
        if found is not None:
            return replace(
                triple,
                subject=found.phrase.core,
                subject_basis=SubjectBasis.LABEL,
                confidence=round(triple.confidence * _LESS_SURE, 3),
            )
    return triple


def _renamed(triple: Triple, found: _Named) -> Triple:
    phrase = found.phrase
    subject = f"{phrase.of} {phrase.core}" if phrase.of else phrase.core
    predicate = triple.predicate
    if not predicate:  # "The quota is 5 GB. It was raised to 10 GB."
        owner, _, named = split_phrase(phrase, found.unit)
        subject, predicate = (owner, named) if owner and named else (subject, predicate)
    return replace(
        triple,
        subject=subject,
        subject_basis=SubjectBasis.LABEL,
        predicate=predicate,
        confidence=round(triple.confidence * _LESS_SURE, 3),
    )


def _found(pronoun: str, start: int, sentence: Sentence, before: Sequence[Sentence]) -> _Named | None:
    if pronoun not in _SINGULAR | _PLURAL:
        return None
    wanted = _ONE if pronoun in _SINGULAR else _MANY
    for place in (sentence, *before[:BEFORE]):
        end = start if place is sentence else len(place.unit.text)
        index = _topic(place.parse, end, wanted)
        if index is not None:
            return _Named(noun_phrase(place.parse, index), place.unit)
        if place is not sentence and not points_back(place.unit.text):
            return None  # it speaks of something else
    return None


def _topic(parse: Parse, end: int, wanted: frozenset[str]) -> int | None:
    """The first subject before ``end`` of the wanted number, else the first object, else what a fragment is about."""
    tokens = parse.tokens
    inside = [i for i, token in enumerate(tokens) if token.end <= end and token.tag in wanted]
    for deps in (_SUBJECTS, {"dobj"}):
        for index in inside:
            if tokens[index].dep in deps and tokens[index].pos in {"NOUN", "PROPN"}:
                return index
    return next((i for i in inside if tokens[i].head == i), None) if end == len(parse.text) else None
