"""What people decide about findings: resolutions, as they are written once and never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from scanner.model.interval import Window

__all__ = ["Action", "Choice", "Resolution"]


class Action(StrEnum):
    """What is decided. The first three settle a finding and change what holds; the next three only suppress it.

    ``assign`` and ``escalate`` change who looks after it; ``undo`` takes one earlier resolution back.
    """

    KEEP = "keep"
    WINDOWS = "windows"
    SCOPE = "scope"
    FALSE_POSITIVE = "false-positive"
    DUPLICATE = "duplicate"
    ACCEPT = "accept"
    ASSIGN = "assign"
    ESCALATE = "escalate"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Choice:
    """What an action needs to know; sides are named by their value keys.

    ``keep`` is the side that stays; from ``since`` on the others no longer hold. ``windows`` and ``scopes`` (dimension,
    value) give each side its own. ``owner`` is the new one of an assignment, ``until`` the first day on which an
    accepted finding comes back (``None``: never), ``undoes`` the number of the resolution taken back.
    """

    keep: str = ""
    since: date | None = None
    windows: tuple[tuple[str, Window], ...] = ()
    scopes: tuple[tuple[str, str, str], ...] = ()
    duplicate_of: str = ""
    owner: str = ""
    until: date | None = None
    undoes: int = 0


@dataclass(frozen=True, slots=True)
class Resolution:
    """One decision of a person. ``number`` counts all of them in order.

    ``content`` and ``places`` are the finding's fingerprints when it was decided: both hold the values of its sides, so
    that a changed or a third value is another finding. ``decided_on`` is the day it counts from, ``decided_at`` the
    moment (UTC) it was written. ``seen`` is what the person had before them, as JSON; ``run_id`` the scan it is of.
    """

    number: int
    finding_id: str
    content: str
    places: str
    action: Action
    note: str
    decided_by: str
    decided_on: date
    choice: Choice = field(default_factory=Choice)
    decided_at: datetime | None = None
    seen: str = "{}"
    run_id: str = ""
