"""From a scan to the report of it that the settings ask for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scanner.jobs.scan import ScanReport
from scanner.model import Severity
from scanner.report import FailRule, Report, select
from scanner.settings import Settings

__all__ = ["shown"]


def shown(scanned: ScanReport, settings: Settings, folder: Path | None = None) -> Report:
    """The report of a scan under the thresholds of the settings.

    ``folder`` is the working folder: files below it are named as seen from there, all others by source and document.
    """
    chosen = settings.report
    return select(
        scanned.summary,
        scanned.findings,
        chosen.min_confidence,
        Severity(chosen.min_severity),
        FailRule(chosen.fail_on, Severity(chosen.fail_severity), chosen.fail_confidence),
        _seen_from(folder, scanned.files) if folder is not None else {},
    )


def _seen_from(folder: Path, files: Mapping[tuple[str, str], Path]) -> Mapping[tuple[str, str], str]:
    here = folder.resolve()
    return {key: file.relative_to(here).as_posix() for key, file in files.items() if file.is_relative_to(here)}
