"""The part of the store that reviewing needs: resolutions, the log of scans, and what follows from decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb

from scanner.model import Event, FindingState, Resolution
from scanner.store import bulk, decisions, history, resolutions
from scanner.store.connection import statements
from scanner.store.decisions import Ruling, Settled
from scanner.store.history import ScanRow

__all__ = ["ChunkChange", "Reviews"]


@dataclass(frozen=True, slots=True)
class ChunkChange:
    """A chunk whose standing has changed: ``before`` and ``after`` hold current, conflict, possible, superseded,
    deprecated or gone; ``findings`` are the open ones it takes part in.
    """

    source: str
    doc_id: str
    chunk_id: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    findings: tuple[str, ...]


class Reviews:
    """Every writing method is one transaction, or part of the store's open one. Resolutions are only ever added."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, transaction: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._connection = connection
        self._transaction = transaction

    def resolutions(self) -> tuple[Resolution, ...]:
        """All that was ever decided, in order."""
        return resolutions.read_resolutions(self._connection)

    def add_resolutions(self, made: Sequence[Resolution]) -> None:
        with self._transaction():
            resolutions.add_resolutions(self._connection, made)

    def scans(self) -> tuple[ScanRow, ...]:
        """All scans in order, each in numbers."""
        return history.read_scans(self._connection)

    def begin_scan(self, run_id: str) -> int:
        """The number of the scan that begins: the last one's again if it compared the very same."""
        with self._transaction():
            return history.begin_scan(self._connection, run_id)

    def end_scan(self, done: ScanRow) -> None:
        with self._transaction():
            history.end_scan(self._connection, done)

    def events(self) -> tuple[Event, ...]:
        """What scans saw happen to conflicts and possible conflicts, in order."""
        return history.read_events(self._connection)

    def add_events(self, events: Sequence[Event]) -> None:
        with self._transaction():
            history.add_events(self._connection, events)

    def states(self) -> tuple[FindingState, ...]:
        """The conflicts and possible conflicts of the last scan, in order of reporting."""
        return history.read_states(self._connection)

    def apply(self, settled: Iterable[Settled]) -> None:
        """Give findings their status, resolution and owner."""
        with self._transaction():
            decisions.apply_settled(self._connection, settled)

    def replace_decided(self, rulings: Iterable[Ruling], day: date) -> None:
        """Compute anew which claims resolutions close, date or qualify, as of ``day``."""
        with self._transaction():
            decisions.replace_decided(self._connection, rulings, day)

    def release(self) -> None:
        """Take back what resolutions have done to windows and scopes, before they are derived anew."""
        with self._transaction():
            decisions.release(self._connection)

    def reach(self) -> Iterable[tuple[str, str, str, str]]:
        """(finding, source, document, chunk) wherever a side of an open finding is stated, shown or not."""
        return bulk.run(self._connection, statements("reach.sql"))

    def changed_standings(self) -> tuple[ChunkChange, ...]:
        """Chunks whose standing is not what the command hook was last told."""
        rows = bulk.run(self._connection, statements("changed.sql"))
        return tuple(ChunkChange(a, b, c, tuple(before), tuple(after), tuple(f)) for a, b, c, before, after, f in rows)

    def mark_told(self) -> None:
        """Remember that the command hook knows all standings as they are."""
        with self._transaction():
            bulk.run(self._connection, "DELETE FROM told")
            bulk.run(self._connection, "INSERT INTO told SELECT source, doc_id, chunk_id, standing FROM chunk_standing")

    def claim_sources(self, finding_ids: Iterable[str] | None, seen: Iterable[str]) -> list[dict[str, Any]]:
        """Claims of findings (``None``: of all), and any version of those ``seen``, with what they rest on."""
        given = {
            "finding": "" if finding_ids is None else "some",
            "ids": sorted(finding_ids or ()),
            "seen": sorted(seen),
        }
        rows: list[dict[str, Any]] = bulk.fetch(self._connection, statements("claim_sources.sql"), given).to_pylist()
        return rows

    def emptied(self) -> Mapping[str, int]:
        """Findings that decisions about others leave less than two sides of, with the latest such resolution."""
        return decisions.emptied(self._connection)
