"""Scale on one machine: growth with documents, two workers beside one, a nightly delta, and crashes."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from scanner.store import Store
from tests.bench.claims import claims_scale
from tests.bench.crash import crash_scale
from tests.bench.lookup import lookup_scale
from tests.bench.multiply import edit_some, multiplied, pages_of
from tests.bench.results import write_section
from tests.bench.runner import BenchError
from tests.bench.steps import CORPORA, MEASURED, command, folder, fresh, step

__all__ = ["SORTS", "run"]

SORTS = ("claims", "lookup", "growth", "ingest", "nightly", "crash")
_GROWTH, _CANDIDATES, _SCAN_MB, _SPEED_UP, _STEADY, _NIGHTLY = 1.2, 20, 3000, 1.6, 0.9, 0.05


def run(sort: str, *, claims: int, documents: int, kills: int, seed: int, write: bool) -> int:
    """Take one measure, print one JSON line, and answer 1 where its mark is missed."""
    load = round(os.getloadavg()[0], 1)
    measure = {"growth": _growth, "ingest": _ingest, "nightly": _nightly}
    if sort in ("claims", "lookup"):
        line = claims_scale(claims) if sort == "claims" else lookup_scale(claims)
    else:
        line = crash_scale(documents, kills, seed) if sort == "crash" else measure[sort](documents)
    line["load_before"] = load
    print(json.dumps(line))
    if write:
        write_section(
            f"scale {sort}", f"## Scale: {sort}\n\n`python -m tests.bench scale {sort}`\n\n`{json.dumps(line)}`"
        )
    return 0 if line["met"] else 1


def _ingest_command(docs: Path, store: Path, workers: int) -> list[str]:
    shared = ["--db", str(store), "--source", "scale", "--workers", str(workers)]
    return command("ingest", str(docs), *shared)


def _scan_command(store: Path) -> list[str]:
    return command("scan", "--db", str(store), "--fail-on", "never")


def _growth(documents: int) -> dict[str, Any]:
    """``scan`` over 1/8, 1/4, 1/2 and all of ``documents``."""
    pages = pages_of(CORPORA)
    sizes = [max(1, documents >> shift) for shift in (3, 2, 1, 0)]
    taken = []
    for size in sizes:
        store = fresh("growth")
        multiplied(pages, size, folder("growth"))
        step(_ingest_command(folder("growth"), store, 2))
        taken.append(step(_scan_command(store)))
    wall, cpu = ([getattr(one, name) for one in taken] for name in ("wall_s", "cpu_s"))
    peak = max(one.peak_mb for one in taken)
    candidates = _candidates(store)
    return {
        "documents": sizes,
        "scan_s": wall,
        "scan_cpu_s": cpu,
        "exponent": _exponent(wall, sizes),
        "cpu_exponent": _exponent(cpu, sizes),
        "candidates_a_claim": candidates,
        "peak_mb": peak,
        "met": _exponent(wall, sizes) <= _GROWTH and candidates <= _CANDIDATES and peak <= _SCAN_MB,
    }


def _exponent(seconds: list[float], sizes: list[int]) -> float:
    return round(math.log(seconds[-1] / seconds[0]) / math.log(sizes[-1] / sizes[0]), 3)


def _candidates(path: Path) -> float:
    """Pairs of claims that alignment compared (those that met and those that a gate stopped) for each claim."""
    pairs = "(SELECT count(*) FROM meetings) + (SELECT count(*) FROM stopped_pairs)"
    with Store.open(path, read_only=True) as store:
        row = store.fetch(f"SELECT {pairs} AS pairs, (SELECT count(*) FROM claims) AS claims").to_pylist()[0]
    return float(round(row["pairs"] / row["claims"], 2))


def _ingest(documents: int) -> dict[str, Any]:
    docs = folder("ingest")
    written = multiplied(pages_of(CORPORA), documents, docs)
    one, two = (_ingested(docs, workers) for workers in (1, 2))
    gain = one["wall_s"] / two["wall_s"]
    peak = max(one["peak_mb"], two["peak_mb"])
    steady = min(one["last_to_first"], two["last_to_first"])
    return {
        "documents": documents,
        "mb": round(written / 1e6, 1),
        "one_worker_s": one["wall_s"],
        "two_workers_s": two["wall_s"],
        "gain": round(gain, 3),
        "last_to_first": [one["last_to_first"], two["last_to_first"]],
        "peak_mb": peak,
        "met": gain >= _SPEED_UP and peak <= _SCAN_MB and steady >= _STEADY,
    }


def _ingested(docs: Path, workers: int) -> dict[str, Any]:
    """What ``ingest_rate.measure`` says in a process of its own."""
    module = [sys.executable, "-m", "tests.bench", "scale-ingest", str(docs), str(fresh("ingest"))]
    answer = subprocess.run([*module, str(workers)], capture_output=True, text=True, env={**os.environ, **MEASURED})
    if answer.returncode:
        raise BenchError(f"{' '.join(module)}\n{answer.stderr[-1500:]}")
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def _nightly(documents: int) -> dict[str, Any]:
    docs, store = folder("nightly"), fresh("nightly")
    multiplied(pages_of(CORPORA), documents, docs)
    commands = (_ingest_command(docs, store, 2), _scan_command(store))
    full = [step(each) for each in commands]
    changed = edit_some(docs, 0.01)
    delta = [step(each) for each in commands]
    share, cpu = (sum(getattr(s, n) for s in delta) / sum(getattr(s, n) for s in full) for n in ("wall_s", "cpu_s"))
    return {
        "documents": documents,
        "changed": changed,
        "full_s": [one.wall_s for one in full],
        "delta_s": [one.wall_s for one in delta],
        "share": round(share, 4),
        "cpu_share": round(cpu, 4),
        "met": share <= _NIGHTLY,
    }
