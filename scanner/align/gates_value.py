"""Gates that ask what two claims say: kinds of value, status, scope, counted nouns, bound classes."""

from __future__ import annotations

import re

from scanner.align.features import comparable_kind, is_derived, meets_across
from scanner.align.gates_within import duty_words, of_one_thing
from scanner.align.pair import CLEAR, POINTS, VERSIONS, Pair
from scanner.model import (
    Bound,
    DocumentRelation,
    Quantity,
    Reason,
    Status,
    Term,
    ValueKind,
    VerdictKind,
    compare_bounded,
    compare_values,
)

__all__ = [
    "absent",
    "beside_bound",
    "bounds",
    "chosen",
    "crossed",
    "derived",
    "duties",
    "flags",
    "kind",
    "nouns",
    "scope",
    "status",
    "texts",
    "whole",
]

_TAKING_PART = frozenset({Status.ASSERTED, Status.NEGATED, Status.HISTORICAL, Status.PLANNED})
_ENDS = frozenset({"c:begin", "c:expiry", "time", "date", "deadlin"})  # words of every start or every end
_LEFTOVER_STRICT = 0.25
_LEFTOVER_FLAGS = 0.34
_LEFTOVER_ACT = 0.7  # beside the thing an act names who does what where
_ONLY = re.compile(r"\b(?:may|can|must|shall|should)\s+only\b", re.IGNORECASE)
_LIFTED = re.compile(r"\b(?:not|no|nobody)\b|n[’']t\b", re.IGNORECASE)
_MEMBERS = frozenset({"support", "backing", "having", "heading"})
_CHOSEN = frozenset({"agent", "category", "identity", "ordinal"})
_COUNTS = frozenset({"quantity ", "quantity percent"})


def kind(pair: Pair) -> Reason | None:
    if comparable_kind(pair.a) != comparable_kind(pair.b) and not meets_across(pair.a, pair.b):
        return Reason.KIND_DIFFERS
    a, b = pair.a.value, pair.b.value
    if isinstance(a, Quantity) and isinstance(b, Quantity) and a.unit != b.unit:
        verdict = compare_values(a, b)
        return verdict.reason if verdict.kind is VerdictKind.STOP else None  # a day and a month are two rates
    return None


def derived(pair: Pair) -> Reason | None:
    """Two spans meet as spans; an end of one meets only what else speaks of the same thing."""
    ends = is_derived(pair.a) + is_derived(pair.b)
    if ends == 1:
        return None if (pair.a.words & pair.b.words) - _ENDS else Reason.FEW_SHARED_WORDS
    return Reason.SAME_UNIT if ends else None


def status(pair: Pair) -> Reason | None:
    return None if {pair.a.status, pair.b.status} <= _TAKING_PART else Reason.STATUS


def scope(pair: Pair) -> Reason | None:
    verdict = pair.a.scope.compare(pair.b.scope)
    return verdict.reason if verdict.kind is VerdictKind.DIFFERENT else None


def nouns(pair: Pair) -> Reason | None:
    """Bare counts of different things: 12 books and 12 shelves."""
    a, b = pair.a.value, pair.b.value
    if not isinstance(a, Quantity) or not isinstance(b, Quantity) or comparable_kind(pair.a) not in _COUNTS:
        return None
    if a.unit != b.unit and a.noun != b.noun:
        return Reason.DIMENSION_DIFFERS  # a count beside a rate must be of one thing
    if a.unit.startswith("1/"):
        return None
    if bool(a.noun) != bool(b.noun) and a.unit == "" and pair.relation not in VERSIONS:
        noun, other = (a.noun, pair.b) if a.noun else (b.noun, pair.a)
        known = other.words | frozenset(f"{other.lead} {other.predicate}".split())
        if not (other.extractor == "table" and pair.relation is DocumentRelation.SAME):
            known |= other.context_words  # what a column counts stands in its header, not in what introduces the table
        named = pair.a.predicate == pair.b.predicate and pair.a.predicate in pair.corpus.predicates
        speaks = noun in known or any(word.endswith(noun) or noun in word for word in known) or pair.same_key or named
        return None if speaks else Reason.DIMENSION_DIFFERS
    if a.noun and b.noun and a.noun != b.noun and a.unit == "":
        speaks_a = a.noun in pair.b.words or any(word.endswith(a.noun) for word in pair.b.words)
        speaks_b = b.noun in pair.a.words or any(word.endswith(b.noun) for word in pair.a.words)
        return None if speaks_a != speaks_b else Reason.DIMENSION_DIFFERS
    return None


