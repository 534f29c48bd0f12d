"""The quote of a claim: the unit it stands in, or a piece of it around the value, never longer than a person reads."""

from __future__ import annotations

from bisect import bisect_right

from scanner.model import Chunk, Document, Evidence, Triple, UnitKind

__all__ = ["LONGEST_QUOTE", "evidence_of"]

LONGEST_QUOTE = 300


def evidence_of(triple: Triple, document: Document, chunks: tuple[Chunk, ...]) -> Evidence:
    """Where the triple's object stands, with a quote of at most 300 characters in text and in source."""
    unit = triple.unit
    low, high = _quote_range(triple)
    start, end = unit.passage.span(low, high)
    value_start, value_end = unit.passage.span(triple.mention.start, triple.mention.end)
    context = tuple(
        dict.fromkeys(
            part for part in (*unit.headings, unit.caption, unit.lead, *triple.headers) if part and part.strip()
        )
    )
    return Evidence(
        source=document.source,
        doc_id=document.doc_id,
        chunk_id=_chunk_at(chunks, unit.block),
        start=start,
        end=end,
        value_start=value_start,
        value_end=value_end,
        line=unit.line,
        page=unit.page,
        quote=unit.text[low:high].strip(),
        context=context,
    )


def _quote_range(triple: Triple) -> tuple[int, int]:
    unit, mention = triple.unit, triple.mention
    text = unit.text
    low, high = 0, len(text)
    while low < high and text[low].isspace():
        low += 1
    if _fits(triple, low, high):
        return low, high
    if unit.kind is UnitKind.ROW and unit.cells:
        return _cells_around(triple)
    return _words_around(triple, mention.start, mention.end, low, high)


def _fits(triple: Triple, low: int, high: int) -> bool:
    start, end = triple.unit.passage.span(low, high)
    return max(high - low, end - start) <= LONGEST_QUOTE


def _cells_around(triple: Triple) -> tuple[int, int]:
    """As many whole cells around the value's cell as fit, those before it first (they hold the row header)."""
    cells = triple.unit.cells
    mention = triple.mention
    at = bisect_right(cells, mention.start, key=_cell_end)
    at = at if at < len(cells) and cells[at][0] <= mention.start else 0
    first = last = at
    if not _fits(triple, *cells[at]):
        return _words_around(triple, mention.start, mention.end, *cells[at])
    while first > 0 and _fits(triple, cells[first - 1][0], cells[last][1]):
        first -= 1
    while last + 1 < len(cells) and _fits(triple, cells[first][0], cells[last + 1][1]):
        last += 1
    return cells[first][0], cells[last][1]


def _cell_end(cell: tuple[int, int]) -> int:
    return cell[1]


def _words_around(triple: Triple, start: int, end: int, floor: int, ceiling: int) -> tuple[int, int]:
    """The widest range of whole words around ``[start, end)`` that fits."""
    text = triple.unit.text
    low, high = start, min(end, start + LONGEST_QUOTE)
    grown = True
    while grown:
        grown = False
        left = text.rfind(" ", floor, max(low - 1, floor))
        left = floor if left < 0 else left + 1
        if left < low and _fits(triple, left, high):
            low, grown = left, True
        right = text.find(" ", high + 1, ceiling)
        right = ceiling if right < 0 else right
        if right > high and _fits(triple, low, right):
            high, grown = right, True
    return low, high


def _chunk_at(chunks: tuple[Chunk, ...], block: int) -> str:
    low, high = 0, len(chunks)
    while low < high:
        middle = (low + high) // 2
        if chunks[middle].last <= block:
            low = middle + 1
        else:
            high = middle
    return chunks[low].chunk_id if low < len(chunks) else ""
