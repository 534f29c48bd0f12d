"""Find where the words of a decoded scalar stand in its source."""

from __future__ import annotations

import re

from scanner.load.passage import PassageBuilder, Readable

__all__ = ["aligned"]

_WORD = re.compile(r"\S+")


def aligned(value: str, text: str, start: int, end: int) -> Readable:
    """``value`` as readable text over its source ``text[start:end]`` (quotes and folding included).

    Words are looked for in order; of a word that is written otherwise (a doubled quote) each character is.
    """
    builder = PassageBuilder()
    at = start
    plain = text.find(value, start, end) if value else -1
    if plain >= 0:
        builder.add(value, plain)
        return builder.finish()
    for found in _WORD.finditer(value):
        word = found.group()
        place = text.find(word, at, end)
        builder.space()
        if place >= 0:
            builder.add(word, place)
            at = place + len(word)
            continue
        for char in word:
            place = text.find(char, at, min(end, at + 40))
            if place >= 0:
                builder.decoded(char, place)
                at = place + 1
            else:
                builder.decoded(char, min(at, end - 1))
    return builder.finish()
