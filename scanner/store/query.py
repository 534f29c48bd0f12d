"""Answer one reading SQL statement, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import duckdb

from scanner.store.errors import QueryRefused
from scanner.store.records import Table

__all__ = ["arrow_of", "run_query"]

_READING = frozenset({"SELECT", "EXPLAIN", "RELATION"})


def run_query(connection: duckdb.DuckDBPyConnection, sql: str) -> Table:
    """Run one SELECT, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE or EXPLAIN in a read-only transaction of its own.

    Raises:
        QueryRefused: for several statements, for one that writes, and for one DuckDB cannot run.
    """
    with _reading(connection, sql) as cursor:
        cursor.execute(sql)
        columns = tuple(str(item[0]) for item in cursor.description or ())
        return Table(columns, tuple(tuple(row) for row in cursor.fetchall()))


def arrow_of(connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, object] | None = None) -> Any:
    """The same as an Arrow table; ``parameters`` fill the statement's named ones.

    Raises:
        QueryRefused: as for ``run_query``.
    """
    with _reading(connection, sql) as cursor:
        answer = cursor.sql(sql, params=dict(parameters)) if parameters else cursor.sql(sql)
        return answer.to_arrow_table()


@contextmanager
def _reading(connection: duckdb.DuckDBPyConnection, sql: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A cursor in a read-only transaction, for the length of the block, if ``sql`` is one reading statement."""
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise QueryRefused(_reason(error)) from error
    if len(statements) != 1:
        raise QueryRefused("give exactly one SQL statement")
    kind = statements[0].type.name
    if kind not in _READING:
        raise QueryRefused(
            f"only reading statements are allowed here (SELECT, WITH, DESCRIBE, SHOW, EXPLAIN), not {kind}"
        )
    cursor = connection.cursor()
    try:
        cursor.execute("BEGIN TRANSACTION READ ONLY")
        try:
            yield cursor
        finally:
            cursor.execute("ROLLBACK")
    except duckdb.Error as error:
        raise QueryRefused(_reason(error)) from error
    finally:
        cursor.close()


def _reason(error: duckdb.Error) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[:2]) if lines else "the query failed"
