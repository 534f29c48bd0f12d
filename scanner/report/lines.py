"""Words on a terminal: harmless characters, wrapping with kept offsets, and emphasis that vanishes without colour."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

__all__ = ["Style", "columns", "harmless", "wrap"]

_CODES = {"bold": "1", "dim": "2", "red": "31", "yellow": "33", "green": "32", "cyan": "36", "value": "1;4"}


@dataclass(frozen=True, slots=True)
class Style:
    """Emphasis by ANSI codes; without ``colour`` every text stays as it is."""

    colour: bool = False

    def __call__(self, name: str, text: str) -> str:
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.colour and text else text


def harmless(text: str) -> str:
    """``text`` on one line, with control, bidirectional and other invisible characters made visible or dropped.

    A quoted document must neither move the cursor nor turn round what stands beside it.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if char in "\t\n\r\x0b\x0c\x85\u2028\u2029" or category == "Zs":
            kept.append(" ")
        elif category in ("Cc", "Cf", "Cs", "Co") or _is_no_character(char):
            # A zero-width joiner or soft hyphen says nothing to a reader; a control character must not act.
            kept.append("" if category == "Cf" else "\N{REPLACEMENT CHARACTER}")
        else:
            kept.append(char)
    return " ".join("".join(kept).split())


def _is_no_character(char: str) -> bool:
    """Code points that Unicode keeps free for good; XML takes none of them."""
    return ord(char) & 0xFFFE == 0xFFFE or "\ufdd0" <= char <= "\ufdef"


def columns(text: str) -> int:
    """How many terminal columns ``text`` takes; wide characters take two, combining ones none."""
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """The half-open ranges of ``text`` that stand on one line each, at most ``width`` columns wide.

    Breaks at spaces, and inside a word only if the word alone is wider than a line.
    """
    lines: list[tuple[int, int]] = []
    start = last_space = 0
    used = 0
    at = 0
    while at < len(text):
        used += _width(text[at])
        if used > width and at > start:
            if text[at] == " ":
                end, follow = at, at + 1
            elif last_space > start:
                end, follow = last_space, last_space + 1
            else:
                end, follow = at, at
            lines.append((start, end))
            while follow < len(text) and text[follow] == " ":
                follow += 1
            start = at = follow
            last_space = follow
            used = 0
            continue
        if text[at] == " ":
            last_space = at
        at += 1
    if start < len(text) or not lines:
        lines.append((start, len(text)))
    return lines
