"""Members of a key in the order in which they begin to hold."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date

from scanner.detect.members import Member

__all__ = ["Days"]


class Days:
    """Members in order of their starts, that can be walked from a day on without stopping at one value."""

    def __init__(self, members: Sequence[Member], order: Sequence[int]) -> None:
        self.order = order
        self.days = [members[n].start or date.min for n in order]
        self.values = [members[n].value_key for n in order]
        self.next_value = [0] * len(order)
        following = len(order)
        for at in range(len(order) - 1, -1, -1):
            if at + 1 < len(order) and self.values[at] != self.values[at + 1]:
                following = at + 1
            self.next_value[at] = following

    def since(self, day: date, other_than: str) -> Iterator[int]:
        """The members that start on ``day`` or later and have another value, in order."""
        at = bisect_left(self.days, day)
        while at < len(self.order):
            if self.values[at] == other_than:
                at = self.next_value[at]
                continue
            yield self.order[at]
            at += 1
