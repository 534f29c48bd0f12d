"""From scan to scan: found, moved, changed, reopened, closed, returned; and the status that follows."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.model import Action, Choice, Event, EventKind, FindingState, FindingStatus, Resolution
from scanner.review import Ledger, Past, Scan, events_of, status_of
from tests.unit.review_builders import DAY, decided, state

A = state("f1:a", ("100", "v1.md"), ("500", "v2.md"))
B = state("f1:b", ("2 GB", "x.md"), ("4 GB", "y.md"), subject="disk", predicate="size")


def nights(*seen: list[FindingState], decisions: list[Resolution] | None = None) -> list[list[Event]]:
    """The events of successive nights, one list a night."""
    ledger, log, told = Ledger.of(decisions or []), [], []
    for number, states in enumerate(seen, 1):
        scan = Scan(number, f"run{number}", DAY + timedelta(days=number - 1))
        told.append(events_of(Past.of(log), states, ledger, scan))
        log += told[-1]
    return told


def brief(events: list[Event]) -> list[tuple[str, str, str]]:
    return [(event.kind.value, event.state.finding_id, event.previous) for event in events]


def test_a_finding_is_found_once_and_closes_once() -> None:
    first, second, third, fourth = nights([A, B], [A, B], [B], [B])
    assert brief(first) == [("found", "f1:a", ""), ("found", "f1:b", "")]
    assert second == []
    assert brief(third) == [("closed", "f1:a", "")]
    assert fourth == []


def test_what_comes_back_has_returned() -> None:
    assert brief(nights([A], [], [A])[2]) == [("returned", "f1:a", "")]


def test_a_moved_document_and_other_words_are_the_same_finding() -> None:
    moved = state("f1:m", ("100", "old/v1.md"), ("500", "v2.md"))
    reworded = state("f1:r", ("100", "old/v1.md"), ("500", "v2.md"), subject="users endpoint")
    assert [brief(night) for night in nights([A], [moved], [reworded])[1:]] == [
        [("moved", "f1:m", "f1:a")],
        [("moved", "f1:r", "f1:m")],
    ]


def test_a_changed_value_and_a_third_one_are_the_finding_changed() -> None:
    changed = state("f1:c", ("100", "v1.md"), ("600", "v2.md"))
    third = state("f1:d", ("100", "v1.md"), ("600", "v2.md"), ("700", "v3.md"))
    _, second, last = nights([A], [changed], [third])
    assert brief(second) == [("changed", "f1:c", "f1:a")]
    assert second[0].detail == "500 became 600"
    assert brief(last) == [("changed", "f1:d", "f1:c")]
    assert last[0].detail == "700 came in"


def test_only_shared_values_of_the_same_thing_make_a_change() -> None:
    other = state("f1:o", ("100", "v1.md"), ("9", "z.md"), subject="disk", predicate="size")
    assert brief(nights([A], [other])[1]) == [("found", "f1:o", ""), ("closed", "f1:a", "")]


def test_what_was_settled_reopens_when_a_value_changes() -> None:
    changed = state("f1:c", ("100", "v1.md"), ("600", "v2.md"))
    events = nights([A], [changed], decisions=[decided(A, 7, Action.KEEP, Choice(keep="q:100"))])[1]
    assert brief(events) == [("reopened", "f1:c", "f1:a")]
    assert events[0].resolution == 7


def test_an_acceptance_that_runs_out_reopens_once() -> None:
    accepted = [decided(A, 3, Action.ACCEPT, Choice(until=DAY + timedelta(days=2)))]
    told = nights([A], [A], [A], [A], decisions=accepted)
    assert [brief(night) for night in told[1:]] == [[], [("reopened", "f1:a", "")], []]
    assert told[2][0].detail == f"it was accepted until {DAY + timedelta(days=2)}"


def test_the_status_follows_from_the_resolution_else_from_the_night() -> None:
    found = nights([A])[0][0]
    assert status_of(None, found) is FindingStatus.NEW
    assert status_of(None, None) is FindingStatus.OPEN
    assert status_of(decided(A, 1, Action.KEEP), found) is FindingStatus.RESOLVED
    returned = nights([A], [], [A])[2][0]
    assert status_of(None, returned) is FindingStatus.REOPENED


POOL = [A, B, state("f1:c", ("100", "v1.md"), ("600", "v2.md")), state("f1:m", ("100", "n.md"), ("500", "v2.md"))]


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from(POOL), unique_by=lambda s: s.finding_id), max_size=5))
def test_replaying_the_log_gives_what_is_open(seen: list[list[FindingState]]) -> None:
    log: list[Event] = []
    for number, states in enumerate(seen, 1):
        log += events_of(Past.of(log), states, Ledger.of([]), Scan(number, "r", date(2026, 1, 1)))
        assert set(Past.of(log).open) == {s.finding_id for s in states}
    assert all(event.kind is not EventKind.REOPENED for event in log)
