"""Which word of a sentence a time belongs to, read from left to right as parsers misread headlines and short verbs.

"Gates open at noon", "the portal for the 2025 call closes on 15 September": taggers take such verbs for adjectives and
nouns. So the nearest known word before the time is looked for, with nothing between them but small words or one
prepositional phrase, and the noun phrase right before that word is its subject.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scanner.extract.clause import NounPhrase, head_of
from scanner.extract.timing.words import TimingWords
from scanner.nlp import Parse, Token

__all__ = ["Governor", "Reading"]

_FARTHEST = 7  # words that are no small ones between a verb and its time
_STOPS = frozenset(";:.!?()[]—–")
_LINKS = frozenset({"be", "is", "are", "been", "being", "remain", "remains", "stay", "stays", "becomes"})
_MODALS = frozenset({"will", "must", "can", "shall", "should", "'ll"})
_UNSURE = frozenset({"may", "might", "could", "would"})
_PERFECT = frozenset({"has", "have"})
_HELPERS = _PERFECT | {"do", "does"}
_NEGATIVE = frozenset({"not", "n't", "never"})
_INSIDE = frozenset({"of", "for", "at", "in", "to", "with", "on", "from"})
_NOMINAL = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
_JOINING = frozenset({"and", "or", "but", "then"})


@dataclass(frozen=True, slots=True)
class Governor:
    """A word that a time belongs to: the index of its token, its base form, and what stands before it.

    ``subject`` is the noun phrase right before it, ``None`` without one; ``joined`` tells that the verb shares the
    subject of an earlier one; ``linked`` that a form of "be" stands before it; ``cased`` that its clause only names a
    condition or case; ``unsure`` that it only may be so; ``led`` that "to" stands before it.
    """

    index: int
    word: str
    subject: NounPhrase | None
    negated: bool = False
    joined: bool = False
    linked: bool = False
    cased: bool = False
    unsure: bool = False
    led: bool = False
    modal: bool = False


@dataclass(frozen=True)
class Reading:
    """A parsed sentence as its words in order."""

    parse: Parse
    words: TimingWords
    taken: Callable[[Token], bool]

    def before(self, start: int, known: Callable[[int], str | None]) -> Governor | None:
        """The nearest word before ``start`` for which ``known`` gives a base form, if only small words part them."""
        tokens = self.parse.tokens
        passed = 0
        for index in range(len(tokens) - 1, -1, -1):
            token = tokens[index]
            if token.end > start:
                continue
            if self.taken(token):
                continue
            word = token.text.lower()
            base = known(index)
            if base is not None and not self._has_object(index, start):
                return self.governor(index, base)
            if token.text[:1] in _STOPS or (word == "," and passed):
                return None
            if word in self.words.filler or word == ",":
                continue
            passed += 1
            if passed > _FARTHEST or word in _JOINING or token.tag in {"VBZ", "VBD", "MD"}:
                return None
        return None

    def behind(self, end: int, known: Callable[[int], str | None], reach: int = 9) -> Governor | None:
        """The first word after ``end`` that ``known`` knows, within a few words."""
        inside = [i for i, token in enumerate(self.parse.tokens) if token.start >= end][:reach]
        for index in inside:
            base = known(index)
            if base is not None:
                return self.governor(index, base)
        return None

    def at(self, start: int) -> int:
        """The index of the token at a place of the text, -1 for none."""
        return next((i for i, token in enumerate(self.parse.tokens) if token.start <= start < token.end), -1)

    def _has_object(self, index: int, start: int) -> bool:
        """Whether a noun phrase stands right behind a verb: "close the gate at nine" closes the gate."""
        tokens = self.parse.tokens
        if index + 1 >= len(tokens) or tokens[index + 1].start >= start or self.taken(tokens[index + 1]):
            return False
        following = tokens[index + 1]
        if following.text.lower() in {"its", "their", "our"}:
            return False
        if following.tag in {"DT", "PRP$", "PRP"} and following.text.lower() not in self.words.filler:
            return True
        if following.text.lower() in {"the", "a", "an", "all", "each", "every"}:
            after = tokens[index + 2] if index + 2 < len(tokens) else None
            return after is not None and not self.taken(after) and after.text.lower() not in self.words.filler
        return following.pos in {"NOUN", "PROPN"} and following.text.lower() not in self.words.filler

    def governor(self, index: int, base: str) -> Governor:
        """What stands before the word at ``index``, whose base form is ``base``."""
        tokens = self.parse.tokens
        at = index - 1
        negated = linked = unsure = led = modal = False
        while at >= 0:
            word = tokens[at].text.lower()
            if word in _NEGATIVE:
                negated = True
            elif word in _LINKS:
                linked = True
            elif word in _UNSURE:
                unsure = True
            elif word == "to" or tokens[at].tag == "TO":
                led = True
                break
            elif word in _MODALS:
                modal = True
            elif word not in (_HELPERS if negated else _PERFECT) and not self._is_adverb(at):
                break
            at -= 1
        joined = at >= 0 and tokens[at].text.lower() in {*_JOINING, ","} and index > 0
        subject = None if joined or led else self.phrase(at)
        edge = (self.first(subject) if subject is not None else index) - 1
        cased = edge >= 0 and tokens[edge].text.lower() in self.words.openers
        return Governor(index, base, subject, negated, joined, linked, cased, unsure, led, modal)

    def _is_adverb(self, at: int) -> bool:
        token = self.parse.tokens[at]
        return token.pos == "ADV" and token.text.lower() not in self.words.openers

    def first(self, phrase: NounPhrase) -> int:
        """The index of a phrase's first token."""
        return next(i for i, token in enumerate(self.parse.tokens) if token.end > phrase.span[0])

    def phrase(self, last: int) -> NounPhrase | None:
        """The noun phrase that ends with token ``last``."""
        tokens = self.parse.tokens
        at = last
        while at >= 0 and self._inside(at):
            at -= 1
            if tokens[at + 1].tag in {"DT", "PRP$"} and (at < 0 or tokens[at].text.lower() not in _INSIDE):
                break  # "in summer the park": a determiner begins the phrase
        first = at + 1
        while first <= last and (tokens[first].text.lower() in _INSIDE or tokens[first].pos == "PUNCT"):
            first += 1
        if first > last:
            return None
        if tokens[last].pos == "PRON" and tokens[last].tag in {"PRP", "DT", "EX", "NN"}:
            first = last
        return self._taken_apart(first, last)

    def _inside(self, at: int) -> bool:
        token = self.parse.tokens[at]
        word = token.text.lower()
        if word in self.words.openers or (token.pos == "PUNCT" and word not in {"-", "'", '"', "“", "”", "’", "‘"}):
            return False
        if word in _INSIDE:
            previous = self.parse.tokens[at - 1] if at else None
            return previous is not None and previous.pos in {"NOUN", "PROPN"} and not self.taken(previous)
        named = token.pos in _NOMINAL or word in {"&", "'s", "’s"} or token.dep == "compound"
        return named or token.tag in {"DT", "PRP$", "POS", "PRP", "VBG", "VBN"} or token.pos in {"PUNCT", "PRON"}

    def _taken_apart(self, first: int, last: int) -> NounPhrase:
        """The phrase split at its first preposition: head with modifiers, owner, and what restricts it."""
        tokens = self.parse.tokens
        cut = next((i for i in range(first + 1, last) if tokens[i].text.lower() in _INSIDE), last + 1)
        text = self.parse.text
        core = text[tokens[first].start : tokens[cut - 1].end]
        rest = text[tokens[cut].start : tokens[last].end] if cut <= last else ""
        preposition, _, target = rest.partition(" ")
        of = target if preposition.lower() == "of" else ""
        low, high = tokens[first].start, tokens[last].end
        plural = tokens[cut - 1].tag in {"NNS", "NNPS"}
        definite = tokens[first].text.lower() == "the"
        scope = (rest,) if rest and not of else ()
        head = head_of(self.parse, tokens[first].start, tokens[cut - 1].end)
        return NounPhrase(_bare(core), _bare(of), scope, (low, high), head, plural, definite)


_DETERMINERS = (
    "the ",
    "a ",
    "an ",
    "each ",
    "every ",
    "all ",
    "any ",
    "our ",
    "your ",
    "its ",
    "their ",
    "this ",
    "that ",
    "these ",
    "those ",
    "both ",
)


def _bare(words: str) -> str:
    folded = words.lower()
    lead = next((d for d in _DETERMINERS if folded.startswith(d)), "")
    return words[len(lead) :].strip(" -,'\"“”‘’")
