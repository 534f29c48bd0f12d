"""The nightly job: read every declared source, compare, and leave dated reports that people and programs pick up.

    python pipelines/nightly.py [--config config/scanner.toml] [--reports data/reports] [--as-of 2026-11-30] [PATH…]

Without paths it reads the sources of ``sources.toml``. It writes ``findings.json`` (the contract for programs),
``findings.md``, ``findings.csv`` and ``findings.html`` into ``REPORTS/<day>/`` and prints the text report. The exit
code is that of ``scanner run``: 0 clean, 1 findings, 2 settings, 3 failed or nothing checked, 4 input skipped under
``run.strict``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from scanner import jobs
from scanner.report import Report, render
from scanner.rules import RuleError
from scanner.settings import Settings, SettingsError, load_settings
from scanner.store import Store, StoreError

FORMS = (("json", "findings.json"), ("md", "findings.md"), ("csv", "findings.csv"), ("html", "findings.html"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the job and return its exit code."""
    options = _options().parse_args(arguments)
    try:
        settings = load_settings(options.config, os.environ)
        paths = options.paths or [Path(source.root) for source in settings.sources]
        if not paths:
            raise SettingsError("no source is declared; name your folders in config/sources.toml, or give paths")
        report = nightly(paths, settings, options.as_of, options.reports)
    except (SettingsError, RuleError, jobs.InputError) as error:
        sys.stderr.write(f"nightly: {error}\n")
        return jobs.USAGE
    except (jobs.RunFailed, StoreError, OSError) as error:
        sys.stderr.write(f"nightly: {error}\n")
        return jobs.FAILED
    return jobs.outcome(report, settings)


def nightly(paths: Sequence[Path], settings: Settings, as_of: date, reports: Path) -> Report:
    """Ingest, scan and write the reports of one night; returns what was reported."""
    with Store.open(settings.store.db) as store:
        now = datetime.now(UTC)
        read = jobs.ingest(paths, store, settings, as_of, recorded_at=now)
        for item in read.skipped:
            sys.stderr.write(f"skipped {item.source}: {item.path}: {item.reason} {item.detail}\n")
        report = jobs.shown(jobs.scan(store, settings, as_of, recorded_at=now), settings)
        around = jobs.background(store, report, settings)
        told = jobs.standing_payload(store, settings, "scan", report.summary.run_id, as_of)
    folder = reports / as_of.isoformat()
    folder.mkdir(parents=True, exist_ok=True)
    for form, name in FORMS:
        _replace(folder / name, render(report, form, background=around))
    sys.stdout.write(render(report, "text"))
    if failed := jobs.tell_standing(settings, told):
        sys.stderr.write(f"nightly: {failed}\n")
    return report


def _replace(path: Path, text: str) -> None:
    """Write whole or not at all: whoever reads the report at that moment sees the old one or the new one."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8", newline="")
    part.replace(path)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; write it as 2026-11-30") from error


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="nightly", description="Scan all sources and write dated reports.")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="folders to read instead of the sources")
    parser.add_argument("--config", type=Path, help="settings file (default: config/scanner.toml)")
    parser.add_argument("--reports", type=Path, default=Path("data/reports"), help="folder of the dated reports")
    today = datetime.now(UTC).astimezone().date()
    parser.add_argument("--as-of", type=_day, default=today, help="the day to judge by (default: today)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
