"""The queue as people and programs read it: what fits, what is settled, what is left to correct, who is asked."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from scanner.cli.review_options import Status
from scanner.review import Wanted
from tests.unit.review_desk import Call, about, call, corpus, night, rows

__all__ = ["call"]  # a fixture

WHY = ("--why", "signed", "--as-of", "2026-11-30")


FORMS = (
    (("queue",), "q.json", "["),
    (("queue",), "q.csv", "id,score,"),
    (("queue",), "q.txt", "2 waiting."),
    (("queue", "--format", "table"), "q.json", "2 waiting."),
    (("sql", "SELECT 1 AS one"), "a.csv", "one"),
    (("documents",), "d.jsonl", '{"source"'),
    (("history",), "h.json", "["),
    (("history",), "h.jsonl", '{"day": "2026-11-30"'),
    (("history",), "h.csv", "day,at,what,finding_id,"),
    (("history",), "h.provn", "document"),
    (("report",), "r.json", "{"),
    (("report", "--format", "markdown"), "r.txt", "# "),
)


def test_the_suffix_of_the_output_decides_everywhere(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    for arguments, name, start in FORMS:
        code, _, err = call(*arguments, "-o", name)
        assert code in (0, 1), err
        assert Path(name).read_text(encoding="utf-8").startswith(start), (arguments, name)
    for command in (("queue",), ("sql", "SELECT 1"), ("documents",), ("history",), ("report",)):
        code, _, err = call(*command, "-o", "x.pdf")
        assert code == 2
        assert "x.pdf: .pdf names no form; give --format" in err
        assert not Path("x.pdf").exists()


def test_an_empty_answer_is_json_too(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    code, out, err = call("facts", "/users", "--as-of", "1999-01-01", "--format", "json")
    assert (code, json.loads(out)) == (0, [])
    assert "nothing is known to have held on 1999-01-01" in err


def test_owners_are_those_of_now_and_idle_routes_are_named(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    Path("config").mkdir()
    owners = Path("config/owners.toml")
    owners.write_text('[[route]]\nowner = "files"\npath = "sizes.md"\n', encoding="utf-8")
    listed = {row["predicate"]: row["owner"] for row in json.loads(call("queue", "--format", "json")[1])}
    assert sorted(listed.values()) == ["", "files"]
    assert len(json.loads(call("queue", "--owner", "files", "--format", "json")[1])) == 1
    code, out, _ = call("resolve", "--owner", "files", "--keep", "A", *WHY, "--dry-run")
    assert (code, "1 decision checked" in out) == (0, True)
    owners.write_text(
        '[[route]]\nowner = "x"\npredicate = "rate limti"\n[[route]]\nowner = "y"\nsubject = "pth"\nsource = "doc"\n',
        encoding="utf-8",
    )
    for command in ("queue", "doctor"):
        _, out, err = call(command)
        assert 'route 1 (x) takes nothing: "rate limti" (did you mean "rate limit"?) is neither' in out + err
        assert 'route 2 (y) takes nothing: "pth" (did you mean "path"?) is no kind of subject' in out + err
        assert 'route 2 (y) takes nothing: "doc" (did you mean "docs"?) is no source' in out + err
    owners.write_text("[[route]]\nowners = 1\n", encoding="utf-8")
    assert call("queue")[0] == 2


def test_filters_that_fit_nothing_say_so(call: Call) -> None:
    corpus()
    night(call, "2126-11-30")
    assert "(0 days)" in call("queue")[1]
    code, out, err = call("queue", "--path", "own/*.md")
    assert (code, out) == (0, "0 of 2 waiting fit the filters.\n")
    assert "as docs/limits.md" in err
    assert "without an owner" not in call("queue", "--unrouted")[2]
    assert call("queue", "--status", "settled")[1] == "Nothing is settled.\n"


def test_programs_get_places_and_quotes(call: Call) -> None:
    corpus()
    found = about(night(call, "2026-11-30"), "size")
    entry = next(row for row in json.loads(call("queue", "--format", "json")[1]) if row["id"] == found["id"])
    assert [(place["side"], place["doc_id"], place["line"]) for place in entry["places"]] == [
        ("A", "sizes.md", 7),
        ("B", "uploads.md", 7),
    ]
    assert "25 MB" in entry["quotes"][0]
    line = next(
        row for row in csv.DictReader(io.StringIO(call("queue", "--format", "csv")[1])) if row["id"] == found["id"]
    )
    assert line["places"] == "A sizes.md:7; B uploads.md:7"
    assert line["quotes"].startswith("A The maximum file size")
    entry.update(action="False Positive", why="two things")
    Path("d.json").write_text(json.dumps([entry]), encoding="utf-8")
    code, out, err = call("resolve", "--from", "d.json", "--as-of", "2026-11-30")
    assert (code, "now dismissed" in out) == (0, True), err


def test_what_is_settled_and_what_is_left_to_correct(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    call("resolve", about(findings, "size")["id"], "--keep", "25 MB", *WHY)
    call("resolve", about(findings, "rate")["id"], "--accept-until", "2027-01-01", *WHY)
    out = call("queue", "--status", "to-correct")[1]
    assert "1 decided, with pages to correct." in out
    assert "B  40 MB  uploads.md:7  to correct" in out
    assert "resolved: keep by ann on 2026-11-30, no. 1: signed" in out
    assert "1 deferred." in call("queue", "--status", "deferred")[1]
    assert {row["status"] for row in json.loads(call("queue", "--status", "all", "--format", "json")[1])} == {
        "resolved",
        "deferred",
    }
    told = " ".join(call("report", "--format", "text")[1].split())
    assert "1 resolved, 1 deferred" not in told  # the first scan is compared with none
    told = " ".join(call("run", "docs", "--as-of", "2026-12-01", "--new-only")[1].split())
    assert "Since 2026-11-30: 0 new, 0 changed, 0 re-opened, 1 resolved, 1 deferred, 0 vanished; 0 still open." in told
    assert "2 settled ones hidden" in told
    assert "there before" not in told


def test_a_batch_is_taken_back_whole(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    code, out, _ = call("resolve", "--all", "--keep", "preferred", *WHY)
    assert (code, out) == (2, "")
    some = len(json.loads(call("queue", "--has-preferred", "--format", "json")[1]))
    code, out, _ = call("resolve", "--has-preferred", "--keep", "preferred", *WHY)
    assert (code, out.count("resolution")) == (0, some)
    assert call("resolve", "--all", "--keep", "A", *WHY)[0] == 0
    code, out, _ = call("resolve", "--undo-batch", "1", "--as-of", "2026-11-30")
    assert (code, out.count("taken back")) == (0, some or 2)
    assert call("resolve", "--undo-batch", "1", "--as-of", "2026-11-30")[0] == 2
    assert call("resolve", "--undo-batch", "77")[0] == 2
    assert rows(call, "SELECT count(*) AS n FROM resolutions WHERE action = 'undo'") == [{"n": some or 2}]


def test_windows_in_months_and_scopes_as_printed(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    size, rate = about(findings, "size")["id"], about(findings, "rate")["id"]
    code, out, err = call("resolve", size, "--window", "A=2024..2026-09", "--window", "B=2026-09..", *WHY)
    assert code == 0, err
    assert "25 MB holds from 2024-01-01 until 2026-09-01; 40 MB holds from 2026-09-01" in out
    code, out, err = call("resolve", rate, "--scope", "A=tier=free", "--scope", "B=tier:paid", *WHY)
    assert (code, "holds for tier=free" in out) == (0, True), err


def test_an_earlier_id_names_what_became_of_it(call: Call) -> None:
    corpus()
    old = about(night(call, "2026-11-30"), "size")["id"]
    page = Path("docs/uploads.md")
    page.write_text(page.read_text(encoding="utf-8").replace("40 MB", "50 MB"), encoding="utf-8")
    new = about(night(call, "2026-12-01"), "size")["id"]
    code, out, err = call("explain", old)
    assert (code, new in out) == (0, True)
    assert f"{old} is now {new}" in err
    page.unlink()
    night(call, "2026-12-02")
    code, _, err = call("explain", old)
    assert code == 2
    assert f"{old} has closed on 2026-12-02: uploads.md, which said 50 MB, is gone" in err
    assert "?;" not in call("explain", "f1:87b655b8e7zz")[2]


def test_the_command_line_offers_every_standing_that_the_queue_knows() -> None:
    assert [status.value for status in Status] == [wanted.value for wanted in Wanted]


def test_the_history_is_a_table_without_formulas(call: Call) -> None:
    corpus()
    found = about(night(call, "2026-11-30"), "rate")
    assert (
        call("resolve", found["id"], "--false-positive", "--why", "=cmd|' /C calc'!A0", "--as-of", "2026-11-30")[0] == 0
    )
    table = list(csv.DictReader(io.StringIO(call("history", found["id"], "--format", "csv")[1])))
    assert [(row["what"], row["by"], row["resolution"]) for row in table] == [
        ("found", "", ""),
        ("false-positive", "ann", "1"),
    ]
    assert table[1]["why"].startswith("'=cmd")
    lines = [json.loads(line) for line in call("history", "--format", "jsonl")[1].splitlines()]
    assert lines == json.loads(call("history", "--format", "json")[1])
