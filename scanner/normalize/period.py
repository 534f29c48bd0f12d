"""Calendar arithmetic: periods of every precision as moments, their parts, and the windows that role words make."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from scanner.model import Mention, Moment, Precision, Role, Window, WindowBasis

__all__ = [
    "century",
    "day_of",
    "decade",
    "fiscal_quarter",
    "fiscal_year",
    "half",
    "in_year",
    "iso_week",
    "month",
    "part_of",
    "quarter",
    "range_of",
    "weekday_in",
    "weeks",
    "widened",
    "window_of",
    "year",
    "yearday",
    "yearmonth",
    "yearquarter",
    "yearweek",
]

_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _months(year_: int, first: int, count: int, precision: Precision, fiscal: bool = False) -> Moment | None:
    """``count`` months from month ``first`` of ``year_``; ``first`` may lie outside 1 to 12."""
    at = year_ * 12 + first - 1
    to = at + count
    if at < 12 or to >= 9999 * 12:
        return None
    start, end = date(at // 12, at % 12 + 1, 1), date(to // 12, to % 12 + 1, 1)
    return Moment(start, end, precision, fiscal=fiscal)


def day_of(year_: int, month_: int, day: int) -> Moment | None:
    """One day, ``None`` if the calendar has no such day."""
    try:
        start = date(year_, month_, day)
        return Moment(start, start + timedelta(days=1))
    except (ValueError, OverflowError):
        return None


def month(year_: int, number: int) -> Moment | None:
    """A calendar month, ``None`` unless ``number`` is 1 to 12."""
    return _months(year_, number, 1, Precision.MONTH) if 1 <= number <= 12 else None


def quarter(year_: int, number: int) -> Moment | None:
    """A calendar quarter, ``None`` unless ``number`` is 1 to 4."""
    return _months(year_, 3 * number - 2, 3, Precision.QUARTER) if 1 <= number <= 4 else None


def half(year_: int, number: int) -> Moment | None:
    """A half year, ``None`` unless ``number`` is 1 or 2."""
    return _months(year_, 6 * number - 5, 6, Precision.HALF) if 1 <= number <= 2 else None


def year(number: int) -> Moment | None:
    """A calendar year."""
    return _months(number, 1, 12, Precision.YEAR)


def decade(first: int) -> Moment | None:
    """Ten years from ``first``."""
    return _months(first, 1, 120, Precision.RANGE)


def century(number: int) -> Moment | None:
    """A century as it is commonly counted: the 21st from 2000 to 2099."""
    return _months(100 * (number - 1) or 1, 1, 1200, Precision.RANGE)


def fiscal_year(number: int, first_month: int, double: bool = False) -> Moment | None:
    """The fiscal year ``number``, named by the calendar year in which it ends.

    ``double`` is a name of two years ("FY2023/24", ``number`` the second). Where the site's fiscal year is the calendar
    year, such a name says that the writer's is not, and stands for both years.
    """
    if double and first_month == 1:
        return _months(number - 1, 1, 24, Precision.RANGE, fiscal=True)
    return _months(number if first_month == 1 else number - 1, first_month, 12, Precision.YEAR, fiscal=True)


def fiscal_quarter(number: int, which: int, first_month: int) -> Moment | None:
    """Quarter ``which`` (1 to 4) of the fiscal year ``number``."""
    base = number if first_month == 1 else number - 1
    return _months(base, first_month + 3 * (which - 1), 3, Precision.QUARTER, fiscal=True) if 1 <= which <= 4 else None


def iso_week(year_: int, number: int) -> Moment | None:
    """An ISO 8601 week, Monday to Sunday, ``None`` if the year has no such week."""
    try:
        start = date.fromisocalendar(year_, number, 1)
        return Moment(start, start + timedelta(days=7), Precision.WEEK)
    except (ValueError, OverflowError):
        return None


def weeks(day: date, offset: int) -> Moment:
    """The ISO week of ``day``, ``offset`` weeks away."""
    start = day - timedelta(days=day.weekday()) + timedelta(weeks=offset)
    return Moment(start, start + timedelta(days=7), Precision.WEEK)


def yearday(month_: int, day: int) -> Moment | None:
    """A day without a year, ``None`` if no year has it."""
    if not 1 <= month_ <= 12 or not 1 <= day <= _LONGEST[month_ - 1]:
        return None
    return Moment(yearday=month_ * 100 + day)


def yearmonth(number: int) -> Moment:
    """A month without a year."""
    return Moment(yearday=number * 100 + 1, last=number * 100 + _LONGEST[number - 1], precision=Precision.MONTH)


def yearquarter(number: int) -> Moment | None:
    """A calendar quarter without a year."""
    if not 1 <= number <= 4:
        return None
    last = 3 * number
    return Moment(yearday=(last - 2) * 100 + 1, last=last * 100 + _LONGEST[last - 1], precision=Precision.QUARTER)


def yearweek(number: int, nth: int) -> Moment | None:
    """The ``nth`` seven days of a month without a year, -1 for its last seven; ``None`` where it has none."""
    if nth == -1:
        first = _LONGEST[number - 1] - 6
    elif 1 <= nth <= 4:
        first = 7 * nth - 6
    else:
        return None
    return Moment(yearday=number * 100 + first, last=number * 100 + first + 6, precision=Precision.WEEK)


def weekday_in(year_: int, month_: int, weekday: int, nth: int) -> Moment | None:
    """The ``nth`` such weekday (0 is Monday) of a month, -1 for the last; ``None`` where the month has none."""
    whole = month(year_, month_)
    if whole is None or whole.start is None or whole.end is None or nth == 0:
        return None
    if nth < 0:
        last = whole.end - timedelta(days=1)
        day = last - timedelta(days=(last.weekday() - weekday) % 7)
    else:
        day = whole.start + timedelta(days=(weekday - whole.start.weekday()) % 7 + 7 * (nth - 1))
    return Moment(day, day + timedelta(days=1)) if whole.start <= day < whole.end else None


def _end_of(moment: Moment) -> int:
    return moment.last if moment.last is not None else moment.recurring


def range_of(first: Moment, second: Moment) -> Moment | None:
    """From ``first`` to ``second``, both included; a side without a year takes it from the other.

    ``None`` where the two are of different kinds or in the wrong order; a recurring range may wrap (Friday to Monday).
    """
    if first.start is None and second.start is not None and first.yearday is not None:
        dated = in_year(first, second.start.year)
        if dated is not None and dated.start is not None and dated.start >= second.start:
            dated = in_year(first, second.start.year - 1)
        return None if dated is None else range_of(dated, second)
    if second.start is None and first.start is not None and second.yearday is not None:
        dated = in_year(second, first.start.year)
        if dated is not None and dated.start is not None and dated.start < first.start:
            dated = in_year(second, first.start.year + 1)
        return None if dated is None else range_of(first, dated)
    if first.start is not None and second.end is not None:
        if second.start is None or first.start > second.start:
            return None
        return Moment(first.start, second.end, Precision.RANGE, fiscal=first.fiscal or second.fiscal)
    if first.unit.removesuffix("-range") != second.unit.removesuffix("-range") or first == second:
        return None
    if Precision.RANGE in (first.precision, second.precision):
        return None
    return replace(first, precision=Precision.RANGE, last=_end_of(second))


def in_year(moment: Moment, year_: int) -> Moment | None:
    """A day, month or quarter without a year, in ``year_``; ``None`` for anything else."""
    if moment.yearday is None:
        return None
    month_, day = divmod(moment.recurring, 100)
    if moment.precision is Precision.MONTH:
        return month(year_, month_)
    if moment.precision is Precision.QUARTER:
        return quarter(year_, (month_ + 2) // 3)
    return day_of(year_, month_, day) if moment.precision is Precision.DAY else None


_MONTHS = {Precision.YEAR: 12, Precision.HALF: 6, Precision.QUARTER: 3}


def part_of(moment: Moment, part: str) -> Moment | None:
    """A named part of a period.

    ``start`` and ``end`` are the first and last month of a year, half or quarter, and seven days of a month; ``early``,
    ``mid`` and ``late`` are its thirds (in a month ten days, the last the rest). ``week`` is the week of a day,
    ``week-from`` and ``week-to`` the seven days that begin or end with it. ``None`` where a period has no such part.
    """
    if moment.start is None or moment.end is None:
        return _part_of_yearless(moment, part)
    if part.startswith("week"):
        return _week_of(moment.start, part) if moment.precision is Precision.DAY else None
    count = _MONTHS.get(moment.precision)
    if count is not None:
        third = max(1, count // 3)
        first, length = {
            "start": (0, 1),
            "end": (count - 1, 1),
            "early": (0, third),
            "mid": (third, third),
            "late": (count - third, third),
        }[part]
        shape = Precision.MONTH if length == 1 else Precision.RANGE
        return _months(moment.start.year, moment.start.month + first, length, shape, moment.fiscal)
    if moment.precision is not Precision.MONTH:
        return None
    from_, to = {"start": (0, 7), "early": (0, 10), "mid": (10, 20), "end": (-7, 0), "late": (20, 0)}[part]
    start = (moment.end if from_ < 0 else moment.start) + timedelta(days=from_)
    end = moment.start + timedelta(days=to) if to else moment.end
    return Moment(start, end, Precision.RANGE)


def _week_of(day: date, part: str) -> Moment | None:
    if part == "week":
        return weeks(day, 0)
    try:
        start = day if part == "week-from" else day - timedelta(days=6)
        return Moment(start, start + timedelta(days=7), Precision.WEEK)
    except OverflowError:
        return None


def _part_of_yearless(moment: Moment, part: str) -> Moment | None:
    if (
        moment.precision is not Precision.MONTH
        or moment.yearday is None
        or moment.last is None
        or part.startswith("week")
    ):
        return None
    base, length = moment.yearday - 1, moment.last % 100
    first, last = {
        "start": (1, 7),
        "early": (1, 10),
        "mid": (11, 20),
        "late": (21, length),
        "end": (length - 6, length),
    }[part]
    return Moment(yearday=base + first, last=base + last, precision=Precision.WEEK)


def widened(moment: Moment) -> Moment:
    """An approximate moment: one more period of its precision on each side; recurring ones stay as they are."""
    if moment.start is None or moment.end is None:
        return moment
    length = moment.end - moment.start
    if moment.start - date.min <= length or date.max - moment.end <= length:
        return moment
    count = _MONTHS.get(moment.precision, 1 if moment.precision is Precision.MONTH else 0)
    if count:
        return _months(moment.start.year, moment.start.month - count, 3 * count, Precision.RANGE) or moment
    return Moment(moment.start - length, moment.end + length, Precision.RANGE, moment.clock)


def _nearest(moment: Moment, reference: date) -> Moment | None:
    """The occurrence of a day, month or quarter without a year that is nearest to ``reference``."""
    dated = [in_year(moment, reference.year + step) for step in (-1, 0, 1)]
    known = [x for x in dated if x is not None and x.start is not None]
    return min(known, key=lambda x: abs((x.start or reference) - reference), default=None)


def window_of(mention: Mention, reference: date | None = None) -> Window | None:
    """The stated validity window that a moment's role words make, ``None`` for other values and roles.

    since, effective, as of → from the moment's first day on; after → from the day after its last; before → to its first
    day, which is out; through → to its last day, which is in; between → the moment itself. "Until" a day includes
    that day, as rules are mostly meant; until a month, quarter or year ends where that period begins. "Since 1 June" is
    the 1 June nearest to ``reference``, usually the document's date; without one it makes no window.
    """
    value = mention.value
    if isinstance(value, Moment) and value.yearday is not None and reference is not None:
        value = _nearest(value, reference)
    if not isinstance(value, Moment) or value.start is None or value.end is None:
        return None
    match mention.role:
        case Role.SINCE | Role.EFFECTIVE | Role.AS_OF:
            return Window(value.start, None, WindowBasis.STATED)
        case Role.AFTER:
            return Window(value.end, None, WindowBasis.STATED)
        case Role.BEFORE:
            return Window(None, value.start, WindowBasis.STATED)
        case Role.THROUGH:
            return Window(None, value.end, WindowBasis.STATED)
        case Role.UNTIL:
            by_day = value.precision in (Precision.DAY, Precision.MINUTE)
            return Window(None, value.end if by_day else value.start, WindowBasis.STATED)
        case Role.BETWEEN:
            return Window(value.start, value.end, WindowBasis.STATED)
        case _:
            return None
