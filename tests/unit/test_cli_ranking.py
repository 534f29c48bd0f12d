"""What the queue puts first, what its filters leave, and whom its routes name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.review_desk import Call, about, call, corpus, night

__all__ = ["call"]  # a fixture


def test_the_queue_shows_what_ranks_and_filters(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    code, out, err = call("queue", "--as-of", "2026-11-30")
    assert code == 0
    assert "2 waiting." in out
    assert "= impact 1.58 (2 documents) × confidence" in out
    assert "2 without an owner" in err
    entries = json.loads(call("queue", "--as-of", "2027-02-28", "--format", "json")[1])
    for entry in entries:
        assert entry["age_days"] == 90
        assert entry["score"] == pytest.approx(entry["impact"] * entry["confidence"] * 2, abs=0.01)
    for flags, left in (
        (["--subject", "USERS"], 1),
        (["--path", "sizes.md"], 1),
        (["--path", "docs/**"], 2),
        (["--path", "docs/sizes.md"], 1),
        (["--path", "other/**"], 0),
        (["--min-confidence", "1"], 0),
        (["--min-severity", "high"], 2),
        (["--kind", "possible"], 0),
        (["--owner", "nobody"], 0),
        (["--unrouted"], 2),
        (["--new-since", "2026-12-01"], 0),
        (["--limit", "1"], 1),
    ):
        assert len(json.loads(call("queue", "--format", "json", *flags)[1])) == left, flags


def test_what_is_looked_up_often_ranks_first(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    chunk = about(findings, "size")["sides"][0]["claims"][0]["chunk_id"]
    for first, lines in (("size", f"id,count\n{chunk},90\nsizes.md,9\nold.md,4\n"), ("rate", "docs/limits.md,70\n")):
        Path("views.csv").write_text(lines, encoding="utf-8")
        _, out, err = call("queue", "--views", "views.csv", "--format", "json", "--as-of", "2026-11-30")
        entry = json.loads(out)[0]
        assert first in entry["predicate"]
        assert entry["views"] == (99 if first == "size" else 70)
    Path("views.csv").write_text("limits.md,many\nlimits.md,x\n", encoding="utf-8")
    code, _, err = call("queue", "--views", "views.csv")
    assert code == 2
    assert "views.csv: row 2: write id and count" in err


def test_owners_are_routed(call: Call) -> None:
    corpus()
    Path("config").mkdir()
    routes = '[[route]]\nowner = "api-team"\nsubject = "path"\npredicate = ["limits"]\n'
    Path("config/owners.toml").write_text(routes + '[[route]]\nowner = "files"\npath = "sizes.md"\n', encoding="utf-8")
    findings = night(call, "2026-11-30")
    assert about(findings, "rate")["owner"] == "api-team"
    assert about(findings, "size")["owner"] == "files"
    Path("config/owners.toml").write_text('[[route]]\nowner = "x"\npaths = "a"\n', encoding="utf-8")
    code, _, err = call("scan")
    assert code == 2
    assert 'owners.toml: route 1: unknown key "paths"; did you mean "path"?' in err
