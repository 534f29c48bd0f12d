"""Unit cards do what they say, agree with pint, and give their units to names and headers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scanner.model import Quantity
from scanner.normalize.quantity import QuantityGrammar
from scanner.normalize.quantity_pint import disagreements
from scanner.normalize.quantity_units import UnitTable
from scanner.normalize.units import header_unit, identifier_unit, with_unit
from scanner.rules import load_rules

RULES = load_rules()
GRAMMAR = QuantityGrammar.build(RULES)


def _without_forms(card_id: str) -> QuantityGrammar:
    muted = RULES.units[card_id].model_copy(
        update={"forms": (), "cased": (), "context_forms": (), "context": "", "spelled_signs": ()}
    )
    return QuantityGrammar.build(replace(RULES, units={**RULES.units, card_id: muted}))


@pytest.mark.parametrize("card_id", sorted(RULES.units))
def test_examples_of_a_unit_card(card_id: str) -> None:
    """Each ``fires`` text yields this unit, and because of this card; it has no part in any ``silent`` text."""
    card, ref = RULES.units[card_id], GRAMMAR.table.by_card[card_id]
    other = _without_forms(card_id)
    for text in card.fires:
        found = [mention.value for mention in GRAMMAR.find(text) if isinstance(mention.value, Quantity)]
        if ref.unit:
            assert any(f"{value.unit}/".startswith(f"{ref.unit}/") for value in found), (text, found)
            assert GRAMMAR.find(text) != other.find(text), text
        else:
            assert ("", ref.noun) in [(value.unit, value.noun) for value in found], (text, found)
    for text in card.silent:
        assert GRAMMAR.find(text) == other.find(text), text


def test_every_card_has_an_example() -> None:
    assert not [card.id for card in RULES.units.values() if not card.fires]


def _at(name: str, number: int = 1) -> str:
    ref = identifier_unit(name, RULES)
    return "" if ref is None else with_unit(Quantity(Fraction(number), Fraction(number)), ref).canonical


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("retentionPeriodInHours", "3600 second"),
        ("timeout_ms", "0.001 second"),
        ("maxSizeMB", "1000000 byte"),
        ("interval-seconds", "1 second"),
        ("cacheTtlSecs", "1 second"),
        ("log.retention.hours", "3600 second"),
        ("daysToKeep", "86400 second"),
        ("poll_interval_s", "1 second"),
        ("heapSizeGiB", "1073741824 byte"),
        ("requestsPerMinute", "0.0166666666667 request/second"),
        ("rate_limit_per_second", "1 1/second"),
        ("threshold_percent", "1 percent"),
        ("priceUsd", "1 USD"),
        ("--max-wait-minutes", "60 second"),
    ],
)
def test_unit_in_an_identifier(name: str, canonical: str) -> None:
    assert _at(name) == canonical


@pytest.mark.parametrize(
    "name", ["max_connections", "size_min", "thread_max", "startOfDay", "class", "alarms", "status", "sort_by_month"]
)
def test_no_unit_in_an_identifier(name: str) -> None:
    assert identifier_unit(name, RULES) is None


@pytest.mark.parametrize(
    ("header", "canonical"),
    [
        ("Size (MB)", "5000000 byte"),
        ("Latency in ms", "0.005 second"),
        ("Timeout [s]", "5 second"),
        ("Price, EUR per month", "5 EUR/month"),
        ("Hours", "18000 second"),
        ("Uptime %", "5 percent"),
        ("Throughput (requests/s)", "5 request/second"),
        ("Retention (days)", "432000 second"),
        ("Fee (USD)", "5 USD"),
        ("Timeout (m)", "300 second"),
    ],
)
def test_unit_in_a_header(header: str, canonical: str) -> None:
    ref = header_unit(header, RULES)
    assert ref is not None
    assert with_unit(Quantity(Fraction(5), Fraction(5)), ref).canonical in (
        canonical,
        canonical.replace("request", "1"),
    )


@pytest.mark.parametrize("header", ["Name", "Default", "Month", "Year", "Limit (soft)", "Owner", "Notes", "Minimum"])
def test_no_unit_in_a_header(header: str) -> None:
    assert header_unit(header, RULES) is None


def test_scope_in_a_header_is_kept() -> None:
    ref = header_unit("Price (EUR per user)", RULES)
    assert ref is not None
    assert (ref.unit, ref.per) == ("EUR", "user")


def test_two_cards_of_one_spelling_are_an_error() -> None:
    clash = RULES.units["mile"].model_copy(update={"id": "mile2"})
    rules = replace(RULES, units={**RULES.units, "mile2": clash})
    with pytest.raises(ValueError, match="already means"):
        UnitTable.build(rules)


def test_a_value_with_its_own_unit_keeps_it() -> None:
    ref = header_unit("Size (MB)", RULES)
    seconds = Quantity(Fraction(5), Fraction(5), "second")
    assert ref is not None
    assert with_unit(seconds, ref) is seconds


def test_pint_agrees_with_every_card() -> None:
    assert disagreements(RULES) == ()


def test_pint_notices_a_wrong_factor() -> None:
    wrong = RULES.units["mile"].model_copy(update={"factor": "1600"})
    found = disagreements(replace(RULES, units={**RULES.units, "mile": wrong}))
    assert len(found) == 1
    assert found[0].startswith("mile: 1600")
