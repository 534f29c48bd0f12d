"""The commands that look after the store's file, and the forms in which it answers."""

from __future__ import annotations

import base64
import io
import json
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from scanner.cli.app import run
from scanner.cli.options import TableFormat
from scanner.cli.tables import render_table
from scanner.store import Store, Table
from tests.unit.store_builders import amount, claim, doc, fill

ANSWER = Table(
    ("day", "moment", "number", "sum", "list", "none", "bytes", "inf", "=name"),
    ((date(2026, 11, 30), datetime(2026, 11, 30, 4, 5, 6), 5, Decimal("12"), ["a", date(2026, 1, 1)], None, b"\0x",
      float("inf"), "=1+1"),),
)  # fmt: skip


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    page = doc("a.md", date(2025, 1, 1))
    with Store.open("s.duckdb") as store:
        fill(store, [page], [claim(page, amount(5))])
    return tmp_path / "s.duckdb"


def test_json_is_json_and_says_days_and_moments_as_iso() -> None:
    (record,) = json.loads(render_table(ANSWER, TableFormat.JSON), parse_constant=pytest.fail)
    assert record["day"] == "2026-11-30"
    assert record["moment"] == "2026-11-30T04:05:06"
    assert (record["number"], record["sum"], record["none"], record["inf"]) == (5, 12, None, None)
    assert record["list"] == ["a", "2026-01-01"]
    assert base64.b64decode(record["bytes"]) == b"\0x"
    two = Table(("a",), (("x\ny",), (2,)))
    assert [json.loads(line) for line in render_table(two, TableFormat.JSONL).splitlines()] == [{"a": "x\ny"}, {"a": 2}]
    assert render_table(Table(("a",), ()), TableFormat.JSONL) == ""


def test_csv_runs_no_formula_and_tables_show_no_bytes() -> None:
    names, row = render_table(ANSWER, TableFormat.CSV).splitlines()
    assert names.endswith(",'=name")
    assert row.endswith(",'=1+1")
    assert row.startswith("2026-11-30,2026-11-30 04:05:06,5,12,")
    assert "(2 bytes)" in render_table(ANSWER, TableFormat.TEXT)


def test_sql_reads_a_query_from_stdin(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("SELECT subject_text, value FROM facts"))
    assert run(["sql", "-", "--db", str(db), "--format", "jsonl"]) == 0
    assert json.loads(capsys.readouterr().out) == {"subject_text": "api", "value": "5"}


@pytest.mark.parametrize(
    "query",
    [
        "FROM read_text('/etc/hosts')",
        "FROM glob('/*')",
        "FROM '/etc/passwd'",
        "ATTACH '/tmp/other.duckdb'",
        "COPY facts TO 'facts.csv'",
        "PRAGMA database_list",
        "INSTALL httpfs",
        "SET memory_limit = '1GB'",
        "CHECKPOINT",
        "DROP VIEW facts",
        "WITH x AS (DELETE FROM claims RETURNING 1) FROM x",
    ],
)
def test_sql_touches_nothing_but_the_store(query: str, db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = db.read_bytes()
    assert run(["sql", query, "--db", str(db)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert db.read_bytes() == before
    assert sorted(path.name for path in db.parent.iterdir()) == [db.name]


def test_a_store_is_backed_up_exported_imported_and_made_small(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["backup", "copies/b.duckdb"], ["export", "--parquet", "out"], ["gc"]):
        assert run([*command, "--db", "s.duckdb"]) == 0
        assert "1 claims" in capsys.readouterr().out
    assert run(["import", "out", "--db", "again.duckdb"]) == 0
    capsys.readouterr()
    for store in ("s.duckdb", "copies/b.duckdb", "again.duckdb"):
        assert run(["sql", "SELECT value FROM facts", "--db", store, "--format", "csv"]) == 0
        assert capsys.readouterr().out.splitlines() == ["value", "5"]


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (["backup", "s.duckdb"], 2, "exists already"),
        (["export", "--parquet", "."], 2, "not empty"),
        (["import", "out"], 2, "exists already"),
        (["import", "none", "--db", "new.duckdb"], 2, "no export of a store"),
        (["gc", "--db", "none.duckdb"], 3, "no store yet"),
        (["gc", "--db", ":memory:"], 2, "has no file"),
        (["gc", "--forget-before", "soon"], 2, "is no day"),
        (["export"], 2, "--parquet"),
    ],
)
def test_a_mistake_is_one_line_and_changes_nothing(
    command: list[str], code: int, message: str, db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command if "--db" in command else [*command, "--db", "s.duckdb"]) == code
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err
    assert [path.name for path in db.parent.iterdir()] == ["s.duckdb"]
