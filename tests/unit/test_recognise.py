"""Values that only the words around them tell: the lowest version of a product, a day as the time of a task."""

from __future__ import annotations

from datetime import date

import pytest

from scanner.model import Bound, Quantity, Version
from tests.unit.structure_reader import recognise


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("You need a compiler (GCC 12 or newer).", "12"),
        ("Node 18.2 or later is required.", "18.2"),
        ("Works on Android 9 and up.", "9"),
    ],
)
def test_the_lowest_version_of_a_product(text: str, version: str) -> None:
    found = [m for m in recognise(text) if isinstance(m.value, Version)]
    assert [(m.text, m.bound) for m in found] == [(version, Bound.MIN)]


@pytest.mark.parametrize(
    "text", ["Room 12 or higher", "Table 3 and up", "Children of 12 or older", "grade 3 or higher"]
)
def test_places_and_ages_are_no_versions(text: str) -> None:
    assert not [m for m in recognise(text) if isinstance(m.value, Version)]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Shirts are ready the next day.", "86400 second"),
        ("Orders placed before noon ship the same day.", "0 second"),
        ("Payouts arrive on the next working day.", "1 business_day"),
        ("We reply on the following business day.", "1 business_day"),
    ],
)
def test_a_day_tells_how_long_something_takes(text: str, canonical: str) -> None:
    assert canonical in [m.value.canonical for m in recognise(text) if isinstance(m.value, Quantity)]


@pytest.mark.parametrize(
    "text",
    [
        "The next day we went home.",
        "It rained the same day.",
        "Parcels are sent the next day of the week.",
        "See you the next day.",
    ],
)
def test_a_day_of_a_story_is_no_time_that_something_takes(text: str) -> None:
    assert not [m for m in recognise(text) if isinstance(m.value, Quantity)]


@pytest.mark.parametrize("word", ["main", "online", "red", "left", "steel"])
def test_a_word_of_a_vocabulary_alone_is_a_word(word: str) -> None:
    assert not recognise(word, True)


def test_a_relative_day_counts_from_each_documents_own_day() -> None:
    text = "The gate was closed 3 days ago."
    days = [date(2024, 5, 3), date(2025, 1, 1), date(2024, 5, 3), None]
    found = [[m.value.canonical for m in recognise(text, False, day) if m.value is not None] for day in days]
    assert found == [["2024-04-30"], ["2024-12-29"], ["2024-04-30"], ["259200 second"]]
