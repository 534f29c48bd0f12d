"""Sentences are cut where readers would cut them."""

from __future__ import annotations

import pytest

from scanner.extract.sentences import Splitter
from scanner.rules import load_rules

SPLIT = Splitter.of(load_rules())


@pytest.mark.parametrize(
    "pieces",
    [
        ("The limit is 5 MB.", "It was raised in May."),
        ("Revenue was restated to $6.8M.", "Costs fell."),
        ("Contact Dr. Ames or Mr. Lee, e.g. by mail.", "They answer."),
        ("See No. 5 and Fig. A for more.", "Is it dead?", "No.", "Support goes on."),
        ("It runs 3.5 times faster than v1.2.3.", "The rest is as before."),
        ("Written by J. K. Moss at Acme Inc. in Oslo.", "It sells ovens."),
        ("Goods are stored in hall C.", "The customer may inspect them."),
        ("Lower it when pages change often.", "`lf_dir` is where entries go."),
        ("Set it to 5.", "max_retries stays at 3."),
        ('He said "no."', "Then he left (at 5 p.m.)."),
        ("1. Measurement.", "Availability is established per month."),
        ("It ends in the U.S. market; prices stay.", "They rise in 2027."),
        ("Wait... then retry.", "Done!"),
        ("Opens at 9 a.m. on weekdays.",),
        ("Allowed are 1.5 GB, i.e. 1,500 MB.",),
        ("Use node.js or config.yaml here.",),
        ("first paragraph without a stop", "second paragraph"),
    ],
)
def test_sentences(pieces: tuple[str, ...]) -> None:
    glue = "\n\n" if pieces[0].endswith("stop") else " "
    text = glue.join(pieces)
    assert tuple(text[start:end] for start, end in SPLIT(text)) == pieces


def test_short_lines_that_begin_anew_are_units_of_their_own() -> None:
    text = "Pelican Wharfage Ltd\n12 Quay Street\nPhone: 555 0199"
    assert [text[a:b] for a, b in SPLIT(text)] == text.split("\n")


def test_wrapped_lines_are_not_cut() -> None:
    text = "The contract begins on 1 January 2024 and may be ended\nby either side with six months' notice."
    assert [text[a:b] for a, b in SPLIT(text)] == [text]


def test_nothing_in_nothing() -> None:
    assert SPLIT("  \n ") == ()
