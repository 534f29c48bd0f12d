"""The parser gives what the pipeline gives, however sentences are batched and whatever it has met before."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import spacy

from scanner.nlp import DEFAULT_PIPELINE, Parse, Parser

SENTENCES = (
    "The maximum upload size is 25 MB.",
    "Let's say that there are three limits, and it's 5 MB that counts.",
    "It ain't gonna change: y'all have got to wait 30 days.",
    "There's a quota; there are two of them.",
    "It  has two\n spaces and a break.",
    "Limits were raised from 100 to 500 because users had asked us to.",
    "let 's go all in on it",
)


@pytest.fixture(scope="module")
def expected() -> list[list[tuple[object, ...]]]:
    nlp = spacy.load(DEFAULT_PIPELINE, exclude=["senter", "ner"])
    return [
        [(t.text, t.idx, t.idx + len(t.text), t.lemma_, t.pos_, t.tag_, t.dep_, t.head.i) for t in nlp(text)]
        for text in SENTENCES
    ]


def _rows(parses: Sequence[Parse]) -> list[list[tuple[object, ...]]]:
    return [[(t.text, t.start, t.end, t.lemma, t.pos, t.tag, t.dep, t.head) for t in p.tokens] for p in parses]


def test_it_tells_what_the_whole_pipeline_tells(expected: list[list[tuple[object, ...]]]) -> None:
    parser = Parser()
    assert _rows(list(parser.parse(SENTENCES))) == expected


def test_neither_batches_nor_what_came_before_change_a_parse(expected: list[list[tuple[object, ...]]]) -> None:
    parser = Parser()
    one_by_one = [next(iter(parser.parse([text]))) for text in reversed(SENTENCES)]
    assert _rows(one_by_one[::-1]) == expected
    parser._recent.clear()
    parser._zone.make_room(10_000)  # a new zone: nothing of the old one may be needed
    assert _rows(list(parser.parse(SENTENCES))) == expected
