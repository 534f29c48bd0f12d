"""Scans and what each saw happen to findings: a log that is only added to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb
import pyarrow as pa

from scanner.model import Event, EventKind, FindingState, SideState
from scanner.store.bulk import append, fetch, run
from scanner.store.rows import table

__all__ = ["ScanRow", "add_events", "begin_scan", "end_scan", "read_events", "read_scans", "read_states"]

_S, _I, _D = pa.string(), pa.int64(), pa.date32()
_EVENTS = pa.schema(
    [
        ("scan", _I),
        ("run_id", _S),
        ("as_of", _D),
        ("ordinal", _I),
        *((name, _S) for name in ("event", "finding_id", "kind", "subject", "predicate")),
        *((name, _S) for name in ("fingerprint_content", "fingerprint_places", "sides", "previous")),
        ("resolution", _I),
        ("detail", _S),
    ]
)


@dataclass(frozen=True, slots=True)
class ScanRow:
    """One scan in numbers; ``suppressed`` are findings that a person has settled, of any kind."""

    number: int
    run_id: str
    as_of: date
    documents: int = 0
    claims: int = 0
    conflicts: int = 0
    possible: int = 0
    supersessions: int = 0
    suppressed: int = 0


def begin_scan(connection: duckdb.DuckDBPyConnection, run_id: str) -> int:
    """The number of the scan that begins; the last one's if it compared the same, and then its events are dropped."""
    last = run(connection, "SELECT number, run_id FROM scans ORDER BY number DESC LIMIT 1")
    if not last or last[0][1] != run_id:
        return (int(last[0][0]) if last else 0) + 1
    number = int(last[0][0])
    run(connection, "DELETE FROM events WHERE scan = ?", [number])
    run(connection, "DELETE FROM scans WHERE number = ?", [number])
    return number


def end_scan(connection: duckdb.DuckDBPyConnection, done: ScanRow) -> None:
    """Remember a scan in numbers."""
    values = [getattr(done, name) for name in ScanRow.__dataclass_fields__]
    run(connection, "INSERT INTO scans VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def read_scans(connection: duckdb.DuckDBPyConnection) -> tuple[ScanRow, ...]:
    """All scans in order."""
    return tuple(ScanRow(*row) for row in run(connection, "SELECT * FROM scans ORDER BY number"))


def add_events(connection: duckdb.DuckDBPyConnection, events: Sequence[Event]) -> None:
    """Append the events of one scan, in their order."""
    rows = (
        (
            event.scan,
            event.run_id,
            event.as_of,
            ordinal,
            event.kind.value,
            event.state.finding_id,
            event.state.kind,
            event.state.subject,
            event.state.predicate,
            event.state.content,
            event.state.places,
            _encode_sides(event.state.sides),
            event.previous,
            event.resolution,
            event.detail,
        )
        for ordinal, event in enumerate(events)
    )
    append(connection, "events", table(_EVENTS, rows))


def _encode_sides(sides: Sequence[SideState]) -> str:
    found = [[side.value, side.value_key, [list(document) for document in side.documents]] for side in sides]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _decode_sides(text: str) -> tuple[SideState, ...]:
    return tuple(
        SideState(value, key, tuple((source, doc_id) for source, doc_id in documents))
        for value, key, documents in json.loads(text)
    )


def read_events(connection: duckdb.DuckDBPyConnection) -> tuple[Event, ...]:
    """All events, in order of scans."""
    rows = fetch(connection, "SELECT * FROM events ORDER BY scan, ordinal").to_pylist()
    return tuple(
        Event(
            row["scan"],
            row["run_id"],
            row["as_of"],
            EventKind(row["event"]),
            FindingState(
                row["finding_id"],
                row["kind"],
                row["subject"],
                row["predicate"],
                row["fingerprint_content"],
                row["fingerprint_places"],
                _decode_sides(row["sides"]),
            ),
            row["previous"],
            row["resolution"],
            row["detail"],
        )
        for row in rows
    )


_STATES = """
SELECT f.ordinal, f.finding_id, f.kind, f.subject, f.predicate, f.fingerprint_content, f.fingerprint_places, s.number,
    s.value, s.value_key, s.preferred, list_sort(list_distinct(list([c.source, c.doc_id]))) AS documents
FROM findings f
JOIN finding_sides s ON s.finding_id = f.finding_id AND NOT s.consistent
JOIN finding_places p ON p.finding_id = s.finding_id AND p.number = s.number
JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
WHERE f.kind IN ('conflict', 'possible')
GROUP BY ALL
ORDER BY f.ordinal, s.number
"""


def read_states(connection: duckdb.DuckDBPyConnection) -> tuple[FindingState, ...]:
    """The conflicts and possible conflicts as they are now, in order of reporting."""
    found: dict[str, tuple[dict[str, Any], list[SideState]]] = {}
    for row in fetch(connection, _STATES).to_pylist():
        documents = tuple((source, doc_id) for source, doc_id in row["documents"])
        side = SideState(row["value"], row["value_key"], documents, row["preferred"])
        found.setdefault(row["finding_id"], (row, []))[1].append(side)
    return tuple(
        FindingState(
            row["finding_id"],
            row["kind"],
            row["subject"],
            row["predicate"],
            row["fingerprint_content"],
            row["fingerprint_places"],
            tuple(sides),
        )
        for row, sides in found.values()
    )
