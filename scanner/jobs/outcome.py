"""What a finished run amounts to: the exit code that every program around the scanner relies on."""

from __future__ import annotations

from collections.abc import Iterable

from scanner.report import Report, reaches
from scanner.settings import Settings

__all__ = ["CLEAN", "FAILED", "FOUND", "SKIPPED", "USAGE", "outcome", "worst"]

CLEAN = 0
FOUND = 1
USAGE = 2
FAILED = 3
SKIPPED = 4

_PRECEDENCE = (FAILED, USAGE, SKIPPED, FOUND, CLEAN)


def worst(codes: Iterable[int]) -> int:
    """The code that stands for all of ``codes``: a failure before a usage error, skipped input before findings."""
    return min(codes, key=_PRECEDENCE.index, default=CLEAN)


def outcome(report: Report, settings: Settings) -> int:
    """3 if nothing was checked, 4 if input was skipped under ``run.strict``, 1 if a shown finding
    fails the run by the report's rule, otherwise 0.
    """
    return worst(
        (
            CLEAN if report.summary.claims else FAILED,
            SKIPPED if settings.run.strict and report.summary.skipped else CLEAN,
            FOUND if reaches(report) else CLEAN,
        )
    )
