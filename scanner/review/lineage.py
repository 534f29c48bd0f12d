"""What a scan changed: which findings are new, the same in another place, changed, gone, or back again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from scanner.model import Event, EventKind, FindingState, FindingStatus, Resolution
from scanner.review.standing import STATUS, Ledger

__all__ = ["Past", "Scan", "events_of", "status_of"]


@dataclass(frozen=True, slots=True)
class Scan:
    """One scan among all: ``number`` counts them, ``run_id`` is the hash of what it compared."""

    number: int
    run_id: str
    as_of: date


@dataclass
class Past:
    """Which findings earlier scans left open and which they saw close, by id; ``told`` are run-out acceptances
    (number, id of the finding) that have been noticed already.
    """

    open: dict[str, FindingState] = field(default_factory=dict)
    closed: dict[str, FindingState] = field(default_factory=dict)
    told: set[tuple[int, str]] = field(default_factory=set)

    @classmethod
    def of(cls, events: Iterable[Event]) -> Past:
        """Replay ``events``, which are in order of scans."""
        past = cls()
        for event in events:
            state = event.state
            if event.kind is EventKind.CLOSED:
                past.open.pop(state.finding_id, None)
                past.closed[state.finding_id] = state
                continue
            past.open.pop(event.previous, None)
            past.told |= {(number, state.finding_id) for number, name in past.told if name == event.previous}
            past.closed.pop(state.finding_id, None)
            past.open[state.finding_id] = state
            if event.resolution:
                past.told.add((event.resolution, state.finding_id))
        return past


class _Pool:
    """States waiting for their successors, found by id, fingerprint, or a value and document that they share."""

    def __init__(self, states: Iterable[FindingState]) -> None:
        self.left = {state.finding_id: state for state in states}
        self._by: dict[tuple[str, object], list[str]] = {}
        for state in sorted(self.left.values(), key=lambda s: s.finding_id):
            for key in (*_marks(state), *(("stated", pair) for pair in _stated(state))):
                self._by.setdefault(key, []).append(state.finding_id)

    def same(self, state: FindingState) -> FindingState | None:
        """The one with its id, else with either of its fingerprints."""
        found = self.left.get(state.finding_id)
        return found or next((old for mark in _marks(state) for old in self._waiting(mark)), None)

    def related(self, state: FindingState) -> FindingState | None:
        """The one that shares most statements with it, and subject or predicate."""
        shared: dict[str, int] = {}
        for pair in _stated(state):
            for old in self._waiting(("stated", pair)):
                if old.subject == state.subject or old.predicate == state.predicate:
                    shared[old.finding_id] = shared.get(old.finding_id, 0) + 1
        best = min(shared, key=lambda finding_id: (-shared[finding_id], finding_id), default=None)
        return None if best is None else self.left[best]

    def take(self, state: FindingState) -> None:
        self.left.pop(state.finding_id, None)

    def _waiting(self, key: tuple[str, object]) -> list[FindingState]:
        return [self.left[finding_id] for finding_id in self._by.get(key, ()) if finding_id in self.left]


def _marks(state: FindingState) -> tuple[tuple[str, object], ...]:
    marks = (("content", state.content), ("places", state.places))
    return tuple((name, mark) for name, mark in marks if mark)


def _stated(state: FindingState) -> set[tuple[str, str, str]]:
    return {(side.value_key, *document) for side in state.sides for document in side.documents}


def events_of(past: Past, now: Sequence[FindingState], ledger: Ledger, scan: Scan) -> list[Event]:
    """The events of one scan: of what is there in the order of ``now``, then of what has closed, by id.

    A finding is the same as an earlier one by id or by either fingerprint. One that shares a document and its value
    with an earlier one, and subject or predicate, is that one changed.
    """
    waiting, closed = _Pool(past.open.values()), _Pool(past.closed.values())
    events: dict[str, Event] = {}
    unmatched = []
    for state in now:
        old = waiting.same(state)
        if old is None:
            unmatched.append(state)
            continue
        waiting.take(old)
        previous = old.finding_id if old.finding_id != state.finding_id else ""
        expired = _run_out(old, ledger, scan, past)
        if expired is not None:
            words = f"it was accepted until {expired.choice.until}"
            events[state.finding_id] = _event(scan, EventKind.REOPENED, state, previous, expired.number, words)
        elif previous:
            events[state.finding_id] = _event(scan, EventKind.MOVED, state, previous)
    for state in unmatched:
        was = waiting.related(state)
        if was is not None:
            waiting.take(was)
            held = ledger.standing(was.content, was.places, scan.as_of)
            kind, number = (EventKind.CHANGED, 0) if held is None else (EventKind.REOPENED, held.number)
            words = _difference(was, state)
            events[state.finding_id] = _event(scan, kind, state, was.finding_id, number, words)
        else:
            kind = EventKind.FOUND if closed.same(state) is None else EventKind.RETURNED
            events[state.finding_id] = _event(scan, kind, state)
    ordered = [events[state.finding_id] for state in now if state.finding_id in events]
    return ordered + [_event(scan, EventKind.CLOSED, waiting.left[key]) for key in sorted(waiting.left)]


def _event(
    scan: Scan, kind: EventKind, state: FindingState, previous: str = "", resolution: int = 0, detail: str = ""
) -> Event:
    return Event(scan.number, scan.run_id, scan.as_of, kind, state, previous, resolution, detail)


def _run_out(state: FindingState, ledger: Ledger, scan: Scan, past: Past) -> Resolution | None:
    """The acceptance that ran out since the scan before, if one did."""
    last = ledger.last(state.content, state.places)
    if last is None or ledger.standing(state.content, state.places, scan.as_of) is not None:
        return None
    return None if (last.number, state.finding_id) in past.told else last


def _difference(old: FindingState, new: FindingState) -> str:
    before, after = ({side.value_key: side.value for side in state.sides} for state in (old, new))
    gone = [before[key] for key in before if key not in after]
    come = [after[key] for key in after if key not in before]
    if gone and come:
        return f"{' and '.join(gone)} became {' and '.join(come)}"
    if come:
        return f"{' and '.join(come)} came in"
    return f"nothing says {' or '.join(gone)} any more" if gone else "it is worded otherwise"


_OF_EVENT: Mapping[EventKind, FindingStatus] = {
    EventKind.FOUND: FindingStatus.NEW,
    EventKind.REOPENED: FindingStatus.REOPENED,
    EventKind.RETURNED: FindingStatus.REOPENED,
}


def status_of(standing: Resolution | None, event: Event | None) -> FindingStatus:
    """The status of a finding: what the resolution in force makes of it, else what this scan saw happen to it."""
    if standing is not None:
        return STATUS[standing.action]
    return FindingStatus.OPEN if event is None else _OF_EVENT.get(event.kind, FindingStatus.OPEN)
