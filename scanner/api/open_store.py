"""An open store with everything that can be done with it: read, compare, ask, decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from types import TracebackType

import pyarrow as pa

from scanner import jobs
from scanner.api.tables import decided_table, history_table, queue_table
from scanner.jobs.trace_text import pair_lines, spot_lines
from scanner.model import Action
from scanner.report import Report, render
from scanner.report.detail import render_detail
from scanner.review import Filter, Request, Wanted
from scanner.settings import Settings
from scanner.store import Store, known_at

__all__ = ["Day", "OpenStore"]

_WIDTH = 100

Day = date | str
"""A day, or how one is written: ``2026-11-30``."""


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
        as_of: Day,
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
            _day(as_of),
            source=source,
            manifest=None if manifest is None else Path(manifest),
            recorded_at=recorded_at,
        )

    def scan(self, *, as_of: Day, recorded_at: datetime | None = None) -> Report:
        """Compare all claims as of a day, keep the findings, and answer the report of them."""
        scanned = jobs.scan(self._store, self._settings, _day(as_of), recorded_at=recorded_at)
        return jobs.shown(scanned, self._settings)

    def report(self, form: str = "text") -> str:
        """The findings of the last scan as text, JSON, HTML or any other form that ``scanner report`` knows.

        Raises:
            RunFailed: if nothing has been scanned yet.
            ValueError: for a form that is none.
        """
        report = jobs.shown(jobs.last_scan(self._store, self._settings), self._settings)
        background = jobs.background(self._store, report, self._settings) if form in ("html", "sarif") else None
        shown = "supersession" in self._settings.report.show
        return render(report, form, _WIDTH, show_supersessions=shown, background=background)

    # Ask

    def findings(self) -> pa.Table:
        """Every finding of the last scan, one row each, in the order of the report: the view ``all_findings``."""
        return self.sql("FROM all_findings")

    def conflicts(self) -> pa.Table:
        """Conflicts and possible ones that nobody has settled, one row a place: the view ``open_conflicts``."""
        return self.sql("FROM open_conflicts")

    def supersessions(self) -> pa.Table:
        """Which value replaced which: the view ``supersession_chains``."""
        return self.sql("FROM supersession_chains")

    def queue(self, *, as_of: Day, views: Mapping[str, int] | None = None, status: str = "open") -> pa.Table:
        """What is to be looked at first: open findings by impact, confidence and age, as ``scanner queue`` ranks them.

        ``views`` says how often documents or chunks were looked up, by id. ``status`` asks for others: resolved,
        dismissed, deferred, settled, to-correct or all.

        Raises:
            RunFailed: if nothing has been scanned yet.
            ValueError: for a status or a day that is none.
        """
        found = jobs.waiting(self._store, self._settings, Filter(), _day(as_of), views, status=Wanted(status))
        return queue_table(found.entries)

    def resolve(
        self,
        finding_ids: str | Sequence[str],
        action: str,
        *,
        by: str,
        on: Day,
        why: str = "",
        keep: str = "",
        since: Day | None = None,
        windows: Sequence[str] = (),
        scopes: Sequence[str] = (),
        duplicate_of: str = "",
        owner: str = "",
        until: Day | None = None,
        at: datetime | None = None,
        dry_run: bool = False,
    ) -> pa.Table:
        """Decide about findings as ``scanner resolve`` does: all of them, or none; a row for each decision.

        ``action`` is keep, windows, scope, false-positive, duplicate, accept, assign, escalate or undo; ``by`` says who
        decides and ``on`` from which day it counts. Sides are named by letter, value or ``preferred``; ``windows`` and
        ``scopes`` are written as on the command line (``A=..2026-03``, ``A=tier:standard``). ``at`` is the moment of
        the decision (UTC).

        Raises:
            RefusedBatch: with a line for each decision that makes no sense; nothing is decided then.
            ValueError: for an action, day, window or scope that is none.
            StoreReadOnly: unless the store was opened with ``write=True``.
        """
        named = [finding_ids] if isinstance(finding_ids, str) else list(finding_ids)
        requests = [
            Request(
                name,
                Action(action),
                why,
                keep,
                None if since is None else _day(since),
                tuple(map(jobs.parse_window, windows)),
                tuple(map(jobs.parse_scope, scopes)),
                duplicate_of,
                owner,
                None if until is None else _day(until),
            )
            for name in named
        ]
        done = jobs.resolve(self._store, self._settings, requests, by=by, on=_day(on), at=at, dry_run=dry_run)
        return decided_table(done)

    def history(self, finding_id: str | None = None) -> pa.Table:
        """What scans saw of a finding, under any id it had, and what people decided; without an id, of all.

        Raises:
            InputError: if there never was such a finding.
        """
        return history_table(jobs.history(self._store, finding_id))

    def explain(self, finding_id: str) -> str:
        """One finding whole, in words: all places, what its confidence is made of, why both sides cannot hold.

        Raises:
            InputError: if there is no such finding, or it has closed.
        """
        return render_detail(jobs.finding_named(self._store, self._settings, finding_id)[0], _WIDTH)

    def trace(self, place: str, other: str | None = None) -> str:
        """What became of a place, ``FILE`` or ``FILE:LINE``, step by step, in words; with ``other``, also what keeps
        the claims of the two apart.

        Raises:
            InputError: for a place that is not in the store.
        """
        spots = [jobs.find_spot(self._store, name) for name in (place, other) if name is not None]
        lines = [
            line for spot in spots for line in spot_lines(jobs.trace_spot(self._store, self._settings, spot), _WIDTH)
        ]
        if len(spots) == 2:
            lines += pair_lines(jobs.trace_pair(self._store, *spots), _WIDTH)
        return "\n".join(lines) + "\n"

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        *,
        as_of: Day | None = None,
        recorded: Day | datetime | None = None,
    ) -> pa.Table:
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
            known = _day(recorded) if isinstance(recorded, str) else recorded
            given = {"day": _day(as_of), "known": known_at(known)}
        where = ""
        if subject is not None:
            subjects, predicates = jobs.meant(self._store, subject, predicate)
            where = "WHERE list_contains($subjects, subject) AND list_contains($predicates, predicate)"
            given |= {"subjects": list(subjects), "predicates": list(predicates)}
        order = "ORDER BY subject, predicate, bound, scope, valid_from NULLS FIRST, source, doc_id, start_at, claim_id"
        return self._store.query_arrow(f"FROM {view} {where} {order}", given)

    def claims(self) -> pa.Table:
        """Every claim ever recorded, retracted ones included: the view ``facts``."""
        return self.sql("FROM facts ORDER BY source, doc_id, recorded_at, start_at, claim_id")

    def documents(self) -> pa.Table:
        """The current documents with what dates them."""
        return self.sql(
            "SELECT source, doc_id, title, published, published_basis, effective, version, source_type, author, owner, "
            "series, format, recorded_at FROM documents WHERE retracted_at IS NULL ORDER BY source, doc_id"
        )

    def sql(self, query: str) -> pa.Table:
        """The answer of one reading SQL statement over the public views.

        Raises:
            QueryRefused: for anything else, and for what DuckDB cannot run.
        """
        return self._store.query_arrow(query)


def _day(day: Day) -> date:
    """The day that is meant.

    Raises:
        ValueError: for a text that is no day.
    """
    return date.fromisoformat(day) if isinstance(day, str) else day
