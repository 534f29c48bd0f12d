"""Check the exact sizes on unit cards against pint, which never sees a document's text."""

from __future__ import annotations

import math

from scanner.normalize.quantity_units import UnitTable
from scanner.rules import RuleSet

__all__ = ["disagreements"]

# Units of ours that pint has not, or holds to be something else: each is a dimension of its own.
_OWN = ("request", "seat", "user", "vcpu", "business_day", "business_hour", "calendar_month")
_NAMES = {
    "celsius": "degC",
    "fahrenheit": "degF",
    "ton": "short_ton",
    "barrel": "oil_bbl",
    "barrel/day": "oil_bbl/day",
    "month": "calendar_month",
    "quarter_year": "3*calendar_month",
    "year": "12*calendar_month",
    "decade": "120*calendar_month",
    "century": "1200*calendar_month",
    "kilocalorie": "kilocalorie",
    "query/second": "1/second",
    "transaction/second": "1/second",
    "operation/second": "1/second",
    "frame/second": "1/second",
    "request/second": "1/second",
    "request/minute": "1/minute",
    "token/minute": "1/minute",
    "percentage_point": "percent",
    "basis_point": "percent/100",
    "permille": "permille",
    "ppb": "ppm/1000",
    "ppm": "ppm",
    "btu": "Btu_it",
    "mmhg": "mmHg",
    "pint": "US_pint",
    "quart": "US_liquid_quart",
    "gallon": "US_liquid_gallon",
    "cup": "US_liquid_cup",
    "fluid_ounce": "US_fluid_ounce",
    "kilohm": "kiloohm",
    "knot": "knot",
    "newton_metre": "newton*metre",
    "square_metre": "metre**2",
}
_POWERS = {"square_": "**2", "cubic_": "**3"}


def disagreements(rules: RuleSet) -> tuple[str, ...]:
    """What pint says otherwise about the factor or offset of a card, one line each; units it lacks are passed over."""
    import pint

    registry: pint.UnitRegistry[float] = pint.UnitRegistry()
    for name in _OWN:
        registry.define(f"{name} = [{name}]")
    table, found = UnitTable.build(rules), []
    for card_id, ref in sorted(table.by_card.items()):
        if ref.currency or not ref.unit:
            continue
        try:
            # Two points, so that an offset cannot hide in the factor.
            low, high = (
                registry.Quantity(at, _name(card_id)).to(_name(ref.unit)).magnitude
                if "*" not in _name(card_id)
                else (at * registry.parse_expression(_name(card_id))).to(_name(ref.unit)).magnitude
                for at in (0.0, 1.0)
            )
        except (pint.UndefinedUnitError, pint.DimensionalityError, pint.OffsetUnitCalculusError, ValueError) as error:
            if isinstance(error, pint.DimensionalityError):
                found.append(f"{card_id}: {error}")
            continue
        ours = float(ref.offset), float(ref.factor + ref.offset)
        if not all(math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-12) for a, b in zip(ours, (low, high), strict=True)):
            found.append(f"{card_id}: {ours[1] - ours[0]:.9g} {ref.unit}, pint says {high - low:.9g}")
    return tuple(found)


def _name(unit: str) -> str:
    if unit in _NAMES:
        return _NAMES[unit]
    for prefix, power in _POWERS.items():
        if unit.startswith(prefix):
            return f"{unit.removeprefix(prefix)}{power}"
    return "/".join(_NAMES.get(part, part) for part in unit.split("/"))
