"""Read YAML from its parser's events: depth, anchors and size do no harm, and every scalar keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from scanner.load.align import aligned
from scanner.load.braces import unescaped
from scanner.load.errors import Malformed
from scanner.load.passage import Readable, fold
from scanner.load.tree import MAX_DEPTH, Comment, Items, Leaf, Mapping, Node, join_comments

__all__ = ["parse_yaml"]

_COMMENT = re.compile(r"(?:^|(?<=\s))#+[ \t]*(?P<words>[^\n]*)", re.M)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse_yaml(text: str, start: int = 0, end: int | None = None) -> tuple[list[Node], list[Comment]]:
    """The documents of the YAML at ``[start, end)`` and its comments. Aliases are left out, tags ignored.

    Raises:
        Malformed: where the YAML does, with the line.
    """
    stop = len(text) if end is None else end
    builder = _Builder(text, start)
    try:
        for event in yaml.parse(text[start:stop], Loader=_LOADER):
            builder.event(event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark is not None else ""
        raise Malformed(f"{where}{getattr(error, 'problem', None) or error}") from error
    return builder.roots, join_comments(text, list(_comments(text, start, stop, builder.spans)))


def _comments(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> Iterator[Comment]:
    index = 0
    for found in _COMMENT.finditer(text, start, end):
        at = found.start()
        while index < len(spans) and spans[index][1] <= at:
            index += 1
        if index < len(spans) and spans[index][0] <= at:
            continue
        line = max(text.rfind("\n", start, at) + 1, start)
        trailing = bool(text[line:at].strip())
        depth = (1 if index else 0) if at == line else MAX_DEPTH
        yield Comment(fold(found["words"], found.start("words")), at, found.end(), trailing, depth)


class _Builder:
    """Builds nodes from events with a stack of its own."""

    def __init__(self, text: str, base: int) -> None:
        self.text = text
        self.base = base
        self.roots: list[Node] = []
        self.spans: list[tuple[int, int]] = []
        self.stack: list[tuple[Mapping | Items, list[tuple[Readable, int]]]] = []

    def event(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                self._add(self._leaf(event))
            case yaml.MappingStartEvent():
                self._open(Mapping())
            case yaml.SequenceStartEvent():
                self._open(Items())
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                node, _ = self.stack.pop()
                self._add(node)
            case yaml.AliasEvent():
                at = self._span(event)[0]
                self._add(Leaf(fold("", at), at, at))

    def _open(self, node: Mapping | Items) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise Malformed(f"nested deeper than {MAX_DEPTH} levels")
        self.stack.append((node, []))

    def _leaf(self, event: yaml.ScalarEvent) -> Leaf:
        start, end = self._span(event)
        if start < end:
            self.spans.append((start, end))
        if event.style is None and event.value in _NULLS:
            return Leaf(fold("", start), start, end)
        if event.style == '"':
            return Leaf(unescaped(self.text, start + 1, max(start + 1, end - 1)), start, end)
        return Leaf(aligned(event.value, self.text, start, end), start, end)

    def _span(self, event: yaml.Event) -> tuple[int, int]:
        start, end = event.start_mark, event.end_mark
        return self.base + (start.index if start else 0), self.base + (end.index if end else 0)

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.roots.append(node)
            return
        parent, keys = self.stack[-1]
        if isinstance(parent, Items):
            parent.items.append(node)
        elif keys:
            key, at = keys.pop()
            parent.entries.append((key, node, at))
        elif isinstance(node, Leaf):
            keys.append((node.value, node.start))
        else:
            keys.append((fold("", self.base), self.base))
