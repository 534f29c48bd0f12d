"""Numbered headings name things without their numbers; amounts that open a heading stay."""

from __future__ import annotations

import pytest

from scanner.normalize.headings import unnumbered_headings
from tests.unit.structure_reader import document


def _of(*headings: str) -> dict[str, str]:
    return dict(unnumbered_headings(document("\n\n".join(f"## {heading}\n\nText." for heading in headings))))


def test_headings_that_count_on_are_named_without_their_numbers() -> None:
    assert _of("6 Points", "6.1 Speakers", "6.2 Schools") == {
        "6 Points": "Points",
        "6.1 Speakers": "Speakers",
        "6.2 Schools": "Schools",
    }


@pytest.mark.parametrize(
    "headings",
    [
        ("10 GB plan",),
        ("30 GB plan", "10 GB plan"),
        ("24 hours", "Overview"),
        ("2024 budget", "2025 budget"),
        ("2 rooms", "2 halls"),
    ],
)
def test_amounts_and_years_stay(headings: tuple[str, ...]) -> None:
    assert _of(*headings) == {}
