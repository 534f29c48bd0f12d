"""A plain recogniser of values and a way to run extractors over small documents, for the tests of structure."""

from __future__ import annotations

import re
from fractions import Fraction

from scanner.model.claim import Bound
from scanner.model.triple import Mention
from scanner.model.value import Moment, Quantity, Version
from scanner.normalize.moment import MomentGrammar
from scanner.rules import load_rules

RULES = load_rules()
_MOMENTS = MomentGrammar.build(RULES)
_NUMBER = re.compile(
    r"(?P<before>(?:up to|at most|below|under|over|at least|no more than)\s+)?[$€]?"
    r"(?<![\w.])(?P<low>\d[\d,]*(?:\.\d+)?)(?:\s*(?:-|–|to)\s*(?P<high>\d[\d,]*(?:\.\d+)?))?"
    r"(?P<unit>\s*(?:%|(?:[KMGT]i?B|ms|s|m|h|GB|hours?|days?|months?|seconds?|minutes?|EUR|USD|requests?|nm|km|kg|rows?)\b)"
    r"(?:(?:\s+to\s+(?P<other>\d[\d,]*)\s*[KMGT]i?B)|%?\s+to\s+(?P<percent>[\d.]+)%)?)?(?![\w.]*\w)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\w%])")


def recognise(text: str, alone: bool) -> tuple[Mention, ...]:
    """Dates, versions (as whole cells) and numbers with a unit of ``text``."""
    found = [m for m in _MOMENTS.find(text, None, alone) if isinstance(m.value, Moment)]
    if alone and _VERSION.fullmatch(text):
        parts = tuple(int(part) for part in text.lstrip("v").split("."))
        return (Mention(0, len(text), text, Version(parts)),)
    for match in _NUMBER.finditer(text):
        start, end = match.start("low"), match.end()
        if any(mention.start < end and start < mention.end for mention in found):
            continue
        low = Fraction(match["low"].replace(",", ""))
        high = Fraction((match["high"] or match["other"] or match["percent"] or match["low"]).replace(",", ""))
        unit = (match["unit"] or "").split()[0] if (match["unit"] or "").split() else ""
        bound = None
        if match["before"]:
            bound = Bound.MIN if match["before"].lower().strip() in {"over", "at least"} else Bound.MAX
        value = Quantity(min(low, high), max(low, high), unit)
        found.append(Mention(start, end, text[start:end], value, bound, outer_start=match.start(), outer_end=end))
    return tuple(sorted(found, key=lambda mention: mention.start))
