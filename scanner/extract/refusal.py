"""What happens beyond a limit: whether some tokens say that a thing is turned away, stopped, removed or forbidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scanner.nlp import Token
from scanner.rules import RuleSet

__all__ = ["Refusals"]

_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_BETWEEN = frozenset({"NOUN", "PROPN", "ADP", "DET", "ADJ", "NUM", "PRON"})
_SINCE = frozenset({"after", "before", "since"})
_CHAIN = frozenset({"AUX", "PART", "ADV", "VERB"})
_NEGATIVE = frozenset({"not", "n't", "never", "no", "cannot"})
_MODALS = frozenset({"may", "can", "must", "will", "shall", "should", "ca", "wo", "could"})
_REACH = 8
_NEAR = 4


@dataclass(frozen=True)
class Refusals:
    """Finds the token that turns things away; the words come from the cards ``refusing …`` and ``accepting …``."""

    refusing: frozenset[str]
    removing: frozenset[str]
    accepting: frozenset[str]
    refused: frozenset[str]
    accepted: frozenset[str]
    phrases: frozenset[str]

    @classmethod
    def of(cls, rules: RuleSet) -> Refusals:
        """Refusals by the cards in force."""
        cues = ("refusing verb", "removing verb", "accepting verb", "refusing adjective", "accepting adjective")
        return cls(*(frozenset(rules.words(cue)) for cue in (*cues, "refusing phrase")))

    def removes(self, token: Token) -> bool:
        """Whether a verb takes away what is too old."""
        return self._is(token, self.removing)

    def only_refuses(self, token: Token) -> bool:
        """Whether a verb says only that something is refused or taken away, not what is done with it."""
        return self._is(token, self.refusing | self.removing | self.accepting) or token.text.lower() == "no"

    def behind(self, tokens: Sequence[Token], at: int) -> int | None:
        """The verb behind token ``at`` that turns away what the words before it name."""
        for index in range(at, min(len(tokens), at + _REACH)):
            token = tokens[index]
            if token.tag in _FINITE or token.pos == "AUX":
                return self._verdict(tokens, index)
            if token.pos not in _BETWEEN and token.text.lower() not in _SINCE:
                return None
        return None

    def before(self, tokens: Sequence[Token], at: int) -> int | None:
        """The verb before token ``at`` whose object is turned away, or the "no" right before it."""
        for index in range(at - 1, max(-1, at - 1 - _NEAR), -1):
            token = tokens[index]
            if token.text.lower() == "no" and token.pos == "DET":
                return index
            if token.pos == "VERB":
                denied = self._denied(tokens, index)
                refusing = self._is(token, self.refusing) or self._sends_off(tokens, index)
                return index if refusing is not denied else None
            if token.pos not in _BETWEEN - {"PRON"}:
                return None
        return None

    def within(self, tokens: Sequence[Token], start: int, end: int) -> int | None:
        """The verb in ``tokens[start:end]``, a main clause, that forbids something or ends it."""
        for index in range(start, end):
            token = tokens[index]
            if token.text.lower() == "instead":
                return index
            if token.pos != "VERB" or token.tag == "VBG":
                continue
            denied = self._denied(tokens, index)
            if denied and self._forbids(tokens, index):
                return index
            if not denied and (self._is(token, self.refusing | self.removing) or self._sends_off(tokens, index)):
                return index
        return None

    def _verdict(self, tokens: Sequence[Token], at: int) -> int | None:
        chain = []
        for index in range(at, min(len(tokens), at + _NEAR + 2)):
            if tokens[index].pos not in _CHAIN and tokens[index].pos != "ADJ" and tokens[index].text.lower() != "no":
                break
            chain.append(index)
        words = {tokens[i].text.lower() for i in chain}
        negated, modal = bool(words & _NEGATIVE), bool(words & _MODALS)
        for index in chain:
            token = tokens[index]
            ends = self._is(token, self.refusing | self.removing) or token.text.lower() in self.refused
            if ends or self._sends_off(tokens, index):
                return None if negated else index
            if negated and (token.text.lower() in self.accepted or self._is(token, self.accepting)):
                return index
            if token.pos == "VERB":
                return index if negated and modal else None
        return None

    def _denied(self, tokens: Sequence[Token], verb: int) -> bool:
        return any(token.text.lower() in _NEGATIVE for token in tokens[max(0, verb - 3) : verb])

    def _forbids(self, tokens: Sequence[Token], verb: int) -> bool:
        """Whether a denied verb is an order or says what may not be done."""
        words = [token.text.lower() for token in tokens[max(0, verb - _NEAR) : verb]]
        return bool(set(words) & _MODALS) or words[-2:] in (["do", "not"], ["do", "n't"]) or words[-1:] == ["never"]

    def _sends_off(self, tokens: Sequence[Token], verb: int) -> bool:
        """Whether a verb and its particle turn something away ("are turned away", "is shut down")."""
        return verb + 1 < len(tokens) and f"{tokens[verb].lemma} {tokens[verb + 1].text.lower()}" in self.phrases

    def _is(self, token: Token, verbs: frozenset[str]) -> bool:
        """Whether a token is a form of one of the verbs, even where the tagger took it for an adjective."""
        word = token.text.lower()
        forms = {token.lemma.lower(), word, *((word[:-2], word[:-1], word[:-3]) if word.endswith("ed") else ())}
        return bool(forms & verbs)
