"""Write and read what a scan derives: alignment and findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import duckdb
import pyarrow as pa

from scanner.model import (
    Alignment,
    Bound,
    ConflictType,
    Finding,
    FindingKind,
    FindingStatus,
    Place,
    Reason,
    Resolution,
    Severity,
    Side,
    WindowBasis,
)
from scanner.store.bulk import append, fetch, registered, run
from scanner.store.codec import decode_scope
from scanner.store.resolutions import read_resolutions
from scanner.store.rows import evidence_from, table

__all__ = [
    "amend_alignment",
    "amend_successions",
    "drop_alignment",
    "read_findings",
    "remember_alignment",
    "write_alignment",
]

_TEXTS = pa.list_(pa.string())


def _schema(**columns: Any) -> Any:
    return pa.schema(list(columns.items()))


_S, _I, _F = pa.string(), pa.int64(), pa.float64()
_LINKS = _schema(source_a=_S, doc_a=_S, source_b=_S, doc_b=_S, relation=_S, score=_F, words=_TEXTS)
_MEETINGS = _schema(claim_a=_S, claim_b=_S, way=_S, score=_F, missing=_TEXTS)
_STOPPED = _schema(claim_a=_S, claim_b=_S, gate=_S, score=_F)
_KEYS = _schema(claim_id=_S, key=_I)


def write_alignment(connection: duckdb.DuckDBPyConnection, alignment: Alignment) -> None:
    """Replace links, meetings, stopped pairs and keys by what was aligned elsewhere."""
    drop_alignment(connection)
    for name, schema, rows in _alignment_rows(alignment):
        append(connection, name, table(schema, rows))


def _alignment_rows(alignment: Alignment) -> Iterable[tuple[str, Any, list[tuple[object, ...]]]]:
    yield "links", _LINKS, sorted((*x.a, *x.b, x.relation.value, x.score, list(x.words)) for x in alignment.links)
    yield (
        *("meetings", _MEETINGS),
        sorted((m.claim_a, m.claim_b, m.way.value, m.score, list(m.missing)) for m in alignment.meetings),
    )
    yield (
        *("stopped_pairs", _STOPPED),
        sorted((s.claim_a, s.claim_b, s.gate.value, s.score) for s in alignment.stopped),
    )
    yield "keys", _KEYS, sorted(alignment.keys.items())


def amend_alignment(connection: duckdb.DuckDBPyConnection, gone: Alignment, new: Alignment) -> None:
    """Take the rows of ``gone`` away and add those of ``new``."""
    for name, columns, values in (
        ("links", ("source_a", "doc_a", "source_b", "doc_b"), [(*x.a, *x.b) for x in gone.links]),
        ("meetings", ("claim_a", "claim_b"), [(m.claim_a, m.claim_b) for m in gone.meetings]),
        ("stopped_pairs", ("claim_a", "claim_b"), [(s.claim_a, s.claim_b) for s in gone.stopped]),
        ("keys", ("claim_id",), [(claim_id,) for claim_id in gone.keys]),
    ):
        _remove(connection, name, columns, values)
    for name, schema, rows in _alignment_rows(new):
        append(connection, name, table(schema, rows))


def amend_successions(
    connection: duckdb.DuckDBPyConnection, gone: Iterable[tuple[str, str]], new: Iterable[tuple[str, str]]
) -> None:
    """Take some pairs of two states of one place away and add others."""
    _remove(connection, "successions", ("claim_a", "claim_b"), sorted(gone))
    append(connection, "successions", table(_schema(claim_a=_S, claim_b=_S), sorted(new)))


def _remove(
    connection: duckdb.DuckDBPyConnection, name: str, columns: Sequence[str], values: Sequence[Sequence[object]]
) -> None:
    if values:
        same = " AND ".join(f"t.{column} = v.{column}" for column in columns)
        with registered(connection, table(_schema(**dict.fromkeys(columns, _S)), values)) as view:
            run(connection, f"DELETE FROM {name} t USING {view} v WHERE {same}")


def drop_alignment(connection: duckdb.DuckDBPyConnection) -> None:
    """Forget what the last alignment found and what it rested on."""
    for name in (
        *("links", "meetings", "stopped_pairs", "keys"),
        *("successions", "aligned_by", "aligned_documents", "aligned_statistics"),
    ):
        run(connection, f"DELETE FROM {name}")


def remember_alignment(connection: duckdb.DuckDBPyConnection, fingerprint: str) -> None:
    """Remember what the alignment rested on that has just been made of the tables ``align_*``."""
    for name in ("aligned_by", "aligned_documents", "aligned_statistics"):
        run(connection, f"DELETE FROM {name}")
    run(connection, "INSERT INTO aligned_by VALUES (?)", [fingerprint])
    run(connection, "INSERT INTO aligned_documents SELECT source, doc_id, series, state FROM align_documents")
    run(connection, "INSERT INTO aligned_statistics SELECT sort, name, number FROM align_statistics")


_READ_PLACES = """
SELECT p.finding_id, p.number, p.claim_id, p.standing, c.source, c.doc_id, c.chunk_id, c.start_at, c.end_at,
    c.value_start, c.value_end, c.line, c.page, c.quote, c.context, c.extractor, d.published
