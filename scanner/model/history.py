"""What becomes of a finding from scan to scan: its state at one scan, and the events between two."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

__all__ = ["Event", "EventKind", "FindingState", "SideState"]


class EventKind(StrEnum):
    """``found``: for the first time. ``moved``: the same dispute in other documents or other words.

    ``changed``: a value of it changed or another came in. ``reopened``: so did one that a person had settled, or an
    acceptance ran out. ``closed``: the documents no longer disagree. ``returned``: after that, they do again.
    """

    FOUND = "found"
    MOVED = "moved"
    CHANGED = "changed"
    REOPENED = "reopened"
    CLOSED = "closed"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class SideState:
    """One value of a finding, and the documents (source, id) that state it, sorted."""

    value: str
    value_key: str
    documents: tuple[tuple[str, str], ...]
    preferred: bool = False


@dataclass(frozen=True, slots=True)
class FindingState:
    """As much of a conflict or possible conflict as tells whether a later one is the same, changed or another."""

    finding_id: str
    kind: str
    subject: str
    predicate: str
    content: str
    places: str
    sides: tuple[SideState, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """What scan number ``scan`` saw of a finding. ``previous`` is the id it had before, if that was another.

    ``resolution`` is the number of the one that no longer holds it down (0: none); ``detail`` says why, in words.
    """

    scan: int
    run_id: str
    as_of: date
    kind: EventKind
    state: FindingState
    previous: str = ""
    resolution: int = 0
    detail: str = ""
