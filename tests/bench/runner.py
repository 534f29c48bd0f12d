"""Run the scanner's command line on a folder and measure what it took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["AS_OF", "BenchError", "Run", "read_findings", "run_scanner"]

AS_OF = "2026-11-30"
_FINISHED = (0, 1, 4)


class BenchError(RuntimeError):
    """A run that gave nothing to measure; the message ends with what the scanner said."""


@dataclass(frozen=True)
class Run:
    """Findings and store of one run, with wall and processor seconds and peak memory (MB)."""

    findings: Path
    store: Path
    wall_s: float
    cpu_s: float
    peak_mb: float


def run_scanner(docs: Path, manifest: Path | None, out: Path, *options: str) -> Run:
    """Scan ``docs`` into a fresh store beside ``out`` (a path without suffix).

    Raises:
        BenchError: if the scanner failed or checked nothing.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    findings, store = out.with_suffix(".json"), out.with_suffix(".duckdb")
    for old in (findings, store, store.with_suffix(".duckdb.wal")):
        old.unlink(missing_ok=True)
    command = [str(Path(sys.executable).with_name("scanner")), "run", str(docs)]
    if manifest is not None:
        command += ["--manifest", str(manifest)]
    command += ["--db", str(store), "--as-of", AS_OF, "--format", "json", "--output", str(findings)]
    command += ["--fail-on", "never", *options]
    log = out.with_suffix(".log")
    started = time.monotonic()
    with log.open("wb") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    if code not in _FINISHED or not findings.is_file():
        said = log.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise BenchError(f"{' '.join(command)}\nexit {code}\n{said}")
    return Run(findings, store, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def read_findings(path: Path) -> list[dict[str, Any]]:
    """The findings of a findings file."""
    found = json.loads(path.read_text(encoding="utf-8"))["findings"]
    if not isinstance(found, list):
        raise BenchError(f"{path}: findings is no list")
    return found
