"""How well dates, periods and times of day are read, against the open Recognizers-Text specifications.

An expected entry is in ``all`` if its type is one that a moment can hold (date, date range, time). ``explicit`` are
those of them that name a date (a month, a weekday, a year, numbers joined as a date or clock face), that need no
holiday and no part of a day, and that count no days, weeks or months from elsewhere ("the next 3 months" is a duration
to the scanner). ``absolute`` are the explicit ones that can be resolved without a reference day. An entry is right if a
mention meets its span and has one of its values. The specification counts a range to the beginning of its last period,
the scanner to its end: either counts. A date without a year, which the specification resolves to the years around the
reference, is right if month and day are; a weekday if it is that of the date; a part of a period ("early", "end of")
if it lies within the specification's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from scanner.model import Mention, Moment, Precision
from scanner.normalize.moment import MomentGrammar
from scanner.rules import RuleSet, load_rules

__all__ = ["Expected", "expected", "matches", "month_first", "run"]

_NAMES = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?"
)
_EXPLICIT = re.compile(
    rf"\b(?:{_NAMES})s?\b|\d\s?[./:-]\s?\d|\d{{4}}|\d\s?[ap]\.?\s?m\b|\bq[1-4]\b|\bh[12]\b|\bfy|o'?\s?clock"
    r"|week\s\d",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b(?:hours?|minutes?|mins?|seconds?|days?|weeks|months|years|hrs?|quarters)\b", re.IGNORECASE)
_NEEDS_MORE = re.compile(
    r"morning|afternoon|evening|night|noon-?time|lunch|dinner|daytime|christmas|easter|thanksgiving|holiday|cyber"
    r"|black friday|new year|halloween|valentine|labou?r day|juneteenth|independence|memorial|columbus|veterans|mlk"
    r"|martin luther|palm sunday|good friday|ash wednesday|white lover|mother'?s? day|father'?s? day|\beve\b|presidents"
    r"|patrick|earth day|inauguration|ramadan|eid|business|weekday",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:last|next|this|past|previous|prior|coming|upcoming|following|current|ago|now|today|tomorrow|yesterday|hence"
    r"|later than|same|tonight|future|these|those|recent|ytd|to date|later|earlier|within|date)\b"
    r"|\bthe\s+(?:\w+\s+)?(?:month|week|year|quarter)\b|\b(?:week|month|year)\b",
    re.IGNORECASE,
)
_TYPES = ("date", "daterange", "time")


@dataclass(frozen=True)
class Expected:
    """One expected entry: its span, type and the values it may have, as attribute maps of the specification."""

    start: int
    end: int
    text: str
    kind: str
    values: tuple[Mapping[str, str], ...]
    mod: str

    @property
    def explicit(self) -> bool:
        named = _EXPLICIT.search(self.text) is not None
        return named and not _NEEDS_MORE.search(self.text) and not _COUNTED.search(self.text)

    @property
    def absolute(self) -> bool:
        # "week 3 of 2027" counts weeks and is absolute all the same.
        return self.explicit and (
            _RELATIVE.search(self.text) is None or re.search(r"\b(?:19|20)\d\d\b", self.text) is not None
        )


def expected(record: Mapping[str, Any]) -> Iterator[Expected]:
    """The entries of a specification line that a moment can hold and that have a value."""
    for entry in record["expected"]:
        kind = str(entry.get("TypeName") or entry.get("Type")).removeprefix("datetimeV2.")
        if kind not in _TYPES:
            continue
        start = int(entry["Start"])
        end = int(entry["End"]) + 1 if "End" in entry else start + int(entry["Length"])
        resolution, value = entry.get("Resolution") or {}, entry.get("Value") or {}
        values = [v for v in resolution.get("values", []) if v.get("value") != "not resolved"]
        values += [value[side] for side in ("FutureResolution", "PastResolution") if value.get(side)]
        mod = str(value.get("Mod") or next((v["Mod"] for v in values if "Mod" in v), ""))
        if values:
            yield Expected(start, end, str(entry["Text"]), kind, tuple(values), mod)


def matches(mention: Mention, entry: Expected) -> bool:
    """Whether a mention stands where the entry does and has one of its values."""
    start, end = mention.outer
    moment = mention.value
    if start >= entry.end or end <= entry.start:
        return False
    if moment is None:
        # The specification writes a day that no calendar has as the first of all days.
        return any((value.get("date") or value.get("value", "")).startswith("0001") for value in entry.values)
    if not isinstance(moment, Moment):
        return False
    return any(_same(moment, value, entry) for value in entry.values)


def _same(moment: Moment, value: Mapping[str, str], entry: Expected) -> bool:
    if entry.kind == "time":
        text = value.get("value") or value.get("time") or ""
        hours = [int(part) for part in text.split(":")[:2]] if text else []
        if len(hours) < 2 or moment.start is not None or moment.clock is None:
            return False
        # A clock face without am or pm has two readings.
        return moment.clock == hours[0] * 60 + hours[1] or (
            (moment.clock + 720) % 1440 == hours[0] * 60 + hours[1] and hours[0] < 13
        )
    point = value.get("value") or value.get("date")
    low = _day(value.get("start") or value.get("startDate") or point)
    high = _day(value.get("end") or value.get("endDate"))
    if point is not None and low is not None:
        high = low + timedelta(days=1)
    if moment.weekday is not None and moment.start is None:
        return point is not None and low is not None and low.weekday() == moment.weekday
    if moment.yearday is not None:
        return _same_yearless(moment, low, high, entry)
    if moment.start is None or moment.end is None or (low is None and high is None):
        return False
    if low is not None and high is not None:
        if entry.mod in ("start", "mid", "end"):
            return low <= moment.start and moment.end <= high
        return moment.start == low and moment.end in _ends(moment, high)
    # One-sided: the named period begins or ends at the given side.
    side = low or high
    return side in (moment.start, moment.end, moment.end - timedelta(days=1))


def _ends(moment: Moment, high: date) -> tuple[date, ...]:
    day = high + timedelta(days=1)
    if moment.precision is not Precision.RANGE:
        return (high,)
    month = date(high.year + high.month // 12, high.month % 12 + 1, 1) if high.day == 1 else high
    return high, day, month, date(high.year + 1, 1, 1) if (high.month, high.day) == (1, 1) else high


def _same_yearless(moment: Moment, low: date | None, high: date | None, entry: Expected) -> bool:
    if low is None or moment.yearday is None:
        return high is not None and high.month * 100 + high.day == moment.yearday
    if entry.mod in ("mid", "end") and low.month * 100 + low.day <= moment.yearday:
        return high is None or high.day == 1 or high.month * 100 + high.day >= (moment.last or moment.yearday)
    if low.month * 100 + low.day != moment.yearday:
        return False
    if high is None or moment.last is None:
        return True
    if entry.mod in ("start", "mid", "end"):
        return high.month * 100 + high.day >= moment.last or high.day == 1
    inside = high - timedelta(days=1)
    return moment.last // 100 in (inside.month, high.month)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text else None
    except ValueError:
        return None


def month_first() -> RuleSet:
    """The shipped cards with a site's word that 5/6/2024 is 6 May: the specification is of American English."""
    rules = load_rules()
    order = rules.cues["date.order"].model_copy(update={"words": ("month first",)})
    return replace(rules, cues={**rules.cues, "date.order": order})


