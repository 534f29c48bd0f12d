"""Hand Arrow tables to DuckDB and get them back, never row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import duckdb

__all__ = ["append", "fetch", "registered", "run"]


def run(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[object] | Mapping[str, object] | None = None
) -> list[tuple[Any, ...]]:
    """Run SQL to its end; a connection with an unfinished answer takes no other work."""
    if parameters is None:
        return connection.execute(sql).fetchall()
    given = dict(parameters) if isinstance(parameters, Mapping) else list(parameters)
    return connection.execute(sql, given).fetchall()


@contextmanager
def registered(connection: duckdb.DuckDBPyConnection, arrow: Any, name: str = "incoming") -> Iterator[str]:
    """Make an Arrow table visible to SQL under ``name`` for the time of the block."""
    connection.register(name, arrow)
    try:
        yield name
    except BaseException:
        # In a transaction that has failed nothing can be unregistered; the next registration replaces it.
        with suppress(duckdb.Error):
            connection.unregister(name)
        raise
    connection.unregister(name)


def append(connection: duckdb.DuckDBPyConnection, table: str, arrow: Any) -> None:
    """Append an Arrow table to ``table`` by column name; columns it lacks become NULL."""
    if arrow.num_rows:
        with registered(connection, arrow) as view:
            run(connection, f"INSERT INTO {table} BY NAME SELECT * FROM {view}")


def fetch(connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, object] | None = None) -> Any:
    """The whole answer as an Arrow table."""
    if parameters:
        return connection.sql(sql, params=dict(parameters)).to_arrow_table()
    return connection.sql(sql).to_arrow_table()
