"""``queue`` and ``history``: what waits for a decision or has been decided, and what happened to a finding."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from scanner.cli.clock import today
from scanner.cli.codes import CLEAN
from scanner.cli.options import (
    AsOf,
    ConfigFile,
    Db,
    Output,
    TableFormat,
    TableFormatOption,
    by_suffix,
    settings_from,
    table_format,
)
from scanner.cli.output import emit, notice, terminal_width
from scanner.cli.queue_text import queue_table, queue_text
from scanner.cli.review_options import (
    KindFilter,
    LeastConfidence,
    LeastSeverity,
    NewSince,
    OwnerFilter,
    PathFilter,
    Preferred,
    SeverityFilter,
    Status,
    StatusFilter,
    SubjectFilter,
    TypeFilter,
    Unrouted,
    filter_of,
)
from scanner.cli.review_text import history_text
from scanner.cli.tables import render_table

__all__ = ["register"]


class HistoryFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    PROV_JSONLD = "prov-jsonld"
    PROV_N = "prov-n"


_HISTORY_SUFFIXES = {
    ".json": HistoryFormat.JSON,
    ".jsonl": HistoryFormat.JSONL,
    ".csv": HistoryFormat.CSV,
    ".jsonld": HistoryFormat.PROV_JSONLD,
    ".provn": HistoryFormat.PROV_N,
}


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command(
        "queue",
        short_help="List open conflicts, most pressing first.",
        epilog="Example: scanner queue --owner legal --new-since 2026-11-01 --format csv --output queue.csv",
    )(queue)
    app.command(
        "history",
        short_help="Show what happened to a finding, and who decided what.",
        epilog="Example: scanner history f1:9c2e41d07ab3",
    )(history)


def queue(
    owner: OwnerFilter = None,
    unrouted: Unrouted = False,
    kind: KindFilter = None,
    conflict_type: TypeFilter = None,
    severity: SeverityFilter = None,
    path: PathFilter = None,
    subject: SubjectFilter = None,
    new_since: NewSince = None,
    min_confidence: LeastConfidence = 0.0,
    min_severity: LeastSeverity = None,
    has_preferred: Preferred = False,
    status: StatusFilter = Status.OPEN,
    views: Annotated[
        Path | None,
        typer.Option("--views", metavar="FILE", help="Query log: CSV of document or chunk id and count."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="Show the first N; 0 shows all.")] = 0,
    form: TableFormatOption = None,
    output: Output = None,
    as_of: AsOf = None,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """List open conflicts and possible ones by impact x confidence x age; updates are never listed.

    Impact grows with the documents that repeat a side and, given a query log, with how often they are looked up; age
    counts once on the first day, twice after 90 days, three times from 180 days on. The CSV form has empty columns to
    fill in and give to `scanner resolve --from`. --status lists what has been settled instead, and how.
    """
    settings = settings_from(config, {"store.db": db, "review.views": None if views is None else str(views)})
    chosen = table_format(form, output)
    from scanner import jobs
    from scanner.cli.opening import open_store
    from scanner.review import Wanted

    wanted = filter_of(
        owner,
        unrouted,
        kind,
        conflict_type,
        severity,
        path,
        subject,
        new_since,
        min_confidence,
        min_severity,
        has_preferred,
    )
    log = jobs.read_views(Path(settings.review.views)) if settings.review.views else {}
    with open_store(settings, read_only=True) as store:
        found = jobs.waiting(
            store,
            settings,
            wanted,
            as_of or today(),
            log,
            status=Wanted(status),
            folder=Path.cwd(),
            at_least=as_of is None,
        )
        if not jobs.is_current(store, jobs.last_scan(store)):
            notice("scanner: documents have changed since this scan; `scanner scan` compares them anew")
        idle = list(jobs.idle_routes(settings, store))
        example = jobs.some_path(store, Path.cwd()) if path and not found.entries and found.total else ""
    shown = found.entries[:limit] if limit else found.entries
    if chosen is TableFormat.TEXT:
        emit(queue_text(shown, len(found.entries), found.total, Wanted(status), terminal_width(output)), output)
    else:
        emit(render_table(queue_table(shown, chosen, editable=status is Status.OPEN), chosen), output)
    if example:
        notice(f"paths are globs of documents as reports name them, as {example}")
    for line in idle:
        notice(f"scanner: {line}")
    if found.unrouted and not unrouted:
        notice(f"{found.unrouted:,} without an owner: --unrouted lists them, config/owners.toml routes them")
    if found.unknown_views:
        notice(f"{found.unknown_views:,} ids of the query log stand in no open finding")
    return CLEAN


def history(
    finding_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A finding's id, now or earlier; without one, all findings.")
    ] = None,
    form: Annotated[
        HistoryFormat | None,
        typer.Option("--format", help="Form of the history [default: by --output's suffix, else text]."),
    ] = None,
    output: Output = None,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Show what scans saw of a finding and what people decided, or export the trail as W3C PROV.

    The export traces each claim of a finding to chunk, document revision, extraction rule and run, and each decision to
    its person and the findings it was about.
    """
    settings = settings_from(config, {"store.db": db})
    chosen = form or by_suffix(output, _HISTORY_SUFFIXES, HistoryFormat.TEXT) or HistoryFormat.TEXT
    from scanner import jobs
    from scanner.cli.opening import open_store

    with open_store(settings, read_only=True) as store:
        if chosen in (HistoryFormat.PROV_JSONLD, HistoryFormat.PROV_N):
            text = jobs.provenance(store, settings, finding_id, "provn" if chosen is HistoryFormat.PROV_N else "jsonld")
        else:
            text = history_text(jobs.history(store, finding_id), chosen.value, terminal_width(output))
    emit(text, output)
    return CLEAN
