"""Decisions of several people at once, and of processes that are killed: none is lost, none is half applied."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scanner.cli.app import run
from scanner.store import Store

PAGE = "---\ndate: {}\n---\n\n# {} service\n\nThe rate limit of the `/{}` endpoint is {} requests per minute.\n"
NAMES = ("users", "orders", "invoices", "reports", "files", "teams", "events", "tokens")
CODE = "import sys; from scanner.cli.app import run; sys.exit(run(sys.argv[1:]))"


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(NAMES):
        folder = tmp_path / "docs" / name
        folder.mkdir(parents=True)
        for day, value in (("2026-01-01", 100 + number), ("2026-02-01", 500 + number)):
            text = PAGE.format(day, name.title(), name, value)
            (folder / f"{name}-{value}.md").write_text(text, encoding="utf-8")
    assert run(["run", "docs", "--db", "s.duckdb", "--as-of", "2026-11-30", "--fail-on", "never", "-o", "r.txt"]) == 0
    with Store.open("s.duckdb") as store:
        assert len([f for f in store.findings() if f.kind == "conflict"]) == len(NAMES)
    return "s.duckdb"


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """A process of its own that decides."""
    command = [sys.executable, "-c", CODE, "resolve", *arguments, "--db", "s.duckdb", "--as-of", "2026-12-01"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def check(db: str) -> int:
    """How many decisions there are; each has taken effect in full, and nothing else has."""
    with Store.open(db) as store:
        made = store.reviews.resolutions()
        assert [item.number for item in made] == list(range(1, len(made) + 1))
        decided = {item.finding_id: item.number for item in made}
        for finding in store.findings():
            number = decided.get(finding.finding_id, 0)
            assert (finding.resolution.number if finding.resolution else 0) == number
            assert finding.status == ("resolved" if number else "new")
        closed = store.query("SELECT resolution, count(*) FROM facts WHERE window_basis = 'decided' GROUP BY ALL").rows
        assert dict(closed) == dict.fromkeys(decided.values(), 1)
        return len(made)


def test_people_who_decide_at_once_wait_for_one_another(db: str) -> None:
    running = [start("--subject", name, "--keep", "B", "--why", "x", "--by", name) for name in NAMES[:3]]
    for process in running:
        assert process.wait(120) == 0, process.stderr and process.stderr.read().decode()
    assert check(db) == 3


def test_a_killed_process_leaves_all_of_its_decisions_or_none(db: str) -> None:
    dice = random.Random(7)
    begun = time.monotonic()
    assert start("--subject", NAMES[0], "--keep", "B", "--why", "x").wait(120) == 0
    usual = time.monotonic() - begun
    for attempt in range(4):
        process = start("--all", "--keep", "B", "--why", "x")
        time.sleep(usual * (0.5 + 0.15 * attempt + 0.05 * dice.random()))
        os.kill(process.pid, signal.SIGKILL)
        process.wait(60)
        left = check(db)
        assert left in (1, len(NAMES)), "all seven of the batch, or none"
        if left == len(NAMES):
            return
    assert start("--all", "--keep", "B", "--why", "x").wait(120) == 0
    assert check(db) == len(NAMES)


@pytest.mark.parametrize("step", ["add_resolutions", "apply", "replace_decided", "note_windows"])
def test_death_between_any_two_steps_undoes_all_of_them(db: str, step: str) -> None:
    """The process kills itself right after a step of the transaction."""
    owner = "Store" if step == "note_windows" else "Reviews"
    code = (
        "import os, signal, sys\nfrom scanner.cli.app import run\nfrom scanner.store import Reviews, Store\n"
        f"kept = {owner}.{step}\n"
        "def dying(self, *arguments):\n    kept(self, *arguments)\n    os.kill(os.getpid(), signal.SIGKILL)\n"
        f"{owner}.{step} = dying\nsys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "resolve", "--all", "--keep", "B", "--why", "x", "--db", db]
    assert subprocess.run(command, capture_output=True, timeout=120).returncode == -signal.SIGKILL
    assert check(db) == 0
