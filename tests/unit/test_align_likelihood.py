"""The weights of alignment: each belongs to a feature, and the cases they are fitted to are sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from scanner.align.likelihood import FEATURES
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
