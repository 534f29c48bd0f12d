"""The words of the date grammar, compiled from cards into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scanner.model import Role
from scanner.rules import RuleSet

__all__ = ["MomentWords", "alternation"]

_ROLES = {
    "since": Role.SINCE,
    "effective": Role.EFFECTIVE,
    "until": Role.UNTIL,
    "before": Role.BEFORE,
    "after": Role.AFTER,
    "through": Role.THROUGH,
    "as-of": Role.AS_OF,
}
_PARTS = ("start", "end", "early", "mid", "late")


def alternation(words: Iterable[str]) -> str:
    """A pattern for any of ``words``, longest first, spaces and hyphens of a phrase interchangeable."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(
        re.sub(r"(?:\\?[ -])+", r"[\\s-]+", re.escape(word)) if len(word) > 1 else re.escape(word) for word in ordered
    )


def _folded(words: Iterable[str], start: int) -> dict[str, int]:
    return {re.sub(r"[\s-]+", " ", word.casefold()): place for place, word in enumerate(words, start)}


@dataclass(frozen=True)
class MomentWords:
    """Patterns (sources without groups) and look-ups by folded word."""

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    short_weekdays: frozenset[str]
    ordinals: Mapping[str, int]
    numbers: Mapping[str, int]
    month: str
    weekday: str
    ordinal: str
    number: str
    fiscal: str
    noon: str
    midnight: str
    zone: str
    day_first: bool | None
    role: re.Pattern[str]
    roles: Mapping[str, Role]
    not_since: re.Pattern[str]
    part: re.Pattern[str]
    parts: Mapping[str, str]
    about: re.Pattern[str]
    inside: re.Pattern[str]
    between: re.Pattern[str]
    to: re.Pattern[str]
    at: re.Pattern[str]
    counted: re.Pattern[str]

    @classmethod
    def of(cls, rules: RuleSet) -> MomentWords:
        """Compile the ``date.`` cards of ``rules``.

        Raises:
            KeyError: if a card the grammar needs is missing.
        """
        months = {w.casefold(): n for n in range(1, 13) for w in rules.words(f"date.month.{n:02d}")}
        weekdays = {w.casefold(): n for n in range(7) for w in rules.words(f"date.weekday.{n}")}
        short = frozenset(w for w in weekdays if not w.endswith("day"))
        roles = {_key(w): role for name, role in _ROLES.items() for w in rules.words(f"date.role.{name}")}
        parts = {_key(w): name for name in _PARTS for w in rules.words(f"date.part.{name}")}
        ordinals, numbers = rules.words("date.ordinals"), rules.words("date.numbers")
        order = rules.words("date.order")
        return cls(
            months=months,
            weekdays=weekdays,
            short_weekdays=short,
            ordinals=_folded(ordinals, 1),
            numbers=_folded(numbers, 1),
            month=alternation(months),
            weekday=alternation(weekdays),
            ordinal=alternation(ordinals),
            number=alternation(numbers),
            fiscal=alternation(rules.words("date.fiscal")),
            noon=alternation(rules.words("date.noon")),
            midnight=alternation(rules.words("date.midnight")),
            zone="|".join(sorted(map(re.escape, rules.words("date.zone")), key=lambda w: (-len(w), w))),
            day_first={"day first": True, "month first": False}.get(order[0] if order else ""),
            role=_before(roles),
            roles=roles,
            not_since=_before(rules.words("date.role.not-since")),
            part=_before(parts, joint=r"[\s-]+(?:the\s+)?"),
            parts=parts,
            about=_before(rules.words("date.about"), joint=r"\s*"),
            inside=_before(rules.words("date.role.in")),
            between=_before(rules.words("date.between")),
            to=re.compile(rf"\s*(?:{alternation(rules.words('date.to'))})\s*(?:the\s+)?", re.IGNORECASE),
            at=_before(rules.words("date.at")),
            counted=re.compile(
                rf"[\s-]*(?:%|°|(?:{alternation(rules.words('date.counted'))})(?![\w-]))", re.IGNORECASE
            ),
        )


def _key(words: str) -> str:
    return re.sub(r"[\s-]+", " ", words.casefold())


def _before(words: Iterable[str], joint: str = r"[\s:]+(?:the\s+)?") -> re.Pattern[str]:
    """Any of ``words`` (group 1) at the end of what stands before a moment."""
    return re.compile(rf"(?<![\w-])({alternation(words)}){joint}$", re.IGNORECASE)
