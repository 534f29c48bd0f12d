"""What follows from resolutions, derived anew whenever one is added: statuses, owners, windows and scopes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

import duckdb
import pyarrow as pa

from scanner.model import FindingStatus, Window
from scanner.store.bulk import registered, run
from scanner.store.connection import statements
from scanner.store.rows import table

__all__ = ["Ruling", "Settled", "apply_settled", "emptied", "release", "replace_decided"]

_S, _I, _D, _B = pa.string(), pa.int64(), pa.date32(), pa.bool_()
_SETTLED = pa.schema([("finding_id", _S), ("status", _S), ("resolution", _I), ("owner", _S)])
_RULINGS = pa.schema(
    [
        ("finding_id", _S),
        ("value_key", _S),
        ("resolution", _I),
        ("until", _D),
        ("windowed", _B),
        ("window_start", _D),
        ("window_end", _D),
        ("dimension", _S),
        ("meaning", _S),
    ]
)


@dataclass(frozen=True, slots=True)
class Settled:
    """What follows for one finding: its status, the resolution that gives it (0: none), and its owner."""

    finding_id: str
    status: FindingStatus
    resolution: int
    owner: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a resolution says of one side: that it ends on ``until``, holds in ``window``, or under a scope."""

    finding_id: str
    value_key: str
    resolution: int
    until: date | None = None
    window: Window | None = None
    dimension: str = ""
    meaning: str = ""


def apply_settled(connection: duckdb.DuckDBPyConnection, settled: Iterable[Settled]) -> None:
    """Give findings their status, resolution and owner."""
    rows = ((item.finding_id, item.status.value, item.resolution, item.owner) for item in settled)
    with registered(connection, table(_SETTLED, rows), "settled") as view:
        run(
            connection,
            "UPDATE findings f SET status = s.status, resolution = s.resolution, owner = s.owner "
            f"FROM {view} s WHERE s.finding_id = f.finding_id",
        )


def replace_decided(connection: duckdb.DuckDBPyConnection, rulings: Iterable[Ruling], day: date) -> None:
    """Compute anew which claims resolutions close, date or qualify, as of ``day``."""
    rows = (
        (
            item.finding_id,
            item.value_key,
            item.resolution,
            item.until,
            item.window is not None,
            None if item.window is None else item.window.start,
            None if item.window is None else item.window.end,
            item.dimension,
            item.meaning,
        )
        for item in rulings
    )
    release(connection)
    with registered(connection, table(_RULINGS, rows), "rulings"):
        steps = [step for step in statements("decided.sql").split(";\n") if step.strip()]
        for step in steps:
            run(connection, step, {"day": day} if "$day" in step else None)


def release(connection: duckdb.DuckDBPyConnection) -> None:
    """Take back what resolutions have done to windows and scopes."""
    run(connection, statements("released.sql"))


def emptied(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Findings that resolutions of others leave at most one side of, with the latest of these resolutions."""
    return dict(run(connection, statements("emptied.sql")))
