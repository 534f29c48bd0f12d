"""Answer one reading SQL statement, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

import duckdb

from scanner.store.errors import QueryRefused, damaged
from scanner.store.records import Table

__all__ = ["arrow_of", "run_query"]

_HEARD = 0.05  # seconds after which a query that has not heard an interrupt is told again
_READING = frozenset({"SELECT", "EXPLAIN", "RELATION"})


def run_query(connection: duckdb.DuckDBPyConnection, sql: str, seconds: float = 0) -> Table:
    """Run one SELECT, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE or EXPLAIN in a read-only transaction of its own.

    After ``seconds`` it is given up; 0 waits as long as it takes. Ctrl-C ends it at once.

    Raises:
        QueryRefused: for several statements, for one that writes, for one DuckDB cannot run, and for one that took
            too long.
    """
    with _reading(connection, sql) as cursor:
        return _answered(cursor, sql, seconds)


def _answered(cursor: duckdb.DuckDBPyConnection, sql: str, seconds: float) -> Table:
    """The answer, computed beside the main thread: that one alone hears signals, and must not be lost in DuckDB."""

    def work() -> Table:
        cursor.execute(sql)
        columns = tuple(str(item[0]) for item in cursor.description or ())
        return Table(columns, tuple(tuple(row) for row in cursor.fetchall()))

    with ThreadPoolExecutor(1) as beside:
        answer = beside.submit(work)
        try:
            return answer.result(seconds or None)
        except TimeoutError:
            _stop(cursor, answer)
            raise QueryRefused(f"the query took more than {seconds:g} seconds and was stopped; ask for less") from None
        except BaseException:
            _stop(cursor, answer)
            raise


def _stop(cursor: duckdb.DuckDBPyConnection, answer: Future[Table]) -> None:
    while not answer.done():  # an interrupt between two steps of the query is not heard
        cursor.interrupt()
        wait([answer], _HEARD)


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
    try:
        kind = statements[0].type.name
    except ValueError:  # DuckDB's own names do not reach as far as its statements: "UPDATE EXTENSIONS" has none
        kind = " ".join(sql.split()[:2]).upper()
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
        if damaged(error):
            raise  # the store's fault, not the query's
        raise QueryRefused(_reason(error)) from error
    finally:
        cursor.close()


def _reason(error: duckdb.Error) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines[:2]) if lines else "the query failed"
