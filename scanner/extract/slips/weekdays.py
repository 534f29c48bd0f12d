"""A day of the week beside a date that falls on another: "Monday, 3 March 2026"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scanner.extract.slips.side import Check, Pair, side
from scanner.model import Document, Mention, Moment, Precision, Reason, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["build"]

# A date as code is an example of its form, whose day nobody counted out.
_KINDS = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.ROW, UnitKind.KEY_VALUE, UnitKind.HEADING})
_CLEAR = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)|[^\W\d_]{3,}.*(?<!\d)\d{4}(?!\d)|(?<!\d)\d{4}\s[^\W\d_]{3,}")
_REACH = 16
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def build(rules: RuleSet) -> Check:
    """The check of weekdays; their names are the cards ``date.weekday.0`` to ``.6``."""
    names = {word.casefold(): day for day in range(7) for word in rules.words(f"date.weekday.{day}")}
    day = "(?P<day>" + "|".join(sorted(map(re.escape, names), key=lambda name: (-len(name), name))) + ")"
    return _Weekdays(
        names,
        re.compile(rf"{day}\b\.?,?\s*", re.IGNORECASE),
        # "Monday–Wednesday, 4 March" is a span of days, and "every Monday from 4 March" a series.
        re.compile(rf"(?<![\w/–-]){day}\.?,?\s(?:the\s|\()?$", re.IGNORECASE),
        re.compile(rf"\s?\({day}\)|,\s{day}(?=[\s,.;]|$)".replace("(?P<day>", "(?P<last>", 1), re.IGNORECASE),
    ).check


@dataclass(frozen=True, slots=True)
class _Weekdays:
    names: dict[str, int]
    inside: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]

    def check(self, document: Document, units: Sequence[Unit]) -> Iterator[Pair]:
        del document
        for unit in units:
            if unit.kind not in _KINDS:
                continue
            for mention in unit.mentions:
                yield from self._of_mention(unit, mention)

    def _of_mention(self, unit: Unit, mention: Mention) -> Iterator[Pair]:
        value = mention.value
        if not isinstance(value, Moment) or value.start is None or value.end is None:
            return
        if value.precision is not Precision.DAY or (value.end - value.start).days != 1:
            return
        found = self._named(unit.text, mention)
        if found is None:
            return
        (low, high), begin = found
        written = unit.text[begin : mention.end]
        if self.names[unit.text[low:high].casefold()] == value.start.weekday() or not _CLEAR.search(written):
            return
        weekday = Moment(weekday=self.names[unit.text[low:high].casefold()])
        right = _DAYS[value.start.weekday()]
        reason, predicate = Reason.WEEKDAY_DIFFERS, "day of the week"
        yield (
            side(reason, unit, (low, high), unit.text[low:high], weekday, predicate),
            side(reason, unit, (begin, mention.end), f"{written}, a {right}", value, predicate),
        )

    def _named(self, text: str, mention: Mention) -> tuple[tuple[int, int], int] | None:
        """Where the weekday stands that belongs to a date, and where the date without it begins."""
        inside = self.inside.match(mention.text)
        if inside:
            low, high = inside.span("day")
            return (mention.start + low, mention.start + high), mention.start + inside.end()
        first = max(0, mention.start - _REACH)
        before = self.before.search(text[first : mention.start])
        if before:
            low, high = before.span("day")
            return (first + low, first + high), mention.start
        after = self.after.match(text[mention.end :])
        if after:
            low, high = after.span("last" if after["last"] else "day")
            return (mention.end + low, mention.end + high), mention.start
        return None
