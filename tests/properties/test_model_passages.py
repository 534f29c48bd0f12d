"""Laws of passages: what is read can be found again in the document, in whole and in part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.model import Passage

WORDS = st.text(alphabet="abc é😀7", min_size=1, max_size=6)


@st.composite
def marked_up(draw: st.DrawFn) -> tuple[str, Passage]:
    """A document with mark-up, and the passage that reads it with a space put in where mark-up stood."""
    document, text = draw(st.sampled_from(["", "# ", "<p>"])), ""
    pieces = []
    for word in draw(st.lists(WORDS, min_size=1, max_size=5)):
        pieces.append((len(text), len(document), len(word)))
        document += word + draw(st.sampled_from(["", "**", "</b>", "\n> "]))
        text += word + draw(st.sampled_from(["", " "]))
    return document, Passage(text, tuple(pieces))


@st.composite
def with_range(draw: st.DrawFn) -> tuple[str, Passage, int, int]:
    document, passage = draw(marked_up())
    start = draw(st.integers(0, len(passage.text)))
    return document, passage, start, draw(st.integers(start, len(passage.text)))


def mapped(passage: Passage) -> dict[int, int]:
    return {at + n: source + n for at, source, length in passage.pieces for n in range(length)}


@given(with_range())
def test_a_span_starts_and_ends_at_the_first_and_last_character_that_stands_in_the_document(
    case: tuple[str, Passage, int, int],
) -> None:
    document, passage, start, end = case
    places = [place for at, place in mapped(passage).items() if start <= at < end]
    if not places:
        with pytest.raises(ValueError, match="nowhere"):
            passage.span(start, end)
        return
    low, high = passage.span(start, end)
    assert (low, high) == (min(places), max(places) + 1)
    assert 0 <= low < high <= len(document)


@given(with_range())
def test_every_character_of_a_cut_stands_where_it_stood(case: tuple[str, Passage, int, int]) -> None:
    document, passage, start, end = case
    cut = passage.cut(start, end)
    assert cut.text == passage.text[start:end]
    assert mapped(cut) == {at - start: place for at, place in mapped(passage).items() if start <= at < end}
    assert all(document[place] == cut.text[at] for at, place in mapped(cut).items())


@given(with_range(), st.data())
def test_cutting_twice_is_cutting_once(case: tuple[str, Passage, int, int], data: st.DataObject) -> None:
    _, passage, start, end = case
    inner = data.draw(st.integers(0, end - start))
    stop = data.draw(st.integers(inner, end - start))
    assert passage.cut(start, end).cut(inner, stop) == passage.cut(start + inner, start + stop)


@given(WORDS, st.text(max_size=5))
def test_a_plain_passage_is_the_document_itself(word: str, before: str) -> None:
    document = before + word
    passage = Passage.plain(word, len(before))
    low, high = passage.span(0, len(word))
    assert document[low:high] == word
    assert Passage.plain("", 3).pieces == ()
