"""Read the dates that document metadata is written in; anything else is no date."""

from __future__ import annotations

import re
from datetime import date

__all__ = ["DATE", "date_in_name", "parse_date"]

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
DATE = (
    rf"(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{4}}/\d{{1,2}}/\d{{1,2}}|{_DAY}[ -]{_MONTH}\.?,?[ -]\d{{4}}|"
    rf"{_MONTH}\.?[ -]{_DAY},?[ -]\d{{4}}|{_MONTH}\.?,? \d{{4}}|\d{{4}}-\d{{2}})"
)
_ISO = re.compile(r"(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?![\d])(?:[T ]\d{1,2}:\d{2}.*)?\Z", re.S)
_DAY_FIRST = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?[ -]({_MONTH})\.?,?[ -](\d{{4}})\Z", re.I)
_MONTH_FIRST = re.compile(rf"({_MONTH})\.?[ -](?:(\d{{1,2}})(?:st|nd|rd|th)?,?[ -])?(\d{{4}})\Z", re.I)
_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+", re.I)
_IN_NAME = re.compile(
    r"(?<!\d)((?:19|20)\d{2})([-_.]?)(0[1-9]|1[0-2])(?:\2(0[1-9]|[12]\d|3[01]))(?!\d)|(?<!\d)((?:19|20)\d{2})[-_.](0[1-9]|1[0-2])(?![\d])"
)


def _made(year: str, month: int, day: str | None) -> date | None:
    try:
        return date(int(year), month, int(day) if day else 1)
    except ValueError:
        return None


def parse_date(text: str) -> date | None:
    """The day of "2024-05-01", "2024-05", "1 May 2024", "May 1, 2024", "May 2024" (its first day), an ISO time, or
    ``None``. Day and month in figures alone ("3/4/2024") are ambiguous and no date.
    """
    text = _WEEKDAY.sub("", text.strip().strip("\"'"))
    found = _ISO.match(text)
    if found is not None:
        return _made(found.group(1), int(found.group(2)), found.group(3)) if 0 < int(found.group(2)) < 13 else None
    found = _DAY_FIRST.match(text)
    if found is not None:
        return _made(found.group(3), _MONTHS[found.group(2).lower()], found.group(1))
    found = _MONTH_FIRST.match(text)
    if found is not None:
        return _made(found.group(3), _MONTHS[found.group(1).lower()], found.group(2))
    return None


def date_in_name(name: str) -> date | None:
    """The last day or month written in a file name ("minutes-2024-05-01.md"); a year alone is no date."""
    last = None
    for found in _IN_NAME.finditer(name):
        last = found
    if last is None:
        return None
    if last.group(1):
        return _made(last.group(1), int(last.group(3)), last.group(4))
    return _made(last.group(5), int(last.group(6)), None)
