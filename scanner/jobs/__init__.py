"""The straight lines: read documents into the store, compare what they say, look at any step of it."""

from scanner.jobs.accept import accept
from scanner.jobs.background import background
from scanner.jobs.batch import parse_scope, parse_window, read_requests
from scanner.jobs.cards import CardOutcome, check_cards
from scanner.jobs.coverage import coverage
from scanner.jobs.errors import InputError, RunFailed
from scanner.jobs.facts import facts, meant
from scanner.jobs.history import finding_named, history
from scanner.jobs.hooks import run_hook, standing_payload, tell_standing
from scanner.jobs.ingest import IngestReport, Progress, ingest
from scanner.jobs.outcome import CLEAN, FAILED, FOUND, SKIPPED, USAGE, outcome, worst
from scanner.jobs.owners import idle_routes, load_routing
from scanner.jobs.provenance import provenance
from scanner.jobs.queue import Queue, read_views, some_path, waiting
from scanner.jobs.resolve import Decided, RefusedBatch, decided_with, fitting, resolve
from scanner.jobs.scan import ScanReport, is_current, last_scan, require_store, routed, scan, unscanned
from scanner.jobs.shown import shown
from scanner.jobs.suggest import Suggestion, suggest
from scanner.jobs.trace import ClaimTrace, PairTrace, Spot, SpotTrace, find_spot, trace_pair, trace_spot

__all__ = [
    "CLEAN",
    "FAILED",
    "FOUND",
    "SKIPPED",
    "USAGE",
    "CardOutcome",
    "ClaimTrace",
    "Decided",
    "IngestReport",
    "InputError",
    "PairTrace",
    "Progress",
    "Queue",
    "RefusedBatch",
    "RunFailed",
    "ScanReport",
    "Spot",
    "SpotTrace",
    "Suggestion",
    "accept",
    "background",
    "check_cards",
    "coverage",
    "decided_with",
    "facts",
    "find_spot",
    "finding_named",
    "fitting",
    "history",
    "idle_routes",
    "ingest",
    "is_current",
    "last_scan",
    "load_routing",
    "meant",
    "outcome",
    "parse_scope",
    "parse_window",
    "provenance",
    "read_requests",
    "read_views",
    "require_store",
    "resolve",
    "routed",
    "run_hook",
    "scan",
    "shown",
    "some_path",
    "standing_payload",
    "suggest",
    "tell_standing",
    "trace_pair",
    "trace_spot",
    "unscanned",
    "waiting",
    "worst",
]
