"""Commands of the site: however they end, a line says so, nothing of them stays, and nothing waits for long."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scanner.jobs.hooks import run_hook
from scanner.settings import Settings

SETTINGS = Settings.model_validate({"hooks": {"timeout": 2}})


def script(folder: Path, text: str) -> str:
    path = folder / "a hook.sh"
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)
    return f"'{path}'"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cat >/dev/null", ""),
        ("exit 0", ""),
        ("sleep 30 & exit 0", ""),
        ("head -c 20000000 /dev/zero; exit 0", ""),
        ("head -c 3000000 /dev/zero >&2; printf '\\nboom \\377\\033[31m\\n' >&2; exit 7", "ended with 7: boom ��[31m"),
        ("kill -9 $$", "ended with -9"),
    ],
)
def test_how_a_command_ends(tmp_path: Path, text: str, said: str) -> None:
    failed = run_hook(script(tmp_path, text), "x" * 1_000_000, SETTINGS)
    assert failed.partition(": ")[2] == said


def test_one_that_hangs_is_stopped_with_its_children(tmp_path: Path) -> None:
    mark = tmp_path / "child"
    began = time.monotonic()
    failed = run_hook(script(tmp_path, f"sleep 60 & echo $! > '{mark}'; sleep 60"), "", SETTINGS)
    assert failed.endswith("still running after 2 seconds, and stopped")
    assert time.monotonic() - began < 20
    child = Path(f"/proc/{mark.read_text().strip()}/stat")
    while child.exists() and child.read_text().rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() - began < 40
        time.sleep(0.01)


@pytest.mark.parametrize("command", [" ", "'", "no-such-command-here", os.devnull])
def test_what_is_no_command_is_one_line(command: str) -> None:
    failed = run_hook(command, "x", SETTINGS)
    assert "cannot be run: " in failed or "names no command" in failed
