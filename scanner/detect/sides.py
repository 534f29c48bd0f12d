"""What the members of a side have in common, by column: a key may have a hundred thousand members, and told changes
may ask for most of them a hundred times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from scanner.detect.members import Family, Member
from scanner.detect.supersede import Outcome
from scanner.model import Bound, SubjectBasis, WindowBasis

__all__ = ["Columns"]

_BASIS = {basis.value: at for at, basis in enumerate(SubjectBasis)}
_BOUND = {bound: at for at, bound in enumerate(Bound)}
_STRENGTH = {basis: at for at, basis in enumerate(WindowBasis)}


class Columns:
    """The members of one key after everything that closed them; sides are the numbers of their members, in order."""

    def __init__(self, family: Family, outcome: Outcome) -> None:
        self.family = family
        self._outcome = outcome
        self._of = dict(zip(Member._fields, zip(*family.members, strict=True), strict=True))

    def of(self, name: str, numbers: Iterable[int]) -> Iterator[Any]:
        """One field of each of the members."""
        return map(self._of[name].__getitem__, numbers)

    def documents(self, numbers: Iterable[int]) -> list[int]:
        """The distinct documents, in order."""
        return sorted(set(self.of("document", numbers)))

    def witnesses(self, numbers: Iterable[int]) -> int:
        """Copies of one text are one witness."""
        return len(set(self.of("text_hash", numbers)))

    def wording(self, numbers: Iterable[int]) -> str:
        """The value as most places write it, the first of equals."""
        said = Counter(self.of("value_text", numbers))
        return str(max(said, key=said.__getitem__))

    def bound(self, numbers: Iterable[int]) -> Bound:
        """The bound class that is told; an exact one only if there is no other."""
        bounds: set[Bound] = set(self.of("bound", numbers))
        return min(bounds - {Bound.EXACT} or bounds, key=_BOUND.__getitem__)

    def named(self, numbers: Iterable[int]) -> Member:
        """The member that names best what is spoken of, the first of equals."""
        return self.family.members[min(numbers, key=self._naming.__getitem__)]

    @cached_property
    def _naming(self) -> list[int]:
        names = [(m.subject == "", _BASIS[m.subject_basis], m.subject, m.predicate) for m in self.family.members]
        order = {name: at for at, name in enumerate(sorted(set(names)))}
        return [order[name] for name in names]

    def window(self, numbers: Sequence[int]) -> tuple[date | None, date | None, WindowBasis]:
        """From when until when the side holds, where each of its members says so, and the best basis of it."""
        starts, ends, bases, telling = self._windows
        told = numbers if telling is None else [n for n in numbers if telling[n]]
        found = set(map(bases.__getitem__, told)) - {WindowBasis.UNKNOWN}
        return (
            _first(map(starts.__getitem__, told), min),
            _first(map(ends.__getitem__, told), max),
            min(found, key=_STRENGTH.__getitem__, default=WindowBasis.UNKNOWN),
        )

    @cached_property
    def _windows(self) -> tuple[list[date | None], list[date | None], list[WindowBasis], list[bool] | None]:
        """Starts, ends and bases; and, unless all do, which members tell of a time (old values mostly do not)."""
        members = self.family.members
        windows = [self._outcome.window(n, member) for n, member in enumerate(members)]
        telling = [not m.quoted or m.basis is WindowBasis.STATED for m in members]
        return (
            [window.start for window in windows],
            [window.end for window in windows],
            [window.basis for window in windows],
            None if all(telling) else telling,
        )


def _first(days: Iterable[date | None], of: Any) -> date | None:
    """The first (``min``) or last (``max``) of days that are all known."""
    known = list(days)
    return None if not known or None in known else of(known)
