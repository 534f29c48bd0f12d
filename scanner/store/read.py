"""Read documents, claims and alignment back, in one deterministic order."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import duckdb

from scanner.model import (
    Chunk,
    Claim,
    DateBasis,
    DocumentLink,
    DocumentRecord,
    DocumentRelation,
    Meeting,
    Reason,
    Skipped,
    SkipReason,
    Source,
    Stopped,
    Unresolved,
)
from scanner.store.bulk import fetch, run
from scanner.store.records import Counts, DocumentState, Run
from scanner.store.rows import claim_from

_CLAIMS = """
SELECT c.claim_id, c.source, c.doc_id, c.chunk_id, c.subject, c.predicate, c.bound, c.value, c.status, c.window_start,
    c.window_end, c.window_basis, c.start_at, c.end_at, c.value_start, c.value_end, c.line, c.page, c.quote, c.context,
    c.confidence, c.extractor, c.subject_text, c.predicate_text, c.value_text, c.subject_basis, c.functional, c.changes,
    c.change, c.pair, c.unit_id, c.slot, c.statement, c.words, c.context_words, c.lead, c.identifiers, s.items
FROM claims c JOIN scopes s USING (scope_id)
WHERE c.retracted_at IS NULL{condition}
ORDER BY c.source, c.doc_id, c.start_at, c.claim_id
"""
_DOCUMENTS = """
SELECT source, doc_id, title, published, published_basis, effective, version, source_type, author, owner, series,
    supersedes, content_hash, format
FROM documents WHERE retracted_at IS NULL ORDER BY source, doc_id
"""
_COUNTS = """
SELECT
    (SELECT count(*) FROM documents WHERE retracted_at IS NULL),
    (SELECT count(*) FROM documents WHERE retracted_at IS NULL AND published IS NULL AND effective IS NULL),
    (SELECT count(*) FROM chunks),
    (SELECT count(*) FROM claims WHERE retracted_at IS NULL
        AND (extractor <> 'sentence' OR claim_id IN (SELECT claim_id FROM keys))),
    (SELECT count(*) FROM keys),
    (SELECT count(*) FROM skipped),
    (SELECT count(*) FROM unresolved)
