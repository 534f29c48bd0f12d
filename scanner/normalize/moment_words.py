"""The words of the date grammar, compiled from cards into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scanner.model import Role
from scanner.rules import RuleSet

__all__ = ["REACH", "MomentWords", "alternation", "any_case", "folded"]

# How far before a moment its role is looked for, in characters.
REACH = 48

_ROLES = {
    "since": Role.SINCE,
    "effective": Role.EFFECTIVE,
    "until": Role.UNTIL,
    "before": Role.BEFORE,
    "after": Role.AFTER,
    "through": Role.THROUGH,
    "as-of": Role.AS_OF,
}
_PARTS = ("start", "end", "early", "mid", "late", "week", "week-from", "week-to")


def alternation(words: Iterable[str]) -> str:
    """A pattern for any of ``words``, longest first, spaces and hyphens of a phrase interchangeable."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(
        re.sub(r"(?<=\w)(?:\\?[ -])+(?=\w)", r"[\\s-]+", re.escape(word)) if len(word) > 1 else re.escape(word)
        for word in ordered
    )


def folded(words: str) -> str:
    """Small letters, one space between words."""
    return re.sub(r"[\s-]+", " ", words.casefold())


def any_case(words: Iterable[str]) -> str:
    """As :func:`alternation`, in small letters, capitals or with a capital: quicker to search for than in any case."""
    return alternation(form for word in words for form in (word.lower(), word.upper(), word.capitalize()))


_WHICH = ("last", "this", "next", "coming")


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
    fiscal_words: tuple[str, ...]
    noon_words: tuple[str, ...]
    noon: str
    midnight: str
    zone: str
    day_first: bool | None
    role: re.Pattern[str]
    roles: Mapping[str, Role]
    event: re.Pattern[str]
    since: re.Pattern[str]
    not_since: re.Pattern[str]
    part: re.Pattern[str]
    parts: Mapping[str, str]
    about: re.Pattern[str]
    about_year: re.Pattern[str]
    weak_months: frozenset[str]
    counting: re.Pattern[str]
    inside: re.Pattern[str]
    doubtful: re.Pattern[str]
    not_year: re.Pattern[str]
    measured: re.Pattern[str]
    between: re.Pattern[str]
    both: re.Pattern[str]
    to: re.Pattern[str]
    at: re.Pattern[str]
    counted: re.Pattern[str]
    which: str
    version: re.Pattern[str]

    @property
    def spoken_year(self) -> str:
        """A pattern of years in words: "two thousand and twenty", "nineteen eighty-six"."""
        number = rf"[\s-]+(?:{self.number})"
        return rf"two\s+thousand(?:\s+and)?(?:{number})?(?!\w)|(?:nineteen|twenty){number}(?!\w)"

    def year(self, text: str) -> int:
        """A year as written; of two digits 00 to 69 are of this century, 70 to 99 of the last."""
        digits = text.lstrip("'’")
        if digits.isdigit():
            number = int(digits)
            return number + (2000 if number < 70 else 1900) if len(digits) == 2 else number
        thousand, rest = re.match(r"(two\s+thousand(?:\s+and)?|nineteen|twenty)[\s-]*(.*)", folded(text)).groups()  # type: ignore[union-attr]
        return (1900 if thousand == "nineteen" else 2000) + (self.numbers[rest] if rest else 0)

    @classmethod
    def of(cls, rules: RuleSet) -> MomentWords:
        """Compile the ``date.`` cards of ``rules``.

        Raises:
            KeyError: if a card the grammar needs is missing.
        """
        months = {w.casefold(): n for n in range(1, 13) for w in rules.words(f"date.month.{n:02d}")}
        weekdays = {w.casefold(): n for n in range(7) for w in rules.words(f"date.weekday.{n}")}
        short = frozenset(w for w in weekdays if not w.endswith("day"))
        roles = {folded(w): role for name, role in _ROLES.items() for w in rules.words(f"date.role.{name}")}
        parts = {folded(w): name for name in _PARTS for w in rules.words(f"date.part.{name}")}
        ordinals, numbers = rules.words("date.ordinals"), rules.words("date.numbers")
        order = rules.words("date.order")
        return cls(
            months=months,
            weekdays=weekdays,
            short_weekdays=short,
            ordinals={folded(word): place for place, word in enumerate(ordinals, 1)},
            numbers={folded(word): place for place, word in enumerate(numbers, 1)},
            month=alternation(months),
            weekday=alternation(weekdays),
            ordinal=alternation(ordinals),
            number=alternation(numbers),
            fiscal=alternation(rules.words("date.fiscal")),
            fiscal_words=rules.words("date.fiscal"),
            noon_words=(*rules.words("date.noon"), *rules.words("date.midnight")),
            noon=alternation(rules.words("date.noon")),
            midnight=alternation(rules.words("date.midnight")),
            zone="|".join(sorted(map(re.escape, rules.words("date.zone")), key=lambda w: (-len(w), w))),
            day_first={"day first": True, "month first": False}.get(order[0] if order else ""),
            role=_before(roles),
            roles=roles,
            event=re.compile(
                rf"(?<![\w.-])({alternation(rules.words('date.role.event'))})\s+(?:the|its|our|their|this|last)\s+"
                r"(?:[^\W\d_][\w-]*\s+){0,2}?(?!(?:is|are|was|were|has|had)\b)[^\W\d_][\w-]*(?<!ed)\s+(?:in|on)\s+(?:the\s+)?$",
                re.IGNORECASE,
            ),
            since=re.compile(alternation(rules.words("date.role.from")), re.IGNORECASE),
            not_since=_before(rules.words("date.role.not-since")),
            part=_before(parts, joint=r"[\s-]+(?:the\s+)?"),
            parts=parts,
            about=_before(rules.words("date.about"), joint=r"\s*"),
            about_year=_before(rules.words("date.about-year"), joint=r"\s+"),
            weak_months=frozenset(rules.words("date.weak-months")),
            counting=re.compile(rf"[\s-]*(?:{alternation(rules.words('date.counting'))})(?!\w)", re.IGNORECASE),
            inside=_before(rules.words("date.role.in")),
            doubtful=_before(rules.words("date.role.doubtful")),
            not_year=_before(rules.words("date.role.not-year")),
            measured=_before(rules.words("date.role.of"), joint=r"s?\s+of\s+"),
            between=_before(rules.words("date.between")),
            both=_before(rules.words("date.and")),
            to=re.compile(rf"\s*(?:{alternation(rules.words('date.to'))})\s*(?:the\s+)?", re.IGNORECASE),
            at=_before(rules.words("date.at")),
            which=alternation(w for name in _WHICH for w in rules.words(f"date.relative.{name}")),
            version=_before(rules.words("version.cue"), joint=r"\s*"),
            counted=re.compile(
                rf"[\s-]*(?:%|°|(?:{alternation(rules.words('date.counted'))})(?![\w-]))", re.IGNORECASE
            ),
        )


def _before(words: Iterable[str], joint: str = r"[\s:]+(?:the\s+)?") -> re.Pattern[str]:
    """Any of ``words`` (group 1) at the end of what stands before a moment."""
    return re.compile(rf"(?<![\w.-])({alternation(words)}){joint}$", re.IGNORECASE)
