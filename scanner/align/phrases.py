"""Words and phrases of cards as patterns over text."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["alternation", "phrases"]


def alternation(words: Sequence[str]) -> str:
    """Words or phrases as one choice, the longest first, whatever white space stands between their parts."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=lambda w: (-len(w), w)))


def phrases(words: Sequence[str]) -> re.Pattern[str]:
    """Whole words or phrases in any case."""
    return re.compile(rf"(?<![\w-])(?:{alternation(words)})(?![\w-])", re.IGNORECASE)
