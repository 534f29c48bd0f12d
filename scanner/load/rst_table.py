"""Tables that reStructuredText writes as directives: nested lists and CSV."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scanner.load.grid import Placed, as_table
from scanner.load.lines import Line, segments_of
from scanner.load.outline import Outline
from scanner.load.rst_inline import read_rst_inline
from scanner.load.tabular import rows_of
from scanner.model import Cell

__all__ = ["read_csv_table", "read_list_table"]

_ROW = re.compile(r"[*+-][ \t]+(?=[*+-](?:[ \t]|\Z))")
_CELL = re.compile(r"[*+-](?:[ \t]+|\Z)")


def read_list_table(text: str, lines: Sequence[Line], header_rows: int, caption: str, outline: Outline) -> None:
    """A ``list-table``: an outer item is a row, an inner one a cell."""
    rows: list[list[list[tuple[int, int]]]] = []
    for line in lines:
        if line.blank:
            continue
        row = _ROW.match(line.text)
        skip = row.end() if row is not None else 0
        if row is not None:
            rows.append([])
        if not rows:
            continue
        column = line.indent + skip
        cell = _CELL.match(line.text[skip:])
        start_column = column if row is not None else line.indent
        is_cell = cell is not None and (row is not None or start_column == _column(rows, text))
        if is_cell and cell is not None:
            rows[-1].append([(line.content_start + skip + cell.end(), line.end - line.trail)])
        elif rows[-1]:
            rows[-1][-1].extend(segments_of([line]))
    placed = [
        [
            Placed(
                Cell((read := read_rst_inline(text, spans, cell=True)).passage, outline.line(spans[0][0]), read.codes)
            )
            for spans in row
        ]
        for row in rows
    ]
    if placed:
        outline.table(as_table(placed, header_rows, caption), lines[0].start, lines[-1].end)


def _column(rows: Sequence[Sequence[Sequence[tuple[int, int]]]], text: str) -> int:
    """The column in which the current row's first cell has its bullet."""
    if not rows[-1]:
        return -1
    first = rows[-1][0][0][0]
    line_start = text.rfind("\n", 0, first) + 1
    bullet = max(text.rfind(mark, line_start, first) for mark in "*+-")
    return bullet - line_start


def read_csv_table(
    text: str,
    header: tuple[int, int] | None,
    lines: Sequence[Line],
    header_rows: int,
    caption: str,
    outline: Outline,
) -> None:
    """A ``csv-table``; ``header`` is where its option with the column names stands."""
    kept = [line for line in lines if not line.blank]
    stretches = [header] if header is not None else []
    stretches.extend((line.content_start, line.end - line.trail) for line in kept)
    rows: list[list[Placed]] = []
    for first, last in stretches:
        for fields in rows_of(text[first:last], ","):
            row = []
            for start, end, _ in fields:
                read = read_rst_inline(text, [(first + start, first + end)], cell=True)
                row.append(Placed(Cell(read.passage, outline.line(first)), columns=1))
            rows.append(row)
    if kept and rows:
        outline.table(as_table(rows, header_rows + (header is not None), caption), stretches[0][0], kept[-1].end)
