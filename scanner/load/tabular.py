"""Read CSV and TSV as one table whose cells know their place in the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from scanner.load.grid import rectangular
from scanner.load.outline import Outline
from scanner.load.passage import PassageBuilder
from scanner.model import Cell, Passage, Table

__all__ = ["delimiter_of", "read_tabular", "rows_of"]

_DELIMITERS = ",;\t|"
_SNIFFED_ROWS = 20


def delimiter_of(text: str) -> str:
    """The delimiter among comma, semicolon, tab and bar that splits the first rows most evenly; comma if none does."""
    best, score = ",", 0
    for candidate in _DELIMITERS:
        widths = []
        for _, row in zip(range(_SNIFFED_ROWS), rows_of(text, candidate), strict=False):
            widths.append(len(row))
        if not widths:
            continue
        width, count = Counter(widths).most_common(1)[0]
        if width > 1 and count * min(width, 50) > score:
            best, score = candidate, count * min(width, 50)
    return best


def rows_of(text: str, delimiter: str) -> Iterator[list[tuple[int, int, bool]]]:
    """The rows as spans of their fields; the flag says that the field is quoted (the span is inside the quotes).

    A quote that is not closed before a delimiter or a line's end is a character like others, so that one stray quote
    does not swallow the rest of the file.
    """
    quoted = re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*' if delimiter != "\t" else r'"([^"]*(?:""[^"]*)*)"')
    plain = re.compile(rf"[^{re.escape(delimiter)}\n]*")
    position, length = 0, len(text)
    no_more_quotes = False
    while position < length:
        row: list[tuple[int, int, bool]] = []
        while True:
            found = None
            if not no_more_quotes and text[position : position + 1] in {'"', " ", "\t"}:
                found = quoted.match(text, position)
                if found is None and text.startswith('"', position):
                    no_more_quotes = text.find('"', position + 1) < 0
                if found is not None and text[found.end() : found.end() + 1] not in {delimiter, "\n", ""}:
                    found = None
            if found is not None:
                row.append((found.start(1), found.end(1), True))
                position = found.end()
            else:
                match = plain.match(text, position)
                end = match.end() if match else position
                row.append((position, end, False))
                position = end
            if text.startswith(delimiter, position):
                position += 1
                continue
            break
        position += 1
        yield row


def read_tabular(text: str, outline: Outline) -> None:
    """Add the table in ``text`` to ``outline``; its first row is the header. Ragged rows are kept, filled and noted."""
    delimiter = delimiter_of(text)
    rows: list[list[Cell]] = []
    widths: Counter[int] = Counter()
    for fields in rows_of(text, delimiter):
        if len(fields) == 1 and not text[fields[0][0] : fields[0][1]].strip():
            continue
        line = outline.line(fields[0][0])
        rows.append([Cell(_field(text, *field), line) for field in fields])
        widths[len(fields)] += 1
    if not rows:
        return
    comments = _leading_comments(text, rows)
    rows = rows[comments:]
    ragged = sum(1 for row in rows if len(row) != len(rows[0])) if rows else 0
    if ragged:
        outline.notes.append(f"{ragged} of {len(rows)} rows have another number of fields than the header")
    _write(rectangular(rows), outline, len(text.rstrip()))


def _leading_comments(text: str, rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the top are comment lines ("# exported from …")."""
    count = 0
    for row in rows[:20]:
        if not row[0].passage.text.startswith("# "):
            break
        count += 1
    return count if count < len(rows) else 0


def _write(grid: Sequence[tuple[Cell, ...]], outline: Outline, end: int) -> None:
    if not grid:
        return
    first = next((cell.passage.pieces[0][1] for row in grid for cell in row if cell.passage.pieces), 0)
    table = Table(tuple(grid[:1]), tuple(grid[1:])) if len(grid) > 1 else Table((), tuple(grid))
    outline.table(table, first, end)


def _field(text: str, start: int, end: int, quoted: bool) -> Passage:
    value = text[start:end]
    if not quoted or '"' not in value:
        builder = PassageBuilder()
        builder.add(value, start)
        return builder.finish().passage
    builder = PassageBuilder()
    position = 0
    for found in re.finditer('""', value):
        builder.add(value[position : found.start() + 1], start + position)
        position = found.end()
    builder.add(value[position:], start + position)
    return builder.finish().passage
