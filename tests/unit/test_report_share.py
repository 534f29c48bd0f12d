"""The share of documents in open conflict: right figures, and an interval as wide as a small corpus deserves."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.model import FindingKind, FindingStatus
from scanner.report import Report, render
from scanner.report.share import disputed_documents, share_of
from tests.unit.finding_builders import make_finding
from tests.unit.test_report_formats import SUMMARY


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    # Newcombe (1998), table I, method 3: Wilson score without continuity correction.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(part: int, whole: int, low: float, high: float) -> None:
    found = share_of(part, whole)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


@settings(deadline=None)
@given(st.integers(0, 5000), st.integers(0, 5000))
def test_the_share_lies_in_its_interval(a: int, b: int) -> None:
    part, whole = sorted((a, b))
    found = share_of(part, whole)
    assert 0 <= found.low <= round(found.share, 4) + 1e-9
    assert round(found.share, 4) - 1e-9 <= found.high <= 1


def test_no_part_of_the_whole_is_refused() -> None:
    with pytest.raises(ValueError, match="13 is no part of 12"):
        share_of(13, 12)


def test_only_documents_of_open_conflicts_count_each_once() -> None:
    conflict = make_finding()
    others = (make_finding(FindingKind.POSSIBLE), make_finding(FindingKind.SUPERSESSION))
    settled = replace(conflict, status=FindingStatus.DISMISSED)
    assert disputed_documents(Report(SUMMARY, (conflict, conflict, *others))).part == 2
    assert disputed_documents(Report(SUMMARY, (settled, *others))).part == 0


def test_every_report_says_it_in_its_head() -> None:
    report = Report(SUMMARY, (make_finding(),))
    told = "2 of 12 documents (17%, 95% interval 5% to 45%) hold an open conflict."
    assert told in render(report, "text")
    assert told in render(report, "md")
    figures = json.loads(render(report, "json"))["run"]["disputed_documents"]
    assert figures == {"documents": 2, "share": 0.1667, "low": 0.047, "high": 0.448}
    nothing = Report(replace(SUMMARY, claims=0), ())
    assert "interval" not in render(nothing, "text")
