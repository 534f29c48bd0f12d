"""Validity windows: half-open intervals of days, with open ends, and their algebra."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

__all__ = ["Relation", "Window", "WindowBasis"]


class WindowBasis(StrEnum):
    """What a window's bounds rest on, strongest first."""

    STATED = "stated"
    SUPERSEDED = "superseded"
    DOCUMENT_DATE = "document-date"
    UNKNOWN = "unknown"


class Relation(StrEnum):
    """Allen's thirteen relations between two intervals (J. F. Allen, 1983)."""

    BEFORE = "before"
    MEETS = "meets"
    OVERLAPS = "overlaps"
    STARTS = "starts"
    DURING = "during"
    FINISHES = "finishes"
    EQUALS = "equals"
    FINISHED_BY = "finished-by"
    CONTAINS = "contains"
    STARTED_BY = "started-by"
    OVERLAPPED_BY = "overlapped-by"
    MET_BY = "met-by"
    AFTER = "after"

    @property
    def inverse(self) -> Relation:
        """The relation read from the other interval."""
        order = list(Relation)
        return order[len(order) - 1 - order.index(self)]


@dataclass(frozen=True, slots=True)
class Window:
    """The days on which a claim holds: ``[start, end)``; ``None`` is an open (or unknown) end.

    Raises:
        ValueError: if both ends are given and ``start >= end`` (no window is empty).
    """

    start: date | None = None
    end: date | None = None
    basis: WindowBasis = WindowBasis.UNKNOWN

    def __post_init__(self) -> None:
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError(f"empty window: [{self.start}, {self.end})")

    @property
    def bounds(self) -> tuple[date, date]:
        """Both ends, open ones at the ends of the calendar."""
        return self.start or date.min, self.end or date.max

    def contains(self, day: date) -> bool:
        """Whether ``day`` lies in the window; its end does not."""
        low, high = self.bounds
        return low <= day < high or (self.end is None and day == date.max)

    def overlaps(self, other: Window) -> bool:
        """Whether some day lies in both windows."""
        (a, b), (c, d) = self.bounds, other.bounds
        return a < d and c < b

    def relation(self, other: Window) -> Relation:
        """Allen's relation of this window to ``other``."""
        (a, b), (c, d) = self.bounds, other.bounds
        if b < c:
            return Relation.BEFORE
        if b == c:
            return Relation.MEETS
        if d < a:
            return Relation.AFTER
        if d == a:
            return Relation.MET_BY
        if a == c:
            if b == d:
                return Relation.EQUALS
            return Relation.STARTS if b < d else Relation.STARTED_BY
        if b == d:
            return Relation.FINISHES if a > c else Relation.FINISHED_BY
        if a < c:
            return Relation.OVERLAPS if b < d else Relation.CONTAINS
        return Relation.DURING if b < d else Relation.OVERLAPPED_BY
