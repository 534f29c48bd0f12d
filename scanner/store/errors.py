"""What can go wrong with a store, each as its own exception with one clear line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

__all__ = [
    "QueryRefused",
    "SourceOverlap",
    "StoreCorrupt",
    "StoreError",
    "StoreExists",
    "StoreFull",
    "StoreLocked",
    "StoreMissing",
    "StoreReadOnly",
    "StoreVersion",
    "damaged",
    "translated",
]

_PID = re.compile(r"\(PID (\d+)\)")


class StoreError(Exception):
    """Any trouble with the store; the message is one line that says what to do."""


class StoreMissing(StoreError):
    """There is no store at the path, and it was to be read."""


class StoreExists(StoreError):
    """There is something already where a new store, backup or export was to be written."""


class StoreLocked(StoreError):
    """Another process has the store open for writing; ``pid`` is its process id where DuckDB tells."""

    def __init__(self, path: str, pid: int | None) -> None:
        self.pid = pid
        by = f" by process {pid}" if pid is not None else ""
        super().__init__(f"{path}: the store is in use{by}; wait until it has finished, or use another --db")


class StoreCorrupt(StoreError):
    """The file is no store, or its content is damaged."""


class StoreVersion(StoreError):
    """The store was written by a newer scanner or DuckDB than this one, or needs a migration but is read-only."""


class StoreReadOnly(StoreError):
    """The file or its folder may not be written."""


class StoreFull(StoreError):
    """The disk has no room left; the last transaction was not written."""


class SourceOverlap(StoreError):
    """Two sources would read the same files."""


class QueryRefused(StoreError):
    """A query that is not one reading statement, or that DuckDB cannot run."""


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Turn DuckDB's errors about the file ``path`` into the store's own; errors in our own SQL pass unchanged."""
    try:
        yield
    except duckdb.Error as error:
        own = _own(path, error)
        if own is None:
            raise
        raise own from error
    except OSError as error:
        own = _own(path, error)
        if own is None:
            raise
        raise own from error


def damaged(error: Exception) -> bool:
    """Whether DuckDB says that the file is not what it wrote."""
    low = str(error).lower()
    return any(word in low for word in ("not a valid duckdb", "corrupt", "checksum", "could not read enough bytes"))


def _own(path: str, error: Exception) -> StoreError | None:
    text = str(error)
    low = text.lower()
    if "could not set lock" in low or "conflicting lock" in low or "different configuration" in low:
        found = _PID.search(text)
        return StoreLocked(path, int(found[1]) if found else None)
    if "no space left" in low or "disk quota" in low or "file too large" in low:
        return StoreFull(f"{path}: no room left on the disk; nothing of the last batch was written")
    if "permission denied" in low or "read-only file system" in low or "is a directory" in low:
        return StoreReadOnly(f"{path}: may not be opened: {_line(text)}")
    if "attached in read-only mode" in low:
        return StoreReadOnly(f"{path}: opened to be read only; open it to write")
    if "loading external extensions is disabled" in low:
        return StoreCorrupt(f"{path}: a file of another program, no store; use another --db")
    if damaged(error):
        return StoreCorrupt(
            f"{path}: not a readable store: {_line(text)}; restore a copy, or move it away and re-ingest"
        )
    if "storage version" in low or "database file with version" in low or "serialization" in low:
        return StoreVersion(f"{path}: written by another version of DuckDB: {_line(text)}")
    if isinstance(error, OSError | duckdb.IOException):
        return StoreError(f"{path}: {_line(text)}")
    return None


def _line(text: str) -> str:
    return text.strip().splitlines()[0].strip() if text.strip() else "no reason given"
