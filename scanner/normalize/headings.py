"""Headings that count on ("6 Points", "6.1 Speakers"): the number is no part of what they name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scanner.model import Document
from scanner.model.document import BlockKind

__all__ = ["unnumbered_headings"]

_NUMBERED = re.compile(r"\s*(?:§\s*)?(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})[.):]?\s+(?P<words>\S.*)", re.DOTALL)


def unnumbered_headings(document: Document) -> Mapping[str, str]:
    """The numbered headings of a document, each without its number; none where they do not count on.

    They do if there are two or more, each number greater than the one before: "3 rooms" below "10 GB plan" is none.
    """
    found: dict[str, str] = {}
    before: tuple[int, ...] = ()
    for block in document.blocks:
        match = _NUMBERED.fullmatch(block.passage.text) if block.kind is BlockKind.HEADING else None
        if match is None:
            continue
        number = tuple(int(part) for part in match["number"].split("."))
        if number <= before:
            return {}
        found[block.passage.text] = match["words"]
        before = number
    return found if len(found) > 1 else {}
