"""Laws of detection: order and batching never matter, witnesses never hurt, a dispute is max(lo) > min(hi)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.detect import detect
from scanner.model import (
    Alignment,
    Bound,
    Change,
    Claim,
    Document,
    Finding,
    FindingKind,
    Quantity,
    Scope,
    Status,
    Window,
    WindowBasis,
)
from scanner.rules import RuleSet
from scanner.store import Store
from tests.unit.store_builders import DAY, amount, claim, doc, ingested, one_key, place

RULES = RuleSet({}, {}, {}, {}, {}, {}, "none")
FIRST = date(2020, 1, 1)
few_days = st.integers(0, 5).map(lambda n: FIRST + timedelta(days=30 * n))
scopes = st.sampled_from([Scope(), Scope.of({"tier": "gold"}), Scope.of({"tier": "basic"}), Scope.of({"region": "eu"})])


@st.composite
def windows(draw: st.DrawFn) -> Window | None:
    if draw(st.booleans()):
        return None
    start = draw(few_days)
    end = draw(st.none() | st.integers(1, 5).map(lambda n: start + timedelta(days=30 * n)))
    return Window(start, end, WindowBasis.STATED)


@st.composite
def corpora(draw: st.DrawFn, plain: bool = False) -> tuple[list[Document], list[Claim]]:
    """A few documents of which some are versions of one another, and claims of few values under two keys."""
    documents, claims = [], []
    for number in range(draw(st.integers(1, 5))):
        d = doc(
            f"d{number}.md",
            draw(st.none() | few_days),
            series="" if plain else draw(st.sampled_from(["", "", "s", "t"])),
            version="" if plain else draw(st.sampled_from(["", "1", "2", "3-rc1"])),
            source_type=draw(st.sampled_from(["", "primary", "tertiary"])),
            supersedes=() if plain else draw(st.sampled_from([(), (), ("d0.md",), ("d1.md",)])),
        )
        documents.append(d)
        for at in range(draw(st.integers(0, 3))):
            low = draw(st.integers(1, 4))
            claims.append(
                claim(
                    d,
                    Quantity(Fraction(low), Fraction(low + draw(st.sampled_from([0, 0, 1])))),
                    at,
                    bound=Bound.MAX if plain else draw(st.sampled_from([Bound.MAX, Bound.MAX, Bound.EXACT])),
                    scope=Scope() if plain else draw(scopes),
                    window=None if plain else draw(windows()),
                    status=Status.ASSERTED if plain else draw(st.sampled_from([Status.ASSERTED, *Status])),
                    change=Change.NONE if plain else draw(st.sampled_from([Change.NONE, Change.NONE, *Change])),
                    subject=draw(st.sampled_from(["api", "web"])),
                    functional=True if plain else draw(st.sampled_from([True, None, False])),
                )
            )
    return documents, claims


def keyed(claims: Sequence[Claim]) -> Alignment:
    return Alignment(keys={c.claim_id: len(c.subject) + (c.subject == "web") for c in claims})


def run(batches: Sequence[Sequence[Document]], claims: Sequence[Claim], alignment: Alignment) -> tuple[Finding, ...]:
    with Store.open(":memory:", threads=1) as store:
        for batch in batches:
            of = {(d.source, d.doc_id): d for d in batch}
            store.ingest([ingested(d, [c for c in claims if place(c) == key]) for key, d in of.items()], DAY)
        store.replace_alignment(alignment)
        return detect(store, as_of=DAY, rules=RULES)


@given(corpora(), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_order_and_batching_never_matter(corpus: tuple[list[Document], list[Claim]], shuffle: object) -> None:
    documents, claims = corpus
    expected = run([documents], claims, keyed(claims))
    mixed_documents, mixed_claims = list(documents), list(claims)
    shuffle.shuffle(mixed_documents)  # type: ignore[attr-defined]
    shuffle.shuffle(mixed_claims)  # type: ignore[attr-defined]
    assert run([[d] for d in mixed_documents], mixed_claims, keyed(mixed_claims)) == expected


@given(corpora())
@settings(max_examples=20, deadline=None)
def test_derived_tables_are_recomputed_from_the_truth(corpus: tuple[list[Document], list[Claim]]) -> None:
    documents, claims = corpus
    with Store.open(":memory:", threads=1) as store:
        store.ingest([ingested(d, [c for c in claims if place(c) == (d.source, d.doc_id)]) for d in documents], DAY)
        store.replace_alignment(keyed(claims))
        detect(store, as_of=DAY, rules=RULES)
        first = detect(store, as_of=DAY, rules=RULES)
        facts = store.query("SELECT * FROM facts ORDER BY claim_id").rows
        store.drop_derived()
        store.replace_alignment(keyed(claims))
        assert detect(store, as_of=DAY, rules=RULES) == first
        assert store.query("SELECT * FROM facts ORDER BY claim_id").rows == facts


@given(corpora())
@settings(max_examples=25, deadline=None)
def test_no_window_is_empty_and_every_side_is_one_value(corpus: tuple[list[Document], list[Claim]]) -> None:
    documents, claims = corpus
    with Store.open(":memory:", threads=1) as store:
        store.ingest([ingested(d, [c for c in claims if place(c) == (d.source, d.doc_id)]) for d in documents], DAY)
        store.replace_alignment(keyed(claims))
        findings = detect(store, as_of=DAY, rules=RULES)
        assert store.query("SELECT count(*) FROM facts WHERE valid_from >= valid_to").rows == ((0,),)
        values = {c.claim_id: c.value.value_key for c in claims}
    assert len({f.finding_id for f in findings}) == len(findings)
    for finding in findings:
        keys = [side.value_key for side in finding.sides]
        assert len(keys) == len(set(keys)) >= 2
        for side in (*finding.sides, *finding.consistent_with):
            assert {values[p.claim_id] for p in side.places} == {side.value_key}
            assert side.valid_from is None or side.valid_to is None or side.valid_from < side.valid_to
        assert sum(side.preferred for side in finding.sides) <= 1
        assert 0 <= finding.confidence <= 1
        if finding.kind is FindingKind.SUPERSESSION:
            assert [side.preferred for side in finding.sides] == [False, True]
            older, newer = (side.valid_from for side in finding.sides)
            assert older is None or newer is None or older < newer


@given(corpora(plain=True))
@settings(max_examples=25, deadline=None)
def test_a_dispute_is_a_largest_lower_bound_above_the_smallest_upper(
    corpus: tuple[list[Document], list[Claim]],
) -> None:
    documents, claims = corpus
    findings = run([documents], claims, keyed(claims))
    disputed = {f.subject for f in findings if f.kind is FindingKind.CONFLICT}
    for subject in ("api", "web"):
        values = [c.value for c in claims if c.subject == subject]
        bounds = [(v.lo, v.hi) for v in values if isinstance(v, Quantity) and v.lo is not None and v.hi is not None]
        expected = bool(bounds) and max(lo for lo, _ in bounds) > min(hi for _, hi in bounds)
        assert (subject in disputed) == expected


@given(corpora(plain=True), st.data())
@settings(max_examples=25, deadline=None)
def test_another_witness_never_removes_a_conflict(
    corpus: tuple[list[Document], list[Claim]], data: st.DataObject
) -> None:
    documents, claims = corpus
    before = run([documents], claims, keyed(claims))
    conflicts = [f for f in before if f.kind is FindingKind.CONFLICT]
    if not conflicts:
        return
    finding = data.draw(st.sampled_from(conflicts))
    side = data.draw(st.sampled_from(finding.sides))
    copied = next(c for c in claims if c.claim_id == side.places[0].claim_id)
    more = doc("z.md", data.draw(st.none() | few_days))
    start = more.published
    witness = replace(
        copied,
        claim_id="docs/z.md#0",
        evidence=replace(copied.evidence, doc_id="z.md"),
        window=Window(start, None, WindowBasis.DOCUMENT_DATE) if start else Window(),
    )
    after = run([[*documents, more]], [*claims, witness], keyed([*claims, witness]))
    wanted = {s.value_key for s in finding.sides}
    assert any(
        f.kind is FindingKind.CONFLICT and f.subject == finding.subject and wanted <= {s.value_key for s in f.sides}
        for f in after
    )


@given(st.lists(st.tuples(few_days, st.integers(1, 3)), min_size=1, max_size=6, unique_by=lambda item: item[0]))
@settings(max_examples=20, deadline=None)
def test_every_day_has_the_value_of_the_version_in_force(versions: list[tuple[date, int]]) -> None:
    documents = [doc(f"v{n}.md", day, series="s") for n, (day, _) in enumerate(versions)]
    claims = [claim(d, amount(value)) for d, (_, value) in zip(documents, versions, strict=True)]
    with Store.open(":memory:", threads=1) as store:
        store.ingest([ingested(d, [c]) for d, c in zip(documents, claims, strict=True)], DAY)
        store.replace_alignment(one_key(claims))
        detect(store, as_of=DAY, rules=RULES)
        for offset in range(-10, 200, 15):
            day = FIRST + timedelta(days=offset)
            in_force = [value for start, value in sorted(versions) if start <= day][-1:]
            rows = store.query(f"SELECT canonical FROM facts_as_of(DATE '{day}')").rows
            assert [row[0] for row in rows] == [str(value) for value in in_force]