def bounds(pair: Pair) -> Reason | None:
    if pair.a.bound is pair.b.bound:
        return None
    if {pair.a.bound, pair.b.bound} == POINTS and pair.relation is DocumentRelation.SAME:
        return Reason.BOUND_CLASS
    if {pair.a.bound, pair.b.bound} == POINTS:
        return None if pair.same_key or pair.similarity >= CLEAR else Reason.BOUND_CLASS
    verdict = compare_bounded(pair.a.bound, pair.a.value, pair.b.bound, pair.b.value)
    if verdict.kind is VerdictKind.DIFFERENT:
        # Only a firm bound makes a point impossible, and only where the two clearly speak of one thing.
        return None if pair.similarity >= 0.6 or pair.same_key else Reason.BOUND_CLASS
    return Reason.BOUND_CLASS if {pair.a.bound, pair.b.bound} == {Bound.MIN, Bound.MAX} else None


def texts(pair: Pair) -> Reason | None:
    """Free text differs easily: it is compared only as successive versions or under one functional predicate."""
    if pair.a.value.kind is not ValueKind.TEXT or pair.relation in VERSIONS:
        return None
    return None if pair.same_key and pair.a.functional and pair.b.functional else Reason.FEW_SHARED_WORDS


def duties(pair: Pair) -> Reason | None:
    """Duties share few words by nature; only those that clearly speak of one act are compared."""
    value = pair.a.value
    if not isinstance(value, Term) or value.domain != "modality":
        return None
    if pair.a.extractor == pair.b.extractor == "necessity" and _for_two_acts(pair):
        return Reason.SUBJECT_DIFFERS
    if _is_allowance(pair) or of_one_thing(pair):
        return None
    if len({_ONLY.search(claim.evidence.quote) is not None for claim in (pair.a, pair.b)}) > 1:
        return Reason.SUBJECT_DIFFERS  # "may only use the stairs", "may not use the lift"
    codes = {claim.value.code for claim in (pair.a, pair.b) if isinstance(claim.value, Term)}
    if "prohibited" not in codes and "requirement" in {pair.a.extractor, pair.b.extractor} and not _freed(pair):
        return Reason.STATUS  # what may be done in one place and must be done in another do not exclude one another
    return None if pair.similarity >= CLEAR else Reason.FEW_SHARED_WORDS


def crossed(pair: Pair) -> Reason | None:
    """Yes or no beside a duty: both must be told of one thing, and of nothing else."""
    if pair.a.value.kind is pair.b.value.kind or ValueKind.FLAG not in {pair.a.value.kind, pair.b.value.kind}:
        return None
    told = pair.similarity >= CLEAR or _is_allowance(pair) or of_one_thing(pair)
    return None if told else Reason.FEW_SHARED_WORDS


def _is_allowance(pair: Pair) -> bool:
    """Whether one side says of a thing that it is allowed or not, the other whether somebody may bring or use it."""
    for thing, act in ((pair.a, pair.b), (pair.b, pair.a)):
        verb, _, what = act.predicate.partition(" ")
        if act.extractor != "requirement" or thing.extractor == "requirement" or verb not in pair.corpus.admitting:
            continue
        named = frozenset(f"{thing.lead} {thing.subject}".split())
        if not what or not frozenset(what.split()) & named:
            continue
        told = duty_words(thing) <= act.words or pair.corpus.leftover(thing, act) <= _LEFTOVER_STRICT
        if told and pair.corpus.leftover(act, thing) <= _LEFTOVER_ACT:
            return True
    return False


