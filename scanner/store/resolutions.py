"""Resolutions in the store: appended, read back whole, never changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

import duckdb
import pyarrow as pa

from scanner.model import Action, Choice, Resolution, Window, WindowBasis
from scanner.store.bulk import append, fetch
from scanner.store.rows import table

__all__ = ["add_resolutions", "encode_choice", "read_resolutions"]

_S, _I, _D = pa.string(), pa.int64(), pa.date32()
_RESOLUTIONS = pa.schema(
    [
        ("number", _I),
        *((name, _S) for name in ("finding_id", "fingerprint_content", "fingerprint_places", "action", "note")),
        ("decided_by", _S),
        ("decided_on", _D),
        ("until", _D),
        ("choice", _S),
        ("decided_at", pa.timestamp("us")),
        ("seen", _S),
        ("run_id", _S),
    ]
)


def encode_choice(choice: Choice) -> str:
    """The choice as JSON: its fields that say something."""
    found: dict[str, object] = {}
    for name in ("keep", "duplicate_of", "owner", "undoes"):
        if content := getattr(choice, name):
            found[name] = content
    for name in ("since", "until"):
        if day := getattr(choice, name):
            found[name] = day.isoformat()
    if choice.windows:
        found["windows"] = [[key, _iso(window.start), _iso(window.end)] for key, window in choice.windows]
    if choice.scopes:
        found["scopes"] = [list(item) for item in choice.scopes]
    return json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _choice(text: str) -> Choice:
    found = json.loads(text)
    return Choice(
        keep=found.get("keep", ""),
        since=_day(found.get("since")),
        windows=tuple(
            (key, Window(_day(start), _day(end), WindowBasis.STATED)) for key, start, end in found.get("windows", ())
        ),
        scopes=tuple((key, dimension, meaning) for key, dimension, meaning in found.get("scopes", ())),
        duplicate_of=found.get("duplicate_of", ""),
        owner=found.get("owner", ""),
        until=_day(found.get("until")),
        undoes=found.get("undoes", 0) or 0,
    )


def read_resolutions(connection: duckdb.DuckDBPyConnection) -> tuple[Resolution, ...]:
    """All resolutions in their order."""
    rows = fetch(connection, "SELECT * FROM resolutions ORDER BY number").to_pylist()
    return tuple(
        Resolution(
            row["number"],
            row["finding_id"],
            row["fingerprint_content"],
            row["fingerprint_places"],
            Action(row["action"]),
            row["note"],
            row["decided_by"],
            row["decided_on"],
            _choice(row["choice"]),
            row["decided_at"],
            row["seen"],
            row["run_id"],
        )
        for row in rows
    )


def add_resolutions(connection: duckdb.DuckDBPyConnection, resolutions: Sequence[Resolution]) -> None:
    """Append; nothing that stands is touched."""
    rows = (
        (
            item.number,
            item.finding_id,
            item.content,
            item.places,
            item.action.value,
            item.note,
            item.decided_by,
            item.decided_on,
            item.choice.until,
            encode_choice(item.choice),
            item.decided_at,
            item.seen,
            item.run_id,
        )
        for item in resolutions
    )
    append(connection, "resolutions", table(_RESOLUTIONS, rows))
