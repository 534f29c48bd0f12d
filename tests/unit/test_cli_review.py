"""Deciding about one finding in every way, what follows from it, how it is undone, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.review_desk import DATED, LIMITS, Call, about, call, corpus, night, rows, write

__all__ = ["call"]  # a fixture


def test_keep_ends_the_other_side_and_a_changed_value_reopens(call: Call) -> None:
    corpus()
    found = about(night(call, "2026-11-30"), "rate")
    code, out, _ = call(
        "resolve", found["id"][:8], "--keep", "500 requests per minute", "--why", "v2", "--as-of", "2026-12-01"
    )
    assert code == 0, out
    assert out.startswith("resolution 1  ")
    assert out.endswith("100 requests per minute no longer holds from 2026-12-01; now resolved\n")
    facts = "SELECT value, valid_to, superseded_by FROM facts_as_of('{}') WHERE predicate = 'rate limit' ORDER BY value"
    assert [row["value"] for row in rows(call, facts.format("2026-12-01"))] == ["500 requests per minute"]
    assert len(rows(call, facts.format("2026-11-30"))) == 2
    kept = about(night(call, "2026-12-02"), "rate")
    assert (kept["status"], kept["resolution"]["by"], kept["resolution"]["why"]) == ("resolved", "ann", "v2")
    assert [row["value"] for row in rows(call, facts.format("2026-12-02"))] == ["500 requests per minute"]
    # A moved document and one in other words change nothing.
    Path("docs/limits.md").rename("docs/old-limits.md")
    assert about(night(call, "2026-12-03"), "rate")["status"] == "resolved"
    for name, value in (("old-limits", 100), ("quotas", 500)):
        text = Path(f"docs/{name}.md").read_text()
        other = f"Calls to the `/members` endpoint have a rate limit of {value} requests per minute."
        write(**{name: text[: text.index("The rate limit")] + other})
    reworded = about(night(call, "2026-12-03"), "rate")
    assert ("members" in reworded["subject"], reworded["status"]) == (True, "resolved")
    write(quotas=Path("docs/quotas.md").read_text().replace("500", "600"))
    changed = about(night(call, "2026-12-04"), "rate")
    assert (changed["status"], changed["resolution"]) == ("reopened", None)
    assert len(rows(call, facts.format("2026-12-04"))) == 2
    assert about(night(call, "2026-12-05"), "rate")["status"] == "open"


def test_windows_and_scopes_let_both_sides_hold(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    rate, size = about(findings, "rate"), about(findings, "size")
    flags = ["--window", "A=..2026-03-01", "--window", "B=2026-03-01.."]
    assert call("resolve", rate["id"], *flags, "--why", "raised in March", "--as-of", "2026-12-01")[0] == 0
    flags = ["--scope", "A=tier:Free", "--scope", "B=tier:paid"]
    assert call("resolve", size["id"], *flags, "--why", "two plans", "--as-of", "2026-12-01")[0] == 0
    for _ in range(2):
        told = rows(call, "SELECT value, valid_from, valid_to FROM facts WHERE predicate = 'rate limit' ORDER BY value")
        assert [(row["valid_from"], row["valid_to"]) for row in told] == [(None, "2026-03-01"), ("2026-03-01", None)]
        scopes = [row["scope"] for row in rows(call, "SELECT scope FROM facts WHERE value LIKE '% MB' ORDER BY value")]
        assert scopes == ['[["tier","free"]]', '[["tier","paid"]]']
        assert {finding["status"] for finding in night(call, "2026-12-02")} == {"resolved"}
    assert call("resolve", rate["id"], size["id"], "--undo")[0] == 0
    assert {row["scope"] for row in rows(call, "SELECT scope FROM facts")} == {"[]"}
    assert not rows(call, "SELECT * FROM facts WHERE window_basis = 'decided'")


def test_a_suppressed_finding_never_fails_a_run_until_its_time_is_over(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    rate, size = about(findings, "rate"), about(findings, "size")
    assert call("resolve", rate["id"], "--false-positive", "--why", "two services", "--as-of", "2026-12-01")[0] == 0
    until = ["--accept-until", "2026-12-05", "--why", "until the release", "--as-of", "2026-12-01"]
    assert call("resolve", size["id"], *until)[0] == 0
    assert call("run", "docs", "--as-of", "2026-12-04")[0] == 0
    code, out, _ = call("run", "docs", "--as-of", "2026-12-05")
    assert code == 1
    assert "reopened" in out
    assert [row["finding_id"] for row in rows(call, "SELECT DISTINCT finding_id FROM open_conflicts")] == [size["id"]]


def test_duplicate_assign_escalate_and_undo(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    rate, size = about(findings, "rate")["id"], about(findings, "size")["id"]
    assert call("resolve", rate, "--duplicate-of", size[3:9])[0] == 0
    assert call("resolve", size, "--duplicate-of", rate)[0] == 2
    assert call("resolve", size, "--assign", "bob")[0] == 0
    assert call("resolve", size, "--assign", "bob")[0] == 2
    assert call("resolve", size, "--escalate", "cto", "--why", "nobody knows")[0] == 0
    [entry] = json.loads(call("queue", "--format", "json", "--owner", "cto")[1])
    assert entry["escalated"] is True
    assert call("resolve", size, "--undo")[0] == 0
    [entry] = json.loads(call("queue", "--format", "json")[1])
    assert (entry["owner"], entry["escalated"]) == ("bob", False)
    assert about(night(call, "2026-12-01"), "size")["owner"] == "bob"
    assert call("resolve", rate, "--undo", "--why", "no")[0] == 0
    assert {finding["status"] for finding in night(call, "2026-12-02")} == {"open"}
    assert call("resolve", rate, "--undo")[0] == 2


def test_a_duplicate_whose_original_is_gone_is_open_again(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    rate, size = about(findings, "rate")["id"], about(findings, "size")["id"]
    assert call("resolve", size, "--duplicate-of", rate, "--as-of", "2026-11-30")[0] == 0
    assert about(night(call, "2026-12-01"), "size")["status"] == "dismissed"
    write(quotas=LIMITS.format("2026-03-01", 100))
    assert about(night(call, "2026-12-02"), "size")["status"] == "open"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--keep", "A"], "keep needs a reason"),
        (["--keep", "Z", "--why", "x"], "'Z' is no side of it; there are A 100 requests per minute, B 500"),
        (["--false-positive"], "false-positive needs a reason"),
        (["--accept-until", "2026-12-01", "--why", "x"], "accept needs a day after 2026-12-01"),
        (["--window", "A=..2026-03-01", "--why", "x"], "side B (500 requests per minute) is given no window"),
        (["--window", "A=..2026-03-02", "--window", "B=2026-03-01..", "--why", "x"], "A and B share days"),
        (["--window", "A=2026-03-01"], "'A=2026-03-01' is no window; write A=..2026-03-01"),
        (["--scope", "A=tier:x", "--scope", "B=tier:X", "--why", "x"], "each side needs a tier of its own"),
        (["--scope", "A=tier:x", "--scope", "B=region:y", "--why", "x"], "differ in one dimension, not in region and"),
        (
            ["--scope", "A=colour:x", "--scope", "B=colour:y", "--why", "x"],
            "'colour' is no dimension; there are",
        ),
        (["--duplicate-of", "f1:0"], "no finding 'f1:0' that it could repeat"),
        (["--undo"], "nothing has been decided about it"),
        (["--why", "x"], "give one decision: --keep"),
        (["--keep", "A", "--undo"], "give one decision"),
        (["--since", "2026-01-01", "--undo"], "--since belongs to --keep"),
        (["--all", "--undo"], "name findings by id, or by filters"),
    ],
)
def test_unsound_decisions_are_refused(call: Call, flags: list[str], message: str) -> None:
    corpus()
    found = about(night(call, "2026-11-30"), "rate")
    code, out, err = call("resolve", found["id"], *flags, "--as-of", "2026-12-01")
    assert (code, out) == (2, "")
    assert message in err


def test_a_decision_settles_what_depends_on_it(call: Call) -> None:
    head = DATED.format("2026-03-01") + "# Rate limits\n\n"
    write(
        general=head + "The rate limit of the `/users` endpoint is 100 requests per minute.\n",
        free=head + "On the Free tier, the rate limit of the `/users` endpoint is 200 requests per minute.\n",
        gold=head + "On the Gold tier, the rate limit of the `/users` endpoint is 300 requests per minute.\n",
    )
    first, second = night(call, "2026-11-30")
    general = "100 requests per minute"
    kept = next(side["value"] for side in first["sides"] if side["value"] != general)
    assert call("resolve", first["id"], "--keep", kept, "--why", "the general page is old")[0] == 0
    for finding in night(call, "2026-12-01"):
        assert (finding["status"], finding["resolution"]["number"]) == ("resolved", 1)
    assert call("resolve", first["id"], "--undo")[0] == 0
    assert call("queue")[1].startswith("2 waiting.")
    assert {second["id"], first["id"]} == {finding["id"] for finding in night(call, "2026-12-02")}


def test_a_decision_about_what_is_gone_can_be_undone_and_nothing_else(call: Call) -> None:
    corpus()
    found = about(night(call, "2026-11-30"), "rate")
    assert call("resolve", found["id"], "--false-positive", "--why", "x")[0] == 0
    limits = Path("docs/limits.md").read_text()
    write(limits=LIMITS.format("2025-03-01", 500))
    night(call, "2026-12-01")
    code, _, err = call("resolve", found["id"], "--keep", "A", "--why", "x")
    assert (code, "the last scan does not find it any more; only an undo is left" in err) == (2, True)
    code, out, _ = call("resolve", found["id"], "--undo")
    assert (code, "resolution 1 taken back" in out) == (0, True)
    write(limits=limits)
    back = about(night(call, "2026-12-02"), "rate")
    assert (back["id"], back["status"]) == (found["id"], "reopened")
    told = [entry["what"] for entry in json.loads(call("history", found["id"], "--format", "json")[1])]
    assert told == ["found", "false-positive", "closed", "undo", "returned"]


def test_updates_are_neither_queued_nor_decided(call: Call) -> None:
    text = "# Rate limits\n\nThe rate limit of `/users` is {} requests per minute.\n"
    old, new = text.format(100), text.format(500)
    write(**{"limits-v1": "---\nversion: 1\ndate: 2025-01-01\n---\n" + old})
    write(**{"limits-v2": "---\nversion: 2\ndate: 2026-01-01\n---\n" + new})
    call("run", "docs", "--as-of", "2026-11-30")
    [update] = rows(call, "SELECT finding_id FROM supersession_chains")
    assert call("queue")[1] == "Nothing waits for a decision.\n"
    code, _, err = call("resolve", update["finding_id"], "--keep", "A", "--why", "x")
    assert code == 2
    assert "it is an update, no conflict" in err


def test_whose_decision_gives_way_is_said(call: Call) -> None:
    corpus()
    found = about(night(call, "2026-11-30"), "rate")
    said = call("resolve", found["id"], "--keep", "A", "--why", "x", "--as-of", "2026-11-30")[1]
    assert (said.rstrip().endswith("now resolved"), "in place of" in said) == (True, False)
    moved = call("resolve", found["id"], "--assign", "bob", "--as-of", "2026-11-30")[1]
    assert "in place of" not in moved
    said = call("resolve", found["id"], "--keep", "B", "--why", "y", "--by", "bob", "--as-of", "2026-11-30")[1]
    assert "; in place of resolution 1 by ann; now resolved" in said
    call("resolve", found["id"], "--undo")
    call("resolve", found["id"], "--undo")
    assert call("resolve", found["id"], "--undo")[1].rstrip().endswith("; still open")


def test_windows_are_said_in_the_order_of_the_sides(call: Call) -> None:
    corpus()
    found = about(night(call, "2026-11-30"), "rate")
    first, second = (side["value"] for side in found["sides"])
    for windows in (("A=2025..2026", "B=2026..2027"), ("B=2026..2027", "A=2025..2026")):
        flags = [word for window in windows for word in ("--window", window)]
        said = call("resolve", found["id"], *flags, "--why", "x", "--dry-run")[1]
        assert said.index(f"{first} holds") < said.index(f"{second} holds")
