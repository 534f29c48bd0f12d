"""The end of ``run``, ``scan`` and ``report``: write the report, and say by the exit code what it amounts to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scanner.cli.codes import UserError
from scanner.cli.output import colour_wanted, emit, emit_folder, notice, terminal_width
from scanner.settings import Settings

if TYPE_CHECKING:
    from scanner.jobs import ScanReport
    from scanner.report import Report
    from scanner.store import Store

__all__ = ["exit_code", "publish"]

_WITH_BACKGROUND = ("html", "sarif")


def publish(store: Store, scanned: ScanReport, settings: Settings, output: Path | None, quiet: bool = False) -> int:
    """Write the report and return the code its findings give. ``quiet`` cuts the text form down to its head."""
    from scanner import jobs
    from scanner.report import render, render_head, render_pages

    report = jobs.shown(scanned, settings, Path.cwd())
    if settings.report.format == "pages":
        if output is None:
            raise UserError("pages need a folder: give --output FOLDER")
        emit_folder(render_pages(report, "supersession" in settings.report.show), output)
        return exit_code(report, settings)
    if quiet and settings.report.format == "text":
        text = render_head(report, terminal_width(output))
    else:
        text = render(
            report,
            settings.report.format,
            width=terminal_width(output),
            colour=colour_wanted(output),
            show_supersessions="supersession" in settings.report.show,
            background=jobs.background(store, report, settings) if settings.report.format in _WITH_BACKGROUND else None,
        )
    emit(text, output)
    return exit_code(report, settings)


def exit_code(report: Report, settings: Settings) -> int:
    """The code that a report gives; that nothing was checked is said on stderr."""
    from scanner import jobs

    if not report.summary.claims:
        notice("scanner: nothing was checked: no document could be read, or no claim was found in any")
    return jobs.outcome(report, settings)
