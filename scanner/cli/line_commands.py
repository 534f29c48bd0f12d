"""``run`` and ``ingest``: the nightly job, and the part of it that reads documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from scanner.cli.clock import now, today
from scanner.cli.hooks import changes_to_tell, send_digest, tell
from scanner.cli.options import (
    AllowVanish,
    AsOf,
    BaselineFile,
    ConfigFile,
    Db,
    Exclude,
    FailConfidence,
    FailOnOption,
    FailSeverity,
    FormatOption,
    GitHistory,
    Limit,
    Manifest,
    MinConfidence,
    MinSeverity,
    NewOnly,
    Output,
    Paths,
    Quiet,
    ShowOption,
    SourceName,
    Strict,
    Workers,
    report_settings,
    settings_from,
)
from scanner.cli.output import Progress, emit, notice, notices
from scanner.cli.publish import exit_code, publish

if TYPE_CHECKING:
    from scanner.jobs import IngestReport

__all__ = ["register"]

_SKIPPED_SHOWN = 20
_UNKNOWN_SHOWN = 8


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


def run(
    paths: Paths,
    db: Db = None,
    source: SourceName = None,
    manifest: Manifest = None,
    as_of: AsOf = None,
    form: FormatOption = None,
    output: Output = None,
    fail_on: FailOnOption = None,
    fail_severity: FailSeverity = None,
    fail_confidence: FailConfidence = None,
    min_confidence: MinConfidence = None,
    min_severity: MinSeverity = None,
    show: ShowOption = None,
    baseline: BaselineFile = None,
    new_only: NewOnly = None,
    strict: Strict = None,
    workers: Workers = None,
    limit: Limit = None,
    exclude: Exclude = None,
    git_history: GitHistory = None,
    allow_vanish: AllowVanish = None,
    quiet: Quiet = False,
    config: ConfigFile = None,
) -> int:
    """Read documents, find what contradicts, and report: `ingest`, `scan` and `report` in one."""
    settings = report_settings(
        config,
        form,
        output,
        {
            "store.db": db,
            "report.fail_on": fail_on,
            "report.fail_severity": fail_severity,
            "report.fail_confidence": fail_confidence,
            "report.min_confidence": min_confidence,
            "report.min_severity": min_severity,
            "report.show": show,
            "report.baseline": str(baseline) if baseline is not None else None,
            "report.new_only": new_only,
            "run.strict": strict,
            "run.workers": workers,
            "run.limit": limit,
            "input.exclude": exclude,
            "input.git_history": git_history,
            "run.allow_vanish": allow_vanish,
        },
    )
    from scanner import jobs
    from scanner.cli.opening import open_store

    day, at = as_of or today(), now()
    with Progress.shown() as progress, open_store(settings) as store:
        read = jobs.ingest(
            paths, store, settings, day, source=source, manifest=manifest, progress=progress, recorded_at=at
        )
        progress.clear()
        _tell(read, quiet)
        scanned = jobs.scan(store, settings, day, progress=progress, recorded_at=at)
        told = changes_to_tell(store, settings, "scan", scanned.summary.run_id, scanned.summary.as_of)
        progress.clear()
        if scanned.anew:
            notice(f"rules changed since the last scan: all {scanned.summary.claims:,} claims were compared anew")
        code = publish(store, scanned, settings, output, quiet)
    tell(settings, told)
    send_digest(scanned, settings)
    return code


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
    from scanner.cli.opening import open_store
    from scanner.report.coverage import render_coverage

    day, at = as_of or today(), now()
    with Progress.shown() as progress, open_store(settings) as store:
        read = jobs.ingest(
            paths, store, settings, day, source=source, manifest=manifest, progress=progress, recorded_at=at
        )
        progress.clear()
        _tell(read)
        report = jobs.shown(jobs.unscanned(store, day), settings)
    emit(render_coverage(report.summary.coverage))
    return exit_code(report, settings)


def _tell(read: IngestReport, quiet: bool = False) -> None:
    """What an ingest did, on stderr: a line of numbers and one for each file that was not read."""
    if quiet:
        return
    skipped = [
        f"skipped {item.path}: {item.reason}" + (f": {item.detail}" if item.detail else "") for item in read.skipped
    ]
    notices(skipped, _SKIPPED_SHOWN, "SELECT * FROM skipped, with `scanner sql`")
    if read.unknown:
        more = (
            f" and {len(read.unknown) - _UNKNOWN_SHOWN:,} more: FROM unknown_files, with `scanner sql`"
            if len(read.unknown) > _UNKNOWN_SHOWN
            else ""
        )
        notice(f"not read, of no known kind: {', '.join(read.unknown[:_UNKNOWN_SHOWN])}{more}")
    notice(
        f"read {read.added:,} new, {read.changed:,} changed, {read.unchanged:,} unchanged; "
        f"{read.vanished:,} gone, {len(read.skipped):,} skipped"
    )
    if not (read.added or read.changed or read.unchanged or read.skipped):
        notice("scanner: the paths given hold no document; what follows is from what was read before, if anything")
