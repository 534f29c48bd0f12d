"""The command that hears which chunks stand otherwise: told after scans and decisions, and again if it failed."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.unit.review_desk import Call, about, call, corpus, night

__all__ = ["call"]  # a fixture


def test_the_hook_hears_what_stands_otherwise_and_again_if_it_failed(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus()
    hook = f"{shlex.quote(sys.executable)} -c 'import sys; open(sys.argv[1], \"w\").write(sys.stdin.read())' heard.json"
    monkeypatch.setenv("SCANNER_HOOKS_STANDING", "false")
    code, _, err = call("run", "docs", "--as-of", "2026-11-30", "--fail-on", "never")
    assert code == 0
    assert "scanner: hook: false: ended with 1; what it was to hear is told again next time" in err
    monkeypatch.setenv("SCANNER_HOOKS_STANDING", hook)
    night(call, "2026-11-30")
    heard = json.loads(Path("heard.json").read_text())
    assert (heard["event"], len(heard["chunks"])) == ("scan", 4)
    assert {(tuple(c["before"]), tuple(c["after"])) for c in heard["chunks"]} == {(("current",), ("conflict",))}
    Path("heard.json").unlink()
    rate = about(night(call, "2026-12-01"), "rate")
    assert not Path("heard.json").exists()
    assert call("resolve", rate["id"], "--keep", "B", "--why", "x", "--as-of", "2026-12-01")[0] == 0
    heard = json.loads(Path("heard.json").read_text())
    states = {chunk["doc_id"]: (chunk["before"], chunk["after"]) for chunk in heard["chunks"]}
    assert heard["event"] == "resolve"
    assert states == {
        "limits.md": (["conflict"], ["deprecated"]),
        "quotas.md": (["conflict"], ["current"]),
    }
    assert [item["doc_id"] for item in heard["documents"]] == ["limits.md", "quotas.md"]
    monkeypatch.setenv("SCANNER_HOOKS_STANDING", "no-such-command")
    Path("docs/sizes.md").unlink()
    code, _, err = call("run", "docs", "--as-of", "2026-12-02", "--fail-on", "never")
    assert code == 0
    assert "no-such-command: cannot be run" in err
