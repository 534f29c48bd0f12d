"""From finding to decision on the command line: queue, resolve in every way, from tables, undone, and refused whole."""

from __future__ import annotations

import csv
import io
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scanner.cli.app import run

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


def test_bulk_by_filter_and_its_dry_run(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    flags = ["--all", "--keep", "B", "--why", "newer", "--dry-run"]
    code, out, _ = call("resolve", *flags)
    assert code == 0
    assert out.count("would decide") == 2
    assert "2 decisions checked, nothing written" in out
    assert rows(call, "SELECT count(*) AS n FROM resolutions") == [{"n": 0}]
    assert call("resolve", "--path", "sizes.md", "--false-positive", "--why", "x")[1].count("resolution 1") == 1
    assert call("resolve", *flags[:-1])[1].count("resolution 2") == 1
    code, out, err = call("resolve", *flags[:-1])
    assert (code, out) == (0, "")
    assert "no finding fits" in err


def test_an_edited_queue_is_applied_whole_or_not_at_all(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    table = list(csv.DictReader(io.StringIO(call("queue", "--format", "csv")[1])))
    table[0].update(action="keep", keep="C", why="newer")
    table[1].update(action="Accept", until="2026-02-31", why="=1+1")
    fields = list(table[0])

    def save(delimiter: str, encoding: str) -> None:
        with Path("queue.csv").open("w", encoding=encoding, newline="") as file:
            writer = csv.DictWriter(file, fields, delimiter=delimiter)
            writer.writeheader()
            writer.writerows(table)

    save(",", "utf-8")
    code, _, err = call("resolve", "--from", "queue.csv", "--as-of", "2026-12-01")
    assert code == 2
    assert "queue.csv: row 3: until: '2026-02-31' is no day" in err
    assert f"queue.csv: row 2: {table[0]['id']}: 'C' is no side of it" in err
    table[1].update(until="2027-02-28")
    save(";", "utf-8-sig")
    code, _, err = call("resolve", "--from", "queue.csv", "--as-of", "2026-12-01")
    assert code == 2
    assert f"queue.csv: row 2: {table[0]['id']}: 'C' is no side of it; there are A " in err
    assert err.endswith("nothing was decided\n")
    assert rows(call, "SELECT count(*) AS n FROM resolutions") == [{"n": 0}]
    table[0].update(keep="preferred")
    save("\t", "utf-8")
    if "no side is preferred" in call("resolve", "--from", "queue.csv", "--dry-run", "--as-of", "2026-12-01")[2]:
        table[0].update(keep="b")
        save("\t", "utf-8")
    code, out, err = call("resolve", "--from", "queue.csv", "--as-of", "2026-12-01")
    assert (code, out.count("resolution ")) == (0, 2), err


def test_a_table_that_says_more_than_is_understood_is_refused(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    rate, size = about(findings, "rate")["id"], about(findings, "size")["id"]
    for table, message in (
        (f'id,action,keep,why\n{rate},keep,A,"one\n{size},keep,A,two\n', "after row 1: no CSV: unexpected end of data"),
        (f"id,action,keep,why\n{rate},keep,A,old, and wrong\n", "row 2: 5 cells under 4 columns; put a cell that"),
        (f"id,action,keep,why,id\n{rate},keep,A,x,{size}\n", "two columns are called `id`; leave one"),
        (f"id,action,keep,why\n{rate},keep,A,x\n{size},,B,y\n", "row 3: keep is filled in, and no action"),
        (f"id,action,keep,why\n{rate},false-positive,A,x\n", "row 2: false-positive takes no keep; empty that cell"),
        (
            f"id,action,duplicate_of\n{rate},duplicate,{size}\n{size},duplicate,{rate}\n",
            f"row 2: {rate}: {size} is to be a duplicate itself; one of them must stay",
        ),
        ("id,action\n" + "x" * 2_000_000, "no CSV: field larger than field limit"),
        ("[" * 100_000, "not readable as JSON: nested too deeply"),
    ):
        Path("d.csv").write_text(table, encoding="utf-8")
        code, _, err = call("resolve", "--from", "d.csv", "--as-of", "2026-12-01")
        assert (code, message in err) == (2, True), err
    assert rows(call, "SELECT count(*) AS n FROM resolutions") == [{"n": 0}]
    for given, message in ((["--path", "!"], "--path: "), (["--db", ""], "store.db: ")):
        code, _, err = call("queue", *given)
        assert (code, message in err) == (2, True), err
    Path("config").mkdir(exist_ok=True)
    for text, message in (("a=" + "[" * 5_000, "not readable as TOML"), ('[[route]]\nowner="a"\npath=["!"]', "path: ")):
        Path("config/owners.toml").write_text(text, encoding="utf-8")
        code, _, err = call("scan", "--as-of", "2026-12-01")
        assert (code, f"owners.toml: {'' if 'TOML' in message else 'route 1: '}{message}" in err) == (2, True), err


def test_a_duplicate_whose_original_is_gone_is_open_again(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    rate, size = about(findings, "rate")["id"], about(findings, "size")["id"]
    assert call("resolve", size, "--duplicate-of", rate, "--as-of", "2026-11-30")[0] == 0
    assert about(night(call, "2026-12-01"), "size")["status"] == "dismissed"
    write(quotas=LIMITS.format("2026-03-01", 100))
    assert about(night(call, "2026-12-02"), "size")["status"] == "open"


def test_decisions_from_json(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    asked = [
        {
            "id": about(findings, "rate")["id"],
            "action": "windows",
            "windows": "A=..2026-03-01; B=2026-03-01..",
            "why": "x",
        },
        {"id": about(findings, "size")["id"], "action": "scope", "scope": "A=region:eu; B=region:us", "why": "x"},
    ]
    Path("d.json").write_text(json.dumps(asked), encoding="utf-8")
    assert call("resolve", "--from", "d.json")[0] == 0
    for body, message in (
        ("[{", "not readable as JSON"),
        ("{}", "write a list of objects"),
        ("[]", "no row gives an action"),
        ('[{"id": "f1:1", "action": "keep", "side": "A"}]', "entry 1: unknown field 'side'"),
        ('[{"id": "f1:1", "action": "keeps"}]', "entry 1: 'keeps' is no action; there are keep, windows"),
        ('[{"id": "f1:0", "action": "keep", "keep": "A", "why": "w"}]', "entry 1: no finding has the id 'f1:0'"),
    ):
        Path("d.json").write_text(body, encoding="utf-8")
        code, _, err = call("resolve", "--from", "d.json")
        assert (code, message in err) == (2, True), err


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
