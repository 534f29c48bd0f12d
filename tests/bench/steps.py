"""One command of the scanner as a measured step, and where the scale benches keep what they make."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bench.packs import work_folder
from tests.bench.runner import AS_OF, BenchError

__all__ = ["CORPORA", "MEASURED", "Step", "command", "folder", "fresh", "step"]

CORPORA = ("gsa-tts-handbook", "etcd-docs", "discord-api-docs")
MEASURED = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "",
}
"""The environment of what is measured: libraries on one thread, and byte code kept, as an installed package has it."""


@dataclass(frozen=True)
class Step:
    """One command: wall and processor seconds (its own and its workers'), peak memory in MB."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def folder(name: str) -> Path:
    return work_folder() / "scale" / name


def fresh(name: str) -> Path:
    """The path of a store that is not there yet."""
    store = folder(f"{name}.duckdb")
    store.parent.mkdir(parents=True, exist_ok=True)
    for old in (store, store.with_suffix(".duckdb.wal")):
        old.unlink(missing_ok=True)
    return store


def command(*arguments: str) -> list[str]:
    """The scanner's command line, for documents of one source as of one day."""
    return [str(Path(sys.executable).with_name("scanner")), *arguments, "--as-of", AS_OF]


def step(arguments: list[str]) -> Step:
    """Run a command to its end.

    Raises:
        BenchError: if it failed or checked nothing.
    """
    started = time.monotonic()
    with folder("last.log").open("wb") as log:
        process = subprocess.Popen(arguments, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, **MEASURED})
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 4):
        said = folder("last.log").read_text(encoding="utf-8", errors="replace")[-1500:]
        raise BenchError(f"{' '.join(arguments)}\nexit {process.returncode}\n{said}")
    wall = time.monotonic() - started
    return Step(round(wall, 2), round(usage.ru_utime + usage.ru_stime, 2), round(usage.ru_maxrss / 1024))
