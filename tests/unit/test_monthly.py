"""Days that recur each month are terms; a day of one month and a weekday alone are none."""

from __future__ import annotations

import pytest

from scanner.normalize.monthly import MonthlyGrammar
from scanner.rules import load_rules

GRAMMAR = MonthlyGrammar.build(load_rules())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Salaries are paid on the 25th of each month.", "25"),
        ("Rent is due on the first day of the month.", "1"),
        ("The backup tape is changed on the 1st day of every calendar month.", "1"),
        ("The newsletter appears on the last working day of the month.", "last working"),
        ("The council meets on the second Tuesday of each month.", "2 1"),
        ("The market is held on the last Sunday in the month.", "last 6"),
    ],
)
def test_reads_the_day(text: str, code: str) -> None:
    (mention,) = GRAMMAR.find(text)
    assert mention.value is not None and mention.value.canonical == code


@pytest.mark.parametrize(
    "text",
    [
        "Pay by the 5th of the following month.",
        "The bill is sent every month.",
        "On the 25th of March the month was half gone.",
        "The 3rd month of the trial is free.",
        "Open every Monday of the season, twice a month.",
        "The third of each month's bills is paid.",
        "A third of each month's income goes to rent.",
    ],
)
def test_stays_silent(text: str) -> None:
    assert not GRAMMAR.find(text)
