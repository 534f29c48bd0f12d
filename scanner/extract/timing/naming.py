"""What a time is called: the predicate of a beginning, an end, a deadline or a span, from the word it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scanner.extract.timing.groups import Form
from scanner.rules import RuleSet

__all__ = ["Edge", "Names"]

_EXPIRING = frozenset({"expire", "lapse", "terminate", "valid"})
_OPEN = frozenset({"open", "reopen"})
_CLOSE = frozenset({"close", "shut"})
_ENDING = frozenset({"end", "finish", "conclude"}) | _EXPIRING | _CLOSE | _OPEN
_CLOCK = frozenset({Form.CLOCK, Form.HOURS})
_SPANS = {
    Form.PERIOD: "period",
    Form.DATE: "period",
    Form.HOURS: "hours",
    Form.CLOCK: "hours",
    Form.DAYS: "days",
    Form.WEEKDAY: "days",
}


class Edge(StrEnum):
    """Which part of what lasts a time is."""

    START = "start"
    END = "end"
    DEADLINE = "deadline"
    SPAN = "span"
    SINCE = "since"


@dataclass(frozen=True, slots=True)
class Names:
    """Names of predicates; ``nouns`` gives verbs the noun their deadline is named by, ``known`` some a whole name."""

    light: frozenset[str]
    taking: frozenset[str]
    nouns: Mapping[str, str]
    known: Mapping[str, str]

    @classmethod
    def of(cls, rules: RuleSet) -> Names:
        pairs = (_pair(entry) for entry in rules.words("timing verb noun"))
        return cls(
            frozenset(rules.words("timing light verb")),
            frozenset(rules.words("timing taking verb")),
            dict(pairs),
            dict(_pair(entry) for entry in rules.words("timing verb name")),
        )

    def name(self, edge: Edge, word: str, form: Form, *, handed_in: bool = False) -> str:
        """The predicate of a time of ``form`` that is the ``edge`` of what ``word`` says.

        ``handed_in``: the subject is something handed in or signed up for, whose end is a deadline.
        """
        if edge is Edge.DEADLINE:
            if word in self.known:
                return self.known[word]
            noun = self.nouns.get(word, "" if word in self.light else word)
            return f"{noun} deadline".strip()
        if edge is Edge.SPAN:
            kind = _SPANS[form]
            if word in _OPEN:
                return "opening hours" if kind != "period" else "opening period"
            return kind if word in self.light else f"{word} {kind}"
        if edge is Edge.START:
            return self._start(word, form)
        ending = word in _ENDING or word in self.light | self.taking
        if handed_in and form is Form.DATE and ending:
            return "deadline"
        if word in _EXPIRING:
            return "expiry date"
        if word in _CLOSE or (word in _OPEN and form in _CLOCK):
            return "closing time"
        return "end" if ending and word not in self.taking else f"{word} end"

    def _start(self, word: str, form: Form) -> str:
        if word in _OPEN:
            return "opening time" if form is not Form.PERIOD else "opening period"
        plain = {"start", "begin", "commence", "kick off", "set off", "resume", "valid"} | self.light
        return "start" if word in plain else f"{word} start"


def _pair(entry: str) -> tuple[str, str]:
    first, _, rest = entry.partition(" ")
    return first, rest
