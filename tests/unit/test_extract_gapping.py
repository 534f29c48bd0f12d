"""A value whose verb is left out has a subject of its own; whatever only limits or repeats the first has none."""

from __future__ import annotations

import pytest

from tests.unit.test_extract_narrative import triples


def told(text: str) -> dict[str, tuple[str, str]]:
    kept = [t for t in triples(text) if t.extractor not in {"place", "agent"}]
    return {t.mention.text: (t.subject, t.predicate) for t in kept}


@pytest.mark.parametrize(
    ("text", "value", "subject", "predicate"),
    [
        ("Adults pay 9 EUR, children 4 EUR.", "4 EUR", "children", "pay"),
        ("Adults pay 9 EUR, children 4 EUR.", "9 EUR", "Adults", "pay"),
        ("Tickets cost 5 EUR, drinks 3 EUR.", "3 EUR", "drinks", "drinks cost"),
        ("The exam counts for 60 %, homework for 40 %.", "40 %", "homework", "count for"),
        ("The hall holds 200 people, the garden 80.", "200", "hall", "hold people"),
        ("The hall holds 200 people, the garden 80.", "80", "garden", "hold people"),
        ("The pool closes at 20:00, the sauna at 21:00.", "21:00", "sauna", "closing time"),
        ("Adults need 8 hours of sleep and children ten hours.", "ten hours", "children", "need hours"),
        ("Doubles are 80 EUR, singles 60 EUR.", "60 EUR", "", "singles"),
    ],
)
def test_a_value_without_a_verb_has_its_own_subject(text: str, value: str, subject: str, predicate: str) -> None:
    assert told(text)[value] == (subject, predicate)


@pytest.mark.parametrize(
    ("text", "value", "subject"),
    [
        ("The wash takes 5 minutes, at most 10 minutes.", "10 minutes", "wash"),
        ("The disk holds 5 GB, about 6 GB with compression.", "6 GB", "disk"),
        ("The hall holds 200 people, the garden holds 80 people.", "80", "garden"),
        ("The hall is 20 m long, 10 m wide.", "10 m", "hall"),
        ("The trip takes 2 days, sleep included 3 days.", "3 days", "sleep"),
    ],
)
def test_other_values_keep_theirs(text: str, value: str, subject: str) -> None:
    assert told(text)[value][0] == subject
