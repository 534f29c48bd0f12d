"""What a score is worth: the share of true findings that was counted at it, from data beside this file."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from scanner.model import FindingKind

__all__ = ["Curve", "calibrated", "interpolated"]

Curve = Sequence[tuple[float, float]]
"""Points (score, share of true findings), rising in both."""


def calibrated(kind: FindingKind, score: float) -> float:
    """The confidence, in [0, 1] with three places, that a finding of ``kind`` with this score deserves.

    It rises with the score: of two findings of one kind the one with the higher score is never the less sure one.
    """
    return round(interpolated(_curves()[kind.value], score), 3)


def interpolated(curve: Curve, score: float) -> float:
    """The share at a score, linear between points and flat beyond the ends."""
    scores = [at for at, _ in curve]
    at = bisect_right(scores, score)
    if at == 0:
        return curve[0][1]
    if at == len(curve):
        return curve[-1][1]
    (low, worst), (high, best) = curve[at - 1], curve[at]
    return worst + (best - worst) * (score - low) / (high - low)


@cache
def _curves() -> Mapping[str, Curve]:
    text = (resources.files("scanner.detect") / "calibration.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    return {kind: [(at, share) for at, share in found[kind]["points"]] for kind in FindingKind}
