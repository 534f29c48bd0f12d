"""From a scan to the report of it that the settings ask for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scanner.jobs.errors import InputError
from scanner.jobs.scan import ScanReport
from scanner.model import Severity
from scanner.report import Baseline, BaselineError, FailRule, Report, read_baseline, select
from scanner.settings import Settings

__all__ = ["seen_from", "shown"]


def shown(scanned: ScanReport, settings: Settings, folder: Path | None = None) -> Report:
    """The report of a scan under the thresholds of the settings.

    ``folder`` is the working folder: files below it are named as seen from there, all others by source and document.

    Raises:
        InputError: for a baseline that cannot be used.
    """
    chosen = settings.report
    return select(
        scanned.summary,
        scanned.findings,
        chosen.min_confidence,
        Severity(chosen.min_severity),
        fail=FailRule(chosen.fail_on, Severity(chosen.fail_severity), chosen.fail_confidence),
        paths=seen_from(folder, scanned.files) if folder is not None else {},
        since=scanned.since,
        baseline=_baseline(chosen.baseline),
        new_only=chosen.new_only,
    )


def _baseline(name: str) -> Baseline | None:
    if not name:
        return None
    try:
        return read_baseline(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{name}: the baseline cannot be read: {reason}; `scanner baseline` writes one") from error
    except BaselineError as error:
        raise InputError(f"{name}: no baseline: {error}; `scanner baseline` writes one") from error


def seen_from(folder: Path, files: Mapping[tuple[str, str], Path]) -> Mapping[tuple[str, str], str]:
    """The files that lie below ``folder``, as seen from there."""
    here = folder.resolve()
    return {key: file.relative_to(here).as_posix() for key, file in files.items() if file.is_relative_to(here)}
