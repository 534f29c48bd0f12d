"""What columns decide is what Python would have decided: same findings, sides, places and windows, on any claims."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.detect import DetectSettings
from scanner.detect.scan import scan
from scanner.model import (
    Alignment,
    Bound,
    Change,
    Claim,
    Document,
    EntityRef,
    Flag,
    Meeting,
    Moment,
    Quantity,
    Reading,
    Reason,
    Scope,
    Status,
    SubjectBasis,
    Term,
    Text,
    Value,
    Version,
    Window,
    WindowBasis,
)
from scanner.rules import PredicateCard, RuleSet
from scanner.store import Store
from tests.unit.store_builders import DAY, amount, claim, doc, fill, ingested, place

RULES = RuleSet({"speed": PredicateCard(id="speed", tolerance=0.05)}, {}, {}, {}, {}, {}, "none")
FIRST = date(2020, 1, 1)
PLAIN, GOLD, BASIC = Scope(), Scope.of({"tier": "gold"}), Scope.of({"tier": "basic"})
EU, GOLD_EU = Scope.of({"region": "eu"}), Scope.of({"region": "eu", "tier": "gold"})
SCOPES = (
    *([[PLAIN]] * 4),
    *([[GOLD, BASIC]] * 2),
    *([PLAIN, GOLD], [PLAIN, GOLD, BASIC], [GOLD, EU], [PLAIN, EU, GOLD_EU], [PLAIN, GOLD, BASIC, EU, GOLD_EU]),
)
MISSING = (("tier",), ("region",), ("region", "tier"), ("version",))
Parts = tuple[list[Document], list[Claim], Alignment]
TABLES = ("findings", "finding_sides", "finding_places", "windows")
DAYS = [FIRST + timedelta(days=30 * n) for n in range(4)]
LATER = DAY + timedelta(days=9)
THIRD, NEARLY = Fraction(1, 3), Fraction("0.3333333333333333")
NUMBERS = [*(Fraction(n) for n in (0, 1, 2, 3, 100, 103)), THIRD, NEARLY, Fraction("2.1")]
CODES: tuple[tuple[Value, ...], ...] = (
    (Flag(True), Flag(False)),
    (Term("status", "a"), Term("status", 'b"'), Term("status", "c\\d")),
    (Term("status", "a"), Term("status", "e\tf"), Term("status", "g\x01")),
    (Term("modality", "must"), Term("modality", "may"), Term("status", "a")),
    (Term("status", "a"), Term("status", "b"), Term("status", "e", agrees=("a",))),
    (Version((1,)), Version((1, 2)), Version((1, 20)), Version((1, 2), "rc1")),
    tuple(EntityRef(name, name.title()) for name in ("ann lee", "lee ann", "ann", "bo é", "a lee", "acme ltd", "acme")),
    (Text("some words"), Text("other words")),
    tuple(Moment(day, day + timedelta(days=length)) for day in DAYS[:2] for length in (1, 31)),
)
TAKING_PART = [*[Status.ASSERTED] * 6, Status.NEGATED, Status.PLANNED]
WAYS = [Reason.PARAPHRASE, Reason.SERIES]
KEYS = 70


class Corpus:
    """Documents, of which some are versions of one another, and claims under many keys. All follows from the seed.

    One key in three has something that tells of a change or takes exact arithmetic; the others columns can decide, two
    in five of them with stated starts, plans and old values. Under half of the keys some scopes may be one, and
    under one in five most meetings lacked a dimension on one side.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        pick = self.random.choice
        self.documents = [
            doc(
                f"{number % 3}/d{number}.md",
                pick([None, LATER, *DAYS, *DAYS]),
                series=pick(["s", "t"]) if number % 8 == 0 else "",
                version=pick(["", "1", "2", "3-rc1"]),
                source_type=pick(["", "primary", "tertiary"]),
                owner=pick(["", "ann", "bo"]),
                supersedes=("d29.md",) if number == 7 else (),
            )
            for number in range(30)
        ]
        self.claims: list[Claim] = []
        self.keys: dict[str, int] = {}
        self.meetings: list[Meeting] = []
        for key in range(KEYS):
            self._add(key)

    def _add(self, key: int) -> None:
        pick, chance = self.random.choice, self.random.random
        odd = chance() < 0.3
        timed = not odd and chance() < 0.4
        values = self._amounts(odd) if chance() < 0.5 else list(pick(CODES))
        scopes, vague = pick(SCOPES), chance() < 0.2
        unit, functional = pick([0, 0, 1]), [pick([True, True, None]), pick([True, False])]
        few, told = chance() < 0.7 and not timed, []
        for number in range(self.random.randint(2, 9)):
            value = pick(values)
            d = pick(self.documents[1:4] if few else self.documents)
            said = claim(
                d,
                value,
                len(self.claims),
                subject=pick([f"api {key}", f"api {key}", ""]),
                predicate="speed" if key % 5 == 0 else pick([f"limit {key}", f"limit {key}", "several"]),
                bound=pick(list(Bound)) if odd else Bound.EXACT if key % 7 else Bound.RECOMMENDED,
                scope=pick(scopes),
                status=pick(list(Status) if odd else [*TAKING_PART, Status.HISTORICAL] if timed else TAKING_PART),
                change=pick(list(Change)) if odd and chance() < 0.3 else Change.NONE,
                functional=pick(functional),
                confidence=pick([0.9, 0.75, 0.333]),
                unit_id=number * (1 - unit),
                quote=pick(["", "One copied text."]),
                subject_basis=pick(list(SubjectBasis)),
                changes=pick([True, True, True, None, key % 3 == 0]),
            )
            window = Window(d.published, None, WindowBasis.DOCUMENT_DATE) if d.published else Window()
            if chance() < 0.1:
                window = Window()
            elif odd and chance() < 0.3:
                window = Window(FIRST, pick([None, DAYS[2]]), WindowBasis.STATED)
            elif timed and chance() < 0.5:
                window = Window(pick([*DAYS, LATER]), None, WindowBasis.STATED)
            texts = {
                "value_text": pick([value.canonical, "as written", "w" * 130]),
                "subject_text": pick(["The API", ""]),
            }
            told.append(replace(said, window=window, **texts))
            self.claims.append(told[-1])
        self.keys.update((c.claim_id, key) for c in told)
        for a, b in pairwise(told):
            if key % 4 and chance() < 0.6:
                low, high = sorted((a.claim_id, b.claim_id))
                missing = pick(MISSING) if chance() < (0.8 if vague else 0.03) else ()
                self.meetings.append(Meeting(low, high, pick(WAYS[: 1 if timed else 2]), pick([0.61, 0.7]), missing))

    def _amounts(self, odd: bool) -> list[Value]:
        pick = self.random.choice
        units = pick([[""], [""], ["", "second"]])
        amounts: list[Value] = []
        for _ in range(pick([2, 2, 3, 12])):
            low, high = sorted((pick(NUMBERS), pick(NUMBERS)))
            amounts.append(
                Quantity(
                    low,
                    None if odd and pick([True, False]) else pick([low, high]),
                    pick(units),
                    approximate=pick([False, False, True]),
                    alternative=Reading("byte", Fraction(1), Fraction(2)) if odd and pick([True, False]) else None,
                )
            )
        return amounts

    @property
    def parts(self) -> Parts:
        unique = {(m.claim_a, m.claim_b): m for m in self.meetings}
        return self.documents, self.claims, Alignment(meetings=tuple(unique.values()), keys=self.keys)


