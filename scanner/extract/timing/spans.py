"""The two ends of a stated span: who says "open 8:00-16:30" also says when it opens and when it closes.

The span is the claim; its ends are told again so that they can meet statements that name only one of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from scanner.extract.timing.groups import Form, form_of
from scanner.model import Mention, Moment, Precision, Triple
from scanner.rules import RuleSet

__all__ = ["NAME", "build_ends"]

NAME = "timing end"
_SOURCES = frozenset({"timing", "key_value"})
_PARTS = re.compile(r"\s*(?:--?|–|—|‑|\b(?:to|until|till|and|through)\b)\s*", re.IGNORECASE)
_SPAN = re.compile(r"(?:(?P<what>.+)\s+)?(?:hours|times|period|days)", re.IGNORECASE)


def build_ends(rules: RuleSet) -> Callable[[Triple], Iterator[Triple]]:
    """Gives, for the triple of a span, those of its two ends; nothing for others."""
    opening = frozenset(rules.words("timing opening"))

    def ends(triple: Triple) -> Iterator[Triple]:
        mention = triple.mention
        moment = mention.value
        if triple.extractor not in _SOURCES or not isinstance(moment, Moment) or moment.last is None:
            return
        named = _SPAN.fullmatch(triple.predicate.strip())
        if named is None or form_of(mention) not in {Form.HOURS, Form.PERIOD}:
            return
        what = (named["what"] or "").lower()
        starts, stops = ("opening time", "closing time") if what in opening else (f"{what} start", f"{what} end")
        for part, name in zip(_parts(mention, moment), (starts, stops), strict=True):
            yield replace(
                triple, extractor=NAME, mention=part, predicate=name.strip(), confidence=triple.confidence - 0.05
            )

    return ends


def _parts(mention: Mention, moment: Moment) -> tuple[Mention, Mention]:
    """Both ends where they stand, or the whole span for each where they cannot be told apart."""
    cut = list(_PARTS.finditer(mention.text))
    low, high = mention.start, mention.end
    places = ((low, high), (low, high))
    if len(cut) == 1 and cut[0].start() > 0 and cut[0].end() < len(mention.text):
        places = ((low, low + cut[0].start()), (low + cut[0].end(), high))
    points = (moment.recurring, moment.last if moment.last is not None else moment.recurring)
    (a, b), (c, d) = places
    return (
        Mention(a, b, mention.text[a - low : b - low], _point(moment, points[0], first=True)),
        Mention(c, d, mention.text[c - low : d - low], _point(moment, points[1], first=False)),
    )


def _point(moment: Moment, point: int, *, first: bool) -> Moment:
    """One end as a value of its own; the end of a span of months is all of its last month, as it was written."""
    if moment.clock is not None:
        return Moment(clock=point, precision=Precision.MINUTE)
    month, day = divmod(point, 100)
    whole = day == 1 if first else day >= _LONGEST[month - 1]
    if whole:
        return Moment(yearday=month * 100 + 1, last=month * 100 + _LONGEST[month - 1], precision=Precision.MONTH)
    return Moment(yearday=point, precision=Precision.DAY)


_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
