"""Scale on one machine: growth with documents, two workers beside one, a nightly delta, and crashes."""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.claims import claims_scale
from tests.bench.lookup import lookup_scale
from tests.bench.multiply import edit_some, multiplied, pages_of
from tests.bench.packs import work_folder
from tests.bench.results import write_section
from tests.bench.runner import AS_OF, BenchError

__all__ = ["SORTS", "run"]

SORTS = ("claims", "lookup", "growth", "ingest", "nightly", "crash")
_CORPORA = ("gsa-tts-handbook", "etcd-docs", "discord-api-docs")
_GROWTH, _SCAN_MB, _SPEED_UP, _STEADY, _NIGHTLY = 1.2, 3000, 1.6, 0.9, 0.05
_SINGLE_THREADED = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Step:
    """One command: wall seconds, peak memory in MB."""

    wall_s: float
    peak_mb: float


def run(sort: str, *, claims: int, documents: int, kills: int, seed: int, write: bool) -> int:
    """Take one measure, print one JSON line, and answer 1 where its mark is missed."""
    measure = {"growth": _growth, "ingest": _ingest, "nightly": _nightly}
    if sort in ("claims", "lookup"):
        line = claims_scale(claims) if sort == "claims" else lookup_scale(claims)
    else:
        line = _crash(documents, kills, seed) if sort == "crash" else measure[sort](documents)
    print(json.dumps(line))
    if write:
        write_section(
            f"scale {sort}", f"## Scale: {sort}\n\n`python -m tests.bench scale {sort}`\n\n`{json.dumps(line)}`"
        )
    return 0 if line["met"] else 1


def _folder(name: str) -> Path:
    return work_folder() / "scale" / name


def _fresh(name: str) -> Path:
    store = _folder(f"{name}.duckdb")
    store.parent.mkdir(parents=True, exist_ok=True)
    for old in (store, store.with_suffix(".duckdb.wal")):
        old.unlink(missing_ok=True)
    return store


def _command(*arguments: str) -> list[str]:
    return [str(Path(sys.executable).with_name("scanner")), *arguments]


def _ingest_command(docs: Path, store: Path, workers: int) -> list[str]:
    shared = ["--db", str(store), "--as-of", AS_OF, "--source", "scale", "--workers", str(workers)]
    return _command("ingest", str(docs), *shared)


def _scan_command(store: Path) -> list[str]:
    return _command("scan", "--db", str(store), "--as-of", AS_OF, "--fail-on", "never")


def _step(command: list[str]) -> Step:
    environment = {**os.environ, **_SINGLE_THREADED}
    started = time.monotonic()
    with _folder("last.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 4):
        said = _folder("last.log").read_text(encoding="utf-8", errors="replace")[-1500:]
        raise BenchError(f"{' '.join(command)}\nexit {process.returncode}\n{said}")
    return Step(round(time.monotonic() - started, 2), round(usage.ru_maxrss / 1024))


def _growth(documents: int) -> dict[str, Any]:
    """``scan`` over 1/8, 1/4, 1/2 and all of ``documents``."""
    pages = pages_of(_CORPORA)
    sizes = [max(1, documents >> shift) for shift in (3, 2, 1, 0)]
    steps = []
    for size in sizes:
        store = _fresh("growth")
        multiplied(pages, size, _folder("growth"))
        _step(_ingest_command(_folder("growth"), store, 2))
        steps.append(_step(_scan_command(store)))
    exponent = math.log(steps[-1].wall_s / steps[0].wall_s) / math.log(sizes[-1] / sizes[0])
    peak = max(step.peak_mb for step in steps)
    return {
        "documents": sizes,
        "scan_s": [step.wall_s for step in steps],
        "exponent": round(exponent, 3),
        "peak_mb": peak,
        "met": exponent <= _GROWTH and peak <= _SCAN_MB,
    }


def _ingest(documents: int) -> dict[str, Any]:
    docs = _folder("ingest")
    written = multiplied(pages_of(_CORPORA), documents, docs)
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
    module = [sys.executable, "-m", "tests.bench", "scale-ingest", str(docs), str(_fresh("ingest"))]
    answer = subprocess.run(
        [*module, str(workers)], capture_output=True, text=True, env={**os.environ, **_SINGLE_THREADED}
    )
    if answer.returncode:
        raise BenchError(f"{' '.join(module)}\n{answer.stderr[-1500:]}")
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def _nightly(documents: int) -> dict[str, Any]:
    docs, store = _folder("nightly"), _fresh("nightly")
    multiplied(pages_of(_CORPORA), documents, docs)
    full = [_step(_ingest_command(docs, store, 2)), _step(_scan_command(store))]
    changed = edit_some(docs, 0.01)
    delta = [_step(_ingest_command(docs, store, 2)), _step(_scan_command(store))]
    share = sum(s.wall_s for s in delta) / sum(s.wall_s for s in full)
    return {
        "documents": documents,
        "changed": changed,
        "full_s": [step.wall_s for step in full],
        "delta_s": [step.wall_s for step in delta],
        "share": round(share, 4),
        "met": share <= _NIGHTLY,
    }


def _crash(documents: int, kills: int, seed: int) -> dict[str, Any]:
    """Kill the nightly job at random moments, run it again, and compare with a run nobody disturbed."""
    docs = _folder("crash")
    multiplied(pages_of(_CORPORA), documents, docs)
    calm = _folder("calm.json")
    started = time.monotonic()
    _step(_run_command(docs, _fresh("calm"), calm))
    length = time.monotonic() - started
    expected = json.loads(calm.read_text(encoding="utf-8"))["findings"]
    moments = random.Random(seed)
    unlike, unreadable = 0, 0
    for _ in range(kills):
        store, output = _fresh("crashed"), _folder("crashed.json")
        process = subprocess.Popen(
            _run_command(docs, store, output),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(timeout=moments.uniform(0, length))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        try:
            _step(_run_command(docs, store, output))
        except BenchError:
            unreadable += 1
            continue
        findings = json.loads(output.read_text(encoding="utf-8"))["findings"]
        unlike += _settled(findings) != _settled(expected)
    shutil.rmtree(docs)
    return {
        "documents": documents,
        "kills": kills,
        "unlike": unlike,
        "unreadable": unreadable,
        "met": unlike == 0 and unreadable == 0,
    }


def _run_command(docs: Path, store: Path, output: Path) -> list[str]:
    shared = ["--db", str(store), "--as-of", AS_OF, "--source", "scale", "--workers", "1"]
    return _command("run", str(docs), *shared, "--format", "json", "--output", str(output), "--fail-on", "never")


def _settled(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Findings without their status: a crash may come after they were first reported."""
    return [{key: value for key, value in finding.items() if key != "status"} for finding in findings]
