"""The written forms of weeks, quarters, halves and fiscal years."""

from __future__ import annotations

import re
from datetime import timedelta

from scanner.model import Moment, Precision
from scanner.normalize import period
from scanner.normalize.moment_form import YEAR, Build, FormGroup, Found, found, stems
from scanner.normalize.moment_words import MomentWords, folded

__all__ = ["period_forms"]


class _Periods:
    """Builders; they share the words of the cards and the first month of the site's fiscal year."""

    def __init__(self, words: MomentWords, fiscal_year_start: int) -> None:
        self.words = words
        self.first = fiscal_year_start

    def _which(self, text: str) -> int:
        digit = re.search(r"\d+", text)
        if text.casefold() in ("last", "final"):
            return 4
        return int(digit.group()) if digit else self.words.ordinals[folded(text)]

    def quarter(self, match: re.Match[str]) -> Found | None:
        which = self._which(match["q"])
        if not 1 <= which <= 4:
            return None
        if not match["y"]:
            return found(match, period.yearquarter(which), needs="in")
        number = self.words.year(match["y"])
        if match["f"] or match.groupdict().get("g"):
            return found(match, period.fiscal_quarter(number, which, self.first))
        return found(match, period.quarter(number, which))

    def half(self, match: re.Match[str]) -> Found | None:
        which, number = self._which(match["h"]), self.words.year(match["y"])
        if not match["f"]:
            return found(match, period.half(number, which))
        a, b = (period.fiscal_quarter(number, 2 * which - x, self.first) for x in (1, 0))
        if a is None or b is None:
            return None
        return found(match, Moment(a.start, b.end, Precision.HALF, fiscal=True))

    def fiscal(self, match: re.Match[str]) -> Found | None:
        number, second = self.words.year(match["y"]), match["z"]
        if second is None:
            return found(match, period.fiscal_year(number, self.first))
        if int(second) % 100 != (number + 1) % 100:
            return None
        return found(match, period.fiscal_year(number + 1, self.first, double=True))

    def week(self, match: re.Match[str]) -> Found | None:
        return found(match, period.iso_week(int(match["y"]), int(match["w"])))

    def nth_month(self, match: re.Match[str]) -> Found | None:
        moment = period.month(int(match["y"]), self._which(match["n"]))
        return None if moment is None else found(match, moment)

    def nth_week(self, match: re.Match[str]) -> Found | None:
        """ "The second week of 2021", "last week of May 2015": weeks that lie mostly in the period.

        Without a year ("the first week of June") the seven days so counted from the month's first or last day.
        """
        name = match["m"]
        if not match["y"]:
            moment = period.yearweek(self.words.months[name.casefold()], self._nth(match["n"])) if name else None
            return None if moment is None else found(match, moment)
        year = self.words.year(match["y"])
        whole = period.month(year, self.words.months[name.casefold()]) if name else period.year(year)
        if whole is None or whole.start is None or whole.end is None:
            return None
        if match["n"].casefold() == "last":
            return found(match, period.weeks(whole.end - timedelta(days=4), 0))
        week = period.weeks(whole.start + timedelta(days=3), self._which(match["n"]) - 1)
        inside = week.start is not None and week.start + timedelta(days=3) < whole.end
        return found(match, week) if inside else None

    def _nth(self, text: str) -> int:
        """The number of an ordinal, -1 for "last"."""
        return -1 if text.casefold() in ("last", "final") else self._which(text)

    def nth_weekday(self, match: re.Match[str]) -> Found | None:
        """ "The first Monday of May 2019" is a day; without its year only the month is known."""
        month, weekday = self.words.months[match["m"].casefold()], self.words.weekdays[match["w"].casefold()]
        if not match["y"]:
            return found(match, period.yearmonth(month))
        return found(match, period.weekday_in(self.words.year(match["y"]), month, weekday, self._nth(match["n"])))


