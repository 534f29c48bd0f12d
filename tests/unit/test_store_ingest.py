"""What goes in comes out: documents, claims, retraction, and one transaction a batch."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from scanner.model import (
    Chunk,
    DateBasis,
    Scope,
    Skipped,
    SkipReason,
    Source,
    Unresolved,
    Window,
    WindowBasis,
)
from scanner.store import Ingested, QueryRefused, Run, SourceOverlap, Store
from tests.unit.store_builders import DAY, amount, claim, doc, fill, ingested

EARLIER = date(2026, 11, 1)
START_OF_DAY = datetime(2026, 11, 29)


@pytest.fixture
def store() -> Store:
    return Store.open(":memory:")


def test_a_document_comes_back_with_its_metadata_and_text(store: Store) -> None:
    text = "Ünïcode — “quotes”\n" * 50
    written = doc(
        "a/b.md",
        date(2026, 3, 2),
        text=text,
        title="Limits",
        published_basis=DateBasis.MANIFEST,
        version="2.4",
        source_type="primary",
        author="A. Author",
        owner="platform",
        series="api",
        supersedes=("a/old.md",),
        metadata=(("Reviewed", "yes"),),
    )
    chunk = Chunk("c1", "docs", "a/b.md", ("Limits", "API"), 0, 40, 0, 2)
    lost = Unresolved("docs", "a/b.md", 5, 9, 1, "5..6", "malformed-number", "copula")
    store.ingest([Ingested(written, (chunk,), (), (lost,), "rules1")], DAY)
    (record,) = store.documents()
    for name in ("source", "doc_id", "title", "published", "published_basis", "version", "source_type", "author"):
        assert getattr(record, name) == getattr(written, name)
    assert (record.owner, record.series, record.supersedes) == ("platform", "api", ("a/old.md",))
    assert store.document_text("docs", "a/b.md") == text
    assert store.chunks("docs", "a/b.md") == (chunk,)
    assert store.unresolved() == (lost,)
    assert store.unresolved("docs", "other.md") == ()
    state = store.document_states("docs")["a/b.md"]
    assert (state.content_hash, state.fingerprint, state.recorded_at) == (written.content_hash, "rules1", START_OF_DAY)
    with pytest.raises(KeyError):
        store.document_text("docs", "none.md")


def test_claims_come_in_order_of_place_whatever_the_batching(store: Store) -> None:
    documents = [doc(name) for name in ("b.md", "a.md", "c.md")]
    claims = [claim(d, amount(n), n) for d in documents for n in (2, 0, 11)]
    for d in documents:
        fill(store, [d], claims)
    found = [(c.evidence.doc_id, c.evidence.start) for c in store.current_claims()]
    assert found == sorted(found)
    assert len(found) == 9


def test_other_calls_may_run_while_claims_stream(store: Store) -> None:
    d = doc("a.md")
    fill(store, [d], [claim(d, amount(n), n) for n in range(5)])
    seen = 0
    for c in store.current_claims():
        seen += len(store.claims_at("docs", "a.md", c.evidence.line))
    assert seen == 5


def test_a_changed_document_retracts_what_it_said(store: Store) -> None:
    old, new = doc("a.md", text="old"), doc("a.md", text="new")
    store.ingest([ingested(old, [claim(old, amount(5)), claim(old, amount(6), 1)])], EARLIER)
    store.ingest([ingested(new, [claim(new, amount(7))])], DAY)
    assert [c.value for c in store.current_claims()] == [amount(7)]
    history = store.query("SELECT canonical, recorded_at, retracted_at FROM facts ORDER BY canonical").rows
    first, second = datetime(2026, 11, 1), START_OF_DAY
    assert history == (("5", first, second), ("6", first, second), ("7", second, None))
    assert len(store.documents()) == 1


def test_a_vanished_document_is_retracted_alone(store: Store) -> None:
    a, b = doc("a.md"), doc("b.md")
    fill(store, [a, b], [claim(a, amount(5)), claim(b, amount(6))], EARLIER)
    store.retract("docs", ["a.md", "never.md"], DAY)
    assert [c.evidence.doc_id for c in store.current_claims()] == ["b.md"]
    assert list(store.document_states("docs")) == ["b.md"]


def test_a_document_twice_in_a_batch_counts_once_the_last_time(store: Store) -> None:
    first, last = doc("a.md", text="1"), doc("a.md", text="2")
    twice = claim(last, amount(6))
    store.ingest([ingested(first, [claim(first, amount(5))]), ingested(last, [twice, twice])], DAY)
    assert [c.value for c in store.current_claims()] == [amount(6)]


def test_a_batch_that_fails_leaves_nothing_behind(store: Store) -> None:
    a, b = doc("a.md"), doc("b.md")
    broken = replace(claim(b, amount(6)), subject=None)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="NOT NULL"):
        store.ingest([ingested(a, [claim(a, amount(5))]), ingested(b, [broken])], DAY)
    assert store.counts().documents == 0
    fill(store, [a], [claim(a, amount(5))])
    assert store.counts().claims == 1


def test_sources_may_not_overlap(store: Store, tmp_path: Path) -> None:
    store.register_source(Source("docs", "/data/docs"))
    store.register_source(Source("docs", "/data/docs"))
    store.register_source(Source("docs2", "/data/docs2"))
    for root in ("/data", "/data/docs/api", "/data/docs"):
        with pytest.raises(SourceOverlap, match="'docs'"):
            store.register_source(Source("other", root))
    assert [s.name for s in store.sources()] == ["docs", "docs2"]


def test_skipped_files_of_a_source_are_replaced_not_added(store: Store) -> None:
    store.record_skipped("docs", [Skipped("docs", "x.bin", SkipReason.BINARY, "NUL byte")])
    store.record_skipped("wiki", [Skipped("wiki", "y.md", SkipReason.EMPTY)])
    store.record_skipped("docs", [Skipped("docs", "z.md", SkipReason.ENCODING)])
    assert [s.path for s in store.skipped()] == ["z.md", "y.md"]


def test_a_run_is_remembered_once(store: Store) -> None:
    run = Run("r1", "scan", DAY, "f", documents=3, findings=1)
    store.record_run(run)
    store.record_run(run)
    assert store.runs() == (run,)


def test_a_query_reads_and_never_writes(store: Store) -> None:
    d = doc("a.md")
    fill(store, [d], [claim(d, amount(5))])
    answer = store.query("SELECT subject, value FROM current_facts")
    assert (answer.columns, answer.rows) == (("subject", "value"), (("api", "5"),))
    for sql in (
        "DELETE FROM claims",
        "SELECT 1; SELECT 2",
        "",
        "SELEC 1",
        "EXPLAIN ANALYZE DELETE FROM claims",
        "SELECT * FROM read_csv('/etc/hosts')",
        "COPY claims TO 'out.csv'",
        "SET threads = 1",
        "ATTACH 'other.db'",
        "CREATE TABLE t (a INTEGER)",
    ):
        with pytest.raises(QueryRefused) as caught:
            store.query(sql)
        assert "\n" not in str(caught.value)
    assert store.counts().claims == 1


@pytest.mark.parametrize("sql", ["DESCRIBE facts", "SHOW TABLES", "SUMMARIZE facts", "WITH x AS (SELECT 1) FROM x"])
def test_statements_that_look_around_are_answered(store: Store, sql: str) -> None:
    assert store.query(sql).columns


def test_facts_as_of_answers_per_day_half_open(store: Store) -> None:
    d = doc("a.md", date(2024, 1, 1))
    until = Window(date(2024, 1, 1), date(2024, 7, 1), WindowBasis.STATED)
    since = Window(date(2024, 7, 1), None, WindowBasis.STATED)
    fill(store, [d], [claim(d, amount(5), 0, window=until), claim(d, amount(7), 1, window=since)])

    def on(day: str) -> list[object]:
        return [row[0] for row in store.query(f"SELECT value FROM facts_as_of(DATE '{day}') ORDER BY value").rows]

    assert on("2023-12-31") == []
    assert on("2024-06-30") == ["5"]
    assert on("2024-07-01") == ["7"]


def test_facts_as_of_a_day_before_an_edit_answers_as_the_page_was_then(store: Store) -> None:
    old, new = doc("a.md", date(2024, 1, 1), text="old"), doc("a.md", date(2024, 1, 1), text="new")
    store.ingest([ingested(old, [claim(old, amount(5))])], date(2024, 2, 1))
    store.ingest([ingested(new, [claim(new, amount(9))])], date(2025, 2, 1))

    def on(arguments: str) -> list[object]:
        return [row[0] for row in store.query(f"SELECT value FROM facts_as_of({arguments}) ORDER BY value").rows]

    assert on("DATE '2024-06-01'") == ["5"]
    assert on("DATE '2025-06-01'") == ["9"]
    assert on("DATE '2025-06-01', recorded := DATE '2024-06-01'") == ["5"]
    assert on("DATE '2024-06-01', recorded := DATE '2025-06-01'") == ["9"]
    assert on("DATE '2024-06-01', recorded := DATE '2023-06-01'") == []


def test_scopes_are_interned(store: Store) -> None:
    d = doc("a.md")
    scope = Scope.of({"tier": "standard", "region": "eu"})
    fill(store, [d], [claim(d, amount(n), n, scope=scope) for n in range(4)])
    assert store.query("SELECT items FROM scopes").rows == (('[["region","eu"],["tier","standard"]]',),)
    assert {c.scope for c in store.current_claims()} == {scope}


def test_text_no_database_can_hold_is_made_holdable(store: Store) -> None:
    d = doc("a.md", title="half \ud800 pair", text="x \ud800 y")
    fill(store, [d], [claim(d, amount(5), quote="x \ud800 y is 5")])
    assert store.documents()[0].title == "half ? pair"
    assert store.document_text("docs", "a.md") == "x \ud800 y"


def test_derived_tables_can_be_dropped(store: Store) -> None:
    d = doc("a.md")
    claims = [claim(d, amount(5)), claim(d, amount(6), 1)]
    fill(store, [d], claims)
    from scanner.model import Alignment, DocumentLink, DocumentRelation, Meeting, Reason, Stopped

    a, b = claims[0].claim_id, claims[1].claim_id
    alignment = Alignment(
        links=(DocumentLink(("docs", "a.md"), ("docs", "b.md"), DocumentRelation.BODY, 0.5, ("api",)),),
        meetings=(Meeting(a, b, Reason.SAME_KEY, 0.8, ("tier",)),),
        stopped=(Stopped(a, b, Reason.FAMILY, 0.4),),
        keys={a: 7, b: 7},
    )
    store.replace_alignment(alignment)
    store.replace_alignment(alignment)
    assert (store.links(), store.meetings(), store.stopped()) == (
        alignment.links,
        alignment.meetings,
        alignment.stopped,
    )
    assert store.keys() == alignment.keys
    assert store.meetings("nobody") == ()
    assert store.query("SELECT gate, quote_a FROM stopped").rows == (("family", claims[0].evidence.quote),)
    assert set(store.claims_by_id([a, "gone"])) == {a}
    store.drop_derived()
    assert (store.links(), store.keys(), store.counts().keyed) == ((), {}, 0)
    assert store.counts().claims == 2
