"""The words around a number: comparators and approximations, and the noun it counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scanner.model import Bound
from scanner.rules import RuleSet

__all__ = ["NounReader", "Qualified", "Qualifiers", "words_before"]

_TOKEN = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*\.?|[<>]\s?=|=[<>]|\w+|[^\w\s]")
_APPROXIMATE = re.compile(r"approximate( after)? (\d+)%")
_REACH = 72
_WIDEST = 6


def words_before(text: str, at: int, reach: int = _REACH) -> list[re.Match[str]]:
    """The tokens that end at or before ``at``, within ``reach`` characters, in order."""
    start = max(0, at - reach)
    while 0 < start < at and text[start - 1].isalnum():
        start += 1
    return list(_TOKEN.finditer(text, start, at))


# "must not be longer than", "not less than 1 or more than 255": the negation turns the comparison round.
_FAILING = re.compile(
    r"\b(?:that|which|who|whoever|if|when|unless|once)\b[^.;]*\b(?:not|never|no)\b[^.;]*$", re.IGNORECASE
)
_NEGATED = re.compile(
    r"(?:\b(?:not|never|cannot)|n['’]t)\s+(?!appl|includ|count|begin)\w+\s+$"
    r"|\b(?:not|no|never|neither)\s+(?:less|fewer|more|greater|larger|smaller|shorter|longer|lower|higher|be)\b[^.;]*"
    r"\b(?:or|nor)\s$",
    re.IGNORECASE,
)


def _key(phrase: str) -> str:
    return " ".join(token.group().lower() for token in _TOKEN.finditer(phrase))


@dataclass(frozen=True, slots=True)
class Qualified:
    """What the words around a number say of it; ``[start, end)`` includes them. ``widen`` is relative."""

    start: int
    end: int
    bound: Bound | None = None
    widen: Fraction = Fraction(0)
    words: str = ""


@dataclass(frozen=True)
class Qualifiers:
    """Comparators and approximation words, from the cards ``bound …``, ``comparatives …`` and ``approximate … N%``.

    Behind a word of ``spread`` "over" compares nothing ("spread over 51 minutes").
    """

    before: Mapping[str, tuple[Bound | None, Fraction]]
    after: Mapping[str, tuple[Bound | None, Fraction]]
    negated: frozenset[str]
    spread: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Qualifiers:
        before: dict[str, tuple[Bound | None, Fraction]] = {}
        after: dict[str, tuple[Bound | None, Fraction]] = {}
        for bound in (Bound.MAX, Bound.MIN):
            before |= {_key(word): (bound, Fraction(0)) for word in rules.words(f"bound {bound} before")}
            after |= {_key(word): (bound, Fraction(0)) for word in rules.words(f"bound {bound} after")}
        for card in sorted(rules.cues.values(), key=lambda c: c.id):
            match = _APPROXIMATE.fullmatch(card.id)
            if match is not None:
                table = after if match.group(1) else before
                table |= {_key(word): (None, Fraction(int(match.group(2)), 100)) for word in card.words}
        for bound, other in ((Bound.MAX, Bound.MIN), (Bound.MIN, Bound.MAX)):
            for word in rules.words("comparatives less" if bound is Bound.MAX else "comparatives more"):
                before |= {f"{word} than": (bound, Fraction(0))}
                before |= {f"{no} {word} than": (other, Fraction(0)) for no in ("no", "not")}
        own = frozenset(phrase for phrase in before if phrase.split()[0] in ("no", "not", "never", "cannot", "can't"))
        return cls(before, after, own, frozenset(rules.words("spread over")))

    def around(self, text: str, start: int, end: int) -> Qualified:
        """Read outwards from ``[start, end)`` while comparators and approximation words follow one another."""
        bound: Bound | None = None
        widen, said = Fraction(0), ""
        tokens = words_before(text, start)
        while tokens and not text[tokens[-1].end() : start].strip():
            for size in range(min(_WIDEST, len(tokens)), 0, -1):
                phrase = " ".join(t.group().lower().replace("’", "'") for t in tokens[-size:])
                found = self.before.get(phrase)
                spread = phrase == "over" and tokens[-2:-1] and tokens[-2].group().lower() in self.spread
                if found is not None and not spread and not _is_arrow(text, tokens[-size], phrase):
                    break
            else:
                break
            bound, widen, said = bound or found[0], max(widen, found[1]), said or phrase
            start = tokens[-size].start()
            del tokens[-size:]
        before = text[max(0, start - 56) : start]
        failing = said == "within" and _FAILING.search(before) is not None
        if bound is not None and said not in self.negated and not failing and _NEGATED.search(before):
            bound = Bound.MIN if bound is Bound.MAX else Bound.MAX
        bound, widen, end = self.after_number(text, end, bound, widen)
        return Qualified(start, end, bound, widen, said)

    def after_number(
        self, text: str, end: int, bound: Bound | None = None, widen: Fraction = Fraction(0)
    ) -> tuple[Bound | None, Fraction, int]:
        """The bound and widening that the words right after ``end`` add to those given, and where they end."""
        if text[end : end + 1] == "+" and not text[end + 1 : end + 2].isalnum():
            return bound or Bound.MIN, widen, end + 1
        tokens = list(_TOKEN.finditer(text, end, min(len(text), end + 32)))[:3]
        if tokens and text[end : tokens[0].start()].strip(" \u00a0"):
            return bound, widen, end
        for size in range(len(tokens), 0, -1):
            words = [t.group().lower() for t in tokens[:size]]
            found = self.after.get(" ".join(words)) or self.after.get(" ".join(words).rstrip("."))
            if found is not None and not text.startswith(" than ", tokens[size - 1].end()):
                last = tokens[size - 1]
                return bound or found[0], max(widen, found[1]), last.end() - last.group().endswith(".")
        return bound, widen, end


def _is_arrow(text: str, token: re.Match[str], phrase: str) -> bool:
    """Whether a ``>`` ends an arrow or a tag instead of comparing."""
    if phrase not in ("<", ">"):
        return False
    at = token.start()
    if phrase == "<":
        return text[at - 1 : at] == "<"
    opened = text.rfind("<", max(0, at - _REACH), at)
    tag = (
        opened >= 0
        and ">" not in text[opened:at]
        and text[opened + 1 : opened + 2].isalpha() | (text[opened + 1 : opened + 2] == "/")
    )
    return tag or text[at - 1 : at] in ("-", "=", ">")


_PER_PHRASE = re.compile(r"(?:[ -][A-Za-z][A-Za-z-]*){0,4}[ -]([A-Za-z]{2,})(?=\s(?:per|/)\s)")
_OBJECT = re.compile(
    r" (?:the|this|that|these|its|their|his|her|your|our|it|them"
    r"|an? (?!(?:second|minute|hour|day|night|week|month|quarter|year|piece|head|person|session|shift)\b))\b",
    re.IGNORECASE,
)
_PARTICLES = frozenset({"up", "in", "out", "off", "on", "over", "down", "back", "through", "by"})
_HYPHENED = re.compile(r"([A-Za-z]+-[A-Za-z]+)$")
_WORD = re.compile(r"[ \u00a0]?([A-Za-z][A-Za-z'’]*(?:-[A-Za-z]+)*)")


@dataclass(frozen=True)
class NounReader:
    """Finds the head noun of the phrase after a number: "5 concurrent connections are" → ``connection``."""

    stops: frozenset[str]
    verbs: frozenset[str]
    modifiers: frozenset[str]
    mass: Mapping[str, str]

    @classmethod
    def build(cls, rules: RuleSet) -> NounReader:
        mass: dict[str, str] = {}
        for entry in rules.words("mass nouns"):
            plural, _, singular = entry.partition(" ")
            mass[plural] = singular or plural
        return cls(
            frozenset(rules.words("noun stops")),
            frozenset(rules.words("singular verbs")),
            frozenset(rules.words("plural modifiers")),
            mass,
        )

    def singular(self, noun: str) -> str:
        """The folded singular of ``noun``."""
        word = noun.lower().replace("’", "'").removesuffix("'s").removesuffix("'")
        if word in self.mass:
            return self.mass[word]
        if len(word) > 3 and word.endswith("ies"):
            return word[:-3] + "y"
        if word.endswith(("sses", "shes", "ches", "xes", "zes")):
            return word[:-2]
        return word[:-1] if self._plural(word) else word

    def _plural(self, word: str) -> bool:
        return len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is"))

    def phrase(self, text: str, at: int, limit: int = 4) -> list[re.Match[str]]:
        """Up to ``limit`` words of the noun phrase at ``at``."""
        words: list[re.Match[str]] = []
        while len(words) < limit:
            match = _WORD.match(text, at)
            if match is None or (words and match.start(1) == at):
                break
            word = match.group(1).lower()
            if word in self.stops or (word in self.verbs and words) or word in self.verbs:
                break
            words.append(match)
            at = match.end()
        return words

    def counted(self, text: str, at: int, limit: int = 4) -> tuple[str, int] | None:
        """The thing counted by a bare number that ends at ``at``, singular, and the end of its word."""
        words = self.phrase(text, at, limit)
        for index, match in enumerate(words):
            head = match.group(1).lower().rpartition("-")[2]
            if head in self.modifiers and index + 1 < len(words):
                continue
            if self._is_verb(text, match):
                return None
            if head in self.mass or (self._plural(head) and not match.group(1).isupper()):
                whole = match.group(1) if head.removesuffix("s") in _PARTICLES else head  # "pick-ups"
                return self.singular(whole), match.end()
        return None

    def before_per(self, text: str, at: int) -> tuple[str, int] | None:
        """The noun right before "per" in "200 application command creates per day"."""
        match = _PER_PHRASE.match(text, at)
        if match is None:
            return None
        word = match.group(1)
        if word.lower().removesuffix("s") in _PARTICLES and (whole := _HYPHENED.search(text, at, match.end(1))):
            word = whole.group(1)  # "pick-ups"
        return self.singular(word), match.end(1)

    def _is_verb(self, text: str, word: re.Match[str]) -> bool:
        """Whether a determiner after a word in -s makes it a verb ("initiates a game"); "10 users a day" is none."""
        return word.group(1).endswith("s") and _OBJECT.match(text, word.end()) is not None

    def one(self, text: str, at: int) -> tuple[str, int] | None:
        """The thing counted by "one" or "1": the last word of its phrase, or what stands before a verb in -s."""
        words = self.phrase(text, at, 3)
        if words and self._plural(words[0].group(1).lower()):
            return None  # "user 1 initiates"
        for index, match in enumerate(words[1:]):
            if self._plural(match.group(1).lower()):
                words = words[: index + 1]
                break
        return (words[-1].group(1).lower(), words[-1].end()) if words else None
