"""Gates between two statements of one document: what its author kept apart, in another section, time or case.

One text tells its things apart: by the heading above, by words that open a sentence ("On weekends, …"), by one more
word in a name ("group ticket"). What it leaves equal in all these is one thing told twice.
"""

from __future__ import annotations

import re
from functools import lru_cache

from scanner.align.gates_case import STEM, stems
from scanner.align.pair import PLACED, Pair
from scanner.model import (
    Claim,
    DocumentRelation,
    Flag,
    Quantity,
    Reason,
    Status,
    SubjectBasis,
    Term,
    WindowBasis,
)

__all__ = [
    "accompanied",
    "asides",
    "changes",
    "counted_alike",
    "defined",
    "duty_words",
    "exchanged",
    "history",
    "instances",
    "items",
    "keyed_again",
    "licences",
    "modifiers",
    "of_one_thing",
    "one_aspect",
    "parts",
    "restated",
    "same_setting",
]

_WORD = re.compile(r"[^\W_]{3,}")
_ACCOMPANIED = re.compile(
    r"[`*\"']*\s(?:(?:together|along)\s)?with(?:out)?\s(?:(?:the|an?|its|their|all|no|one|two)\s)*(?P<what>[\w-]+)",
    re.IGNORECASE,
)
_ASIDES = re.compile(
    r"\([^()]*\)|\b(?:that|which|who|if|when|once|after|until|unless)\s(?:\w+\s){0,3}?(?:was|were|had\sbeen)\b",
    re.IGNORECASE,
)
_HOLDING = frozenset({Status.ASSERTED, Status.NEGATED})
_HEADING_WORDS = 13
_ASIDE = 0.45
_ASIDE_KEYED = 0.55
_TWO = 2
_CODE_NAME = re.compile(r"\w+_\w+")
_NUMBER = re.compile(r"\d+")
_PRICED = re.compile(r"[A-Z]{3}/")
_KEY_END = re.compile(r"[`*\"']*(?:\s\S{1,12})?[`*\"']*\s?(?:[:(|=]|[–—-]\s)")
_KEYED = re.compile(r"[`*\s]*(?P<name>-{0,2}\w+(?:[-_.]\w+)+)[`*]*(?:\s\S{1,12})?\s?[:(|]")
_DEFINING = frozenset({"option", "key_value"})
_KEYED_BY = frozenset({"table", "key_value"})


def history(pair: Pair) -> Reason | None:
    """What is told of another time, no day given, beside what holds. Stated days and old values are left to tell."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    both = (pair.a, pair.b)
    if "unset" in {pair.a.extractor, pair.b.extractor}:
        return None  # "closes connections that were silent for …": a default holds whatever the tense around it
    if any(c.window.basis is WindowBasis.STATED or c.status not in _HOLDING or c.change for c in both):
        return None
    elsewhen = [_told_elsewhen(c.evidence.quote, pair.corpus.elsewhen) for c in both]
    return Reason.HISTORY if elsewhen[0] is not elsewhen[1] else None


@lru_cache(maxsize=4_096)
def _told_elsewhen(quote: str, words: re.Pattern[str]) -> bool:
    """Whether a sentence, its asides left out, has one of the words that tell of another time."""
    return words.search(_ASIDES.sub(" ", quote)) is not None


def modifiers(pair: Pair) -> Reason | None:
    """A name with one more word is another thing ("group ticket" beside "ticket"), if the other nowhere knows it."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    for mine, other in ((pair.a, pair.b), (pair.b, pair.a)):
        if mine.subject_basis in PLACED or mine.subject == other.subject:
            continue
        known = {*other.subject.split(), *other.predicate.split(), *other.lead.split()}
        known |= other.words | other.context_words
        told = stems(" ".join((other.evidence.quote, *other.evidence.context)))
        if any(word not in known and word[:STEM] not in told for word in mine.subject.split() if len(word) > 2):
            return Reason.SUBJECT_DIFFERS
    return None


