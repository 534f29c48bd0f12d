"""The store as one object: what every other part of the scanner calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import duckdb

from scanner.model import (
    Alignment,
    Chunk,
    Claim,
    DocumentLink,
    DocumentRecord,
    Finding,
    Meeting,
    Skipped,
    Source,
    Stopped,
    Unresolved,
)
from scanner.store import bulk, ingest, lookup, query, read, recorded, results, staging
from scanner.store.connection import connect
from scanner.store.errors import translated
from scanner.store.records import Counts, DocumentState, FindingRow, Ingested, Run, Table
from scanner.store.reviews import Reviews

__all__ = ["Store"]


class Store:
    """One DuckDB file (or ``:memory:``) with everything the scanner knows. Use it as a context manager.

    One process writes at a time; any number may read while nobody writes. Every writing method is one transaction
    (or part of the one opened by ``transaction``): it is done in full or not at all. All answers come in one fixed
    order. Every method raises ``StoreError`` for trouble with the file.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: str) -> None:
        self._connection = connection
        self._path = path
        self._depth = 0
        self.reviews = Reviews(connection, self.transaction)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        read_only: bool = False,
        memory_limit: str | None = None,
        threads: int | None = None,
    ) -> Store:
        """Open the store at ``path``, creating or migrating it unless ``read_only``.

        ``memory_limit`` is DuckDB's ("2GB"); beyond it, work spills to disk.

        Raises:
            StoreMissing, StoreLocked, StoreCorrupt, StoreVersion, StoreReadOnly, StoreFull
        """
        name = str(path)
        return cls(connect(name, read_only=read_only, memory_limit=memory_limit, threads=threads), name)

    @property
    def path(self) -> str:
        return self._path

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with translated(self._path):
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with translated(self._path):
            self.close()
            if isinstance(error, duckdb.Error):
                raise error  # damage that only some query has come across

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Group several writes: all of them, or none. Inner transactions join the outer one."""
        with translated(self._path):
            if self._depth == 0:
                bulk.run(self._connection, "BEGIN TRANSACTION")
            self._depth += 1
            try:
                yield
            except BaseException:
                self._depth -= 1
                if self._depth == 0:
                    self._rollback()
                raise
            self._depth -= 1
            if self._depth == 0:
                bulk.run(self._connection, "COMMIT")

    def _rollback(self) -> None:
        try:
            bulk.run(self._connection, "ROLLBACK")
        except duckdb.Error:  # DuckDB has already given the transaction up
            return

    # What was ingested

    def register_source(self, source: Source) -> None:
        """Remember a source and its root.

        Raises:
            SourceOverlap: if the root overlaps that of a source of another name.
        """
        with self.transaction():
            ingest.register_source(self._connection, source)

    def moment_for(self, at: date | datetime, *, writing: bool = True) -> datetime:
        """When what is about to be written counts as known: ``at`` in UTC (a day: its first moment).

        Where the store has learnt of something later already, it is the moment right after that, or without
        ``writing`` (of claims) that moment itself.
        """
        with translated(self._path):
            return recorded.moment_for(self._connection, at, writing=writing)

    def ingest(self, batch: Sequence[Ingested], recorded_at: date | datetime) -> None:
        """Write documents with their chunks, claims and unresolved mentions in one transaction.

        What earlier versions of the same documents said is retracted at ``recorded_at``.
        """
        with self.transaction():
            ingest.write_batch(self._connection, batch, recorded.moment(recorded_at))

    def retract(self, source: str, doc_ids: Iterable[str], recorded_at: date | datetime) -> None:
        """End what documents that have vanished said, from ``recorded_at`` on."""
        with self.transaction():
            ingest.retract(self._connection, source, doc_ids, recorded.moment(recorded_at))

    def record_skipped(self, source: str, skipped: Iterable[Skipped]) -> None:
        """Replace the list of files of ``source`` that were not read."""
        with self.transaction():
            ingest.record_skipped(self._connection, source, skipped)

    def record_run(self, run: Run) -> None:
        """Remember a run; a run with the same id and command replaces it."""
        with self.transaction():
            ingest.record_run(self._connection, run)

    # What it says

    def document_states(self, source: str) -> Mapping[str, DocumentState]:
        """The current documents of ``source`` by id, to see which have changed."""
        return read.document_states(self._connection, source)

    def sources(self) -> tuple[Source, ...]:
        return read.sources(self._connection)

    def documents(self) -> tuple[DocumentRecord, ...]:
        """All current documents, by source and id."""
        return read.documents(self._connection)

    def document_text(self, source: str, doc_id: str) -> str:
        """The loaded text that spans count in.

        Raises:
            KeyError: if there is no such current document.
        """
        return read.document_text(self._connection, source, doc_id)

    def chunks(self, source: str, doc_id: str) -> tuple[Chunk, ...]:
        return read.chunks(self._connection, source, doc_id)

    def current_claims(self) -> Iterator[Claim]:
        """Stream all current claims by source, document, offset and id. Other calls may run in between."""
        cursor = self._connection.cursor()
        try:
            yield from read.claims(cursor)
        finally:
            cursor.close()

    def claims_at(self, source: str, doc_id: str, line: int | None = None) -> tuple[Claim, ...]:
        """The current claims of a document, or those that stand on one line of it."""
        where = "AND c.source = $source AND c.doc_id = $doc AND ($line IS NULL OR c.line = $line)"
        return tuple(read.claims(self._connection, where, {"source": source, "doc": doc_id, "line": line}))

    def claims_by_id(self, claim_ids: Iterable[str]) -> Mapping[str, Claim]:
        """Those of the claims that are current, by id."""
        wanted = sorted(set(claim_ids))
        found = read.claims(self._connection, "AND list_contains($ids, c.claim_id)", {"ids": wanted})
        return {claim.claim_id: claim for claim in found}

    def facts_about(self, subject: str, predicate: str, day: date, recorded: date | datetime | None = None) -> Any:
        """What held on ``day`` of one subject and predicate, both in normal form, as an Arrow table.

        An index finds it, so it takes milliseconds in a store of any size. ``recorded``, a day (counted to its end)
        or a moment, asks what the store knew then; without it, what it knows now.
        """
        with translated(self._path):
            return lookup.facts_about(self._connection, subject, predicate, day, recorded)

    def claims_where(self, chosen: str) -> list[Claim]:
        """The current claims whose ids a query of the scanner's own answers, by source, document, offset and id."""
        with translated(self._path):
            return list(read.claims(self._connection, f"AND c.claim_id IN ({chosen})"))

    def unresolved(self, source: str | None = None, doc_id: str | None = None) -> tuple[Unresolved, ...]:
        """Mentions that look like values and did not become claims, of all documents or of one."""
        return read.unresolved(self._connection, source, doc_id)

    def skipped(self) -> tuple[Skipped, ...]:
        return read.skipped(self._connection)

    def runs(self) -> tuple[Run, ...]:
        return read.runs(self._connection)

    def counts(self) -> Counts:
        return read.counts(self._connection)

    # What a scan derives

    def replace_alignment(self, alignment: Alignment) -> None:
        """Replace links, meetings, stopped pairs and keys."""
        with self.transaction():
            results.write_alignment(self._connection, alignment)

    def amend_alignment(self, gone: Alignment, new: Alignment) -> None:
        """Take some links, meetings, stopped pairs and keys away and add others."""
        with self.transaction():
            results.amend_alignment(self._connection, gone, new)

    def amend_successions(self, gone: Iterable[tuple[str, str]], new: Iterable[tuple[str, str]]) -> None:
        """Take some pairs of claims that are two states of one place away and add others."""
        with self.transaction():
            results.amend_successions(self._connection, gone, new)

    def drop_alignment(self) -> None:
        """Forget what was aligned, so that the next alignment does everything anew."""
        with self.transaction():
            results.drop_alignment(self._connection)

    def remember_alignment(self, fingerprint: str) -> None:
        """Remember what the alignment rests on that has just been made."""
        with self.transaction():
            results.remember_alignment(self._connection, fingerprint)

    def links(self) -> tuple[DocumentLink, ...]:
        return read.links(self._connection)

    def keys(self) -> Mapping[str, int]:
        """The key of each claim that met another."""
        return read.keys(self._connection)

    def meetings(self, claim_id: str | None = None) -> tuple[Meeting, ...]:
        """Pairs that met, best first, of all claims or of one."""
        return read.meetings(self._connection, claim_id)

    def stopped(self, claim_id: str | None = None) -> tuple[Stopped, ...]:
        """Pairs that a gate kept apart, nearest first, of all claims or of one."""
        return read.stopped(self._connection, claim_id)

    def note_windows(self, at: date | datetime) -> None:
        """Remember that the windows are known to be as they are from ``at`` on, for questions about the past."""
        with self.transaction():
            recorded.note_windows(self._connection, recorded.moment(at))

    def start_findings(self) -> None:
        """Begin to gather the findings of a scan; those of the last one stay until ``finish_findings``.

        Until then the temporary tables ``staged_findings``, ``staged_sides`` and ``staged_places`` hold what was
        gathered; SQL may add to them, too.
        """
        with self.transaction():
            staging.start(self._connection)

    def stage_findings(self, first: int, findings: Sequence[tuple[int, FindingRow]]) -> None:
        """Gather findings, each with the key it is of, numbered from ``first`` on."""
        with self.transaction():
            staging.stage(self._connection, first, findings)

    def finish_findings(self, as_of: date, another: Callable[[str, int], str]) -> int:
        """Replace all findings by those gathered, in the order of reporting, and answer how many there are.

        ``another`` makes the id of a finding that is the second, third … to which one id would belong. One that was
        reported before, by either fingerprint, is open and keeps its first date; others are new on ``as_of``.
        """
        with self.transaction():
            return staging.finish(self._connection, as_of, another)

    def findings(self, finding_id: str | None = None) -> tuple[Finding, ...]:
        """All findings in the order of reporting, or those whose id starts with ``finding_id``."""
        return results.read_findings(self._connection, finding_id)

    def drop_derived(self) -> None:
        """Empty every derived table; the next scan computes them anew from the truth."""
        with self.transaction():
            results.drop_alignment(self._connection)
            for name in ("windows", "findings", "finding_sides", "finding_places", "decided"):
                bulk.run(self._connection, f"DELETE FROM {name}")

    # SQL

    def query(self, sql: str, seconds: float = 0) -> Table:
        """Answer one reading SQL statement over the public views, if that takes no longer than ``seconds`` (0: any).

        Raises:
            QueryRefused: for anything but one statement that only reads, and for one that was given up.
        """
        with translated(self._path):
            return query.run_query(self._connection, sql, seconds)

    def query_arrow(self, sql: str, parameters: Mapping[str, object] | None = None) -> Any:
        """Answer one reading SQL statement over the public views as an Arrow table.

        Raises:
            QueryRefused: as for ``query``.
        """
        return query.arrow_of(self._connection, sql, parameters)

    def run(self, sql: str, parameters: Mapping[str, object] | None = None) -> None:
        """Run SQL of the scanner's own on the writing connection, with named parameters."""
        with translated(self._path):
            if parameters:
                bulk.run(self._connection, sql, dict(parameters))
            else:
                bulk.run(self._connection, sql)

    def set_variable(self, name: str, value: object) -> None:
        """Give a name in the scanner's own SQL (``getvariable('name')``) its value: scripts of several statements."""
        with translated(self._path):
            bulk.run(self._connection, f"SET VARIABLE {name} = $value", {"value": value})

    def fetch(self, sql: str, parameters: Mapping[str, object] | None = None) -> Any:
        """Answer SQL of the scanner's own as an Arrow table."""
        with translated(self._path):
            return bulk.fetch(self._connection, sql, parameters)

    def append(self, table: str, arrow: Any) -> None:
        """Append an Arrow table to a table by column name."""
        with self.transaction():
            bulk.append(self._connection, table, arrow)
