"""Replacements of one value by another, brought together: one for each time it happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from scanner.detect.members import Family
from scanner.detect.supersede import Outcome, Step
from scanner.model import Reason, Scope

__all__ = ["Replacement", "replacements"]

# A value that comes and goes more often than this is no history of one fact; other witnesses are then not sought.
_MANY_SWINGS = 50
_FIRST = {
    reason: at
    for at, reason in enumerate(
        (Reason.STATED_CHANGE, Reason.DECLARED_SUPERSESSION, Reason.NEWER_IN_SERIES, Reason.STATED_WINDOW)
    )
}


@dataclass(frozen=True, slots=True)
class Replacement:
    """One value gave way to another on ``at``: the members that said the old one, and those that say the new.

    ``returns``: the new value had held before the old one did (A, B, and A again).
    """

    scope: Scope
    old: tuple[int, ...]
    new: tuple[int, ...]
    at: date | None
    reason: Reason
    returns: bool


def replacements(family: Family, outcome: Outcome, as_of: date) -> Iterator[Replacement]:
    """All replacements up to ``as_of``, by scope, values and time.

    Steps from A to B are one replacement unless A came back in between. Whoever else says the old value before, or the
    new one after, is a witness of that side.
    """
    members = family.members
    groups: dict[tuple[Scope, str, str], list[Step]] = {}
    came: dict[tuple[Scope, str], list[date]] = {}
    went: dict[tuple[Scope, str], date] = {}
    for step in outcome.steps:
        old, new = members[step.old], members[step.new]
        if step.at is not None and step.at > as_of:
            continue
        groups.setdefault((old.scope, old.value_key, new.value_key), []).append(step)
        came.setdefault((new.scope, new.value_key), []).append(step.at or date.max)
        gone = (old.scope, old.value_key)
        went[gone] = min(went.get(gone, date.max), step.at or date.max)
    stating: dict[tuple[Scope, str], list[int]] = {}
    for n in range(len(members)):
        if not members[n].quoted:
            stating.setdefault((members[n].scope, members[n].value_key), []).append(n)
    for key in sorted(groups, key=lambda k: (k[0].items, k[1], k[2])):
        scope, old_value, new_value = key
        returned = sorted(set(came.get((scope, old_value), ())))
        left = went.get((scope, new_value), date.max)
        runs = list(_runs(sorted(groups[key], key=lambda s: (s.at or date.max, s.old, s.new)), returned))
        others = stating.get((scope, new_value), ()) if len(runs) <= _MANY_SWINGS else ()
        for run in runs:
            first = run[0].at
            before = sorted({s.old for s in run})
            after = {s.new for s in run}
            after.update(n for n in others if _still(family, outcome, n, first, as_of))
            yield Replacement(
                scope=scope,
                old=tuple(before),
                new=tuple(sorted(after - set(before))),
                at=first,
                reason=min((s.reason for s in run), key=lambda reason: _FIRST[reason]),
                returns=left < (first or date.max),
            )


def _runs(steps: Sequence[Step], returned: Sequence[date]) -> Iterator[list[Step]]:
    run: list[Step] = []
    for step in steps:
        if run:
            before, now = run[-1].at or date.max, step.at or date.max
            if bisect_right(returned, now) > bisect_right(returned, before):
                yield run
                run = []
        run.append(step)
    if run:
        yield run


def _still(family: Family, outcome: Outcome, n: int, at: date | None, as_of: date) -> bool:
    """Whether a member says its value at ``at`` or after, and not only from a day to come."""
    closing = outcome.closings.get(n)
    if closing is not None and (closing.at is None or at is None or closing.at <= at):
        return False
    window = outcome.window(n, family.members[n])
    if window.start is not None and window.start > as_of:
        return False
    return at is None or window.end is None or window.end > at
