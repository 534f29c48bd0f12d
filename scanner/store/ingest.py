"""Write batches of documents: one transaction each, in bulk, after removing duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import PurePath

import duckdb
import pyarrow as pa

from scanner.model import Skipped, Source
from scanner.store import rows
from scanner.store.bulk import append, registered, run
from scanner.store.errors import SourceOverlap
from scanner.store.records import Ingested, Run

__all__ = ["record_run", "record_skipped", "register_source", "retract", "write_batch"]

_KEYS = pa.schema([("source", pa.string()), ("doc_id", pa.string())])
_SKIPPED = pa.schema([(name, pa.string()) for name in ("source", "path", "reason", "detail")])


def register_source(connection: duckdb.DuckDBPyConnection, source: Source) -> None:
    """Remember a source; its root may move.

    Raises:
        SourceOverlap: if the root lies in, or holds, the root of a source of another name.
    """
    mine = PurePath(source.root)
    for name, root in run(connection, "SELECT name, root FROM sources ORDER BY name"):
        other = PurePath(str(root))
        if name != source.name and (mine == other or mine in other.parents or other in mine.parents):
            raise SourceOverlap(
                f"source {source.name!r} ({source.root}) overlaps source {name!r} ({root}) and would read files twice; "
                "ingest it under one name"
            )
    run(connection, "DELETE FROM sources WHERE name = ?", [source.name])
    run(connection, "INSERT INTO sources VALUES (?, ?)", [source.name, source.root])


def write_batch(connection: duckdb.DuckDBPyConnection, batch: Sequence[Ingested], recorded_at: datetime) -> None:
    """Replace what the batch's documents said; of two versions of one document in a batch the last counts."""
    distinct = {(item.document.source, item.document.doc_id): item for item in batch}
    items = [distinct[key] for key in sorted(distinct)]
    if not items:
        return
    _end(connection, list(distinct), recorded_at)
    claims = [claim for item in items for claim in {c.claim_id: c for c in item.claims}.values()]
    with registered(connection, rows.scope_table(claims)) as view:
        run(
            connection,
            f"INSERT INTO scopes SELECT * FROM {view} WHERE scope_id NOT IN (SELECT scope_id FROM scopes) ORDER BY ALL",
        )
    append(connection, "documents", rows.document_table(items, recorded_at))
    append(connection, "chunks", rows.chunk_table(items))
    with registered(connection, rows.claim_table(claims, recorded_at)) as view:
        run(connection, f"INSERT INTO claims BY NAME SELECT *, fact_of(subject, predicate) AS fact FROM {view}")
    append(connection, "unresolved", rows.unresolved_table(items))


def retract(connection: duckdb.DuckDBPyConnection, source: str, doc_ids: Iterable[str], recorded_at: datetime) -> None:
    """End what documents that have vanished said."""
    _end(connection, [(source, doc_id) for doc_id in doc_ids], recorded_at)


def _end(connection: duckdb.DuckDBPyConnection, keys: Sequence[tuple[str, str]], recorded_at: datetime) -> None:
    with registered(connection, rows.table(_KEYS, sorted(set(keys)))) as view:
        known = run(
            connection,
            f"SELECT count(*) FROM documents d SEMI JOIN {view} v USING (source, doc_id) WHERE d.retracted_at IS NULL",
        )
        if not known[0][0]:
            return  # all new: spare the scan of the claims
        for name, more in (("documents", ", text_zlib = NULL"), ("claims", "")):
            run(
                connection,
                f"UPDATE {name} t SET retracted_at = $at{more} FROM {view} v "
                "WHERE t.source = v.source AND t.doc_id = v.doc_id AND t.retracted_at IS NULL",
                {"at": recorded_at},
            )
        for name in ("chunks", "unresolved"):
            run(connection, f"DELETE FROM {name} t USING {view} v WHERE t.source = v.source AND t.doc_id = v.doc_id")


def record_skipped(connection: duckdb.DuckDBPyConnection, source: str, skipped: Iterable[Skipped]) -> None:
    """Replace what is known of the files of ``source`` that were not read."""
    found = sorted({(s.source, s.path, s.reason.value, s.detail) for s in skipped})
    run(connection, "DELETE FROM skipped WHERE source = ?", [source])
    append(connection, "skipped", rows.table(_SKIPPED, found))


def record_run(connection: duckdb.DuckDBPyConnection, done: Run) -> None:
    """Remember a run once, however often it is repeated."""
    run(connection, "DELETE FROM runs WHERE run_id = ? AND command = ?", [done.run_id, done.command])
    run(
        connection,
        "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            done.run_id,
            done.command,
            done.as_of,
            done.fingerprint,
            done.documents,
            done.chunks,
            done.claims,
            done.skipped,
            done.unresolved,
            done.findings,
        ],
    )
