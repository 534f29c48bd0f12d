"""Answers that are no view of the store, as Arrow tables: the queue, decisions, the history of findings."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from scanner import jobs
from scanner.review import Entry, QueueEntry, words_of

__all__ = ["decided_table", "history_table", "queue_table"]

_QUEUE = pa.schema(
    [
        *((name, pa.string()) for name in ("finding_id", "kind", "type", "severity", "status", "owner")),
        *((name, pa.string()) for name in ("subject", "predicate")),
        ("values", pa.list_(pa.string())),
        ("score", pa.float64()),
        ("impact", pa.float64()),
        ("confidence", pa.float64()),
        ("age_days", pa.int64()),
        ("documents", pa.int64()),
        ("views", pa.int64()),
        ("escalated", pa.bool_()),
        ("first_seen", pa.date32()),
    ]
)
_DECIDED = pa.schema(
    [("resolution", pa.int64()), *((name, pa.string()) for name in ("finding_id", "action", "words", "status"))]
)
_HISTORY = pa.schema(
    [
        ("day", pa.date32()),
        *((name, pa.string()) for name in ("what", "finding_id", "subject", "predicate", "words", "by", "why")),
        ("resolution", pa.int64()),
    ]
)


def queue_table(entries: Iterable[QueueEntry]) -> pa.Table:
    """A row for each finding that waits, with what ranks it."""
    rows = [
        {
            "finding_id": entry.finding.finding_id,
            "kind": entry.finding.kind.value,
            "type": entry.finding.type.value,
            "severity": entry.finding.severity.value,
            "status": entry.finding.status.value,
            "owner": entry.finding.owner,
            "subject": entry.finding.subject,
            "predicate": entry.finding.predicate,
            "values": [side.value for side in entry.finding.sides],
            "score": entry.score,
            "impact": round(entry.reach.impact, 3),
            "confidence": entry.finding.confidence,
            "age_days": entry.age,
            "documents": entry.reach.documents,
            "views": entry.reach.views,
            "escalated": entry.escalated,
            "first_seen": entry.finding.first_seen,
        }
        for entry in entries
    ]
    return pa.Table.from_pylist(rows, schema=_QUEUE)


def decided_table(done: Iterable[jobs.Decided]) -> pa.Table:
    """A row for each decision, with the status that follows from it."""
    rows = [
        {
            "resolution": item.resolution.number,
            "finding_id": item.resolution.finding_id,
            "action": item.resolution.action.value,
            "words": words_of(item.resolution),
            "status": None if item.finding is None else item.finding.status.value,
        }
        for item in done
    ]
    return pa.Table.from_pylist(rows, schema=_DECIDED)


def history_table(entries: Iterable[Entry]) -> pa.Table:
    """A row for each thing that a scan saw or a person decided, oldest first."""
    rows = [
        {
            "day": entry.day,
            "what": entry.what,
            "finding_id": entry.finding_id,
            "subject": entry.subject,
            "predicate": entry.predicate,
            "words": entry.words,
            "by": entry.by or None,
            "why": entry.why or None,
            "resolution": entry.number or None,
        }
        for entry in entries
    ]
    return pa.Table.from_pylist(rows, schema=_HISTORY)
