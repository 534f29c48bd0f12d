"""Findings that say the same values in the same documents are told apart: a decision about one is about no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scanner.cli.app import run

TEXT = "---\ndate: {}\n---\n\n# {}\n\nThe retention period of the Alder archive is {} days.\n"
MORE = "\nThe notice period of the Birch contract is {} days.\n"

Night = Callable[..., dict[str, dict[str, Any]]]


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Night:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCANNER_REVIEW_BY", "ann")

    def night_(day: str, *flags: str) -> dict[str, dict[str, Any]]:
        capsys.readouterr()
        run(["run", "docs", "--db", "a.duckdb", "--as-of", day, "--format", "json", "--fail-on", "never", *flags])
        found = json.loads(capsys.readouterr().out)["findings"]
        return {"archive" if "rchive" in str(item["sides"]) else "contract": item for item in found}

    return night_


def write(more: bool = True, archive: bool = True) -> None:
    Path("docs").mkdir(exist_ok=True)
    for name, day, value in (("handbook", "2026-01-05", 30), ("terms", "2026-02-05", 60)):
        text = TEXT.format(day, name.title(), value if archive else 30) + (MORE.format(value) if more else "")
        Path("docs", f"{name}.md").write_text(text, encoding="utf-8")


def statuses(found: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {name: item["status"] for name, item in found.items()}


def resolve(*flags: str) -> int:
    return run(["resolve", *flags, "--why", "read", "--as-of", "2026-11-30", "--db", "a.duckdb"])


def test_one_is_decided_and_the_other_stays_open(night: Night) -> None:
    write()
    first = night("2026-11-30")
    assert set(first) == {"archive", "contract"}
    assert resolve(first["archive"]["id"], "--false-positive") == 0
    assert statuses(night("2026-12-01")) == {"archive": "dismissed", "contract": "open"}
    assert resolve(first["contract"]["id"], "--keep", "B") == 0, "it has not been decided already"
    assert resolve(first["archive"]["id"], "--undo") == 0
    assert statuses(night("2026-12-02")) == {"archive": "open", "contract": "resolved"}, "an undo brings back its own"


def test_one_that_comes_later_is_new_and_not_decided(night: Night) -> None:
    write(more=False)
    resolve(night("2026-11-30")["archive"]["id"], "--false-positive")
    write()
    assert statuses(night("2026-12-01")) == {"archive": "dismissed", "contract": "new"}
    write(archive=False)
    assert statuses(night("2026-12-02")) == {"contract": "open"}, "nobody decided about it"


def test_a_baseline_of_one_does_not_hide_the_other(night: Night) -> None:
    write(more=False)
    night("2026-11-30")
    assert run(["baseline", "--db", "a.duckdb", "--output", "known.json"]) == 0
    write()
    assert set(night("2026-12-01", "--new-only")) == {"contract"}
    assert set(night("2026-12-02", "--baseline", "known.json")) == {"contract"}
