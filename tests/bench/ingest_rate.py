"""How fast documents are read at the beginning and at the end of one long ingest, and what it takes."""

from __future__ import annotations

import resource
import time
from datetime import date
from pathlib import Path
from typing import Any

from scanner.jobs import ingest
from scanner.settings import RunSettings, Settings
from scanner.store import Store
from tests.bench.runner import AS_OF

__all__ = ["measure"]


def measure(docs: Path, path: Path, workers: int) -> dict[str, Any]:
    """Ingest ``docs`` into a store at ``path`` in this process.

    ``last_to_first`` is the throughput (bytes a second) of the last tenth of the documents over that of the first,
    whose clock starts with the first batch: loading models is no reading. ``peak_mb`` is this process and its workers.
    """
    seen: list[tuple[int, float]] = []

    def progress(step: str, done: int, total: int) -> None:
        if done:
            seen.append((done, time.monotonic()))

    started = time.monotonic()
    settings = Settings(run=RunSettings(workers=workers))
    with Store.open(path, memory_limit=settings.store.memory) as store:
        report = ingest([docs], store, settings, date.fromisoformat(AS_OF), source="scale", progress=progress)
    wall = time.monotonic() - started
    own, child = (resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "wall_s": round(wall, 2),
        "documents": report.added,
        "last_to_first": round(_last_to_first(seen, docs), 3),
        "peak_mb": round(own + (child * workers if workers > 1 else 0)),
    }


def _last_to_first(seen: list[tuple[int, float]], docs: Path) -> float:
    sizes = [file.stat().st_size for file in sorted(docs.rglob("*.md"))]
    tenth = len(sizes) / 10
    early = next((step for step in seen if step[0] >= seen[0][0] + tenth), seen[-1])
    late = next((step for step in reversed(seen) if step[0] <= len(sizes) - tenth), seen[0])
    rates = [
        sum(sizes[low:high]) / max(ended - began, 1e-6)
        for (low, began), (high, ended) in ((seen[0], early), (late, seen[-1]))
    ]
    return rates[1] / rates[0] if rates[0] else 0.0
