"""Within one key: which claims something newer has replaced, when, and by what.

An update needs evidence (a stated change or start, a newer document of the series, a document that says it replaces
another, a source declared to replace by recency); being later alone closes nothing, nor does lower standing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from scanner.detect.days import Days
from scanner.detect.joined import joined
from scanner.detect.members import Family, Member
from scanner.detect.order import Placed
from scanner.model import Change, Reason, Scope, Status, Window, WindowBasis

__all__ = ["Closing", "Outcome", "Step", "supersede"]


@dataclass(frozen=True, slots=True)
class Closing:
    """What ended a claim: on ``at`` (``None``: an unknown day), by member ``by`` (-1: its document was replaced)."""

    at: date | None
    by: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Step:
    """Member ``new`` replaced the value of member ``old`` on ``at``."""

    old: int
    new: int
    at: date | None
    reason: Reason


@dataclass(slots=True)
class Outcome:
    """What happened within one key. Numbers count its members. ``holding`` are those that can dispute today."""

    closings: dict[int, Closing] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    holding: list[int] = field(default_factory=list)
    _windows: dict[int, Window] = field(default_factory=dict)

    def window(self, number: int, member: Member) -> Window:
        """The window in which a member holds after everything that closed it; ask once all closings are known."""
        found = self._windows.get(number)
        if found is None:
            found = self._windows[number] = self._window(number, member)
        return found

    def _window(self, number: int, member: Member) -> Window:
        closing = self.closings.get(number)
        if closing is None or closing.at is None:
            return Window(member.start, member.end, member.basis)
        start, end, at = member.start, member.end, closing.at
        if start is not None and start >= at:
            if member.basis is WindowBasis.STATED:  # it was to begin later and never did
                return Window(start, end, member.basis)
            start = None  # no window has length zero: it began on an unknown day before
        return Window(start, at if end is None else min(end, at), WindowBasis.SUPERSEDED)


def supersede(family: Family, placed: Sequence[Placed], as_of: date) -> Outcome:
    """Close what was replaced and list the replacements, one scope at a time."""
    outcome = Outcome()
    scopes: dict[Scope, list[int]] = {}
    for number, member in enumerate(family.members):
        scopes.setdefault(member.scope, []).append(number)
    if len(scopes) > 1:
        revised = any(encounter.way is Reason.SERIES for encounter in family.encounters.values())
        scopes = joined(scopes, family.members, None if revised else placed)
    for scope in sorted(scopes, key=lambda s: s.items):
        _Chain(family, placed, as_of, scopes[scope], outcome).run()
    outcome.holding.sort()
    return outcome


class _Chain:
    """The claims of one key and scope in time."""

    def __init__(
        self, family: Family, placed: Sequence[Placed], as_of: date, numbers: Sequence[int], outcome: Outcome
    ) -> None:
        self.family, self.placed, self.as_of, self.outcome = family, placed, as_of, outcome
        members = family.members
        self.members = members
        released = [n for n in numbers if not placed[members[n].document].pending]
        self.quoted = [n for n in released if members[n].quoted]
        self.stating = [n for n in released if not members[n].quoted and _takes_part(members[n])]
        # Plans, conditions and examples dispute nothing, but in the same place of the next version they can change.
        self.only_said = [n for n in released if not members[n].quoted and not _takes_part(members[n])]
        self.of_document: dict[int, list[int]] = {}
        self.of_value: dict[str, list[int]] = {}
        for n in (*self.stating, *self.only_said):
            self.of_document.setdefault(members[n].document, []).append(n)
        for n in self.stating:
            self.of_value.setdefault(members[n].value_key, []).append(n)
        self.runs: dict[int, list[tuple[int, int]]] = {}
        for document in self.of_document:
            where = placed[document]
            if where.series >= 0 and where.rank is not None and where.replaces:
                self.runs.setdefault(where.series, []).append((where.rank, document))
        for run in self.runs.values():
            run.sort()
        self.told = self._told_changes()
        self.telling = set(self.told.values())
        dated = [n for n in self.stating if members[n].start is not None and members[n].functional is not False]
        dated.sort(key=lambda n: (members[n].start or date.min, n))
        self.dated = Days(members, dated)
        self.signals = Days(members, [n for n in dated if self._signals(n)])

    def _signals(self, n: int) -> bool:
        member = self.members[n]
        return self._tells_change(n) or member.stated_start or self.placed[member.document].recency

    def _tells_change(self, n: int) -> bool:
        return self.members[n].change is Change.NEW or n in self.telling

    def _told_changes(self) -> dict[int, int]:
        """For each quoted old value, the statement beside it that gives the new one."""
        told: dict[int, int] = {}
        for old in self.quoted:
            member = self.members[old]
            beside = [
                n
                for n in self.of_document.get(member.document, ())
                if _takes_part(self.members[n])
                and self.family.differ(member, self.members[n])
                and (member.pair == 0 or (self.members[n].pair, self.members[n].unit) == (member.pair, member.unit))
            ]
            if beside:
                told[old] = min(beside, key=lambda n: (self.members[n].unit != member.unit, n))
        return told

    def run(self) -> None:
        pairs: dict[str, list[int]] = {}
        for old, new in sorted(self.told.items()):
            pairs.setdefault(self.members[old].value_key, []).append(new)
            self.outcome.steps.append(Step(old, new, self.members[new].start, Reason.STATED_CHANGE))
        for n in self.stating:
            self._close(n, pairs.get(self.members[n].value_key, ()))
        for n in self.only_said:
            closing, step = self._by_document(n) or (None, None)
            if closing is not None and step is not None:
                self.outcome.closings[n] = closing
                self.outcome.steps.append(step)
        left: dict[str, list[int]] = {}
        for old in self.quoted:
            if old not in self.told:
                self._end_what_was(old, left)
        for n in self.stating:
            if self._holds(n):
                self.outcome.holding.append(n)

    def _close(self, n: int, told: Sequence[int]) -> None:
        by_signal = self._by_signal(n, told)
        by_document = self._by_document(n)
        member = self.members[n]
        if by_signal is not None and (by_document is None or _not_later(by_signal.at, by_document[0].at)):
            self.outcome.closings[n] = Closing(by_signal.at, by_signal.new, by_signal.reason)
            self.outcome.steps.append(by_signal)
        elif by_document is not None:
            closing, step = by_document
            self.outcome.closings[n] = closing
            if step is not None:
                self.outcome.steps.append(step)
        elif member.end is not None and member.functional is not False:
            following = self._after(n, member.end)
            if following is not None:
                self.outcome.steps.append(Step(n, following, self.members[following].start, Reason.STATED_WINDOW))

    def _by_signal(self, n: int, told: Sequence[int]) -> Step | None:
        """The first statement that says of itself that it is newer, and says something else."""
        member = self.members[n]
        if member.functional is False:
            return None
        for new in told:  # "raised from 100 to 500" beside a page that says 100
            other = self.members[new]
            if other.document != member.document and _not_later(member.start, other.start) and self._may_close(new, n):
                return Step(n, new, other.start, Reason.STATED_CHANGE)
        if member.start is None:
            return None
        for new in self.signals.since(member.start, member.value_key):
            other = self.members[new]
            if other.start == member.start and not self._replaces_at_once(new, n):
                continue
            if member.end is not None and (other.start or date.max) < member.end and not self._tells_change(new):
                continue  # the older one says itself that it holds until later
            if self.family.differ(member, other) and self._may_close(new, n):
                reason = Reason.STATED_CHANGE if self._tells_change(new) else Reason.STATED_WINDOW
                return Step(n, new, other.start, reason)
        return None

    def _replaces_at_once(self, new: int, old: int) -> bool:
        """An equal start closes only by a told change, in another document, against one that tells none."""
        a, b = self.members[new], self.members[old]
        return self._tells_change(new) and a.document != b.document and not self._signals(old)

    def _may_close(self, new: int, old: int) -> bool:
        a, b = self.placed[self.members[new].document], self.placed[self.members[old].document]
        if a.number != b.number and a.series >= 0 and a.series == b.series:
            return False  # within a series its order decides, see _by_document
        return a.standing >= b.standing

    def _by_document(self, n: int) -> tuple[Closing, Step | None] | None:
        """A newer document has taken the place of this one: what it repeats goes on there, what differs is replaced."""
        member, where = self.members[n], self.placed[self.members[n].document]
        if not where.closed:
            return None
        successor, reason = self._successor(where)
        closing = Closing(where.closed_at, -1, where.closed_reason)
        if successor is None:
            return closing, None
        same_place = [m for m in self.of_document[successor] if self._same_place(member, self.members[m])]
        there = [m for m in self.of_document[successor] if _takes_part(self.members[m]) and _takes_part(member)]
        if not same_place and any(
            self.family.agree(member, self.members[m]) and not self.family.rewritten(member, self.members[m])
            for m in there
        ):
            return closing, None
        new = self._counterpart(member, same_place or there)
        if new is None:
            return closing, None
        step = Step(n, new, self.placed[successor].day, reason)
        return Closing(where.closed_at, new, reason), step

    def _successor(self, where: Placed) -> tuple[int | None, Reason]:
        """The next document that speaks of this key: of the series, else along the declared replacements."""
        run = self.runs.get(where.series, []) if where.series >= 0 and where.rank is not None else []
        at = bisect_right(run, (where.rank if where.rank is not None else 0, len(self.placed)))
        if at < len(run):
            return run[at][1], Reason.NEWER_IN_SERIES
        waiting, seen = list(where.declared_by), {where.number}
        while waiting:
            document = waiting.pop(0)
            if document in seen:
                continue
            seen.add(document)
            if document in self.of_document:
                return document, Reason.DECLARED_SUPERSESSION
            waiting.extend(self.placed[document].declared_by)
        return None, where.closed_reason

    def _same_place(self, old: Member, new: Member) -> bool:
        """Whether the value of the same sentence's next version differs; what other sentences repeat is no answer."""
        encounter = self.family.encounters.get(_pair(old, new))
        return encounter is not None and encounter.way is Reason.SERIES and self.family.replaced(old, new)

    def _counterpart(self, member: Member, there: Sequence[int]) -> int | None:
        """Which of the successor's statements replaces this one: one that met it, else the only new value."""
        differing = [
            m
            for m in there
            if self.family.rewritten(member, self.members[m]) or self._same_place(member, self.members[m])
        ]
        met = [m for m in differing if _pair(member, self.members[m]) in self.family.encounters]
        before = {self.members[m].value_key for m in self.of_document.get(member.document, ())}
        if member.functional is False and not met:
            return None  # of several values one may go and another come: only the same place tells
        new = met or [m for m in differing if self.members[m].value_key not in before]
        values = {self.members[m].value_key for m in new}
        return new[0] if len(values) == 1 else None

    def _after(self, n: int, end: date) -> int | None:
        """The statement that holds next after one whose end is stated."""
        for m in self.dated.since(end, self.members[n].value_key):
            if (self.members[m].start or date.max) > self.as_of:
                return None
            if self.family.differ(self.members[n], self.members[m]):
                return m
        return None

    def _end_what_was(self, old: int, left: dict[str, list[int]]) -> None:
        """ "It was 5 until March" ends an older page's 5 even where nothing says what followed.

        ``left`` are, by value, the dated statements that nothing has ended yet, in order of their starts.
        """
        told = self.members[old]
        at = told.end or self.placed[told.document].day
        if at is None:
            return
        if told.value_key not in left:
            undone = (n for n in self.of_value.get(told.value_key, ()) if n not in self.outcome.closings)
            left[told.value_key] = sorted((n for n in undone if self.members[n].start), key=self._start)
        waiting = left[told.value_key]
        before = bisect_left(waiting, at, key=self._start)
        kept = []
        for n in waiting[:before]:
            if self.members[n].document != told.document and self._may_close(old, n):
                self.outcome.closings[n] = Closing(at, old, Reason.STATED_CHANGE)
            else:
                kept.append(n)
        if len(kept) < before:
            left[told.value_key] = kept + waiting[before:]

    def _start(self, n: int) -> date:
        return self.members[n].start or date.min

    def _holds(self, n: int) -> bool:
        member, where = self.members[n], self.placed[self.members[n].document]
        if member.start is not None and member.start > self.as_of:
            return False  # upcoming
        if where.closed and _reached(where.closed_at, self.as_of):
            return False
        closing = self.outcome.closings.get(n)
        return closing is None or not _reached(closing.at, self.as_of)


def _reached(day: date | None, as_of: date) -> bool:
    return day is None or day <= as_of


def _takes_part(member: Member) -> bool:
    return member.status in (Status.ASSERTED, Status.NEGATED) or (
        member.status is Status.PLANNED and member.stated_start
    )


def _not_later(a: date | None, b: date | None) -> bool:
    """Whether ``a`` is not known to be later than ``b``."""
    return a is None or b is None or a <= b


def _pair(a: Member, b: Member) -> tuple[str, str]:
    low, high = sorted((a.value_key, b.value_key))
    return low, high
