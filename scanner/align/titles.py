"""Whether two titles or headings name two things of one kind, or two pages about one thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

__all__ = ["titles_apart"]

_GOVERNING = frozenset(
    {"with", "for", "to", "from", "in", "on", "of", "by", "via", "into", "at", "about", "inside", "within"}
)
_SMALL = _GOVERNING | {"and", "the", "up", "a", "an", "or"}
_CODE_NAME = re.compile(r"[a-z0-9*]+(?:[-_][a-z0-9*]+){2,}")
_TITLE_WORD = re.compile(r"[\w.]+")


@lru_cache(maxsize=65_536)
def titles_apart(a: str, b: str, editions: frozenset[str] = frozenset()) -> bool:
    """Whether two titles name two things of one kind.

    In an English title the head stands last: "Kafka settings" and "Redis settings" share it and differ in what they
    are about, as do "Using Kafka as a target" and "Using Redis as a target"; "Kafka overview" and "Kafka settings" are
    about one thing, and so are the draft and the final plan. Names in code ("arm64-none-elf", "LOG_MAX_SIZE") are
    things of their own, whatever they share.
    """
    mine, theirs = _code_names(a), _code_names(b)
    if mine and theirs and mine.isdisjoint(theirs):
        return True
    left, right = ([w for w in _TITLE_WORD.findall(t.casefold()) if w not in editions] for t in (a, b))
    suffix = _common(left[::-1], right[::-1])
    if left == right:
        return False
    if suffix == 0:
        # "Using it with Kafka" and "Using it with Redis": what a preposition governs is what they are about.
        shared = _common(left, right)
        return min(len(left), len(right)) > shared > 1 and bool(_GOVERNING & set(left[max(0, shared - 2) : shared]))
    if any(_GOVERNING & {words[-suffix - 1]} for words in (left, right) if len(words) > suffix):
        return False  # "Questions to the village council", "The council": what one is to or of, the other is about
    if left[-suffix] == "of" and left[0] != right[0]:
        return False  # "Statutes of the club", "Board of the club": two pages about the club
    prefix = _common(left[: len(left) - suffix], right[: len(right) - suffix])
    return len(left) > suffix + prefix and len(right) > suffix + prefix


def _code_names(title: str) -> frozenset[str]:
    """The names of three parts and more in a title, and not "end-of-life"."""
    found = _CODE_NAME.findall(title.casefold())
    return frozenset(name for name in found if _SMALL.isdisjoint(re.split("[-_]", name)))


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """How many first words two lists share."""
    count = 0
    while count < min(len(left), len(right)) and left[count] == right[count]:
        count += 1
    return count
