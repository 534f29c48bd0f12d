"""Whole stores: rewritten without their holes, copied, written out as Parquet and read back. Each all or nothing."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import duckdb

from scanner.store.bulk import run
from scanner.store.connection import SCHEMA_VERSION, blank, connect
from scanner.store.errors import StoreCorrupt, StoreExists, StoreMissing, StoreVersion, translated

__all__ = ["Copied", "backup", "compact", "export_parquet", "import_parquet"]

_CONTENTS = "export.json"
_VIEWS = ("facts", "open_conflicts", "supersession_chains")
# What compaction leaves out when asked to forget: versions that were retracted, and windows that were corrected,
# before a day.
_FORGOTTEN: Mapping[str, str] = {
    "claims": "retracted_at < $before",
    "documents": "retracted_at < $before",
    "window_versions": "known_to < $before",
}


@dataclass(frozen=True, slots=True)
class Copied:
    """What was written: rows by table, and the size in bytes of what was read and of what was written."""

    rows: Mapping[str, int]
    read_bytes: int
    written_bytes: int


def compact(path: Path, forget_before: date | None = None) -> Copied:
    """Rewrite the store at ``path`` into a new file that takes its place: DuckDB never shrinks one.

    With ``forget_before``, what documents had stopped saying before that day is left out for good, and with it the
    answers to what the store knew then. No other process may use the store meanwhile. Stopped at any point, the store
    is the old one or the new one.

    Raises:
        StoreError: if it is missing, in use, damaged or of a newer version, or the disk has no room for both files.
    """
    fresh = path.with_name(f".{path.name}.fresh")
    with _attached(path, exclusive=True) as (connection, version):
        run(connection, "CHECKPOINT store")
        copied = _write(connection, version, path, fresh, forget_before)
        with translated(str(path)):
            shutil.copymode(path, fresh)
            fresh.replace(path)
    return copied


def backup(path: Path, target: Path) -> Copied:
    """Write a copy of the store at ``path`` to ``target``: a store like any other, compact, of one moment.

    Raises:
        StoreExists: if there is something at ``target``.
        StoreError: as for ``compact``; others may read the store meanwhile.
    """
    if target.exists():
        raise StoreExists(f"{target}: exists already; name a new file")
    part = target.with_name(f".{target.name}.part")
    with _attached(path) as (connection, version):
        with translated(str(target)):
            target.absolute().parent.mkdir(parents=True, exist_ok=True)
        copied = _write(connection, version, path, part, None)
    with translated(str(target)):
        part.replace(target)
    return copied


def export_parquet(path: Path, folder: Path) -> Copied:
    """Write every table of the store at ``path`` to ``folder``/tables, and the main public views to ``folder``/views.

    Raises:
        StoreExists: if ``folder`` is there and not empty.
        StoreError: as for ``compact``; others may read the store meanwhile.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StoreExists(f"{folder}: exists already and is not empty; name a new folder")
    part = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    with _attached(path) as (connection, version), translated(str(folder)):
        if version < SCHEMA_VERSION:
            raise StoreVersion(f"{path}: its schema is version {version}; run an ingest once to migrate it")
        try:
            rows = {}
            for kind, names in (("tables", _tables(connection, "store")), ("views", _VIEWS)):
                (part / kind).mkdir(parents=True)
                for name in names:
                    file = part / kind / f"{name}.parquet"
                    run(connection, f"COPY (FROM store.{name}) TO {_quoted(file)} (FORMAT parquet, COMPRESSION zstd)")
                    if kind == "tables":
                        rows[name] = _count(connection, f"store.{name}")
            about = {"schema_version": version, "rows": rows}
            (part / _CONTENTS).write_text(json.dumps(about, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            if folder.exists():
                folder.rmdir()
            part.replace(folder)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
    return Copied(rows, path.stat().st_size, sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()))


def import_parquet(folder: Path, path: Path) -> Copied:
    """Make the store ``path`` from what ``export_parquet`` wrote, migrating what an older scanner wrote.

    Raises:
        StoreExists: if there is something at ``path``.
        StoreMissing, StoreCorrupt, StoreVersion: if ``folder`` holds no export, a damaged one, or a newer one.
    """
    if path.exists():
        raise StoreExists(f"{path}: exists already; an export is read into a new store")
    version, expected = _contents(folder)
    part = path.with_name(f".{path.name}.part")
    with translated(str(path)):
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
    with _removed_on_failure(part), _plain() as connection:
        blank(part, version)
        with translated(str(folder)):
            run(connection, f"ATTACH {_quoted(part)} AS fresh")
            for name in _tables(connection, "fresh"):
                file = folder / "tables" / f"{name}.parquet"
                if not file.is_file() and not expected.get(name):
                    continue
                run(connection, f"INSERT INTO fresh.{name} BY NAME FROM read_parquet({_quoted(file)})")
            rows = {name: _count(connection, f"fresh.{name}") for name in expected}
            if rows != dict(expected):
                wrong = sorted(name for name in expected if rows[name] != expected[name])
                raise StoreCorrupt(f"{folder}: not whole: other numbers of rows than it was written with: {wrong}")
            run(connection, "DETACH fresh")
        connect(str(part), read_only=False, memory_limit=None, threads=None).close()
        with translated(str(path)):
            part.replace(path)
    size = sum(file.stat().st_size for file in (folder / "tables").iterdir())
    return Copied(rows, size, path.stat().st_size)


def _contents(folder: Path) -> tuple[int, Mapping[str, int]]:
    """The schema version of an export and its rows by table."""
    try:
        about = json.loads((folder / _CONTENTS).read_text(encoding="utf-8"))
        version, rows = int(about["schema_version"]), {str(k): int(v) for k, v in about["rows"].items()}
    except FileNotFoundError as error:
        raise StoreMissing(f"{folder}: no export of a store: it has no {_CONTENTS}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreCorrupt(f"{folder / _CONTENTS}: not readable: {error}") from error
    if version > SCHEMA_VERSION:
        raise StoreVersion(f"{folder}: written with schema {version}, this scanner knows {SCHEMA_VERSION}; update it")
    return version, rows


def _write(
    connection: duckdb.DuckDBPyConnection, version: int, path: Path, fresh: Path, forget_before: date | None
) -> Copied:
    """Write the attached store to the file ``fresh``, with its indexes and views."""
    with _removed_on_failure(fresh), translated(str(fresh)):
        blank(fresh, version)
        run(connection, f"ATTACH {_quoted(fresh)} AS fresh")
        rows = {}
        for name in _tables(connection, "fresh"):
            left_out = _FORGOTTEN.get(name) if forget_before is not None else None
            where = f" WHERE NOT coalesce({left_out}, false)" if left_out else ""
            given = {"before": forget_before} if left_out else None
            run(connection, f"INSERT INTO fresh.{name} BY NAME FROM store.{name}{where}", given)
            rows[name] = _count(connection, f"fresh.{name}")
        if forget_before is not None:
            run(connection, "DELETE FROM fresh.scopes WHERE scope_id NOT IN (SELECT scope_id FROM fresh.claims)")
        run(connection, "DETACH fresh")
        connect(str(fresh), read_only=False, memory_limit=None, threads=None).close()
        return Copied(rows, path.stat().st_size, fresh.stat().st_size)


@contextmanager
def _removed_on_failure(file: Path) -> Iterator[None]:
    """Start without ``file``, and leave none behind if the block fails."""
    leftovers = (file, file.with_name(f"{file.name}.wal"))
    for left in leftovers:
        left.unlink(missing_ok=True)
    try:
        yield
    except BaseException:
        for left in leftovers:
            with suppress(OSError):
                left.unlink(missing_ok=True)
        raise


@contextmanager
def _plain() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to no store, which may open files."""
    connection = duckdb.connect(":memory:")
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _attached(path: Path, *, exclusive: bool = False) -> Iterator[tuple[duckdb.DuckDBPyConnection, int]]:
    """A connection that sees the store at ``path`` as ``store``, and its schema version."""
    if not path.exists():
        raise StoreMissing(f"{path}: there is no store yet; ingest something first")
    with _plain() as connection:
        with translated(str(path)):
            run(connection, f"ATTACH {_quoted(path)} AS store{'' if exclusive else ' (READ_ONLY)'}")
            if ("schema_version",) not in run(
                connection, "SELECT table_name FROM duckdb_tables() WHERE database_name = 'store'"
            ):
                raise StoreVersion(f"{path}: a DuckDB file of another program (it has no schema_version)")
            version = int(run(connection, "SELECT max(version) FROM store.schema_version")[0][0] or 0)
        if version > SCHEMA_VERSION:
            raise StoreVersion(
                f"{path}: its schema is version {version}, this scanner knows {SCHEMA_VERSION}; update it"
            )
        yield connection, version


def _tables(connection: duckdb.DuckDBPyConnection, database: str) -> list[str]:
    """The tables of an attached store, by name, but for the one that says its version."""
    found = run(
        connection,
        "SELECT table_name FROM duckdb_tables() WHERE database_name = ? AND table_name <> 'schema_version' ORDER BY 1",
        [database],
    )
    return [str(name) for (name,) in found]


def _count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    return int(run(connection, f"SELECT count(*) FROM {table}")[0][0])


def _quoted(path: Path) -> str:
    """A path as SQL writes it; ATTACH and COPY take no parameters."""
    return "'" + os.fspath(path.absolute()).replace("'", "''") + "'"
