"""The scanner from Python: answers are Arrow tables, days are given, and mistakes have names."""

from __future__ import annotations

import inspect
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pyarrow as pa
import pytest

import scanner
from scanner.cli.app import run
from scanner.jobs import InputError, RefusedBatch
from scanner.store import QueryRefused, StoreMissing, StoreReadOnly

DAY = date(2026, 11, 30)
ANSWERS = (
    "claims",
    "conflicts",
    "documents",
    "facts",
    "findings",
    "history",
    "queue",
    "resolve",
    "sql",
    "supersessions",
)
PAGE = "---\ndate: {}\n---\n\n# API\n\nThe rate limit of /users is {} requests per minute.\n"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("api")
    docs = folder / "docs"
    docs.mkdir()
    (docs / "limits.md").write_text(PAGE.format("2025-01-01", 100), encoding="utf-8")
    (docs / "quotas.md").write_text(PAGE.format("2025-01-01", 500), encoding="utf-8")
    report = scanner.run([docs], folder / "s.duckdb", as_of=DAY, recorded_at=datetime(2026, 11, 30, 2, tzinfo=UTC))
    assert [finding.kind.value for finding in report.findings] == ["conflict"]
    return folder / "s.duckdb"


def test_answers_are_arrow_tables_that_agree_with_one_another(db: Path) -> None:
    with scanner.open(db) as store:
        tables = {
            "findings": store.findings(),
            "conflicts": store.conflicts(),
            "supersessions": store.supersessions(),
            "queue": store.queue(as_of=DAY),
            "facts": store.facts(),
            "claims": store.claims(),
            "documents": store.documents(),
        }
        assert all(isinstance(table, pa.Table) for table in tables.values())
        rows = {name: table.num_rows for name, table in tables.items()}
        assert (rows["findings"], rows["conflicts"], rows["supersessions"], rows["queue"]) == (1, 2, 0, 1)
        assert (rows["facts"], rows["claims"], rows["documents"]) == (2, 2, 2)
        (finding,), (first,) = tables["findings"].to_pylist(), tables["queue"].to_pylist()
        assert finding["finding_id"] == first["finding_id"]
        assert sorted(finding["values"]) == ["100 requests per minute", "500 requests per minute"]
        assert finding["documents"] == ["docs/limits.md", "docs/quotas.md"]


def test_facts_are_asked_by_name_day_and_knowledge(db: Path) -> None:
    with scanner.open(db) as store:
        both = store.facts("/users", "rate limit", as_of=DAY)
        assert sorted(both.column("value").to_pylist()) == ["100 requests per minute", "500 requests per minute"]
        assert set(both.column("subject_text").to_pylist()) == {"/users"}
        assert store.facts("/users", as_of=date(2024, 12, 31)).num_rows == 0
        assert store.facts("/users", as_of=DAY, recorded=date(2026, 11, 29)).num_rows == 0
        assert store.facts("/users", as_of=DAY, recorded=date(2026, 11, 30)).num_rows == 2
        assert store.facts("/users", as_of=DAY, recorded=datetime(2026, 11, 30, 1, 59)).num_rows == 0
        with pytest.raises(InputError, match="near it: /users"):
            store.facts("/usrs")
        for given in ({"recorded": DAY}, {"predicate": "rate limit"}):
            with pytest.raises(ValueError, match="give"):
                store.facts(**given)  # type: ignore[arg-type]


def test_what_is_opened_to_read_stays_as_it_is(db: Path) -> None:
    before = db.read_bytes()
    with scanner.open(db) as store:
        with pytest.raises(QueryRefused):
            store.sql("DELETE FROM claims")
        with pytest.raises(StoreReadOnly, match="open it to write"):
            store.ingest([db.parent / "docs"], as_of=DAY)
    assert db.read_bytes() == before
    with pytest.raises(StoreMissing):
        scanner.open(db.parent / "none.duckdb")


def test_a_store_in_memory_goes_the_whole_way(db: Path) -> None:
    with scanner.open(settings={"report.min_confidence": 0.1}) as store:
        read = store.ingest([db.parent / "docs"], as_of=DAY, source="pages")
        assert read.added == 2
        assert len(store.scan(as_of=DAY).findings) == 1
        assert store.report("json").startswith("{")
        assert "/users" in store.report()
        assert store.sql("SELECT DISTINCT source FROM facts").to_pylist() == [{"source": "pages"}]
        with pytest.raises(ValueError, match="docx"):
            store.report("docx")


def test_importing_it_is_light() -> None:
    program = "import sys, scanner; assert 'duckdb' not in sys.modules and 'spacy' not in sys.modules; scanner.open"
    subprocess.run([sys.executable, "-c", program], check=True)
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        scanner.opne  # noqa: B018


def test_a_program_decides_explains_and_traces(db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(db.read_bytes())
    with scanner.open(copy, write=True) as store:
        (finding,) = store.findings().to_pylist()
        name = finding["finding_id"]
        with pytest.raises(RefusedBatch, match="keep needs a reason"):
            store.resolve(name, "keep", keep="A", by="ann", on=DAY)
        tried = store.resolve(name, "keep", keep="A", by="ann", on="2026-12-01", why="signed", dry_run=True)
        assert (tried.num_rows, store.queue(as_of=DAY).num_rows) == (1, 1)
        (made,) = store.resolve([name], "keep", keep="A", by="ann", on="2026-12-01", why="signed").to_pylist()
        assert (made["resolution"], made["action"], made["status"]) == (1, "keep", "resolved")
        assert made["words"] == f"{finding['values'][0]} stays; {finding['values'][1]} no longer holds from 2026-12-01"
        assert (store.queue(as_of=DAY).num_rows, store.queue(as_of=DAY, status="resolved").num_rows) == (0, 1)
        told = store.history(name).to_pylist()
        assert [(row["what"], row["by"], row["why"]) for row in told] == [
            ("found", None, None),
            ("keep", "ann", "signed"),
        ]
        assert store.explain(name).startswith("/users – rate limit")
        assert "docs: limits.md:7" in store.trace("limits.md:7")
        assert "What joins them:" in store.trace("limits.md:7", "quotas.md:7")
        assert store.report("md").startswith("# Contradiction scan")
        with pytest.raises(InputError, match="f1:0"):
            store.explain("f1:0")
        with pytest.raises(ValueError, match="perhaps"):
            store.resolve(name, "perhaps", by="ann", on=DAY)
    with scanner.open(copy) as store, pytest.raises(StoreReadOnly):
        store.resolve(name, "undo", by="ann", on=DAY)


def test_help_names_what_is_answered() -> None:
    answers = {name: str(inspect.signature(getattr(scanner.OpenStore, name)).return_annotation) for name in ANSWERS}
    assert answers == dict.fromkeys(ANSWERS, "pa.Table")


def test_what_was_decided_without_a_moment_is_no_batch(db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(db.read_bytes())
    with scanner.open(copy, write=True) as store:
        name = store.findings().column("finding_id").to_pylist()[0]
        store.resolve(name, "false-positive", by="ann", on=DAY, why="x")
        store.resolve(name, "assign", by="ann", on=DAY, owner="bob")
    assert run(["resolve", "--undo-batch", "1", "--db", str(copy)]) == 2
    assert run(["resolve", name, "--undo", "--db", str(copy)]) == 0
