"""Which resolutions stand: which of them concern a finding, which were taken back, and the status that follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from scanner.model import Action, Event, EventKind, FindingStatus, Resolution

__all__ = ["DISPOSITIONS", "STATUS", "Ledger"]

STATUS: Mapping[Action, FindingStatus] = {
    Action.KEEP: FindingStatus.RESOLVED,
    Action.WINDOWS: FindingStatus.RESOLVED,
    Action.SCOPE: FindingStatus.RESOLVED,
    Action.FALSE_POSITIVE: FindingStatus.DISMISSED,
    Action.DUPLICATE: FindingStatus.DISMISSED,
    Action.ACCEPT: FindingStatus.DEFERRED,
}
DISPOSITIONS = frozenset(STATUS)


@dataclass(frozen=True)
class Ledger:
    """All resolutions in order, found by fingerprint: that of a finding now, or any it had before it moved.

    Places alone name a finding only as long as no other says the same values in the same documents: one that a scan
    has found beside those it knew is never taken for another that was reworded.
    """

    resolutions: tuple[Resolution, ...]
    _by_content: Mapping[str, tuple[Resolution, ...]]
    _by_places: Mapping[str, tuple[Resolution, ...]]
    _before: Mapping[tuple[str, str], tuple[str, str]]
    _own: frozenset[str]

    @classmethod
    def of(cls, resolutions: Iterable[Resolution], events: Iterable[Event] = ()) -> Ledger:
        """The ledger of all resolutions; ``events`` in order of scans tell what findings were before they moved."""
        ordered = tuple(sorted(resolutions, key=lambda item: item.number))
        log = tuple(events)
        undone = {item.choice.undoes for item in ordered if item.action is Action.UNDO}
        left = [item for item in ordered if item.number not in undone and item.action is not Action.UNDO]
        own = frozenset(event.state.content for event in log if event.kind is EventKind.FOUND)
        return cls(ordered, _grouped(left, "content"), _grouped(left, "places"), _moves(log), own)

    @property
    def next_number(self) -> int:
        return max((item.number for item in self.resolutions), default=0) + 1

    def about(self, content: str, places: str) -> tuple[Resolution, ...]:
        """Those not undone that match either fingerprint, oldest first; an empty one matches nothing, see above."""
        found: dict[int, Resolution] = {}
        seen: set[tuple[str, str]] = set()
        marks: tuple[str, str] | None = (content, places)
        while marks is not None and marks not in seen:
            seen.add(marks)
            by_content = self._by_content.get(marks[0], ()) if marks[0] else ()
            by_places = self._by_places.get(marks[1], ()) if marks[1] and marks[0] not in self._own else ()
            found.update((item.number, item) for item in (*by_content, *by_places))
            marks = self._before.get(marks)
        return tuple(found[number] for number in sorted(found))

    def last(self, content: str, places: str) -> Resolution | None:
        """The last disposition of a finding, whether or not its time has run out."""
        about = [item for item in self.about(content, places) if item.action in DISPOSITIONS]
        return about[-1] if about else None

    def standing(self, content: str, places: str, as_of: date) -> Resolution | None:
        """The disposition in force on a day: the last one, unless it was an acceptance that has run out."""
        last = self.last(content, places)
        return None if last is None or _run_out(last, as_of) else last

    def owner(self, content: str, places: str) -> str:
        """Whom a person has made the owner; ``""`` if nobody has."""
        given = [
            item.choice.owner for item in self.about(content, places) if item.action in (Action.ASSIGN, Action.ESCALATE)
        ]
        return given[-1] if given else ""

    def escalated(self, content: str, places: str) -> bool:
        """Whether the last change of owner was an escalation."""
        moves = [i for i in self.about(content, places) if i.action in (Action.ASSIGN, Action.ESCALATE)]
        return bool(moves) and moves[-1].action is Action.ESCALATE


def _moves(events: Iterable[Event]) -> Mapping[tuple[str, str], tuple[str, str]]:
    """For the fingerprints of a finding that moved, those it had before."""
    known: dict[str, tuple[str, str]] = {}
    moves: dict[tuple[str, str], tuple[str, str]] = {}
    for event in events:
        marks = (event.state.content, event.state.places)
        before = known.get(event.previous)
        if event.kind is EventKind.MOVED and before is not None and before != marks:
            moves[marks] = before
        known[event.state.finding_id] = marks
    return moves


def _run_out(item: Resolution, as_of: date) -> bool:
    return item.action is Action.ACCEPT and item.choice.until is not None and item.choice.until <= as_of


def _grouped(items: Iterable[Resolution], name: str) -> Mapping[str, tuple[Resolution, ...]]:
    found: dict[str, list[Resolution]] = {}
    for item in items:
        found.setdefault(getattr(item, name), []).append(item)
    return {key: tuple(group) for key, group in found.items()}
