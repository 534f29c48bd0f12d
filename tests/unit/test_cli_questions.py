"""What a store answers: trace, explain, facts and sql."""

from __future__ import annotations

import json
from pathlib import Path

from tests.unit.line_folder import CALM, NEW, OLD, RATE, Run, call, fill, folder

__all__ = ["call", "folder"]  # fixtures


def test_paths_of_the_line_answer_questions(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("run", "docs", "--as-of", "2026-11-30")
    code, out, _ = call("trace", "docs/limits.md:7", "quotas.md:7")
    assert code == 0
    assert "100 requests per minute = " in out
    assert "they are in one finding: f1:" in out
    finding_id = out.partition("in finding ")[2].split()[0]
    for wanted in (finding_id, finding_id[3:9]):
        code, out, _ = call("explain", wanted)
        assert code == 0
        assert "Confidence " in out
        assert finding_id in out
    assert call("explain", "f1:zz")[0] == 2
    wrapped = OLD.replace("is 100", "is\n100")
    fill(folder, wrapped=wrapped)
    call("run", "docs", "--as-of", "2026-11-30")
    for number in (7, 8):
        code, out, _ = call("trace", f"wrapped.md:{number}")
        assert (code, "units: 1\n" in out, "claims: 1\n" in out) == (0, True, True), out
    code, out, _ = call("trace", "sizes.md:3")
    assert (code, "nothing is read from this line; nearest: 5" in out) == (0, True)
    code, _, err = call("trace", "sise.md")
    assert (code, 'did you mean "sizes.md"?' in err) == (2, True)
    code, out, _ = call("trace", "docs/limits.md:7", "--db", "none.duckdb")
    assert (code, "100 requests per minute" in out) == (0, True)


def test_names_are_shown_and_offered_as_written(folder: Path, call: Run) -> None:
    fill(folder, depots="# Depots\n\n| Depot | Dock doors |\n| --- | --- |\n| Tilbury | 24 |\n| Leipzig | 18 |\n")
    call("run", "docs")
    code, out, _ = call("facts", "tilbury", "--format", "csv")
    assert (code, out.splitlines()[1].split(",")[:4]) == (0, ["Tilbury", "Dock doors", "exact", "24"])
    code, _, err = call("facts", "Tilbury", "doors of it")
    assert (code, err.strip().endswith("near it: Dock doors")) == (2, True)
    assert "Tilbury – Dock doors – 24" in call("trace", "depots.md:5")[1]


def test_facts_answer_with_the_value_of_the_day(folder: Path, call: Run) -> None:
    series = "---\ndate: {}\nversion: {}\nseries: limits\n---\n\n" + RATE
    fill(folder, one=series.format("2024-01-01", 1, 100), two=series.format("2025-06-01", 2, 500))
    assert call("run", "docs", "--as-of", "2026-11-30")[0] == 0
    for day, value in (("2024-07-01", "100"), ("2025-05-31", "100"), ("2025-06-01", "500"), ("2026-11-30", "500")):
        code, out, _ = call("facts", "/users", "rate limit", "--as-of", day, "--format", "json")
        assert code == 0
        assert [row["value"] for row in json.loads(out)] == [f"{value} requests per minute"], day
    code, out, err = call("facts", "/users", "--as-of", "2020-01-01")
    assert (code, out, err) == (0, "", "nothing is known to have held on 2020-01-01\n")
    code, _, err = call("facts", "/usrs")
    assert (code, "near it: /users" in err) == (2, True), err
    code, _, err = call("facts", "/users", "rte limit")
    assert (code, "near it: rate limit" in err) == (2, True)


def test_sql_reads_and_never_writes(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
    call("run", "docs", "--as-of", "2026-11-30")
    query = "SELECT DISTINCT value FROM current_facts ORDER BY 1"
    assert "100 requests per minute\n500 requests per minute\n(2 rows)" in call("sql", query)[1]
    assert call("sql", query, "--format", "csv")[1].splitlines()[0] == "value"
    assert len(json.loads(call("sql", query, "--format", "json")[1])) == 2
    for bad in ("DELETE FROM claims", "SELECT 1; SELECT 2", "SELEC 1", "SELECT * FROM none", "UPDATE EXTENSIONS"):
        code, out, err = call("sql", bad)
        assert (code, out) == (2, ""), bad
        assert len(err.splitlines()) == 1
    code, out, _ = call("sql", "SELECT '=1+1' AS x", "--format", "csv")
    assert out.splitlines()[1] == "'=1+1"


def test_facts_that_met_share_a_key_and_others_have_none(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("run", "docs", "--as-of", "2026-11-30")
    query = "SELECT predicate, count(DISTINCT key) AS keys, count(key) AS claims FROM facts GROUP BY 1 ORDER BY 1"
    found = json.loads(call("sql", query, "--format", "json")[1])
    assert [(row["predicate"], row["keys"], row["claims"]) for row in found] == [
        ("rate limit", 1, 2),
        ("size limit", 0, 0),
    ]
    fill(folder, quotas=CALM)
    call("run", "docs", "--as-of", "2026-12-01")
    (left,) = json.loads(
        call("sql", "SELECT key FROM current_facts WHERE predicate = 'rate limit'", "--format", "json")[1]
    )
    assert left["key"] is None
