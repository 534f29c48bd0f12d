"""Read JSON lines: a line with a ``text`` field is a document that keeps its own id, the others are records."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from scanner.load.braces import JSON, Values, decoded_string
from scanner.load.errors import Malformed
from scanner.load.html import read_html
from scanner.load.markdown import read_markdown
from scanner.load.outline import Outline
from scanner.load.text import read_text
from scanner.load.tree import Leaf, Mapping, flat_values, write_tree
from scanner.model import Block, Cell, Passage, Table

__all__ = ["Record", "read_jsonl"]

_OUTER = ("metadata", "meta", "payload")
_FORMATS = {"text/html": "html", "html": "html", "text/plain": "text", "text": "text", "txt": "text"}


@dataclass(frozen=True, slots=True)
class Record:
    """One line as a document of its own; its text is the line's source."""

    doc_id: str
    outline: Outline
    stated: dict[str, tuple[str, ...]] = field(default_factory=dict)
    title: str = ""


def read_jsonl(text: str, path: str) -> Iterator[Record | str]:
    """The records of ``text``, each under ``path#id`` (``path#L<line>`` without an id); a string names a bad line.

    A ``text`` is read as Markdown unless a ``format`` or ``content_type`` field says HTML or plain text. Spans lie in
    the line's JSON source, escapes included; line numbers are those of the file.
    """
    seen: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            node = Values(line, JSON, 0, len(line)).whole()
        except Malformed as problem:
            yield f"line {number}: {str(problem).partition(': ')[2]}"
            continue
        outline = Outline(line, first_line=number)
        stated = _stated(node) if isinstance(node, Mapping) else {}
        own = next(iter(stated.get("id", ())), "") or f"L{number}"
        seen[own] = seen.get(own, 0) + 1
        doc_id = f"{path}#{own}" if seen[own] == 1 else f"{path}#{own}~{seen[own]}"
        body = node.get("text") if isinstance(node, Mapping) else None
        if isinstance(body, Leaf) and line.startswith('"', body.start):
            _read_body(line, body, next(iter(stated.get("format", stated.get("content_type", ()))), ""), outline)
        else:
            write_tree(node, [], outline)
        yield Record(doc_id, outline, stated)


def _stated(node: Mapping) -> dict[str, tuple[str, ...]]:
    """The record's scalar fields, those of a nested ``metadata`` filling what the record leaves open."""
    stated = flat_values(node)
    for name in _OUTER:
        inner = node.get(name)
        if inner is not None:
            stated = {**flat_values(inner), **{key: value for key, value in stated.items() if value}}
    stated.pop("text", None)
    return stated


def _read_body(line: str, body: Leaf, kind: str, outline: Outline) -> None:
    decoded, places = decoded_string(line, body.start + 1, body.end - 1)
    inner = Outline(decoded)
    reader = _FORMATS.get(kind.lower(), "markdown")
    if reader == "html":
        read_html(decoded, 0, len(decoded), inner)
    elif reader == "text":
        read_text(decoded, inner)
    else:
        read_markdown(decoded, inner)
    moved = _Moved(places)
    outline.silenced = inner.silenced
    outline.notes.extend(inner.notes)
    outline.blocks.extend(moved.block(block, outline) for block in inner.blocks)


class _Moved:
    """Moves blocks from the decoded string to its JSON source.

    ``places`` are (position in the string, position in the source, length) of runs without escapes or of one escaped
    character, ascending.
    """

    def __init__(self, places: list[tuple[int, int, int]]) -> None:
        self._places = places
        self._starts = [at for at, _, _ in places]

    def position(self, at: int) -> int:
        index = max(bisect_right(self._starts, at) - 1, 0)
        if not self._places:
            return 0
        start, source, length = self._places[index]
        return source + min(at - start, length)

    def passage(self, passage: Passage) -> Passage:
        pieces: list[tuple[int, int, int]] = []
        for at, source, length in passage.pieces:
            index = max(bisect_right(self._starts, source) - 1, 0)
            while index < len(self._places) and self._places[index][0] < source + length:
                start, place, size = self._places[index]
                low, high = max(source, start), min(source + length, start + size)
                if low < high:
                    pieces.append((at + low - source, place + low - start, high - low))
                index += 1
        return Passage(passage.text, tuple(pieces))

    def block(self, block: Block, outline: Outline) -> Block:
        start, end = self.position(block.start), self.position(block.end)
        return replace(
            block,
            passage=self.passage(block.passage),
            start=start,
            end=max(start, end),
            line=outline.line(start),
            key=self.passage(block.key) if block.key is not None else None,
            table=self._table(block.table, outline) if block.table is not None else None,
        )

    def _table(self, table: Table, outline: Outline) -> Table:
        made: dict[int, Cell] = {}

        def cell(old: Cell) -> Cell:
            if id(old) not in made:
                moved = self.passage(old.passage)
                line = outline.line(moved.pieces[0][1]) if moved.pieces else None
                made[id(old)] = Cell(moved, line, old.codes)
            return made[id(old)]

        header = tuple(tuple(cell(old) for old in row) for row in table.header)
        return Table(header, tuple(tuple(cell(old) for old in row) for row in table.rows), table.caption)