def parts(pair: Pair) -> Reason | None:
    """A sentence with several values of one thing names its parts or stages; a price by the hour is not by the day."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    told_apart = pair.a.scope == pair.b.scope and bool(pair.a.scope.items)  # the columns of a row by their tiers
    if not told_apart and any(pair.corpus.lists_values(claim) for claim in (pair.a, pair.b)):
        return Reason.SUBJECT_DIFFERS
    a, b = pair.a.value, pair.b.value
    priced = isinstance(a, Quantity) and isinstance(b, Quantity) and a.unit == b.unit and _PRICED.match(a.unit)
    if priced and pair.a.value_text.split()[-1] != pair.b.value_text.split()[-1]:
        return Reason.UNIT_DIFFERS
    return None


def instances(pair: Pair) -> Reason | None:
    """Sections side by side, each titled for a thing of its own ("Summer", "Winter"): each speaks of that thing.

    A heading of general words ("Security") names no thing, and a name of several words or of the title is the same in
    every section.
    """
    if pair.relation is not DocumentRelation.SAME or restated(pair):
        return None
    a, b = _path(pair.a), _path(pair.b)
    if a and b and a[:-1] == b[:-1] and _NUMBER.findall(a[-1]) != _NUMBER.findall(b[-1]):
        return Reason.FAMILY  # releases, years, steps
    if len(a) != len(b) or len(a) < 2 or a == b or a[:-1] != b[:-1]:
        return None
    if any(pair.corpus.general(heading) for heading in (a[-1], b[-1])) or _nested(a[-1], b[-1]):
        return None
    mine, theirs = (frozenset(_CODE_NAME.findall(heading)) for heading in (a[-1], b[-1]))
    if mine and theirs and mine.isdisjoint(theirs):
        return Reason.FAMILY  # "The max_depth option", "The max_width option"
    if pair.a.subject == pair.b.subject and pair.a.subject_basis not in PLACED:
        titled = " ".join(a[:-1]).casefold()
        if len(pair.a.subject.split()) > 1 or pair.a.subject_text.casefold() in titled:
            return None
        if SubjectBasis.IDENTIFIER in {pair.a.subject_basis, pair.b.subject_basis}:
            return None
    return Reason.FAMILY


def changes(pair: Pair) -> Reason | None:
    """Changes told in two places of one text are two changes ("from 3.4 to 3.5", "from 3.5 to 3.6")."""
    apart = pair.relation is DocumentRelation.SAME and pair.a.pair and pair.b.pair
    return Reason.FAMILY if apart and pair.a.unit_id != pair.b.unit_id else None


def items(pair: Pair) -> Reason | None:
    """Items of one introduced list, and counts of two nouns, are cases or things apart."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    a, b = pair.a.evidence.context, pair.b.evidence.context
    if a == b and a and a[-1].rstrip().endswith((":", ".")):
        return Reason.FAMILY
    if len(a) == len(b) > 2 and a[-1] == b[-1] and a[:-2] == b[:-2] and a[-2] != b[-2]:
        return Reason.LEAD_DIFFERS  # cells of one column: between the headings and its header stands the row's
    x, y = pair.a.value, pair.b.value
    counts = isinstance(x, Quantity) and isinstance(y, Quantity) and not x.unit and x.noun and y.noun
    return Reason.DIMENSION_DIFFERS if counts and x.noun != y.noun else None  # type: ignore[union-attr]


def exchanged(pair: Pair) -> Reason | None:
    """One section tells two things apart by a word each that the other lacks: "from the office", "from the club"."""
    if pair.relation is not DocumentRelation.SAME or pair.a.evidence.context != pair.b.evidence.context:
        return None
    mine, theirs = pair.a.words, pair.b.words
    own = len(mine - theirs), len(theirs - mine)
    alike = len(mine & theirs) > max(own)
    return Reason.SUBJECT_DIFFERS if alike and min(own) > 0 and max(own) <= _TWO else None


