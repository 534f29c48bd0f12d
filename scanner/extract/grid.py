"""Read a table as rows of distinct cells with joined headers, and describe its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.extract.wording import is_identifier
from scanner.model.document import Block, Cell, Table
from scanner.model.triple import Column, Mention
from scanner.model.value import Flag, Moment, Precision, Quantity, Version

__all__ = ["Row", "caption_of", "columns_of", "counts_of", "rows_of"]

_LETTER = re.compile(r"[^\W\d_]")
_VALUE = re.compile(r"[~<>≤≥$€£]?\s?\d|(?:yes|no|true|false|[✓✔✗✘✅❌])\b", re.IGNORECASE)
_MOST_WORDS = 10
_TOTAL = re.compile(r"(?:sub-?|grand )?(?:total|sum|average|mean|overall)s?\b", re.IGNORECASE)
_EMPTY = frozenset({"", "-", "–", "—", "n/a", "N/A"})


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cells, each once, the header of each, and the section line above it.

    ``above`` are the words of a first cell further up that a blank first cell goes on with.
    """

    cells: tuple[Cell, ...]
    headers: tuple[str, ...]
    section: str = ""
    above: str = ""


def rows_of(table: Table) -> tuple[Row, ...]:
    """The rows of ``table`` that hold something.

    A cell that spans columns counts once, under their headers; a row of one single filled cell in a wider table is no
    row but names the section below it.
    """
    rows: list[Row] = []
    section = ""
    width = max((len(row) for row in table.rows), default=0)
    table = _with_header(table)
    titles = tuple(cell.passage.text.strip() for cell in table.header[-1]) if table.header else ()
    goes_on = _goes_on(table)
    above = ""
    for row in table.rows:
        if tuple(cell.passage.text.strip() for cell in row) == titles:
            continue  # a header repeated further down
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
        first = cells[0].passage.text.strip()
        above = first or above
        rows.append(Row(tuple(cells), headers, section, above if goes_on and not first else ""))
    return tuple(rows)


def _goes_on(table: Table) -> bool:
    """Whether blank first cells go on with the one above: never in the first row, not only in the last, whose blank
    cell stands beside a total, and always with two cells more."""
    blank = [number for number, row in enumerate(table.rows) if row and not row[0].passage.text.strip()]
    if not blank or blank[0] == 0 or blank == [len(table.rows) - 1]:
        return False
    cells = [[cell.passage.text.strip() for cell in table.rows[number]] for number in blank]
    return all(sum(map(bool, row)) > 1 and not any(_TOTAL.match(text) for text in row) for row in cells)


def _with_header(table: Table) -> Table:
    """A table without header words whose first full row is words over values has that row as its header.

    A line before it that fills one cell only is the first section's name and stays.
    """
    if any(cell.passage.text.strip() for line in table.header for cell in line):
        return table
    for place, row in enumerate(table.rows[:2]):
        texts = [cell.passage.text.strip() for cell in row]
        if len({id(cell) for cell in row}) > 1 and sum(map(bool, texts)) > 1:
            below = table.rows[place + 1 :]
            words = all(texts) and not any(_VALUE.match(text) for text in texts)
            over = sum(bool(_VALUE.match(cell.passage.text.strip())) for line in below for cell in line)
            if words and len(row) > 2 and below and over * 3 >= sum(map(len, below)):
                return Table((row,), (*table.rows[:place], *below), table.caption)
            return table
    return table


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


def counts_of(marks: Sequence[tuple[tuple[Mention, ...], ...]]) -> tuple[tuple[tuple[Mention, ...], ...], ...]:
    """The mentions of every cell, with bare years read as numbers in columns that hold other bare numbers."""
    counting = {
        place
        for row in marks
        for place, cell in enumerate(row)
        if len(cell) == 1 and isinstance(cell[0].value, Quantity) and not cell[0].value.unit
    }
    return tuple(
        tuple(tuple(map(_as_count, cell)) if place in counting else cell for place, cell in enumerate(row))
        for row in marks
    )


def _as_count(mention: Mention) -> Mention:
    value = mention.value
    if isinstance(value, Moment) and value.precision is Precision.YEAR and mention.text.isdigit():
        number = Fraction(mention.text)
        return replace(mention, value=Quantity(number, number))
    return mention


def columns_of(rows: Sequence[Row], marks: Sequence[Sequence[tuple[Mention, ...]]], source: str) -> tuple[Column, ...]:
    """Describe each column; ``marks`` are the mentions of every cell. Rows with merged cells are left out."""
    width = max((len(row.cells) for row in rows), default=0)
    full = [
        [
            _Filled(cell, mentions, source, "" if place else row.above)
            for place, (cell, mentions) in enumerate(zip(row.cells, line, strict=True))
        ]
        for row, line in zip(rows, marks, strict=True)
        if len(row.cells) == width
    ]
    headers = next((row.headers for row in rows if len(row.cells) == width), ())
    joint = _told_apart(full, width)
    return tuple(_column(headers[place], place, full, joint[place]) for place in range(width))


def _told_apart(rows: Sequence[Sequence[_Filled]], width: int) -> list[float]:
    """For each column the share of rows that the cells up to it tell apart."""
    shares, groups = [], [0] * len(rows)
    for place in range(width):
        known: dict[tuple[int, str], int] = {}
        groups = [
            known.setdefault((group, row[place].text), len(known)) for group, row in zip(groups, rows, strict=True)
        ]
        shares.append(len(known) / len(rows))
    return shares


class _Filled:
    """A cell's text and what it is."""

    __slots__ = ("code", "kind", "shape", "text")

    def __init__(self, cell: Cell, mentions: Sequence[Mention], source: str, above: str = "") -> None:
        self.text = cell.passage.text.strip() or above
        if self.text in _EMPTY:
            self.text = ""
        before = source[cell.passage.pieces[0][1] - 1 : cell.passage.pieces[0][1]] if cell.passage.pieces else ""
        self.kind = ""
        self.shape = ""
        whole = next((mention for mention in mentions if _fills(mention, self.text)), None)
        self.code = bool(self.text) and ((before == "`" and whole is None) or is_identifier(self.text))
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


def _column(header: str, place: int, rows: Sequence[Sequence[_Filled]], joint: float) -> Column:
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
        joint=joint,
        length=round(sum(len(cell.text) for cell in cells) / count),
    )
