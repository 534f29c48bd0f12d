"""Read days that recur each month: "the 25th of each month", "the first Monday of the month"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.model import Mention, Term
from scanner.normalize.moment_words import alternation
from scanner.rules import RuleSet

__all__ = ["MonthlyGrammar"]

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_DAYS = _ORDINALS | {"tenth": 10, "fifteenth": 15, "twentieth": 20, "twenty-fifth": 25, "thirtieth": 30}
_OF = r"\s+(?:of|in)\s+(?:each|every|the|a|any)\s+(?:calendar\s+)?month\b"


@dataclass(frozen=True)
class MonthlyGrammar:
    """Patterns of a day in a month; each mention is a term of the domain ``day of month`` or ``weekday of month``."""

    day: re.Pattern[str]
    weekday: re.Pattern[str]
    names: tuple[tuple[str, int], ...]

    @classmethod
    def build(cls, rules: RuleSet) -> MonthlyGrammar:
        """Compile the cards of weekdays.

        Raises:
            KeyError: if one is missing.
        """
        names = tuple(
            (form.casefold(), number) for number in range(7) for form in rules.words(f"date.weekday.{number}")
        )
        ordinal = "|".join((*_ORDINALS, "last", r"[1-5](?:st|nd|rd|th)"))
        return cls(
            re.compile(
                rf"(?<!\w)(?:(?P<day>[12]\d|3[01]|[1-9])(?:st|nd|rd|th)(?:\s+day)?|"
                rf"(?P<word>first|last)\s+(?P<work>(?:working|business)\s+)?day|(?<=the\s)(?P<spelled>{'|'.join(_DAYS)})){_OF}(?!['’])",
                re.IGNORECASE,
            ),
            re.compile(
                rf"(?<!\w)(?P<nth>{ordinal})\s+(?P<name>{alternation([name for name, _ in names])})s?{_OF}",
                re.IGNORECASE,
            ),
            names,
        )

    def find(self, text: str) -> tuple[Mention, ...]:
        """The days of ``text`` in document order."""
        if "month" not in text.lower():
            return ()
        found = [(match, self._day(match)) for match in self.day.finditer(text)]
        found += [(match, self._weekday(match)) for match in self.weekday.finditer(text)]
        return tuple(
            Mention(match.start(), match.end(), match.group(), term)
            for match, term in sorted(found, key=lambda pair: pair[0].start())
        )

    def _day(self, match: re.Match[str]) -> Term:
        if match["spelled"]:
            return Term("day of month", str(_DAYS[match["spelled"].lower()]))
        if match["day"]:
            return Term("day of month", str(int(match["day"])))
        word = "1" if match["word"].lower() == "first" else "last"
        return Term("day of month", f"{word} working" if match["work"] else word)

    def _weekday(self, match: re.Match[str]) -> Term:
        nth = match["nth"].lower()
        number = nth if nth == "last" else str(_ORDINALS.get(nth) or nth[0])
        return Term("weekday of month", f"{number} {dict(self.names)[match['name'].casefold()]}")
