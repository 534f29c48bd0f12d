"""Times without a verb: "Quiet hours 22:00–07:00", "Check-in from 15:00", "Start: Sunday 12 October 2025, 9:00"."""

from __future__ import annotations

import re

from scanner.extract.clause import NounPhrase
from scanner.extract.timing.groups import Form
from scanner.extract.timing.naming import Edge
from scanner.extract.timing.told import Place, Told
from scanner.model import Moment, Role

__all__ = ["fragment"]

_NAME = re.compile(
    r"(?:^|[,;.]\s+)(?P<name>[^\W\d][\w’'‘&-]*(?:\s+(?!(?:on|at|from|by|until|till|every|each|in)\b)[\w’'‘&-]+){0,4}?)\s*:?\s*"
    r"(?:(?:on|at|from|by|until|till|every|each|in|before)\s+)*(?:the\s+)?$",
    re.IGNORECASE,
)
_FINITE = frozenset({"VBZ", "VBD", "MD"})
_REPEATED = re.compile(r"\b(?:every|each)\s+$|s\.?$", re.IGNORECASE)
_AFTER = re.compile(r"\s*(?:[.,;)]|$|[–—]\s|\()")
_LONGEST = 90
_SPANS = frozenset({Form.PERIOD, Form.HOURS, Form.DAYS})


def fragment(place: Place) -> Told | None:
    """A name of at most five words and its time, with nothing but small words between them."""
    unit, group = place.sentence.unit, place.group
    if len(unit.text) > _LONGEST or _AFTER.match(unit.text, group.end) is None:
        return None
    found = _NAME.search(unit.text[: group.start] + " ") or _NAME.search(unit.text[: group.mentions[0].start])
    if found is None:
        return None
    name, low, high = found["name"], found.start("name"), found.end("name")
    tokens = place.sentence.parse.tokens
    inside = [i for i, token in enumerate(tokens) if low <= token.start < high]
    if not inside or any(tokens[i].tag in _FINITE or tokens[i].tag in {"PRP", "EX"} for i in inside):
        return None
    if place.measured(0, len(unit.text)):
        return None
    activity = name.rpartition(" ")
    if activity[2].lower() in place.words.activities and group.forms() & _SPANS:
        thing = NounPhrase(activity[0].strip(), "", (), (low, low + len(activity[0])), inside[0])
        return Told(Edge.SPAN, activity[2].lower(), thing if activity[0] else None, low, inside[-1], confidence=0.75)
    edge = place.words.edge_of_noun(name.lower())
    if edge:
        return Told(
            Edge(edge),
            edge,
            None,
            low,
            inside[-1],
            name if edge == "deadline" else edge,
            confidence=0.8,
            stop=group.end,
        )
    if group.role in {Role.BEFORE, Role.AFTER} or not _tells(place):
        return None
    if tokens[inside[-1]].pos not in {"NOUN", "PROPN", "NUM", "ADP", "ADV"} and "-" not in name:
        return None
    head = inside[-1]
    thing = NounPhrase(name, "", (), (low, high), head)
    return Told(
        Edge.SPAN, name.lower(), thing if _named(name) else None, low, head, name, confidence=0.75, stop=group.end
    )


def _named(name: str) -> bool:
    return any(word[:1].isupper() for word in name.split()[1:])


def _tells(place: Place) -> bool:
    """Whether the time recurs: one day or hour alone is as often that of an event."""
    group = place.group
    first = group.mentions[0]
    if group.form() is Form.PERIOD:
        return isinstance(first.value, Moment) and first.value.start is None
    if group.forms() & _SPANS:
        return True
    if Form.WEEKDAY in group.forms():
        return len(group.mentions) > 1 and _REPEATED.search(place.text[: first.end]) is not None
    edged = (
        group.role in {Role.SINCE, Role.UNTIL, Role.THROUGH}
        or place.words.by.search(place.text[: first.start]) is not None
    )
    return group.form() is Form.CLOCK and edged
