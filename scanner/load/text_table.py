"""Tables drawn in plain text: with bars, as grids, between rulers of equals signs, or by columns of spaces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from scanner.load.grid import Placed, as_table
from scanner.load.lines import Line
from scanner.load.outline import Outline
from scanner.load.passage import PassageBuilder, Readable
from scanner.model import BlockKind, Cell

__all__ = ["CellReader", "read_described", "read_plain", "read_text_table"]

_GRID_RULE = re.compile(r"\+(?:[-=+]+\+)+\Z")
_RULE_PIECE = re.compile(r"(?:-[-+]*|=[=+]*)")
_EDGE = re.compile(r"\+(?=[-=])|(?<=[-=])\+")
_BAR_RULE = re.compile(r"[|+]?[\s:|+=-]{3,}[|+]?\Z")
_RULER = re.compile(r"[=-]{2,}(?:\s+[=-]{2,})+\Z")
_GAP = re.compile(r"\s{2,}|\t+")
_MIN_ALIGNED = 3
_MIN_TERMS = 2
_TERM_WORDS = 3
Span = tuple[int, int]


class CellReader(Protocol):
    """Reads the words of a cell that stand in ``segments``, one a line."""

    def __call__(self, text: str, segments: Sequence[Span], *, cell: bool) -> Readable: ...


def read_plain(text: str, segments: Sequence[Span], *, cell: bool) -> Readable:
    """A cell's words as they stand, white space folded."""
    builder = PassageBuilder(cell=cell)
    for number, (start, end) in enumerate(segments):
        if number:
            builder.space()
        builder.add(text[start:end], start)
    return builder.finish()


def read_text_table(text: str, group: Sequence[Line], outline: Outline, read: CellReader = read_plain) -> bool:
    """Add ``group`` to ``outline`` as a table if it is one, and say so. ``read`` reads a cell's inline mark-up."""
    drawing = _Drawing(text, outline, read)
    rows: list[list[Placed]] | None = None
    header: int | None = None
    if len(group) >= 3 and _GRID_RULE.match(group[0].text):
        rows, header = _grid(drawing, group)
    elif len(group) >= 3 and _RULER.match(group[0].text):
        rows, header = _ruled(drawing, group)
    elif len(group) >= 2 and all("|" in line.text for line in group[:3]):
        rows, header = _barred(drawing, group)
    elif len(group) >= _MIN_ALIGNED:
        rows = _aligned(drawing, group)
    if not rows:
        return False
    outline.table(as_table(rows, header), group[0].content_start, group[-1].end)
    return True


