"""Collect the cells of HTML tables, nested ones too, and write each table as one block."""

from __future__ import annotations

from dataclasses import dataclass, field

from scanner.load.grid import Placed, as_table
from scanner.load.html_tokens import Tag, attributes
from scanner.load.outline import Outline
from scanner.load.passage import PassageBuilder, Readable
from scanner.model import Cell

__all__ = ["TableStack"]

_MAX_SPAN = 65_534
_MAX_SPAN_DIGITS = 9


@dataclass(slots=True)
class _OpenTable:
    start: int
    rows: list[list[Placed]] = field(default_factory=list)
    head_rows: int = 0
    in_head: bool = False
    builder: PassageBuilder | None = None
    caption: PassageBuilder | None = None
    caption_text: str = ""
    is_header: bool = False
    columns: int = 1
    spans: int = 1
    cell_start: int = 0


class TableStack:
    """The tables open at a point. Text goes to ``builder`` while a cell or caption is open."""

    def __init__(self) -> None:
        self._open: list[_OpenTable] = []

    @property
    def depth(self) -> int:
        return len(self._open)

    @property
    def builder(self) -> PassageBuilder | None:
        if not self._open:
            return None
        table = self._open[-1]
        return table.builder if table.caption is None else table.caption

    def tag(self, tag: Tag, text: str, outline: Outline) -> bool:
        """Take a tag that belongs to a table's structure; returns whether it was one."""
        name = tag.name
        if name == "table":
            if tag.closing:
                self._close(tag.end, outline)
            else:
                self._open.append(_OpenTable(tag.start))
            return True
        if not self._open:
            return False
        table = self._open[-1]
        if name == "caption":
            self._caption(table, tag)
        elif name in {"thead", "tbody", "tfoot"}:
            self._end_cell(table, outline)
            table.in_head = name == "thead" and not tag.closing
        elif name == "tr":
            self._end_cell(table, outline)
            if not tag.closing:
                table.rows.append([])
                if table.in_head and table.head_rows == len(table.rows) - 1:
                    table.head_rows += 1
        elif name in {"td", "th"}:
            self._end_cell(table, outline)
            if not tag.closing:
                self._start_cell(table, tag, text)
        else:
            return False
        return True

    def close_all(self, end: int, outline: Outline) -> None:
        """Write the tables that were never closed."""
        while self._open:
            self._close(end, outline)

    def _start_cell(self, table: _OpenTable, tag: Tag, text: str) -> None:
        if not table.rows:
            table.rows.append([])
        values = attributes(text, tag)
        table.builder = PassageBuilder(cell=True)
        table.is_header = tag.name == "th"
        table.columns, table.spans = _count(values.get("colspan")), _count(values.get("rowspan"))
        table.cell_start = tag.end

    @staticmethod
    def _caption(table: _OpenTable, tag: Tag) -> None:
        if tag.closing:
            if table.caption is not None:
                table.caption_text = table.caption.finish().text
            table.caption = None
        else:
            table.caption = PassageBuilder()

    @staticmethod
    def _end_cell(table: _OpenTable, outline: Outline) -> None:
        table.caption = None
        if table.builder is None:
            return
        readable = table.builder.finish()
        table.builder = None
        cell = Cell(readable.passage, outline.line(table.cell_start), readable.codes)
        strong = bool(readable.text) and readable.strongs == ((0, len(readable.text)),)
        table.rows[-1].append(Placed(cell, table.columns, table.spans, table.is_header, strong))

    def _close(self, end: int, outline: Outline) -> None:
        if not self._open:
            return
        table = self._open[-1]
        self._end_cell(table, outline)
        self._open.pop()
        rows = [row for row in table.rows if row]
        if _is_layout(rows):
            for row in rows:
                for placed in row:
                    span = _span(placed)
                    if span is not None:
                        outline.paragraph(Readable(placed.cell.passage), *span)
            return
        header_rows = min(table.head_rows, max(len(rows) - 1, 0)) or None
        outline.table(as_table(rows, header_rows, table.caption_text), table.start, end)


def _is_layout(rows: list[list[Placed]]) -> bool:
    """A table of one cell a row with nothing to compare only arranges the page."""
    return all(len(row) == 1 for row in rows) and not any(placed.header for row in rows for placed in row)


def _span(placed: Placed) -> tuple[int, int] | None:
    pieces = placed.cell.passage.pieces
    return (pieces[0][1], pieces[-1][1] + pieces[-1][2]) if pieces else None


def _count(value: str | None) -> int:
    if value is None or not value.isdecimal():
        return 1
    return min(max(int(value[:_MAX_SPAN_DIGITS]), 1), _MAX_SPAN)
