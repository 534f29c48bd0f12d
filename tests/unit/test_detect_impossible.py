"""Facts of one subject that cannot both be: an end before its start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from scanner.detect import detect
from scanner.model import Bound, Claim, ConflictType, Finding, FindingKind, Moment, Reason, Scope, Status
from scanner.rules import PredicateCard, RuleSet
from scanner.store import Store
from tests.unit.store_builders import DAY, claim, doc, fill

CARDS = {
    "start date": PredicateCard(id="start date", not_after=("end date",)),
    "end date": PredicateCard(id="end date"),
}
RULES = RuleSet(CARDS, {}, {}, {}, {}, {}, "none")
PAGE, OTHER = doc("page.md"), doc("other.md")


def on(day: date) -> Moment:
    return Moment(day, day + timedelta(days=1))


def dated(predicate: str, day: date, at: int, *, unit: int, subject: str = "north hall", **more: object) -> Claim:
    found = claim(PAGE, on(day), at, predicate=predicate, subject=subject, bound=Bound.EXACT, unit_id=unit)
    return replace(found, **more)  # type: ignore[arg-type]


def scan(claims: Sequence[Claim]) -> tuple[Finding, ...]:
    with Store.open(":memory:", threads=1) as store:
        fill(store, [PAGE, OTHER], claims)
        return detect(store, as_of=DAY, rules=RULES)


START, END = date(2026, 5, 2), date(2026, 4, 12)


def test_an_end_before_its_start_in_one_row() -> None:
    (finding,) = scan([dated("end date", END, 0, unit=1), dated("start date", START, 1, unit=1)])
    assert (finding.kind, finding.type, finding.reason) == (
        FindingKind.CONFLICT,
        ConflictType.IN_DOCUMENT,
        Reason.END_BEFORE_START,
    )
    assert [side.canonical for side in finding.sides] == ["2026-05-02", "2026-04-12"]


def test_an_end_on_or_after_its_start_is_fine() -> None:
    for end in (START, START + timedelta(days=3)):
        assert scan([dated("start date", START, 0, unit=1), dated("end date", end, 1, unit=1)]) == ()


def test_in_other_rows_only_where_nothing_else_is_said() -> None:
    pair = [dated("start date", START, 0, unit=1), dated("end date", END, 1, unit=2)]
    assert len(scan(pair)) == 1
    assert scan([*pair, dated("end date", date(2026, 9, 1), 2, unit=3)]) == ()


def test_other_subjects_scopes_and_documents_have_their_own_ends() -> None:
    start = dated("start date", START, 0, unit=1)
    assert scan([start, dated("end date", END, 1, unit=1, subject="south hall")]) == ()
    assert scan([start, dated("end date", END, 1, unit=1, scope=Scope.of({"region": "eu"}))]) == ()
    assert scan([start, dated("end date", END, 1, unit=1, status=Status.EXAMPLE)]) == ()
    elsewhere = dated("end date", END, 1, unit=1)
    elsewhere = replace(elsewhere, evidence=replace(elsewhere.evidence, doc_id="other.md"))
    assert scan([start, elsewhere]) == ()


def test_a_subject_without_a_name_is_none() -> None:
    claims = [dated("start date", START, 0, unit=1, subject=""), dated("end date", END, 1, unit=1, subject="")]
    assert scan(claims) == ()
