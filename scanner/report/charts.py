"""Small charts as plain coordinates: the page's template draws them, and its style sheet colours them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scanner.report.background import Night

__all__ = ["Line", "Trend", "trend_of"]

WIDTH, HEIGHT, MARGIN = 560, 140, 8
_MOST_NIGHTS = 120


@dataclass(frozen=True, slots=True)
class Line:
    """One curve: its name, its points as SVG writes them, the same as pairs, and its last value."""

    name: str
    points: str
    dots: tuple[tuple[float, float], ...]
    last: int


@dataclass(frozen=True, slots=True)
class Trend:
    """The numbers of open findings over the last runs, from the left; ``top`` is the value of the upper edge."""

    width: int
    height: int
    top: int
    lines: tuple[Line, ...]
    nights: tuple[Night, ...]


def trend_of(nights: Sequence[Night]) -> Trend | None:
    """The curves of the latest runs, oldest first; none where there are fewer than two."""
    shown = tuple(nights[-_MOST_NIGHTS:])
    if len(shown) < 2:
        return None
    series = (
        ("conflicts", [night.conflicts for night in shown]),
        ("possible", [night.possible for night in shown]),
        ("settled", [night.settled for night in shown]),
    )
    top = max(1, *(value for _, values in series for value in values))
    return Trend(WIDTH, HEIGHT, top, tuple(_line(name, values, top) for name, values in series), shown)


def _line(name: str, values: Sequence[int], top: int) -> Line:
    step = (WIDTH - 2 * MARGIN) / (len(values) - 1)
    dots = tuple(
        (round(MARGIN + at * step, 1), round(HEIGHT - MARGIN - value / top * (HEIGHT - 2 * MARGIN), 1))
        for at, value in enumerate(values)
    )
    return Line(name, " ".join(f"{x},{y}" for x, y in dots), dots, values[-1])
