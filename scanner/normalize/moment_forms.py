"""The written forms of dates that name a month or consist of numbers."""

from __future__ import annotations

import re

from scanner.model import Moment, Precision
from scanner.normalize import period
from scanner.normalize.moment_form import AMBIGUOUS, LEFT_CSV, RIGHT_CSV, YEAR, Build, FormGroup, Found, found, stems
from scanner.normalize.moment_words import MomentWords, any_case, folded

__all__ = ["named_forms", "number_forms"]


class _Named:
    """Builders of the forms with month names; they share the words of the cards."""

    def __init__(self, words: MomentWords) -> None:
        self.words = words
        self.day = rf"(?:(?:0?[1-9]|[12]\d|3[01])(?:\s?(?:st|nd|rd|th))?|{words.ordinal})(?![\w.]\d|\w)"
        self.lead = rf"(?:(?:{words.weekday})\.?,?\s+(?:the\s+)?)?"

    def _day(self, text: str) -> int:
        digits = re.match(r"\d+", text)
        if digits:
            return int(digits.group())
        name = folded(text)
        return self.words.ordinals.get(name) or self.words.numbers[name]

    def _month(self, text: str) -> int:
        return self.words.months[text.casefold()]

    def _doubtful(self, match: re.Match[str]) -> bool:
        """Whether the month lacks a year and is written like another word: "may", "march"."""
        return not match["y"] and match["m"] in self.words.weak_months

    def day_month(self, match: re.Match[str]) -> Found | None:
        return self._build(match, "role" if self._doubtful(match) and " of " not in match.group() else "")

    def month_day(self, match: re.Match[str]) -> Found | None:
        if not match["y"] and self.words.counting.match(match.string, match.end()):
            return None
        return self._build(match, "role" if self._doubtful(match) else "")

    def _build(self, match: re.Match[str], needs: str) -> Found | None:
        day, month = self._day(match["d"]), self._month(match["m"])
        if match["y"]:
            return found(match, period.day_of(self.words.year(match["y"]), month, day))
        return found(match, period.yearday(month, day), needs)

    def day_pair(self, match: re.Match[str]) -> Found | None:
        """ "1–3 May 2024", "May 1–3, 2024"."""
        if self._doubtful(match):
            return None
        if re.search(r"\band\b", match.group(), re.IGNORECASE) and not self.words.both.search(
            match.string[: match.start()]
        ):
            return None
        month = self._month(match["m"])
        days = [self._day(match["d"]), self._day(match["e"])]
        if match["y"]:
            first, last = (period.day_of(self.words.year(match["y"]), month, day) for day in days)
        else:
            first, last = (period.yearday(month, day) for day in days)
        if first is None or last is None or days[0] >= days[1]:
            return None
        return found(match, period.range_of(first, last))

    def month_year(self, match: re.Match[str]) -> Found | None:
        return found(match, period.month(self.words.year(match["y"]), self._month(match["m"])))

    def bare(self, match: re.Match[str]) -> Found | None:
        if match["m"] in self.words.weak_months:
            return None
        return found(match, period.yearmonth(self._month(match["m"])), needs="in")


