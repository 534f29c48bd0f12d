from __future__ import annotations

import pytest

from scanner.load.inline import read_inline
from scanner.load.keyvalue import split_key


def pair(source: str) -> tuple[str, str] | None:
    found = split_key(read_inline(source, [(0, len(source))]))
    return None if found is None else (found.key.text, found.value.text)


@pytest.mark.parametrize(
    ("source", "key", "value"),
    [
        ("Retention: 30 days", "Retention", "30 days"),
        ("**Name**: value of it", "Name", "value of it"),
        ("**Name:** value of it", "Name", "value of it"),
        ("**Area – total **: 86,600 sq km", "Area – total", "86,600 sq km"),
        ("**Land use – agricultural land: arable land**: 25.3%", "Land use – agricultural land: arable land", "25.3%"),
        ("`max_retries`: 5", "max_retries", "5"),
        ("**Owner** – the platform team", "Owner", "the platform team"),
        ("timeout = 30", "timeout", "30"),
        ("Maximum size of an upload: 5 MB", "Maximum size of an upload", "5 MB"),
        ("Default: 5", "Default", "5"),
        ("Length Constraints: At least 7. At most 15.", "Length Constraints", "At least 7. At most 15."),
        ("Opening hours: Monday 10:30 to 18:00", "Opening hours", "Monday 10:30 to 18:00"),
    ],
)
def test_pairs(source: str, key: str, value: str) -> None:
    assert pair(source) == (key, value)


@pytest.mark.parametrize(
    "source",
    [
        "The meeting starts at 10:30 in the hall",
        "See https://example.org/limits for more",
        "e.g.: this one",
        "Note: the limit is five",
        "Step 2: press the button",
        "There are two kinds: large and small",
        "To change this: open the menu",
        "We offer three plans: Basic, Standard and Premium",
        "Black picture: the memory of the card is full by now. Close the browser or take a smaller one instead.",
        "Nestwise keeps an inventory of a home: rooms, things and many kinds of old receipts.",
        "a == b",
        "Supported:",
        ": nothing",
        "2024: 5",
        "**This is a whole sentence.** And more of it: here",
    ],
)
def test_look_alikes(source: str) -> None:
    assert pair(source) is None
