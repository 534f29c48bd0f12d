"""The only clock of the program."""

from __future__ import annotations

from datetime import UTC, date, datetime

__all__ = ["now", "today"]


def today() -> date:
    """The day it is here."""
    return datetime.now(UTC).astimezone().date()


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)
