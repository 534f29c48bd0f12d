"""Time: what supersedes what, as the table of the design says, and what does not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from scanner.detect import DetectSettings, detect
from scanner.model import (
    Alignment,
    Bound,
    Change,
    Claim,
    ConflictType,
    Document,
    DocumentLink,
    DocumentRelation,
    EntityRef,
    Finding,
    FindingKind,
    Meeting,
    Reason,
    Scope,
    Status,
    Window,
    WindowBasis,
)
from scanner.rules import RuleSet
from scanner.store import Store
from tests.unit.store_builders import DAY, amount, claim, doc, fill, one_key

RULES = RuleSet({}, {}, {}, {}, {}, {}, "none")
JAN, MAR, JUL = date(2024, 1, 1), date(2024, 3, 1), date(2024, 7, 1)


def scan(
    documents: Sequence[Document],
    claims: Sequence[Claim],
    *,
    store: Store | None = None,
    as_of: date = DAY,
    settings: DetectSettings | None = None,
    links: tuple[DocumentLink, ...] = (),
    meetings: tuple[Meeting, ...] = (),
) -> tuple[Finding, ...]:
    store = store or Store.open(":memory:", threads=1)
    fill(store, documents, claims)
    keys = one_key(claims).keys
    store.replace_alignment(Alignment(links=links, meetings=meetings, keys=keys))
    return detect(store, as_of=as_of, rules=RULES, settings=settings)


def told(findings: Sequence[Finding]) -> list[tuple[str, ...]]:
    return [(f.kind.value, *(side.canonical for side in f.sides)) for f in findings]


def stated(start: date | None, end: date | None = None) -> Window:
    return Window(start, end, WindowBasis.STATED)


def series(doc_id: str, published: date | None = None, **more: str) -> Document:
    return doc(doc_id, published, series="api", **more)


def test_stated_windows_that_follow_one_another_are_an_update() -> None:
    a, b = doc("a.md"), doc("b.md")
    findings = scan([a, b], [claim(a, amount(5), window=stated(JAN, JUL)), claim(b, amount(7), window=stated(JUL))])
    assert told(findings) == [("supersession", "5", "7")]
    assert findings[0].reason is Reason.STATED_WINDOW
    old, new = findings[0].sides
    assert (old.valid_from, old.valid_to, new.valid_from, new.valid_to) == (JAN, JUL, JUL, None)
    assert (old.preferred, new.preferred) == (False, True)


def test_rows_of_one_table_with_dates_make_a_chain_of_steps() -> None:
    a = doc("prices.md", MAR)
    days = [date(2023, 1, 1), JAN, JUL]
    claims = [claim(a, amount(n), at, window=stated(days[at])) for at, n in enumerate((10, 12, 15))]
    assert told(scan([a], claims)) in (
        [("supersession", "10", "12"), ("supersession", "12", "15")],
        [("supersession", "12", "15"), ("supersession", "10", "12")],
    )


def test_a_stated_end_is_followed_by_what_a_later_page_says() -> None:
    a, b = doc("a.md", JAN), doc("b.md", JUL)
    findings = scan([a, b], [claim(a, amount(14), window=stated(JAN, date(2024, 6, 30))), claim(b, amount(17))])
    assert told(findings) == [("supersession", "14", "17")]


def test_stated_windows_that_overlap_are_a_conflict() -> None:
    a, b = doc("a.md"), doc("b.md")
    claims = [claim(a, amount(5), window=stated(JAN, JUL)), claim(b, amount(7), window=stated(MAR, JUL))]
    assert told(scan([a, b], claims)) == [("conflict", "5", "7")]


def test_a_stated_change_supersedes_older_pages_and_its_own_old_value() -> None:
    a, b = doc("a.md", JAN), doc("b.md", JUL)
    claims = [
        claim(a, amount(100)),
        claim(b, amount(100), 3, change=Change.OLD, pair=1, status=Status.HISTORICAL, unit_id=3),
        claim(b, amount(500), 4, change=Change.NEW, pair=1, unit_id=3),
    ]
    (finding,) = scan([a, b], claims)
    assert told([finding]) == [("supersession", "100", "500")]
    assert finding.reason is Reason.STATED_CHANGE
    assert [p.evidence.doc_id for p in finding.sides[0].places] == ["a.md", "b.md"]
    assert finding.sides[1].valid_from == JUL


def test_a_register_that_agrees_with_the_new_value_witnesses_it() -> None:
    contract, amendment, register = doc("contract.txt", JAN), doc("amendment.txt", JUL), doc("register.csv", MAR)
    claims = [
        claim(contract, amount(1)),
        claim(amendment, amount(2), change=Change.NEW),
        claim(register, amount(2)),
    ]
    (finding,) = scan([contract, amendment, register], claims)
    assert finding.kind is FindingKind.SUPERSESSION
    assert [p.evidence.doc_id for p in finding.sides[1].places] == ["amendment.txt", "register.csv"]


def test_being_later_alone_closes_nothing() -> None:
    a, b = doc("a.md", JAN), doc("b.md", JUL)
    (finding,) = scan([a, b], [claim(a, amount(5)), claim(b, amount(7))])
    assert (finding.kind, finding.type) == (FindingKind.CONFLICT, ConflictType.FRESHNESS)
    assert [s.preferred for s in finding.sides] == [False, True]


def test_a_source_that_replaces_by_recency_may() -> None:
    a, b = doc("a.md", JAN), doc("b.md", JUL, source="announcements")
    claims = [claim(a, amount(5)), claim(b, amount(7))]
    settings = DetectSettings(recency_sources=frozenset({"announcements"}))
    assert told(scan([a, b], claims, settings=settings)) == [("supersession", "5", "7")]


def test_lower_standing_never_closes_higher() -> None:
    a, b = doc("a.md", JAN, source_type="primary"), doc("b.md", JUL, source_type="tertiary")
    (finding,) = scan([a, b], [claim(a, amount(5)), claim(b, amount(7), change=Change.NEW)])
    assert finding.kind is FindingKind.CONFLICT
    assert [s.preferred for s in finding.sides] == [True, False]


def test_a_change_without_old_value_leaves_later_and_undated_pages_alone() -> None:
    changed = doc("b.md", MAR)
    for other in (doc("a.md", JUL), doc("a.md")):
        findings = scan([other, changed], [claim(other, amount(5)), claim(changed, amount(7), change=Change.NEW)])
        assert told(findings) in ([("conflict", "5", "7")], [("conflict", "7", "5")])


def test_an_undated_page_that_says_the_very_old_value_is_superseded() -> None:
    a, b = doc("a.md"), doc("b.md", JUL)
    claims = [
        claim(a, amount(100)),
        claim(b, amount(100), 3, change=Change.OLD, pair=1, status=Status.HISTORICAL, unit_id=3),
        claim(b, amount(500), 4, change=Change.NEW, pair=1, unit_id=3),
    ]
    assert told(scan([a, b], claims)) == [("supersession", "100", "500")]


def test_a_later_page_that_still_says_the_old_value_lags() -> None:
    a, b = doc("a.md", date(2025, 1, 1)), doc("b.md", JUL)
    claims = [
        claim(a, amount(100)),
        claim(b, amount(100), 3, change=Change.OLD, pair=1, status=Status.HISTORICAL, unit_id=3),
        claim(b, amount(500), 4, change=Change.NEW, pair=1, unit_id=3),
    ]
    conflict, update = scan([a, b], claims)
    assert (conflict.kind, conflict.type, conflict.reason) == (
        FindingKind.CONFLICT,
        ConflictType.FRESHNESS,
        Reason.LAG,
    )
    assert [(s.canonical, s.preferred) for s in conflict.sides] == [("500", True), ("100", False)]
    assert update.kind is FindingKind.SUPERSESSION


def test_a_page_lags_behind_another_pages_series() -> None:
    v1, v2, page = series("v1.md", JAN, version="1.0"), series("v2.md", JUL, version="2.0"), doc("faq.md", MAR)
    claims = [claim(v1, amount(100)), claim(v2, amount(500)), claim(page, amount(100))]
    conflict, update = scan([v1, v2, page], claims)
    assert conflict.reason is Reason.LAG
    assert {s.canonical: s.preferred for s in conflict.sides} == {"100": False, "500": True}
    assert told([update]) == [("supersession", "100", "500")]
    assert update.reason is Reason.NEWER_IN_SERIES


def test_a_series_is_ordered_by_version_before_date() -> None:
    patch, major = series("v1.10.md", JUL, version="1.10"), series("v2.md", JAN, version="v2.0")
    middle = series("v1.9.md", MAR, version="1.9")
    claims = [claim(patch, amount(10)), claim(major, amount(20)), claim(middle, amount(9))]
    findings = scan([patch, major, middle], claims)
    assert sorted(told(findings)) == [("supersession", "10", "20"), ("supersession", "9", "10")]


def test_what_the_newer_version_repeats_or_drops_is_no_finding() -> None:
    v1, v2 = series("v1.md", JAN), series("v2.md", JUL)
    assert scan([v1, v2], [claim(v1, amount(5)), claim(v2, amount(5))]) == ()
    other = doc("x.md", MAR)
    store = Store.open(":memory:")
    findings = scan([v1, v2, other], [claim(v1, amount(5)), claim(other, amount(9))], store=store)
    assert findings == ()
    facts = store.query("SELECT value, valid_from, valid_to, superseded FROM facts ORDER BY value").rows
    assert facts == (("5", JAN, JUL, True), ("9", MAR, None, False))


def test_a_draft_closes_nothing_in_force() -> None:
    v1, rc = series("v1.md", JAN, version="1.0"), series("rc.md", JUL, version="2.0-rc1")
    assert scan([v1, rc], [claim(v1, amount(5)), claim(rc, amount(7))]) == ()
    v2 = series("v2.md", DAY, version="2.0")
    findings = scan([v1, rc, v2], [claim(v1, amount(5)), claim(rc, amount(7)), claim(v2, amount(8))])
    assert sorted(told(findings)) == [("supersession", "5", "8"), ("supersession", "7", "8")]


def test_versions_of_one_day_without_order_conflict() -> None:
    a, b = series("a.md", JAN), series("b.md", JAN)
    assert told(scan([a, b], [claim(a, amount(5)), claim(b, amount(7))])) == [("conflict", "5", "7")]


def test_versions_of_one_day_with_order_leave_no_empty_window() -> None:
    a, b = series("a.md", JAN, version="1"), series("b.md", JAN, version="2")
    store = Store.open(":memory:")
    assert told(scan([a, b], [claim(a, amount(5)), claim(b, amount(7))], store=store)) == [("supersession", "5", "7")]
    rows = store.query("SELECT valid_from, valid_to FROM facts WHERE value = '5'").rows
    assert rows == ((None, JAN),)


def test_series_come_from_links_too() -> None:
    a, b = doc("a.md", JAN), doc("b.md", JUL)
    link = DocumentLink(("docs", "a.md"), ("docs", "b.md"), DocumentRelation.SERIES, 0.9)
    findings = scan([a, b], [claim(a, amount(5)), claim(b, amount(7))], links=(link,))
    assert told(findings) == [("supersession", "5", "7")]


def test_a_document_may_say_that_it_replaces_another() -> None:
    a, b = doc("june/policy.md", JAN, title="June policy"), doc("nov.md", JUL, supersedes=("June policy",))
    findings = scan([a, b], [claim(a, amount(2)), claim(b, amount(4))])
    assert told(findings) == [("supersession", "2", "4")]
    assert findings[0].reason is Reason.DECLARED_SUPERSESSION


def test_documents_that_replace_each_other_replace_nothing() -> None:
    a, b = doc("a.md", JAN, supersedes=("b.md",)), doc("b.md", JUL, supersedes=("a.md",))
    assert told(scan([a, b], [claim(a, amount(2)), claim(b, amount(4))])) == [("conflict", "2", "4")]


def test_a_value_that_comes_back_makes_two_steps_and_says_so() -> None:
    docs = [series(f"v{n}.md", date(2020 + n, 1, 1)) for n in (1, 2, 3)]
    claims = [claim(d, amount(n)) for d, n in zip(docs, (12, 6, 12), strict=True)]
    findings = sorted(scan(docs, claims), key=lambda f: f.sides[1].valid_from or DAY)
    assert told(findings) == [("supersession", "12", "6"), ("supersession", "6", "12")]
    assert findings[0].explanation == ()
    assert findings[1].explanation == ("returns",)
    assert [p.evidence.doc_id for p in findings[0].sides[0].places] == ["v1.md"]
    assert [p.evidence.doc_id for p in findings[1].sides[1].places] == ["v3.md"]


def test_back_and_forth_is_never_merged() -> None:
    docs = [series(f"v{n}.md", date(2020 + n, 1, 1)) for n in (1, 2, 3, 4)]
    claims = [claim(d, amount(n)) for d, n in zip(docs, (12, 6, 12, 6), strict=True)]
    assert sorted(told(scan(docs, claims))) == [
        ("supersession", "12", "6"),
        ("supersession", "12", "6"),
        ("supersession", "6", "12"),
    ]


def test_a_planned_change_takes_effect_on_its_day() -> None:
    a, b = doc("a.md", JAN), doc("b.md", MAR)
    claims = [claim(a, amount(5)), claim(b, amount(7), status=Status.PLANNED, window=stated(JUL))]
    assert scan([a, b], claims, as_of=date(2024, 6, 30)) == ()
    assert told(scan([a, b], claims, as_of=JUL)) == [("supersession", "5", "7")]


def test_a_plan_without_a_day_never_counts() -> None:
    a, b = doc("a.md", JAN), doc("b.md", MAR)
    assert scan([a, b], [claim(a, amount(5)), claim(b, amount(7), status=Status.PLANNED)]) == ()


def test_examples_hypotheses_and_history_conflict_with_nothing() -> None:
    a, b = doc("a.md"), doc("b.md")
    for status in (Status.EXAMPLE, Status.HYPOTHETICAL, Status.HISTORICAL):
        assert scan([a, b], [claim(a, amount(5)), claim(b, amount(7), status=status)]) == ()


def test_a_told_past_ends_an_older_page() -> None:
    a, b = doc("a.md", JAN), doc("b.md", JUL)
    store = Store.open(":memory:")
    claims = [claim(a, amount(5)), claim(b, amount(5), status=Status.HISTORICAL, window=stated(None, MAR))]
    assert scan([a, b], claims, store=store) == ()
    assert store.query("SELECT valid_to FROM facts WHERE status = 'asserted'").rows == ((MAR,),)


def test_an_office_holder_and_the_successor() -> None:
    a, b = doc("leadership.md", JAN), doc("news.md", JUL)
    first, second = EntityRef("ada young", "Ada Young"), EntityRef("bo lind", "Bo Lind")
    claims = [
        claim(a, first, bound=Bound.EXACT, predicate="ceo"),
        claim(b, second, bound=Bound.EXACT, predicate="ceo", change=Change.NEW),
    ]
    assert told(scan([a, b], claims)) == [("supersession", "Ada Young", "Bo Lind")]


def test_a_change_of_one_tier_leaves_another_alone() -> None:
    a, b = doc("a.md", JAN), doc("b.md", JUL)
    basic, gold = Scope.of({"tier": "basic"}), Scope.of({"tier": "gold"})
    claims = [claim(a, amount(5), scope=basic), claim(b, amount(7), scope=gold, change=Change.NEW)]
    assert scan([a, b], claims) == ()


@pytest.mark.parametrize("known", [None, True])
def test_maximum_and_minimum_never_replace_each_other(known: bool | None) -> None:
    v1, v2 = series("v1.md", JAN), series("v2.md", JUL)
    claims = [
        claim(v1, amount(5), bound=Bound.MIN, functional=known),
        claim(v2, amount(9), bound=Bound.MAX, functional=known),
    ]
    assert scan([v1, v2], claims) == ()


def test_facts_as_of_follow_the_updates() -> None:
    docs = [series(f"v{n}.md", date(2020 + n, 1, 1)) for n in (1, 2, 3)]
    claims = [claim(d, amount(n)) for d, n in zip(docs, (1, 5, 9), strict=True)]
    store = Store.open(":memory:")
    scan(docs, claims, store=store)

    def on(day: str) -> list[object]:
        return [row[0] for row in store.query(f"SELECT value FROM facts_as_of(DATE '{day}')").rows]

    assert on("2020-12-31") == []
    assert on("2021-06-01") == ["1"]
    assert on("2022-01-01") == ["5"]
    assert on("2026-01-01") == ["9"]
    chains = store.query("SELECT old_value, new_value FROM supersession_chains").rows
    assert chains == (("1", "5"), ("5", "9"))
