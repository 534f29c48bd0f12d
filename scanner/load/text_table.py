"""Tables drawn in plain text: with bars, as grids, between rulers of equals signs, or by columns of spaces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from scanner.load.grid import Placed, as_table
from scanner.load.lines import Line
from scanner.load.outline import Outline
from scanner.load.passage import PassageBuilder
from scanner.model import BlockKind, Cell

__all__ = ["read_text_table"]

_GRID_RULE = re.compile(r"\+(?:[-=+]+\+)+\Z")
_BAR_RULE = re.compile(r"[|+]?[\s:|+=-]{3,}[|+]?\Z")
_RULER = re.compile(r"[=-]{2,}(?:\s+[=-]{2,})+\Z")
_GAP = re.compile(r"\s{2,}|\t+")
_MIN_ALIGNED = 3
Span = tuple[int, int]


def read_text_table(text: str, group: Sequence[Line], outline: Outline) -> bool:
    """Add ``group`` to ``outline`` as a table if it is one, and say so."""
    rows: list[list[Placed]] | None = None
    header: int | None = None
    if len(group) >= 3 and _GRID_RULE.match(group[0].text):
        rows, header = _grid(text, group, outline)
    elif len(group) >= 3 and _RULER.match(group[0].text):
        rows, header = _ruled(text, group, outline)
    elif len(group) >= 2 and all("|" in line.text for line in group[:3]):
        rows, header = _barred(text, group, outline)
    elif len(group) >= _MIN_ALIGNED:
        rows = _aligned(text, group, outline)
    if not rows:
        return False
    outline.table(as_table(rows, header), group[0].content_start, group[-1].end)
    return True


def _cell(text: str, spans: Sequence[Span], outline: Outline) -> Placed:
    builder = PassageBuilder(cell=True)
    for number, (start, end) in enumerate(spans):
        if number:
            builder.space()
        builder.add(text[start:end], start)
    readable = builder.finish()
    return Placed(Cell(readable.passage, outline.line(spans[0][0]) if spans else None))


def _barred(text: str, group: Sequence[Line], outline: Outline) -> tuple[list[list[Placed]] | None, int]:
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
        rows.append([_cell(text, [span], outline) for span in spans])
    if len(rows) < 2 or len(rows[0]) < 2:
        return None, 0
    return rows, header or 1


def _grid(text: str, group: Sequence[Line], outline: Outline) -> tuple[list[list[Placed]] | None, int]:
    """A grid of ``+---+`` lines; a cell may run over several lines and, where bars or pluses lack, over columns."""
    rows: list[list[Placed]] = []
    pending: dict[tuple[int, int], list[Span]] = {}
    edges = [at for at, char in enumerate(group[0].text) if char == "+"]
    header = 0
    for line in group[1:]:
        if _GRID_RULE.match(line.text):
            if pending:
                rows.append(
                    [
                        Placed(_cell(text, spans, outline).cell, sum(1 for edge in edges if a < edge <= b))
                        for (a, b), spans in sorted(pending.items())
                    ]
                )
            pending = {}
            if "=" in line.text and not header:
                header = len(rows)
            continue
        bars = [edge for edge in edges if edge < len(line.text) and line.text[edge] in "|+"]
        if len(bars) < 2:
            return None, 0
        for a, b in pairwise(bars):
            pending.setdefault((a, b), []).append((line.content_start + a + 1, line.content_start + b))
    return rows, header


def _ruled(text: str, group: Sequence[Line], outline: Outline) -> tuple[list[list[Placed]] | None, int]:
    """Columns given by rulers ("=====  ====="); the first part between rulers is the header."""
    columns = [
        (found.start() + group[0].lead, found.end() + group[0].lead) for found in re.finditer(r"[=-]+", group[0].text)
    ]
    rulers = [number for number, line in enumerate(group) if _RULER.match(line.text)]
    rows: list[list[Placed]] = []
    header = 0
    for number, line in enumerate(group):
        if number in rulers:
            if not header and len(rulers) > 2 and number == rulers[1]:
                header = len(rows)
            continue
        spans = []
        for index, (start, _) in enumerate(columns):
            stop = columns[index + 1][0] if index + 1 < len(columns) else line.end - line.start
            spans.append((min(line.start + start, line.end), min(line.start + stop, line.end)))
        first = text[spans[0][0] : spans[0][1]].strip()
        if not first and rows and len(rows) > header:
            rows[-1] = [_joined(text, placed, span, outline) for placed, span in zip(rows[-1], spans, strict=True)]
        else:
            rows.append([_cell(text, [span], outline) for span in spans])
    return rows, header


def _joined(text: str, placed: Placed, span: Span, outline: Outline) -> Placed:
    if not text[span[0] : span[1]].strip():
        return placed
    pieces = placed.cell.passage.pieces
    before = [(pieces[0][1], pieces[-1][1] + pieces[-1][2])] if pieces else []
    return _cell(text, [*before, span], outline)


def _aligned(text: str, group: Sequence[Line], outline: Outline) -> list[list[Placed]] | None:
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
    if outline.blocks and outline.blocks[-1].kind is BlockKind.CODE:
        return None
    return [[_cell(text, [span], outline) for span in row] for row in split]
