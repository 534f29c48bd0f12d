"""The same sample gives the same bytes: whatever the workers, the batches, the hash seed, and how often it is run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scanner.cli.app import run

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


def arguments(docs: Path, output: Path, db: str = ":memory:") -> list[str]:
    shared = ["--source", "sample", "--as-of", "2026-11-30", "--format", "json", "--fail-on", "never"]
    return ["run", str(docs), "--db", db, "--output", str(output), *shared]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    output = tmp_path_factory.mktemp("first") / "findings.json"
    assert run(arguments(SAMPLE, output)) == 0
    return output.read_bytes()


def test_a_fresh_store_gives_the_same_bytes(first: bytes, tmp_path: Path) -> None:
    assert json.loads(first)["findings"]
    assert run(arguments(SAMPLE, tmp_path / "f.json")) == 0
    assert (tmp_path / "f.json").read_bytes() == first


@pytest.mark.parametrize("seed", ["1", "2"])
def test_neither_the_hash_seed_nor_worker_processes_matter(first: bytes, tmp_path: Path, seed: str) -> None:
    command = [sys.executable, "-c", "from scanner.cli import main; main()"]
    output = tmp_path / "f.json"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "SCANNER_RUN_WORKERS_FROM": "0", "HOME": str(tmp_path)}
    command += [*arguments(SAMPLE, output, str(tmp_path / "s.duckdb")), "--workers", seed]
    subprocess.run(command, check=True, env=environment, cwd=tmp_path, capture_output=True)
    assert output.read_bytes() == first


def test_the_place_and_the_times_of_the_files_do_not_matter(first: bytes, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere"
    shutil.copytree(SAMPLE, copy)
    for path in sorted(copy.rglob("*.md"), reverse=True):
        # A new inode last in the folder: the order of the file system changes.
        text = path.read_bytes()
        path.unlink()
        path.write_bytes(text)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    assert run(arguments(copy, tmp_path / "f.json")) == 0
    assert (tmp_path / "f.json").read_bytes() == first


def test_a_second_run_changes_nothing(first: bytes, tmp_path: Path) -> None:
    db = str(tmp_path / "s.duckdb")
    outputs = [tmp_path / "one.json", tmp_path / "two.json"]
    for output in outputs:
        assert run(arguments(SAMPLE, output, db)) == 0
        assert output.read_bytes() == first
    assert {finding["status"] for finding in json.loads(first)["findings"]} == {"new"}