def run(norm_dir: Path) -> dict[str, float]:
    """Accuracy by group over both halves of the file (``first`` was developed on, ``second`` only measured)."""
    grammar = MomentGrammar.build(month_first())
    lines = (norm_dir / "dates_recognizers.jsonl").read_text().splitlines()
    right: dict[str, int] = {}
    total: dict[str, int] = {}
    clean = [0, 0]
    for place, line in enumerate(lines):
        half = "first" if place < len(lines) // 2 else "second"
        record = json.loads(line)
        reference = _day(record["reference"])
        mentions = grammar.find(record["text"], reference)
        if not record["expected"]:
            clean[0] += not mentions
            clean[1] += 1
        for entry in expected(record):
            good = any(matches(mention, entry) for mention in mentions)
            for group, member in (("all", True), ("explicit", entry.explicit), ("absolute", entry.absolute)):
                if member:
                    for name in (group, f"{group}_{half}"):
                        total[name] = total.get(name, 0) + 1
                        right[name] = right.get(name, 0) + good
    figures = {f"{name}_accuracy": right[name] / count for name, count in sorted(total.items())}
    figures |= {f"{name}_entries": float(count) for name, count in sorted(total.items()) if "_" not in name}
    figures["silent_on_no_dates"] = clean[0] / max(1, clean[1])
    return figures
