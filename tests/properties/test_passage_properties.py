"""A passage finds its pieces by halving and answers what going through all of them answers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scanner.model import Passage

GAPS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 2)), max_size=8)


@given(GAPS, st.integers(0, 12), st.integers(0, 12))
def test_spans_and_cuts(gaps: list[tuple[int, int, int]], start: int, end: int) -> None:
    pieces, at, source = [], 0, 0
    for between, length, markup in gaps:
        at, source = at + between, source + between + markup
        pieces.append((at, source, length))
        at, source = at + length, source + length
    passage = Passage("x" * at, tuple(pieces))
    parts = [
        (max(start, at), source + max(start, at) - at, min(end, at + length) - max(start, at))
        for at, source, length in pieces
        if max(start, at) < min(end, at + length)
    ]
    assert passage.cut(start, end).pieces == tuple((low - start, here, length) for low, here, length in parts)
    if not parts:
        return
    assert passage.span(start, end) == (parts[0][1], parts[-1][1] + parts[-1][2])
