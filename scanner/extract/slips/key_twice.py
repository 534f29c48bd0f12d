"""One key given twice with two values in one run of key-value lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scanner.extract.slips.side import Check, Pair, side
from scanner.model import Document, Mention, Reason, Term, Text, Unit, VerdictKind, compare_values
from scanner.rules import RuleSet

__all__ = ["build"]

_FEWEST_KEYS = 2


def build(rules: RuleSet) -> Check:
    """The check of repeated keys."""
    del rules
    return _check


def _check(document: Document, units: Sequence[Unit]) -> Iterator[Pair]:
    keyed = [unit for unit in units if unit.key is not None and unit.key[0] == 0]
    for run in _runs(document, keyed):
        twice = _twice(run)
        if twice is None:
            continue
        first, second = twice
        a, b = _value(first), _value(second)
        if a is None or b is None or a.value is None or b.value is None:
            continue
        if type(a.value) is not type(b.value) or compare_values(a.value, b.value).kind is not VerdictKind.DIFFERENT:
            continue
        name = _key(first)
        yield (
            side(Reason.KEY_TWICE, first, (a.start, a.end), a.text, a.value, name),
            side(Reason.KEY_TWICE, second, (b.start, b.end), b.text, b.value, name),
        )


def _runs(document: Document, keyed: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Lines of one record: block by block, under the same headings, with the same lead-in."""
    blocks = document.blocks

    def place(item: tuple[int, Unit]) -> tuple[object, ...]:
        at, unit = item
        block = blocks[unit.block]
        return unit.block - at, block.headings, block.lead, block.level, unit.caption

    first: dict[int, Unit] = {}
    for unit in keyed:
        first.setdefault(unit.block, unit)
    for _, group in groupby(enumerate(first[block] for block in sorted(first)), key=place):
        yield [unit for _, unit in group]


def _twice(run: Sequence[Unit]) -> tuple[Unit, Unit] | None:
    """The two lines of the one key that comes twice, apart from each other.

    Several keys that come again are the fields of several records, and two lines in a row are two entries.
    """
    places: dict[str, list[int]] = {}
    for at, unit in enumerate(run):
        places.setdefault(_key(unit).casefold(), []).append(at)
    again = [found for found in places.values() if len(found) > 1]
    if len(again) != 1 or len(again[0]) != 2 or len(places) < _FEWEST_KEYS or again[0][1] - again[0][0] < 2:
        return None
    first, second = again[0]
    return run[first], run[second]


def _key(unit: Unit) -> str:
    return unit.text[slice(*unit.key)].strip(" *_`:") if unit.key is not None else ""


def _value(unit: Unit) -> Mention | None:
    """The one value that a line gives, if it gives nothing else."""
    if unit.key is None or len(unit.mentions) != 1:
        return None
    mention = unit.mentions[0]
    if mention.value is None or isinstance(mention.value, Text) or mention.start < unit.key[1]:
        return None
    if isinstance(mention.value, Term) and mention.value.domain == "url":
        return None  # of two entries, each with where to find it
    rest = unit.text[unit.key[1] :].strip(" :*_`.;")
    low, high = mention.outer
    return mention if high - low + 1 >= len(rest) else None
