"""What held of one subject and predicate: the view ``facts_about``, without the time that planning it takes.

Planning the view costs more than ten look-ups, so the few rows that the index gives are put together here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import duckdb
import pyarrow as pa

from scanner.store.bulk import fetch, run
from scanner.store.recorded import moment

__all__ = ["facts_about", "known_at"]

_MANY = 2_000  # from here on planning costs less than putting rows together
_VIEW = "FROM facts_about($subject, $predicate, $day, $known)"
_CLAIMS = """
SELECT
    c.claim_id, $subject AS subject, $predicate AS predicate, c.bound, c.value_text AS value, c.canonical, c.value_kind,
    c.unit, c.lo, c.hi, s.items AS scope, c.status,
    c.window_start AS valid_from, c.window_end AS valid_to, c.window_basis,
    false AS superseded, '' AS superseded_by, c.source, c.doc_id, c.chunk_id, c.line, c.page, c.start_at, c.end_at,
    c.quote, c.context, c.extractor, c.confidence, c.recorded_at, c.retracted_at, c.subject_text, c.predicate_text
FROM claims c LEFT JOIN scopes s ON s.scope_id = c.scope_id
WHERE c.fact = $fact
"""
_WINDOWS = """
SELECT claim_id, window_start, window_end, window_basis, closed, closed_by, known_from, known_to
FROM window_versions WHERE fact = $fact
"""
_TEXT, _DAY, _WHEN, _NUMBER, _COUNT = pa.string(), pa.date32(), pa.timestamp("us"), pa.float64(), pa.int64()
_SCHEMA = pa.schema(
    [
        *((name, _TEXT) for name in ("claim_id", "subject", "predicate", "bound", "value", "canonical")),
        *((name, _TEXT) for name in ("value_kind", "unit")),
        *((name, _NUMBER) for name in ("lo", "hi")),
        *((name, _TEXT) for name in ("scope", "status")),
        *((name, _DAY) for name in ("valid_from", "valid_to")),
        ("window_basis", _TEXT),
        ("superseded", pa.bool_()),
        *((name, _TEXT) for name in ("superseded_by", "source", "doc_id", "chunk_id")),
        *((name, _COUNT) for name in ("line", "page", "start_at", "end_at")),
        ("quote", _TEXT),
        ("context", pa.list_(_TEXT)),
        ("extractor", _TEXT),
        ("confidence", _NUMBER),
        *((name, _WHEN) for name in ("recorded_at", "retracted_at")),
        *((name, _TEXT) for name in ("subject_text", "predicate_text")),
    ]
)
_EDITED = "SELECT source, doc_id FROM documents WHERE retracted_at > $ends AND recorded_at <= $ends"
_STATED = ("asserted", "negated", "planned")


def known_at(recorded: date | datetime | None) -> str | None:
    """A day or moment as the views take it for ``recorded``: a moment, in UTC, has its time of day, a day none."""
    if isinstance(recorded, datetime):
        return moment(recorded).isoformat(" ", "microseconds")
    return None if recorded is None else recorded.isoformat()


def facts_about(
    connection: duckdb.DuckDBPyConnection,
    subject: str,
    predicate: str,
    day: date,
    recorded: date | datetime | None,
) -> Any:
    """The rows of the view, in its order, as an Arrow table."""
    names = {"subject": subject, "predicate": predicate}
    fact = _fact_of(subject, predicate)
    claims = run(connection, _CLAIMS, {**names, "fact": fact})
    if len(claims) > _MANY:
        return fetch(connection, _VIEW, {**names, "day": day, "known": known_at(recorded)})
    windows: dict[str, list[tuple[Any, ...]]] = {}
    for claim_id, *window in run(connection, _WINDOWS, {"fact": fact}) if claims else ():
        windows.setdefault(claim_id, []).append(tuple(window))
    ends = _end_of(day)
    known = None if recorded is None else moment(recorded) if isinstance(recorded, datetime) else _end_of(recorded)
    edited = set(run(connection, _EDITED, {"ends": ends})) if known is None and claims else set()
    found = []
    for claim in claims:
        row = dict(zip(_SCHEMA.names, claim, strict=True))
        at = known if known is not None else ends if (row["source"], row["doc_id"]) in edited else None
        if _was_said(row, at):
            _close(row, windows.get(row["claim_id"], ()), at)
            if _held(row, day):
                found.append(row)
    found.sort(key=_place)
    return pa.Table.from_pylist(found, schema=_SCHEMA)


def _fact_of(subject: str, predicate: str) -> int:
    """What the macro ``fact_of`` makes of them, without the time that planning it takes."""
    digest = hashlib.md5(f"{subject}\x1f{predicate}".encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest[8:], "little") >> 1


def _end_of(day: date) -> datetime:
    return moment(day) + timedelta(days=1, microseconds=-1)


def _was_said(row: Mapping[str, Any], at: datetime | None) -> bool:
    """Whether the store knew the claim at a moment, or knows it now."""
    gone = row["retracted_at"]
    return gone is None if at is None else row["recorded_at"] <= at and (gone is None or gone > at)


def _close(row: dict[str, Any], windows: Sequence[tuple[Any, ...]], at: datetime | None) -> None:
    """Put the window that was known at a moment, or is now, in the place of the stated one."""
    for start, end, basis, closed, by, first, last in windows:
        if last is None if at is None else first <= at and (last is None or last > at):
            row |= {"valid_from": start, "valid_to": end, "window_basis": basis}
            row |= {"superseded": closed, "superseded_by": by}
            return


def _held(row: Mapping[str, Any], day: date) -> bool:
    start, end = row["valid_from"], row["valid_to"]
    if row["status"] not in _STATED or (row["status"] == "planned" and start is None):
        return False
    return (start is None or start <= day) and (not row["superseded"] if end is None else end > day)


def _place(row: Mapping[str, Any]) -> tuple[object, ...]:
    start = row["valid_from"]
    return (
        *(row["bound"], row["scope"] is None, row["scope"] or "", start is not None, start or date.min),
        *(row["source"], row["doc_id"], row["start_at"], row["claim_id"]),
    )
