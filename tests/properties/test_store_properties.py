"""A claim read back equals the claim written, whatever it holds."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.model import (
    Bound,
    Change,
    Claim,
    EntityRef,
    Evidence,
    Flag,
    Moment,
    Precision,
    Quantity,
    Reading,
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
from scanner.store import Store
from scanner.store.codec import decode_value, encode_value
from tests.unit.store_builders import DAY, doc, fill

texts = st.text(st.characters(codec="utf-8"), max_size=12)
days = st.dates(date(1, 1, 2), date(9998, 12, 31))
numbers = st.fractions()


@st.composite
def quantities(draw: st.DrawFn) -> Quantity:
    lo, hi = sorted([draw(numbers), draw(numbers)])
    half = draw(st.sampled_from(["both", "lo", "hi"]))
    other = draw(st.none() | st.builds(Reading, texts, st.just(lo), st.just(hi)))
    return Quantity(
        None if half == "hi" else lo,
        None if half == "lo" else hi,
        draw(texts),
        draw(texts),
        draw(st.sampled_from(["", "decimal", "binary"])),
        other,
        draw(st.booleans()),
    )


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    precision = draw(st.sampled_from(Precision))
    if draw(st.booleans()):
        start = draw(days)
        return Moment(start, start + timedelta(days=1), precision, fiscal=draw(st.booleans()))
    return Moment(
        precision=precision,
        clock=draw(st.none() | st.integers(0, 1439)),
        weekday=draw(st.integers(0, 6)),
        last=draw(st.none() | st.integers(0, 6)),
    )


values: st.SearchStrategy[Value] = st.one_of(
    quantities(),
    moments(),
    st.builds(Version, st.lists(st.integers(0, 10**7), min_size=1, max_size=6).map(tuple), texts),
    st.builds(EntityRef, texts, texts),
    st.builds(Term, texts, texts),
    st.builds(Flag, st.booleans()),
    st.builds(Text, texts),
)
windows = st.one_of(
    st.just(Window()),
    st.builds(lambda s, n: Window(s, s + timedelta(days=n), WindowBasis.STATED), days, st.integers(1, 365)),
    st.builds(lambda s: Window(s, None, WindowBasis.DOCUMENT_DATE), days),
    st.builds(lambda e: Window(None, e, WindowBasis.STATED), days),
)
word_sets = st.frozensets(texts, max_size=4)


@st.composite
def claims(draw: st.DrawFn) -> list[Claim]:
    return [
        Claim(
            claim_id=f"{number}",
            subject=draw(texts),
            predicate=draw(texts),
            bound=draw(st.sampled_from(Bound)),
            value=draw(values),
            scope=Scope.of(draw(st.dictionaries(texts, texts, max_size=3))),
            status=draw(st.sampled_from(Status)),
            window=draw(windows),
            evidence=Evidence(
                "docs",
                "a.md",
                draw(texts),
                number,
                number + draw(st.integers(0, 2**40)),
                draw(st.integers(0, 2**40)),
                draw(st.integers(0, 2**40)),
                draw(st.none() | st.integers(1, 10**6)),
                draw(st.none() | st.integers(1, 10**6)),
                draw(texts),
                tuple(draw(st.lists(texts, max_size=3))),
            ),
            confidence=draw(st.floats(0, 1)),
            extractor=draw(texts),
            subject_text=draw(texts),
            predicate_text=draw(texts),
            value_text=draw(texts),
            subject_basis=draw(st.sampled_from(SubjectBasis)),
            functional=draw(st.none() | st.booleans()),
            changes=draw(st.none() | st.booleans()),
            change=draw(st.sampled_from(Change)),
            pair=draw(st.integers(0, 9)),
            unit_id=draw(st.integers(0, 10**6)),
            slot=draw(st.integers(0, 9)),
            statement=draw(texts),
            words=draw(word_sets),
            context_words=draw(word_sets),
            lead=draw(texts),
            identifiers=draw(word_sets),
        )
        for number in range(draw(st.integers(1, 4)))
    ]


@given(claims())
@settings(max_examples=60, deadline=None)
def test_a_claim_survives_the_store(written: list[Claim]) -> None:
    with Store.open(":memory:", threads=1) as store:
        fill(store, [doc("a.md")], written, DAY)
        assert list(store.current_claims()) == written


@given(values)
def test_a_value_survives_its_json(value: Value) -> None:
    again = decode_value(encode_value(value))
    assert again == value
    assert type(again) is type(value)


@given(st.integers(min_value=10**300), st.booleans())
@settings(max_examples=5, deadline=None)
def test_numbers_beyond_doubles_are_kept_exactly(number: int, negative: bool) -> None:
    huge = Quantity(Fraction(-number * 10**20 if negative else number), Fraction(number * 10**20))
    assert decode_value(encode_value(huge)) == huge
