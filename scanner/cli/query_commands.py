"""``sql``, ``facts`` and ``documents``: ask the store."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from scanner.cli.clock import today
from scanner.cli.codes import CLEAN, UserError
from scanner.cli.options import (
    AsOf,
    ConfigFile,
    Db,
    Output,
    TableFormat,
    TableFormatOption,
    settings_from,
    table_format,
)
from scanner.cli.output import emit, notice, readable
from scanner.cli.tables import render_table, without_empty

__all__ = ["register"]


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
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One reading SQL statement; - reads it from stdin.")],
    form: TableFormatOption = None,
    output: Output = None,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", min=0, help="Give a query up after so long; 0 waits.")
    ] = 0,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Answer one SQL query over the store; it can read and change nothing.

    Views: facts, current_facts, facts_as_of(day[, recorded]), facts_about(subject, predicate, day[, recorded]),
    open_conflicts, all_findings, supersession_chains, stopped, chunk_standing, documents, sources, unresolved, skipped,
    unknown_files. "FROM public_columns" says what their columns mean.
    """
    settings, chosen = settings_from(config, {"store.db": db}), table_format(form, output)
    from scanner.cli.opening import open_store
    from scanner.store import QueryRefused

    with open_store(settings, read_only=True) as store:
        try:
            answer = store.query(_typed() if query == "-" else query, timeout)
        except QueryRefused as error:
            raise UserError(str(error)) from error
    emit(render_table(answer, chosen), output)
    return CLEAN


def _typed() -> str:
    """The query on stdin.

    Raises:
        UserError: if it is no UTF-8 text.
    """
    text = sys.stdin.read()
    if not readable(text):
        raise UserError("stdin: the query is not in UTF-8")
    return text


def facts(
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="A subject, whole or the end of its name.")],
    predicate: Annotated[str | None, typer.Argument(metavar="PREDICATE", help="One predicate of it only.")] = None,
    as_of: AsOf = None,
    form: TableFormatOption = None,
    output: Output = None,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Say what held of a subject on a day [default: today], with where it stands."""
    settings, chosen = settings_from(config, {"store.db": db}), table_format(form, output)
    from scanner import jobs
    from scanner.cli.opening import open_store

    day = as_of or today()
    with open_store(settings, read_only=True) as store:
        answer = jobs.facts(store, subject, predicate, day)
    if answer.rows or chosen is not TableFormat.TEXT:
        emit(render_table(without_empty(answer) if chosen is TableFormat.TEXT else answer, chosen), output)
    if not answer.rows:
        notice(f"nothing is known to have held on {day}")
    return CLEAN


def documents(form: TableFormatOption = None, output: Output = None, db: Db = None, config: ConfigFile = None) -> int:
    """List the documents of the store: when they date from and on what ground, version, type, claims."""
    settings, chosen = settings_from(config, {"store.db": db}), table_format(form, output)
    from scanner.cli.opening import open_store

    with open_store(settings, read_only=True) as store:
        answer = store.query(
            "SELECT d.source, d.doc_id, d.published, d.published_basis AS dated_by, d.effective, d.version, d.series, "
            "d.source_type, d.owner, count(c.claim_id) AS claims FROM documents d "
            "LEFT JOIN claims c ON c.source = d.source AND c.doc_id = d.doc_id AND c.retracted_at IS NULL "
            "AND c.extractor <> 'sentence' "
            "WHERE d.retracted_at IS NULL GROUP BY ALL ORDER BY d.source, d.doc_id"
        )
    emit(render_table(without_empty(answer) if chosen is TableFormat.TEXT else answer, chosen), output)
    return CLEAN
