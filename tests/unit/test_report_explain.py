"""Every reason code, type and bound has its words, and they tell what the finding holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from string import Formatter

import pytest

from scanner.model import Bound, ConflictType, Dimension, FindingKind, Reason, Scope
from scanner.report.explain import ADVICE, BOUNDS, SENTENCES, explain, say
from tests.unit.finding_builders import make_finding


def test_every_code_has_words() -> None:
    assert set(SENTENCES) == set(Reason)
    assert set(ADVICE) == set(ConflictType)
    assert set(BOUNDS) == set(Bound)


@pytest.mark.parametrize("reason", list(Reason))
def test_every_sentence_is_one(reason: Reason) -> None:
    sentence = say(reason, "5 and 6", "tier")
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert {name for _, name, _, _ in Formatter().parse(SENTENCES[reason]) if name} <= {"values", "missing"}


def test_no_two_codes_say_the_same() -> None:
    assert len(set(SENTENCES.values())) == len(Reason)


def test_a_conflict_says_why_and_what_to_do() -> None:
    steps = explain(make_finding())
    assert steps[0] == "Both state the same predicate of the same subject."
    assert steps[1] == "The amounts differ: no number is both 100 requests per minute and 500 requests per minute."
    assert "Both hold for: tier=standard." in steps
    assert "Only some sides are dated, so an update cannot be told from a conflict." in steps
    assert "Preferred: 500 requests per minute, because its authority is highest (0.90)." in steps
    assert steps[-1] == "Ask the owner which is right."


def test_a_newer_side_is_called_newest_only_if_all_are_dated() -> None:
    finding = make_finding()
    old = finding.sides[0]
    dated = replace(old, places=(replace(old.places[0], published=date(2025, 1, 1)),))
    steps = explain(replace(finding, sides=(dated, finding.sides[1])))
    assert any("it is the newest (2026-03-02)" in step for step in steps)
    assert any("from 2025-01-01 to 2026-03-02" in step for step in steps)


def test_times_of_day_are_not_called_dates() -> None:
    finding = make_finding()
    sides = tuple(replace(side, canonical=time) for side, time in zip(finding.sides, ("08:30", "09:00"), strict=True))
    steps = explain(replace(finding, sides=sides, reason=Reason.DATE_DIFFERS))
    assert not any("date" in step and "day" in step for step in steps[:2])
    assert steps[1].startswith("The times of day differ: ")


def test_a_possible_one_names_what_is_missing() -> None:
    steps = explain(make_finding(FindingKind.POSSIBLE))
    assert "Only one side says for which region it holds." in steps


@pytest.mark.parametrize("reason", [Reason.SCOPE_MISSING, Reason.APPROXIMATE])
def test_what_one_side_says_is_not_said_of_both(reason: Reason) -> None:
    scope = Scope.of({Dimension.TIER: "standard", Dimension.REGION: "eu"})
    steps = explain(replace(make_finding(FindingKind.POSSIBLE), scope=scope, missing=("region",), reason=reason))
    assert "Both hold for: tier=standard." in steps
    assert [step for step in steps if "region" in step] == ["Only one side says for which region it holds: region=eu."]


def test_a_supersession_tells_the_windows_in_order() -> None:
    steps = explain(make_finding(FindingKind.SUPERSESSION))
    told = next(step for step in steps if "Then" in step)
    assert told.index("100 requests") < told.index("500 requests")
    assert "from 2026-03-02 (by the document's date)" in told


def test_reason_codes_in_a_findings_own_explanation_are_put_in_words() -> None:
    steps = explain(replace(make_finding(), explanation=("lag", "Plain words.")))
    assert "One page still states a value that another page of the same body has replaced." in steps
    assert "Plain words." in steps