def named_forms(words: MomentWords) -> FormGroup:
    """Forms with the name of a month."""
    d = _Named(words)
    month = rf"(?P<m>{words.month})(?!\w)\.?"
    year = rf"(?P<y>{YEAR}|['’]\d\d(?!\d)|{words.spoken_year})"
    two = r"(?P<y>\d\d)"
    joint = r"(?:[-/]|\s+)"
    of_year = rf"(?:(?:\s*[,/-]\s*|\s+)(?:of\s+|in\s+)?(?:the\s+year\s+)?{year})?"
    dash = r"\s*(?:-|–|—|to|and|until|till|through)\s*(?:the\s+)?"
    sources: list[tuple[str, Build]] = [
        (rf"{d.lead}(?:the\s+)?(?P<d>{d.day})(?:\s+day)?{joint}(?:of\s+)?{month}{of_year}", d.day_month),
        (rf"(?P<d>0?[1-9]|[12]\d|3[01])[-/]{month}[-/]{two}", d.day_month),
        (rf"(?P<d>{words.number})\s+{month},?\s+{year}", d.day_month),
        # The first days of "18 and 19 June 2024".
        (rf"(?P<d>{d.day})(?=(?:\s*(?:,|and|or|&)\s*{d.day}){{1,3}}\s+(?:of\s+)?{month}{of_year})", d.day_month),
        (rf"(?P<d>0?[1-9]|[12]\d|3[01])\s{month}\s{two}(?=\s*(?:$|[,.;)\]]))", d.day_month),
        (rf"{d.lead}{month}{joint}?(?:the\s+)?(?P<d>{d.day}){of_year}", d.month_day),
        (rf"(?P<y>{YEAR})[-/ ]{month}[-/ ](?P<d>0?[1-9]|[12]\d|3[01])", d.day_month),
        (rf"{d.lead}(?:the\s+)?(?P<d>{d.day}){dash}(?P<e>{d.day})\s+(?:of\s+)?{month}{of_year}", d.day_pair),
        (rf"{d.lead}{month}\s+(?:the\s+)?(?P<d>{d.day}){dash}(?P<e>{d.day}){of_year}", d.day_pair),
        (rf"{month}(?:\s*,?\s*(?:of|in)?\s*(?:the\s+year\s+)?|\s*[-/]\s*){year}", d.month_year),
        (rf"(?P<y>{YEAR})[-/ ]{month}", d.month_year),
        (month, d.bare),
    ]
    return FormGroup.of(sources, stems(words.months), rf"(?<![^\W\d])(?:{any_case(words.months)})(?![^\W\d])")


class _Numbers:
    """Builders of the forms of digits alone."""

    def __init__(self, words: MomentWords) -> None:
        self.words = words

    def full(self, match: re.Match[str]) -> Found | None:
        """ "5/13/2024", "13.05.2024": only what can be read in one way, unless the site says which comes first."""
        a, b, separator = int(match["a"]), int(match["b"]), match["s"]
        if separator == "." and (len(match["y"]) != 4 or b > 12):
            return None
        pair = self._pair(a, b, dotted=separator == ".")
        if pair is None:
            plausible = 1 <= a <= 12 and 1 <= b <= 12
            return Found(match.start(), match.end(), None, AMBIGUOUS) if plausible else None
        return found(match, period.day_of(self.words.year(match["y"]), *pair))

    def short(self, match: re.Match[str]) -> Found | None:
        """ "on 5/13": a day without a year, where the words before it call for one."""
        pair = self._pair(int(match["a"]), int(match["b"]), dotted=False)
        moment = period.yearday(*pair) if pair is not None else None
        return None if moment is None else found(match, moment, needs="role" if match["w"] is None else "")

    def _pair(self, a: int, b: int, dotted: bool) -> tuple[int, int] | None:
        """Month and day, ``None`` if they can be told apart by nothing or are neither."""
        if not (1 <= a <= 31 and 1 <= b <= 31) or (a > 12 and b > 12):
            return None
        day_first = True if dotted or a == b else self.words.day_first
        if a > 12 or b > 12:
            day_first = a > 12
        if day_first is None:
            return None
        return (b, a) if day_first else (a, b)


def _iso(match: re.Match[str]) -> Found | None:
    day = period.day_of(int(match["y"]), int(match["m"]), int(match["d"]))
    if day is None or not match["H"]:
        return found(match, day)
    clock = int(match["H"]) * 60 + int(match["M"])
    if clock >= 24 * 60:
        return None
    return found(match, Moment(day.start, day.end, Precision.MINUTE, clock))


def _loose(match: re.Match[str]) -> Found | None:
    """ "2021-7-9"; other numbers look like it, so what is no day is nothing."""
    day = period.day_of(int(match["y"]), int(match["m"]), int(match["d"]))
    return None if day is None else found(match, day)


