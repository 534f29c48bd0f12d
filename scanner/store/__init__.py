"""The only door to DuckDB: what was ingested, what it says, and what a scan derives from it."""

from scanner.store.codec import decode_scope, decode_value, encode_scope
from scanner.store.connection import MEMORY, SCHEMA_VERSION, statements
from scanner.store.copies import Copied, backup, compact, export_parquet, import_parquet
from scanner.store.decisions import Ruling, Settled
from scanner.store.errors import (
    QueryRefused,
    SourceOverlap,
    StoreCorrupt,
    StoreError,
    StoreExists,
    StoreFull,
    StoreLocked,
    StoreMissing,
    StoreReadOnly,
    StoreVersion,
)
from scanner.store.history import ScanRow
from scanner.store.lookup import known_at
from scanner.store.records import Counts, DocumentState, FindingRow, Ingested, Run, SideRow, Table
from scanner.store.resolutions import encode_choice
from scanner.store.reviews import ChunkChange, Reviews
from scanner.store.store import Store

__all__ = [
    "MEMORY",
    "SCHEMA_VERSION",
    "ChunkChange",
    "Copied",
    "Counts",
    "DocumentState",
    "FindingRow",
    "Ingested",
    "QueryRefused",
    "Reviews",
    "Ruling",
    "Run",
    "ScanRow",
    "Settled",
    "SideRow",
    "SourceOverlap",
    "Store",
    "StoreCorrupt",
    "StoreError",
    "StoreExists",
    "StoreFull",
    "StoreLocked",
    "StoreMissing",
    "StoreReadOnly",
    "StoreVersion",
    "Table",
    "backup",
    "compact",
    "decode_scope",
    "decode_value",
    "encode_choice",
    "encode_scope",
    "export_parquet",
    "import_parquet",
    "known_at",
    "statements",
]