FROM finding_places p
JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
LEFT JOIN documents d ON d.source = c.source AND d.doc_id = c.doc_id AND d.retracted_at IS NULL
{where}
ORDER BY p.finding_id, p.number, p.place
"""


def read_findings(connection: duckdb.DuckDBPyConnection, finding_id: str | None = None) -> tuple[Finding, ...]:
    """Findings as they were written, in the order of reporting: all, or those whose id starts with ``finding_id``."""
    where, parameters = "", None
    if finding_id is not None:
        where, parameters = "WHERE starts_with({}finding_id, $id)", {"id": finding_id}
    places: dict[tuple[str, int], list[Place]] = {}
    for row in fetch(connection, _READ_PLACES.format(where=where.format("p.")), parameters).to_pylist():
        place = Place(row["claim_id"], evidence_from(row), row["published"], row["extractor"], row["standing"])
        places.setdefault((row["finding_id"], row["number"]), []).append(place)
    sides: dict[str, list[tuple[bool, Side]]] = {}
    sql = f"SELECT * FROM finding_sides {where.format('')} ORDER BY finding_id, number"
    for row in fetch(connection, sql, parameters).to_pylist():
        side = Side(
            row["value"],
            row["canonical"],
            row["value_key"],
            row["valid_from"],
            row["valid_to"],
            WindowBasis(row["window_basis"]),
            row["authority"],
            row["preferred"],
            tuple(places.get((row["finding_id"], row["number"]), ())),
            row["witnesses"],
        )
        sides.setdefault(row["finding_id"], []).append((row["consistent"], side))
    found = fetch(connection, f"SELECT * FROM findings {where.format('')} ORDER BY ordinal", parameters).to_pylist()
    decided = read_resolutions(connection) if any(row["resolution"] for row in found) else ()
    by_number = {resolution.number: resolution for resolution in decided}
    return tuple(
        _finding(row, sides.get(row["finding_id"], []), by_number.get(row["resolution"] or 0)) for row in found
    )


def _finding(row: dict[str, Any], sides: Sequence[tuple[bool, Side]], resolution: Resolution | None) -> Finding:
    return Finding(
        finding_id=row["finding_id"],
        kind=FindingKind(row["kind"]),
        type=ConflictType(row["type"]),
        reason=Reason(row["reason"]),
        way=Reason(row["way"]),
        subject=row["subject"],
        predicate=row["predicate"],
        bound=Bound(row["bound"]),
        scope=decode_scope(row["scope"]),
        confidence=row["confidence"],
        severity=Severity(row["severity"]),
        sides=tuple(side for consistent, side in sides if not consistent),
        consistent_with=tuple(side for consistent, side in sides if consistent),
        missing=tuple(row["missing"]),
        parts=tuple(zip(row["part_names"], row["part_values"], strict=True)),
        fingerprint_content=row["fingerprint_content"],
        fingerprint_places=row["fingerprint_places"],
        status=FindingStatus(row["status"]),
        first_seen=row["first_seen"],
        owner=row["owner"],
        explanation=tuple(row["explanation"]),
        resolution=resolution,
    )
