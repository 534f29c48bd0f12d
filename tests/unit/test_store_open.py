"""Opening a store: creating, migrating, and one clear error for everything that can be wrong with the file."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
from datetime import date, datetime
from pathlib import Path

import duckdb
import pytest

import scanner.store
from scanner.store import (
    SCHEMA_VERSION,
    QueryRefused,
    Store,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreMissing,
    StoreReadOnly,
    StoreVersion,
    statements,
)
from scanner.store.errors import translated
from tests.unit.store_builders import amount, claim, doc, ingested


def test_creates_the_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "scanner.duckdb"
    with Store.open(path) as store:
        assert store.counts().claims == 0
    with Store.open(path, read_only=True) as store:
        assert store.counts().documents == 0


def test_reading_a_store_that_is_not_there_says_so_and_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="no store yet"):
        Store.open(tmp_path / "none.duckdb", read_only=True)
    assert not (tmp_path / "none.duckdb").exists()


def test_a_second_process_is_told_who_holds_the_store(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from scanner.store import Store; s = Store.open(sys.argv[1]);"
            "print('open', flush=True); sys.stdin.read()",
            str(path),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreLocked) as caught:
            Store.open(path)
        assert caught.value.pid == holder.pid
        assert "\n" not in str(caught.value)
        with pytest.raises(StoreLocked):
            Store.open(path, read_only=True)
    finally:
        holder.communicate("")
    Store.open(path).close()


@pytest.mark.parametrize("content", [b"", b"no database at all" * 500])
def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.duckdb"
    path.write_bytes(content)
    with pytest.raises(StoreCorrupt) as caught:
        Store.open(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_damaged_content_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    Store.open(path).close()
    content = bytearray(path.read_bytes())
    for at in range(12_288, len(content)):
        content[at] ^= 0x5A
    path.write_bytes(bytes(content))
    with pytest.raises(StoreCorrupt):
        Store.open(path)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnly):
        Store.open(tmp_path)


def test_a_store_of_a_newer_scanner_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with Store.open(path) as store:
        store.run("UPDATE schema_version SET version = $v", {"v": SCHEMA_VERSION + 1})
    with pytest.raises(StoreVersion, match="update the scanner"):
        Store.open(path)


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.duckdb"
    with duckdb.connect(str(path)) as other:
        other.execute("CREATE TABLE theirs (a INTEGER)")
    with pytest.raises(StoreVersion, match="another program"):
        Store.open(path)


def test_a_database_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE t (a INTEGER)")
    with pytest.raises(StoreCorrupt, match="another program"):
        Store.open(path)


def test_an_older_store_is_migrated_by_a_writer_and_refused_to_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with duckdb.connect(str(path)) as first:
        first.execute(statements("migrations/0001_truth.sql"))
        first.execute("CREATE TABLE schema_version (version BIGINT NOT NULL, views VARCHAR NOT NULL)")
        first.execute("INSERT INTO schema_version VALUES (1, '')")
        first.execute("INSERT INTO sources VALUES ('docs', '/data')")
    with pytest.raises(StoreVersion, match="migrate"):
        Store.open(path, read_only=True)
    with Store.open(path) as store:
        assert store.findings() == ()
        assert store.query("SELECT version FROM schema_version").rows == ((SCHEMA_VERSION,),)
        assert [source.name for source in store.sources()] == ["docs"]
    with Store.open(path, read_only=True) as store:
        assert store.query("SELECT count(*) FROM facts").rows == ((0,),)


def aged(store: Path, older: Path, version: int) -> None:
    """Write the content of ``store`` to ``older`` as a scanner with schema ``version`` would have kept it."""
    folder = Path(scanner.store.__file__).parent / "migrations"
    with duckdb.connect(str(older)) as connection:
        for script in sorted(folder.glob("*.sql"))[:version]:
            connection.execute(script.read_text(encoding="utf-8"))
        connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL, views VARCHAR NOT NULL)")
        connection.execute("INSERT INTO schema_version VALUES (?, '')", [version])
        connection.execute("CREATE VIEW facts AS SELECT * FROM claims")
        name = str(store).replace("'", "''")
        connection.execute(f"ATTACH '{name}' AS newer (READ_ONLY)")
        shared = connection.execute(
            "SELECT a.table_name, string_agg(a.column_name, ', ') FROM duckdb_columns() a JOIN duckdb_columns() b "
            "ON (a.table_name, a.column_name) = (b.table_name, b.column_name) "
            "WHERE a.database_name <> 'newer' AND b.database_name = 'newer' AND a.schema_name = 'main' "
            "AND a.table_name NOT IN ('schema_version', 'facts') GROUP BY 1"
        ).fetchall()
        for table, columns in shared:
            connection.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM newer.{table}")


def test_days_of_an_older_store_become_moments_and_its_windows_are_known_since_then(tmp_path: Path) -> None:
    newer, path = tmp_path / "newer.duckdb", tmp_path / "s.duckdb"
    page = doc("a.md", date(2025, 1, 1))
    with Store.open(newer) as store:
        store.ingest([ingested(page, [claim(page, amount(5))])], date(2026, 3, 1))
        ended = "INSERT INTO windows VALUES ('docs/a.md#0', NULL, '2026-02-01', 'superseded', 'lag', true, '')"
        store.run(ended)
    aged(newer, path, 3)
    with pytest.raises(StoreVersion, match="migrate"):
        Store.open(path, read_only=True)
    with Store.open(path) as store:
        assert store.document_states("docs")["a.md"].recorded_at == datetime(2026, 3, 1)
        for asked in ("facts_as_of({}, '2026-03-01')", "facts_about('api', 'rate limit', {})"):
            for day, held in (("2026-01-31", (("5",),)), ("2026-02-01", ())):
                assert store.query("SELECT value FROM " + asked.format(f"'{day}'")).rows == held


def test_errors_of_our_own_sql_are_not_dressed_up(tmp_path: Path) -> None:
    with Store.open(":memory:") as store, pytest.raises(duckdb.CatalogException):
        store.run("SELECT * FROM nothing_of_that_name")


_ROOT = Path(__file__).parents[2]
_FILL = """
import random, resource, sys
from datetime import date
from scanner.store import Store, StoreFull
from tests.unit.store_builders import amount, claim, doc, ingested

