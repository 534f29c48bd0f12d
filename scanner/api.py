"""The scanner from Python: open a store, read documents into it, compare, and ask. Answers are Arrow tables."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa

from scanner import jobs
from scanner.report import Report, render
from scanner.review import Filter
from scanner.settings import Settings, load_settings
from scanner.store import MEMORY, Store, known_at

__all__ = ["OpenStore", "open", "run"]

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
_WIDTH = 100


class OpenStore:
    """An open store. Use it as a context manager, or call ``close``.

    Every answer is a ``pyarrow.Table``: ``.to_pandas()`` makes a data frame of it where pandas is installed, and
    ``.to_pylist()`` plain rows. What the columns mean stands in ``scanner/store/VIEWS.md``. Nothing here reads the
    clock: days and moments are given. Methods raise ``StoreError`` for trouble with the file.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    def __enter__(self) -> OpenStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._store.close()

    # Read and compare

    def ingest(
        self,
        paths: Sequence[str | Path],
        *,
        as_of: date,
        recorded_at: datetime | None = None,
        source: str | None = None,
        manifest: str | Path | None = None,
    ) -> jobs.IngestReport:
        """Read new and changed documents below ``paths``, as ``scanner ingest`` does.

        ``recorded_at`` is when the store counts as having learnt of it (default: the first moment of ``as_of``, UTC).

        Raises:
            InputError: for a path, source or manifest that cannot be used.
            RunFailed: if more than half of a source has gone.
        """
        return jobs.ingest(
            [Path(path) for path in paths],
            self._store,
            self._settings,
            as_of,
            source=source,
            manifest=None if manifest is None else Path(manifest),
            recorded_at=recorded_at,
        )

    def scan(self, *, as_of: date, recorded_at: datetime | None = None) -> Report:
        """Compare all claims as of a day, keep the findings, and answer the report of them."""
        scanned = jobs.scan(self._store, self._settings, as_of, recorded_at=recorded_at)
        return jobs.shown(scanned, self._settings)

    def report(self, form: str = "text") -> str:
        """The findings of the last scan as text, JSON, HTML or any other form that ``scanner report`` knows.

        Raises:
            RunFailed: if nothing has been scanned yet.
            ValueError: for a form that is none.
        """
        report = jobs.shown(jobs.last_scan(self._store), self._settings)
        background = jobs.background(self._store, report, self._settings) if form == "html" else None
        shown = "supersession" in self._settings.report.show
        return render(report, form, _WIDTH, show_supersessions=shown, background=background)

    # Ask

    def findings(self) -> Any:
        """Every finding of the last scan, one row each, in the order of the report: the view ``all_findings``."""
        return self.sql("FROM all_findings")

    def conflicts(self) -> Any:
        """Conflicts and possible ones that nobody has settled, one row a place: the view ``open_conflicts``."""
        return self.sql("FROM open_conflicts")

    def supersessions(self) -> Any:
        """Which value replaced which: the view ``supersession_chains``."""
        return self.sql("FROM supersession_chains")

    def queue(self, *, as_of: date, views: Mapping[str, int] | None = None) -> Any:
        """What is to be looked at first: open findings by impact, confidence and age, as ``scanner queue`` ranks them.

        ``views`` says how often documents or chunks were looked up, by id.

        Raises:
            RunFailed: if nothing has been scanned yet.
        """
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
            for entry in jobs.waiting(self._store, Filter(), as_of, views).entries
        ]
        return pa.Table.from_pylist(rows, schema=_QUEUE)

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        *,
        as_of: date | None = None,
        recorded: date | datetime | None = None,
    ) -> Any:
        """What held on a day (default: that of the last scan), of everything or of one subject and predicate.

        Names are matched as ``scanner facts`` matches them: whole, or the end of a name. ``recorded``, a day or a
        moment (UTC), asks what the store knew then, and needs ``as_of``.

        Raises:
            InputError: if no claim is about ``subject``, or says that of it; the nearest names are given.
            ValueError: for ``recorded`` without ``as_of``, or ``predicate`` without ``subject``.
        """
        if recorded is not None and as_of is None:
            raise ValueError("recorded asks what was known of a day: give as_of too")
        if predicate is not None and subject is None:
            raise ValueError("a predicate is one of a subject: give subject too")
        given: dict[str, object] = {}
        view = "current_facts"
        if as_of is not None:
            view = "facts_as_of($day, $known)"
            given = {"day": as_of, "known": known_at(recorded)}
        where = ""
        if subject is not None:
            subjects, predicates = jobs.meant(self._store, subject, predicate)
            where = "WHERE list_contains($subjects, subject) AND list_contains($predicates, predicate)"
            given |= {"subjects": list(subjects), "predicates": list(predicates)}
        order = "ORDER BY subject, predicate, bound, scope, valid_from NULLS FIRST, source, doc_id, start_at, claim_id"
        return self._store.query_arrow(f"FROM {view} {where} {order}", given)

    def claims(self) -> Any:
        """Every claim ever recorded, retracted ones included: the view ``facts``."""
        return self.sql("FROM facts ORDER BY source, doc_id, recorded_at, start_at, claim_id")

    def documents(self) -> Any:
        """The current documents with what dates them."""
        return self.sql(
            "SELECT source, doc_id, title, published, published_basis, effective, version, source_type, author, owner, "
            "series, format, recorded_at FROM documents WHERE retracted_at IS NULL ORDER BY source, doc_id"
        )

    def sql(self, query: str) -> Any:
        """The answer of one reading SQL statement over the public views.

        Raises:
            QueryRefused: for anything else, and for what DuckDB cannot run.
        """
        return self._store.query_arrow(query)


def open(
    db: str | Path = MEMORY,
    *,
    write: bool = False,
    config: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
) -> OpenStore:
    """Open the store ``db``, to read it, or with ``write`` to ingest and scan too (one process at a time).

    A store in memory is always writable. ``config`` is the settings file (default: ``config/scanner.toml``, if there);
    ``settings`` go before it, by names as ``scanner config show`` lists them: ``{"report.min_confidence": 0.8}``.

    Raises:
        SettingsError: for settings that cannot be used.
        StoreError: if the store is missing (to read), in use, damaged, or of another version.
    """
    chosen = load_settings(
        None if config is None else Path(config), os.environ, {**(settings or {}), "store.db": str(db)}
    )
    memory = None if str(db) == MEMORY else chosen.store.memory or None
    store = Store.open(
        str(db),
        read_only=not write and str(db) != MEMORY,
        memory_limit=memory,
        threads=chosen.store.threads or None,
    )
    return OpenStore(store, chosen)


def run(
    paths: Sequence[str | Path],
    db: str | Path,
    *,
    as_of: date,
    recorded_at: datetime | None = None,
    config: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
) -> Report:
    """Ingest ``paths`` into the store ``db``, scan it, and answer the report: ``scanner run`` from Python.

    Raises:
        InputError, RunFailed, SettingsError, StoreError: as the parts do.
    """
    with open(db, write=True, config=config, settings=settings) as store:
        store.ingest(paths, as_of=as_of, recorded_at=recorded_at)
        return store.scan(as_of=as_of, recorded_at=recorded_at)
