"""Decisions hold until a value changes, run out, or are undone; unsound ones are refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scanner.model import FindingStatus
from scanner.review import Action, Resolution, ReviewError, decide, in_force, status_of
from tests.unit.finding_builders import make_finding

DAY = date(2026, 11, 30)
LATER = date(2026, 12, 31)


def _decided(action: Action, history: list[Resolution], until: date | None = None, day: date = DAY) -> list[Resolution]:
    made = decide(make_finding(), action, history, note="why", decided_by="ann", decided_on=day, until=until)
    return [*history, made]


@pytest.mark.parametrize(
    ("action", "status"),
    [(Action.RESOLVE, FindingStatus.RESOLVED), (Action.DISMISS, FindingStatus.DISMISSED)],
)
def test_a_decision_gives_the_status(action: Action, status: FindingStatus) -> None:
    assert status_of(make_finding(), _decided(action, []), LATER) is status


def test_without_a_decision_the_findings_own_status_stays() -> None:
    assert status_of(replace(make_finding(), status=FindingStatus.OPEN), [], DAY) is FindingStatus.OPEN


def test_a_decision_survives_moved_documents_and_reworded_claims_and_no_new_value() -> None:
    history = _decided(Action.DISMISS, [])
    moved = replace(make_finding(), finding_id="f1:other", fingerprint_places="elsewhere")
    reworded = replace(make_finding(), finding_id="f1:other", fingerprint_content="otherwise")
    changed = replace(make_finding(), fingerprint_content="other", fingerprint_places="other")
    assert status_of(moved, history, DAY) is FindingStatus.DISMISSED
    assert status_of(reworded, history, DAY) is FindingStatus.DISMISSED
    assert status_of(changed, history, DAY) is FindingStatus.NEW


def test_empty_fingerprints_match_nothing() -> None:
    bare = replace(make_finding(), fingerprint_content="", fingerprint_places="")
    history = [decide(bare, Action.RESOLVE, [], note="", decided_by="ann", decided_on=DAY)]
    assert in_force(bare, history, DAY) is None


def test_a_deferral_ends_on_its_day() -> None:
    history = _decided(Action.DEFER, [], LATER)
    assert status_of(make_finding(), history, date(2026, 12, 30)) is FindingStatus.DEFERRED
    assert status_of(make_finding(), history, LATER) is FindingStatus.NEW


def test_undo_reopens_and_may_be_followed_by_another_decision() -> None:
    history = _decided(Action.UNDO, _decided(Action.RESOLVE, []))
    assert status_of(make_finding(), history, DAY) is FindingStatus.NEW
    assert [item.number for item in _decided(Action.DISMISS, history)] == [1, 2, 3]


def test_the_last_decision_counts_whatever_the_order_given() -> None:
    history = _decided(Action.DISMISS, _decided(Action.RESOLVE, []))
    assert status_of(make_finding(), reversed(history), DAY) is FindingStatus.DISMISSED


@pytest.mark.parametrize(
    ("action", "note", "until", "earlier", "message"),
    [
        (Action.DISMISS, " ", None, (), "needs a reason"),
        (Action.DEFER, "x", None, (), "needs the later day"),
        (Action.DEFER, "x", DAY, (), "needs the later day"),
        (Action.RESOLVE, "x", LATER, (), "only a deferral"),
        (Action.UNDO, "x", None, (), "no decision to undo"),
        (Action.RESOLVE, "x", None, (Action.RESOLVE,), "already resolved"),
    ],
)
def test_unsound_decisions_are_refused(
    action: Action, note: str, until: date | None, earlier: tuple[Action, ...], message: str
) -> None:
    history: list[Resolution] = []
    for made in earlier:
        history = _decided(made, history)
    with pytest.raises(ReviewError, match=message):
        decide(make_finding(), action, history, note=note, decided_by="ann", decided_on=DAY, until=until)


def test_a_deferral_may_be_extended() -> None:
    history = _decided(Action.DEFER, [], LATER)
    later = _decided(Action.DEFER, history, date(2027, 2, 1))
    assert status_of(make_finding(), later, date(2027, 1, 15)) is FindingStatus.DEFERRED
