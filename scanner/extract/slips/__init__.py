"""Slips: two places of one document that cannot both be right, found by reading the document as a whole.

Each check yields its two sides as triples whose extractor is the reason of the finding and whose ``pair`` joins them;
nothing else meets them. To add a check, write one file with ``build(rules)`` and list it in ``CHECKS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from scanner.extract.slips import both_lists, cells, counts, key_twice, sums, weekdays
from scanner.extract.slips.side import Check, Pair
from scanner.model import Document, Triple, Unit
from scanner.rules import RuleSet

__all__ = ["CHECKS", "Slips"]

CHECKS: tuple[Callable[[RuleSet], Check], ...] = (
    counts.build,
    weekdays.build,
    sums.build,
    both_lists.build,
    key_twice.build,
    cells.build,
)


@dataclass(frozen=True)
class Slips:
    """All checks of one document against itself, built once from the cards."""

    checks: tuple[Check, ...]

    @classmethod
    def build(cls, rules: RuleSet) -> Slips:
        return cls(tuple(build(rules) for build in CHECKS))

    def triples(self, document: Document, units: Sequence[Unit]) -> tuple[Triple, ...]:
        """The sides of every slip in the document, two by two; pairs are numbered from 1 within it."""
        return tuple(_numbered(pair for check in self.checks for pair in check(document, units)))


def _numbered(pairs: Iterable[Pair]) -> Iterator[Triple]:
    numbers = count(1)
    for pair in pairs:
        number = next(numbers)
        for side in pair:
            yield replace(side, pair=number)