def asides(pair: Pair) -> Reason | None:
    """Two sections that both leave their subject to a heading must say all but the same."""
    if pair.relation is not DocumentRelation.SAME or pair.a.evidence.context == pair.b.evidence.context:
        return None
    if not {pair.a.subject_basis, pair.b.subject_basis} & PLACED or counted_alike(pair):
        return None
    most = max(pair.corpus.leftover(pair.a, pair.b), pair.corpus.leftover(pair.b, pair.a))
    return Reason.SUBJECT_DIFFERS if most > (_ASIDE_KEYED if keyed_again(pair) else _ASIDE) else None


def defined(pair: Pair) -> Reason | None:
    """One option defined in two sections belongs to two commands or objects."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    if _about_another(pair.a) or _about_another(pair.b):
        return Reason.IDENTIFIER_CLASH
    blocks = {pair.a.extractor, pair.b.extractor} == {"config_code"}
    if blocks and pair.a.evidence.context != pair.b.evidence.context:
        return Reason.FAMILY
    if {pair.a.extractor, pair.b.extractor} - _DEFINING:
        return None
    if pair.a.subject != pair.b.subject or _path(pair.a) == _path(pair.b):
        return None
    return Reason.FAMILY if _is_definition(pair.a) and _is_definition(pair.b) else None


def restated(pair: Pair) -> bool:
    """Whether one of two places sums up or answers what the other tells ("Summary", "FAQ", a question)."""
    if pair.relation is not DocumentRelation.SAME:
        return False
    return any(pair.corpus.restates(heading) for c in (pair.a, pair.b) for heading in (*_path(c)[1:], c.lead))


def keyed_again(pair: Pair) -> bool:
    """Whether a sentence tells again what a key or row of its document states.

    The sentence knows every word of the key, and names nothing as its subject that the key does not know from where it
    stands: "Capacity | 180" under "Quarry Hall", "The hall seats up to 220 people".
    """
    if pair.relation is not DocumentRelation.SAME:
        return False
    keyed = [claim.extractor in _KEYED_BY for claim in (pair.a, pair.b)]
    if keyed[0] is keyed[1]:
        return False
    key, told = (pair.a, pair.b) if keyed[0] else (pair.b, pair.a)
    if not key.words & told.words or pair.corpus.leftover(key, told) > 0:
        return False
    if any(len(part) == 1 and part not in told.statement.split() for part in key.lead.split()):
        return False  # row "B" of many: no word, yet what it is called
    known = key.words | key.context_words | frozenset(f"{key.subject} {key.lead}".split())
    return told.subject_basis in PLACED or frozenset(told.subject.split()) <= known


def of_one_thing(pair: Pair) -> bool:
    """Whether two statements of duty, leave, yes or no name one thing and not a word besides."""
    if any(not isinstance(claim.value, Term | Flag) for claim in (pair.a, pair.b)):
        return False
    mine, theirs = (duty_words(claim) for claim in (pair.a, pair.b))
    return bool(mine) and mine == theirs


def duty_words(claim: Claim) -> frozenset[str]:
    """What a statement of duty or leave says besides that it is one."""
    return claim.words - _DUTY if claim.predicate == "requirement" else claim.words


_DUTY = frozenset({"c:require"})  # the word of the predicate that all statements of duty have


def accompanied(pair: Pair) -> Reason | None:
    """A thing with something is another thing than the thing alone ("a lunch with dessert")."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    for mine, other in ((pair.a, pair.b), (pair.b, pair.a)):
        if mine.subject_basis in PLACED:
            continue
        _, _, behind = mine.evidence.quote.partition(mine.subject_text)
        found = _ACCOMPANIED.match(behind)
        told = " ".join((other.evidence.quote, *other.evidence.context))
        if found is not None and not stems(found["what"]) <= stems(told):
            return Reason.SUBJECT_DIFFERS
    return None


