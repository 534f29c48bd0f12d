"""Measure the quantity grammar on value pairs, recogniser examples and news sentences.

Every figure is the share of gold values found with the right value and unit (or the F1 of it), on both halves of each
file: rules may be developed by looking at the first half only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from scanner.model import Bound, Mention, Quantity, VerdictKind, compare_values
from scanner.normalize.quantity import QuantityGrammar
from scanner.normalize.quantity_names import UnitNames
from scanner.normalize.units import UnitRef, divide
from scanner.rules import load_rules

__all__ = ["Gold", "NewsScorer", "run"]

_SPECS = ("NumberModel", "CurrencyModel", "DimensionModel", "TemperatureModel", "PercentModel", "AgeModel")
_PAIR_TYPES = ("number", "currency", "dimension", "temperature", "percentage", "numberrange", "age")
_UNITS = {
    "pound-mass": "pound",
    "c": "celsius",
    "f": "fahrenheit",
    "k": "kelvin",
    "percentage": "percent",
    "pound": "pounds",
}
_CLOSE = Fraction(1, 10**6)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _halves(lines: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Sequence[dict[str, Any]]]]:
    middle = len(lines) // 2
    yield "seen", lines[:middle]
    yield "unseen", lines[middle:]


def _near(a: Fraction, b: Fraction) -> bool:
    return abs(a - b) <= _CLOSE * max(abs(a), abs(b))


def _is_point(quantity: Quantity, value: Fraction) -> bool:
    """Whether ``quantity`` is ``value``, its widening by magnitude or approximation aside."""
    if quantity.lo is None or quantity.hi is None:
        return False
    return _near((quantity.lo + quantity.hi) / 2, value) or _near(quantity.lo, value)


@dataclass(frozen=True)
class Gold:
    """A gold value: one end or two, in a known unit or of a noun (``words``)."""

    ends: tuple[Fraction, ...]
    ref: UnitRef | None
    words: frozenset[str] = frozenset()

    def holds(self, mention: Mention) -> bool:
        value = mention.value
        if not isinstance(value, Quantity) or not self._unit(value):
            return False
        ends = [self._canonical(end) for end in self.ends]
        if len(ends) == 1:
            return _is_point(value, ends[0])
        return (
            value.lo is not None and value.hi is not None and _near(value.lo, min(ends)) and _near(value.hi, max(ends))
        )

    def holds_end(self, mention: Mention, index: int) -> bool:
        value = mention.value
        return isinstance(value, Quantity) and self._unit(value) and _is_point(value, self._canonical(self.ends[index]))

    def _canonical(self, end: Fraction) -> Fraction:
        return end if self.ref is None else end * self.ref.factor + self.ref.offset

    def _unit(self, value: Quantity) -> bool:
        if self.ref is not None and self.ref.unit:
            return value.unit == self.ref.unit
        if self.ref is not None:
            return value.unit == "" and value.noun in ("", self.ref.noun)
        bare = value.unit in ("", "1/second", "1/month")
        return bare and (not self.words or not value.noun or value.noun in self.words)


def _pairs(grammar: QuantityGrammar, lines: Sequence[dict[str, Any]]) -> float:
    """The share of pairs told equal or different rightly; what is not read on either side is told different."""
    right = total = 0
    for line in lines:
        if line["type"] not in _PAIR_TYPES or "null" in str(line.get("value", "")):
            continue
        total += 1
        a, b = _single(grammar, line["a"]), _single(grammar, line["b"])
        same = (
            a is not None
            and b is not None
            and a[0] == b[0]
            and compare_values(a[1], b[1]).kind in (VerdictKind.SAME, VerdictKind.COMPATIBLE)
        )
        right += same == line["same"] and (line["same"] or (a is not None and b is not None))
    return right / total if total else 0.0


def _single(grammar: QuantityGrammar, text: str) -> tuple[Bound | None, Quantity] | None:
    found = grammar.find(text)
    value = found[0].value if found else None
    return (found[0].bound, value) if isinstance(value, Quantity) else None


def _recognizers(grammar: QuantityGrammar, names: UnitNames, lines: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """Recall of values with their unit, and the share of texts without any value in which none is found."""
    found = total = quiet = empty = 0
    for line in lines:
        mentions = grammar.find(line["text"])
        if line["spec"] in _SPECS and not line["expected"]:
            empty += 1
            quiet += not mentions
        if line["spec"] not in _SPECS:
            continue
        for gold in line["expected"]:
            value = str(gold["Resolution"].get("value") or "null").rstrip("%")
            if value == "null":
                continue
            unit = str(gold["Resolution"].get("unit") or ("percent" if line["spec"] == "PercentModel" else ""))
            ref = names.in_header(f"({_UNITS.get(unit.lower(), unit.lower())})") if unit else None
            wanted = Gold((Fraction(value).limit_denominator(10**12),), ref)
            near = [m for m in mentions if m.start <= gold["End"] and gold["Start"] < m.end]
            total += 1
            if line["spec"] == "NumberModel":
                found += any(_same_number(m, wanted.ends[0], line["text"]) for m in near)
            else:
                found += any(wanted.holds(m) for m in near)
    return found / max(1, total), quiet / max(1, empty)


def _same_number(mention: Mention, value: Fraction, text: str) -> bool:
    quantity = mention.value
    if not isinstance(quantity, Quantity):
        return False
    if not quantity.unit:
        return _is_point(quantity, value)
    # A bare number was asked for and an amount was read: its own number must be there.
    return _near(value, Fraction(re.sub(r"[^\d.]", "", mention.text) or "0"))


@dataclass(frozen=True)
class NewsScorer:
    """Scores sentences against gold quantities; a gold range may be met by the two ends of a change."""

    grammar: QuantityGrammar
    names: UnitNames

    def gold(self, line: dict[str, Any]) -> list[Gold]:
        result = []
        for entry in line["quantities"]:
            ends = tuple(Fraction(end).limit_denominator(10**12) for end in _ends(str(entry["value"])))
            unit = str(entry["normalized_unit"]).lower()
            ref = None if unit in ("-", "") else self.names.in_header(f"({_UNITS.get(unit, unit)})")
            ref = ref or self._counted_rate(unit)
            if ref is not None and ref.noun and not ref.unit:
                ref = None
            words = frozenset(self.names.nouns.singular(word) for word in re.findall(r"[a-z]+", unit))
            result.append(Gold(ends, ref, words if unit not in ("-", "count") else frozenset()))
        return result

    def _counted_rate(self, unit: str) -> UnitRef | None:
        """ "test per day": a rate of something that is no unit."""
        top, _, bottom = unit.rpartition(" per ")
        time = self.grammar.table.folded.get(bottom)
        return divide(UnitRef("", noun=top.rpartition(" ")[2]), time) if top and time is not None else None

    def score(self, line: dict[str, Any]) -> tuple[int, list[Mention], list[Gold]]:
        """Hits, mentions that met no gold value, and gold values not met."""
        # "weekly" and "every day" are periods to the grammar and no quantities to these annotations.
        found = [(m, m.value) for m in self.grammar.find(line["text"])]
        mentions = [m for m, value in found if isinstance(value, Quantity) and not value.unit.endswith("/event")]
        hits, missed = 0, []
        for gold in self.gold(line):
            match = next((m for m in mentions if gold.holds(m)), None)
            if match is not None:
                mentions.remove(match)
                hits += 1
                continue
            pair = [next((m for m in mentions if gold.holds_end(m, index)), None) for index in range(len(gold.ends))]
            if len(pair) == 2 and pair[0] is not None and pair[1] is not None and pair[0] is not pair[1]:
                mentions = [m for m in mentions if m is not pair[0] and m is not pair[1]]
                hits += 1
            else:
                missed.append(gold)
        return hits, mentions, missed

    def f1(self, lines: Sequence[dict[str, Any]]) -> float:
        hits = extra = missing = 0
        for line in lines:
            hit, mentions, missed = self.score(line)
            hits, extra, missing = hits + hit, extra + len(mentions), missing + len(missed)
        return 2 * hits / max(1, 2 * hits + extra + missing)


def _ends(value: str) -> list[str]:
    match = re.fullmatch(r"\s*(-?[\d.]+(?:[eE][+-]?\d+)?)\s*-\s*(-?[\d.]+(?:[eE][+-]?\d+)?)\s*", value)
    return [match.group(1), match.group(2)] if match else [value]


def run(norm_dir: Path) -> dict[str, float]:
    """All figures, by name: ``<set>.<half>``."""
    rules = load_rules()
    grammar = QuantityGrammar.build(rules)
    names = UnitNames.build(rules, grammar.table)
    figures: dict[str, float] = {}
    for half, lines in _halves(_lines(norm_dir / "value_pairs.jsonl")):
        figures[f"value_pairs.{half}"] = _pairs(grammar, lines)
    for half, lines in _halves(_lines(norm_dir / "numbers_units_recognizers.jsonl")):
        recall, quiet = _recognizers(grammar, names, lines)
        figures[f"recognizers.recall.{half}"] = recall
        figures[f"recognizers.quiet.{half}"] = quiet
    scorer = NewsScorer(grammar, names)
    for half, lines in _halves(_lines(norm_dir / "quantities_newsquant.jsonl")):
        figures[f"newsquant.f1.{half}"] = scorer.f1(lines)
    return figures
