"""The written forms of dates and periods: each a pattern and what it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scanner.model import Moment, Precision
from scanner.normalize import period
from scanner.normalize.moment_words import MomentWords

__all__ = ["Form", "Found", "date_forms", "scan"]

AMBIGUOUS = "ambiguous date"
NO_SUCH_DAY = "no such day"


@dataclass(frozen=True, slots=True)
class Found:
    """A moment found at ``[start, end)``; ``needs`` is what must stand around it for it to count ("" for nothing).

    ``days`` marks a range whose ends are days.
    """

    start: int
    end: int
    moment: Moment | None
    problem: str = ""
    needs: str = ""
    days: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern and its meaning; ``build`` answers ``None`` where the match is no date after all."""

    pattern: re.Pattern[str]
    build: Callable[[re.Match[str]], Found | None]


def scan(text: str, forms: tuple[Form, ...]) -> Iterator[Found]:
    """Every match of every form, overlaps included."""
    for form in forms:
        for match in form.pattern.finditer(text):
            found = form.build(match)
            if found is not None:
                yield found


def _found(match: re.Match[str], moment: Moment | None, needs: str = "") -> Found:
    start, end = match.span()
    while end > start and match.string[end - 1] in " ,.":
        end -= 1
    if moment is None:
        return Found(start, end, None, NO_SUCH_DAY)
    return Found(start, end, moment, needs=needs)


# Left and right edges: no date inside an identifier, a path, a decimal or a longer number.
_L = r"(?<![\w/.$€£#@])(?<!\d,)"
_R = r"(?![\w/]|[.,]\d)"
_YEAR = r"(?:1[0-9]\d\d|2[01]\d\d)"


def _century(two: str) -> int:
    """A year written with two digits: 00–69 are of this century, 70–99 of the last."""
    number = int(two)
    return number + (2000 if number < 70 else 1900)


def _year(text: str) -> int:
    digits = text.lstrip("'’")
    return int(digits) if len(digits) == 4 else _century(digits)


class _Dates:
    """Builders of the forms with words; they share the words of the cards."""

    def __init__(self, words: MomentWords, fiscal_year_start: int) -> None:
        self.words = words
        self.first = fiscal_year_start
        self.day = rf"(?:(?:0?[1-9]|[12]\d|3[01])(?:\s?(?:st|nd|rd|th))?|{words.ordinal})(?![\w.]\d|\w)"
        self.lead = rf"(?:(?:{words.weekday})\.?,?\s+(?:the\s+)?)?"

    def number(self, text: str) -> int:
        digits = re.match(r"\d+", text)
        if digits:
            return int(digits.group())
        return self.words.ordinals[re.sub(r"[\s-]+", " ", text.casefold())]

    def month(self, text: str) -> int:
        return self.words.months[text.casefold()]

    def plain(self, match: re.Match[str]) -> bool:
        """Whether the month is written in small letters: then "may" and "march" are words, not months."""
        name = match["m"]
        return name[0].islower() and name in (
            "may",
            "march",
            "mar",
            "sep",
            "dec",
            "jan",
            "jun",
            "jul",
            "apr",
            "oct",
            "nov",
        )

    def day_month(self, match: re.Match[str]) -> Found | None:
        year = match["y"]
        if year is None and self.plain(match) and " of " not in match.group():
            return None
        day, month = self.number(match["d"]), self.month(match["m"])
        moment = period.yearday(month, day) if year is None else period.day_of(_year(year), month, day)
        return _found(match, moment)

    def month_day(self, match: re.Match[str]) -> Found | None:
        if not match["y"] and self.plain(match):
            return None
        if not match["y"] and re.match(
            r"\s*(?:%|-?\s*(?:year|day|month|user|file|time|people)s?\b)", match.string[match.end() :]
        ):
            return None
        return self.day_month(match)

    def day_pair(self, match: re.Match[str]) -> Found | None:
        """ "1–3 May 2024", "May 1–3, 2024"."""
        if not match["y"] and self.plain(match):
            return None
        month = self.month(match["m"])
        days = self.number(match["d"]), self.number(match["e"])
        if not match["y"]:
            pair = [period.yearday(month, day) for day in days]
        else:
            pair = [period.day_of(_year(match["y"]), month, day) for day in days]
        if pair[0] is None or pair[1] is None or days[0] >= days[1]:
            return None
        return _found(match, period.range_of(pair[0], pair[1]))

    def month_year(self, match: re.Match[str]) -> Found | None:
        return _found(match, period.month(_year(match["y"]), self.month(match["m"])))

    def bare_month(self, match: re.Match[str]) -> Found | None:
        if self.plain(match):
            return None
        return _found(match, period.yearmonth(self.month(match["m"])), needs="in")

    def quarter(self, match: re.Match[str]) -> Found | None:
        text = match["q"]
        which = int(text[-1]) if text[-1].isdigit() else self.number(text)
        if not 1 <= which <= 4:
            return None
        if not match["y"]:
            return _found(match, period.yearquarter(which), needs="in")
        number = _year(match["y"])
        if match["f"] or match.groupdict().get("g"):
            return _found(match, period.fiscal_quarter(number, which, self.first))
        return _found(match, period.quarter(number, which))

    def half(self, match: re.Match[str]) -> Found | None:
        which = 2 if "2" in match["h"] or match["h"].casefold() == "second" else 1
        if match["f"]:
            a = period.fiscal_quarter(_year(match["y"]), 2 * which - 1, self.first)
            b = period.fiscal_quarter(_year(match["y"]), 2 * which, self.first)
            if a is None or b is None:
                return None
            return _found(match, Moment(a.start, b.end, Precision.HALF, fiscal=True))
        return _found(match, period.half(_year(match["y"]), which))

    def fiscal(self, match: re.Match[str]) -> Found | None:
        number, second = _year(match["y"]), match["z"]
        if second is None:
            return _found(match, period.fiscal_year(number, self.first))
        if int(second) % 100 != (number + 1) % 100:
            return None
        return _found(match, period.fiscal_year(number + 1, self.first, double=True))

    def week(self, match: re.Match[str]) -> Found | None:
        return _found(match, period.iso_week(int(match["y"]), int(match["w"])))

    def numeric(self, match: re.Match[str]) -> Found | None:
        """ "5/13/2024", "13.05.2024": only what can be read in one way, unless the site says which comes first."""
        a, b, separator = int(match["a"]), int(match["b"]), match["s"]
        if separator == "." and len(match["y"]) != 4:
            return None
        if not (1 <= a <= 31 and 1 <= b <= 31) or (a > 12 and b > 12):
            return None
        year = _year(match["y"])
        day_first = True if separator == "." else self.words.day_first
        if a > 12 or b > 12:
            if separator == "." and b > 12:
                return None
            day_first = a > 12
        elif a == b:
            day_first = True
        if day_first is None:
            return Found(match.start(), match.end(), None, AMBIGUOUS)
        return _found(match, period.day_of(year, b, a) if day_first else period.day_of(year, a, b))


