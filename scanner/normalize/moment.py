"""Find dates, periods, times of day and weekdays in a text, with the role that the words before them give."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scanner.model import Mention, Moment, Precision, Role
from scanner.normalize.clock import clock_forms
from scanner.normalize.moment_forms import Form, Found, date_forms, scan
from scanner.normalize.moment_words import MomentWords
from scanner.normalize.period import part_of, range_of, widened, window_of
from scanner.normalize.relative import RelativeGrammar
from scanner.rules import RuleSet

__all__ = ["MomentGrammar", "window_of"]

_REACH = 48
_YEAR_TAIL = re.compile(r"\s*(?:est\b|AD\b|CE\b)\.?")
_LIST = re.compile(r"\s*(?:,|;|/|&|\band\b|\bor\b|,\s*and\b|,\s*or\b)\s*(?:in\s+)?", re.IGNORECASE)
_INCLUSIVE = re.compile(r"\s*(?:\(?inclusive(?:ly)?\)?)", re.IGNORECASE)
_ONWARDS = re.compile(r"\s+(?:onwards?|forward|on)\b(?!\s+(?:the|a|an|which|\w+s\b))", re.IGNORECASE)


@dataclass(frozen=True)
class MomentGrammar:
    """The closed grammar of dates. Build it once from the cards; it keeps no state."""

    words: MomentWords
    dates: tuple[Form, ...]
    clocks: tuple[Form, ...]
    relative: RelativeGrammar
    gate: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, fiscal_year_start: int = 1) -> MomentGrammar:
        """Compile the cards.

        ``fiscal_year_start`` is the first month (1 to 12) of the site's fiscal year; the year is named by the
        calendar year in which it ends.

        Raises:
            ValueError: if ``fiscal_year_start`` is no month.
        """
        if not 1 <= fiscal_year_start <= 12:
            raise ValueError(f"no month: {fiscal_year_start}")
        words = MomentWords.of(rules)
        gate = re.compile(
            rf"\d|(?<!\w)(?:{words.month}|{words.weekday}|{words.noon}|{words.midnight}|clock|past)", re.IGNORECASE
        )
        return cls(words, date_forms(words, fiscal_year_start), clock_forms(words), RelativeGrammar(words), gate)

    def find(self, text: str, reference: date | None = None, alone: bool = False) -> tuple[Mention, ...]:
        """The moments of ``text`` in document order, without overlaps.

        ``reference`` is the day that "yesterday" or "last month" counts from, usually the document's date; without it
        such words are no mention. ``alone`` says that ``text`` is a whole cell or value, where a bare year is a date.
        A date without a year ("12 July") stays without one. What looks like a date and has no sure reading
        ("05/06/2024", "Feb 30") is a mention without value and with a problem.
        """
        found: list[Found] = []
        if self.gate.search(text):
            found += scan(text, self.dates)
            found += scan(text, self.clocks)
        if reference is not None:
            found += self.relative.scan(text, reference)
        if not found:
            return ()
        chosen = _choose(found)
        joined = self._join(text, chosen)
        return self._mentions(text, joined, alone)

    def _join(self, text: str, found: list[Found]) -> list[Found]:
        """Join neighbours that are the two ends of one range; the pair needs no other context."""
        joined: list[Found] = []
        for item in found:
            if joined and joined[-1].moment is not None and item.moment is not None:
                last = joined[-1]
                assert last.moment is not None
                between = text[last.end : item.start]
                both = between.strip().casefold() == "and" and self.words.between.search(
                    text[max(0, last.start - _REACH) : last.start]
                )
                if (both or self.words.to.fullmatch(between)) and self._ends_fit(last, item):
                    moment = range_of(last.moment, item.moment)
                    if moment is not None:
                        needs = (
                            "range"
                            if last.needs == item.needs == "year" and between.strip() not in ("to", "and")
                            else ""
                        )
                        days = last.moment.precision is item.moment.precision is Precision.DAY
                        joined[-1] = Found(last.start, item.end, moment, needs=needs, days=days)
                        continue
            joined.append(item)
        return joined

    @staticmethod
    def _ends_fit(first: Found, second: Found) -> bool:
        a, b = first.moment, second.moment
        if a is None or b is None or Precision.RANGE in (a.precision, b.precision):
            return False
        return not (
            "year" in (first.needs, second.needs) and first.needs != second.needs and b.precision is not Precision.MONTH
        )

    def _mentions(self, text: str, found: list[Found], alone: bool) -> tuple[Mention, ...]:
        mentions: list[Mention] = []
        previous: Found | None = None
        for place, item in enumerate(found):
            floor = found[place - 1].end if place else 0
            mention = self._mention(
                text, item, floor, alone, previous, found[place + 1] if place + 1 < len(found) else None
            )
            if mention is None:
                continue
            mentions.append(mention)
            previous = item
        return tuple(mentions)

    def _mention(
        self, text: str, item: Found, floor: int, alone: bool, previous: Found | None, following: Found | None
    ) -> Mention | None:
        start, moment, words = item.start, item.moment, self.words
        end = item.end
        before = text[max(floor, start - _REACH) : start]
        inside = item.needs == ""
        part = words.part.search(before)
        if part and moment is not None:
            narrowed = part_of(moment, words.parts[_key(part[1])])
            if narrowed is not None:
                moment, start, inside = narrowed, start - len(before) + part.start(1), True
                before = before[: part.start(1)]
        about = words.about.search(before)
        if about and moment is not None:
            moment, inside = widened(moment), True
            start = start - len(before) + about.start(1)
            before = before[: about.start(1)]
        role, outer = self._role(before, start, item, moment)
        if part is not None and role is Role.UNTIL and _key(part[1]).endswith("end of"):
            role = Role.THROUGH
        inside = inside or words.role.search(before) is not None or words.inside.search(before) is not None
        if not inside and not self._stands(text, item, alone, previous, following):
            return None
        if item.needs in ("year", "range") and not alone and words.counted.match(text, end):
            return None
        if _glued(text, start, end):
            return None
        outer_end = end
        tail = _INCLUSIVE.match(text, end)
        if tail and role is Role.UNTIL:
            role, outer_end = Role.THROUGH, tail.end()
        onwards = _ONWARDS.match(text, end)
        if onwards and role in (Role.NONE, Role.SINCE):
            role, outer_end = Role.SINCE, onwards.end()
        return Mention(
            start, end, text[start:end], moment, role=role, outer_start=outer, outer_end=outer_end, problem=item.problem
        )

    def _role(self, before: str, start: int, item: Found, moment: Moment | None) -> tuple[Role, int]:
        words = self.words
        ranged = moment is not None and moment.precision is Precision.RANGE and item.moment is moment
        if ranged:
            between = words.between.search(before)
            if between:
                return Role.BETWEEN, start - len(before) + between.start(1)
            # Two days are when something holds; two years or months alone are as often what it is about.
            return Role.BETWEEN if item.days else Role.NONE, start
        match = words.role.search(before)
        if match is None:
            return Role.NONE, start
        role = words.roles[_key(match[1])]
        if match[1].casefold() == "from" and words.not_since.search(before[: match.start(1)]):
            return Role.NONE, start
        return role, start - len(before) + match.start(1)

    def _stands(self, text: str, item: Found, alone: bool, previous: Found | None, following: Found | None) -> bool:
        """Whether a weak form counts by what stands around it."""
        if alone and not (text[: item.start] + text[item.end :]).strip(" \t\n().,:*"):
            return item.needs != "year" or (
                item.moment is not None and item.moment.start is not None and item.moment.start.year >= 1500
            )
        if item.needs == "at":
            return self.words.at.search(text[: item.start]) is not None
        if item.needs == "weekday":
            return _beside(text, item, following) or (previous is not None and _beside(text, previous, item))
        if item.needs == "in":
            return _listed(text, item, previous)
        bracketed = text[item.start - 1 : item.start] in "([" if item.start else False
        closed = re.match(r"\s*(?:[)\];,]|est\b)", text[item.end :]) is not None
        if (bracketed and closed) or _YEAR_TAIL.match(text, item.end):
            return True
        if item.needs == "range":
            return True
        return _listed(text, item, previous)


def _key(words: str) -> str:
    return re.sub(r"[\s-]+", " ", words.casefold())


def _choose(found: Iterable[Found]) -> list[Found]:
    """The longest of overlapping finds; of equally long ones the one found first."""
    chosen: list[Found] = []
    for item in sorted(found, key=lambda x: (x.start - x.end, bool(x.needs), x.start)):
        if all(item.end <= other.start or other.end <= item.start for other in chosen):
            chosen.append(item)
    return sorted(chosen, key=lambda x: x.start)


def _listed(text: str, item: Found, previous: Found | None) -> bool:
    """Whether the item goes on a list of the same weak form: "in 2019, 2020 and 2021"."""
    return (
        previous is not None
        and previous.needs == item.needs
        and _LIST.fullmatch(text[previous.end : item.start]) is not None
    )


def _beside(text: str, first: Found, second: Found | None) -> bool:
    return (
        second is not None
        and second.moment is not None
        and re.fullmatch(r"[\s,/&]*(?:and\s+|or\s+)?", text[first.end : second.start]) is not None
    )


def _glued(text: str, start: int, end: int) -> bool:
    """Whether a hyphen glues the span to a word: part of an identifier, a file name or a compound."""
    return (
        re.search(r"[\w]-$", text[max(0, start - 2) : start]) is not None
        or re.match(r"-\w", text[end : end + 2]) is not None
    )
