"""Paragraphs are read without their numbers; values and versions that open a line stay."""

from __future__ import annotations

import pytest

from tests.unit.structure_reader import units_of


def _texts(markdown: str) -> list[str]:
    return [unit.text for unit in units_of(markdown) if unit.kind.value != "heading"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(j) Members vote.\n\n(k) Ballots run for ten days.", ["Members vote.", "Ballots run for ten days."]),
        ("a) Keys are lent.\n\nb) Bikes are not.", ["Keys are lent.", "Bikes are not."]),
        ("(ii) Rent is due.\n\n(iii) Heating is extra.", ["Rent is due.", "Heating is extra."]),
        ("§ 3 The fee is 20 EUR.\n\n§ 4 The term is a year.", ["The fee is 20 EUR.", "The term is a year."]),
        ("## 9 Notice\n\n9.1 Four weeks at first.", ["Four weeks at first."]),
        ("## 6.1 Speakers\n\n6.1.2 The judge calls the foul.", ["The judge calls the foul."]),
        ("## 6 Points\n\n6.1 **Earned:** 10 for a reply.", ["Earned: 10 for a reply."]),
    ],
)
def test_a_number_is_no_part_of_what_it_numbers(text: str, said: list[str]) -> None:
    assert _texts(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "1.5 Litres of milk are enough.",
        "(k) Ballots run for ten days.",
        "1.4.2 Mended a leak.\n\n1.4.1 Faster start.",
        "3.5 Million people live there.\n\n4.1 Million used to.",
        "(c) 2024 Harbour Ltd.\n\n(d) 2025 Harbour Ltd.",
        "## 2 Users\n\n3.1 Million visits a year.",
    ],
)
def test_what_may_be_a_value_stays(text: str) -> None:
    assert [" ".join(said.split()) for said in _texts(text)] == [part for part in text.split("\n\n") if part[0] != "#"]


def test_quotes_stand_where_they_stand_in_the_document() -> None:
    text = "(j) Members vote.\n\n(k) Ballots run for ten days.\n"
    last = list(units_of(text))[-1]
    start, end = last.passage.span(0, len(last.text))
    assert text[start:end] == "Ballots run for ten days."
