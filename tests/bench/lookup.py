"""Looking up what held of one fact on a day, in a store of synthetic claims: the mark is the 95th of 100 look-ups."""

from __future__ import annotations

import random
import time
from datetime import date, datetime
from pathlib import Path
from statistics import median
from typing import Any

from scanner.store import Store
from tests.bench.claims import fill_store
from tests.bench.packs import work_folder

__all__ = ["lookup_scale"]

_MARK_MS = 10.0
_LOOKUPS = 100
_MEMORY, _THREADS = "2500MB", 2
_KNOWN = datetime(2026, 12, 1)
# What a scan would have closed: one claim in eight, as many as the synthetic store has under keys of several values.
_WINDOWS = """
INSERT INTO window_versions BY NAME
SELECT claim_id, window_start, DATE '2026-06-01' AS window_end, 'superseded' AS window_basis, true AS closed,
    '' AS closed_by, recorded_at AS known_from, fact
FROM claims WHERE hash(claim_id) % 8 = 0
"""


def lookup_scale(claims: int) -> dict[str, Any]:
    """Look up facts drawn at random, as known now and as known at a moment; the store is made once and kept."""
    path = work_folder() / "scale" / f"lookup-{claims}.duckdb"
    if not path.exists():
        _made(path, claims)
    drawn = random.Random(1)
    with Store.open(path, memory_limit=_MEMORY, threads=_THREADS) as store:
        began = time.monotonic()
        names = _names(store, [drawn.randrange(2, claims // 5) for _ in range(_LOOKUPS)])
        scanned_ms = (time.monotonic() - began) * 1000 / _LOOKUPS
        store.facts_about(*names[0], date(2026, 1, 1))  # the index is read from disk once
        took: list[float] = []
        used: list[float] = []
        rows = 0
        for at, (subject, predicate) in enumerate(names):
            day = date(2020 + drawn.randrange(7), 1, 1)
            started, before = time.perf_counter(), time.process_time()
            rows += store.facts_about(subject, predicate, day, _KNOWN if at % 2 else None).num_rows
            took.append((time.perf_counter() - started) * 1000)
            used.append((time.process_time() - before) * 1000)
    took.sort()
    used.sort()
    slow = took[int(_LOOKUPS * 0.95)]
    return {
        "claims": claims,
        "lookups": _LOOKUPS,
        "rows": rows,
        "median_ms": round(median(took), 2),
        "p95_ms": round(slow, 2),
        "cpu_median_ms": round(median(used), 2),
        "cpu_p95_ms": round(used[int(_LOOKUPS * 0.95)], 2),
        "worst_ms": round(took[-1], 2),
        "names_by_reading_all_ms": round(scanned_ms, 1),
        "met": slow <= _MARK_MS and rows > 0,
    }


def _made(path: Path, claims: int) -> None:
    fresh = path.with_suffix(".making")
    fill_store(fresh, claims)
    with Store.open(fresh, memory_limit=_MEMORY, threads=_THREADS) as store:
        store.run(_WINDOWS)
    fresh.rename(path)


def _names(store: Store, keys: list[int]) -> list[tuple[str, str]]:
    """Subject and predicate of each of the keys of the synthetic store."""
    subjects = [f"subject {key}" for key in keys]
    rows = store.fetch(
        "SELECT DISTINCT subject, predicate FROM claims WHERE list_contains($subjects, subject) ORDER BY ALL",
        {"subjects": subjects},
    ).to_pylist()
    return [(row["subject"], row["predicate"]) for row in rows]
