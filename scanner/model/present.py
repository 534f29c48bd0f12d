"""Whether a text has a word without which a pattern cannot match: asked first, for most texts have none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["AnyOf", "words_in"]

_WORD = re.compile(r"\w+")
_SAME = str.maketrans(
    {"ſ": "s", "ı": "i", "İ": "i"}
)  # patterns that ignore case take these for one letter, lower() not


@lru_cache(maxsize=1_024)
def words_in(text: str) -> frozenset[str]:
    """The runs of word characters of a text in small letters; many patterns ask it of one sentence after the other."""
    return frozenset(_WORD.findall(text.lower() if text.isascii() else text.translate(_SAME).lower()))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Words of which a pattern needs one at least; ``None`` where it needs none."""

    words: frozenset[str] | None

    @classmethod
    def of(cls, phrases: Iterable[str]) -> AnyOf:
        """What a pattern needs that finds ``phrases`` in any case, with no word character right before or behind.

        The longest word of a phrase is the rarest; a phrase without any word can stand everywhere.
        """
        found = [max(_WORD.findall(phrase.lower()), key=len, default="") for phrase in phrases]
        return cls(frozenset(found) if all(found) else None)

    def within(self, text: str) -> bool:
        """Whether one of the words stands in ``text``: if not, there is nothing to search for."""
        return self.words is None or not self.words.isdisjoint(words_in(text))
