"""Whether two names mean one thing: decided by blocks and vetoes, never by one score of likeness."""

from __future__ import annotations

import re
from collections.abc import Collection

from scanner.model.verdict import Reason, Verdict, VerdictKind

__all__ = ["SMALL_WORDS", "is_acronym", "is_statement", "opposed", "relate_names"]

_SAME = Verdict(VerdictKind.SAME, Reason.IDENTICAL)
_UNSURE = Verdict(VerdictKind.POSSIBLE, Reason.ENTITY_UNSURE)
_DIFFERENT = Verdict(VerdictKind.DIFFERENT, Reason.ENTITY_DIFFERS)
SMALL_WORDS = frozenset({"of", "and", "the", "for", "de", "&"})
_DIGIT = re.compile(r"\d")
_STOP = re.compile(r"[.!…][\"'”’)*_]*\s*$")
_FEWEST = 3  # words of a sentence; "Acme Inc." is a name
_SLIP = 5  # in shorter words one letter makes another word


def relate_names(a: str, b: str, opposites: Collection[frozenset[str]] = ()) -> Verdict:
    """``same``, ``possible`` (unsure) or ``different`` for two names in normal form. Symmetric in ``a`` and ``b``.

    Vetoes come first: numbers and versions that differ, and words of one pair of ``opposites`` (minimum and maximum)
    make two things, however alike the rest is. Then the blocks: the same letters (spaces, hyphens and the order of a
    name's words apart) are the same; an acronym, a name inside the other, a path's tail, an initial for a first name
    and one slipped letter leave it unsure.
    """
    if a == b:
        return _SAME
    mine, theirs = tuple(a.split()), tuple(b.split())
    if not mine or not theirs:
        return _DIFFERENT
    numbers, others = _numbered(mine), _numbered(theirs)
    if (numbers and others and numbers != others) or opposed(mine, theirs, opposites):
        return _DIFFERENT
    if sorted(mine) == sorted(theirs) or "".join(mine).replace("-", "") == "".join(theirs).replace("-", ""):
        return _SAME
    if frozenset(mine) < frozenset(theirs) or frozenset(theirs) < frozenset(mine):
        return _UNSURE
    if numbers != others:
        return _DIFFERENT
    unsure = is_acronym(mine, theirs) or _tail(a, b) or _initials(mine, theirs) or _slip(mine, theirs)
    return _UNSURE if unsure else _DIFFERENT


def is_statement(words: str) -> bool:
    """Whether words that stand above others are a sentence that names nothing of them ("Please print in capitals.").

    A sentence before a list or table stands above it as a heading does. One that ends in a colon introduces it, and a
    question is answered by it; any other only happens to precede it.
    """
    return _STOP.search(words) is not None and len(words.split()) >= _FEWEST


def opposed(a: Collection[str], b: Collection[str], opposites: Collection[frozenset[str]]) -> bool:
    """Whether one side has a word and the other its opposite, neither having both."""
    for pair in opposites:
        mine, theirs = pair.intersection(a), pair.intersection(b)
        if len(mine) == len(theirs) == 1 and mine != theirs:
            return True
    return False


def is_acronym(a: Collection[str], b: Collection[str]) -> bool:
    """Whether one name is a single word of the initials of the other's words ("sla", "service level agreement")."""
    short, long = (tuple(a), tuple(b)) if len(a) == 1 else (tuple(b), tuple(a))
    if len(short) != 1 or len(long) < 2 or len(short[0]) < 2:
        return False
    letters = short[0].replace(".", "").replace("&", "")
    whole = "".join(word[0] for word in long)
    told = "".join(word[0] for word in long if word not in SMALL_WORDS)
    return letters in (whole, told)


def _numbered(words: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word in words if _DIGIT.search(word)))


def _tail(a: str, b: str) -> bool:
    """Whether one is the end of the other's path: "docs/api/users.md" and "users.md"."""
    if "/" not in a + b or " " in a + b:
        return False
    short, long = sorted((a.strip("/"), b.strip("/")), key=len)
    return bool(short) and long.endswith(f"/{short}")


def _initials(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether two names of one length differ only where one has the other's initial ("j. smith", "jane smith")."""
    if len(a) != len(b) or len(a) < 2 or a[-1] != b[-1]:
        return False
    pairs = [(x.rstrip("."), y.rstrip(".")) for x, y in zip(a, b, strict=True) if x != y]
    return all(min(len(x), len(y)) == 1 and x[0] == y[0] for x, y in pairs)


def _slip(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether two names differ by one letter in one long word, as a slip of the pen does."""
    pairs = [(x, y) for x, y in zip(a, b, strict=False) if x != y]
    if len(a) != len(b) or len(pairs) != 1:
        return False
    x, y = sorted(pairs[0], key=len)
    if len(x) < _SLIP or "/" in x + y or x[0] != y[0] or len(y) - len(x) > 1:
        return False
    at = next((place for place, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), len(x))
    swapped = len(x) == len(y) and x[at : at + 2] == y[at : at + 2][::-1] and x[at + 2 :] == y[at + 2 :]
    return swapped or x[at:] == y[at + 1 :] or (len(x) == len(y) and x[at + 1 :] == y[at + 1 :])
