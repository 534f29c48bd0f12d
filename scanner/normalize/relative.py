"""Dates relative to a document's own date: "two weeks ago", "yesterday", "last month", "next Friday"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from scanner.model import Moment, Precision
from scanner.normalize import period
from scanner.normalize.moment_form import Found, stems
from scanner.normalize.moment_words import MomentWords, alternation, any_case, folded
from scanner.rules import RuleSet

if TYPE_CHECKING:
    from dateparser.date import DateDataParser

__all__ = ["RelativeGrammar"]

_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
# "The last Friday of each month" recurs.
_WITHIN = re.compile(r"\s+(?:of|in)\s+(?:the|each|every|any|a)\b", re.IGNORECASE)
_UNITS = ("day", "week", "month", "year")


@lru_cache(maxsize=32)
def _parser(reference: date) -> DateDataParser:
    # Imported where first used: runs without relative dates need not pay for it. One parser a day, English only.
    from dateparser.date import DateDataParser

    base = datetime.combine(reference, time())
    return DateDataParser(languages=["en"], try_previous_locales=False, settings={"RELATIVE_BASE": base})


class RelativeGrammar:
    """Finds and resolves relative dates. Always against a given day, never against the clock."""

    def __init__(self, rules: RuleSet, words: MomentWords) -> None:
        self._words = words
        self._which = {
            folded(word): name
            for name in ("last", "this", "next", "coming")
            for word in rules.words(f"date.relative.{name}")
        }
        self._day = {folded(word): n for n in range(-2, 3) for word in rules.words(f"date.relative.day{n or 0}")}
        past, future = rules.words("date.relative.past"), rules.words("date.relative.future")
        self._past = frozenset(map(folded, past))
        edge, end = r"(?<![\w-])", r"(?![\w-])"
        units = "|".join(_UNITS)
        self._days = re.compile(rf"{edge}({alternation(self._day)}){end}", re.IGNORECASE)
        self._named = re.compile(
            rf"{edge}(?P<which>{any_case(self._which)})\s+"
            rf"(?P<unit>(?i:week|month|quarter|year|weekend|{words.weekday}|{words.month})){end}"
        )
        self._counted = re.compile(
            rf"{edge}(?P<n>\d{{1,3}}|an?|{words.number})\s+(?P<unit>{units})s?\s+"
            rf"(?P<way>{alternation((*past, *future))}){end}",
            re.IGNORECASE,
        )
        self._gates = (
            (stems(max(re.split(r"[\s-]+", word), key=len) for word in self._day), self._days),
            (stems(self._which), self._named),
            (stems((*past, *future)), self._counted),
        )

    def may_stand_in(self, lowered: str) -> bool:
        """Whether a text in small letters may hold a relative date; if not, the day it counts from is none."""
        return any(needle in lowered for needles, _ in self._gates for needle in needles)

    def scan(self, text: str, lowered: str, reference: date | None) -> Iterator[Found]:
        """Relative dates of ``text`` as of ``reference``; without one they only claim their words.

        ``lowered`` is ``text`` in small letters. "Last Friday" without a reference is no date, and no "Friday" either.
        """
        days, named, counted = (
            pattern.finditer(text) if any(needle in lowered for needle in needles) else ()
            for needles, pattern in self._gates
        )
        if reference is None:
            for match in (*days, *named, *counted):
                yield Found(match.start(), match.end(), None, needs="reference")
            return
        for match in days:
            day = reference + timedelta(days=self._day[folded(match[1])])
            yield Found(match.start(), match.end(), period.day_of(day.year, day.month, day.day))
        for match in named:
            # "The next week" counts from what the text just told, not from the document's date.
            if _THE.search(text[max(0, match.start() - 8) : match.start()]) or _WITHIN.match(text, match.end()):
                continue
            moment = self._resolve(self._which[folded(match["which"])], match["unit"], reference)
            if moment is not None:
                year = match["unit"].casefold() == "year"
                yield Found(match.start(), match.end(), moment, needs="this year" if year else "")
        for match in counted:
            moment = self._count(match, reference)
            if moment is not None:
                yield Found(match.start(), match.end(), moment)

    def _resolve(self, which: str, unit: str, reference: date) -> Moment | None:
        step, name = {"last": -1, "this": 0, "next": 1, "coming": 1}[which], unit.casefold()
        if name == "week":
            return period.weeks(reference, step)
        if name == "weekend":
            week = period.weeks(reference, step)
            assert week.end is not None
            return Moment(week.end - timedelta(days=2), week.end, Precision.RANGE)
        if name == "year":
            return period.year(reference.year + step)
        if name in ("month", "quarter"):
            size = 1 if name == "month" else 3
            place = reference.year * (12 // size) + (reference.month - 1) // size + step
            year, number = divmod(place, 12 // size)
            return period.month(year, number + 1) if size == 1 else period.quarter(year, number + 1)
        if name in self._words.weekdays:
            return self._weekday(which, self._words.weekdays[name], reference)
        if unit in self._words.weak_months:
            return None
        number = self._words.months[name]
        year = reference.year
        if step < 0 and number >= reference.month:
            year -= 1
        elif step > 0 and number <= reference.month:
            year += 1
        return period.month(year, number)

    @staticmethod
    def _weekday(which: str, weekday: int, reference: date) -> Moment:
        """ "Last" is the latest before the day, "coming" the first after it, "next" in the next week."""
        if which == "last":
            day = reference - timedelta(days=(reference.weekday() - weekday - 1) % 7 + 1)
        elif which == "coming":
            day = reference + timedelta(days=(weekday - reference.weekday() - 1) % 7 + 1)
        else:
            day = reference - timedelta(days=reference.weekday() - weekday) + timedelta(weeks=which == "next")
        return Moment(day, day + timedelta(days=1))

    def _count(self, match: re.Match[str], reference: date) -> Moment | None:
        """Let dateparser count on the delimited span; what it read must be of the unit that is written."""
        unit = match["unit"].casefold()
        span = f"in {match['n']} {unit}s" if folded(match["way"]) not in self._past else f"{match['n']} {unit}s ago"
        found = _parser(reference).get_date_data(folded(span))
        if found.date_obj is None or found.period != unit:
            return None
        day = found.date_obj.date()
        if unit == "week":
            return period.weeks(day, 0)
        if unit == "month":
            return period.month(day.year, day.month)
        return period.year(day.year) if unit == "year" else period.day_of(day.year, day.month, day.day)
