"""``scan``, ``report`` and ``baseline``: compare what the store holds, and show or keep what was found."""

from __future__ import annotations

import typer

from scanner.cli.clock import now, today
from scanner.cli.codes import CLEAN
from scanner.cli.hooks import changes_to_tell, send_digest, tell
from scanner.cli.options import (
    AsOf,
    BaselineFile,
    ConfigFile,
    Db,
    FailConfidence,
    FailOnOption,
    FailSeverity,
    FormatOption,
    MinConfidence,
    MinSeverity,
    NewOnly,
    Output,
    Quiet,
    ShowOption,
    Strict,
    report_settings,
    settings_from,
)
from scanner.cli.output import Progress, emit, notice
from scanner.cli.publish import publish

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command("scan", short_help="Compare all claims anew.", epilog="Example: scanner scan --as-of 2026-11-30")(scan)
    app.command(
        "report",
        short_help="Show the last findings again.",
        epilog="Example: scanner report --show supersession --output findings.md",
    )(report)
    app.command(
        "baseline",
        short_help="Write down the present findings as known.",
        epilog="Example: scanner baseline --output config/baseline.json",
    )(baseline)


def scan(
    db: Db = None,
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
    quiet: Quiet = False,
    config: ConfigFile = None,
) -> int:
    """Compare all claims of the store anew and report what contradicts."""
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
        },
    )
    from scanner import jobs
    from scanner.cli.opening import open_store

    jobs.require_store(settings)
    with Progress.shown() as progress, open_store(settings) as store:
        scanned = jobs.scan(store, settings, as_of or today(), progress=progress, recorded_at=now())
        told = changes_to_tell(store, settings, "scan", scanned.summary.run_id, scanned.summary.as_of)
        progress.clear()
        if scanned.anew:
            notice(f"rules changed since the last scan: all {scanned.summary.claims:,} claims were compared anew")
        code = publish(store, scanned, settings, output, quiet)
    tell(settings, told)
    send_digest(scanned, settings)
    return code


def report(
    db: Db = None,
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
    quiet: Quiet = False,
    config: ConfigFile = None,
) -> int:
    """Report the findings of the last scan again, in any form."""
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
        },
    )
    from scanner import jobs
    from scanner.cli.opening import open_store

    with open_store(settings, read_only=True) as store:
        scanned = jobs.last_scan(store, settings)
        if not quiet and not jobs.is_current(store, scanned):
            notice("scanner: documents have changed since this scan; `scanner scan` compares them anew")
        return publish(store, scanned, settings, output, quiet)


def baseline(output: Output = None, db: Db = None, config: ConfigFile = None) -> int:
    """Write the open findings of the last scan to a baseline file: `--baseline FILE` then leaves them out.

    One whose values change is shown again.
    """
    settings = settings_from(config, {"store.db": db})
    from scanner import jobs
    from scanner.cli.opening import open_store
    from scanner.report import suppressed, write_baseline

    with open_store(settings, read_only=True) as store:
        known = [finding for finding in jobs.last_scan(store).findings if not suppressed(finding)]
    emit(write_baseline(known), output)
    notice(f"{len(known):,} finding{'' if len(known) == 1 else 's'} written down as known")
    return CLEAN
