"""Match the words of cue cards in headers, labels and headings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scanner.model.claim import Bound, Status
from scanner.model.present import AnyOf
from scanner.rules import RuleSet

__all__ = ["Bounds", "Statuses", "Words", "fold_header", "is_identifier"]

_LEAD_WORDS = 3
_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_IDENTIFIER = re.compile(
    r"""
      --?[A-Za-z][\w-]*(?:[ =]<?[\w-]+>?)?      # --timeout, -t, --retries N
    | \$?[A-Za-z_][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+_?[*]?  # max_connections
    | [a-z]+(?:[A-Z][a-z0-9]*)+                 # retentionPeriod
    | [A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+         # PoolSize
    | (?!v?\d)[A-Za-z_][\w-]*(?:\.[\w-]*[A-Za-z_][\w-]*)+  # slipway.batchBytes
    | [a-z][a-z0-9]*(?:-[a-z0-9]+)+             # guaca-interval
    | /[\w{}.:-]+(?:/[\w{}.:-]*)*               # /users/{id}
    | [A-Z]{2,}(?:_[A-Z0-9]+)+                  # MAX_SIZE
    """,
    re.VERBOSE,
)


def is_identifier(text: str) -> bool:
    """Whether ``text`` as a whole is a code-like name: an option, path, dotted, snake, kebab or camel-case name."""
    return _IDENTIFIER.fullmatch(text.strip().rstrip("?*†‡")) is not None


def fold_header(text: str) -> str:
    """A column header in lower case without bracketed units or remarks and final punctuation."""
    folded = _BRACKETS.sub("", text).strip().lower()
    return re.sub(r"\s+", " ", folded).strip(" :*.")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one or more cues, matched as whole words in any case."""

    listed: frozenset[str]
    needed: AnyOf
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, rules: RuleSet, *cues: str) -> Words:
        """The words of the cards ``cues``.

        Raises:
            KeyError: if no card has one of these ids.
        """
        return cls.listing(word for cue in cues for word in rules.words(cue))

    @classmethod
    def listing(cls, words: Iterable[str]) -> Words:
        """Just these words."""
        listed = frozenset(word.lower() for word in words)
        longest = sorted((word for word in listed if word), key=lambda word: (-len(word), word))
        body = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest) or r"(?!)"
        return cls(listed, AnyOf.of(longest), re.compile(rf"(?<![\w-])(?:{body})(?![\w-])", re.IGNORECASE))

    def whole(self, text: str) -> bool:
        """Whether ``text``, folded as a header, is one of the words."""
        return fold_header(text) in self.listed

    def within(self, text: str) -> bool:
        """Whether one of the words stands in ``text``."""
        return self.needed.within(text) and self.pattern.search(text) is not None


_PARTS = re.compile(r"_|(?<=[a-z0-9])(?=[A-Z])")  # of an identifier: max_upload_mb, minPoolSize


@dataclass(frozen=True, slots=True)
class Bounds:
    """Which bound class a label or header names, from the cards of bound words."""

    classes: tuple[tuple[Bound, Words], ...]
    extremes: tuple[tuple[Bound, Words], ...]

    @classmethod
    def of(cls, rules: RuleSet) -> Bounds:
        # A default limit is a limit, and a recommended maximum is advice.
        order = (Bound.RECOMMENDED, Bound.MAX, Bound.MIN, Bound.DEFAULT, Bound.TYPICAL)
        names = {Bound.MAX: "maximum", Bound.MIN: "minimum"}
        return cls(
            tuple((bound, Words.of(rules, names.get(bound, bound.value))) for bound in order),
            ((Bound.MAX, Words.of(rules, "slot maximum")), (Bound.MIN, Words.of(rules, "slot minimum"))),
        )

    def named(self, text: str) -> Bound | None:
        """The bound class that ``text`` names, ``None`` if it names none."""
        folded = fold_header(_PARTS.sub(" ", text))
        return next((bound for bound, words in self.classes if words.within(folded)), None)

    def extreme(self, text: str) -> Bound | None:
        """Whether ``text`` names a maximum or a minimum outright; ``None`` if neither."""
        return next((bound for bound, words in self.extremes if words.within(_PARTS.sub(" ", text))), None)


@dataclass(frozen=True, slots=True)
class Statuses:
    """What a label, heading or lead-in makes of the values under it: example, planned or historical."""

    example: Words
    planned: Words
    historical: Words

    @classmethod
    def of(cls, rules: RuleSet) -> Statuses:
        return cls(
            Words.of(rules, "column example", "structure example"),
            Words.of(rules, "column planned"),
            Words.of(rules, "structure historical"),
        )

    def named(self, *texts: str) -> Status:
        """The first status that one of ``texts`` names, otherwise asserted."""
        for text in texts:
            for status, words in (
                (Status.EXAMPLE, self.example),
                (Status.PLANNED, self.planned),
                (Status.HISTORICAL, self.historical),
            ):
                if text and words.within(text):
                    return status
        return Status.ASSERTED

    def of_list(self, lead: str, *texts: str) -> Status:
        """The same of what stands in a list, which a lead-in of few words ("Examples:") names as a heading does."""
        return self.named(*((lead, *texts) if len(lead.split()) <= _LEAD_WORDS else texts))
