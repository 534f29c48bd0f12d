"""Find dates, periods, times of day and weekdays in a text, with the role that the words before them give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scanner.model import Mention, Moment, Precision, Role
from scanner.normalize.clock import clock_forms
from scanner.normalize.moment_form import FormGroup, Found
from scanner.normalize.moment_forms import named_forms, number_forms
from scanner.normalize.moment_join import choose, join
from scanner.normalize.moment_periods import period_forms
from scanner.normalize.moment_words import REACH, MomentWords, folded
from scanner.normalize.period import part_of, range_of, widened, window_of
from scanner.normalize.relative import RelativeGrammar
from scanner.rules import RuleSet

__all__ = ["MomentGrammar", "window_of"]

_YEAR_TAIL = re.compile(r"\s*(?:est\b|AD\b|CE\b)\.?")
_CLOSING = re.compile(r"\s*(?:[)\];,]|est\b)")
# "1,015 (2000)": the year of the figure before it.
_QUALIFYING = re.compile(r"(?:\d[\d.,]*%?(?:\s+[A-Za-z]+){0,2}|%)\s*[(\[]$")
_OF = re.compile(r"\bof\s+$", re.IGNORECASE)
_OPENING = re.compile(r"(?:^|\s)[(\[]$")
_LIST = re.compile(r"\s*(?:,|;|/|&|\band\b|\bor\b|,\s*and\b|,\s*or\b)\s*(?:in\s+)?", re.IGNORECASE)
_BESIDE = re.compile(r"[\s,/&]*(?:and\s+|or\s+)?", re.IGNORECASE)
_INCLUSIVE = re.compile(r"\s*\(?inclusive(?:ly)?\)?", re.IGNORECASE)
_ONWARDS = re.compile(r"\s+(?:onwards?|forward)\b", re.IGNORECASE)
_TIMED = re.compile(r"\b(?:at|by|from|until|till|before|after|around|about|since|to)\s+$", re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s+|\s+")
# Where what is dated ends: "since the sales in 2019 were low" gives a reason.
_CLAUSE = re.compile(
    r"\s*(?:[,;:)–—]|\.(?=\s|$)|$|(?:you|we|they|it|he|she|there|the|an?|each|every|all|no|this|these|our|its|their)\b)",
    re.IGNORECASE,
)
_EDGE = " \t\n().,:*"
_OLDEST = 1500


@dataclass(frozen=True, slots=True)
class _Place:
    """A find in its text, between its neighbours; ``before`` is what stands right before it."""

    text: str
    item: Found
    before: str
    alone: bool
    previous: Found | None
    following: Found | None


@dataclass(frozen=True)
class MomentGrammar:
    """The closed grammar of dates. Build it once from the cards; it keeps no state."""

    words: MomentWords
    groups: tuple[FormGroup, ...]
    relative: RelativeGrammar

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
        groups = (
            named_forms(words),
            *number_forms(words),
            *period_forms(words, fiscal_year_start),
            *clock_forms(words),
        )
        return cls(words, groups, RelativeGrammar(rules, words))

    def find(self, text: str, reference: date | None = None, alone: bool = False) -> tuple[Mention, ...]:
        """The moments of ``text`` in document order, without overlaps.

        ``reference`` is the day that "yesterday" or "last month" counts from, usually the document's date; without it
        such words are no mention. ``alone`` says that ``text`` is a whole cell or value, where a bare year is a date.
        A date without a year ("12 July") stays without one. What looks like a date and has no sure reading
        ("05/06/2024", "Feb 30") is a mention without value and with a problem.
        """
        lowered = text.lower()
        found = [item for group in self.groups for item in group.scan(text, lowered)]
        found += self.relative.scan(text, lowered, reference)
        if not found:
            return ()
        items = join(text, choose(found), self.words)
        mentions: list[Mention] = []
        previous: Found | None = None
        for place, item in enumerate(items):
            floor = max(items[place - 1].end if place else 0, item.start - REACH)
            following = items[place + 1] if place + 1 < len(items) else None
            before = text[floor : item.start]
            mention = self._mention(_Place(text, item, before, alone, previous, following))
            if mention is not None:
                mentions.append(mention)
                previous = item
        return tuple(self._spans(text, mentions))

    def _spans(self, text: str, mentions: list[Mention]) -> Iterator[Mention]:
        """The mentions with the two ends of a season joined, where one is a part of a month: "mid-May to October"."""
        waiting: Mention | None = None
        for mention in mentions:
            joined = self._joined(text, waiting, mention) if waiting is not None else None
            if joined is None and waiting is not None:
                yield waiting
            waiting = joined or mention
        if waiting is not None:
            yield waiting

    def _joined(self, text: str, first: Mention, second: Mention) -> Mention | None:
        a, b = first.value, second.value
        if not isinstance(a, Moment) or not isinstance(b, Moment) or a.yearday is None or b.yearday is None:
            return None
        if Precision.WEEK not in (a.precision, b.precision) or not self.words.to.fullmatch(
            text[first.end : second.start]
        ):
            return None
        moment = range_of(a, b)
        if moment is None:
            return None
        start, end = first.start, second.end
        role = Role.BETWEEN if first.role is Role.SINCE else Role.NONE
        return Mention(
            start, end, text[start:end], moment, role=role, outer_start=first.outer[0], outer_end=second.outer[1]
        )

    def _mention(self, place: _Place) -> Mention | None:
        words, item, moment, before = self.words, place.item, place.item.moment, place.before
        if item.needs == "reference":
            return None
        strong = item.needs in ("", "this year")
        inclusive = False
        part = words.part.search(before)
        narrowed = part_of(moment, words.parts[folded(part[1])]) if part and moment else None
        if part and narrowed:
            moment, before, strong = narrowed, before[: part.start(1)], True
            inclusive = words.parts[folded(part[1])] == "end"
        about = words.about.search(before) or (words.about_year.search(before) if item.needs == "year" else None)
        if about and moment:
            moment, before, strong = widened(moment), before[: about.start(1)], True
        start = item.start - len(place.before) + len(before)
        role, role_length, cued = self._role(before, item, moment)
        event = words.event.search(before) if role is Role.NONE else None
        if event and _CLAUSE.match(place.text, item.end):
            role, role_length, cued = words.roles[folded(event[1])], len(before) - event.start(1), True
        if not (strong or self._vouched(before, item, cued) or self._stands(place)):
            return None
        if item.needs in ("year", "range") and not place.alone and words.counted.match(place.text, item.end):
            return None
        if _glued(place.text, start, item.end):
            return None
        outer_end = item.end
        tail = _INCLUSIVE.match(place.text, item.end)
        if role is Role.UNTIL and (tail or inclusive):
            role, outer_end = Role.THROUGH, tail.end() if tail else outer_end
        onwards = _ONWARDS.match(place.text, item.end)
        if onwards and role in (Role.NONE, Role.SINCE):
            role, outer_end = Role.SINCE, onwards.end()
        return Mention(
            start,
            item.end,
            place.text[start : item.end],
            moment,
            role=role,
            outer_start=start - role_length,
            outer_end=outer_end,
            problem=item.problem,
        )

    def _role(self, before: str, item: Found, moment: Moment | None) -> tuple[Role, int, bool]:
        """The role, how many characters its words take, and whether words of a role stand there at all."""
        words = self.words
        if moment is not None and moment is item.moment and moment.precision is Precision.RANGE:
            between = words.between.search(before)
            if between:
                return Role.BETWEEN, len(before) - between.start(1), True
            # Two days are when something holds; two years or months alone are as often what it is about.
            return Role.BETWEEN if item.days else Role.NONE, 0, False
        match = words.role.search(before)
        if match is None:
            return Role.NONE, 0, False
        if words.since.fullmatch(match[1]) and words.not_since.search(before[: match.start(1)]):
            return Role.NONE, 0, True
        return words.roles[folded(match[1])], len(before) - match.start(1), True

    def _vouched(self, before: str, item: Found, cued: bool) -> bool:
        """Whether the words before a weak form make it a date; bare numbers ask for more than months and weekdays."""
        words = self.words
        inside = cued or words.inside.search(before) is not None
        if item.needs != "year":
            return inside
        if words.not_year.search(before):
            return False
        if _OF.search(before) and not inside:
            return _plain_year(item) and not words.measured.search(before)
        return inside and (_year(item) >= _OLDEST if not words.doubtful.search(before) else _plain_year(item))

    def _stands(self, place: _Place) -> bool:
        """Whether a weak form counts by what stands around it."""
        text, item = place.text, place.item
        if place.alone and not (text[: item.start] + text[item.end :]).strip(_EDGE):
            return item.needs != "year" or _year(item) >= _OLDEST
        match item.needs:
            case "at":
                before = text[max(0, item.start - REACH) : item.start]
                return self.words.at.search(before) is not None or _behind_a_day(text, place.previous, item)
            case "hour":
                return _TIMED.search(text[max(0, item.start - REACH) : item.start]) is not None
            case "weekday":
                return _beside(text, item, place.following) or _beside(text, place.previous, item)
            case "in":
                return _listed(text, place.previous, item) or self._ends(place)
            case "range":
                return True
            case "year":
                opening = (_OPENING if _plain_year(item) else _QUALIFYING).search(
                    text[max(0, item.start - REACH) : item.start]
                )
                bracketed = opening and _CLOSING.match(text, item.end)
                return (
                    bool(bracketed or _YEAR_TAIL.match(text, item.end))
                    or _listed(text, place.previous, item)
                    or self._years(text, item, place.following)
                )
            case _:
                return False

    def _ends(self, place: _Place) -> bool:
        """Whether a month ends what a part of another one begins: "mid-April to October"."""
        previous = place.previous
        if previous is None or previous.moment is None or previous.moment.yearday is None:
            return False
        return self.words.to.fullmatch(place.text[previous.end : place.item.start]) is not None

    def _years(self, text: str, item: Found, following: Found | None) -> bool:
        """Whether the item begins a list of years: "2007 and 2009"."""
        if not _listed(text, item, following) or following is None or self.words.counted.match(text, following.end):
            return False
        return all(1900 <= _year(x) <= 2100 for x in (item, following))


def _year(item: Found) -> int:
    return item.moment.start.year if item.moment and item.moment.start else 0


def _plain_year(item: Found) -> bool:
    """Whether a bare number does not look like a count: 2019, but not 2000 or 2048."""
    number = _year(item)
    return 1700 <= number <= 2100 and number % 100 != 0 and number != 2048


def _listed(text: str, first: Found | None, second: Found | None) -> bool:
    """Whether two neighbours are of one weak form and joined as a list: "in 2019, 2020 and 2021"."""
    if first is None or second is None or first.needs != second.needs:
        return False
    return _LIST.fullmatch(text, first.end, second.start) is not None


def _beside(text: str, first: Found | None, second: Found | None) -> bool:
    if first is None or second is None or first.moment is None or second.moment is None:
        return False
    return _BESIDE.fullmatch(text, first.end, second.start) is not None


def _behind_a_day(text: str, day: Found | None, clock: Found) -> bool:
    """Whether a time of day stands right behind a day: "12 October 2025, 9:00"."""
    if day is None or day.moment is None or day.moment.precision is not Precision.DAY or day.moment.clock is not None:
        return False
    return _COMMA.fullmatch(text, day.end, clock.start) is not None


def _glued(text: str, start: int, end: int) -> bool:
    """Whether a hyphen glues the span to a word: part of an identifier, a file name or a compound."""
    left = start >= 2 and text[start - 1] == "-" and text[start - 2].isalnum()
    return left or re.match(r"-\w", text[end : end + 2]) is not None
