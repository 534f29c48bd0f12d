"""Two ways to write one value that is no amount: padded numbers in hexadecimal, shifted bits, short names of types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scanner.model import Text
from scanner.rules import RuleSet

__all__ = ["Spelling"]

_HEX = re.compile(r"(?<!\w)0x0*([0-9a-f]+)(?!\w)")
_SHIFT = re.compile(r"(?<![\w.])(\d{1,3})\s*<<\s*(\d{1,3})(?![\w.])")
_GLOSS = re.compile(r"(0x[0-9a-f]+)\s*[(\[][0-9a-fx\s|+]*[)\]]")
_WORD = re.compile(r"[^\W\d_]+")
_MOST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Spelling:
    """Brings a text into the one form that all its spellings share; ``short`` maps short words to the full ones."""

    short: Mapping[str, str]

    @classmethod
    def of(cls, rules: RuleSet) -> Spelling:
        """The words of the cards."""
        pairs = (pair.partition(" = ") for pair in rules.words("short for"))
        return cls({short: full for short, _, full in pairs})

    def plain(self, text: Text) -> Text:
        """The same text in its plain form: "0x0040 (1 << 6)" as "0x40", "array of int" as "array of integer"."""
        folded = _SHIFT.sub(lambda found: hex(int(found[1]) << int(found[2])), text.folded)
        folded = _HEX.sub(r"0x\1", folded)
        gloss = _GLOSS.fullmatch(folded)
        if gloss is not None:
            folded = gloss[1]
        if len(folded.split()) <= _MOST_WORDS:
            folded = _WORD.sub(lambda found: self.short.get(found[0], found[0]), folded)
        return text if folded == text.folded else Text(folded)
