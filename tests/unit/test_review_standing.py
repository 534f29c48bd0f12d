"""Resolutions hold until a value changes, they run out, or they are undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scanner.model import Action, Choice, Event, FindingStatus
from scanner.review import STATUS, Ledger, Past, Scan, events_of
from tests.unit.review_builders import DAY, decided, state

CONFLICT = state("f1:a", ("100", "v1.md"), ("500", "v2.md"))


@pytest.mark.parametrize(
    ("action", "status"),
    [
        (Action.KEEP, FindingStatus.RESOLVED),
        (Action.WINDOWS, FindingStatus.RESOLVED),
        (Action.SCOPE, FindingStatus.RESOLVED),
        (Action.FALSE_POSITIVE, FindingStatus.DISMISSED),
        (Action.DUPLICATE, FindingStatus.DISMISSED),
        (Action.ACCEPT, FindingStatus.DEFERRED),
    ],
)
def test_a_resolution_gives_the_status(action: Action, status: FindingStatus) -> None:
    standing = Ledger.of([decided(CONFLICT, 1, action)]).standing(CONFLICT.content, CONFLICT.places, DAY)
    assert standing is not None
    assert STATUS[standing.action] is status


def test_it_survives_moved_and_reworded_documents_and_no_new_value() -> None:
    ledger = Ledger.of([decided(CONFLICT, 1, Action.FALSE_POSITIVE)])
    assert ledger.standing(CONFLICT.content, "elsewhere", DAY) is not None
    assert ledger.standing("in other words", CONFLICT.places, DAY) is not None
    assert ledger.standing("other", "other", DAY) is None


def test_it_follows_a_finding_that_moves_again_and_again() -> None:
    moved = replace(CONFLICT, finding_id="f1:m", places="elsewhere")
    reworded = replace(moved, finding_id="f1:r", content="in other words")
    scan = Scan(1, "run", DAY)
    log: list[Event] = []
    for number, seen in enumerate((CONFLICT, moved, reworded), 1):
        log += events_of(Past.of(log), [seen], Ledger.of([], log), replace(scan, number=number))
    history = [decided(CONFLICT, 1, Action.KEEP)]
    assert Ledger.of(history).standing(reworded.content, reworded.places, DAY) is None
    assert Ledger.of(history, log).standing(reworded.content, reworded.places, DAY) is not None
    assert Ledger.of(history, log).standing("other", "other", DAY) is None


def test_empty_fingerprints_match_nothing() -> None:
    bare = replace(CONFLICT, content="", places="")
    assert Ledger.of([decided(bare, 1, Action.KEEP)]).standing("", "", DAY) is None


def test_an_acceptance_ends_on_its_day() -> None:
    until = date(2026, 12, 31)
    ledger = Ledger.of([decided(CONFLICT, 1, Action.ACCEPT, Choice(until=until))])
    assert ledger.standing(CONFLICT.content, CONFLICT.places, date(2026, 12, 30)) is not None
    assert ledger.standing(CONFLICT.content, CONFLICT.places, until) is None
    assert ledger.last(CONFLICT.content, CONFLICT.places) is not None


def test_undo_brings_back_what_stood_before() -> None:
    keep = decided(CONFLICT, 1, Action.KEEP)
    dismiss = decided(CONFLICT, 2, Action.FALSE_POSITIVE)
    once = [keep, dismiss, decided(CONFLICT, 3, Action.UNDO, Choice(undoes=2))]
    twice = [*once, decided(CONFLICT, 4, Action.UNDO, Choice(undoes=1))]
    for history, standing in (([keep, dismiss], 2), (once, 1), (twice, None)):
        found = Ledger.of(reversed(history)).standing(CONFLICT.content, CONFLICT.places, DAY)
        assert (found and found.number) == standing
    assert Ledger.of(twice).next_number == 5


def test_an_assignment_settles_nothing_and_outlives_a_resolution() -> None:
    history = [
        decided(CONFLICT, 1, Action.ASSIGN, Choice(owner="api-team")),
        decided(CONFLICT, 2, Action.ACCEPT, Choice(until=date(2027, 1, 1))),
        decided(CONFLICT, 3, Action.ESCALATE, Choice(owner="cto")),
    ]
    ledger = Ledger.of(history)
    assert ledger.owner(CONFLICT.content, CONFLICT.places) == "cto"
    assert ledger.escalated(CONFLICT.content, CONFLICT.places)
    assert Ledger.of(history[:1]).standing(CONFLICT.content, CONFLICT.places, DAY) is None
    undone = Ledger.of([*history, decided(CONFLICT, 4, Action.UNDO, Choice(undoes=3))])
    assert undone.owner(CONFLICT.content, CONFLICT.places) == "api-team"
    assert not undone.escalated(CONFLICT.content, CONFLICT.places)
