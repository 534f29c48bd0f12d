"""Whether a sentence affirms or denies: its words in order, with a mark before each that is turned round."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

__all__ = ["DENIAL", "SENTENCE", "Denials"]

SENTENCE = "sentence"
"""The extractor of claims about a sentence as a whole: they meet only a copy of their sentence."""

DENIAL = "!"
"""Stands before the word that is denied."""

_WORD = re.compile(r"[^\W_]+(?:[._/@:'’-][^\W_]+)*")
_NOT = re.compile(r"(?:n't|(?<=^can)not)$")
_NON = re.compile(r"^non-(?=[a-z]{4,}$)")
_POSSESSIVE = re.compile(r"'s?$")
_IRREGULAR = {"ca": "can", "wo": "will", "sha": "shall"}
_AUXILIARY = frozenset({"do", "does", "did"})
_BEING = frozenset({"is", "are", "be", "been", "being", "was", "were", "remain", "remains", "stay", "stays"})
_ARTICLES = frozenset({"a", "an", "the"})


@dataclass(frozen=True)
class Denials:
    """The words that deny, and states, each as another one and whether it is the opposite of that."""

    words: frozenset[str]
    states: Mapping[str, tuple[str, bool]]

    @classmethod
    def build(cls, words: Callable[[str], tuple[str, ...]]) -> Denials:
        """``words`` gives the words of a cue."""
        states: dict[str, tuple[str, bool]] = {}
        for cue, opposite in (("same state", False), ("denied state", True)):
            for entry in words(cue):
                word, _, other = (part.strip() for part in entry.partition("="))
                states[word] = (other, opposite)
        return cls(frozenset(words("denial")), states)

    def tokens(self, text: str) -> tuple[str, ...]:
        """The lower-case words of a text without articles, and a mark before each that is denied.

        "does not require" is "! require" and "is disabled" "is ! enabled"; two denials of one word are none.
        """
        return self._recent(text)

    @cached_property
    def _recent(self) -> Callable[[str], tuple[str, ...]]:
        """The versions of a page repeat their sentences."""
        return lru_cache(maxsize=16_384)(self._tokens)

    def _tokens(self, text: str) -> tuple[str, ...]:
        found: list[str] = []
        denied = False
        before = word = ""
        for match in _WORD.finditer(text):
            before, word = word, match.group().casefold().replace("’", "'")
            if word in _ARTICLES:
                continue
            if word in self.words:
                denied = not denied
                _drop_auxiliary(found)
                continue
            if word == "longer" and denied and before == "no":
                continue
            bare = _NOT.sub("", word) if word.endswith("t") else word
            if bare != word:
                bare = _IRREGULAR.get(bare, bare)
                if bare not in _AUXILIARY:
                    _add(found, bare, denied)
                    denied = False
                denied = not denied
                continue
            word = _POSSESSIVE.sub("", word) if "'" in word else word
            positive = _NON.sub("", word) if word.startswith("non-") else word
            denied ^= positive != word
            if positive in self.states and found and found[-1] in _BEING:
                positive, opposite = self.states[positive]
                denied ^= opposite
            _add(found, positive, denied)
            denied = False
        if denied:
            found.append(DENIAL)
        return tuple(found)


def _drop_auxiliary(found: list[str]) -> None:
    """Take away the verb that only carries the denial: "does" of "does not require"."""
    if found and found[-1] in _AUXILIARY:
        found.pop()


def _add(found: list[str], word: str, denied: bool) -> None:
    if denied:
        found.append(DENIAL)
    found.append(word)
