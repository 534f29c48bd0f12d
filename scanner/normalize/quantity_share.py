"""Read a part of a whole as one number: "one in five", "4 out of 5", "1 over 3"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from scanner.normalize.number import NumberReader, Numeral
from scanner.normalize.quantity_amount import Amount
from scanner.normalize.quantity_units import UnitTable
from scanner.normalize.quantity_words import words_before
from scanner.rules import RuleSet

__all__ = ["ShareReader"]

_WHOLES = frozenset({10, 100, 1000})  # of which people tell shares in digits: "9 in 10"
_MOST = 1_000_000
_END = re.compile(r"[\s.,;:!?)]*$")


@dataclass(frozen=True)
class ShareReader:
    """Joins two whole numbers by the words of the ``share joints`` cue; ``in`` alone joins only what cannot be a place.

    "One in five adults" and "9 in 10 users" are shares; "opened 3 in 5 cities" and "3 in 10 days" are two numbers.
    """

    numbers: NumberReader
    table: UnitTable
    joint: re.Pattern[str]
    division: re.Pattern[str]
    leading: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet, numbers: NumberReader, table: UnitTable) -> ShareReader:
        """Compile the cues ``share joints``, ``division words`` and ``share before``."""
        return cls(
            numbers,
            table,
            _joint(rules.words("share joints")),
            _joint(rules.words("division words")),
            frozenset(rules.words("share before")),
        )

    def read(self, text: str, part: Amount) -> Amount | None:
        """``part`` divided by the whole that follows it, or ``None`` if it is no share."""
        if part.ref is not None or part.money or part.article or not _is_count(part.numeral) or part.lo != part.hi:
            return None
        joint = self.joint.match(text, part.end)
        if joint is not None:
            whole = self._whole(text, joint.end())
            if whole is None or (joint.group(1).lower() == "in" and not self._certain(text, part, whole)):
                return None
            return _divided(part, whole)
        joint = None if text[: part.start].strip() else self.division.match(text, part.end)
        whole = self._whole(text, joint.end()) if joint else None
        return _divided(part, whole) if whole is not None and _END.match(text, whole.end) else None

    def _whole(self, text: str, at: int) -> Numeral | None:
        if not (text[at : at + 1].isdigit() or self.numbers.words_at.match(text, at)):
            return None
        whole = self.numbers.read(text, at)
        if whole is None or whole.problem or not _is_count(whole) or not 1 < whole.value <= _MOST:
            return None
        gap = text[whole.end : whole.end + 1] in (" ", "-", "\u00a0", "%")
        unit = self.table.match(text, whole.end + (gap and text[whole.end] != "%"))
        return None if unit is not None and unit[0].unit else whole

    def _certain(self, text: str, part: Amount, whole: Numeral) -> bool:
        if whole.grouped or 1900 <= whole.value <= 2100:
            return False
        before = [token.group().lower() for token in words_before(text, part.start, 24)][-1:]
        told = not before or before[0] in self.leading
        spelled = part.numeral.words and whole.words
        return told and (part.lo == 1 or spelled or whole.value in _WHOLES)


def _joint(words: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(r"\s+".join(map(re.escape, word.split())) for word in sorted(words, key=lambda w: (-len(w), w)))
    return re.compile(rf"\s+({listed})\s+(?:every\s+)?", re.IGNORECASE)


def _is_count(numeral: Numeral) -> bool:
    return numeral.step == 1 and not numeral.fraction and numeral.value.denominator == 1 and numeral.value > 0


def _divided(part: Amount, whole: Numeral) -> Amount | None:
    if part.lo >= whole.value:
        return None
    share = part.lo / whole.value
    numeral = replace(part.numeral, end=whole.end, value=share, fraction=True)
    return replace(part, end=whole.end, lo=share, hi=share, numeral=numeral)