def outcome(corpus: Parts, *, columns: bool) -> dict[str, tuple[object, ...]]:
    documents, claims, alignment = corpus
    with Store.open(":memory:", threads=1) as store:
        store.ingest([ingested(d, [c for c in claims if place(c) == (d.source, d.doc_id)]) for d in documents], DAY)
        store.replace_alignment(alignment)
        scan(store, as_of=DAY, rules=RULES, columns=columns)
        return {name: store.query(f"SELECT * FROM {name} ORDER BY ALL").rows for name in TABLES}


@given(st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_columns_decide_as_python_does(seed: int) -> None:
    corpus = Corpus(seed).parts
    assert outcome(corpus, columns=True) == outcome(corpus, columns=False)


def test_columns_and_python_both_decide_some() -> None:
    documents, claims, alignment = Corpus(1).parts
    with Store.open(":memory:", threads=1) as store:
        fill(store, documents, claims)
        store.replace_alignment(alignment)
        judged: list[int] = []
        stage = store.stage_findings
        store.stage_findings = lambda first, found: (judged.append(len(found)), stage(first, found))  # type: ignore[method-assign]
        whole = DetectSettings(least_score=0, score_per_tenfold=0)
        found = scan(store, as_of=DAY, rules=RULES, settings=whole, columns=True)
    assert 5 < sum(judged) < found - 5


A, B = doc("a.md", FIRST), doc("b.md", FIRST + timedelta(days=1))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (amount(5), amount(7), "quantity-differs"),
        (amount(5, "second"), amount(7, "second"), "quantity-differs"),
        (amount(5), amount(7, "second"), None),
        (amount(5), Quantity(Fraction(1), Fraction(10)), None),
        (Quantity(Fraction(1), Fraction(5)), Quantity(Fraction(5), Fraction(9)), None),
        (Quantity(THIRD, THIRD), Quantity(NEARLY, NEARLY), "quantity-differs"),
        (Moment(FIRST, FIRST + timedelta(days=31)), Moment(FIRST, FIRST + timedelta(days=1)), None),
        (Moment(FIRST, FIRST + timedelta(days=1)), Moment(DAY, DAY + timedelta(days=1)), "date-differs"),
        (Version((3,)), Version((3, 8)), None),
        (Version((3, 8)), Version((3, 80)), "version-differs"),
        (Version((3, 8)), Version((3, 8), "rc1"), "version-differs"),
        (Term("status", "retired"), Term("status", "available"), "term-differs"),
        (Term("status", "retired"), Term("status", "available", agrees=("retired",)), None),
        (Term("modality", "must"), Term("modality", "may"), "modality-differs"),
        (EntityRef("ann lee", "Ann Lee"), EntityRef("bo lee", "Bo Lee"), "entity-differs"),
        (EntityRef("ann lee", "Ann Lee"), EntityRef("lee", "Lee"), "entity-unsure"),
        (Flag(True), Flag(False), "polarity-differs"),
    ],
)
@pytest.mark.parametrize("columns", [True, False])
def test_two_values(one: Value, other: Value, expected: str | None, columns: bool) -> None:
    claims = [claim(A, one), claim(B, other)]
    found = outcome(([A, B], claims, Alignment(keys={c.claim_id: 1 for c in claims})), columns=columns)
    assert [row[4] for row in found["findings"]] == ([expected] if expected else [])


