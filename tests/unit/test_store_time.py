"""Valid time and recorded time are two things: what held, and what the store knew."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from scanner.detect import scan
from scanner.model import Change, Claim, Document, Window, WindowBasis
from scanner.rules import load_rules
from scanner.store import Store
from tests.unit.store_builders import amount, claim, doc, ingested, one_key

RULES = load_rules(None)
NIGHTS = [datetime(2026, 3, night, 2, 30) for night in (1, 2, 3)]


def night(store: Store, at: datetime, batch: list[tuple[Document, list[Claim]]], gone: tuple[str, ...] = ()) -> None:
    """One night's run: read, retract, compare; all that is said in it shares one key."""
    store.ingest([ingested(document, claims) for document, claims in batch], at)
    if gone:
        store.retract("docs", gone, at)
    store.replace_alignment(one_key(store.current_claims()))
    scan(store, as_of=at.date(), rules=RULES)
    store.note_windows(at)


def values(store: Store, arguments: str) -> list[object]:
    return [row[0] for row in store.query(f"SELECT value FROM facts_as_of({arguments}) ORDER BY value").rows]


@pytest.fixture
def store() -> Store:
    """First night: 5 is read. Second: a page that raises it to 7 from July 2025 on. Third: that page has gone."""
    store = Store.open(":memory:")
    old, new = doc("old.md", date(2025, 1, 1)), doc("new.md", date(2025, 6, 1))
    raised = Window(date(2025, 7, 1), None, WindowBasis.STATED)
    night(store, NIGHTS[0], [(old, [claim(old, amount(5))])])
    night(store, NIGHTS[1], [(new, [claim(new, amount(7), window=raised, change=Change.NEW)])])
    night(store, NIGHTS[2], [], gone=("new.md",))
    return store


def test_the_store_answers_as_it_would_have_answered_then(store: Store) -> None:
    day = "DATE '2025-09-01'"
    assert values(store, f"{day}, TIMESTAMP '2026-03-01 02:29:59'") == []
    assert values(store, f"{day}, TIMESTAMP '2026-03-01 02:30:00'") == ["5"]
    assert values(store, f"{day}, TIMESTAMP '2026-03-02 02:30:00'") == ["7"]
    assert values(store, "DATE '2025-06-30', TIMESTAMP '2026-03-02 02:30:00'") == ["5"]
    assert values(store, f"{day}, TIMESTAMP '2026-03-03 02:30:00'") == ["5"]
    assert values(store, day) == ["5"]


def test_one_fact_is_looked_up_by_its_names(store: Store) -> None:
    def held(day: date, known: date | datetime | None = None) -> list[object]:
        rows: list[object] = store.facts_about("api", "rate limit", day, known).column("value").to_pylist()
        return rows

    assert held(date(2025, 9, 1)) == ["5"]
    assert held(date(2025, 9, 1), date(2026, 3, 2)) == ["7"]
    assert held(date(2025, 9, 1), NIGHTS[1].replace(tzinfo=UTC) - timedelta(seconds=1)) == ["5"]
    assert held(date(2024, 12, 31)) == []
    assert store.facts_about("api", "seats", date(2025, 9, 1)).num_rows == 0


def test_a_recorded_day_counts_to_its_end(store: Store) -> None:
    for known in ("DATE '2026-03-02'", "'2026-03-02'", "recorded := DATE '2026-03-02'"):
        assert values(store, f"DATE '2025-09-01', {known}") == ["7"]
    assert values(store, "'2025-09-01', '2026-02-28'") == []


def test_ended_and_retracted_are_told_apart(store: Store) -> None:
    rows = store.query("SELECT value, ended, retracted, retracted_at FROM facts ORDER BY value").rows
    assert rows == (("5", False, False, None), ("7", False, True, NIGHTS[2]))
    again = doc("again.md", date(2025, 6, 1))
    ending = claim(again, amount(7), window=Window(date(2025, 7, 1), None, WindowBasis.STATED), change=Change.NEW)
    night(store, NIGHTS[2] + timedelta(days=1), [(again, [ending])])
    rows = store.query("SELECT value, ended, retracted, valid_to, stated_to FROM facts ORDER BY value, doc_id").rows
    assert rows[0] == ("5", True, False, date(2025, 7, 1), None)
    assert [row[1:3] for row in rows[1:]] == [(False, False), (False, True)]
    assert store.query("SELECT value FROM current_facts").rows == (("7",),)


