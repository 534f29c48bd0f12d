"""A store full of synthetic claims, and what scanning it costs beside a bare group-by over the same rows."""

from __future__ import annotations

import json
import math
import os
import resource
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import pyarrow as pa

from scanner.detect import scan
from scanner.model import Bound, Claim, Evidence, Flag, Moment, Quantity, Scope, Status, Term, Value, Version, Window
from scanner.rules import load_rules
from scanner.store import Store
from scanner.store.rows import claim_table, scope_table
from tests.bench.packs import work_folder
from tests.bench.runner import AS_OF, BenchError

__all__ = ["claims_scale", "fill_store", "measure"]

_SPREAD = (1, 10, 100)
_CANDIDATES, _WHOLE, _PEAK_MB, _EXPONENT = 3.0, 60.0, 4000, 1.1
_MEMORY, _THREADS = "2500MB", 2
_CANDIDATE_STEPS = ("sides",)
_TRIES = 5
_SQL_TYPES = {
    "string": "VARCHAR",
    "double": "DOUBLE",
    "int64": "BIGINT",
    "bool": "BOOLEAN",
    "date32[day]": "DATE",
    "timestamp[us]": "TIMESTAMP",
}


def claims_scale(claims: int) -> dict[str, Any]:
    """Scan ``claims`` / 100, ``claims`` / 10 and ``claims`` synthetic claims, each in a process of its own."""
    runs = [_measured(claims // shift) for shift in reversed(_SPREAD)]
    largest = runs[-1]
    exponent = math.log(largest["scan_s"] / runs[0]["scan_s"]) / math.log(largest["claims"] / runs[0]["claims"])
    return {
        **largest,
        "sizes": [run["claims"] for run in runs],
        "scans_s": [run["scan_s"] for run in runs],
        "exponent": round(exponent, 3),
        "met": largest["candidates_ratio"] <= _CANDIDATES
        and largest["scan_ratio"] <= _WHOLE
        and largest["peak_mb"] <= _PEAK_MB
        and exponent <= _EXPONENT,
    }


def _measured(claims: int) -> dict[str, Any]:
    store = work_folder() / "scale" / f"claims-{claims}.duckdb"
    if not store.exists():
        fill_store(store, claims)
    copy = store.with_suffix(".scanned.duckdb")
    shutil.copyfile(store, copy)
    command = [sys.executable, "-m", "tests.bench", "scale-claims", str(copy)]
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    copy.unlink()
    if answer.returncode:
        raise BenchError(f"{' '.join(command)}\n{answer.stderr[-1500:]}")
    return {"claims": claims, **json.loads(answer.stdout)}


def measure(path: Path) -> dict[str, Any]:
    """Scan the store at ``path`` in this process, timed step by step.

    The marks count wall time. Processor time (``cpu``) says the same on a machine that others use too, but counts both
    of DuckDB's threads.
    """
    began: list[tuple[str, float, float]] = []
    with Store.open(path, memory_limit=_MEMORY, threads=_THREADS) as store:
        rules = load_rules(None)

        def note(step: str) -> None:
            began.append((step, time.monotonic(), time.process_time()))

        findings = scan(store, as_of=date.fromisoformat(AS_OF), rules=rules, began=note)
        note("end")
    # In a process of its own: what the scan holds in memory would slow the group-by, and flatter the scan.
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        bare, bare_cpu = apart.submit(_bare_of, path).result()
    steps: dict[str, float] = {}
    cpu: dict[str, float] = {}
    for (step, start, used), (_, following, used_then) in pairwise(began):
        steps[step] = steps.get(step, 0.0) + following - start
        cpu[step] = cpu.get(step, 0.0) + used_then - used
    whole, candidates = sum(steps.values()), sum(steps[name] for name in _CANDIDATE_STEPS)
    return {
        "findings": findings,
        "bare_s": round(bare, 3),
        "scan_s": round(whole, 2),
        "candidates_s": round(candidates, 2),
        "candidates_ratio": round(candidates / bare, 2),
        "scan_ratio": round(whole / bare, 1),
        "cpu": {
            "bare_s": round(bare_cpu, 3),
            "scan_s": round(sum(cpu.values()), 2),
            "candidates_ratio": round(sum(cpu[name] for name in _CANDIDATE_STEPS) / bare_cpu, 2),
            "scan_ratio": round(sum(cpu.values()) / bare_cpu, 1),
        },
        "steps_s": {name: round(took, 2) for name, took in steps.items()},
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def _bare_of(path: Path) -> tuple[float, float]:
    with Store.open(path, memory_limit=_MEMORY, threads=_THREADS) as store:
        return _bare(store)


def _bare(store: Store) -> tuple[float, float]:
    """Wall and processor seconds of a group-by over the keyed rows as the scan sees them, the median of five."""
    store.run(
        "CREATE OR REPLACE TEMP TABLE bare AS SELECT k.key, c.scope_id, c.lo, c.hi FROM keys k JOIN claims c "
        "ON c.claim_id = k.claim_id WHERE c.retracted_at IS NULL"
    )
    taken = []
    for _ in range(_TRIES):
        started, used = time.monotonic(), time.process_time()
        store.fetch(
            "SELECT count(*) FROM (SELECT key, scope_id, max(lo) AS low, min(hi) AS high FROM bare GROUP BY ALL) "
            "WHERE low > high"
        )
        taken.append((time.monotonic() - started, time.process_time() - used))
    return median(wall for wall, _ in taken), median(cpu for _, cpu in taken)


def fill_store(path: Path, claims: int) -> None:
    """Write a store of ``claims`` claims; a half-written one is never left under its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with Store.open(fresh, memory_limit=_MEMORY, threads=_THREADS) as store:
        for name, arrow in _choices().items():
            fields = ", ".join(f"{field.name} {_sql_type(field.type)}" for field in arrow.schema)
            store.run(f"CREATE TEMP TABLE {name} ({fields})")
            store.append(name, arrow)
        script = Path(__file__).with_name("claims.sql").read_text(encoding="utf-8")
        for statement in script.replace("$claims", str(claims)).split(";\n"):
            if statement.strip():
                store.run(statement)
    fresh.rename(path)


def _sql_type(kind: Any) -> str:
    if pa.types.is_list(kind):
        return "VARCHAR[]"
    return _SQL_TYPES[str(kind)]


def _choices() -> dict[str, Any]:
    """Values and scopes as the store keeps them, for SQL to draw from."""
    drawn = [(kind, number) for kind in range(20) for number in range(300)]
    samples = [_claim(_value(kind, number)) for kind, number in drawn]
    values = claim_table(samples, datetime.fromisoformat(AS_OF))
    for at, name in enumerate(("kind_number", "value_number")):
        values = values.append_column(name, pa.array([pair[at] for pair in drawn], pa.int64()))
    scopes = [Scope(), *(Scope.of({"tier": name}) for name in ("standard", "gold", "basic"))]
    told = pa.concat_tables(
        [
            scope_table([_claim(Flag(True), scope)]).append_column("number", pa.array([number], pa.int64()))
            for number, scope in enumerate(scopes)
        ]
    )
    return {"value_choices": values, "scope_choices": told}


def _value(kind: int, number: int) -> Value:
    """Of 20 keys twelve take amounts, three days, three categories, one a version and one yes or no."""
    step, base = divmod(number, 60)
    if kind < 12:
        amount = Fraction(base * 10 + step + 1)
        return Quantity(amount, amount, ("", "second", "byte", "USD")[kind % 4])
    if kind < 15:
        day = date(2020 + step, 1 + base % 12, 1 + base % 28)
        return Moment(day, date.fromordinal(day.toordinal() + 1))
    if kind < 18:
        return Term("status", ("available", "retired", "deprecated", "planned", "beta")[step])
    if kind < 19:
        return Version((base, step))
    return Flag(step % 2 == 0)


def _claim(value: Value, scope: Scope | None = None) -> Claim:
    return Claim(
        claim_id="",
        subject="",
        predicate="",
        bound=Bound.EXACT,
        value=value,
        scope=scope or Scope(),
        status=Status.ASSERTED,
        window=Window(),
        evidence=Evidence("", "", "", 0, 0, 0, 0, 1, None, "", ("Limits", "A page about limits")),
        confidence=0.9,
        extractor="copula",
        subject_text="",
        predicate_text="",
        value_text=value.canonical,
        functional=True,
        changes=True,
        words=frozenset({"limit", "subject"}),
        context_words=frozenset({"page", "limits"}),
    )
