"""What is turned away beyond an amount has that amount as its limit; what merely happens beyond it has not."""

from __future__ import annotations

import pytest

from scanner.extract import threshold
from scanner.model import Bound, Status, Triple
from tests.unit.test_extract_narrative import triples


def limits(text: str) -> list[Triple]:
    return [t for t in triples(text) if t.extractor == threshold.NAME]


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value", "bound"),
    [
        ("Parcels heavier than 30 kg are not accepted.", "Parcels", "maximum weight", "30 kg", Bound.MAX),
        ("Trucks of more than 7.5 tonnes may not use the bridge.", "Trucks", "limit", "7.5 tonnes", Bound.MAX),
        ("Calls lasting more than 60 minutes are cut off.", "Calls", "time limit", "60 minutes", Bound.MAX),
        ("Sessions idle for more than 30 minutes are closed.", "Sessions", "time limit", "30 minutes", Bound.MAX),
        ("Queries that return more than 10,000 rows are aborted.", "Queries", "maximum row", "10,000", Bound.MAX),
        ("Claims filed later than 30 days after the event are declined.", "Claims", "time limit", "30", Bound.MAX),
        ("Logs older than 90 days are deleted.", "Logs", "retention period", "90 days", Bound.MAX),
        ("Nobody younger than 16 may dive here.", "", "minimum age", "16", Bound.MIN),
        ("Passwords with fewer than 12 characters are rejected.", "Passwords", "minimum", "12", Bound.MIN),
        ("Anything over 30 kg is sent back.", "", "limit", "30 kg", Bound.MAX),
        ("Never lift loads heavier than 25 kg alone.", "loads", "maximum weight", "25 kg", Bound.MAX),
        ("The bridge is closed to vehicles over 3.5 t.", "vehicles", "limit", "3.5 t", Bound.MAX),
        ("Close the valve when the pressure exceeds 5 bar.", "pressure", "limit", "5 bar", Bound.MAX),
        ("Do not use the lift when the wind is stronger than 60 km/h.", "wind", "maximum strength", "60", Bound.MAX),
        ("If your file is over 20 MB, share a link instead.", "file", "limit", "20 MB", Bound.MAX),
        ("If the water is colder than 15 °C, lessons are cancelled.", "water", "minimum temperature", "15", Bound.MIN),
    ],
)
def test_what_is_turned_away_has_a_limit(text: str, subject: str, predicate: str, value: str, bound: Bound) -> None:
    (found,) = limits(text)
    assert subject.lower() == found.subject.lower()
    assert found.predicate.startswith(predicate)
    assert value in found.mention.text
    assert found.bound is bound
    assert found.status is Status.ASSERTED


@pytest.mark.parametrize(
    "text",
    [
        "Employees with more than 5 years of service get 30 days of leave.",
        "The alarm sounds when the temperature is above 30 °C.",
        "We had more than 300 visitors.",
        "Bags heavier than 8 kg must be checked in.",
        "Payments above 10,000 EUR require two signatures.",
        "Children younger than 6 travel free.",
        "Images wider than 4000 pixels are scaled down.",
        "If the order is over 50 EUR, delivery is free.",
        "Orders over 50 EUR are not charged for delivery.",
        "The file is larger than 20 MB.",
        "At most 5 requests are refused.",
        "Visitors older than 65 pay half.",
    ],
)
def test_what_merely_happens_is_none(text: str) -> None:
    assert not limits(text)


def test_the_state_of_some_is_not_that_of_all() -> None:
    for text in ("Uploads larger than 2 GB are refused.", "Parcels over 30 kg are not accepted."):
        assert {t.extractor for t in triples(text)} == {threshold.NAME}


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("The fridge must not get warmer than 7 °C.", Bound.MAX),
        ("The room may be no colder than 18 °C.", Bound.MIN),
        ("The beam is no thicker than 4 cm.", Bound.MAX),
        ("Loads are never heavier than 2 t.", Bound.MAX),
        ("The tower is taller than 50 m.", Bound.MIN),
        ("The current is weaker than 3 A.", Bound.MAX),
    ],
)
def test_comparatives_have_a_direction(text: str, bound: Bound) -> None:
    assert [t.bound for t in triples(text) if t.mention.value is not None] == [bound]
