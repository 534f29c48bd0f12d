"""The only door to DuckDB: what was ingested, what it says, and what a scan derives from it."""

from scanner.store.codec import decode_scope, decode_value
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
from scanner.store.records import Counts, DocumentState, FindingRow, Ingested, Run, SideRow, Table
from scanner.store.store import Store

__all__ = [
    "MEMORY",
    "SCHEMA_VERSION",
    "Counts",
    "DocumentState",
    "FindingRow",
    "Ingested",
    "QueryRefused",
    "Run",
    "SideRow",
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
    "decode_scope",
    "decode_value",
    "statements",
]
