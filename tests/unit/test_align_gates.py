"""Titles that name two things, and what the line of gates lets through."""

from __future__ import annotations

import pytest

from scanner.align.copied import one_sentence
from scanner.align.gates import ABOUT, BY_COST, FIRM, GATES, WORDED
from scanner.align.gates_told import set_apart, swapped
from scanner.align.releases import Told, heading_release
from scanner.align.titles import titles_apart
from scanner.rules import load_rules


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Kafka settings", "Redis settings"),
        ("Annual leave", "Military leave"),
        ("Using Kafka as a target", "Using Redis as a target"),
        ("Running it with Kafka", "Running it with Redis"),
        ("Sales team", "Marketing team"),
        ("arm64-none-elf", "riscv-none-elf and riscv-none-musl"),
        ("LOG_MAX_SIZE - The Tern book", "LOG_FILE_NAME"),
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
        ("Village council of Ommen", "Questions to the council of Ommen"),
        ("Minutes of the rowing club", "The rowing club"),
        ("A guide to night trains", "Sleeping cars of night trains"),
        ("Statutes of the Ure club", "Board of the Ure club"),
        ("End-of-life dates", "State-of-the-art pumps"),
        ("arm64-none-elf", "Building arm64-none-elf"),
    ],
)
def test_titles_that_share_their_name_or_nothing_are_not(a: str, b: str) -> None:
    editions = frozenset({"draft", "final", "the", "a"})
    assert not titles_apart(a, b, editions) and not titles_apart(b, a, editions)


def test_the_gates_about_the_subject_are_among_all_gates() -> None:
    assert set(ABOUT) <= {*GATES, *FIRM}
    assert len(set(GATES)) == len(GATES)


def test_what_rules_a_pair_out_are_the_gates_that_do_not_give_way_each_once() -> None:
    between, within = BY_COST
    assert sorted(map(str, between)) == sorted(map(str, FIRM))
    assert sorted(map(str, within)) == sorted(str(gate) for gate in GATES if gate not in WORDED)


@pytest.mark.parametrize(
    ("heading", "release"),
    [
        ("CMake 3.22 Release Notes", "3.22"),
        ("What's new in 5.0", "5.0"),
        ("v2.12.0b1 (2025-10-03)", "2.12.0b1"),
        ("[1.4.0] - 2024-05-02", "1.4.0"),
        ("libpipeline 1.0.0 (29 October 2010)", "1.0.0"),
        ("This was changed in version 3.22:", "3.22"),
        ("2.1 Introduction", ""),
        ("Table 2.1", ""),
        ("Upgrading from 3.4 to 3.5", ""),
        ("The following limits hold for 2.5 hours of work each day", ""),
        ("Opening hours", ""),
    ],
)
def test_headings_of_releases(heading: str, release: str) -> None:
    told = Told.build(load_rules().words)
    assert heading_release(heading, told.releases, told.numbered) == release


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("request up to # advanced sick leave hours", "request up to # advanced annual leave hours"),
        ("a data source manager provides # methods", "a data destination manager provides # methods"),
        ("cumsum works as if the array was filled with #", "cumprod works as if the array was filled with #"),
        ("table x is # long", "table y is # long"),
        ("the front brake pressure is #", "the rear brake pressure is #"),
    ],
)
def test_statements_about_two_things_of_a_kind(a: str, b: str) -> None:
    assert swapped(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("backups are kept # in the vault", "backups are stored # in the vault"),
        ("the retention period is #", "the retention window is #"),
        ("the limit is # per user", "the limit is # for each user"),
        ("orders ship within #", "orders ship after #"),
        ("the fee is #", "the fee is #"),
    ],
)
def test_statements_about_one_thing(a: str, b: str) -> None:
    assert not swapped(a, b)


_OPPOSED = Told.build(load_rules().words).opposed


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("# characters max with icon", "# characters max without icon or emoji"),
        ("the hall seats # with the stage", "the hall seats # without the stage"),
        ("arrive # minutes before boarding", "arrive # minutes after boarding"),
        ("the price including delivery is #", "the price excluding delivery is #"),
        ("parking inside the walls costs #", "parking outside the walls costs #"),
        ("the fee is # if the form is signed", "the fee is # unless the form is signed"),
    ],
)
def test_one_small_word_sets_two_cases_apart(a: str, b: str) -> None:
    assert set_apart(a, b, _OPPOSED) and set_apart(b, a, _OPPOSED)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("the hall seats # with the stage", "the hall seats # with the stage"),
        ("arrive # minutes before boarding", "boarding begins # minutes after check-in"),
        ("the pass costs # with a card", "the pass costs # without delay"),
        ("hand it in before # with a form", "without a cover it goes in before # with a form"),
        ("keep it above # degrees", "keep it below # degrees"),
        ("the fee is # if paid late", "the fee is # if paid late and unless waived"),
    ],
)
def test_other_small_words_set_nothing_apart(a: str, b: str) -> None:
    assert not set_apart(a, b, _OPPOSED)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (
            "contract airfare does not ticket until # before departure",
            "contract airfare does not ticket until # before departure",
        ),
        (
            "you can carry over a maximum of # into the next year",
            "an employee can carry over a maximum of # into the next year",
        ),
        ("the lift to the roof is out of service for #", "the lift to the roof is out of service for about #"),
    ],
)
def test_one_sentence_in_two_documents(a: str, b: str) -> None:
    assert one_sentence(a, b) and one_sentence(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("to get dental insurance sign up within # of joining", "to get vision insurance sign up within # of joining"),
        ("the limit is #", "the limit is #"),
        ("the north gate opens at # and closes at dusk each day", "the north gate opens at # and closes at # each day"),
        (
            "a parcel to the islands takes # in winter by the late boat",
            "the office answers letters of members within # by post",
        ),
    ],
)
def test_sentences_that_are_not_one(a: str, b: str) -> None:
    assert not one_sentence(a, b) and not one_sentence(b, a)
