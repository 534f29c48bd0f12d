"""Pages that nothing declares a series, but that are successive states of one page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from scanner.model import DocumentRecord

__all__ = ["Likeness", "names_apart", "states_of_one_page", "words_of_name"]

_Key = tuple[str, str]
_Pair = tuple[_Key, _Key]

_OF_SMALLER = 0.7
_OF_LARGER = 0.5
_NAME_WORD = re.compile(r"[a-z]{2,}")


@dataclass(frozen=True, slots=True)
class Likeness:
    """How many masked statements two documents share, how many the one with fewer has, and how many the other."""

    shared: int
    smaller: int
    larger: int

    @property
    def of_smaller(self) -> float:
        """The part of the statements of the smaller document that the other has too, in [0, 1]."""
        return self.shared / self.smaller

    @property
    def of_larger(self) -> float:
        """The part of the statements of the larger document that the other has too, in [0, 1]."""
        return self.shared / self.larger


def states_of_one_page(
    revisions: Mapping[_Pair, Likeness], records: Mapping[_Key, DocumentRecord], editions: frozenset[str]
) -> list[_Pair]:
    """The pairs among ``revisions`` (pages of one title and much the same text) that are earlier and later states.

    Who keeps both last year's page and this year's under two names seldom says so. Most of their statements must be
    the same, they must be of different days or versions, and their names must not tell of two things: what is left
    of a path without numbers, dates, hashes and ``editions`` ("old", "final") is the same or a part of the other's
    ("redis-limits", "memcached-limits" are two). All states of one page are joined to one another.
    """
    near: dict[_Key, set[_Key]] = defaultdict(set)
    for (a, b), likeness in revisions.items():
        if likeness.of_smaller < _OF_SMALLER or likeness.of_larger < _OF_LARGER:
            continue
        if a[0] == b[0] and _in_time(records[a], records[b]) and not names_apart(a[1], b[1], editions):
            near[a].add(b)
            near[b].add(a)
    joined: list[_Pair] = []
    seen: set[_Key] = set()
    for start in sorted(near):
        if start in seen:
            continue
        page, waiting = {start}, [start]
        while waiting:
            new = near[waiting.pop()] - page
            page |= new
            waiting.extend(new)
        seen |= page
        joined.extend(combinations(sorted(page), 2))
    return joined


def _in_time(a: DocumentRecord, b: DocumentRecord) -> bool:
    """Whether nothing declares either to be of a series, and both say of which day or version they are."""
    if a.series or b.series:
        return False
    days = a.effective or a.published, b.effective or b.published
    if all(days):
        return days[0] != days[1]
    return bool(a.version and b.version) and a.version != b.version


def names_apart(a: str, b: str, editions: frozenset[str]) -> bool:
    """Whether two paths tell of two things: each has a word of its own besides numbers and ``editions``."""
    mine, theirs = (words_of_name(name) - editions for name in (a, b))
    return bool(mine - theirs and theirs - mine)


def words_of_name(name: str) -> frozenset[str]:
    """The words of a path; what holds digits is a number, a date or a hash, and tells of no thing."""
    path, _, _ = name.rpartition(".")
    parts = re.split(r"[^a-z0-9]+", (path or name).casefold())
    return frozenset(part for part in parts if _NAME_WORD.fullmatch(part))