def same_setting(pair: Pair) -> bool:
    """Whether both state a default or limit of one setting by its code-like name: other words say no more."""
    a, b = pair.a, pair.b
    coded = a.subject_basis is b.subject_basis is SubjectBasis.IDENTIFIER
    return coded and a.subject == b.subject and a.bound is b.bound and a.bound.value in {"default", "min", "max"}


def one_aspect(pair: Pair) -> bool:
    """Whether two statements about one named thing share a concept beside its name: its retention, its expiry."""
    a, b = pair.a, pair.b
    if a.subject != b.subject or {a.subject_basis, b.subject_basis} & PLACED or a.bound is not b.bound:
        return False
    if pair.corpus.told_of_subject(a) > _TWO:
        return False  # a thing of many values: which of them is meant, only the words tell
    name = frozenset(a.subject.split())
    return any(word.startswith("c:") and word not in name for word in (a.words & b.words) - _of_name(pair, name))


def _of_name(pair: Pair, name: frozenset[str]) -> frozenset[str]:
    """Concepts that are only the subject's own words: they would be shared by whatever is said of it."""
    told = stems(f"{pair.a.subject_text} {pair.b.subject_text}")
    return frozenset(word for word in pair.a.words if word.startswith("c:") and word[2 : 2 + STEM] in told) | name


def licences(pair: Pair) -> bool:
    """Whether one document gives one named thing two licences: such names are told of nothing else."""
    a, b = pair.a.value, pair.b.value
    if not isinstance(a, Term) or not isinstance(b, Term) or {a.domain, b.domain} != {"licence"}:
        return False
    return pair.a.subject == pair.b.subject and pair.relation is DocumentRelation.SAME


def counted_alike(pair: Pair) -> bool:
    """Whether a heading and a row both count one thing in all: "Cards (110 in total)", "Total cards | 141"."""
    if pair.relation is not DocumentRelation.SAME or "heading" not in {pair.a.extractor, pair.b.extractor}:
        return False
    a, b = pair.a.value, pair.b.value
    if not isinstance(a, Quantity) or not isinstance(b, Quantity) or a.unit or b.unit:
        return False
    mine, theirs = (frozenset(c.lead.split()) - pair.corpus.totals for c in (pair.a, pair.b))
    return bool(mine) and mine == theirs


def _path(claim: Claim) -> tuple[str, ...]:
    """The headings above a claim; neither a sentence that introduces a list or block nor a column's header is one."""
    parts = claim.evidence.context
    if claim.extractor == "table" and len(parts) > 1:
        parts = parts[:-1]
    return tuple(p for p in parts if not p.rstrip().endswith((":", ".")) and len(p.split()) <= _HEADING_WORDS)


def _nested(a: str, b: str) -> bool:
    """Whether one of two headings is the other with more words: "Plus", "Plus in detail"."""
    mine, theirs = (frozenset(word.lower() for word in _WORD.findall(heading)) for heading in (a, b))
    return bool(mine and theirs) and (mine < theirs or theirs < mine)


def _is_definition(claim: Claim) -> bool:
    """Whether the option's name opens the line and a mark ends it: "--depth N: …", "`depth` (default: 4)"."""
    quote = claim.evidence.quote.lstrip("`*_- ")
    name = claim.subject_text.strip("`*_- ")
    return quote.startswith(name) and _KEY_END.match(quote, len(name)) is not None


def _about_another(claim: Claim) -> bool:
    """Whether the line opens with the name of another option than the claim's subject."""
    opened = _KEYED.match(claim.evidence.quote)
    if opened is None or claim.subject_basis is not SubjectBasis.IDENTIFIER:
        return False
    return opened["name"].strip("-").casefold() not in claim.subject_text.strip("`*_- ").casefold()
