"""Options of the review commands: filters of findings, and opening a store that another process is writing."""

from __future__ import annotations

import time
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.codes import UserError
from scanner.cli.options import SeverityLevel, day
from scanner.settings import Settings

if TYPE_CHECKING:
    from scanner.review import Filter
    from scanner.store import Store

__all__ = [
    "KindFilter",
    "LeastConfidence",
    "LeastSeverity",
    "NewSince",
    "OwnerFilter",
    "PathFilter",
    "Preferred",
    "SeverityFilter",
    "StatusFilter",
    "SubjectFilter",
    "TypeFilter",
    "Unrouted",
    "filter_of",
    "open_when_free",
]

_PAUSE = 0.1


class Kind(StrEnum):
    CONFLICT = "conflict"
    POSSIBLE = "possible"


class Status(StrEnum):
    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"
    DEFERRED = "deferred"
    SETTLED = "settled"
    TO_CORRECT = "to-correct"
    ALL = "all"


class Type(StrEnum):
    FRESHNESS = "freshness"
    FACTUAL = "factual"
    SCOPE = "scope"
    OPINION = "opinion"
    IN_DOCUMENT = "in-document"


OwnerFilter = Annotated[str | None, typer.Option("--owner", metavar="NAME", help="Only findings of this owner.")]
Unrouted = Annotated[bool, typer.Option("--unrouted", help="Only findings without an owner.", show_default=False)]
KindFilter = Annotated[Kind | None, typer.Option("--kind", help="Only findings of this kind.")]
TypeFilter = Annotated[Type | None, typer.Option("--type", help="Only findings of this type.")]
SeverityFilter = Annotated[SeverityLevel | None, typer.Option("--severity", help="Only findings of this severity.")]
PathFilter = Annotated[
    list[str] | None,
    typer.Option("--path", metavar="GLOB", help="Only where a document matches, as reports name it; may be repeated."),
]
SubjectFilter = Annotated[
    str | None, typer.Option("--subject", metavar="TEXT", help="Only subjects that hold this text, in any case.")
]
LeastConfidence = Annotated[
    float, typer.Option("--min-confidence", metavar="0..1", min=0, max=1, help="Only what is at least so sure.")
]
LeastSeverity = Annotated[SeverityLevel | None, typer.Option("--min-severity", help="Only what is at least so severe.")]
Preferred = Annotated[
    bool, typer.Option("--has-preferred", help="Only findings of which a side is preferred.", show_default=False)
]
StatusFilter = Annotated[
    Status,
    typer.Option("--status", help="Which to list; to-correct: decided, and a page still says what no longer holds."),
]
NewSince = Annotated[
    date | None, typer.Option("--new-since", metavar="DATE", parser=day, help="Only what was first seen then or later.")
]


def filter_of(
    owner: str | None,
    unrouted: bool,
    kind: Kind | None,
    kind_of_conflict: Type | None,
    severity: SeverityLevel | None,
    path: list[str] | None,
    subject: str | None,
    new_since: date | None,
    least_confidence: float,
    least_severity: SeverityLevel | None,
    preferred: bool,
) -> Filter:
    """The flags as one filter."""
    from scanner.review import Filter

    try:
        return Filter(
            owner=owner or "",
            kind=kind or "",
            type=kind_of_conflict or "",
            severity=severity or "",
            path=tuple(path or ()),
            subject=subject or "",
            new_since=new_since,
            unrouted=unrouted,
            min_confidence=least_confidence,
            min_severity=least_severity or "",
            preferred=preferred,
        )
    except ValueError as error:
        raise UserError(f"--path: {error}") from error


def open_when_free(settings: Settings, wait: float) -> Store:
    """Open the store for writing; while another process has it, try again for ``wait`` seconds.

    Raises:
        StoreLocked: if it is still in use after that.
    """
    from scanner.cli.opening import open_store
    from scanner.store import StoreLocked

    end = time.monotonic() + wait
    while True:
        try:
            return open_store(settings)
        except StoreLocked:
            if time.monotonic() >= end:
                raise
            time.sleep(_PAUSE)