def _iso(match: re.Match[str]) -> Found | None:
    day = period.day_of(int(match["y"]), int(match["m"]), int(match["d"]))
    if day is None or match["H"] is None:
        return _found(match, day)
    clock = int(match["H"]) * 60 + int(match["M"])
    if clock >= 24 * 60:
        return None
    return _found(match, Moment(day.start, day.end, Precision.MINUTE, clock))


def _year_month(match: re.Match[str]) -> Found | None:
    """ "2024-05" is a month, "2018-19" two years, "2005-06" could be either."""
    number, second = int(match["y"]), int(match["z"])
    months = 1 <= second <= 12
    following = second == (number + 1) % 100
    if months and following:
        return Found(match.start(), match.end(), None, AMBIGUOUS)
    if months:
        return _found(match, period.month(number, second))
    later = number - number % 100 + second
    first, last = period.year(number), period.year(later)
    if not 1800 <= number <= 2100 or not 0 < later - number <= 50 or first is None or last is None:
        return None
    return _found(match, period.range_of(first, last), needs="in")


def date_forms(words: MomentWords, fiscal_year_start: int) -> tuple[Form, ...]:
    """All forms of dates and periods, in the order in which equal matches are preferred."""
    d = _Dates(words, fiscal_year_start)
    month = rf"(?P<m>{words.month})(?![\w])\.?"
    year = rf"(?P<y>{_YEAR})"
    short = rf"(?P<y>{_YEAR}|(?:['’]|(?<=FY)|(?<=FY ))\d\d(?!\d))"
    fiscal = rf"(?P<f>(?:{words.fiscal})\s*)?"
    ordinal4 = r"1st|2nd|3rd|4th|first|second|third|fourth"
    dash = r"\s*(?:-|–|—|to|and|until|till|through|/)\s*(?:the\s+)?"
    sources: list[tuple[str, Callable[[re.Match[str]], Found | None]]] = [
        (
            rf"{year}-(?P<m>\d\d)-(?P<d>\d\d)(?:[T ](?P<H>\d\d):(?P<M>\d\d)(?::\d\d(?:[.,]\d+)?)?"
            rf"(?:\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?)?",
            _iso,
        ),
        (
            rf"{year}/(?P<m>\d\d?)/(?P<d>\d\d?)(?P<H>)?(?P<M>)?",
            lambda m: _found(m, period.day_of(*map(int, m.group("y", "m", "d")))),
        ),
        (
            rf"{d.lead}(?:the\s+)?(?P<d>{d.day})(?:\s+day)?(?:\s*-\s*|\s+)(?:of\s+)?{month}(?:,?\s*-?\s*(?:of\s+|in\s+)?(?:the\s+year\s+)?{short})?",
            d.day_month,
        ),
        (rf"(?P<d>0?[1-9]|[12]\d|3[01])[-/ ]{month}[-/ ](?P<y>\d\d)", d.day_month),
        (
            rf"{d.lead}{month}\s*-?\s*(?:the\s+)?(?P<d>{d.day})(?:(?:\s*,\s*|\s+|\s*-\s*)(?:of\s+)?{short})?",
            d.month_day,
        ),
        (rf"{d.lead}(?P<d>{d.day}){dash}(?P<e>{d.day})\s+(?:of\s+)?{month}(?:,?\s+(?:of\s+)?{short})?", d.day_pair),
        (rf"{d.lead}{month}\s+(?P<d>{d.day}){dash}(?P<e>{d.day})(?:,?\s+(?:of\s+)?{short})?", d.day_pair),
        (rf"{month}(?:\s*,?\s*(?:of|in)?\s*(?:the\s+year\s+)?|\s*[-/]\s*){short}", d.month_year),
        (rf"{year}[-/ ]{month}", d.month_year),
        (rf"{year}[-/](?P<z>\d\d)", _year_month),
        (rf"(?P<m>0[1-9]|1[0-2])\s?[-/]\s?{year}", lambda m: _found(m, period.month(int(m["y"]), int(m["m"])))),
        (r"(?P<a>\d{1,2})(?P<s>[/.-])(?P<b>\d{1,2})(?P=s)(?P<y>\d{4}|\d\d)", d.numeric),
        (rf"{year}-?W(?P<w>\d\d)(?:-[1-7])?", d.week),
        (rf"(?:calendar\s+)?week\s+(?P<w>\d\d?)\s*(?:of|,|in|/)?\s*{year}", d.week),
        (
            rf"{fiscal}(?P<q>Q[1-4])[\s/'’-]*(?:of\s+|in\s+)?(?:the\s+)?(?:(?P<g>{words.fiscal})\s*)?(?P<y>{_YEAR}|(?<=['’YF])\d\d)",
            d.quarter,
        ),
        (rf"(?P<f>(?:{words.fiscal})\s*)?(?P<y>{_YEAR}|(?<=Y)\d\d)[\s/-]*(?P<q>Q[1-4])", d.quarter),
        (rf"(?P<q>{ordinal4})[\s-]+(?:fiscal\s+)?quarter,?\s+(?:of\s+|in\s+)?(?:the\s+)?{fiscal}{short}", d.quarter),
        (r"(?P<q>Q[1-4])(?P<y>)?(?P<f>)?", d.quarter),
        (rf"{fiscal}(?P<h>H[12])[\s/-]*(?:of\s+)?{year}", d.half),
        (rf"(?P<f>(?:{words.fiscal})\s*)?{year}[\s/-]*(?P<h>H[12])", d.half),
        (rf"(?P<h>first|second|1st|2nd)[\s-]+half,?\s+(?:of\s+|in\s+)?(?:the\s+)?{fiscal}{short}", d.half),
        (rf"(?:{words.fiscal})[\s-]*(?P<y>{_YEAR}|['’]?\d\d)(?:\s?[-/–]\s?(?P<z>(?:20|19)?\d\d))?", d.fiscal),
        (rf"(?P<y>{_YEAR})(?:\s?[-/–]\s?(?P<z>(?:20|19)?\d\d))?\s+(?:fiscal|financial|budget)\s+year", d.fiscal),
        (r"(?:the\s+)?(?P<y>(?:1[5-9]|20)\d0)['’]?s", lambda m: _found(m, period.decade(int(m["y"])))),
        (rf"{year}", lambda m: _found(m, period.year(int(m["y"])), needs="year")),
        (month, d.bare_month),
    ]
    return tuple(Form(re.compile(_L + source + _R, re.IGNORECASE), build) for source, build in sources)
