"""Match Markdown's emphasis marks as CommonMark does, in linear time."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

__all__ = ["Delimiter", "flanking", "match_delimiters"]


@dataclass(slots=True)
class Delimiter:
    """A run of one mark at ``[low, high)``; matching narrows the range to the characters that stay literal.

    ``closes`` and ``opens`` are the ranges ("strong", "struck") that end and start here, in order.
    """

    char: str
    low: int
    high: int
    can_open: bool
    can_close: bool
    closes: list[str] = field(default_factory=list)
    opens: list[str] = field(default_factory=list)
    length: int = 0

    def __post_init__(self) -> None:
        self.length = self.high - self.low

    @property
    def left(self) -> int:
        return self.high - self.low


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def flanking(content: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether the run of marks at ``[start, end)`` can open and can close emphasis."""
    before = content[start - 1] if start else " "
    after = content[end] if end < len(content) else " "
    if content[start] == "*" and before.isdigit() and after.isdigit():
        return False, False  # a product, not emphasis
    space_before, space_after = before.isspace(), after.isspace()
    mark_before, mark_after = _is_punctuation(before), _is_punctuation(after)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    if content[start] == "_":
        return left and (not right or mark_before), right and (not left or mark_after)
    return left, right


def match_delimiters(delimiters: list[Delimiter]) -> None:
    """Pair openers with closers, nearest first; what is matched is no longer literal."""
    stack: list[Delimiter] = []
    bottoms: dict[tuple[str, bool, int], int] = {}
    for delimiter in delimiters:
        if delimiter.can_close:
            _close(delimiter, stack, bottoms)
        if delimiter.can_open and delimiter.left:
            stack.append(delimiter)


def _close(closer: Delimiter, stack: list[Delimiter], bottoms: dict[tuple[str, bool, int], int]) -> None:
    key = (closer.char, closer.can_open, closer.length % 3)
    while closer.left:
        bottom = min(bottoms.get(key, 0), len(stack))
        index = len(stack) - 1
        while index >= bottom and not _pairs(stack[index], closer):
            index -= 1
        if index < bottom:
            bottoms[key] = len(stack)
            return
        opener = stack[index]
        del stack[index + 1 :]
        used = 2 if opener.left > 1 and closer.left > 1 else 1
        opener.high -= used
        closer.low += used
        if used == 2:
            kind = "struck" if closer.char == "~" else "strong"
            opener.opens.insert(0, kind)
            closer.closes.append(kind)
        if not opener.left:
            stack.pop()


def _pairs(opener: Delimiter, closer: Delimiter) -> bool:
    if opener.char != closer.char:
        return False
    if (opener.can_close or closer.can_open) and (opener.length + closer.length) % 3 == 0:
        return opener.length % 3 == 0 and closer.length % 3 == 0
    return True
