"""A disagreement that is no surer than chance is counted, listed and traced, and is no finding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scanner.cli.app import run

HANDBOOK = (
    "# Brookfield handbook\n\n## Remote work\n\nRemote work is possible on up to three days a week after probation.\n"
)
WELCOME = "# Welcome to Brookfield\n\n## Where we work\n\nEmployees may work from home up to two days a week.\n"


def _halls(first: int) -> str:
    """Many facts that meet nothing."""
    return "".join(f"\n## Hall {n}\n\nHall {n} is painted within {n + 3} days.\n" for n in range(first, first + 120))


def _scan(folder: Path, padding: tuple[str, str]) -> tuple[str, list[dict[str, object]]]:
    (folder / "docs").mkdir()
    for name, text in (("handbook.md", HANDBOOK + padding[0]), ("welcome.md", WELCOME + padding[1])):
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    db = str(folder / "s.duckdb")
    run(
        [
            "run",
            str(folder / "docs"),
            "--db",
            db,
            "--as-of",
            "2026-11-30",
            "--fail-on",
            "never",
            "--output",
            str(folder / "r.txt"),
        ]
    )
    query = "SELECT line_a, line_b FROM stopped WHERE gate = 'unlikely'"
    run(["sql", query, "--db", db, "--format", "json", "--output", str(folder / "q.json")])
    return (folder / "r.txt").read_text(encoding="utf-8"), json.loads((folder / "q.json").read_text(encoding="utf-8"))


def test_in_two_short_pages_it_is_a_finding(tmp_path: Path) -> None:
    told, unlikely = _scan(tmp_path, ("", ""))
    assert "1 conflict" in told
    assert not unlikely


def test_in_two_long_ones_it_is_counted_listed_and_traced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told, unlikely = _scan(tmp_path, (_halls(0), _halls(200)))
    assert "1 disagreement no surer than chance" in " ".join(told.split())
    assert [sorted(row.values()) for row in unlikely] == [[5, 5]]
    run(["trace", "handbook.md:5", "welcome.md:5", "--db", str(tmp_path / "s.duckdb")])
    assert "by chance" in capsys.readouterr().out
