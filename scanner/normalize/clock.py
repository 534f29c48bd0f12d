"""The written forms of what recurs: times of day and weekdays."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.model import Moment, Precision
from scanner.normalize.moment_form import Build, FormGroup, Found, stems
from scanner.normalize.moment_words import MomentWords, any_case, folded

__all__ = ["clock_forms"]

_LEFT = r"(?<![\w/.:$€£#@])(?<!\d,)"
_RIGHT = r"(?![\w/:]|[.,]\d)"
# What minutes end in when a time is spoken.
_MINUTES = ("half", "quarter", "quarters", "minutes", "minute", "five", "ten", "teen", "twenty")
_PM = r"(?P<p>[ap]\.\s?m\b\.?|[ap]\s?m\b)"


@dataclass(frozen=True)
class _Clock:
    words: MomentWords

    def number(self, text: str) -> int:
        return int(text) if text.isdecimal() else self.words.numbers[folded(text)]

    def half_day(self, match: re.Match[str]) -> Found | None:
        """ "9 am", "9:30 p.m."."""
        hour, minute = int(match["H"]), int(match["M"] or 0)
        if not 1 <= hour <= 12:
            return None if not 13 <= hour <= 23 or match["p"][0] not in "pP" else _at(match, hour, minute)
        return _at(match, hour % 12 + (12 if match["p"][0] in "pP" else 0), minute)

    def half_day_span(self, match: re.Match[str]) -> Found | None:
        """ "3:30–4:30 pm", "10 to 2 pm": both are of one half of the day unless that turns them round."""
        hours, late = (int(match["H"]), int(match["G"])), match["p"][0] in "pP"
        if not all(1 <= hour <= 12 for hour in hours):
            return None
        minutes = int(match["M"] or 0), int(match["N"] or 0)
        first, last = (hour % 12 * 60 + 720 * late + minute for hour, minute in zip(hours, minutes, strict=True))
        if first >= last:
            first = (first + 720) % 1440
        if first == last:
            return None
        return Found(match.start(), match.end(), Moment(clock=first, last=last, precision=Precision.RANGE))

    def full_day(self, match: re.Match[str]) -> Found | None:
        """ "21:00": a time if it looks like a rounded one or the words around say so, for ratios look alike."""
        hour, minute = int(match["H"]), int(match["M"])
        sure = match["z"] is not None or (len(match["H"]) == 2 and minute % 5 == 0 and (hour, minute) != (16, 10))
        return _at(match, hour, minute, needs="" if sure else "at")

    def spoken(self, match: re.Match[str]) -> Found | None:
        """ "quarter past nine", "fifteen to eight", "half past ten"."""
        first, hour = match["n"].casefold(), self.number(match["h"])
        parts = {"half": 30, "quarter": 15, "a quarter": 15, "three quarters": 45}
        minutes = parts[first] if first in parts else self.number(first)
        if not 1 <= hour <= 12 or not 0 < minutes < 60:
            return None
        late = match["p"] is not None and match["p"][0] in "pP"
        total = (hour % 12 + (12 if late else 0) if match["p"] else hour) * 60
        total += -minutes if match["to"] else minutes
        # "Ten to four" is a range of numbers as well.
        sure = first in parts or match["u"] is not None or match["p"] is not None
        if not sure and minutes % 5:
            return None
        return _at(match, *divmod(total % 1440, 60), needs="" if sure else "at")

    def worded(self, match: re.Match[str]) -> Found | None:
        """ "Eight pm", "seven thirty am"."""
        hour, minute = self.number(match["h"]), self.number(match["n"]) if match["n"] else 0
        if not 1 <= hour <= 12:
            return None
        return _at(match, hour % 12 + (12 if match["p"][0] in "pP" else 0), minute)

    def o_clock(self, match: re.Match[str]) -> Found | None:
        hour = self.number(match["h"])
        if not 0 <= hour <= 24:
            return None
        if match["p"] and hour <= 12:
            hour = hour % 12 + (12 if match["p"][0] in "pP" else 0)
        return _at(match, hour % 24, 0)

    def part_of_day(self, match: re.Match[str]) -> Found | None:
        """ "Three in the afternoon", "10 in the morning": only behind a word of time, for doses are told so as well."""
        hour, minute = self.number(match["h"]), int(match["M"] or 0)
        if not 1 <= hour <= 12:
            return None
        part = folded(match["part"])
        late = part in {"afternoon", "evening"} or (part == "night" and 6 <= hour < 12)
        return _at(match, hour % 12 + (12 if late else 0), minute, needs="hour")

    def weekday(self, match: re.Match[str]) -> Found | None:
        name = match["w"]
        key = name.casefold()
        short = key in self.words.short_weekdays
        if name[0].islower() and short:
            return None
        moment = Moment(weekday=self.words.weekdays[key])
        dotted = match.group().endswith(".") and not short
        return Found(match.start(), match.end() - dotted, moment, needs="weekday" if short else "")


def _at(match: re.Match[str], hour: int, minute: int, needs: str = "") -> Found | None:
    if hour > 23 or minute > 59:
        return None
    end = match.end()
    while match.string[end - 1] == " ":
        end -= 1
    return Found(match.start(), end, Moment(clock=hour * 60 + minute, precision=Precision.MINUTE), needs=needs)


def clock_forms(words: MomentWords) -> tuple[FormGroup, ...]:
    """All forms of times of day and weekdays."""
    c = _Clock(words)
    zone = rf"(?:\s*\(?(?P<z>{words.zone})(?:[+-]\d\d?(?::?\d\d)?)?\)?)"
    hour = rf"(?P<h>\d\d?|{words.number})"
    noon = Moment(clock=720, precision=Precision.MINUTE)
    midnight = Moment(clock=0, precision=Precision.MINUTE)
    dash = r"\s?(?:-|–|—|to|until|till)\s?"
    digits: list[tuple[str, Build]] = [
        (
            rf"(?P<H>\d\d?)(?::(?P<M>[0-5]\d))?{dash}(?P<G>\d\d?)(?::(?P<N>[0-5]\d))?\s?{_PM}{zone}?",
            c.half_day_span,
        ),
        (rf"(?P<H>\d\d?)(?:[:.](?P<M>\d\d)(?::\d\d)?)?[\s.]?{_PM}{zone}?", c.half_day),
        (rf"(?P<H>\d\d?)(?P<M>[0-5]\d)(?P<p>[ap]m|[ap]\.m\.?){zone}?", c.half_day),
        (r"(?P<H>\d\d?):(?P<M>[0-5]\d)(?P<p>[ap])", c.half_day),
        (rf"(?P<H>[01]?\d|2[0-3]):(?P<M>[0-5]\d)(?::[0-5]\d)?(?:{zone}|\s?(?:h|hrs|hours)\b)?", c.full_day),
        (rf"(?P<H>[01]\d|2[0-3])(?P<M>[0-5]\d)\s?(?:hrs|hours){zone}?", c.full_day),
    ]
    spoken: list[tuple[str, Build]] = [
        (
            rf"(?P<n>half|a quarter|three quarters|quarter|{words.number}|\d\d?)(?P<u>\s+minutes?)?"
            rf"\s+(?:past|after|(?P<to>to|before))\s+{hour}(?:\s?{_PM})?",
            c.spoken,
        ),
        (rf"(?P<h>{words.number})(?:[\s:-]+(?P<n>{words.number}))?\s?{_PM}{zone}?", c.worded),
        (rf"{hour}\s+o['’]?clock(?:\s?{_PM})?", c.o_clock),
        (
            rf"{hour}(?:[:.](?P<M>[0-5]\d))?(?:\s+o['’]?clock)?\s+(?:in\s+the|at)\s+(?P<part>morning|afternoon|evening|night)",
            c.part_of_day,
        ),
    ]
    named: list[tuple[str, Build]] = [
        (rf"(?:{words.noon})", lambda m: Found(m.start(), m.end(), noon)),
        (rf"(?:{words.midnight})", lambda m: Found(m.start(), m.end(), midnight)),
    ]
    days: list[tuple[str, Build]] = [(rf"(?P<w>{words.weekday})s?\.?", c.weekday)]
    hours = r"\d:\d|\d[\s.]?[apAP]\.?\s?[mM]|\d\s?(?:hrs|hours|HRS|Hours)"
    phrases = (f"{n} {way}" for n in _MINUTES for way in ("past", "to", "after", "before"))
    return (
        FormGroup.of(digits, gate=hours, left=_LEFT, right=_RIGHT),
        FormGroup.of(
            spoken,
            (
                *phrases,
                "clock",
                "the morning",
                "the afternoon",
                "the evening",
                "at night",
                " am",
                " pm",
                " a.m",
                " p.m",
            ),
            left=_LEFT,
            right=_RIGHT,
        ),
        FormGroup.of(named, stems(words.noon_words), left=_LEFT, right=_RIGHT),
        FormGroup.of(
            days, stems(words.weekdays), rf"(?<![^\W\d])(?:{any_case(words.weekdays)})", left=_LEFT, right=_RIGHT
        ),
    )