def _dotted(match: re.Match[str], words: MomentWords) -> Found | None:
    """ "2024.05.01"; releases are numbered like this, so behind a word for a version it is none."""
    return None if words.version.search(match.string[: match.start()][-24:]) else _loose(match)


def _compact(match: re.Match[str]) -> Found | None:
    day = period.day_of(int(match["y"]), int(match["m"]), int(match["d"]))
    return None if day is None else found(match, day, needs="alone")


def _year_month(match: re.Match[str]) -> Found | None:
    """ "2024-05" is a month, "2018-19" two years, "2005-06" could be either."""
    number, second = int(match["y"]), int(match["z"])
    months = 1 <= second <= 12
    following = second == (number + 1) % 100
    if months and following:
        return Found(match.start(), match.end(), None, AMBIGUOUS)
    if months:
        return found(match, period.month(number, second))
    later = number - number % 100 + second
    first, last = period.year(number), period.year(later)
    if not 1800 <= number <= 2100 or not 0 < later - number <= 50 or first is None or last is None:
        return None
    return found(match, period.range_of(first, last), needs="year")


def number_forms(words: MomentWords) -> tuple[FormGroup, ...]:
    """Forms of digits alone, and years and centuries in words."""
    n = _Numbers(words)
    year = rf"(?P<y>{YEAR})"
    day = rf"(?:(?:(?:{words.which})\s+)?(?P<w>{words.weekday})\.?,?\s+)?"
    sources: list[tuple[str, Build]] = [
        (
            rf"{year}(?P<s>[/-])(?P<m>\d\d)(?P=s)(?P<d>\d\d)(?:[T ](?P<H>\d\d):(?P<M>\d\d)(?::\d\d(?:[.,]\d+)?)?"
            rf"(?:\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?)?",
            _iso,
        ),
        (rf"{year}(?P<s>[/-])(?P<m>\d\d?)(?P=s)(?P<d>\d\d?)", _loose),
        (rf"{year}\.(?P<m>0[1-9]|1[0-2])\.(?P<d>0[1-9]|[12]\d|3[01])", lambda m: _dotted(m, words)),
        (rf"{year}(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])", _compact),
        (rf"{year}\s?[-–/]\s?(?P<z>\d\d)", _year_month),
        (rf"(?P<m>0[1-9]|1[0-2])\s?[-/]\s?{year}", lambda m: found(m, period.month(int(m["y"]), int(m["m"])))),
        (
            rf"(?:(?:{words.weekday})\.?,?\s+)?(?P<a>\d{{1,2}})(?P<s>[/.-])(?P<b>\d{{1,2}})(?P=s)(?P<y>{YEAR}|\d\d)",
            n.full,
        ),
        (rf"{day}(?P<a>\d\d?)/(?P<b>\d\d?)", n.short),
        (r"(?<!\d,)(?:the\s+)?(?P<y>(?:1[5-9]|20)\d0)['’]?s", lambda m: found(m, period.decade(int(m["y"])))),
        (rf"(?<!\d,){year}(?!,\d)", lambda m: found(m, period.year(int(m["y"])), needs="year")),
    ]
    spoken: list[tuple[str, Build]] = [
        (
            r"(?:the\s+)?(?P<c>\d\d?)(?:st|nd|rd|th)\s+century",
            lambda m: found(m, period.century(int(m["c"])), needs="in") if 1 <= int(m["c"]) <= 22 else None,
        ),
        (rf"(?P<y>{words.spoken_year})", lambda m: found(m, period.year(words.year(m["y"])), needs="year")),
    ]
    return (
        FormGroup.of(sources, gate=r"\d/\d|\d\d", left=LEFT_CSV, right=RIGHT_CSV),
        FormGroup.of(spoken, ("century", "thousand", "nineteen", "twenty")),
    )
