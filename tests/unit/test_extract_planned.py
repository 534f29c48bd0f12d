"""Which words tell that something is planned, and which only look like them."""

from __future__ import annotations

import pytest

from scanner.extract.assertion import Assertions
from scanner.rules import load_rules

ASSERTIONS = Assertions.build(load_rules())


@pytest.mark.parametrize(
    ("text", "planned"),
    [
        ("Carriers offer a 15 % discount on cell plans to all employees.", False),
        ("We sell plans to every member for 5 EUR.", False),
        ("The carrier plans to offer a 31 % discount.", True),
        ("We plan to raise the limit to 50.", True),
    ],
)
def test_plans_that_are_things_plan_nothing(text: str, planned: bool) -> None:
    assert (ASSERTIONS.planned.search(ASSERTIONS.named.sub(" ", text)) is not None) is planned
