"""An empty folder for documents that say how high a rate limit is, and the commands called beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scanner.cli.app import run

__all__ = ["CALM", "NEW", "OLD", "RATE", "Run", "call", "fill", "folder"]

RATE = "# Rate limits\n\nThe rate limit of the `/users` endpoint is {} requests per minute.\n"
OLD = "---\ndate: 2025-03-01\n---\n\n" + RATE.format(100)
NEW = "---\ndate: 2026-03-01\n---\n\n" + RATE.format(500)
CALM = "---\ndate: 2026-03-01\n---\n\n# Sizes\n\nThe maximum file size of an upload is 25 MB.\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    docs = tmp_path / "docs"
    docs.mkdir()
    return docs


@pytest.fixture
def call(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call_(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err, captured.err
        return code, captured.out, captured.err

    return call_


def fill(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
