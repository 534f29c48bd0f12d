"""Replacements of one value by another, brought together: one for each time it happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from scanner.detect.members import Family
from scanner.detect.supersede import Outcome, Step
from scanner.model import Reason, Scope

__all__ = ["MANY_SWINGS", "Replacement", "replacements"]

# A value that comes and goes more often than this is no history of one fact; other witnesses are then not sought.
MANY_SWINGS = 50
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
    lasting: dict[tuple[Scope, str], _Lasting] = {}
    for key in sorted(groups, key=lambda k: (k[0].items, k[1], k[2])):
        scope, old_value, new_value = key
        returned = sorted(set(came.get((scope, old_value), ())))
        left = went.get((scope, new_value), date.max)
        runs = list(_runs(sorted(groups[key], key=lambda s: (s.at or date.max, s.old, s.new)), returned))
        sought = (scope, new_value)
        if sought not in lasting:
            lasting[sought] = _Lasting(family, outcome, stating.get(sought, ()), as_of)
        for run in runs:
            first = run[0].at
            before = sorted({s.old for s in run})
            after = {s.new for s in run}
            if len(runs) <= MANY_SWINGS:
                after.update(lasting[sought].after(first))
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


class _Lasting:
    """The members that say one value, by the day until which they say it; those that only will say it are left out."""

    def __init__(self, family: Family, outcome: Outcome, numbers: Sequence[int], as_of: date) -> None:
        found: list[tuple[date, int]] = []
        self._open: list[int] = []  # nothing ends them
        for n in numbers:
            closing, window = outcome.closings.get(n), outcome.window(n, family.members[n])
            if window.start is not None and window.start > as_of:
                continue
            if closing is None and window.end is None:
                self._open.append(n)
            elif closing is None or closing.at is not None:
                ends = [end for end in (window.end, closing.at if closing is not None else None) if end is not None]
                found.append((min(ends), n))
        found.sort()
        self._days = [day for day, _ in found]
        self._ending = [n for _, n in found]
        self._unclosed = [n for n in self._ending if n not in outcome.closings]

    def after(self, day: date | None) -> Sequence[int]:
        """Those that say it after ``day``, in no order; on an unknown day, those that nothing has closed."""
        if day is None:
            return self._open + self._unclosed
        return self._open + self._ending[bisect_right(self._days, day) :]
