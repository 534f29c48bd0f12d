"""What stands where in a unit is found by halving, as reading all of it would find it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scanner.model import Flag, Mention, Passage, Unit, UnitKind


def _unit(ranges: list[tuple[int, int]]) -> Unit:
    mentions = tuple(Mention(low, high, "x" * (high - low), Flag(True)) for low, high in ranges)
    return Unit(0, UnitKind.ROW, Passage.plain("x" * 60, 0), 0, cells=tuple(ranges), mentions=mentions)


@st.composite
def _ranges(draw: st.DrawFn) -> list[tuple[int, int]]:
    edges = sorted(draw(st.sets(st.integers(0, 60), max_size=16)))
    return [(low, high) for low, high in zip(edges[::2], edges[1::2], strict=False)]


@given(_ranges(), st.integers(0, 60), st.integers(0, 60))
def test_mentions_and_cells_are_found_by_place(ranges: list[tuple[int, int]], one: int, other: int) -> None:
    unit, low, high = _unit(ranges), min(one, other), max(one, other)
    assert unit.starting(low, high) == tuple(m for m in unit.mentions if low <= m.start < high)
    if low < high:
        assert unit.touching(low, high) == tuple(m for m in unit.mentions if m.start < high and low < m.end)
    assert unit.cell_at(one) == next((cell for cell in ranges if cell[0] <= one < cell[1]), None)