with Store.open(sys.argv[1]) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
    letters = random.Random(1)
    for number in range(200):
        page = doc(f"{number}.md", text="".join(letters.choices("abcdefghijklmnop", k=20_000)))
        try:
            store.ingest([ingested(page, [claim(page, amount(1))])], date(2026, 1, 1))
        except StoreFull as error:
            print(number, error, sep="|")
            break
"""


def test_a_full_disk_costs_the_last_batch_only(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    done = subprocess.run(
        [sys.executable, "-c", _FILL, str(path)], capture_output=True, text=True, check=False, cwd=_ROOT
    )
    written, message = done.stdout.strip().split("|")
    assert "no room left" in message
    with Store.open(path) as store:
        assert store.counts().documents == int(written) > 0
        assert store.counts().claims == int(written)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("IO Error: Could not write file: No space left on device", StoreFull),
        ("IO Error: Could not set lock on file: Conflicting lock is held in python (PID 7)", StoreLocked),
        ("IO Error: Cannot open file: Permission denied", StoreReadOnly),
        ("Corrupt database file: computed checksum 1 does not match", StoreCorrupt),
        ("IO Error: Trying to read a database file with version number 99", StoreVersion),
        ("IO Error: something else\nwith a second line", StoreError),
    ],
)
def test_what_duckdb_says_of_the_file_becomes_one_line(said: str, kind: type[StoreError]) -> None:
    with pytest.raises(kind) as caught, translated("x.duckdb"):
        raise duckdb.IOException(said)
    assert type(caught.value) is kind
    assert str(caught.value).startswith("x.duckdb: ")
    assert "\n" not in str(caught.value)


def test_no_store_error_hides_another(tmp_path: Path) -> None:
    for kind in (StoreCorrupt, StoreLocked, StoreMissing, StoreReadOnly, StoreVersion):
        assert issubclass(kind, StoreError)


def test_a_query_can_be_given_up_and_interrupted(tmp_path: Path) -> None:
    endless = "SELECT count(*) FROM range(100000000000) a, range(100) b"
    with Store.open(str(tmp_path / "s.duckdb")) as store:
        with pytest.raises(QueryRefused, match=r"took more than 0\.2 seconds"):
            store.query(endless, 0.2)
        main = threading.main_thread().ident
        assert main is not None
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
        try:
            threading.Timer(0.5, signal.pthread_kill, (main, signal.SIGINT)).start()
            with pytest.raises(KeyboardInterrupt):
                store.query(endless)
        finally:
            signal.signal(signal.SIGINT, before)
        assert store.query("SELECT 1").rows == ((1,),)


def test_damage_that_only_a_query_comes_across_is_corrupt(tmp_path: Path) -> None:
    error = duckdb.IOException("Corrupt database file: computed checksum 1 does not match stored checksum 2")
    with pytest.raises(StoreCorrupt, match="restore a copy"), Store.open(str(tmp_path / "s.duckdb")):
        raise error
