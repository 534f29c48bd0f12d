"""A small folder in which two pairs of pages disagree, and the commands called on it as a person would."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scanner.cli.app import run

__all__ = ["DATED", "LIMITS", "SIZES", "Call", "about", "call", "corpus", "night", "rows", "write"]

DATED = "---\ndate: {}\n---\n\n"
LIMITS = DATED + "# Rate limits\n\nThe rate limit of the `/users` endpoint is {} requests per minute.\n"
SIZES = DATED + "# Sizes\n\nThe maximum file size of an upload is {} MB.\n"

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCANNER_REVIEW_BY", "ann")

    def call_(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err, captured.err
        return code, captured.out, captured.err

    return call_


def write(**texts: str) -> None:
    Path("docs").mkdir(exist_ok=True)
    for name, text in texts.items():
        Path("docs", f"{name}.md").write_text(text, encoding="utf-8")


def corpus() -> None:
    write(
        limits=LIMITS.format("2025-03-01", 100),
        quotas=LIMITS.format("2026-03-01", 500),
        sizes=SIZES.format("2026-03-01", 25),
        uploads=SIZES.format("2026-03-01", 40),
    )


def night(call: Call, day: str) -> list[dict[str, Any]]:
    """The conflicts after the nightly job of a day."""
    _, out, _ = call("run", "docs", "--as-of", day, "--format", "json", "--fail-on", "never")
    return [finding for finding in json.loads(out)["findings"] if finding["kind"] != "supersession"]


def about(findings: list[dict[str, Any]], word: str) -> dict[str, Any]:
    [found] = [finding for finding in findings if word in finding["predicate"]]
    return found


def rows(call: Call, query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(call("sql", query, "--format", "json")[1])
    return found