def read_described(text: str, group: Sequence[Line], outline: Outline) -> bool:
    """Add ``group`` as terms with what stands beside each of them in a second column, wrapped there; say if it is so.

    Where nothing is wrapped the same lines make a table.
    """
    parts: list[list[Span]] = []
    column = -1
    for line in group:
        gap = _GAP.search(line.text)
        beside = line.lead + gap.end() if gap is not None else -1
        if gap is not None and column in {-1, beside} and not _GAP.search(line.text, gap.end()):
            column = beside
            start = line.content_start
            parts.append([(start, start + gap.start()), (start + gap.end(), start + len(line.text))])
        elif parts and line.lead == column and gap is None:
            parts[-1].append((line.content_start, line.content_start + len(line.text)))
        else:
            return False
    wrapped = any(len(part) > _MIN_TERMS for part in parts)
    terms = [text[slice(*part[0])] for part in parts]
    if len(parts) < _MIN_TERMS or not wrapped or any(len(term.split()) > _TERM_WORDS for term in terms):
        return False
    number = outline.new_group()
    for term, *told in parts:
        name, words = read_plain(text, [term], cell=True), read_plain(text, told, cell=True)
        outline.definition(name, words, term[0], told[-1][1], group=number)
    return True


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What reading a cell needs."""

    text: str
    outline: Outline
    read: CellReader

    def cell(self, spans: Sequence[Span]) -> Placed:
        readable = self.read(self.text, [_trim(self.text, *span) for span in spans], cell=True)
        return Placed(Cell(readable.passage, self.outline.line(spans[0][0]), readable.codes))


def _trim(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _barred(drawing: _Drawing, group: Sequence[Line]) -> tuple[list[list[Placed]] | None, int]:
    rows: list[list[Placed]] = []
    header = 0
    for line in group:
        if _BAR_RULE.match(line.text) and "-" in line.text:
            header = header or len(rows)
            continue
        if "|" not in line.text:
            return None, 0
        start = line.content_start
        cuts = [start - 1, *(start + found.start() for found in re.finditer(r"\|", line.text)), line.end - line.trail]
        spans = [(a + 1, b) for a, b in pairwise(cuts)]
        if line.text.startswith("|"):
            spans = spans[1:]
        if line.text.endswith("|"):
            spans = spans[:-1]
        rows.append([drawing.cell([span]) for span in spans])
    if len(rows) < 2 or len(rows[0]) < 2:
        return None, 0
    return rows, header or 1


def _grid(drawing: _Drawing, group: Sequence[Line]) -> tuple[list[list[Placed]] | None, int]:
    """A grid of ``+---+`` lines. A cell ends where a ruler runs below it, so it may cover rows and columns."""
    edges = sorted(
        {at for line in group for at, char in enumerate(line.text) if char == "+" and "-+" in line.text + "+"}
    )
    rows: list[list[tuple[int, Placed]]] = [[]]
    pending: dict[tuple[int, int], tuple[int, list[Span]]] = {}
    header = 0
    for line in group[1:]:
        bars = [edge for edge in edges if edge < len(line.text) and line.text[edge] in "|+"]
        if len(bars) < 2:
            return None, 0
        ruled = False
        for a, b in pairwise(bars):
            piece = line.text[a + 1 : b]
            if _RULE_PIECE.fullmatch(piece):
                ruled = True
                for a_cell, b_cell in [key for key in sorted(pending) if a <= key[0] and key[1] <= b]:
                    first, spans = pending.pop((a_cell, b_cell))
                    columns = sum(1 for edge in edges if a_cell < edge <= b_cell)
                    cell = drawing.cell(spans).cell
                    rows[first].append((a_cell, Placed(cell, columns, len(rows) - first)))
            else:
                span = (line.content_start + a + 1, line.content_start + b)
                first, spans = pending.setdefault((a, b), (len(rows) - 1, []))
                spans.append(span)
        if ruled:
            if "=" in line.text and _GRID_RULE.match(line.text) and not header:
                header = len(rows)
            rows.append([])
    return [[placed for _, placed in sorted(row, key=lambda item: item[0])] for row in rows if row], header


def _ruled(drawing: _Drawing, group: Sequence[Line]) -> tuple[list[list[Placed]] | None, int]:
    """Columns given by rulers ("=====  ====="); the first part between rulers is the header."""
    columns = [
        (found.start() + group[0].lead, found.end() + group[0].lead) for found in re.finditer(r"[=-]+", group[0].text)
    ]
    rulers = [number for number, line in enumerate(group) if _RULER.match(line.text)]
    rows: list[list[list[Span]]] = []
    header = 0
    for number, line in enumerate(group):
        if number in rulers:
            if len(rulers) > 2 and number == rulers[1]:
                header = len(rows)
            continue
        spans = []
        for index, (start, _) in enumerate(columns):
            stop = columns[index + 1][0] if index + 1 < len(columns) else line.end - line.start
            spans.append((min(line.start + start, line.end), min(line.start + stop, line.end)))
        if not drawing.text[slice(*spans[0])].strip() and len(rows) > header:
            for cell, span in zip(rows[-1], spans, strict=True):
                if drawing.text[slice(*span)].strip():
                    cell.append(span)
        else:
            rows.append([[span] for span in spans])
    return [[drawing.cell(spans) for spans in row] for row in rows], header


def _aligned(drawing: _Drawing, group: Sequence[Line]) -> list[list[Placed]] | None:
    """Rows whose fields are parted by two or more spaces, the same number in each, starting in the same columns."""
    split: list[list[Span]] = []
    for line in group:
        spans: list[Span] = []
        at = 0
        for gap in _GAP.finditer(line.text):
            spans.append((at, gap.start()))
            at = gap.end()
        spans.append((at, len(line.text)))
        if len(spans) < 2 or (split and len(spans) != len(split[0])):
            return None
        split.append([(line.content_start + a, line.content_start + b) for a, b in spans])
    starts = [[span[0] - line.start for span in row] for row, line in zip(split, group, strict=True)]
    left = sum(1 for row in starts if row[1] == starts[0][1])
    ends = [row[1][1] - line.start for row, line in zip(split, group, strict=True)]
    right = sum(1 for end in ends if end == ends[0])
    if max(left, right) < len(group) - 1:
        return None
    blocks = drawing.outline.blocks
    if blocks and blocks[-1].kind is BlockKind.CODE:
        return None
    return [[drawing.cell([span]) for span in row] for row in split]
