"""Words and digits that look like values and are none, or another value than they look like."""

from __future__ import annotations

import pytest

from scanner.load.decode import decode
from scanner.load.formats import format_of
from scanner.load.outline import is_tool_directive
from scanner.model import Quantity, Version
from scanner.normalize.quantity_names import UnitNames
from scanner.normalize.quantity_units import UnitTable
from scanner.normalize.recognise import Recogniser
from scanner.rules import load_rules

RULES = load_rules()
RECOGNISE = Recogniser.build(RULES)
NAMES = UnitNames.build(RULES, UnitTable.build(RULES))


@pytest.mark.parametrize(
    "text",
    [
        "037 - Credit hours used",
        "07 - Annual leave",
        "Ask for agent 007.",
        "Room 012 is upstairs.",
        "The leave code 061 is new.",
        "They fixed a dozen of bugs.",
        "Dozens of calls came in.",
        "One avenue of recruitment is the fair.",
        "One way to pay is by card.",
        "One reason is the noise.",
    ],
)
def test_no_quantity(text: str) -> None:
    assert not [m for m in RECOGNISE(text, False, None) if isinstance(m.value, Quantity)]


@pytest.mark.parametrize(
    ("text", "lo"),
    [
        ("A box holds a dozen eggs.", 12),
        ("One backup is kept.", 1),
        ("The lift takes 8 persons.", 8),
        ("The file has 101 pages.", 101),
        ("It takes 12 of the 20 seats.", 12),
    ],
)
def test_quantity(text: str, lo: int) -> None:
    found = [m.value for m in RECOGNISE(text, False, None) if isinstance(m.value, Quantity)]
    assert found and found[0].lo == lo


@pytest.mark.parametrize("text", ["The leak (fixed in 11.3) is old.", "introduced in 2.4", "It was removed in 3.10."])
def test_a_number_of_an_event_is_a_version(text: str) -> None:
    assert [m for m in RECOGNISE(text, False, None) if isinstance(m.value, Version)]


@pytest.mark.parametrize("text", ["The leak was fixed in 2.5 hours.", "Changed in 1.5 % of the cases."])
def test_a_measure_of_an_event_is_none(text: str) -> None:
    assert not [m for m in RECOGNISE(text, False, None) if isinstance(m.value, Version)]


@pytest.mark.parametrize("name", ["GROUP_DM", "TYPE_CM", "STATE_FF", "CHANNEL_KR", "MODE_ML"])
def test_two_capitals_at_the_end_of_a_name_are_no_unit(name: str) -> None:
    assert NAMES.in_identifier(name) is None


@pytest.mark.parametrize("name", ["timeout_ms", "MAX_SIZE_MB", "price_usd", "budget_eur", "AMOUNT_IN_CHF"])
def test_a_unit_at_the_end_of_a_name(name: str) -> None:
    found = NAMES.in_identifier(name)
    assert found is not None and found.unit


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"See \x1b[1mman\x1b[22m(1).", "See man(1)."),
        (b"See [1mman[22m(1) and [4mpage[24m.", "See man(1) and page."),
        (b"\x1b[38;5;12mblue\x1b[0m sky", "blue sky"),
        (b"N\x08NA\x08AM\x08ME\x08E", "NAME"),
        (b"\x1b]8;;https://a.b\x07link\x1b]8;;\x07", "link"),
    ],
)
def test_terminal_escapes_go(data: bytes, text: str) -> None:
    assert decode(data)[0] == text


@pytest.mark.parametrize(
    "text", ["the range [1m] and [0m, 30m]", "wires[1m", "array[0]", "see [22m] long ropes", "[4m poles"]
)
def test_brackets_stay(text: str) -> None:
    assert decode(text.encode())[0] == text


@pytest.mark.parametrize(
    "line",
    [
        "cSpell: ignore capitalweather,Thurgood",
        "vim: set sw=2 ts=4:",
        "-*- mode: rst -*-",
        "markdownlint-disable MD033",
        "prettier-ignore",
        "// eslint-disable no-console",
    ],
)
def test_lines_for_tools(line: str) -> None:
    assert is_tool_directive(line)


@pytest.mark.parametrize(
    "line",
    ["Spelling: British", "Vim: 9.1", "The editor is vim: it is fast.", "Code: 404", "Words: 120", "Prettier: 3.0"],
)
def test_lines_for_readers(line: str) -> None:
    assert not is_tool_directive(line)


@pytest.mark.parametrize(
    "name", ["README.Debian", "README.source", "NEWS.Debian", "copyright", "CHANGES-2", "README_first", "TODO.old"]
)
def test_plain_text_is_known_by_its_name(name: str) -> None:
    assert format_of(name) == "text"


@pytest.mark.parametrize(
    "name", ["readme.py", "changes.patch", "install.sh", "newsletter", "README.gz", "copyrights.db"]
)
def test_other_names_are_not(name: str) -> None:
    assert format_of(name) is None
