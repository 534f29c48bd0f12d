"""Since last time: which findings are new, changed, back, or no longer there, compared with the scan before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

__all__ = ["NEWS", "SETTLED", "Change", "Closed", "Since", "since_line"]


class Change(StrEnum):
    """``resolved``: a person decided what holds, or its documents disagree no longer. ``dismissed``: a person said
    that it is none, ``deferred``: that it may stand for now. ``vanished``: a document that stated a side is gone, or
    the scanner itself has changed. ``re-opened``: it had been settled or resolved, and is back.
    """

    NEW = "new"
    CHANGED = "changed"
    REOPENED = "re-opened"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"
    DEFERRED = "deferred"
    VANISHED = "vanished"
    OPEN = "still-open"


NEWS = frozenset({Change.NEW, Change.CHANGED, Change.REOPENED})
SETTLED = (Change.RESOLVED, Change.DISMISSED, Change.DEFERRED)
_ONLY_IF_ANY = frozenset({Change.DISMISSED, Change.DEFERRED})


@dataclass(frozen=True, slots=True)
class Closed:
    """A conflict or possible conflict of the scan before that is not there any more; ``detail`` says why, in words."""

    finding_id: str
    kind: str
    subject: str
    predicate: str
    values: tuple[str, ...]
    documents: tuple[tuple[str, str], ...]
    change: Change
    detail: str


@dataclass(frozen=True, slots=True)
class Since:
    """``previous`` is the day of the scan before, ``None`` for the first. ``changes`` holds what became of each finding
    that is there, by id; settled before the last scan, it has none.
    """

    previous: date | None = None
    changes: Mapping[str, Change] = field(default_factory=dict)
    closed: tuple[Closed, ...] = ()

    def count(self, *wanted: Change) -> int:
        """How many conflicts and possible conflicts changed in one of these ways."""
        numbers = Counter(self.changes.values()) + Counter(item.change for item in self.closed)
        return sum(numbers[change] for change in wanted)


def since_line(since: Since) -> str:
    """The numbers in one line; empty for a first scan."""
    if since.previous is None:
        return ""
    counts = [(change, since.count(change)) for change in Change if change is not Change.OPEN]
    told = ", ".join(f"{number:,} {change}" for change, number in counts if number or change not in _ONLY_IF_ANY)
    return f"Since {since.previous}: {told}; {since.count(Change.OPEN):,} still open."
