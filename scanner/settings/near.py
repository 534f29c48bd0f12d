"""The known word that a mistyped one most likely means."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["nearest"]


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean "…"?`` with the most similar known word, ``""`` if none is similar."""
    close = difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.5)
    return f'; did you mean "{close[0]}"?' if close else ""
