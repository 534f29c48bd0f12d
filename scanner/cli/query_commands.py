"""``sql``, ``facts`` and ``documents``: ask the store."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.clock import today
from scanner.cli.codes import CLEAN, UserError
from scanner.cli.options import AsOf, ConfigFile, Db, Output, TableFormat, settings_from
from scanner.cli.output import emit, notice
from scanner.report.lines import columns, harmless

if TYPE_CHECKING:
    from scanner.store import Table

__all__ = ["register", "render_table"]

_WIDEST_CELL = 60

TableFormatOption = Annotated[TableFormat, typer.Option("--format", help="Form of the answer.")]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command(
        "sql",
        short_help="Ask the store in SQL.",
        epilog='Example: scanner sql "SELECT subject, predicate, value FROM current_facts LIMIT 10"',
    )(sql)
    app.command(
        "facts",
        short_help="Say what held of a subject on a day.",
        epilog='Example: scanner facts /users "rate limit" --as-of 2025-01-15',
    )(facts)
    app.command(
        "documents",
        short_help="List the documents of the store.",
        epilog="Example: scanner documents --format csv --output documents.csv",
    )(documents)


def sql(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One reading SQL statement.")],
    form: TableFormatOption = TableFormat.TABLE,
    output: Output = None,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Answer one SQL query over the store; it can read and change nothing.

    Views: facts, current_facts, facts_as_of(day), open_conflicts, supersession_chains, stopped. Tables: documents,
    sources, unresolved, skipped. DESCRIBE facts lists the columns.
    """
    settings = settings_from(config, {"store.db": db})
    from scanner.cli.opening import open_store
    from scanner.store import QueryRefused

    with open_store(settings, read_only=True) as store:
        try:
            answer = store.query(query)
        except QueryRefused as error:
            raise UserError(str(error)) from error
    emit(render_table(answer, form), output)
    return CLEAN


def facts(
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="A subject, whole or the end of its name.")],
    predicate: Annotated[str | None, typer.Argument(metavar="PREDICATE", help="One predicate of it only.")] = None,
    as_of: AsOf = None,
    form: TableFormatOption = TableFormat.TABLE,
    output: Output = None,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Say what held of a subject on a day [default: today], with where it stands."""
    settings = settings_from(config, {"store.db": db})
    from scanner import jobs
    from scanner.cli.opening import open_store

    day = as_of or today()
    with open_store(settings, read_only=True) as store:
        answer = jobs.facts(store, subject, predicate, day)
    if answer.rows:
        emit(render_table(_without_empty(answer) if form is TableFormat.TABLE else answer, form), output)
    else:
        notice(f"nothing is known to have held on {day}")
    return CLEAN


def documents(
    form: TableFormatOption = TableFormat.TABLE, output: Output = None, db: Db = None, config: ConfigFile = None
) -> int:
    """List the documents of the store: when they date from and on what ground, version, type, claims."""
    settings = settings_from(config, {"store.db": db})
    from scanner.cli.opening import open_store

    with open_store(settings, read_only=True) as store:
        answer = store.query(
            "SELECT d.source, d.doc_id, d.published, d.published_basis AS dated_by, d.effective, d.version, d.series, "
            "d.source_type, d.owner, count(c.claim_id) AS claims FROM documents d "
            "LEFT JOIN claims c ON c.source = d.source AND c.doc_id = d.doc_id AND c.retracted_at IS NULL "
            "WHERE d.retracted_at IS NULL GROUP BY ALL ORDER BY d.source, d.doc_id"
        )
    emit(render_table(answer, form), output)
    return CLEAN


def _without_empty(answer: Table) -> Table:
    """The answer without columns that say nothing in any row: a reader's eye is narrow."""
    kept = [at for at in range(len(answer.columns)) if any(row[at] not in (None, "") for row in answer.rows)]
    return replace(
        answer,
        columns=tuple(answer.columns[at] for at in kept),
        rows=tuple(tuple(row[at] for at in kept) for row in answer.rows),
    )


def _word(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(map(_word, value))
    return str(value)


def render_table(answer: Table, form: TableFormat) -> str:
    """The answer as a table for people, CSV for spreadsheets or JSON for programs, ending in a newline."""
    if form is TableFormat.JSON:
        records = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
        return json.dumps(records, ensure_ascii=True, indent=1, default=str) + "\n"
    rows = [[_word(value) for value in row] for row in answer.rows]
    if form is TableFormat.CSV:
        from scanner.report.table_csv import neutral

        out = io.StringIO(newline="")
        writer = csv.writer(out)
        writer.writerow(answer.columns)
        for row, values in zip(rows, answer.rows, strict=True):
            writer.writerow(
                neutral(word) if isinstance(value, str | list) else word
                for word, value in zip(row, values, strict=True)
            )
        return out.getvalue()
    return _table(answer.columns, [[harmless(word) for word in row] for row in rows], answer.rows)


def _table(names: Sequence[str], rows: list[list[str]], values: Sequence[Sequence[object]]) -> str:
    """Columns side by side, numbers to the right, long cells cut with an ellipsis."""
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
