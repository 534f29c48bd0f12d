"""Queue: what is open, ranked, with how many documents repeat it and how often they are looked up."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from scanner.jobs.errors import InputError
from scanner.jobs.scan import last_scan
from scanner.review import Filter, Ledger, QueueEntry, Reach, queue
from scanner.store import Store

__all__ = ["Queue", "read_views", "waiting"]


@dataclass(frozen=True, slots=True)
class Queue:
    """The open findings that fit, and how many of them have no owner. ``unknown_views`` are ids of the query log that
    no open finding's document or chunk has.
    """

    entries: Sequence[QueueEntry]
    unrouted: int
    unknown_views: int


def waiting(store: Store, wanted: Filter, as_of: date, views: Mapping[str, int] | None = None) -> Queue:
    """The review queue of the last scan on a day.

    Raises:
        RunFailed: if nothing has been scanned yet.
    """
    scanned = last_scan(store)
    reaches, used = _reaches(store, views or {})
    entries = queue(
        scanned.findings, reaches, Ledger.of(store.reviews.resolutions(), store.reviews.events()), wanted, as_of
    )
    unrouted = sum(1 for entry in entries if not entry.finding.owner)
    return Queue(entries, unrouted, len(set(views or {}) - used))


def _reaches(store: Store, views: Mapping[str, int]) -> tuple[Mapping[str, Reach], set[str]]:
    documents: dict[str, set[tuple[str, str]]] = {}
    names: dict[str, set[str]] = {}
    for finding_id, source, doc_id, chunk_id in store.reviews.reach():
        documents.setdefault(finding_id, set()).add((source, doc_id))
        names.setdefault(finding_id, set()).update((chunk_id, doc_id, f"{source}/{doc_id}"))
    reaches = {
        finding_id: Reach(len(found), sum(views.get(name, 0) for name in names[finding_id]))
        for finding_id, found in documents.items()
    }
    used = {name for found in names.values() for name in found if name in views}
    return reaches, used


def read_views(path: Path) -> Mapping[str, int]:
    """How often each document or chunk was looked up: a CSV table whose first two columns are id and count.

    A document is named by its id, or by source and id (``handbook/api.md``). Rows of one id are added up; a header row
    is left out.

    Raises:
        InputError: for a file that cannot be read, or a count that is none.
    """
    found: dict[str, int] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, row in enumerate(csv.reader(file), 1):
                if not any(cell.strip() for cell in row):
                    continue
                count = row[1].strip() if len(row) > 1 else ""
                if not count.isdecimal():
                    if number == 1:
                        continue
                    raise InputError(f"{path}: row {number}: write id and count, as api/limits.md,120")
                found[row[0].strip()] = found.get(row[0].strip(), 0) + int(count)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    return found
