"""However documents come, change and go: one fact looked up answers as all facts do."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.detect import scan
from scanner.model import Change, Window, WindowBasis
from scanner.rules import load_rules
from scanner.store import Store
from tests.unit.store_builders import amount, claim, doc, ingested, one_key

RULES = load_rules(None)
START = datetime(2026, 1, 1, 2)
DAYS = st.integers(0, 40).map(lambda n: date(2025, 12, 20) + timedelta(days=n))
PREDICATES = ("rate limit", "seats")
SAID = st.lists(
    st.tuples(st.sampled_from(PREDICATES), st.integers(1, 3), st.none() | DAYS, st.booleans()), min_size=1, max_size=3
)
NIGHTS = st.lists(
    st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md"]), st.none() | SAID, min_size=1), min_size=1, max_size=4
)


@given(NIGHTS, DAYS, st.none() | st.integers(0, 100))
@settings(max_examples=40, deadline=None)
def test_one_fact_looked_up_answers_as_all_facts_do(
    nights: list[dict[str, list[tuple[str, int, date | None, bool]] | None]], day: date, hours: int | None
) -> None:
    with Store.open(":memory:") as store:
        for number, changes in enumerate(nights):
            at = START + timedelta(days=number)
            for name, said in changes.items():
                if said is None:
                    store.retract("docs", [name], at)
                    continue
                page = doc(name, date(2025, 12, 1), text=f"{number} {said}")
                claims = [
                    claim(
                        page,
                        amount(value),
                        # A claim's id stands for what it says of what, as that of a real one does.
                        2 * place + PREDICATES.index(predicate),
                        predicate=predicate,
                        change=Change.NEW if told else Change.NONE,
                        window=Window(start, None, WindowBasis.STATED) if start else None,
                    )
                    for place, (predicate, value, start, told) in enumerate(said)
                ]
                store.ingest([ingested(page, claims)], at)
            store.replace_alignment(one_key(store.current_claims()))
            scan(store, as_of=at.date(), rules=RULES)
            store.note_windows(at)
        known = "" if hours is None else f", TIMESTAMP '{START + timedelta(hours=hours)}'"
        asked = f"DATE '{day}'{known}"
        columns = (
            "claim_id, value, valid_from, valid_to, window_basis, superseded, superseded_by, recorded_at, retracted_at"
        )
        moment = None if hours is None else START + timedelta(hours=hours)
        for predicate in PREDICATES:
            whole = f"SELECT * FROM facts_about('api', '{predicate}', {asked})"
            assert store.facts_about("api", predicate, day, moment).to_pylist() == store.query_arrow(whole).to_pylist()
            one = store.query(f"SELECT {columns} FROM facts_about('api', '{predicate}', {asked}) ORDER BY ALL")
            every = f"SELECT {columns} FROM facts_as_of({asked}) WHERE predicate = '{predicate}' ORDER BY ALL"
            assert one.rows == store.query(every).rows
