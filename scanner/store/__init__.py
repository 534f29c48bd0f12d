"""The only door to DuckDB: what was ingested, what it says, and what a scan derives from it."""

from scanner.store.connection import MEMORY, SCHEMA_VERSION, statements
from scanner.store.errors import (
    QueryRefused,
    SourceOverlap,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreMissing,
    StoreReadOnly,
    StoreVersion,
)
from scanner.store.records import Counts, DocumentState, Ingested, Run, Table
from scanner.store.store import Store

__all__ = [
    "MEMORY",
    "SCHEMA_VERSION",
    "Counts",
    "DocumentState",
    "Ingested",
    "QueryRefused",
    "Run",
    "SourceOverlap",
    "Store",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreMissing",
    "StoreReadOnly",
    "StoreVersion",
    "Table",
    "statements",
]
