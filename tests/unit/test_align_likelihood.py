"""The weights of alignment: each belongs to a feature, and the cases they are fitted to are sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from scanner.align.nearness import FAR, doublings
from scanner.align.signs import FEATURES
from scanner.normalize.recognise import Recogniser
from scanner.rules import load_rules
from tests.bench.own_cases import FOLDER, read_cases


def test_every_feature_has_a_weight_and_every_weight_a_feature() -> None:
    assert set(load_rules().weights) == {"intercept", *FEATURES}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_every_label_of_the_own_cases_stands_once_in_its_documents(path: Path) -> None:
    cases = read_cases(path.read_text(encoding="utf-8"))
    assert len({case.id for case in cases}) == len(cases) > 0
    assert all(
        case.gold and label["kind"] in {"conflict", "supersession", "possible", "none"}
        for case in cases
        for label in case.gold
    )


def test_evidence_that_stands_twice_is_refused() -> None:
    text = "=== a-1\n@ a.md | type=primary\nTwo of two.\ngold none | x | a.md | wo | 2 | a.md | Two | 2\n"
    with pytest.raises(ValueError, match="stands 2 times"):
        read_cases(text)


RECOGNISE = Recogniser.build(load_rules())


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("30 days", "60 days", 1.0),
        ("90 minutes", "1.5 hours", 0.0),
        ("4 GB", "4 GiB", 0.0),
        ("5 MB", "5 TB", FAR),
        ("3 to 5 days", "5 to 9 days", 0.0),
        ("25 kg", "25 days", FAR),
        ("1 June 2025", "2 July 2025", 1.0),
        ("1 June 2025", "2025", 0.0),
        ("9 am", "10 am", 3.0),
    ],
)
def test_values_are_apart_by_doublings(a: str, b: str, apart: float) -> None:
    mine, theirs = (RECOGNISE(text, False)[0].value for text in (a, b))
    assert mine is not None and theirs is not None
    assert doublings(mine, theirs) == doublings(theirs, mine) == pytest.approx(apart, abs=0.1)
