"""What people decide about findings, and what follows: pure, from resolutions and findings to statuses and rulings."""

from scanner.review.lineage import Past, Scan, events_of, status_of
from scanner.review.routing import Route, Routing, subject_kind
from scanner.review.rulings import SideRuling, rulings
from scanner.review.standing import DISPOSITIONS, STATUS, Ledger

__all__ = [
    "DISPOSITIONS",
    "STATUS",
    "Ledger",
    "Past",
    "Route",
    "Routing",
    "Scan",
    "SideRuling",
    "events_of",
    "rulings",
    "status_of",
    "subject_kind",
]
