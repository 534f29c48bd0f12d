"""Transaction time: when the store learns of something, in UTC, always later than what it learnt before."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import duckdb

from scanner.store.bulk import run

__all__ = ["moment", "moment_for", "note_windows"]

_LATEST = """
SELECT max(latest) FROM (
    SELECT max(recorded_at) AS latest FROM documents
    UNION ALL SELECT max(retracted_at) FROM documents
    UNION ALL SELECT max(known_from) FROM window_versions
    UNION ALL SELECT max(known_to) FROM window_versions
)
"""
_SAME = """
    v.claim_id = w.claim_id AND v.window_start IS NOT DISTINCT FROM w.window_start
    AND v.window_end IS NOT DISTINCT FROM w.window_end AND v.window_basis = w.window_basis
    AND v.closed = w.closed AND v.closed_by = w.closed_by
"""


def moment(at: date | datetime) -> datetime:
    """A time as the store keeps it: UTC without a zone. A day stands for its first moment."""
    if not isinstance(at, datetime):
        return datetime(at.year, at.month, at.day)  # noqa: DTZ001 - the store's times are UTC and carry no zone
    return at.astimezone(UTC).replace(tzinfo=None) if at.tzinfo is not None else at


def moment_for(connection: duckdb.DuckDBPyConnection, at: date | datetime, *, writing: bool) -> datetime:
    """``at``, unless the store has learnt of something later: what is known never runs backwards.

    Then it is the last moment on record, or for ``writing`` claims the one right after it: no version of a document
    may be known for no time at all.
    """
    wanted = moment(at)
    latest = run(connection, _LATEST)[0][0]
    if latest is None or wanted > latest:
        return wanted
    last: datetime = latest
    return last + timedelta(microseconds=1) if writing else last


def note_windows(connection: duckdb.DuckDBPyConnection, at: datetime) -> None:
    """Remember what the windows are from ``at`` on, as far as they are not what was last remembered."""
    run(connection, "DELETE FROM window_versions v WHERE v.known_from >= $at", {"at": at})
    run(connection, "UPDATE window_versions SET known_to = NULL WHERE known_to >= $at", {"at": at})
    run(
        connection,
        f"UPDATE window_versions v SET known_to = $at WHERE v.known_to IS NULL "
        f"AND NOT EXISTS (SELECT 1 FROM windows w WHERE {_SAME})",
        {"at": at},
    )
    run(
        connection,
        "INSERT INTO window_versions BY NAME "
        "SELECT w.claim_id, w.window_start, w.window_end, w.window_basis, w.closed, w.closed_by, "
        "$at AS known_from, c.fact "
        "FROM windows w JOIN claims c ON c.claim_id = w.claim_id AND c.retracted_at IS NULL "
        f"WHERE NOT EXISTS (SELECT 1 FROM window_versions v WHERE v.known_to IS NULL AND {_SAME}) ORDER BY w.claim_id",
        {"at": at},
    )