def period_forms(words: MomentWords, fiscal_year_start: int) -> tuple[FormGroup, ...]:
    """Forms of weeks, quarters, halves and fiscal years."""
    p = _Periods(words, fiscal_year_start)
    year = rf"(?P<y>{YEAR})"
    # After "FY" two digits are a year, elsewhere only with an apostrophe.
    short = rf"(?P<y>{YEAR}|(?:['’]|(?<=FY)|(?<=FY ))\d\d(?!\d)|{words.spoken_year})"
    fiscal = rf"(?P<f>(?:{words.fiscal})\s*)?"
    of = r",?\s+(?:of\s+|in\s+)?(?:the\s+)?"
    fourth = r"1st|2nd|3rd|4th|first|second|third|fourth|last|final"
    nth = rf"(?:the\s+)?(?P<n>\d\d?(?:st|nd|rd|th)|{words.ordinal}|last)\s+week\s+(?:of|in)\s+"
    double = r"(?:\s?[-/–]\s?(?P<z>(?:20|19)?\d\d))?"
    ordinal = rf"(?:the\s+)?(?P<n>\d\d?(?:st|nd|rd|th)|{words.ordinal})"
    nth_day = rf"(?:the\s+)?(?P<n>\d\d?(?:st|nd|rd|th)|{words.ordinal}|last|final)\s+(?P<w>{words.weekday})\.?"
    weeks: list[tuple[str, Build]] = [
        (rf"{year}-?W(?P<w>\d\d)(?:-[1-7])?", p.week),
        (rf"(?:calendar\s+|the\s+)?week\s+(?P<w>\d\d?)\s*(?:of|,|in|/)?\s*{year}", p.week),
        (rf"{nth}(?:(?P<m>{words.month})(?!\w)\.?,?\s+(?:of\s+)?)?{year}", p.nth_week),
        (rf"{nth}(?P<m>{words.month})(?!\w)(?P<y>)", p.nth_week),
        (rf"{ordinal}\s+month\s+(?:of|in)\s+{year}", p.nth_month),
    ]
    weekdays: list[tuple[str, Build]] = [
        (
            rf"{nth_day}\s+(?:of|in)\s+(?P<m>{words.month})(?!\w)\.?(?:,?\s+(?:of\s+)?(?P<y>{YEAR}))?",
            p.nth_weekday,
        ),
    ]
    quarters: list[tuple[str, Build]] = [
        (
            rf"{fiscal}(?P<q>Q[1-4])[\s/'’-]*(?:of\s+|in\s+)?(?:the\s+)?(?:(?P<g>{words.fiscal})\s*)?"
            rf"(?P<y>{YEAR}|(?<=['’YF])\d\d)",
            p.quarter,
        ),
        (rf"{fiscal}(?P<y>{YEAR}|(?<=Y)\d\d)[\s/-]*(?P<q>Q[1-4])", p.quarter),
        (rf"(?P<q>[1-4]Q)[\s/'’-]*(?P<f>)(?P<y>{YEAR}|\d\d)", p.quarter),
        (rf"(?P<h>[12]H)[\s/'’-]*(?P<f>)(?P<y>{YEAR}|\d\d)", p.half),
        (rf"(?P<q>{fourth})[\s-]+(?:fiscal\s+)?quarter{of}{fiscal}{short}", p.quarter),
        (r"(?P<q>Q[1-4])(?P<y>)(?P<f>)", p.quarter),
        (r"(?:the\s+)?(?P<q>1st|2nd|3rd|4th|first|second|third|fourth)\s+quarter(?P<y>)(?P<f>)", p.quarter),
        (rf"{fiscal}(?P<h>H[12])[\s/-]*(?:of\s+)?{short}", p.half),
        (rf"{fiscal}{year}[\s/-]*(?P<h>H[12])", p.half),
        (rf"(?P<h>first|second|1st|2nd)[\s-]+half{of}{fiscal}{short}", p.half),
    ]
    years: list[tuple[str, Build]] = [
        (rf"(?:{words.fiscal})[\s-]*(?P<y>{YEAR}|['’]?\d\d){double}", p.fiscal),
        (rf"(?P<y>{YEAR}){double}\s+(?:fiscal|financial|budget)\s+year", p.fiscal),
    ]
    return (
        FormGroup.of(weekdays, stems(words.weekdays), r"(?i:\b(?:of|in)\s)"),
        FormGroup.of(weeks, gate=r"\d-?[Ww]\d|[Ww]eek|[Mm]onth|WEEK|MONTH"),
        FormGroup.of(quarters, gate=r"[QqHh][1-4]|[1-4][QH]|[Qq]uarter|[Hh]alf|QUARTER|HALF"),
        FormGroup.of(years, stems(("financial", "budget", *words.fiscal_words))),
    )
