"""``Storm lantern: weight reduced to 1``, ``Upload timeout: raised from 10 s to 30 s``: a change told behind a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scanner.extract.assertion import phrase_pattern
from scanner.extract.example import Example
from scanner.extract.topic import Topics
from scanner.extract.wording import is_identifier
from scanner.model import Change, Mention, Status, SubjectBasis, Triple, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "pattern"]

NAME = "altered"
_KINDS = frozenset({UnitKind.KEY_VALUE, UnitKind.LIST_ITEM})
_ENDS = re.compile(r"\s*(?:[.;!]|\(.*\)\s*\.?|,\s.*)?\s*$", re.DOTALL)
_WAS = re.compile(
    r"\s*[a-z]*\s*[,(]?\s*(?:it\s+)?(?:was|previously|formerly|(?:up|down)\s+from|from)\s+", re.IGNORECASE
)
_WHAT = r"(?:(?:the|its|their)\s+)?(?P<what>[A-Za-z][\w-]*(?:\s+(?:of\s+)?[\w-]+){0,3}?)\s+"
_HAS = r"(?:(?:is|are|was|were|(?:has|have)\s+been)\s+)?(?:now\s+)?"


def pattern(rules: RuleSet) -> re.Pattern[str]:
    """What is changed and the word that says so, at the beginning of what stands behind a key."""
    return re.compile(
        rf"[\s:–—*_-]*(?:{_WHAT})??{_HAS}{phrase_pattern(rules.words('changed to')).pattern}\s+", re.IGNORECASE
    )


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of keys whose thing has changed."""
    return _Altered(pattern(rules), Topics.of(rules)).extract


@dataclass(frozen=True, slots=True)
class _Altered:
    told: re.Pattern[str]
    topics: Topics

    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.key is None or unit.kind not in _KINDS:
            return
        found = self.told.match(unit.text, unit.key[1])
        ends = _ends(unit, found.end()) if found is not None else None
        if found is None or ends is None:
            return
        key = unit.text[slice(*unit.key)].strip().strip("*`\"'")
        code = is_identifier(key)
        if found["what"]:
            subject, basis, predicate = key, SubjectBasis.IDENTIFIER if code else SubjectBasis.LABEL, found["what"]
        elif code:
            subject, basis, predicate = key, SubjectBasis.IDENTIFIER, "value"
        else:
            subject, basis = self.topics.of_unit(unit)
            predicate = key
        for mention, change in zip(ends, (Change.OLD, Change.NEW), strict=True):
            if mention is not None:
                yield Triple(
                    unit=unit,
                    extractor=NAME,
                    subject=subject,
                    subject_basis=basis,
                    predicate=predicate,
                    mention=mention,
                    status=Status.HISTORICAL if change is Change.OLD else Status.ASSERTED,
                    statement=(0, len(unit.text)),
                    lead=key,
                    change=change,
                    pair=1,
                    confidence=0.85,
                )


def _ends(unit: Unit, at: int) -> tuple[Mention | None, Mention] | None:
    """The old value, if it is told, and the new one: "from A to B", "to B (was A)", "to B"."""
    values = [mention for mention in unit.mentions if mention.value is not None and mention.outer[0] >= at]
    if not values:
        return None
    first, second = values[0], values[1] if len(values) > 1 else None
    opened = unit.text[at : first.outer[0]].lower().split()
    if opened == ["from"] and second is not None:
        joined = unit.text[first.outer[1] : second.outer[0]].lower().split()
        alike = first.value is not None and second.value is not None and first.value.kind is second.value.kind
        return (first, second) if joined[-1:] == ["to"] and len(joined) <= 3 and alike else None
    if opened != ["to"] or not _ENDS.match(unit.text, first.outer[1]):
        return None
    if second is not None and _WAS.fullmatch(unit.text, first.outer[1], second.outer[0]):
        return second, first
    return None, first


FIRES: tuple[Example, ...] = (
    Example(
        "# Patch 1.8\n\n- Storm lantern: weight reduced to 1\n- Iron axe: damage lowered from 14 to 12\n",
        (("Storm lantern", "weight", "1"), ("Iron axe", "damage", "14"), ("Iron axe", "damage", "12")),
    ),
    Example(
        "# Release 4\n\n- `upload_timeout`: default raised to 30 s\n- Page size: increased from 20 to 50 rows\n",
        (
            ("upload_timeout", "default", "30 s"),
            ("Release 4", "Page size", "20"),
            ("Release 4", "Page size", "50 rows"),
        ),
    ),
    Example(
        "# Patch 1.9\n\n- Sword: weight reduced to 1, damage increased from 3 to 5\n",
        (("Sword", "weight", "1"),),
    ),
    Example(
        "# Tariffs from May\n\n- Adult ticket: price has been raised to 12 EUR (was 10 EUR)\n",
        (("Adult ticket", "price", "10 EUR"), ("Adult ticket", "price", "12 EUR")),
    ),
)
SILENT: tuple[Example, ...] = (
    Example("# Patch\n\n- Storm lantern: reduced glare\n- Weight: 1 kg, reduced when dry\n"),
    Example("# Patch\n\n- Iron axe: can be lowered to 12 by a perk\n- Fee: reduced for pupils\n"),
    Example("# Patch\n\n- Range: from 10 to 20 m\n- Speed limit: 30 km/h\n"),
)
