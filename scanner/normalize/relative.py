"""Dates relative to a document's own date: "two weeks ago", "yesterday", "last month", "next Friday"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from scanner.model import Moment, Precision
from scanner.normalize import period
from scanner.normalize.moment_forms import Found
from scanner.normalize.moment_words import MomentWords

if TYPE_CHECKING:
    from dateparser.date import DateDataParser

__all__ = ["RelativeGrammar"]

_WHICH = {
    "last": -1,
    "previous": -1,
    "past": -1,
    "prior": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
    "following": 1,
}
_DAYS = {"today": 0, "yesterday": -1, "tomorrow": 1, "the day before yesterday": -2, "the day after tomorrow": 2}
_UNITS = ("day", "week", "month", "year")


@lru_cache(maxsize=32)
def _parser(reference: date) -> DateDataParser:
    # Imported where first used: runs without relative dates need not pay for it. One parser a day, English only.
    from dateparser.date import DateDataParser

    base = datetime.combine(reference, time())
    return DateDataParser(languages=["en"], try_previous_locales=False, settings={"RELATIVE_BASE": base})


class RelativeGrammar:
    """Finds and resolves relative dates. Always against a given day, never against the clock."""

    def __init__(self, words: MomentWords) -> None:
        self._words = words
        edge = r"(?<![\w-])"
        units = "|".join(_UNITS)
        self._days = re.compile(rf"{edge}({'|'.join(sorted(_DAYS, key=len, reverse=True))})(?![\w-])", re.IGNORECASE)
        self._named = re.compile(
            rf"{edge}(?:the\s+)?(?P<which>{'|'.join(_WHICH)})\s+(?P<unit>week|month|quarter|year|weekend|{words.weekday}|{words.month})(?![\w-])",
            re.IGNORECASE,
        )
        self._counted = re.compile(
            rf"{edge}(?P<n>\d{{1,3}}|an?|{words.number})\s+(?P<unit>{units})s?\s+(?P<way>ago|from\s+now|from\s+today|hence|back)(?![\w-])",
            re.IGNORECASE,
        )
        self._gate = re.compile(
            r"day|tomorrow|ago|now|hence|last|this|next|previous|past|prior|current|coming|following", re.IGNORECASE
        )

    def scan(self, text: str, reference: date) -> Iterator[Found]:
        """Relative dates of ``text`` as of ``reference``."""
        if not self._gate.search(text):
            return
        for match in self._days.finditer(text):
            day = reference + timedelta(days=_DAYS[match[1].casefold()])
            yield Found(match.start(), match.end(), period.day_of(day.year, day.month, day.day))
        for match in self._named.finditer(text):
            moment = self._resolve(match["which"].casefold(), match["unit"], reference)
            if moment is not None:
                yield Found(match.start(), match.end(), moment)
        for match in self._counted.finditer(text):
            moment = self._count(match, reference)
            if moment is not None:
                yield Found(match.start(), match.end(), moment)

    def _resolve(self, which: str, unit: str, reference: date) -> Moment | None:
        step, folded = _WHICH[which], unit.casefold()
        if folded == "week":
            return period.weeks(reference, step)
        if folded == "weekend":
            week = period.weeks(reference, step)
            assert week.end is not None
            return Moment(week.end - timedelta(days=2), week.end, Precision.RANGE)
        if folded == "year":
            return period.year(reference.year + step)
        if folded in ("month", "quarter"):
            size = 1 if folded == "month" else 3
            place = reference.year * (12 // size) + (reference.month - 1) // size + step
            year, number = divmod(place, 12 // size)
            return period.month(year, number + 1) if size == 1 else period.quarter(year, number + 1)
        if folded in self._words.weekdays:
            return self._weekday(step, self._words.weekdays[folded], reference)
        if unit[0].islower() and folded in ("may", "march", "mar"):
            return None
        number = self._words.months[folded]
        year = reference.year
        if step < 0 and number >= reference.month:
            year -= 1
        elif step > 0 and number <= reference.month:
            year += 1
        return period.month(year, number)

    def _weekday(self, step: int, weekday: int, reference: date) -> Moment:
        """ "Last Friday" is the latest before the day, "next Friday" that of the coming week."""
        monday = reference - timedelta(days=reference.weekday())
        day = monday + timedelta(days=weekday, weeks=step)
        if step < 0 and reference - day > timedelta(days=7):
            day += timedelta(weeks=1)
        return Moment(day, day + timedelta(days=1))

    def _count(self, match: re.Match[str], reference: date) -> Moment | None:
        """Let dateparser count on the delimited span; what it read must be of the unit that is written."""
        unit = match["unit"].casefold()
        span = (
            f"in {match['n']} {unit}s"
            if match["way"].casefold() not in ("ago", "back")
            else f"{match['n']} {unit}s ago"
        )
        found = _parser(reference).get_date_data(re.sub(r"[\s-]+", " ", span))
        if found.date_obj is None or found.period != unit:
            return None
        day = found.date_obj.date()
        if unit == "week":
            return period.weeks(day, 0)
        if unit == "month":
            return period.month(day.year, day.month)
        return period.year(day.year) if unit == "year" else period.day_of(day.year, day.month, day.day)
