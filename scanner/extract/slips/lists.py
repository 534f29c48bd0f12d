"""The lists of a document: the sentence that introduces each, its items of the first level, and those below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scanner.model import Block, BlockKind, Unit, UnitKind

__all__ = ["Listing", "listings"]

_ITEMS = frozenset({BlockKind.LIST_ITEM, BlockKind.KEY_VALUE})
_LEADS = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM})


@dataclass(frozen=True, slots=True)
class Listing:
    """``lead`` is the sentence right before the list; ``items`` its units, one a block of the first level.

    ``leaves`` counts the items that have none below them. ``mixed`` tells that something other than items stands
    between them, so that the list may be two. ``further`` are the units under the same heading behind it.
    """

    lead: Unit
    items: tuple[Unit, ...]
    leaves: int
    mixed: bool
    further: tuple[Unit, ...] = ()


def listings(blocks: Sequence[Block], units: Sequence[Unit]) -> Iterator[Listing]:
    """Every list that a sentence introduces, in order."""
    first: dict[int, Unit] = {}
    last: dict[int, Unit] = {}
    for unit in units:
        first.setdefault(unit.block, unit)
        last[unit.block] = unit
    at = 0
    while at + 1 < len(blocks):
        lead, start = last.get(at), at + 1
        at += 1
        if lead is None or lead.kind not in _LEADS or not _introduces(blocks[start - 1], blocks[start]):
            continue
        found = _members(blocks, start)
        items = tuple(
            first[index] for index, _ in found if index in first and blocks[index].level == blocks[start].level
        )
        if items:
            at_end = found[-1][0]
            between = at_end - start + 1 != len(found)
            yield Listing(lead, items, _leaves([level for _, level in found]), between, _further(blocks, units, at_end))


def _introduces(block: Block, item: Block) -> bool:
    """Whether ``item`` opens a list right under the paragraph, or the list item above it."""
    if item.kind not in _ITEMS or item.level < 1 or block.kind not in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}:
        return False
    return block.kind is BlockKind.PARAGRAPH or item.level > block.level


def _members(blocks: Sequence[Block], start: int) -> list[tuple[int, int]]:
    """The blocks of the list that begins at ``start``, with levels: as long as they have its lead-in or lie deeper."""
    opening = blocks[start]
    found: list[tuple[int, int]] = []
    for index in range(start, len(blocks)):
        block = blocks[index]
        if block.kind is BlockKind.HEADING or block.headings != opening.headings:
            break
        if block.kind not in _ITEMS or block.level < 1:
            continue
        if block.level < opening.level or (block.level == opening.level and block.lead != opening.lead):
            break
        found.append((index, block.level))
    return found


def _further(blocks: Sequence[Block], units: Sequence[Unit], at: int) -> tuple[Unit, ...]:
    """The units behind block ``at`` that stand under its heading."""
    end = at + 1
    while (
        end < len(blocks) and blocks[end].kind is not BlockKind.HEADING and blocks[end].headings == blocks[at].headings
    ):
        end += 1
    return tuple(unit for unit in units if at < unit.block < end)


def _leaves(levels: Sequence[int]) -> int:
    """How many items have no deeper one right below them."""
    return sum(level >= (levels[at + 1] if at + 1 < len(levels) else 0) for at, level in enumerate(levels))
