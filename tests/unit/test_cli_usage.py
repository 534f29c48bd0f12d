"""Mistakes end in one clear line and code 2, help has examples, and light commands stay light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scanner.cli.app import run

COMMANDS = (
    "run", "ingest", "scan", "report", "baseline", "sql", "facts", "documents", "explain", "trace", "init", "doctor",
    "queue", "resolve", "history", "gc", "backup", "export", "import",
    "config show", "rules list", "rules show", "rules test", "rules suggest", "rules new",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--help"]) == 0
    out = capsys.readouterr().out
    assert re.search(rf"Example: (\w+=\S+ )?scanner {command}\b", " ".join(out.split()))


def test_the_list_of_commands_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    shown = re.findall(r"^  (\w+)  ", out.partition("Commands:")[2], re.MULTILINE)
    assert set(shown) == {command.split()[0] for command in COMMANDS}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope"], "No such command 'nope'"),
        (["run"], "Missing argument"),
        (["run", "none-such"], "none-such: no such file or folder"),
        (["run", ""], "the path is empty"),
        (["run", ".", "--as-of", "30.11.2026"], "'30.11.2026' is no day; write it as 2026-11-30"),
        (["run", ".", "--format", "docx"], "Error: Invalid value for '--format': 'docx' is no form; there are"),
        (["run", ".", "--workers", "0"], "--workers"),
        (["run", ".", "--min-confidence", "2"], "--min-confidence"),
        (["run", ".", "--config", "none.toml"], "none.toml: no such settings file"),
        (["trace", "a", "b", "c"], "give one place, or two"),
        (["trace", "none.md"], "no such file, and there is no store"),
        (["init", "none-such"], "none-such: no such folder"),
        (["rules", "show", "rate limt"], 'did you mean "rate limit"?'),
        (["rules", "new", "predicate", "Rate!"], "'Rate!' is no card id"),
        (["report", "--output", "none/such/file"], ""),
    ],
)
def test_a_mistake_is_one_line_and_code_2(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    expected = 3 if arguments[0] == "report" else 2
    assert run(arguments) == expected
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert "Traceback" not in captured.err


def test_an_unknown_setting_names_the_nearest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config").mkdir()
    (tmp_path / "config/scanner.toml").write_text("[run]\nworker = 2\n")
    assert run(["config", "show"]) == 2
    assert 'unknown setting "run.worker"; did you mean "run.workers"?' in capsys.readouterr().err


@pytest.mark.parametrize("command", ["scan", "report", "documents", "explain x", "sql 'SELECT 1'", "facts x"])
def test_a_missing_store_is_said_and_not_made(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*command.split(maxsplit=1), "--db", "none.duckdb"]) == 3
    assert "there is no store yet; ingest something first" in capsys.readouterr().err
    assert not (tmp_path / "none.duckdb").exists()


_MEASURE = """
import sys
from scanner.cli.app import run
code = run(sys.argv[1:])
heavy = {"spacy", "torch", "sentence_transformers", "transformers"} & set(sys.modules)
sys.stderr.write(f"code {code} heavy {sorted(heavy)}")
"""


@pytest.mark.parametrize(
    "command", [["--help"], ["run", "--help"], ["report"], ["sql", "SELECT 1"], ["config", "show"]]
)
def test_light_commands_load_no_language_model(command: list[str], tmp_path: Path) -> None:
    from scanner.store import Store

    (tmp_path / "data/store").mkdir(parents=True)
    Store.open(tmp_path / "data/store/scanner.duckdb").close()
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *command], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert "heavy []" in done.stderr, done.stderr


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert re.fullmatch(r"scanner \d+\.\d+\.\d+\n", capsys.readouterr().out)
