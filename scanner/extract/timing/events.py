"""The day of an event: "takes place on 3 May", "has been put off to 17 May"."""

from __future__ import annotations

import re

from scanner.extract.timing.groups import Form
from scanner.extract.timing.naming import Edge
from scanner.extract.timing.told import Place, Told
from scanner.extract.timing.verbs import replaced
from scanner.model import Change, Role

__all__ = ["held", "put_off"]

_DATE = "date"
_ON = re.compile(r"\s*(?:(?:on|now|again|then|next|this)\s+)*(?:the\s+)?", re.IGNORECASE)
_TO = re.compile(r"\s*(?:[a-z]+\s+){0,2}?(?:to|until|till|for)?\s*(?:the\s+)?", re.IGNORECASE)
_OVER = frozenset({"had", "was", "were", "did"})
_REACH = 3  # words before a verb among which its helpers stand
_APART = frozenset({Role.BEFORE, Role.AFTER, Role.SINCE, Role.AS_OF, Role.BETWEEN})


def held(place: Place) -> Told | None:
    """``X takes place on D``: the one day of one thing; what took place is a story, and several things have several."""
    found = _told(place, place.words.held, _ON)
    if found is None or found.subject is None or found.subject.plural or place.group.role is not Role.NONE:
        return None
    return None if _helped(place, found, _OVER) else found


def put_off(place: Place) -> Told | None:
    """``X has been put off to D``: an event gets another day."""
    found = _told(place, place.words.moved, _TO)
    if found is None or place.group.role in _APART or _helped(place, found, frozenset({"had"})):
        return None
    old = replaced(place)
    return Told(found.edge, found.word, found.subject, found.start, found.governor, _DATE, Change.NEW, old)


def _told(place: Place, words: re.Pattern[str], joint: re.Pattern[str]) -> Told | None:
    """The nearest of the words before a day, with its subject, if only small words part them."""
    if place.group.form() is not Form.DATE:
        return None
    found = [m for m in words.finditer(place.before) if joint.fullmatch(place.before, m.end())]
    if not found:
        return None
    index = place.reading.at(found[-1].start())
    governor = place.reading.governor(index, found[-1].group().lower())
    subject = governor.subject
    if subject is None and place.clause.verb == index:  # behind "was" none is read
        subject = place.sentence.subject(place.clause)
    if subject is None or governor.unsure or governor.cased or governor.negated:
        return None
    return Told(Edge.START, governor.word, subject, subject.span[0], index, _DATE)


def _helped(place: Place, told: Told, by: frozenset[str]) -> bool:
    tokens = place.reading.parse.tokens
    return any(token.text.lower() in by for token in tokens[max(0, told.governor - _REACH) : told.governor])