D0, D1, D2, D3 = (FIRST + timedelta(days=100 * n) for n in range(4))
UPDATE, LAG = ("supersession", "stated-window"), ("conflict", "lag")
PLAIN_CONFLICT = ("conflict", "quantity-differs")
Said = tuple[int, date | None, bool]
"""A value, since when it holds, and whether its sentence says so (else its document's date does)."""


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize(
    ("said", "expected", "ended"),
    [
        # One that says from when on it holds replaces an earlier one, and a later one that says the old value lags.
        ([(5, D0, False), (7, D1, True)], [UPDATE], [(D0, D1)]),
        ([(5, D0, False), (7, D1, True), (5, D2, False)], [LAG, UPDATE], [(D0, D1)]),
        # Not what came later, what began on the same day, what has no day, or its own value.
        ([(5, D2, False), (7, D1, True)], [PLAIN_CONFLICT], []),
        ([(5, D1, False), (7, D1, True)], [PLAIN_CONFLICT], []),
        ([(5, None, False), (7, D1, True)], [PLAIN_CONFLICT], []),
        ([(7, D0, False), (7, D1, True)], [], []),
        # Later alone closes nothing.
        ([(5, D0, False), (7, D1, False)], [PLAIN_CONFLICT], []),
        # The first that is newer ends it; a value that comes back is told each time.
        ([(5, D0, False), (7, D1, True), (9, D2, True)], [UPDATE, UPDATE], [(D0, D1), (D1, D2)]),
        ([(5, D0, True), (7, D1, True), (5, D2, True)], [UPDATE, UPDATE], [(D0, D1), (D1, D2)]),
        ([(5, D0, True), (7, D1, True), (5, D2, True), (7, D3, True)], [UPDATE] * 3, [(D0, D1), (D1, D2), (D2, D3)]),
        # What begins after the day of the scan ends the old value on its day and is no finding yet.
        ([(5, D0, False), (7, LATER, True)], [], [(D0, LATER)]),
    ],
)
def test_stated_starts(
    said: list[Said], expected: list[tuple[str, str]], ended: list[tuple[date, date]], columns: bool
) -> None:
    found = outcome(statements_of(said), columns=columns)
    assert sorted((row[2], row[4]) for row in found["findings"]) == sorted(expected)
    assert sorted(row[1:3] for row in found["windows"]) == ended