"""
_BATCH = 20_000


def claims(
    connection: duckdb.DuckDBPyConnection, condition: str = "", parameters: dict[str, object] | None = None
) -> Iterator[Claim]:
    """Stream current claims; ``condition`` narrows them, starting with ``AND``."""
    sql = _CLAIMS.format(condition=f" {condition}" if condition else "")
    relation = connection.sql(sql, params=parameters) if parameters else connection.sql(sql)
    document: tuple[str, str] | None = None
    held: dict[object, object] = {}
    for batch in relation.to_arrow_reader(_BATCH):
        for row in batch.to_pylist():
            if document != (row["source"], row["doc_id"]):
                document = (row["source"], row["doc_id"])
                held.clear()
            yield claim_from(row, held)


def documents(connection: duckdb.DuckDBPyConnection) -> tuple[DocumentRecord, ...]:
    """All current documents."""
    return tuple(
        DocumentRecord(
            **{
                **row,
                "published_basis": DateBasis(row["published_basis"]),
                "supersedes": tuple(row["supersedes"]),
            }
        )
        for row in fetch(connection, _DOCUMENTS).to_pylist()
    )


def document_states(connection: duckdb.DuckDBPyConnection, source: str) -> dict[str, DocumentState]:
    """What each current document of ``source`` looked like when it was last ingested."""
    answer = run(
        connection,
        "SELECT doc_id, content_hash, fingerprint, recorded_at FROM documents "
        "WHERE source = ? AND retracted_at IS NULL ORDER BY doc_id",
        [source],
    )
    return {row[0]: DocumentState(row[1], row[2], row[3]) for row in answer}


def document_text(connection: duckdb.DuckDBPyConnection, source: str, doc_id: str) -> str:
    """The loaded text of a current document.

    Raises:
        KeyError: if the store has no such document.
    """
    found = run(
        connection,
        "SELECT text_zlib FROM documents WHERE source = ? AND doc_id = ? AND retracted_at IS NULL",
        [source, doc_id],
    )
    if not found:
        raise KeyError(f"{source}: {doc_id}")
    return zlib.decompress(found[0][0]).decode("utf-8", "surrogatepass")


def chunks(connection: duckdb.DuckDBPyConnection, source: str, doc_id: str) -> tuple[Chunk, ...]:
    """The chunks of one document in order."""
    answer = run(
        connection,
        "SELECT chunk_id, headings, start_at, end_at, first_block, last_block FROM chunks "
        "WHERE source = ? AND doc_id = ? ORDER BY start_at, end_at, chunk_id",
        [source, doc_id],
    )
    return tuple(Chunk(r[0], source, doc_id, tuple(r[1]), r[2], r[3], r[4], r[5]) for r in answer)


def unresolved(
    connection: duckdb.DuckDBPyConnection, source: str | None = None, doc_id: str | None = None
) -> tuple[Unresolved, ...]:
    """Mentions that did not become claims, of all documents or of one."""
    answer = run(
        connection,
        "SELECT source, doc_id, start_at, end_at, line, text, reason, extractor FROM unresolved "
        "WHERE ($source IS NULL OR source = $source) AND ($doc IS NULL OR doc_id = $doc) ORDER BY ALL",
        {"source": source, "doc": doc_id},
    )
    return tuple(Unresolved(*row) for row in answer)


def skipped(connection: duckdb.DuckDBPyConnection) -> tuple[Skipped, ...]:
    """Files that were not read."""
    answer = run(connection, "SELECT source, path, reason, detail FROM skipped ORDER BY ALL")
    return tuple(Skipped(r[0], r[1], SkipReason(r[2]), r[3]) for r in answer)


def sources(connection: duckdb.DuckDBPyConnection) -> tuple[Source, ...]:
    """All registered sources."""
    return tuple(Source(*row) for row in run(connection, "SELECT name, root FROM sources ORDER BY name"))


def keys(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """The key of each claim that met another."""
    return dict(run(connection, "SELECT claim_id, key FROM keys ORDER BY claim_id"))


def links(connection: duckdb.DuckDBPyConnection) -> tuple[DocumentLink, ...]:
    """How documents relate."""
    answer = run(connection, "SELECT source_a, doc_a, source_b, doc_b, relation, score, words FROM links ORDER BY ALL")
    return tuple(DocumentLink((r[0], r[1]), (r[2], r[3]), DocumentRelation(r[4]), r[5], tuple(r[6])) for r in answer)


def meetings(connection: duckdb.DuckDBPyConnection, claim_id: str | None = None) -> tuple[Meeting, ...]:
    """Pairs that met, of all claims or of one."""
    return tuple(
        Meeting(row["claim_a"], row["claim_b"], Reason(row["way"]), row["score"], tuple(row["missing"]))
        for row in _pairs(connection, "meetings", claim_id)
    )


def stopped(connection: duckdb.DuckDBPyConnection, claim_id: str | None = None) -> tuple[Stopped, ...]:
    """Pairs that a gate kept apart, of all claims or of one."""
    return tuple(
        Stopped(row["claim_a"], row["claim_b"], Reason(row["gate"]), row["score"])
        for row in _pairs(connection, "stopped_pairs", claim_id)
    )


def _pairs(connection: duckdb.DuckDBPyConnection, table: str, claim_id: str | None) -> list[dict[str, Any]]:
    sql = f"SELECT * FROM {table}"
    order = " ORDER BY score DESC, claim_a, claim_b"
    if claim_id is None:
        answer: list[dict[str, Any]] = fetch(connection, sql + order).to_pylist()
    else:
        where = " WHERE claim_a = $claim OR claim_b = $claim"
        answer = fetch(connection, sql + where + order, {"claim": claim_id}).to_pylist()
    return answer


def runs(connection: duckdb.DuckDBPyConnection) -> tuple[Run, ...]:
    """All remembered runs, oldest first."""
    return tuple(Run(*row) for row in run(connection, "SELECT * FROM runs ORDER BY as_of, command, run_id"))


def counts(connection: duckdb.DuckDBPyConnection) -> Counts:
    """How much the store holds."""
    return Counts(*run(connection, _COUNTS)[0])
