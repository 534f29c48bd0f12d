"""What people decide about findings, and what follows: pure, from resolutions and findings to statuses and rulings."""

from scanner.review.decision import Request, ReviewError, Stamp, decide, letters, take_back
from scanner.review.lineage import Past, Scan, events_of, status_of
from scanner.review.queue import Filter, QueueEntry, Reach, Wanted, fits, queue, to_correct
from scanner.review.routing import SUBJECT_KINDS, Route, Routing, subject_kind
from scanner.review.rulings import SideRuling, rulings
from scanner.review.standing import DISPOSITIONS, STATUS, Ledger
from scanner.review.trail import Entry, related_ids, trail, words_of

__all__ = [
    "DISPOSITIONS",
    "STATUS",
    "SUBJECT_KINDS",
    "Entry",
    "Filter",
    "Ledger",
    "Past",
    "QueueEntry",
    "Reach",
    "Request",
    "ReviewError",
    "Route",
    "Routing",
    "Scan",
    "SideRuling",
    "Stamp",
    "Wanted",
    "decide",
    "events_of",
    "fits",
    "letters",
    "queue",
    "related_ids",
    "rulings",
    "status_of",
    "subject_kind",
    "take_back",
    "to_correct",
    "trail",
    "words_of",
]