def statements_of(said: list[Said]) -> Parts:
    documents = [doc(f"{n}.md", None if stated else day) for n, (_, day, stated) in enumerate(said)]
    claims = []
    for document, (value, day, stated) in zip(documents, said, strict=True):
        window = Window(day, None, WindowBasis.STATED) if stated else None
        claims.append(claim(document, amount(value), window=window))
    return documents, claims, Alignment(keys={c.claim_id: 1 for c in claims})


TIER = ("tier",)


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        # What only one side states leaves a question, told under all that both state.
        ([(5, PLAIN, "a"), (7, GOLD, "b")], [("possible", "scope-missing", GOLD, 2, TIER)]),
        ([(5, GOLD, "a"), (7, EU, "b")], [("possible", "scope-missing", GOLD_EU, 2, ("region", "tier"))]),
        ([(5, GOLD, "a"), (7, BASIC, "b")], []),
        # A rule and its exception, unless other documents tell them.
        ([(5, PLAIN, "a"), (7, GOLD, "a")], []),
        ([(5, PLAIN, "a"), (7, GOLD, "a"), (7, GOLD, "b")], []),
        # An open conflict of two values makes a vaguer one of them superfluous.
        ([(5, PLAIN, "a"), (7, PLAIN, "b"), (7, GOLD, "c")], [("conflict", "quantity-differs", PLAIN, 2, ())]),
        # A dimension of which several values all say the same does not matter.
        ([(5, PLAIN, "a"), (7, GOLD, "b"), (7, BASIC, "c")], [("conflict", "quantity-differs", PLAIN, 2, ())]),
        # One value in two scopes is one side.
        (
            [(5, PLAIN, "a"), (7, GOLD, "b"), (9, GOLD, "c"), (5, GOLD, "d")],
            [("conflict", "quantity-differs", GOLD, 3, ())],
        ),
    ],
)
def test_scopes_that_may_be_one(
    said: list[tuple[int, Scope, str]], expected: list[tuple[object, ...]], columns: bool
) -> None:
    documents = {name: doc(f"{name}.md", FIRST) for _, _, name in said}
    claims = [claim(documents[n], amount(v), at, scope=s, unit_id=at) for at, (v, s, n) in enumerate(said)]
    keys = {c.claim_id: 1 for c in claims}
    with Store.open(":memory:", threads=1) as store:
        fill(store, list(documents.values()), claims)
        store.replace_alignment(Alignment(keys=keys))
        scan(
            store, as_of=DAY, rules=RULES, settings=DetectSettings(least_score=0, score_per_tenfold=0), columns=columns
        )
        found = store.findings()
    assert [(f.kind, f.reason, f.scope, len(f.sides), f.missing) for f in found] == expected


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize(("older", "newer", "closed"), [("primary", "tertiary", False), ("tertiary", "primary", True)])
def test_a_start_that_is_stated_by_a_weaker_source_closes_nothing(
    older: str, newer: str, closed: bool, columns: bool
) -> None:
    documents = [doc("a.md", D0, source_type=older), doc("b.md", None, source_type=newer)]
    claims = [
        claim(documents[0], amount(5)),
        claim(documents[1], amount(7), window=Window(D1, None, WindowBasis.STATED)),
    ]
    found = outcome((documents, claims, Alignment(keys={c.claim_id: 1 for c in claims})), columns=columns)
    assert [row[2] for row in found["findings"]] == ["supersession" if closed else "conflict"]
    assert len(found["windows"]) == closed


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize(
    ("older", "quoting", "basis", "ended"),
    [
        (D0, D1, "", [(D0, D1, "superseded")]),
        (D1, D0, "", []),
        (D0, None, "", []),
        (None, D1, "", []),
        (D0, D1, "tertiary", []),
    ],
)
def test_an_old_value_that_is_told_ends_older_pages(
    older: date | None, quoting: date | None, basis: str, ended: list[tuple[object, ...]], columns: bool
) -> None:
    documents = [doc("a.md", older), doc("b.md", quoting, source_type=basis)]
    claims = [claim(documents[0], amount(5)), claim(documents[1], amount(5), status=Status.HISTORICAL)]
    found = outcome((documents, claims, Alignment(keys={c.claim_id: 1 for c in claims})), columns=columns)
    assert found["findings"] == ()
    assert [row[1:4] for row in found["windows"]] == ended
