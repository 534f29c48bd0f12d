"""Put table cells with row and column spans into a rectangular grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scanner.model import Cell, Passage, Table

__all__ = ["BLANK", "Placed", "as_table", "rectangular"]

BLANK = Cell(Passage("", ()))
_MAX_COLUMNS = 1_000
_MAX_PLACES = 2_000_000


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell before it is laid out: how many columns and rows it covers, and whether it is written as a header."""

    cell: Cell
    columns: int = 1
    rows: int = 1
    header: bool = False
    strong: bool = False


def as_table(rows: Sequence[Sequence[Placed]], header_rows: int | None, caption: str = "") -> Table:
    """Lay out ``rows``; ``header_rows`` is how many are headers, ``None`` to tell by their cells.

    A spanning cell stands in each place it covers, short rows are filled with blanks.
    """
    count = _header_count(rows) if header_rows is None else header_rows
    grid = rectangular(_spread(rows))
    return Table(tuple(grid[:count]), tuple(grid[count:]), caption)


def rectangular(rows: Sequence[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """``rows`` filled with blanks to one width, without rows that are all blank."""
    width = max((len(row) for row in rows), default=0)
    filled = [tuple(row) + (BLANK,) * (width - len(row)) for row in rows]
    return [row for row in filled if any(cell.passage.text for cell in row)]


def _spread(rows: Sequence[Sequence[Placed]]) -> list[list[Cell]]:
    grid: list[list[Cell]] = []
    below: dict[int, tuple[Cell, int]] = {}
    places = 0
    for row in rows:
        line: list[Cell] = []
        open_cells, below = below, {}

        def carry(
            line: list[Cell], open_cells: dict[int, tuple[Cell, int]], below: dict[int, tuple[Cell, int]]
        ) -> None:
            while len(line) in open_cells:
                cell, left = open_cells[len(line)]
                if left > 1:
                    below[len(line)] = (cell, left - 1)
                line.append(cell)

        for placed in row:
            carry(line, open_cells, below)
            columns = min(placed.columns, _MAX_COLUMNS)
            for _ in range(columns):
                if placed.rows > 1:
                    below[len(line)] = (placed.cell, placed.rows - 1)
                line.append(placed.cell)
        carry(line, open_cells, below)
        places += len(line)
        grid.append(line)
        if places > _MAX_PLACES:
            below = {}
    return grid


def _header_count(rows: Sequence[Sequence[Placed]]) -> int:
    count = 0
    for row in rows:
        if not row or not all(placed.header for placed in row):
            break
        count += 1
    if count:
        return count if count < len(rows) else (1 if len(rows) > 1 else 0)
    if len(rows) > 1 and _reads_as_header(rows):
        return 1
    return 0


def _reads_as_header(rows: Sequence[Sequence[Placed]]) -> bool:
    """Whether an unmarked first row names the columns: all bold, or wordy above columns of figures."""
    first = rows[0]
    texts = [placed.cell.passage.text for placed in first]
    if len(first) < 2 or not all(texts) or len(set(texts)) < len(texts):
        return False
    if all(placed.strong for placed in first):
        return not all(placed.strong for row in rows[1:] for placed in row)
    if any(any(char.isdigit() for char in text) or len(text) > 60 for text in texts):
        return False
    for column in range(1, len(first)):
        below = [row[column].cell.passage.text for row in rows[1:] if column < len(row)]
        if below and all(any(char.isdigit() for char in text) for text in below):
            return True
    return False
