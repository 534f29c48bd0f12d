"""The straight lines: read documents into the store, compare what they say, look at any step of it."""

from scanner.jobs.background import background
from scanner.jobs.cards import CardOutcome, check_cards
from scanner.jobs.coverage import coverage
from scanner.jobs.errors import InputError, RunFailed
from scanner.jobs.facts import facts
from scanner.jobs.ingest import IngestReport, Progress, ingest
from scanner.jobs.outcome import CLEAN, FAILED, FOUND, SKIPPED, USAGE, outcome, worst
from scanner.jobs.scan import ScanReport, is_current, last_scan, require_store, scan, unscanned
from scanner.jobs.shown import shown
from scanner.jobs.trace import ClaimTrace, PairTrace, Spot, SpotTrace, find_spot, trace_pair, trace_spot

__all__ = [
    "CLEAN",
    "FAILED",
    "FOUND",
    "SKIPPED",
    "USAGE",
    "CardOutcome",
    "ClaimTrace",
    "IngestReport",
    "InputError",
    "PairTrace",
    "Progress",
    "RunFailed",
    "ScanReport",
    "Spot",
    "SpotTrace",
    "background",
    "check_cards",
    "coverage",
    "facts",
    "find_spot",
    "ingest",
    "is_current",
    "last_scan",
    "outcome",
    "require_store",
    "scan",
    "shown",
    "trace_pair",
    "trace_spot",
    "unscanned",
    "worst",
]
