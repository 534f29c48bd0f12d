"""Where paragraphs are numbered ("(k) Ballots run …", "§ 3 The fee is …"), the number is no part of what they say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scanner.model.document import Block, BlockKind

__all__ = ["unnumbered"]

_MARK = re.compile(
    r"""\s*(?:
        (?P<letter>\(?(?:[a-z]|[ivx]{2,5})\))
      | (?P<bracketed>\(\d{1,2}\)|\d{1,2}\))
      | (?P<section>§{1,2}\s*\d+(?:\.\d+)*[a-z]?\.?)
      | (?P<dotted>\d{1,3}(?:\.\d{1,3}){1,4}[a-z]?\.?)
    )[ \t]+(?=["“'(*_]*[A-Z])""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_HEADING = "heading"
_KINDS = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.KEY_VALUE})


def unnumbered(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, those that open with their number without it.

    One such mark alone may be a value or a version ("1.5 Litres", "1.4.2 Mended a leak"), so another of its kind must
    stand in the document; for "9.1" a heading that bears the number of its section ("9 Notice").
    """
    found: dict[int, tuple[str, str, int]] = {}
    peers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for index, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING:
            heading = _NUMBER.match(block.passage.text)
            if heading:
                peers["dotted", heading.group()].add(_HEADING)
        elif block.kind in _KINDS:
            mark = _MARK.match((block.key or block.passage).text)
            if mark is not None and mark.lastgroup is not None:
                words = mark[mark.lastgroup].rstrip(".")
                family = words.rpartition(".")[0] if mark.lastgroup == "dotted" else ""
                found[index] = mark.lastgroup, family, mark.end()
                if mark.lastgroup != "dotted":
                    peers[mark.lastgroup, family].add(words)
    for index, block in enumerate(blocks):
        kind, family, end = found.get(index, ("", "", 0))
        yield _cut(block, end) if _HEADING in peers[kind, family] or len(peers[kind, family]) > 1 else block


def _cut(block: Block, end: int) -> Block:
    if block.key is not None:
        return replace(block, key=block.key.cut(end, len(block.key.text)))
    codes = tuple((low - end, high - end) for low, high in block.codes if low >= end)
    return replace(block, passage=block.passage.cut(end, len(block.passage.text)), codes=codes)
