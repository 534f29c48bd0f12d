"""Source lines with their offsets, and readable text over several of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from scanner.load.passage import PassageBuilder, Readable
from scanner.model import Passage

__all__ = ["BULLET", "Joined", "Line", "dedented", "over", "segments_of", "split_lines"]

BULLET = re.compile(r"(?:[-*+•‣◦▪–o]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5}|#)[.)])[ \t]+(?=\S)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its newline: ``[start, end)`` in the text, its indentation in columns, its stripped text, and
    how much white space trails."""

    start: int
    end: int
    indent: int
    text: str
    trail: int = 0

    @property
    def blank(self) -> bool:
        return not self.text

    @property
    def content_start(self) -> int:
        """Where the text after the indentation begins."""
        return self.start + self.lead

    @property
    def lead(self) -> int:
        """How many characters of white space the line begins with; equals ``indent`` unless there are tabs."""
        return self.end - self.start - len(self.text) - self.trail if self.text else 0


def split_lines(text: str, start: int = 0) -> list[Line]:
    """The lines of ``text`` from ``start``."""
    lines = []
    at = start
    for raw in text[start:].split("\n"):
        left = raw.lstrip()
        stripped = left.rstrip()
        white = raw[: len(raw) - len(left)]
        indent = len(white.expandtabs(8)) if "\t" in white else len(white)
        lines.append(Line(at, at + len(raw), indent, stripped, len(left) - len(stripped) if stripped else 0))
        at += len(raw) + 1
    return lines


def over(text: str, lines: Sequence[Line], skip: int = 0) -> Readable:
    """The readable text of ``lines`` joined by spaces; ``skip`` characters of the first are left out (a bullet)."""
    builder = PassageBuilder()
    for number, line in enumerate(lines):
        start = line.content_start + (skip if number == 0 else 0)
        end = line.end - line.trail
        if number:
            builder.add("\n", lines[number - 1].end)
        builder.add(text[start:end], start)
    return builder.finish()


def dedented(text: str, lines: Sequence[Line]) -> Passage:
    """``lines`` as code: without the indentation they share and without blank lines at their ends."""
    kept = list(lines)
    while kept and kept[-1].blank:
        kept.pop()
    while kept and kept[0].blank:
        kept.pop(0)
    indent = min((line.lead for line in kept if not line.blank), default=0)
    builder = PassageBuilder()
    for number, line in enumerate(kept):
        if number:
            builder.verbatim("\n", kept[number - 1].end)
        start = min(line.start + indent, line.end)
        builder.verbatim(text[start : line.end - line.trail], start)
    return builder.finish().passage


def segments_of(lines: Sequence[Line], skip: int = 0) -> list[tuple[int, int]]:
    """Where the words of each line stand; ``skip`` characters of the first are left out."""
    spans = [(line.content_start, line.end - line.trail) for line in lines]
    if spans and skip:
        spans[0] = (spans[0][0] + skip, spans[0][1])
    return spans


class Joined:
    """Several stretches of a text joined by newlines, with the way back to their places."""

    __slots__ = ("_sources", "_starts", "_text", "content")

    def __init__(self, text: str, segments: Sequence[tuple[int, int]]) -> None:
        self._text = text
        self._starts: list[int] = []
        self._sources = [start for start, _ in segments]
        parts = []
        length = 0
        for start, end in segments:
            self._starts.append(length)
            parts.append(text[start:end])
            length += end - start + 1
        self.content = "\n".join(parts)

    def source(self, at: int) -> int:
        """The place in the text of position ``at`` of the content."""
        index = bisect_right(self._starts, at) - 1
        return self._sources[index] + at - self._starts[index]

    def newline(self, at: int) -> int | None:
        """The place of the white space that the newline at ``at`` stands for; ``None`` if there is none."""
        source = self.source(at)
        return source if self._text[source : source + 1].isspace() else None
