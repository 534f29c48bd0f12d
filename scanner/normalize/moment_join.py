"""Of overlapping finds keep one, and join the two ends of a range."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from scanner.model import Moment, Precision
from scanner.normalize.moment_form import Found
from scanner.normalize.moment_words import REACH, MomentWords
from scanner.normalize.period import in_year, range_of

__all__ = ["choose", "join"]

# Bare numbers outside of these are counts, whatever stands between them.
_YEARS = range(1800, 2101)


def choose(found: Iterable[Found]) -> list[Found]:
    """The longest of overlapping finds, of equally long ones the one that needs no context; in document order."""
    chosen: list[Found] = []
    for item in sorted(found, key=lambda x: (x.start - x.end, bool(x.needs), x.start)):
        # What is chosen does not overlap, so only the two neighbours of its place can be in the way.
        place = bisect_left(chosen, item.start, key=lambda x: x.start)
        before, after = chosen[place - 1 : place] if place else [], chosen[place : place + 1]
        if all(other.end <= item.start for other in before) and all(item.end <= other.start for other in after):
            chosen.insert(place, item)
    return chosen


def join(text: str, found: list[Found], words: MomentWords) -> list[Found]:
    """Join neighbours that make one moment: the ends of a range, "June" and "next year"."""
    joined: list[Found] = []
    for item in found:
        pair = _pair(text, joined[-1], item, words) if joined else None
        if pair is None:
            joined.append(item)
        else:
            joined[-1] = pair
    return joined


def _pair(text: str, first: Found, second: Found, words: MomentWords) -> Found | None:
    a, b = first.moment, second.moment
    if a is None or b is None:
        return None
    if Precision.MONTH in (a.precision, b.precision) and words.part.search(
        text[max(0, first.start - REACH) : first.start]
    ):
        return None  # "mid-April to October": joined when the part is known
    between = text[first.end : second.start]
    joint = between.strip().casefold()
    if second.needs == "this year" and joint in ("", "of", ",") and b.start is not None:
        dated = in_year(a, b.start.year)
        return Found(first.start, second.end, dated) if dated is not None else None
    if joint == "and":
        if not words.both.search(text[max(0, first.start - REACH) : first.start]):
            return None
    elif not words.to.fullmatch(between):
        return None
    if not _fit(first, second, a, b):
        return None
    moment = range_of(a, b)
    if moment is None:
        return None
    numbers = first.needs == second.needs == "year"
    return Found(
        first.start,
        second.end,
        moment,
        needs="range" if numbers else "",
        days=a.precision is b.precision is Precision.DAY,
    )


def _fit(first: Found, second: Found, a: Moment, b: Moment) -> bool:
    if Precision.RANGE in (a.precision, b.precision):
        return False
    if first.needs == second.needs == "year":
        return all(x.start is not None and x.start.year in _YEARS for x in (a, b))
    # A bare number is a year beside a date, not beside what recurs.
    return "year" not in (first.needs, second.needs) or (a.start is not None and b.start is not None)
