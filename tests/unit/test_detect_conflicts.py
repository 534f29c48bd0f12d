"""What conflicts, what is only possible, and what agrees."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from scanner.detect import DetectSettings, detect
from scanner.model import (
    Alignment,
    Bound,
    Claim,
    ConflictType,
    Document,
    Finding,
    FindingKind,
    FindingStatus,
    Flag,
    Meeting,
    Quantity,
    Reading,
    Reason,
    Scope,
    Severity,
    Term,
    Text,
    Value,
)
from scanner.rules import PredicateCard, RuleSet
from scanner.store import ScanRow, Store
from tests.unit.store_builders import DAY, amount, claim, doc, fill, ingested, one_key

RULES = RuleSet({}, {}, {}, {}, {}, {}, "none")
A, B, C = doc("a.md"), doc("b.md"), doc("c.md")
STANDARD, GOLD, EU = Scope.of({"tier": "standard"}), Scope.of({"tier": "gold"}), Scope.of({"region": "eu"})


def scan(
    claims: Sequence[Claim],
    documents: Sequence[Document] = (A, B, C),
    *,
    meetings: tuple[Meeting, ...] = (),
    rules: RuleSet = RULES,
    settings: DetectSettings | None = None,
    as_of: date = DAY,
) -> tuple[Finding, ...]:
    with Store.open(":memory:", threads=1) as store:
        fill(store, documents, claims)
        store.replace_alignment(Alignment(meetings=meetings, keys=one_key(claims).keys))
        return detect(store, as_of=as_of, rules=rules, settings=settings)


def told(findings: Sequence[Finding]) -> list[tuple[str, ...]]:
    return [(f.kind.value, *sorted(side.canonical for side in f.sides)) for f in findings]


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (amount(5), amount(7), Reason.QUANTITY_DIFFERS),
        (Flag(True), Flag(False), Reason.POLARITY_DIFFERS),
        (Term("status", "retired"), Term("status", "available"), Reason.TERM_DIFFERS),
    ],
)
def test_two_values_of_one_fact_conflict(one: Value, other: Value, reason: Reason) -> None:
    (finding,) = scan([claim(A, one), claim(B, other)])
    assert (finding.kind, finding.reason, finding.type) == (FindingKind.CONFLICT, reason, ConflictType.FACTUAL)
    assert (finding.subject, finding.predicate, finding.way) == ("api", "rate limit", Reason.SAME_KEY)
    assert finding.severity is Severity.HIGH
    assert all(part[1] <= 1 for part in finding.parts)
    assert [side.places[0].evidence.doc_id for side in finding.sides] == ["a.md", "b.md"]
    assert finding.sides[0].places[0].evidence.quote == f"a.md 0: the rate limit is {one.canonical}"


def test_one_value_in_many_places_is_no_finding() -> None:
    assert scan([claim(A, amount(5)), claim(B, amount(5)), claim(C, amount(5, noun="x"))]) == ()


def test_a_range_that_holds_the_other_value_agrees() -> None:
    wide = Quantity(Fraction(1), Fraction(10))
    assert scan([claim(A, amount(5)), claim(B, wide)]) == ()


def test_a_value_compatible_with_two_sides_witnesses_none() -> None:
    wide = Quantity(Fraction(4), Fraction(8))
    (finding,) = scan([claim(A, amount(5)), claim(B, amount(7)), claim(C, wide)])
    assert told([finding]) == [("conflict", "5", "7")]
    assert [side.canonical for side in finding.consistent_with] == ["4..8"]


def test_three_values_are_one_finding_with_three_sides() -> None:
    assert told(scan([claim(A, amount(5)), claim(B, amount(7)), claim(C, amount(9))])) == [("conflict", "5", "7", "9")]


def test_a_set_valued_predicate_conflicts_with_nothing() -> None:
    terms = [Term("product", "postgresql"), Term("product", "mysql")]
    assert scan([claim(d, v, functional=False) for d, v in zip((A, B), terms, strict=True)]) == ()
    assert len(scan([claim(d, Flag(v), functional=False) for d, v in ((A, True), (B, False))])) == 1


def test_other_scopes_are_not_comparable_and_a_missing_one_is_possible() -> None:
    assert scan([claim(A, amount(5), scope=STANDARD), claim(B, amount(7), scope=GOLD)]) == ()
    (finding,) = scan([claim(A, amount(5)), claim(B, amount(7), scope=GOLD)])
    assert (finding.kind, finding.type, finding.reason) == (
        FindingKind.POSSIBLE,
        ConflictType.SCOPE,
        Reason.SCOPE_MISSING,
    )
    assert (finding.missing, finding.scope) == (("tier",), GOLD)


def test_each_scope_is_a_finding_of_its_own() -> None:
    claims = [
        claim(A, amount(5)),
        claim(B, amount(7), scope=GOLD),
        claim(C, amount(3), scope=STANDARD),
    ]
    assert sorted(told(scan(claims))) == [("possible", "3", "5"), ("possible", "5", "7")]


def test_a_rule_and_its_exception_in_one_document_agree() -> None:
    assert scan([claim(A, amount(5)), claim(A, amount(7), 1, scope=GOLD)]) == ()
    # ... whoever else says the one or the other.
    assert scan([claim(A, amount(5)), claim(A, amount(7), 1, scope=GOLD), claim(B, amount(7), scope=GOLD)]) == ()


def test_a_dimension_that_changes_nothing_is_not_missed() -> None:
    same = [claim(A, amount(5), scope=STANDARD), claim(B, amount(5), scope=GOLD)]
    (finding,) = scan([*same, claim(C, amount(7))])
    assert finding.kind is FindingKind.CONFLICT


def test_crossing_scopes_are_possible_under_both() -> None:
    (finding,) = scan([claim(A, amount(5), scope=EU), claim(B, amount(7), scope=GOLD)])
    assert finding.kind is FindingKind.POSSIBLE
    assert finding.missing == ("region", "tier")
    assert str(finding.scope) == "region=eu, tier=gold"


def test_a_meeting_that_lacked_scope_makes_a_possible() -> None:
    claims = [claim(A, amount(5)), claim(B, amount(7))]
    first, second = claims[0].claim_id, claims[1].claim_id
    meeting = Meeting(first, second, Reason.NEAR_STATEMENT, 0.8, ("audience",))
    (finding,) = scan(claims, meetings=(meeting,))
    assert (finding.kind, finding.missing, finding.way) == (
        FindingKind.POSSIBLE,
        ("audience",),
        Reason.NEAR_STATEMENT,
    )
    sure = Meeting(first, second, Reason.NEAR_STATEMENT, 0.7)
    (finding,) = scan(claims, meetings=(meeting, sure))
    assert finding.kind is FindingKind.CONFLICT


def test_a_meeting_across_scopes_says_nothing_of_equal_scopes() -> None:
    claims = [claim(A, amount(5)), claim(B, amount(7), scope=GOLD), claim(C, amount(7))]
    meeting = Meeting(claims[0].claim_id, claims[1].claim_id, Reason.SAME_KEY, 0.8, ("tier",))
    assert told(scan(claims, meetings=(meeting,))) == [("conflict", "5", "7")]


def test_bounds_conflict_with_values_outside_them_only() -> None:
    def bounds(first: tuple[Bound, int], second: tuple[Bound, int]) -> list[tuple[str, ...]]:
        return told(scan([claim(A, amount(first[1]), bound=first[0]), claim(B, amount(second[1]), bound=second[0])]))

    assert bounds((Bound.MAX, 500), (Bound.EXACT, 400)) == []
    assert bounds((Bound.MAX, 500), (Bound.EXACT, 600)) == [("conflict", "500", "600")]
    assert bounds((Bound.MIN, 5), (Bound.MAX, 3)) == [("conflict", "3", "5")]
    assert bounds((Bound.MIN, 5), (Bound.MAX, 9)) == []
    assert bounds((Bound.DEFAULT, 5), (Bound.EXACT, 9)) == [("possible", "5", "9")]
    assert bounds((Bound.RECOMMENDED, 5), (Bound.RECOMMENDED, 9)) == []
    assert bounds((Bound.TYPICAL, 5), (Bound.EXACT, 9)) == []
    assert bounds((Bound.RECOMMENDED, 50), (Bound.MAX, 9)) == [("conflict", "50", "9")]


def test_one_value_in_two_bound_classes_is_one_side() -> None:
    claims = [
        claim(A, amount(500), bound=Bound.MAX),
        claim(B, amount(600), bound=Bound.EXACT),
        claim(C, amount(600), bound=Bound.MAX),
    ]
    (finding,) = scan(claims)
    assert told([finding]) == [("conflict", "500", "600")]
    assert sum(len(side.places) for side in finding.sides) == 3


def test_values_that_may_be_one_are_possible() -> None:
    decimal = Quantity(
        Fraction(5 * 10**9), Fraction(5 * 10**9), "byte", prefix="decimal",
        alternative=Reading("byte", Fraction(5 * 2**30), Fraction(5 * 2**30)),
    )  # fmt: skip
    binary = Quantity(Fraction(5 * 2**30), Fraction(5 * 2**30), "byte", prefix="binary")
    (finding,) = scan([claim(A, decimal), claim(B, binary)])
    assert (finding.kind, finding.reason) == (FindingKind.POSSIBLE, Reason.UNIT_BASE)
    (finding,) = scan([claim(A, Text("only on paper")), claim(B, Text("by mail or in person"))])
    assert (finding.kind, finding.reason) == (FindingKind.POSSIBLE, Reason.TEXT_DIFFERS)


def test_other_dimensions_are_not_compared() -> None:
    assert scan([claim(A, amount(5, "second")), claim(B, amount(7, "byte"))]) == ()


def test_the_card_gives_the_tolerance() -> None:
    card = PredicateCard(id="rate limit", tolerance=0.1)
    rules = replace(RULES, predicates={"rate limit": card})
    assert scan([claim(A, amount(100)), claim(B, amount(105))], rules=rules) == ()
    assert len(scan([claim(A, amount(100)), claim(B, amount(125))], rules=rules)) == 1


def test_a_page_that_disagrees_with_itself() -> None:
    (finding,) = scan([claim(A, amount(5)), claim(A, amount(7), 4)])
    assert (finding.kind, finding.type) == (FindingKind.CONFLICT, ConflictType.IN_DOCUMENT)


def test_two_values_in_one_sentence_are_not_set_against_each_other() -> None:
    assert scan([claim(A, amount(5), 1, unit_id=9), claim(A, amount(7), 2, unit_id=9)]) == ()


def test_copies_of_one_text_are_one_witness_and_all_shown() -> None:
    text = "The rate limit is **5**."
    claims = [
        claim(A, amount(5), quote=text),
        claim(B, amount(5), quote="the rate limit is 5"),
        claim(C, amount(7)),
    ]
    (finding,) = scan(claims)
    (five,) = (s for s in finding.sides if s.canonical == "5")
    assert (five.witnesses, len(five.places)) == (1, 2)


def test_standing_and_recency_make_authority() -> None:
    primary = doc("a.md", date(2026, 5, 29), source_type="primary", owner="Kay", author="Kay")
    tertiary = doc("b.md", date(2026, 5, 29), source_type="tertiary", author="Lee", owner="Kay")
    settings = DetectSettings(authors={"Lee": 0.5})
    (finding,) = scan([claim(primary, amount(5)), claim(tertiary, amount(7))], (primary, tertiary), settings=settings)
    strong, weak = finding.sides
    assert (strong.canonical, strong.preferred, weak.preferred) == ("5", True, False)
    assert strong.authority == pytest.approx(1.0 * (1 - 0.1 * 184 / 30.4375), abs=0.001)
    assert weak.authority == pytest.approx(0.15 * (1 - 0.1 * 184 / 30.4375), abs=0.001)
    assert weak.places[0].standing == 0.15
    assert finding.owner == "Kay"


def test_a_newer_weaker_page_is_not_preferred() -> None:
    old = doc("a.md", date(2026, 1, 1), source_type="primary")
    new = doc("b.md", date(2026, 6, 1), source_type="secondary")
    (finding,) = scan([claim(old, amount(5)), claim(new, amount(7))], (old, new))
    assert finding.type is ConflictType.FRESHNESS
    assert [s.preferred for s in finding.sides] == [True, False]


def test_a_fact_that_does_not_change_is_factual_whatever_the_dates() -> None:
    old, new = doc("a.md", date(2025, 1, 1)), doc("b.md", date(2026, 6, 1))
    claims = [claim(old, amount(5), changes=False), claim(new, amount(7), changes=False)]
    (finding,) = scan(claims, (old, new))
    assert finding.type is ConflictType.FACTUAL


def test_a_crowded_finding_stays_readable() -> None:
    documents = [doc(f"d{n:02}.md") for n in range(12)]
    claims = [claim(d, amount(n), at) for n, d in enumerate(documents) for at in range(20)]
    (finding,) = scan(claims, documents)
    assert len(finding.sides) == 8
    crowd: dict[str, int] = {}
    for side in finding.sides:
        for place in side.places:
            crowd[place.evidence.doc_id] = crowd.get(place.evidence.doc_id, 0) + 1
    assert max(crowd.values()) <= 12


def test_a_predicate_of_many_values_by_nature_is_no_slip() -> None:
    def subjects(count: int) -> tuple[Finding, ...]:
        documents = [doc(f"d{n}.md") for n in range(count)]
        claims = [
            claim(d, amount(value), at, subject=d.doc_id, predicate="port")
            for d in documents
            for at, value in enumerate((80, 443))
        ]
        keys = {c.claim_id: int(c.subject[1:-3]) for c in claims}
        with Store.open(":memory:", threads=1) as store:
            fill(store, documents, claims)
            store.replace_alignment(Alignment(keys=keys))
            return detect(store, as_of=DAY, rules=RULES)

    assert len(subjects(1)) == 1
    assert len(subjects(5)) == 5
    assert subjects(6) == ()


def test_a_finding_is_new_to_the_scan_that_first_saw_it() -> None:
    claims = [claim(A, amount(5)), claim(B, amount(7))]
    with Store.open(":memory:", threads=1) as store:
        fill(store, [A, B], claims)
        store.replace_alignment(one_key(claims))
        (first,) = detect(store, as_of=date(2026, 11, 1), rules=RULES)
        (again,) = detect(store, as_of=date(2026, 11, 1), rules=RULES)
        store.reviews.end_scan(ScanRow(1, "run", date(2026, 11, 1)))
        (later,) = detect(store, as_of=DAY, rules=RULES)
        assert (first.status, first.first_seen) == (FindingStatus.NEW, date(2026, 11, 1))
        assert again == first
        assert (later.status, later.first_seen) == (FindingStatus.OPEN, date(2026, 11, 1))
        # Another witness changes the places, another wording the offsets: it stays the same finding to a person.
        more = [*claims, claim(C, amount(7))]
        store.ingest([ingested(C, more[2:])], DAY)
        store.replace_alignment(one_key(more))
        (known,) = detect(store, as_of=DAY, rules=RULES)
        assert (known.status, known.first_seen) == (FindingStatus.OPEN, date(2026, 11, 1))
        # A third value is a change.
        third = doc("d.md")
        store.ingest([ingested(third, [claim(third, amount(9))])], DAY)
        store.replace_alignment(one_key([*more, claim(third, amount(9))]))
        (changed,) = detect(store, as_of=DAY, rules=RULES)
        assert changed.status is FindingStatus.NEW
        rows = store.query("SELECT count(*), count(DISTINCT finding_id) FROM open_conflicts").rows
        assert rows == ((4, 1),)


def test_a_deleted_page_takes_its_finding_along() -> None:
    claims = [claim(A, amount(5)), claim(B, amount(7))]
    with Store.open(":memory:", threads=1) as store:
        fill(store, [A, B], claims)
        store.replace_alignment(one_key(claims))
        assert len(detect(store, as_of=DAY, rules=RULES)) == 1
        store.retract("docs", ["b.md"], DAY)
        assert detect(store, as_of=DAY, rules=RULES) == ()


def test_findings_can_be_asked_for_by_the_start_of_their_id() -> None:
    claims = [claim(A, amount(5)), claim(B, amount(7))]
    with Store.open(":memory:", threads=1) as store:
        fill(store, [A, B], claims)
        store.replace_alignment(one_key(claims))
        (finding,) = detect(store, as_of=DAY, rules=RULES)
        assert store.findings(finding.finding_id) == (finding,)
        assert store.findings(finding.finding_id[:6]) == (finding,)
        assert store.findings("f1:nothing") == ()
        assert len(finding.finding_id) == 15
        assert json.dumps(finding.fingerprint_content)


def test_without_keys_nothing_is_judged() -> None:
    with Store.open(":memory:", threads=1) as store:
        fill(store, [A, B], [claim(A, amount(5)), claim(B, amount(7))])
        assert detect(store, as_of=DAY, rules=RULES) == ()


def _many(document: Document, number: int) -> list[Claim]:
    """Claims that meet nothing, to make a document large."""
    return [claim(document, amount(n), 100 + n, subject=f"thing {n}", predicate="height") for n in range(number)]


@pytest.mark.parametrize(("others", "score", "left"), [(3, 0.3, 1), (3, 0.08, 0), (60, 0.3, 0), (60, 0.75, 1)])
def test_of_many_pairs_a_weak_one_is_no_finding(others: int, score: float, left: int) -> None:
    sides = [claim(A, amount(5), confidence=0.9), claim(B, amount(9), confidence=0.9)]
    meetings = (Meeting(sides[0].claim_id, sides[1].claim_id, Reason.PARAPHRASE, score),)
    claims = [*sides, *_many(A, others), *_many(B, others)]
    with Store.open(":memory:", threads=1) as store:
        fill(store, (A, B), claims)
        store.replace_alignment(Alignment(meetings=meetings, keys=one_key(sides).keys))
        found = detect(store, as_of=DAY, rules=RULES)
        apart = [(s.gate, s.claim_a, s.claim_b) for s in store.stopped(sides[0].claim_id)]
    assert len(found) == left
    assert bool(apart) is not bool(left)
    assert {gate for gate, _, _ in apart} <= {Reason.UNLIKELY}


def test_a_further_witness_never_makes_a_finding_less_likely() -> None:
    sides = [claim(A, amount(5), confidence=0.9), claim(B, amount(9), confidence=0.9)]
    meetings = (Meeting(sides[0].claim_id, sides[1].claim_id, Reason.PARAPHRASE, 0.3),)
    witness = claim(C, amount(5), confidence=0.9)
    meetings += (Meeting(witness.claim_id, sides[1].claim_id, Reason.PARAPHRASE, 0.3),)
    assert len(scan([*sides, witness, *_many(C, 300)], meetings=meetings)) == 1
