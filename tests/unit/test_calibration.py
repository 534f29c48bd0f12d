"""A score is worth the share of findings that were true at it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.detect.calibration import calibrated, interpolated
from scanner.model import FindingKind
from tests.bench.calibration import Judged, fitted


@pytest.mark.parametrize(
    ("score", "share"), [(-1.0, 0.1), (0.0, 0.1), (0.25, 0.3), (0.5, 0.5), (0.75, 0.7), (1.0, 0.9), (2.0, 0.9)]
)
def test_shares_between_points_are_linear_and_beyond_them_flat(score: float, share: float) -> None:
    assert interpolated([(0.0, 0.1), (0.5, 0.5), (1.0, 0.9)], score) == pytest.approx(share)


@given(st.sampled_from(list(FindingKind)), st.floats(0, 1), st.floats(0, 1))
def test_the_better_score_is_never_the_less_sure(kind: FindingKind, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= calibrated(kind, low) <= calibrated(kind, high) <= 1


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=40))
def test_a_fitted_curve_rises_whatever_was_counted(counted: list[tuple[float, bool]]) -> None:
    curve = fitted([Judged("p", "open", "conflict", score, true) for score, true in counted])
    assert [score for score, _ in curve] == sorted(score for score, _ in curve)
    assert [share for _, share in curve] == sorted(share for _, share in curve)
    assert all(0 < share < 1 for _, share in curve)


def test_what_was_counted_outweighs_belief() -> None:
    judged = [Judged("p", "open", "conflict", 0.4, True) for _ in range(50)]
    assert interpolated(fitted(judged), 0.42) > 0.9
