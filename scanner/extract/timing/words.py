"""The cards of timing, compiled: which words say that something begins, ends, lasts or must be done by a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scanner.extract.assertion import phrase_pattern
from scanner.rules import RuleSet

__all__ = ["TimingWords", "present_forms"]


def present_forms(verb: str) -> tuple[str, ...]:
    """The forms of a verb in the present tense, its base form first; of "kick off" those of its first word."""
    head, *rest = verb.split(" ")
    if head.endswith(("s", "x", "z", "ch", "sh")):
        third = f"{head}es"
    elif head.endswith("y") and head[-2:-1] not in "aeiou":
        third = f"{head[:-1]}ies"
    else:
        third = f"{head}s"
    return tuple(" ".join((form, *rest)) for form in (head, third))


@dataclass(frozen=True)
class TimingWords:
    """Words and patterns of the cues named ``timing …``; ``starts`` and ``ends`` map forms of verbs to base forms."""

    starts: Mapping[str, str]
    ends: Mapping[str, str]
    states: re.Pattern[str]
    closed: frozenset[str]
    moved: re.Pattern[str]
    held: re.Pattern[str]
    lengthened: frozenset[str]
    start_nouns: frozenset[str]
    end_nouns: frozenset[str]
    deadline_nouns: frozenset[str]
    handed_in: frozenset[str]
    latest: re.Pattern[str]
    by: re.Pattern[str]
    duty: re.Pattern[str]
    existence: re.Pattern[str]
    parts: frozenset[str]
    filler: frozenset[str]
    openers: frozenset[str]
    activities: frozenset[str]
    attributes: frozenset[str]

    @classmethod
    def of(cls, rules: RuleSet) -> TimingWords:
        """The cards in force.

        Raises:
            KeyError: if one of them is missing.
        """

        def words(cue: str) -> frozenset[str]:
            return frozenset(rules.words(f"timing {cue}"))

        def before(cue: str) -> re.Pattern[str]:
            return re.compile(rf"{_either(words(cue))}\s*(?:the\s+)?$", re.IGNORECASE)

        return cls(
            _forms(words("start verb")),
            _forms(words("end verb")),
            phrase_pattern(words("state")),
            words("closed state"),
            phrase_pattern(words("moved")),
            phrase_pattern(words("held")),
            words("lengthened"),
            words("start noun"),
            words("end noun"),
            words("deadline noun"),
            words("deadline subject"),
            re.compile(rf"\s*,?\s*\(?{_either(words('latest'))}", re.IGNORECASE),
            before("by"),
            phrase_pattern(words("duty")),
            phrase_pattern(words("existence")),
            words("part"),
            words("filler"),
            words("opener"),
            words("activity"),
            words("attribute"),
        )

    def edge_of_noun(self, noun: str) -> str:
        """The edge that a noun names by itself: ``start``, ``end``, ``deadline`` or nothing."""
        folded = noun.lower().strip()
        edges = (("start", self.start_nouns), ("end", self.end_nouns), ("deadline", self.deadline_nouns))
        return next((edge for edge, nouns in edges if folded in nouns), "")

    def is_attribute(self, lead: str) -> bool:
        """Whether a label names a measure or an edge of a thing: what stands behind its value is not about it."""
        folded = lead.lower().strip(" :")
        return folded in self.attributes or bool(self.edge_of_noun(folded))

    def is_handed_in(self, words: str) -> bool:
        """Whether a phrase's head noun is something handed in or signed up for."""
        return words.lower().rpartition(" ")[2] in self.handed_in


def _forms(verbs: Iterable[str]) -> dict[str, str]:
    return {form: verb for verb in sorted(verbs) for form in present_forms(verb)}


def _either(words: Iterable[str]) -> str:
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return r"(?<![\w-])(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) + r")(?![\w-])"
