"""Many decisions at once, by filter or from tables of editors and programs: all of them, or none."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tests.unit.review_desk import Call, about, call, corpus, night, rows

__all__ = ["call"]  # a fixture


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
        ("{}", "no row gives an action"),
        ("[1]", "write a list of objects"),
        ('{"id": "f1:1"}\n7', "not readable as JSON"),
        ('[{"id": "f1:1", "keep": "A", "keep": "B"}]', "the field 'keep' is given twice in one entry; leave one"),
        ("[]", "no row gives an action"),
        ('[{"id": "f1:1", "action": "keep", "side": "A"}]', "entry 1: unknown field 'side'"),
        ('[{"id": "f1:1", "action": "keeps"}]', "entry 1: 'keeps' is no action; there are keep, windows"),
        ('[{"id": "f1:0", "action": "keep", "keep": "A", "why": "w"}]', "entry 1: no finding has the id 'f1:0'"),
    ):
        Path("d.json").write_text(body, encoding="utf-8")
        code, _, err = call("resolve", "--from", "d.json")
        assert (code, message in err) == (2, True), err


def test_tables_come_as_spreadsheets_and_programs_write_them(call: Call) -> None:
    corpus()
    findings = night(call, "2026-11-30")
    rate, size = about(findings, "rate")["id"], about(findings, "size")["id"]
    table = f"id;action;keep;why\n{rate};keep;A;signed\n{size};keep;B;signed\n"
    lines = "".join(
        json.dumps({"id": name, "action": "keep", "keep": "A", "since": None, "why": "signed"}) + "\n"
        for name in (rate, size)
    )
    for data in (
        f"sep=;\n{table}".encode(),
        table.replace("\n", "\r").encode(),
        table.replace(";", "\t").encode("utf-16"),
        lines.encode("utf-8-sig"),
    ):
        Path("d.csv").write_bytes(data)
        code, out, err = call("resolve", "--from", "d.csv", "--dry-run")
        assert (code, out.count("would decide")) == (0, 2), err
    for data, message in (
        (b"PK\x03\x04...", "a spreadsheet; save the sheet as CSV (UTF-8)"),
        (table.replace("signed", "gr\u00fcn").encode("cp1252"), "save it as UTF-8 text (CSV UTF-8)"),
        (f"id,action,why\n{rate},false-positive,{'x' * 10_001}\n".encode(), "a reason has at most 10,000 characters"),
    ):
        Path("d.csv").write_bytes(data)
        code, _, err = call("resolve", "--from", "d.csv")
        assert (code, message in err) == (2, True), err


def test_thousands_of_wrong_rows_are_told_in_a_few_lines(call: Call) -> None:
    corpus()
    night(call, "2026-11-30")
    Path("d.csv").write_text("id,action\n" + "".join(f"f1:{n},false-positive\n" for n in range(500)))
    code, _, err = call("resolve", "--from", "d.csv")
    assert (code, len(err.splitlines())) == (2, 22)
    assert "and 480 more lines like these" in err
