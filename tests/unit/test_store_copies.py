"""Compaction, backup and export lose nothing, are whole or absent, and name what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date, datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from scanner.detect import scan
from scanner.model import Source
from scanner.rules import load_rules
from scanner.store import (
    SCHEMA_VERSION,
    Store,
    StoreCorrupt,
    StoreExists,
    StoreLocked,
    StoreMissing,
    StoreVersion,
    backup,
    compact,
    export_parquet,
    import_parquet,
)
from tests.unit.store_builders import amount, claim, doc, ingested, one_key
from tests.unit.test_store_open import aged

RULES = load_rules(None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with history: one page edited twice, another that superseded it, findings, windows and their versions."""
    file = tmp_path / "it's a store.duckdb"
    with Store.open(file) as store:
        store.register_source(Source("docs", "/data/docs"))
        for month in (1, 2, 3):
            page = doc("live.md", date(2025, month, 1), text=f"{month} " + "text " * 5_000)
            other = doc(f"v{month}.md", date(2025, month, 1), series="limits", version=f"{month}.0")
            said = [claim(page, amount(month), predicate="seats"), *(claim(page, amount(n), n) for n in (1, 2))]
            store.ingest([ingested(page, said), ingested(other, [claim(other, amount(month))])], date(2026, month, 1))
            store.replace_alignment(one_key(store.current_claims()))
            scan(store, as_of=date(2026, month, 1), rules=RULES)
            store.note_windows(date(2026, month, 1))
    return file


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, and what the views say."""
    with Store.open(path) as store:
        names = [row[0] for row in store.query("SELECT table_name FROM duckdb_tables() ORDER BY 1").rows]
        names += ["facts", "open_conflicts", "facts_as_of('2026-01-15', '2026-01-15')"]
        assert len(names) > 15
        return {name: sorted(store.query(f"FROM {name}").rows, key=repr) for name in names}


def test_compaction_keeps_every_row_and_shrinks_the_file(path: Path) -> None:
    before = content(path)
    with Store.open(path) as store:
        store.run("CREATE TABLE padding AS SELECT md5(i::VARCHAR) AS filling FROM range(400000) r(i)")
    with Store.open(path) as store:
        store.run("CREATE TABLE behind AS FROM padding LIMIT 50000")
    with Store.open(path) as store:
        store.run("DROP TABLE padding")
    done = compact(path)
    assert content(path) == before
    assert done.written_bytes < done.read_bytes / 2
    assert done.rows["claims"] == len(before["claims"])
    with Store.open(path, read_only=True) as store:
        assert store.query("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'behind'").rows == ((0,),)
        assert {row[0] for row in store.query("SELECT index_name FROM duckdb_indexes()").rows} >= {"claims_by_fact"}
        assert store.facts_about("api", "seats", date(2026, 6, 1)).num_rows == 1
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_compaction_can_forget_what_was_retracted_long_ago(path: Path) -> None:
    day = date(2026, 3, 1)
    before = content(path)
    compact(path, forget_before=day)
    after = content(path)
    current = "facts_as_of('2026-01-15', '2026-01-15')"
    assert len(before[current]) != len(after[current])
    with Store.open(path) as store:
        assert store.query("SELECT count(*) FROM claims WHERE retracted_at < '2026-03-01'").rows == ((0,),)
        assert store.query("SELECT count(*) FROM claims WHERE retracted_at >= '2026-03-01'").rows != ((0,),)
    assert [row for row in before["facts"] if "2026, 3" in repr(row)] == [
        row for row in after["facts"] if "2026, 3" in repr(row)
    ]
    assert after["findings"] == before["findings"]


def test_a_backup_is_a_store_and_never_overwrites(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies" / "monday.duckdb"
    backup(path, target)
    assert content(target) == content(path)
    with pytest.raises(StoreExists, match="exists already"):
        backup(path, target)
    with Store.open(path, read_only=True):
        backup(path, tmp_path / "copies" / "tuesday.duckdb")
    assert sorted(file.name for file in target.parent.iterdir()) == ["monday.duckdb", "tuesday.duckdb"]


def test_an_export_comes_back_whole_and_other_programs_can_read_it(path: Path, tmp_path: Path) -> None:
    folder, again = tmp_path / "out" / "export", tmp_path / "again.duckdb"
    folder.parent.mkdir()
    export_parquet(path, folder)
    import_parquet(folder, again)
    assert content(again) == content(path)
    facts = pq.read_table(folder / "views" / "facts.parquet")
    assert facts.num_rows == len(content(path)["facts"])
    assert {"subject_text", "valid_from", "recorded_at"} <= set(facts.column_names)
    second = tmp_path / "out" / "second"
    export_parquet(path, second)
    for file in folder.rglob("*.*"):
        assert file.read_bytes() == (second / file.relative_to(folder)).read_bytes(), file
    with pytest.raises(StoreExists):
        export_parquet(path, folder)
    with pytest.raises(StoreExists):
        import_parquet(folder, again)


def test_an_export_that_is_not_whole_is_refused_and_leaves_nothing(path: Path, tmp_path: Path) -> None:
    folder, target = tmp_path / "export", tmp_path / "new" / "s.duckdb"
    with pytest.raises(StoreMissing, match=r"export\.json"):
        import_parquet(tmp_path, target)
    export_parquet(path, folder)
    about = json.loads((folder / "export.json").read_text())
    for change, kind in (
        ({"rows": {**about["rows"], "claims": 1}}, StoreCorrupt),
        ({"schema_version": SCHEMA_VERSION + 1}, StoreVersion),
        ({"rows": 5}, StoreCorrupt),
    ):
        (folder / "export.json").write_text(json.dumps({**about, **change}))
        with pytest.raises(kind) as caught:
            import_parquet(folder, target)
        assert "\n" not in str(caught.value)
    (folder / "export.json").write_text(json.dumps(about))
    (folder / "tables" / "claims.parquet").write_bytes(b"no parquet")
    with pytest.raises(Exception, match="claims"):
        import_parquet(folder, target)
    assert not target.parent.exists() or list(target.parent.iterdir()) == []


def test_a_store_of_an_older_version_is_migrated_on_the_way(path: Path, tmp_path: Path) -> None:
    older, copy = tmp_path / "older.duckdb", tmp_path / "copy.duckdb"
    aged(path, older, 3)
    backup(older, copy)
    with Store.open(copy, read_only=True) as store:
        assert store.query("SELECT schema_version FROM store_version").rows == ((SCHEMA_VERSION,),)
        assert len(store.query("FROM claims").rows) == len(content(path)["claims"])
    compact(older)
    assert len(content(older)["facts"]) == len(content(path)["facts"])


def test_what_cannot_be_copied_is_named(tmp_path: Path, path: Path) -> None:
    for act in (lambda: compact(tmp_path / "none.duckdb"), lambda: backup(tmp_path / "none.duckdb", tmp_path / "x")):
        with pytest.raises(StoreMissing, match="no store yet"):
            act()
    with Store.open(path) as store:
        store.run("UPDATE schema_version SET version = $v", {"v": SCHEMA_VERSION + 1})
    with pytest.raises(StoreVersion, match="update"):
        compact(path)


_HOLD = """
import sys
from scanner.store import Store

with Store.open(sys.argv[1]):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_store_in_use_is_not_compacted(path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreLocked):
            compact(path)
    finally:
        holder.communicate("")
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    compact(path)


_KILLED = """
import os, signal, sys
from pathlib import Path
import scanner.store.copies as copies

stop = int(sys.argv[2])
calls = 0
run = copies.run

def counted(*arguments, **options):
    global calls
    calls += 1
    if calls == stop:
        os.kill(os.getpid(), signal.SIGKILL)
    return run(*arguments, **options)

copies.run = counted
copies.compact(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("stop", [4, 12, 30])
def test_killed_at_any_point_the_store_is_whole(path: Path, stop: int) -> None:
    before = content(path)
    done = subprocess.run([sys.executable, "-c", _KILLED, str(path), str(stop)], capture_output=True, check=False)
    assert done.returncode != 0
    assert content(path) == before
    compact(path)
    assert content(path) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_recorded_moments_survive(path: Path, tmp_path: Path) -> None:
    backup(path, tmp_path / "b.duckdb")
    with Store.open(tmp_path / "b.duckdb") as store:
        assert store.document_states("docs")["live.md"].recorded_at == datetime(2026, 3, 1)
