"""What people decide about findings: which decisions are sound, and which status of a finding follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from scanner.model import Finding, FindingStatus

__all__ = ["Action", "Resolution", "ReviewError", "decide", "in_force", "status_of"]


class ReviewError(ValueError):
    """A decision that makes no sense; the message says why."""


class Action(StrEnum):
    """What is decided: that the finding is settled, that it is none, that it waits, or that a decision was wrong."""

    RESOLVE = "resolve"
    DISMISS = "dismiss"
    DEFER = "defer"
    UNDO = "undo"


_STATUS = {
    Action.RESOLVE: FindingStatus.RESOLVED,
    Action.DISMISS: FindingStatus.DISMISSED,
    Action.DEFER: FindingStatus.DEFERRED,
}


@dataclass(frozen=True, slots=True)
class Resolution:
    """One decision, never changed once written. ``number`` counts all decisions in their order.

    ``content`` and ``places`` are the finding's fingerprints when it was decided: both hold the values of its sides,
    so that a changed or third value is another finding. ``until`` is the first day on which a deferral no longer
    holds.
    """

    number: int
    finding_id: str
    content: str
    places: str
    action: Action
    note: str
    decided_by: str
    decided_on: date
    until: date | None = None


def decide(
    finding: Finding,
    action: Action,
    history: Sequence[Resolution],
    *,
    note: str,
    decided_by: str,
    decided_on: date,
    until: date | None = None,
) -> Resolution:
    """The next decision about ``finding``, given all earlier ones about any.

    Raises:
        ReviewError: for a dismissal without a reason, a deferral without a later day, a day where none belongs, a
            decision that stands already, or nothing to undo.
    """
    standing = in_force(finding, history, decided_on)
    if action is Action.DISMISS and not note.strip():
        raise ReviewError("a dismissal needs a reason, for whoever sees the finding next")
    if action is Action.DEFER and (until is None or until <= decided_on):
        raise ReviewError("a deferral needs the later day on which the finding comes back")
    if action is not Action.DEFER and until is not None:
        raise ReviewError(f"only a deferral ends on a day, not the action {action}")
    if action is Action.UNDO and standing is None:
        raise ReviewError(f"{finding.finding_id} has no decision to undo")
    if standing is not None and (standing.action, standing.until) == (action, until):
        raise ReviewError(f"{finding.finding_id} is already {_STATUS[action]} since {standing.decided_on}")
    number = max((earlier.number for earlier in history), default=0) + 1
    return Resolution(
        number,
        finding.finding_id,
        finding.fingerprint_content,
        finding.fingerprint_places,
        action,
        note,
        decided_by,
        decided_on,
        until,
    )


def in_force(finding: Finding, history: Iterable[Resolution], as_of: date) -> Resolution | None:
    """The last decision that concerns ``finding`` by either fingerprint, unless undone or run out by ``as_of``."""
    about = [
        item
        for item in history
        if (item.content and item.content == finding.fingerprint_content)
        or (item.places and item.places == finding.fingerprint_places)
    ]
    last = max(about, key=lambda item: item.number, default=None)
    if last is None or last.action is Action.UNDO or (last.until is not None and last.until <= as_of):
        return None
    return last


def status_of(finding: Finding, history: Iterable[Resolution], as_of: date) -> FindingStatus:
    """The status that decisions give ``finding`` on a day; its own where none is in force."""
    standing = in_force(finding, history, as_of)
    return finding.status if standing is None else _STATUS[standing.action]
