"""Value mentions of pieces of a text, moved to their places in it and put together."""

from __future__ import annotations

from dataclasses import replace

from scanner.model.triple import Mention

__all__ = ["merged", "shifted"]


def shifted(mention: Mention, by: int) -> Mention:
    """``mention`` at a place ``by`` characters later."""
    outer = mention.outer
    return replace(
        mention,
        start=mention.start + by,
        end=mention.end + by,
        outer_start=outer[0] + by,
        outer_end=outer[1] + by,
    )


def merged(first: tuple[Mention, ...], second: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """All of ``first``, and those of ``second`` that overlap none of it, in order."""
    rest = tuple(
        mention
        for mention in second
        if all(mention.end <= other.start or other.end <= mention.start for other in first)
    )
    return tuple(sorted(first + rest, key=lambda mention: (mention.start, mention.end)))
