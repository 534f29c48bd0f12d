"""Commands killed at random moments: what the next run makes of the store, beside one that nobody disturbed."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scanner.store import Store
from tests.bench.multiply import multiplied, pages_of
from tests.bench.runner import BenchError
from tests.bench.steps import CORPORA, MEASURED, command, folder, fresh, step

__all__ = ["crash_scale"]


@dataclass(frozen=True)
class _Attempt:
    """One way to disturb the scanner: the store to start with, the command to kill, how long it takes undisturbed."""

    start: Callable[[], Path]
    command: Callable[[Path], list[str]]
    length_s: float
    expected: Any


def crash_scale(documents: int, kills: int, seed: int) -> dict[str, Any]:
    """Kill ingest and scan (one job) and every third time ``resolve``, run the same again, and compare the stores."""
    docs, calm = folder("crash"), fresh("calm")
    multiplied(pages_of(CORPORA), documents, docs)
    _disagree(docs)
    job = step(_job(docs, calm))
    scanned = _content(calm)
    decided = _copied(calm, "decided")
    decision = step(_decision(decided))
    attempts = {
        "run": _Attempt(lambda: fresh("crashed"), lambda store: _job(docs, store), job.wall_s, scanned),
        "resolve": _Attempt(lambda: _copied(calm, "crashed"), _decision, decision.wall_s, _content(decided)),
    }
    moments = random.Random(seed)
    outcomes: Counter[str] = Counter()
    for number in range(kills):
        name = "resolve" if number % 3 == 2 else "run"
        outcomes[name] += 1
        outcomes[_disturbed(attempts[name], moments)] += 1
    shutil.rmtree(docs)
    decisions = len(json.loads(attempts["resolve"].expected)[3])
    return {
        "documents": documents,
        "kills": kills,
        "of_run": outcomes["run"],
        "of_resolve": outcomes["resolve"],
        "decided": decisions,
        "through_before": outcomes["through"],
        "unlike": outcomes["unlike"],
        "unreadable": outcomes["unreadable"],
        "met": outcomes["unlike"] == 0 and outcomes["unreadable"] == 0 and decisions > 0,
    }


_FACTS = (
    ("Alder depot", "At the Alder depot, parcels are kept for {} days.", 30, 45),
    ("Birch pool", "A season ticket for the Birch pool costs {} EUR.", 80, 95),
    ("Cedar press", "The Cedar press prints {} sheets a minute.", 40, 60),
    ("Damson API", "The rate limit of the Damson API is {} requests per minute.", 100, 250),
    ("Elder lift", "The Elder lift carries up to {} kg.", 450, 600),
)


def _disagree(docs: Path) -> None:
    """Pages that contradict each other, so that there is something to decide."""
    for name, fact, *values in _FACTS:
        for page, value in zip(("rules", "questions"), values, strict=True):
            text = f"# {name}: {page}\n\n{fact.format(value)}\n"
            (docs / f"{name.partition(' ')[0].lower()}-{page}.md").write_text(text, encoding="utf-8")


def _job(docs: Path, store: Path) -> list[str]:
    shared = ["--db", str(store), "--source", "scale", "--workers", "1"]
    return command("run", str(docs), *shared, "--output", str(folder("crashed.txt")), "--fail-on", "never")


def _decision(store: Path) -> list[str]:
    return command("resolve", "--all", "--false-positive", "--why", "bench", "--by", "bench", "--db", str(store))


def _copied(store: Path, name: str) -> Path:
    return Path(shutil.copyfile(store, fresh(name)))


def _disturbed(attempt: _Attempt, moments: random.Random) -> str:
    """How a command that was killed ended: as if nobody had (``same``; ``through`` if it was faster), or not."""
    store = attempt.start()
    process = subprocess.Popen(
        attempt.command(store),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, **MEASURED},
    )
    killed = False
    try:
        process.wait(timeout=moments.uniform(0, attempt.length_s))
    except subprocess.TimeoutExpired:
        killed = True
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    try:
        step(attempt.command(store))
    except BenchError:
        return "unreadable"
    if _content(store) != attempt.expected:
        return "unlike"
    return "same" if killed else "through"


def _content(path: Path) -> Any:
    """Everything that a crash could lose or double: documents, claims, findings with where they stand, decisions.

    A finding is new or open depending on whether a scan before the crash had come to its end, so that is left out.
    """
    with Store.open(path, read_only=True) as store:
        counts = store.counts()
        claims = store.fetch(
            "SELECT claim_id, source, doc_id, quote FROM claims WHERE retracted_at IS NULL ORDER BY ALL"
        )
        findings = store.fetch(
            "SELECT ordinal, finding_id, kind, confidence, resolution FROM findings ORDER BY ordinal"
        )
        sides = store.fetch("SELECT * FROM finding_sides ORDER BY ALL")
        windows = store.fetch("SELECT * FROM windows ORDER BY ALL")
        decisions = [(d.number, d.finding_id, d.action) for d in store.reviews.resolutions()]
    tables = [table.to_pylist() for table in (claims, findings, sides, windows)]
    return json.dumps([counts.documents, counts.claims, tables, decisions], default=str, sort_keys=True)
