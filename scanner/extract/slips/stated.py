"""The number of things that a sentence says it, or the list below it, will name: "the following four items:"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.extract.wording import Words
from scanner.model import Bound, Mention, Quantity, Unit
from scanner.rules import RuleSet

__all__ = ["Stated", "Statements"]

_FEWEST, _MOST = 2, 20
_WORD = re.compile(r"\s+([^\W\d_][\w’'-]*)")
_ADJECTIVES = 3
_NEAR = 4
# What may follow the noun without making the list one of something else: "four ways to pay:", "two parts, namely:".
_TAIL = re.compile(
    r"(?:\s\([^()]*\))?"
    r"(?:\s(?:to|for|of|in|on|that|which|you|we|available|below|here|as follows|are)\b[^,;:]*)?\s?[:.]?",
    re.IGNORECASE,
)
_ANY_TAIL = re.compile(r"[^,;:]*\s?[:.]?")
_HANGING = re.compile(
    r"\b(?:for|to|by|of|in|with|from|on|at|and|or|include|includes|via|using|as|is|should|must|can|may|will|when|if)$",
    re.IGNORECASE,
)
_STOPS = frozenset(
    [
        "of",
        "to",
        "for",
        "and",
        "or",
        "in",
        "on",
        "at",
        "with",
        "by",
        "from",
        "is",
        "are",
        "was",
        "were",
        "be",
        "that",
        "which",
        "who",
        "the",
        "a",
        "an",
        "not",
        "as",
        "per",
        "via",
        "than",
    ]
)
_PLURALS = frozenset({"people", "criteria", "children", "phenomena", "men", "women", "media", "data"})


@dataclass(frozen=True, slots=True)
class Stated:
    """``number`` things, said at ``span`` of the unit's text; ``pointing`` if the words point at what follows."""

    number: int
    span: tuple[int, int]
    pointing: bool


@dataclass(frozen=True, slots=True)
class Statements:
    """Finds stated counts by the cards of the words around them."""

    opener: re.Pattern[str]
    pointer: re.Pattern[str]
    wide: re.Pattern[str]
    open: Words
    apart: Words

    @classmethod
    def build(cls, rules: RuleSet) -> Statements:
        between = _any(rules.words("count between"))

        def before(words: str) -> re.Pattern[str]:
            return re.compile(rf"(?:{words})\s(?:(?:{between})\s)*$", re.IGNORECASE)

        opener, pointer = _any(rules.words("count opener")), _any(rules.words("count pointer"))
        return cls(
            re.compile(
                rf"(?:^(?:the\s)?|(?<![\w-])(?:{opener}|[^\W\d_]{{2,}}(?:s|ed))\s)(?:(?:{between})\s)*$", re.IGNORECASE
            ),
            before(rf"(?<![\w-])(?:{pointer})"),
            before(r"(?<![\w-])there\sare"),
            Words.of(rules, "count open"),
            Words.of(rules, "count noun apart"),
        )

    def of(self, unit: Unit) -> tuple[Mention, tuple[int, int]] | None:
        """The one count of a sentence and the span of its words; ``None`` if there is none, or not one for sure."""
        counts = [m for m in unit.mentions if isinstance(m.value, Quantity)]
        if not counts or len({m.value for m in counts}) != 1:
            return None
        mention = counts[-1] if len(counts) == 2 and unit.text[counts[-1].start - 1] == "(" else counts[0]
        if len(counts) > 1 and mention is counts[0]:
            return None
        before = unit.text[: counts[0].start].split()
        if self.open.within(" ".join((*before[-_NEAR:], unit.text[counts[0].start :]))):
            return None
        end = self._noun(unit.text, mention.end + (mention is not counts[0]))
        if _whole(mention) is None or end is None:
            return None
        return counts[0], (counts[0].start, end)

    def introducing(self, unit: Unit) -> Stated | None:
        """How many things a sentence says will follow below it; ``None`` if that is not sure."""
        found = self.of(unit)
        text = unit.text.rstrip()
        if found is None or not text.endswith((":", ".")):
            return None
        mention, span = found
        number = _whole(mention) or 0
        head, tail = text[: mention.start], text[span[1] :]
        hanging = _HANGING.search(tail.rstrip(" :.")) is not None
        if self.pointer.search(head):
            return None if hanging else Stated(number, span, pointing=True)
        if not text.endswith(":") or hanging or not self.opener.search(head):
            return None
        allowed = _ANY_TAIL if self.wide.search(head) else _TAIL
        return Stated(number, span, pointing=False) if allowed.fullmatch(tail) else None

    def _noun(self, text: str, start: int) -> int | None:
        """Where the plural noun that a number counts ends, at most three adjectives behind it."""
        at, end = start, None
        for _ in range(_ADJECTIVES + 1):
            word = _WORD.match(text, at)
            if word is None or word[1].lower() in _STOPS:
                break
            at = word.end()
            if _plural(word[1]):
                if self.apart.whole(_singular(word[1])):
                    return None
                end = at
            elif end is not None:
                break
        return end


def _any(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=lambda w: (-len(w), w)))


def _whole(mention: Mention) -> int | None:
    value = mention.value
    if not isinstance(value, Quantity) or value.unit or value.approximate or mention.bound not in {None, Bound.EXACT}:
        return None
    if value.lo is None or value.lo != value.hi or value.lo.denominator != 1:
        return None
    return int(value.lo) if _FEWEST <= value.lo <= _MOST else None


def _plural(word: str) -> bool:
    folded = word.lower()
    return (folded.endswith("s") and not folded.endswith(("ss", "us", "is", "’s", "'s"))) or folded in _PLURALS


def _singular(word: str) -> str:
    folded = word.lower()
    return folded[:-3] + "y" if folded.endswith("ies") else folded.removesuffix("s")
