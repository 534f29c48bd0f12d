"""Answers of the store as a table to read, CSV, JSON or JSON lines."""

from __future__ import annotations

import base64
import csv
import io
import json
import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING

from scanner.cli.options import TableFormat
from scanner.report.lines import columns, harmless

if TYPE_CHECKING:
    from scanner.store import Table

__all__ = ["render_table", "without_empty"]

_WIDEST_CELL = 60


def render_table(answer: Table, form: TableFormat) -> str:
    """The answer in one of the forms.

    In JSON a day is ``2026-11-30``, a moment ``2026-11-30T04:05:06``, bytes are base64, and a number that JSON cannot
    write (infinite) is null. In CSV no cell runs as a formula. A table cuts long cells.
    """
    if form in (TableFormat.JSON, TableFormat.JSONL):
        records = [
            {name: _plain(value) for name, value in zip(answer.columns, row, strict=True)} for row in answer.rows
        ]
        if form is TableFormat.JSONL:
            return "".join(f"{json.dumps(record, ensure_ascii=True)}\n" for record in records)
        return json.dumps(records, ensure_ascii=True, indent=1) + "\n"
    rows = [[_word(value) for value in row] for row in answer.rows]
    if form is TableFormat.CSV:
        return _csv(answer, rows)
    return _table(answer.columns, [[harmless(word) for word in row] for row in rows], answer.rows)


def without_empty(answer: Table) -> Table:
    """The answer without columns that say nothing in any row: a reader's eye is narrow."""
    kept = [at for at in range(len(answer.columns)) if any(row[at] not in (None, "") for row in answer.rows)]
    return replace(
        answer,
        columns=tuple(answer.columns[at] for at in kept),
        rows=tuple(tuple(row[at] for at in kept) for row in answer.rows),
    )


def _plain(value: object) -> object:
    """The value as JSON has it."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case date() | datetime() | time():
            return value.isoformat()
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case list() | tuple():
            return [_plain(part) for part in value]
        case dict():
            return {str(name): _plain(part) for name, part in value.items()}
        case _:
            return str(value)


def _word(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bytes):
        return f"({len(value):,} bytes)"
    if isinstance(value, list | tuple):
        return ", ".join(map(_word, value))
    return str(value)


def _csv(answer: Table, rows: Sequence[Sequence[str]]) -> str:
    from scanner.report.table_csv import neutral

    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([neutral(name) for name in answer.columns])
    for row, values in zip(rows, answer.rows, strict=True):
        writer.writerow(
            word if isinstance(value, int | float | Decimal) else neutral(word)
            for word, value in zip(row, values, strict=True)
        )
    return out.getvalue()


def _table(names: Sequence[str], rows: list[list[str]], values: Sequence[Sequence[object]]) -> str:
    """Columns side by side, numbers to the right, long cells cut with an ellipsis."""
    names = [harmless(name) for name in names]
    rows = [[word if len(word) <= _WIDEST_CELL else word[: _WIDEST_CELL - 1] + "…" for word in row] for row in rows]
    widths = [max([columns(name), *(columns(row[at]) for row in rows)]) for at, name in enumerate(names)]
    right = [
        bool(values) and all(isinstance(row[at], int | float) or row[at] is None for row in values)
        for at in range(len(names))
    ]
    lines = [_line(names, widths, right), "  ".join("-" * width for width in widths)]
    lines += [_line(row, widths, right) for row in rows]
    lines.append(f"({len(rows):,} row{'' if len(rows) == 1 else 's'})")
    return "\n".join(lines) + "\n"


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    cells = []
    for word, width, to_right in zip(row, widths, right, strict=True):
        space = " " * (width - columns(word))
        cells.append(space + word if to_right else word + space)
    return "  ".join(cells).rstrip()
