"""Numbers are read from digits and from words, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scanner.normalize.number import NumberReader, read_digits
from scanner.rules import load_rules

READER = NumberReader.build(load_rules())


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("1,000", 1000),
        ("1 000", 1000),
        ("1\u202f000\u202f000", 1_000_000),
        ("1.000.000", 1_000_000),
        ("1'000", 1000),
        ("12,34,567.89", Fraction(123456789, 100)),
        ("1,00,000", 100_000),
        ("1,234.5", Fraction(12345, 10)),
        ("1.234,5", Fraction(12345, 10)),
        ("5,00", 5),
        ("0,125", Fraction(1, 8)),
        ("3.10", Fraction(31, 10)),
        ("0000", 0),
    ],
)
def test_digits(raw: str, value: Fraction | int) -> None:
    read = read_digits(raw)
    assert isinstance(read, tuple)
    assert read[0] == value


@pytest.mark.parametrize("raw", ["25,0001", "1,2345", "12,3456.7"])
def test_malformed_digits_say_so(raw: str) -> None:
    assert read_digits(raw) == f"malformed number: {raw}"


@pytest.mark.parametrize("raw", ["1.2.3", "10.0.0.1", "1,2,3", "192.168.100.200"])
def test_runs_that_are_no_number(raw: str) -> None:
    assert read_digits(raw) is None


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("five", 5),
        ("twenty-five", 25),
        ("two hundred and three", 203),
        ("one thousand two hundred", 1200),
        ("half a dozen", 6),
        ("a dozen", 12),
        ("three dozen", 36),
        ("a quarter million", 250_000),
        ("half a million", 500_000),
        ("one and a half", Fraction(3, 2)),
        ("five and a half million", 5_500_000),
        ("two thirds", Fraction(2, 3)),
        ("one-eighth", Fraction(1, 8)),
        ("nine point nought four", Fraction(904, 100)),
        ("two hundred point seventy-one", Fraction(20071, 100)),
        ("thirteen lakh", 1_300_000),
        ("three lakh crore", 3_000_000_000_000),
        ("one billion and three quarters million", 1_000_750_000),
        ("two thousand and two hundred", 2200),
        ("1e6", 1_000_000),
        ("10^6", 1_000_000),
        ("2^10", 1024),
        ("1.5×10−3", Fraction(15, 10_000)),
        ("2½", Fraction(5, 2)),
        ("2 1/4", Fraction(9, 4)),
        ("3/4", Fraction(3, 4)),
        ("4.2 million", 4_200_000),
        ("1.5bn", 1_500_000_000),
        ("13 lakh", 1_300_000),
        ("25,000¹", 25_000),
    ],
)
def test_numbers(words: str, value: Fraction | int) -> None:
    numeral = READER.read(words, 0)
    assert numeral is not None
    assert (numeral.value, numeral.end) == (value, len(words))


@pytest.mark.parametrize(
    ("words", "value", "rest"),
    [
        ("five and seven users", 5, " and seven users"),
        ("twenty thirty", 20, " thirty"),
        ("two hundred and", 200, " and"),
        ("24/7", None, ""),
        ("9/11", None, ""),
        ("a third party", None, ""),
        ("two quarters", None, ""),
    ],
)
def test_where_a_number_ends(words: str, value: int | None, rest: str) -> None:
    numeral = READER.read(words, 0)
    if value is None:
        assert numeral is None or numeral.needs_unit
    else:
        assert numeral is not None
        assert (numeral.value, words[numeral.end :]) == (value, rest)


def test_a_magnitude_after_a_decimal_leaves_half_a_digit_open() -> None:
    decimal, whole = READER.read("4.2 million", 0), READER.read("4 million", 0)
    assert decimal is not None
    assert whole is not None
    assert (decimal.slack, whole.slack) == (50_000, 0)
