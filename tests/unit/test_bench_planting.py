"""Planting: facts are found on two pages, edits change what they should, and places follow the edits."""

from __future__ import annotations

import pytest

from tests.bench.corpus import wilson
from tests.bench.edits import BENIGN, changed
from tests.bench.facts import Fact, Place, facts_in, places_in
from tests.bench.planted import Plant, _edited, _hit, _new

PAGE_A = """---
title: Leave
---
# Leave

Gardeners may carry over up to 12 days of unused annual leave
into the following season. Ask the bursar.

```text
Gardeners may carry over 99 days of unused annual leave
```

- Compost reports go to bursar@garden.example every month.
"""
PAGE_B = """# Seasons

Up to 12 days of unused annual leave may be carried over by gardeners into the following season.

| Task | Days |
|---|---|
| Sow | 12 days of unused annual leave |
"""


def fact(text: str, words: str, what: str = "value") -> Fact:
    return Fact(Place("a", 0, 1, "x"), Place("b", 0, len(text), text), what, words, 1.0)


def test_places_are_sentences_and_rows_with_their_exact_ranges() -> None:
    places = list(places_in("a", PAGE_A))
    assert [" ".join(p.text.split()) for p in places] == [
        "Gardeners may carry over up to 12 days of unused annual leave into the following season.",
        "Compost reports go to bursar@garden.example every month.",
    ]
    assert all(PAGE_A[p.start : p.end] == p.text for p in places)


def test_a_fact_is_found_in_two_wordings_and_not_inside_one_page() -> None:
    found = facts_in({"a.md": PAGE_A, "b.md": PAGE_B}, 20)
    assert [(f.a.doc_id, f.b.doc_id, f.what, f.words) for f in found] == [("a.md", "b.md", "value", "12 days")]
    assert facts_in({"a.md": PAGE_A + PAGE_B}, 20) == []


@pytest.mark.parametrize(
    ("text", "words", "number", "expected"),
    [
        ("Keep it for 12 days.", "12 days", 0, ("Keep it for 25 days.", "value")),
        ("Keep it for 12 days.", "12 days", 3, ("Keep it for 12 weeks.", "unit")),
        ("It costs 1,200 dollars.", "1,200 dollars", 3, ("It costs 2,401 dollars.", "value")),
        ("It is 2.5% of all.", "2.5 %", 0, ("It is 3.8% of all.", "value")),
        ("See [12 days](x/12 days) and 12 days.", "12 days", 0, ("See [25 days](x/12 days) and 12 days.", "value")),
    ],
)
def test_a_value_is_changed_where_it_is_read(text: str, words: str, number: int, expected: tuple[str, str]) -> None:
    assert changed(fact(text, words), number) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dogs may enter.", "Dogs may not enter."),
        ("Dogs may not enter.", "Dogs may enter."),
        ("Dogs cannot enter.", "Dogs can enter."),
    ],
)
def test_polarity_is_turned(text: str, expected: str) -> None:
    assert changed(fact(text, "dogs", "polarity"), 0) == (expected, "polarity")


def test_a_benign_edit_changes_the_words_and_no_value() -> None:
    edits = {edit(text) for edit in BENIGN for text in ["Wait 2 weeks, at most 1500 calls or 5% of it."]}
    assert edits >= {
        "Wait **2 weeks**, at most 1500 calls or 5% of it.",
        "Wait two weeks, at most 1500 calls or 5% of it.",
        "Wait 14 days, at most 1500 calls or 5% of it.",
        "Wait 2 weeks, at most 1,500 calls or 5% of it.",
        "Wait 2 weeks, at most 1500 calls or 5 percent of it.",
        "Wait 2 weeks, no more than 1500 calls or 5% of it.",
    }


def test_places_follow_the_edits_before_them() -> None:
    first, second = places_in("a.md", PAGE_A)
    texts, moved = _edited({"a.md": PAGE_A}, {first: "Short.", second: "Reports go to nobody."})
    for place in moved.values():
        assert texts["a.md"][place.start : place.end] == place.text


def test_a_plant_is_hit_by_two_sides_of_one_finding_only() -> None:
    def claim(doc: str, start: int, end: int) -> dict[str, object]:
        return {"doc_id": doc, "start": start, "end": end}

    def finding(*sides: dict[str, object]) -> dict[str, object]:
        return {"kind": "conflict", "sides": [{"claims": [claim]} for claim in sides]}

    plant = Plant(Place("a", 10, 20, ""), Place("b", 0, 9, ""), "value")
    assert _hit(plant, [finding(claim("a", 15, 18), claim("b", 2, 4))]) == "conflict"
    assert _hit(plant, [finding(claim("a", 20, 25), claim("b", 2, 4))]) == ""
    assert _hit(plant, [finding(claim("a", 15, 18), claim("c", 2, 4))]) == ""
    assert _hit(plant, [{"kind": "conflict", "sides": [{"claims": [claim("a", 11, 12), claim("b", 1, 2)]}]}]) == ""


def test_wilson_interval_of_few_and_many() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)


def test_only_a_pair_of_values_the_untouched_corpus_did_not_have_is_new() -> None:
    def finding(*values: str) -> dict[str, object]:
        sides = [{"canonical": value, "claims": [{"doc_id": f"{value}.md"}]} for value in values]
        return {"kind": "conflict", "sides": sides}

    control = [finding("1", "2", "3")]
    assert _new(control, [finding("2", "3"), finding("3", "1", "4")]) == []
    assert _new(control, [finding("3", "4")]) == [finding("3", "4")]
