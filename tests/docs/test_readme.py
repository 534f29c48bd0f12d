"""What the README shows is what the program prints, and what it names exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scanner.cli.app import run
from tests.docs.readme import README, ROOT, present

TEXT = README.read_text(encoding="utf-8")


def test_console_blocks_show_the_present_output() -> None:
    now = present(TEXT)
    assert now == TEXT, "README.md is out of date: run `python -m tests.docs.readme` and look at the difference"


def test_the_setup_command_names_what_exists() -> None:
    command = next(line for line in TEXT.splitlines() if "pip install -e . &&" in line)
    assert command.endswith("scanner run data/sample --db :memory: --as-of 2026-11-30 --fail-on never")
    assert (ROOT / "data/sample").is_dir()


def test_the_test_command_is_the_one_that_ci_runs() -> None:
    assert "bash .ci/check" in TEXT
    assert "bash .ci/check" in (ROOT / ".ci/run").read_text()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`scanner ((?:rules |config )?[a-z]+)", TEXT))))
def test_every_command_named_is_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*name.split(), "--help"]) == 0
    assert "Usage: scanner" in capsys.readouterr().out


@pytest.mark.parametrize("folder", ["", "pipelines"])
def test_links_lead_somewhere(folder: str) -> None:
    page = ROOT / folder / "README.md"
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_the_nightly_recipe_runs(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "pipelines/nightly.py"), "--as-of", "2026-11-30", str(ROOT / "data/sample")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    assert sorted(path.name for path in (tmp_path / "data/reports/2026-11-30").iterdir()) == [
        "findings.csv",
        "findings.html",
        "findings.json",
        "findings.md",
    ]
    assert done.stdout.startswith("Contradiction scan as of 2026-11-30")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "nightly: none: no such file or folder\n"),
        ([], "nightly: no source is declared; name your folders in config/sources.toml, or give paths\n"),
        (["--as-of", "2026-31-01"], "'2026-31-01' is no day; write it as 2026-11-30"),
    ],
)
def test_the_nightly_recipe_names_a_mistake(arguments: list[str], message: str, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "pipelines/nightly.py"), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


_CUT_OFF = """
import socket, sys

def refuse(*arguments, **options):
    raise OSError("this test has no network")

socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = socket.create_connection = refuse
from scanner.cli.app import run
sys.exit(run(sys.argv[1:]))
"""


def test_the_job_needs_no_network_and_no_home(tmp_path: Path) -> None:
    options = ["run", str(ROOT / "data/sample"), "--db", ":memory:", "--as-of", "2026-11-30", "--fail-on", "never"]
    done = subprocess.run(
        [sys.executable, "-c", _CUT_OFF, *options],
        cwd=tmp_path,
        env={"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Contradiction scan as of 2026-11-30: 16 documents")
    assert list(tmp_path.iterdir()) == []
