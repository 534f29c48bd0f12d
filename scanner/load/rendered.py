"""Text that is rendered from a format without readable source (PDF, DOCX), block by block."""

from __future__ import annotations

from dataclasses import dataclass, field

from scanner.load.outline import Outline
from scanner.load.passage import Readable, fold
from scanner.model import SkipReason

__all__ = ["Rendered", "TextWriter", "Unreadable"]


class Unreadable(Exception):
    """A file of a known format that holds no text that can be had."""

    def __init__(self, reason: SkipReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Rendered:
    """The blocks over the rendered text, and what the file's properties say."""

    outline: Outline
    stated: dict[str, tuple[str, ...]] = field(default_factory=dict)
    title: str = ""


class TextWriter:
    """Collects rendered text and says where each piece stands in it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def write(self, text: str, ending: str = "\n\n") -> int:
        """Append ``text`` and ``ending``; returns where ``text`` starts."""
        start = self.length
        self._parts.extend((text, ending))
        self.length += len(text) + len(ending)
        return start

    def readable(self, text: str, ending: str = "\n\n") -> tuple[Readable, int, int]:
        """Append ``text``; its readable form and span."""
        start = self.write(text, ending)
        return fold(text, start), start, start + len(text)