def test_what_is_upcoming_or_over_is_no_current_fact() -> None:
    with Store.open(":memory:") as store:
        page = doc("a.md", date(2025, 1, 1))
        windows = [Window(date(2025, 1, 1), date(2026, 1, 1)), Window(date(2026, 1, 1)), Window(date(2027, 1, 1))]
        said = [claim(page, amount(n), n, window=window, predicate=f"p{n}") for n, window in enumerate(windows)]
        store.ingest([ingested(page, said)], NIGHTS[0])
        store.run("INSERT INTO scanned VALUES ('r', DATE '2026-03-01')")
        assert store.query("SELECT value FROM current_facts").rows == (("1",),)


def test_a_page_edited_twice_on_one_day_keeps_both_times(store: Store) -> None:
    for hour, value in ((4, 8), (5, 9)):
        page = doc("live.md", date(2025, 1, 1), text=str(value))
        store.ingest([ingested(page, [claim(page, amount(value), predicate="seats")])], datetime(2026, 3, 4, hour))
    rows = store.query("SELECT value, recorded_at, retracted_at FROM facts WHERE doc_id = 'live.md' ORDER BY 1").rows
    assert rows == (("8", datetime(2026, 3, 4, 4), datetime(2026, 3, 4, 5)), ("9", datetime(2026, 3, 4, 5), None))
    assert "8" in values(store, "DATE '2025-09-01', TIMESTAMP '2026-03-04 04:30:00'")
    assert "9" in values(store, "DATE '2025-09-01', DATE '2026-03-04'")


def test_known_time_never_runs_backwards(store: Store) -> None:
    last = NIGHTS[2]
    assert store.moment_for(last + timedelta(hours=1)) == last + timedelta(hours=1)
    for earlier in (last, last - timedelta(days=9), date(2020, 1, 1)):
        assert store.moment_for(earlier) == last + timedelta(microseconds=1)
        assert store.moment_for(earlier, writing=False) == last


def test_times_are_kept_in_utc(tmp_path: Path) -> None:
    east = timezone(timedelta(hours=5))
    with Store.open(tmp_path / "s.duckdb") as store:
        page = doc("a.md")
        store.ingest([ingested(page)], datetime(2026, 3, 1, 4, 30, tzinfo=east))
        assert store.document_states("docs")["a.md"].recorded_at == datetime(2026, 2, 28, 23, 30)
        assert store.moment_for(datetime(2026, 3, 1, tzinfo=UTC)) == datetime(2026, 3, 1)


def test_comparing_again_without_news_adds_no_history(store: Store) -> None:
    history = "SELECT claim_id, window_end, closed_by, known_from, known_to FROM window_versions ORDER BY ALL"
    before = store.query(history).rows
    for at in (NIGHTS[2], NIGHTS[2] + timedelta(days=5)):
        scan(store, as_of=at.date(), rules=RULES)
        store.note_windows(at)
        assert store.query(history).rows == before
    assert [row[-2:] for row in before] == [(NIGHTS[1], NIGHTS[2])]


def test_a_value_that_comes_back_is_flagged() -> None:
    with Store.open(":memory:") as store:
        pages = [doc(f"v{n}.md", date(2025, n, 1), version=f"{n}.0", series="limits") for n in (1, 2, 3)]
        said = [(page, [claim(page, amount(value))]) for page, value in zip(pages, (5, 7, 5), strict=True)]
        night(store, NIGHTS[0], said)
        rows = store.query("SELECT old_value, new_value, returns, new_doc_id FROM supersession_chains").rows
        assert rows == (("5", "7", False, "v2.md"), ("7", "5", True, "v3.md"))
