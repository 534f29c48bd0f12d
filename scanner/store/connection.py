"""Open the database file, bring its schema up to date, and keep one connection."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path

import duckdb

from scanner.store.bulk import run
from scanner.store.errors import StoreMissing, StoreVersion, translated

__all__ = ["MEMORY", "SCHEMA_VERSION", "blank", "connect", "statements"]

MEMORY = ":memory:"
_PACKAGE = "scanner.store"
_VIEWS = ("views.sql", "views_facts.sql", "views_findings.sql", "views_documents.sql")


def _migrations() -> list[tuple[int, str]]:
    folder = resources.files(_PACKAGE) / "migrations"
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".sql")), key=lambda item: item.name)
    return [(int(item.name.split("_", 1)[0]), item.read_text(encoding="utf-8")) for item in files]


SCHEMA_VERSION = max(number for number, _ in _migrations())


def statements(name: str, package: str = _PACKAGE) -> str:
    """The text of a packaged ``.sql`` file."""
    return (resources.files(package) / name).read_text(encoding="utf-8")


def connect(path: str, *, read_only: bool, memory_limit: str | None, threads: int | None) -> duckdb.DuckDBPyConnection:
    """Open ``path`` and migrate it.

    DuckDB may neither read nor write any file but the store's own (and its spill folder).

    Raises:
        StoreError: one of its kinds, with one line that says why.
    """
    config: dict[str, str | bool | int | float | list[str]] = {"enable_external_access": "false"}
    if memory_limit is not None:
        config["memory_limit"] = memory_limit
    if threads is not None:
        config["threads"] = str(threads)
    if path != MEMORY:
        exists = Path(path).exists()
        if read_only and not exists:
            raise StoreMissing(f"{path}: there is no store yet; ingest something first")
        if not exists:
            with translated(path):
                Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
    with translated(path):
        connection = duckdb.connect(path, read_only=read_only and path != MEMORY, config=config)
    try:
        with translated(path):
            # Where no script is run (a notebook, a spawned process) it would be drawn on standard output.
            connection.execute("SET enable_progress_bar = false")
            _migrate(connection, path, read_only=read_only and path != MEMORY)
    except BaseException:
        connection.close()
        raise
    return connection


def blank(path: Path, version: int) -> None:
    """Make a file with the empty tables of a schema version; opening it as a store adds the rest."""
    connection = duckdb.connect(str(path))
    try:
        with _whole(connection):
            for number, script in _migrations():
                if number <= version:
                    run(connection, script)
            run(connection, "CREATE TABLE schema_version (version BIGINT NOT NULL, views VARCHAR NOT NULL)")
            run(connection, "INSERT INTO schema_version VALUES (?, '')", [version])
    finally:
        connection.close()


def _migrate(connection: duckdb.DuckDBPyConnection, path: str, *, read_only: bool) -> None:
    tables = {str(row[0]) for row in run(connection, "SELECT table_name FROM duckdb_tables()")}
    if "schema_version" not in tables:
        if tables:
            raise StoreVersion(f"{path}: a DuckDB file of another program (it has no schema_version); use another --db")
        if read_only:
            raise StoreMissing(f"{path}: the store is empty; ingest something first")
    views, indexes = "".join(map(statements, _VIEWS)), statements("indexes.sql")
    digest = hashlib.sha256((views + indexes).encode()).hexdigest()[:16]
    version, known = 0, ""
    if "schema_version" in tables:
        row = run(connection, "SELECT max(version), any_value(views) FROM schema_version")[0]
        version, known = int(row[0] or 0), str(row[1] or "")
    if version > SCHEMA_VERSION:
        raise StoreVersion(
            f"{path}: its schema is version {version}, this scanner knows {SCHEMA_VERSION}; update the scanner"
        )
    if read_only:
        if version < SCHEMA_VERSION:
            raise StoreVersion(
                f"{path}: its schema is version {version}, this scanner needs {SCHEMA_VERSION}; "
                "run an ingest once to migrate it"
            )
        return
    if version == SCHEMA_VERSION and known == digest:
        return
    with _whole(connection):
        run(connection, "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL, views VARCHAR NOT NULL)")
        for (name,) in run(connection, "SELECT index_name FROM duckdb_indexes() ORDER BY index_name"):
            run(connection, f'DROP INDEX "{name}"')
        for number, script in _migrations():
            if number > version:
                run(connection, script)
        run(connection, views)
        run(connection, "DELETE FROM schema_version")
        run(connection, "INSERT INTO schema_version VALUES (?, '')", [SCHEMA_VERSION])
    with _whole(connection):  # DuckDB makes no index in a transaction that has changed rows
        run(connection, indexes)
        run(connection, "UPDATE schema_version SET views = ?", [digest])


@contextmanager
def _whole(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """One transaction: done in full or not at all."""
    run(connection, "BEGIN TRANSACTION")
    try:
        yield
    except BaseException:
        with suppress(duckdb.Error):  # DuckDB may have given the transaction up already
            run(connection, "ROLLBACK")
        raise
    run(connection, "COMMIT")
