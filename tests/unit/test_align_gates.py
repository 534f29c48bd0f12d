"""Titles that name two things, and what the line of gates lets through."""

from __future__ import annotations

import pytest

from scanner.align.gates import ABOUT, GATES
from scanner.align.titles import titles_apart


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Kafka settings", "Redis settings"),
        ("Annual leave", "Military leave"),
        ("Using Kafka as a target", "Using Redis as a target"),
        ("Running it with Kafka", "Running it with Redis"),
        ("Sales team", "Marketing team"),
    ],
)
def test_titles_that_share_their_head_are_about_two_things(a: str, b: str) -> None:
    assert titles_apart(a, b) and titles_apart(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Kafka overview", "Kafka settings"),
        ("Ferry timetable", "Ferry timetable"),
        ("Member", "Library member"),
        ("Office policy", "Harbour fees"),
        ("Draft budget", "Final budget"),
    ],
)
def test_titles_that_share_their_name_or_nothing_are_not(a: str, b: str) -> None:
    editions = frozenset({"draft", "final"})
    assert not titles_apart(a, b, editions) and not titles_apart(b, a, editions)


def test_the_gates_about_the_subject_are_among_all_gates() -> None:
    assert set(ABOUT) <= set(GATES)
    assert len(set(GATES)) == len(GATES)
