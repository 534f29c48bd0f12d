"""Words as alignment sees them: stems and concepts, without function words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import snowballstemmer

from scanner.rules import RuleSet

__all__ = ["Lexicon", "singular", "split_identifier", "stem"]

_WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ][A-Za-zÀ-ÖØ-öø-ÿ0-9_]*(?:['’][a-z]+)?|\d[\w.]*\w|\d")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\s_./:-]+")
_POSSESSIVE = re.compile(r"['’]s?$")
_HUMP = re.compile(r"[a-z][A-Z]")
_ENDINGS = ("able", "ible")
_SHORTEST = 3  # letters of a verb: "cable" and "table" have none
_STEMMER = snowballstemmer.stemmer("english")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of one lower-case word (Porter's second algorithm, "Snowball English")."""
    return str(_STEMMER.stemWord(word))


def _bare(word: str) -> str:
    """A word without the ending of a possessive."""
    return _POSSESSIVE.sub("", word) if "'" in word or "’" in word else word


def singular(word: str) -> str:
    """The singular of one lower-case noun by its ending; words of four letters or fewer only lose a plain s."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _doable(word: str) -> str:
    """The verb of an adjective that says what may be done: "dimmable" and "can be dimmed" speak of one thing."""
    root = word[:-4]
    if not word.endswith(_ENDINGS) or len(root) < _SHORTEST:
        return word
    return root[:-1] if root[-1] == root[-2] and root[-1] not in "aeiouslf" else root


def _base(word: str) -> str:
    """The stem of a verb in any of its forms: "given", "gave" and "sent" with those of rules."""
    return stem(_IRREGULAR.get(word, word))


_IRREGULAR = {"given": "give", "gave": "give", "sent": "send", "brought": "bring", "taken": "take", "took": "take"}


def split_identifier(name: str) -> tuple[str, ...]:
    """The lower-case words of an identifier: ``maxRetryCount``, ``max_retry_count``, ``--max-retry-count``."""
    return tuple(part.lower() for part in _HUMPS.split(name) if part)


@dataclass(frozen=True)
class Lexicon:
    """Function words and concepts, compiled from cards; ``phrases`` are concepts of two words ("give back")."""

    stop: frozenset[str]
    concepts: dict[str, str]
    phrases: dict[tuple[str, str], str]

    @classmethod
    def build(cls, rules: RuleSet) -> Lexicon:
        concepts: dict[str, str] = {}
        phrases: dict[tuple[str, str], str] = {}
        for card in rules.concepts.values():
            for word in card.words:
                verb, _, particle = word.lower().partition(" ")
                if particle:
                    phrases.setdefault((stem(verb), particle), f"c:{card.id}")
                    continue
                concepts.setdefault(stem(word.lower()), f"c:{card.id}")
                concepts.setdefault(word.lower(), f"c:{card.id}")
        return cls(frozenset(rules.words("stop")), concepts, phrases)

    @cached_property
    def _particles(self) -> frozenset[str]:
        return frozenset(particle for _, particle in self.phrases)

    def tokens(self, text: str) -> list[str]:
        """Lower-case words of a text, identifiers whole and possessives dropped."""
        return [_bare(word).lower() for word in _WORD.findall(text)]

    def word(self, word: str) -> str:
        """The concept of a lower-case word, else its stem; ``""`` for function words."""
        if word in self.stop or len(word) < 2:
            return ""
        known = self.concepts.get(word)
        if known is None:
            stemmed = stem(_doable(word))
            known = self.concepts.get(stemmed, stemmed)
        return known

    def content(self, text: str) -> frozenset[str]:
        """Stems and concepts of the content words of a text; identifiers count whole and in parts."""
        return self._contents(text)

    @cached_property
    def _contents(self) -> Callable[[str], frozenset[str]]:
        """Titles, headings and lead-ins are asked for once a claim."""
        return lru_cache(maxsize=8_192)(self._content)

    def _content(self, text: str) -> frozenset[str]:
        found: set[str] = set()
        before = ""
        for written in _WORD.findall(text):
            raw = _bare(written)
            word = raw.lower()
            phrase = self.phrases.get((_base(before), word)) if word in self._particles else None
            if phrase is not None:
                found.discard(self.word(before))
                found.add(phrase)
                before = ""
                continue
            before = word
            found.add(self.word(word))
            if "_" in raw or (raw != word and _HUMP.search(raw)):
                found.update(self.word(part) for part in split_identifier(raw))
        found.discard("")
        return frozenset(found)

    def stems(self, text: str) -> tuple[str, ...]:
        """Stems, in order, of all words that are not function words; no concepts."""
        return tuple(stem(word) for word in self.tokens(text) if word not in self.stop)

    def masked(self, text: str, holes: Iterable[tuple[int, int]]) -> str:
        """The words of a text in order with each half-open range in ``holes`` replaced by ``#``."""
        out: list[str] = []
        at = 0
        for start, end in sorted(holes):
            out.extend(self.tokens(text[at:start]))
            out.append("#")
            at = max(at, end)
        out.extend(self.tokens(text[at:]))
        return " ".join(out)
