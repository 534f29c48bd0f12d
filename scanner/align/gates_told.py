"""Gates that ask of which release, year, case or object two statements are told, where their words do not say it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from scanner.align.gates_within import restated
from scanner.align.pair import PLACED, VERSIONS, Pair
from scanner.align.releases import edition_apart
from scanner.model import Claim, DocumentRelation, Moment, Reason

__all__ = [
    "another_period",
    "cases",
    "editions",
    "fields",
    "opposed",
    "releases",
    "set_apart",
    "substituted",
    "swapped",
    "tokens",
    "unnamed",
]

_BARE = re.compile(
    r"(?:(?:v|ver|version|release)\s*)?[\d\s./–-]*\d[\d\s./–-]*(?:\s?(?:rc|beta|alpha|a|b|x)\s?\d*)?", re.IGNORECASE
)
_TOKEN = re.compile(r"[^\W_]+|#")
_LETTERS = re.compile(r"[^\W_]{3,}|\d+")
_FEWEST_SHARED = 3
_NEAR = 3
_CONDITIONS = (("if",), ("when",), ("where",), ("unless",))
_LINKS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "does",
        "do",
        "did",
        "can",
        "may",
        "must",
        "shall",
        "should",
        "will",
        "would",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "with",
        "within",
        "after",
        "before",
        "until",
        "than",
        "and",
        "or",
        "as",
        "per",
        "not",
        "no",
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "their",
        "your",
        "our",
        "you",
        "we",
        "they",
        "he",
        "she",
        "if",
        "when",
        "unless",
        "up",
        "least",
        "most",
        "#",
    ]
)


def releases(pair: Pair) -> Reason | None:
    """What the notes of one release tell holds of that release, whatever the notes of another tell."""
    of_file = pair.relation not in VERSIONS
    told = [pair.corpus.told.release(claim, of_file=of_file) for claim in (pair.a, pair.b)]
    return Reason.FAMILY if all(told) and told[0] != told[1] else None


def editions(pair: Pair) -> Reason | None:
    """One page in the editions of two versions ("docs-v3.5-install", "docs-v3.6-install"): each holds for its own."""
    if pair.relation in VERSIONS or pair.relation is DocumentRelation.SAME:
        return None
    return Reason.SCOPE_DIFFERS if edition_apart(pair.a.evidence.doc_id, pair.b.evidence.doc_id) else None


def unnamed(pair: Pair) -> Reason | None:
    """A version number or a date alone names no thing: in another document it is another product's.

    A day told of nothing else ("1.1.0 (2021-10-04)") needs a name on both sides, what is told in words on one.
    """
    if pair.relation is DocumentRelation.SAME or pair.relation in VERSIONS:
        return None
    bare = [_is_bare(claim) for claim in (pair.a, pair.b)]
    return Reason.NO_SUBJECT if all(bare) or (any(bare) and isinstance(pair.a.value, Moment)) else None


def _is_bare(claim: Claim) -> bool:
    placed = claim.subject_basis in PLACED
    return bool(_BARE.fullmatch(claim.subject) or (placed and _BARE.fullmatch(claim.predicate_text.strip())))


def another_period(pair: Pair) -> Reason | None:
    """Two statements that each name the year or season of which they tell, and not the same, tell two facts."""
    return Reason.SCOPE_DIFFERS if pair.corpus.told.another_period(pair.a, pair.b) else None


def substituted(pair: Pair) -> Reason | None:
    """One sentence about two things of a kind: it differs in one noun that stands before the same head, or opens it."""
    if pair.relation in VERSIONS or pair.a.statement == pair.b.statement:
        return None
    if not pair.a.words - pair.b.words or not pair.b.words - pair.a.words:
        return None  # one concept in two words
    return Reason.SUBJECT_DIFFERS if swapped(pair.a.statement, pair.b.statement) else None


def swapped(a: str, b: str) -> tuple[str, str] | None:
    """The one word in which two masked statements differ, if it tells two things of a kind apart; else ``None``.

    "request # sick leave hours" and "request # annual leave hours"; not "kept #" and "stored #", nor "the retention
    window" and "the retention period", whose heads differ.
    """
    left, right = tokens(a), tokens(b)
    if len(left) != len(right) or len(left) - 1 < _FEWEST_SHARED:
        return None
    # A row of a wide table has thousands of words: two that differ tell enough.
    changed = list(islice((i for i, (x, y) in enumerate(zip(left, right, strict=True)) if x != y), 2))
    if len(changed) != 1:
        return None
    at = changed[0]
    mine, theirs = left[at], right[at]
    if {mine, theirs} & _LINKS or mine[0].isdigit() or theirs[0].isdigit():
        return None
    following = left[at + 1] if at + 1 < len(left) else ""
    heads = bool(following) and following not in _LINKS
    opens = all(word in _LINKS for word in left[:at]) and following in _LINKS and following != "#"
    labels = len(mine) == len(theirs) == 1 and at > 0 and left[at - 1] not in _LINKS
    return (mine, theirs) if heads or opens or labels else None


@lru_cache(maxsize=4_096)
def tokens(statement: str) -> tuple[str, ...]:
    """The words and masked values of a statement, in order."""
    return tuple(_TOKEN.findall(statement))


@lru_cache(maxsize=4_096)
def _words(statement: str) -> frozenset[str]:
    return frozenset(tokens(statement))


def cases(pair: Pair) -> Reason | None:
    """Two branches of one distinction: the items of an introduced list by their labels, lists by their lead-ins."""
    if pair.relation is not DocumentRelation.SAME or restated(pair):
        return None
    a, b = pair.a.evidence.context, pair.b.evidence.context
    if a == b:
        return Reason.FAMILY if _listed_values(pair) or _turned(pair) else None
    if len(a) == len(b) > 1 and a[:-1] == b[:-1] and a[-2].rstrip().endswith(":"):
        return Reason.FAMILY
    if not (a and b and a[-1].rstrip().endswith(":") and b[-1].rstrip().endswith(":")):
        return None
    mine, theirs = (_case(pair, text) for text in (a[-1], b[-1]))
    return Reason.SCOPE_DIFFERS if mine - theirs and theirs - mine else None


def _case(pair: Pair, lead: str) -> frozenset[str]:
    """The words of a lead-in from the first one that names a case."""
    found = pair.corpus.told.cases.search(lead)
    return frozenset(word.casefold()[:5] for word in _LETTERS.findall(lead[found.start() :])) if found else frozenset()


def _listed_values(pair: Pair) -> bool:
    """Whether one key is given line after line with what each of its values means."""
    a, b = pair.a, pair.b
    return pair.same_key and a.extractor == b.extractor == "key_value" and pair.corpus.told_of_subject(a) > 2


def _turned(pair: Pair) -> bool:
    """Whether both tell of a condition, and it is another by the order of its words ("if x exceeds y", "if y …")."""
    a, b = tokens(pair.a.statement), tokens(pair.b.statement)
    return a[:1] == b[:1] and a[:1] in _CONDITIONS and a != b and sorted(a) == sorted(b)


def opposed(pair: Pair) -> Reason | None:
    """Two cases set apart by one small word before the same noun: "with a key", "without a key"."""
    if pair.relation in VERSIONS:
        return None
    apart = set_apart(pair.a.statement, pair.b.statement, pair.corpus.told.opposed)
    return Reason.SCOPE_DIFFERS if apart else None


def set_apart(a: str, b: str, opposed: Sequence[tuple[str, str]]) -> bool:
    """Whether two masked statements have the two words of an opposed pair, one each, before one noun."""
    a, b = a.casefold(), b.casefold()
    mine, theirs = _words(a), _words(b)
    known = _words_of(tuple(opposed))
    if mine.isdisjoint(known) or theirs.isdisjoint(known):
        return False
    for one, other in opposed:
        for x, y in ((one, other), (other, one)):
            alone = x in mine and y in theirs and y not in mine and x not in theirs
            if alone and _behind(tokens(a), x) & _behind(tokens(b), y):
                return True
    return False


@lru_cache(maxsize=8)
def _words_of(pairs: tuple[tuple[str, str], ...]) -> frozenset[str]:
    return frozenset(word for pair in pairs for word in pair)


def _behind(told: tuple[str, ...], word: str) -> frozenset[str]:
    """The nouns close behind a word, none if it stands before a value."""
    at = told.index(word) + 1
    if told[at : at + 1] == ("#",):
        return frozenset()
    return frozenset(token for token in told[at : at + _NEAR] if token not in _LINKS and len(token) > 2)


def fields(pair: Pair) -> Reason | None:
    """A field, parameter or flag told of in two sections belongs to the two objects of these sections."""
    a, b = pair.a, pair.b
    if pair.relation is not DocumentRelation.SAME or restated(pair):
        return None
    head = a.subject_text.strip("`*_ ").casefold().rsplit(" ", 1)[-1]
    if head not in pair.corpus.told.fields or not b.subject_text.casefold().rstrip("`*_ ").endswith(head):
        return None
    mine, theirs = a.evidence.context, b.evidence.context
    nested = mine[: len(theirs)] == theirs or theirs[: len(mine)] == mine
    return None if nested else Reason.FAMILY
