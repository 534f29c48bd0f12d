"""One item under two headings or lead-ins that exclude each other: "Supported" and "Unsupported"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scanner.extract.slips.side import Check, Pair, side
from scanner.extract.wording import Words
from scanner.model import Document, Flag, Reason, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["build"]

_RELATIONS = ("supports", "includes", "requires", "allows")
_LONGEST_LABEL = 8
_LONGEST_ITEM = 8
_LETTER = re.compile(r"[^\W\d_]{2}")
_Label = tuple[str, str, tuple[str, ...]]


def build(rules: RuleSet) -> Check:
    """The check of lists that exclude each other; their labels are the cards of membership."""
    cards = tuple(
        (name, Words.of(rules, f"member {name} not"), Words.of(rules, f"member {name}")) for name in _RELATIONS
    )
    return _Lists(cards).check


@dataclass(frozen=True, slots=True)
class _Lists:
    cards: tuple[tuple[str, Words, Words], ...]

    def check(self, document: Document, units: Sequence[Unit]) -> Iterator[Pair]:
        known: dict[tuple[_Label, str], tuple[bool, Unit]] = {}
        for unit in units:
            if unit.kind not in {UnitKind.LIST_ITEM, UnitKind.KEY_VALUE} or document.blocks[unit.block].level > 1:
                continue
            item = _folded(unit.text)
            label = self._label(unit)
            if label is None or not _LETTER.search(item) or len(item.split()) > _LONGEST_ITEM:
                continue
            told, holds = label
            before = known.setdefault((told, item), (holds, unit))
            if before[0] is not holds:
                yield _pair(before[1], before[0], unit, holds, told[0])
                known[told, item] = (holds, before[1])  # told once

    def _label(self, unit: Unit) -> tuple[_Label, bool] | None:
        """What is told of the item, of what and where, and whether it holds; the words but for the cue must be one."""
        lead = unit.lead.strip()
        if lead.endswith(":"):
            told, path = self._told(lead), unit.headings
        else:
            told, path = (self._told(unit.headings[-1]), unit.headings[:-1]) if unit.headings else (None, ())
        return None if told is None else ((told[0], told[1], path), told[2])

    def _told(self, text: str) -> tuple[str, str, bool] | None:
        words = text.strip().rstrip(":").strip()
        if not words or len(words.split()) > _LONGEST_LABEL:
            return None
        for holds in (False, True):
            for name, refused, given in self.cards:
                match = (given if holds else refused).pattern.search(words)
                if match:
                    rest = f"{words[: match.start()]} {words[match.end() :]}"
                    return name, _folded(rest), holds
        return None


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("the following", "").split()).strip(" .,;*_`")


def _pair(first: Unit, one: bool, second: Unit, other: bool, relation: str) -> Pair:
    sides = []
    for unit, holds in ((first, one), (second, other)):
        start = len(unit.text) - len(unit.text.lstrip())
        end = len(unit.text.rstrip(" .,;"))
        words = unit.text[start:end]
        sides.append(side(Reason.BOTH_LISTS, unit, (start, end), words, Flag(holds), f"{relation} {words}"))
    return sides[0], sides[1]
