"""Units that structure gives: of a column header or an option name, applied to a bare number."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from scanner.normalize.quantity_names import UnitNames
from scanner.normalize.quantity_units import UnitRef, UnitTable, divide, measure, with_unit
from scanner.rules import RuleSet

__all__ = ["UnitRef", "UnitTable", "divide", "header_unit", "identifier_unit", "measure", "with_unit"]


@dataclass(frozen=True, slots=True)
class _Rules:
    """A rule set that is equal to another of the same content, so that compiled tables can be kept."""

    rules: RuleSet = field(compare=False)
    fingerprint: str


@lru_cache(maxsize=4)
def _names(rules: _Rules) -> UnitNames:
    return UnitNames.build(rules.rules, UnitTable.build(rules.rules))


def identifier_unit(name: str, rules: RuleSet) -> UnitRef | None:
    """The unit an identifier names for its value: ``retentionPeriodInHours``, ``timeout_ms``, ``maxSizeMB``."""
    return _names(_Rules(rules, rules.fingerprint)).in_identifier(name)


def header_unit(header: str, rules: RuleSet) -> UnitRef | None:
    """The unit a column header gives its cells: "Size (MB)", "Latency in ms", "Price, EUR per month", "Hours".

    "Sick days a year" gives days a year, as "10 sick days a year" does in a sentence.
    """
    names = _names(_Rules(rules, rules.fingerprint))
    period = _PER.search(header)
    bottom = names.table.folded.get(period["what"].lower()) if period is not None else None
    if period is not None and bottom is not None and bottom.is_time:
        counted = names.in_header(header[: period.start()])
        if counted is not None and counted.is_time:
            return divide(counted, bottom)
    return names.in_header(header)


_PER = re.compile(r"\s+(?:per|an?|each|every)\s+(?P<what>[a-z]+)\s*$", re.IGNORECASE)