def absent(pair: Pair) -> Reason | None:
    """ "The camp has no showers" beside "… four showers": none is told of one thing, with no word besides."""
    if not any(c.extractor == "having" and isinstance(c.value, Quantity) for c in (pair.a, pair.b)):
        return None
    a, b = pair.a, pair.b
    left = (a.words - b.words - b.context_words) | (b.words - a.words - a.context_words)
    return Reason.SUBJECT_DIFFERS if left else None


def _for_two_acts(pair: Pair) -> bool:
    """Whether two things are needed, or one for two acts: a name is needed to post, while one reads without a name."""
    a, b = pair.a, pair.b
    if not frozenset(a.subject.split()) & frozenset(b.subject.split()):
        return True
    return bool(a.words - b.words - b.context_words) and bool(b.words - a.words - a.context_words)


def _freed(pair: Pair) -> bool:
    """Whether one of two duties is expressly lifted: "need not", "no longer required"."""
    return any(_LIFTED.search(claim.value_text) for claim in (pair.a, pair.b))


_SMALL = frozenset({"of", "for", "in", "on", "to", "and", "with", "the", "a", "an"})


def flags(pair: Pair) -> Reason | None:
    """Yes and no meet only under one property, said of no case that the other does not know."""
    if pair.a.value.kind is not ValueKind.FLAG or pair.relation in VERSIONS or pair.relation is DocumentRelation.SAME:
        return None
    both = frozenset(pair.a.subject.split()) & frozenset(pair.b.subject.split())
    if not (pair.a.words & pair.b.words) - both:
        return Reason.FEW_SHARED_WORDS
    for mine, other in ((pair.a, pair.b), (pair.b, pair.a)):
        member = frozenset(mine.lead.split()) - _SMALL if mine.extractor in _MEMBERS else frozenset()
        known = other.words | frozenset(f"{other.lead} {other.subject} {other.predicate}".split())
        if not member <= known:
            return Reason.SUBJECT_DIFFERS
    least = min(pair.corpus.leftover(pair.a, pair.b), pair.corpus.leftover(pair.b, pair.a))
    return Reason.SUBJECT_DIFFERS if least > _LEFTOVER_FLAGS else None


def chosen(pair: Pair) -> Reason | None:
    """Choices and tasks are told of many things alike: two that each name what the other does not know differ."""
    if pair.relation in VERSIONS or not _CHOSEN & {pair.a.extractor, pair.b.extractor}:
        return None
    a, b = pair.a, pair.b
    mine, theirs = a.words - b.words - b.context_words, b.words - a.words - a.context_words
    return Reason.SUBJECT_DIFFERS if mine and theirs and not pair.same_key else None


def beside_bound(pair: Pair) -> Reason | None:
    """A figure beside a bound: one word more bounds something else ("28 days", "up to 5 days may be carried over")."""
    if pair.a.bound is pair.b.bound or {pair.a.bound, pair.b.bound} == POINTS or pair.relation in VERSIONS:
        return None
    most = max(pair.corpus.leftover(pair.a, pair.b), pair.corpus.leftover(pair.b, pair.a))
    return Reason.SUBJECT_DIFFERS if most > _LEFTOVER_STRICT else None


def whole(pair: Pair) -> Reason | None:
    """Yes against no, duty against freedom: one word more makes it another statement."""
    strict = pair.a.value.kind is ValueKind.FLAG or (
        isinstance(pair.a.value, Term) and pair.a.value.domain == "modality"
    )
    if not strict or pair.relation in VERSIONS or _is_allowance(pair) or of_one_thing(pair):
        return None
    most = max(pair.corpus.leftover(pair.a, pair.b), pair.corpus.leftover(pair.b, pair.a))
    return Reason.SUBJECT_DIFFERS if most > _LEFTOVER_STRICT else None
