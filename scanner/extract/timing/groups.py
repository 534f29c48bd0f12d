"""Times that stand together as one: "Friday 4 July 2025 at noon", "Monday to Saturday, 8:00-16:30"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scanner.model import Mention, Moment, Precision, Role, Unit

__all__ = ["Form", "Group", "form_of", "groups_of"]

_GLUE = re.compile(r"\s*,?\s*(?:\(\s*)?(?:(?:at|on|from|between|by|the)\s+){0,2}", re.IGNORECASE)


class Form(StrEnum):
    """What kind of time a moment is: a day (or month, year), a time of day, a weekday, or a span of these."""

    DATE = "date"
    CLOCK = "time"
    WEEKDAY = "day"
    PERIOD = "period"
    HOURS = "hours"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring moments of different forms, in order of place. The first one's role is that of all."""

    mentions: tuple[Mention, ...]

    @property
    def start(self) -> int:
        """Where the words that qualify the first of them begin."""
        return self.mentions[0].outer[0]

    @property
    def end(self) -> int:
        return max(mention.outer[1] for mention in self.mentions)

    @property
    def role(self) -> Role:
        return self.mentions[0].role

    def form(self) -> Form:
        """The form of the first of them."""
        return form_of(self.mentions[0])

    def sorts(self) -> frozenset[str]:
        """What its times count in: days of the calendar, times of day, weekdays."""
        return frozenset(_SORTS[form] for form in self.forms())

    def forms(self) -> frozenset[Form]:
        return frozenset(form_of(mention) for mention in self.mentions)


def form_of(mention: Mention) -> Form:
    """The form of a moment's mention.

    Raises:
        TypeError: if the mention is no moment.
    """
    moment = mention.value
    if not isinstance(moment, Moment):
        raise TypeError(f"no moment: {mention.text}")
    span = moment.precision is Precision.RANGE
    if moment.start is not None:
        return Form.PERIOD if span and mention.role is Role.BETWEEN else Form.DATE
    if moment.clock is not None:
        return Form.HOURS if span else Form.CLOCK
    if moment.weekday is not None:
        return Form.DAYS if span else Form.WEEKDAY
    return Form.PERIOD if span else Form.DATE


def groups_of(unit: Unit, mentions: Sequence[Mention]) -> tuple[Group, ...]:
    """The moments among ``mentions`` in groups: a moment of a form that its group has begins another group."""
    found: list[list[Mention]] = []
    for mention in sorted(mentions, key=lambda m: m.start):
        if not isinstance(mention.value, Moment):
            continue
        last = found[-1] if found else None
        beside = last is not None and _GLUE.fullmatch(unit.text, last[-1].end, max(last[-1].end, mention.start))
        if last is not None and beside and _fits(last, mention):
            last.append(mention)
        else:
            found.append([mention])
    return tuple(Group(tuple(group)) for group in found)


_SORTS = {
    Form.DATE: "date",
    Form.PERIOD: "date",
    Form.CLOCK: "clock",
    Form.HOURS: "clock",
    Form.WEEKDAY: "week",
    Form.DAYS: "week",
}


def _fits(group: Sequence[Mention], mention: Mention) -> bool:
    return _SORTS[form_of(mention)] not in {_SORTS[form_of(other)] for other in group}
