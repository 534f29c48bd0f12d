"""``run``, ``ingest``, ``scan`` and ``report``: the nightly job and its three parts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from scanner.cli.clock import today
from scanner.cli.options import (
    AllowVanish,
    AsOf,
    ConfigFile,
    Db,
    Exclude,
    FailOnOption,
    FormatOption,
    GitHistory,
    Limit,
    Manifest,
    MinConfidence,
    MinSeverity,
    Output,
    Paths,
    ShowOption,
    SourceName,
    Strict,
    Workers,
    settings_from,
)
from scanner.cli.output import Progress, colour_wanted, emit, notice, notices, terminal_width
from scanner.settings import Settings

if TYPE_CHECKING:
    from scanner.jobs import IngestReport, ScanReport
    from scanner.report import Report

__all__ = ["register"]

_SKIPPED_SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command(
        "run",
        short_help="Ingest, scan and report: the nightly job.",
        epilog="Example: scanner run docs --db :memory: --as-of 2026-11-30 --format json --output findings.json",
    )(run)
    app.command(
        "ingest",
        short_help="Read new and changed documents.",
        epilog="Example: scanner ingest docs/handbook --source handbook --workers 4",
    )(ingest)
    app.command("scan", short_help="Compare all claims anew.", epilog="Example: scanner scan --as-of 2026-11-30")(scan)
    app.command(
        "report",
        short_help="Show the last findings again.",
        epilog="Example: scanner report --format md --show supersession --output findings.md",
    )(report)


def run(
    paths: Paths,
    db: Db = None,
    source: SourceName = None,
    manifest: Manifest = None,
    as_of: AsOf = None,
    form: FormatOption = None,
    output: Output = None,
    fail_on: FailOnOption = None,
    min_confidence: MinConfidence = None,
    min_severity: MinSeverity = None,
    show: ShowOption = None,
    strict: Strict = None,
    workers: Workers = None,
    limit: Limit = None,
    exclude: Exclude = None,
    git_history: GitHistory = None,
    allow_vanish: AllowVanish = None,
    config: ConfigFile = None,
) -> int:
    """Read documents, find what contradicts, and report: `ingest`, `scan` and `report` in one."""
    settings = settings_from(
        config,
        {
            "store.db": db,
            "report.format": form,
            "report.fail_on": fail_on,
            "report.min_confidence": min_confidence,
            "report.min_severity": min_severity,
            "report.show": show,
            "run.strict": strict,
            "run.workers": workers,
            "run.limit": limit,
            "input.exclude": exclude,
            "input.git_history": git_history,
            "run.allow_vanish": allow_vanish,
        },
    )
    from scanner import jobs
    from scanner.store import Store

    day = as_of or today()
    with Progress.shown() as progress, Store.open(settings.store.db) as store:
        read = jobs.ingest(paths, store, settings, day, source=source, manifest=manifest, progress=progress)
        progress.clear()
        _tell(read)
        scanned = jobs.scan(store, settings, day, progress=progress)
    return _publish(scanned, settings, output)


def ingest(
    paths: Paths,
    db: Db = None,
    source: SourceName = None,
    manifest: Manifest = None,
    as_of: AsOf = None,
    strict: Strict = None,
    workers: Workers = None,
    limit: Limit = None,
    exclude: Exclude = None,
    git_history: GitHistory = None,
    allow_vanish: AllowVanish = None,
    config: ConfigFile = None,
) -> int:
    """Read new and changed documents into the store, and say what of them was understood."""
    settings = settings_from(
        config,
        {
            "store.db": db,
            "run.strict": strict,
            "run.workers": workers,
            "run.limit": limit,
            "input.exclude": exclude,
            "input.git_history": git_history,
            "run.allow_vanish": allow_vanish,
        },
    )
    from scanner import jobs
    from scanner.report.coverage import render_coverage
    from scanner.store import Store

    day = as_of or today()
    with Progress.shown() as progress, Store.open(settings.store.db) as store:
        read = jobs.ingest(paths, store, settings, day, source=source, manifest=manifest, progress=progress)
        progress.clear()
        _tell(read)
        report = jobs.shown(jobs.unscanned(store, day), settings)
    emit(render_coverage(report.summary.coverage))
    return _code(report, settings)


def scan(
    db: Db = None,
    as_of: AsOf = None,
    form: FormatOption = None,
    output: Output = None,
    fail_on: FailOnOption = None,
    min_confidence: MinConfidence = None,
    min_severity: MinSeverity = None,
    show: ShowOption = None,
    strict: Strict = None,
    config: ConfigFile = None,
) -> int:
    """Compare all claims of the store anew and report what contradicts."""
    settings = _report_settings(config, db, form, fail_on, min_confidence, min_severity, show, strict)
    from scanner import jobs
    from scanner.store import Store

    jobs.require_store(settings)
    with Progress.shown() as progress, Store.open(settings.store.db) as store:
        scanned = jobs.scan(store, settings, as_of or today(), progress=progress)
    return _publish(scanned, settings, output)


def report(
    db: Db = None,
    form: FormatOption = None,
    output: Output = None,
    fail_on: FailOnOption = None,
    min_confidence: MinConfidence = None,
    min_severity: MinSeverity = None,
    show: ShowOption = None,
    strict: Strict = None,
    config: ConfigFile = None,
) -> int:
    """Report the findings of the last scan again, in any form."""
    settings = _report_settings(config, db, form, fail_on, min_confidence, min_severity, show, strict)
    from scanner import jobs
    from scanner.store import Store

    with Store.open(settings.store.db, read_only=True) as store:
        scanned = jobs.last_scan(store)
        if not jobs.is_current(store, scanned):
            notice("scanner: documents have changed since this scan; `scanner scan` compares them anew")
    return _publish(scanned, settings, output)


def _report_settings(
    config: Path | None,
    db: str | None,
    form: object,
    fail_on: object,
    min_confidence: float | None,
    min_severity: object,
    show: object,
    strict: bool | None,
) -> Settings:
    return settings_from(
        config,
        {
            "store.db": db,
            "report.format": form,
            "report.fail_on": fail_on,
            "report.min_confidence": min_confidence,
            "report.min_severity": min_severity,
            "report.show": show,
            "run.strict": strict,
        },
    )


def _tell(read: IngestReport) -> None:
    """What an ingest did, on stderr: a line of numbers and one for each file that was not read."""
    skipped = [
        f"skipped {item.path}: {item.reason}" + (f": {item.detail}" if item.detail else "") for item in read.skipped
    ]
    notices(skipped, _SKIPPED_SHOWN, "SELECT * FROM skipped, with `scanner sql`")
    notice(
        f"read {read.added:,} new, {read.changed:,} changed, {read.unchanged:,} unchanged; "
        f"{read.vanished:,} gone, {len(read.skipped):,} skipped"
    )
    if not (read.added or read.changed or read.unchanged or read.skipped):
        notice("scanner: the paths given hold no document; what follows is from what was read before, if anything")


def _publish(scanned: ScanReport, settings: Settings, output: Path | None) -> int:
    """Write the report and return the code its findings give."""
    from scanner import jobs
    from scanner.report import render

    report = jobs.shown(scanned, settings)
    text = render(
        report,
        settings.report.format,
        width=terminal_width(output),
        colour=colour_wanted(output),
        show_supersessions="supersession" in settings.report.show,
    )
    emit(text, output)
    return _code(report, settings)


def _code(report: Report, settings: Settings) -> int:
    from scanner import jobs

    if not report.summary.claims:
        notice("scanner: nothing was checked: no document could be read, or no claim was found in any")
    return jobs.outcome(report, settings)
