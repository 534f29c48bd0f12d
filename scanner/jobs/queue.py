"""Queue: what is open, ranked, with how many documents repeat it and how often they are looked up."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from scanner.jobs.errors import InputError
from scanner.jobs.scan import last_scan
from scanner.jobs.shown import seen_from
from scanner.jobs.tallies import located
from scanner.review import Filter, Ledger, QueueEntry, Reach, Wanted, queue
from scanner.settings import Settings
from scanner.store import Store

__all__ = ["Queue", "read_views", "some_path", "waiting"]


@dataclass(frozen=True, slots=True)
class Queue:
    """The findings of the status asked for that fit, of ``total``, and how many of them have no owner.

    ``unknown_views`` counts ids of the query log that no open finding's document or chunk has. ``as_of`` is the day by
    which ages count.
    """

    entries: Sequence[QueueEntry]
    total: int
    unrouted: int
    unknown_views: int
    as_of: date


def waiting(
    store: Store,
    settings: Settings,
    wanted: Filter,
    as_of: date,
    views: Mapping[str, int] | None = None,
    *,
    status: Wanted = Wanted.OPEN,
    folder: Path | None = None,
    at_least: bool = False,
) -> Queue:
    """The review queue of the last scan on a day; ``folder`` is the working folder, from which paths may be seen.

    ``at_least``: on the day of that scan, if it lies later than ``as_of``. Owners are those that the routes name now.

    Raises:
        RunFailed: if nothing has been scanned yet.
        RuleError, SettingsError: for cards or routes that cannot be used.
    """
    scanned = last_scan(store, settings)
    day = max(as_of, scanned.summary.as_of) if at_least else as_of
    reaches, used = _reaches(store, views or {})
    ledger = Ledger.of(store.reviews.resolutions(), store.reviews.events())
    files = {} if folder is None else seen_from(folder, scanned.files)
    entries = queue(scanned.findings, reaches, ledger, wanted, day, status, files)
    total = len(queue(scanned.findings, reaches, ledger, Filter(), day, status))
    unrouted = sum(1 for entry in entries if not entry.finding.owner)
    return Queue(entries, total, unrouted, len(set(views or {}) - used), day)


def some_path(store: Store, folder: Path) -> str:
    """How a document of the store is named, as an example: from ``folder`` if it lies below it, else by its id."""
    files = seen_from(folder, located(store))
    return min(files.values(), default="") or min((record.doc_id for record in store.documents()), default="")


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
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return found
