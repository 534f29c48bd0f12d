"""Read a table as rows of distinct cells with joined headers, and describe its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scanner.extract.wording import is_identifier
from scanner.model.document import Block, Cell, Table
from scanner.model.triple import Column, Mention
from scanner.model.value import Flag, Moment, Quantity, Version

__all__ = ["Row", "caption_of", "columns_of", "rows_of"]

_LETTER = re.compile(r"[^\W\d_]")
_MOST_WORDS = 10
_EMPTY = frozenset({"", "-", "–", "—", "n/a", "N/A"})


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cells, each once, the header of each, and the section line above it."""

    cells: tuple[Cell, ...]
    headers: tuple[str, ...]
    section: str = ""


def rows_of(table: Table) -> tuple[Row, ...]:
    """The rows of ``table`` that hold something.

    A cell that spans columns counts once, under their headers; a row of one single filled cell in a wider table is no
    row but names the section below it.
    """
    rows: list[Row] = []
    section = ""
    width = max((len(row) for row in table.rows), default=0)
    for row in table.rows:
        cells: list[Cell] = []
        places: list[list[int]] = []
        for place, cell in enumerate(row):
            if cells and cells[-1] is cell:
                places[-1].append(place)
            else:
                cells.append(cell)
                places.append([place])
        filled = [cell for cell in cells if cell.passage.text.strip()]
        if not filled:
            continue
        if width > 1 and len(filled) == 1 and (len(cells) == 1 or (cells[0] is filled[0] and len(table.rows) > 1)):
            text = filled[0].passage.text.strip()
            section = text if _LETTER.search(text) and len(text.split()) <= _MOST_WORDS else ""
            continue
        headers = tuple(_header(table, spots) for spots in places)
        rows.append(Row(tuple(cells), headers, section))
    return tuple(rows)


def _header(table: Table, places: Sequence[int]) -> str:
    words: list[str] = []
    for line in table.header:
        for place in places:
            text = " ".join(line[place].passage.text.split()) if place < len(line) else ""
            if text and text not in words:
                words.append(text)
    return " / ".join(words)


def caption_of(table: Table, block: Block) -> str:
    """The table's caption, or the sentence that introduces it."""
    return table.caption or block.lead


def columns_of(rows: Sequence[Row], marks: Sequence[Sequence[tuple[Mention, ...]]], source: str) -> tuple[Column, ...]:
    """Describe each column; ``marks`` are the mentions of every cell. Rows with merged cells are left out."""
    width = max((len(row.cells) for row in rows), default=0)
    full = [
        [_Filled(cell, mentions, source) for cell, mentions in zip(row.cells, line, strict=True)]
        for row, line in zip(rows, marks, strict=True)
        if len(row.cells) == width
    ]
    headers = next((row.headers for row in rows if len(row.cells) == width), ())
    return tuple(_column(headers[place], place, full) for place in range(width))


class _Filled:
    """A cell's text and what it is."""

    __slots__ = ("code", "kind", "shape", "text")

    def __init__(self, cell: Cell, mentions: Sequence[Mention], source: str) -> None:
        self.text = cell.passage.text.strip()
        if self.text in _EMPTY:
            self.text = ""
        before = source[cell.passage.pieces[0][1] - 1 : cell.passage.pieces[0][1]] if cell.passage.pieces else ""
        self.code = bool(self.text) and (before == "`" or is_identifier(self.text))
        self.kind = ""
        self.shape = ""
        whole = next((mention for mention in mentions if _fills(mention, self.text)), None)
        if whole is not None and whole.value is not None:
            value = whole.value
            self.shape = f"{value.kind}:{value.unit}"
            self.kind = str(value.kind)
            if isinstance(value, Quantity):
                self.kind = "range" if whole.bound is not None or value.lo != value.hi else "quantity"
                if not value.unit and self.kind == "quantity":
                    self.kind = "bare"


def _fills(mention: Mention, text: str) -> bool:
    """Whether the mention is what the cell says, give or take a remark behind it."""
    start, end = mention.outer
    return start <= 1 and (end - start) * 2 >= len(text)


def _column(header: str, place: int, rows: Sequence[Sequence[_Filled]]) -> Column:
    cells = [row[place] for row in rows if row[place].text]
    count = len(cells)
    if not count:
        return Column(header)
    kinds = Counter(cell.kind for cell in cells if cell.kind)
    shapes = Counter(cell.shape for cell in cells if cell.shape)
    valued = sum(kinds.values())
    neighbours = [
        (row[place].shape, row[place + 1].shape if place + 1 < len(row) else row[place - 1].shape)
        for row in rows
        if row[place].shape and len(row) > 1
    ]
    return Column(
        header=header,
        rows=count,
        distinct=len({cell.text.lower() for cell in cells}) / count,
        names=sum(cell.code for cell in cells) / count,
        values=valued / count,
        moments=kinds[Moment.kind] / count,
        versions=kinds[Version.kind] / count,
        flags=kinds[Flag.kind] / count,
        bare=kinds["bare"] / count,
        ranges=kinds["range"] / count,
        steady=max(shapes.values()) / valued if shapes else 0.0,
        alike=sum(a == b for a, b in neighbours) / len(neighbours) if neighbours else 0.0,
        joint=len({tuple(cell.text for cell in row[: place + 1]) for row in rows}) / len(rows),
        length=round(sum(len(cell.text) for cell in cells) / count),
    )
