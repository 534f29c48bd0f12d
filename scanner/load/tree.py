"""Values of configuration and data files as a tree whose leaves know their place, and how it becomes blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from scanner.load.grid import rectangular
from scanner.load.keyvalue import KeyValue
from scanner.load.outline import Outline, is_directive
from scanner.load.passage import PassageBuilder, Readable
from scanner.model import Cell, Table

__all__ = [
    "MAX_DEPTH",
    "Comment",
    "Items",
    "Leaf",
    "Mapping",
    "Node",
    "flat_values",
    "join_comments",
    "write_tree",
]

MAX_DEPTH = 100
_NAMING_KEYS = ("name", "title", "id", "key", "slug", "label")
_MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar: its readable value and its half-open span, quotes included."""

    value: Readable
    start: int
    end: int


@dataclass(slots=True)
class Mapping:
    """Keys with their nodes, in the order written; the number is where the key stands."""

    entries: list[tuple[Readable, Node, int]] = field(default_factory=list)

    def get(self, key: str) -> Node | None:
        """The node of the first entry with that key."""
        return next((node for name, node, _ in self.entries if name.text == key), None)


@dataclass(slots=True)
class Items:
    """A sequence of nodes."""

    items: list[Node] = field(default_factory=list)


Node = Leaf | Mapping | Items


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment's text without its marks, joined over consecutive lines.

    ``trailing`` if a value stands before it on its line. ``depth`` bounds the path it may speak of (0: the whole file).
    """

    value: Readable
    start: int
    end: int
    trailing: bool = False
    depth: int = MAX_DEPTH


@dataclass(frozen=True, slots=True)
class _Entry:
    path: tuple[str, ...]
    start: int
    end: int
    key: Readable | None = None
    value: Readable | None = None
    lead: str = ""
    group: int = 0
    table: Table | None = None


def write_tree(root: Node, comments: Sequence[Comment], outline: Outline) -> None:
    """Add a tree's leaves to ``outline`` in order: a scalar under its key as key-value, scalars of a sequence as list
    items led by the sequence's key, flat records with equal keys as a table, and comments as paragraphs under the key
    they stand at.
    """
    entries = list(_walk(root, outline))
    starts = [entry.start for entry in entries]
    waiting = sorted(comments, key=lambda comment: comment.start)
    position = 0
    for index, entry in enumerate(entries):
        while position < len(waiting) and waiting[position].start < entry.start:
            _comment(waiting[position], _place(entries, starts, waiting[position], index), outline)
            position += 1
        _write(entry, outline)
    for comment in waiting[position:]:
        _comment(comment, _place(entries, starts, comment, len(entries)), outline)
    outline.under(())


def _place(entries: Sequence[_Entry], starts: Sequence[int], comment: Comment, following: int) -> tuple[str, ...]:
    """The path a comment speaks of: a trailing one of the value before it, another of the key right below it."""
    if comment.trailing:
        before = bisect_left(starts, comment.start) - 1
        if before >= 0:
            return _full_path(entries[before])
    if following < len(entries):
        return _full_path(entries[following])[: comment.depth]
    return ()


def _full_path(entry: _Entry) -> tuple[str, ...]:
    return (*entry.path, entry.key.text) if entry.key is not None else entry.path


def _comment(comment: Comment, path: tuple[str, ...], outline: Outline) -> None:
    if is_directive(comment.value.text):
        outline.silence()
        return
    outline.under(path)
    outline.paragraph(comment.value, comment.start, comment.end, pseudo=False)


def _write(entry: _Entry, outline: Outline) -> None:
    outline.under(entry.path)
    if entry.value is not None and not entry.value.text:
        return
    if entry.table is not None:
        outline.table(entry.table, entry.start, entry.end)
    elif entry.value is not None and entry.key is not None:
        outline.pair(KeyValue(entry.key, entry.value), entry.start, entry.end)
    elif entry.value is not None:
        outline.item(entry.value, entry.start, entry.end, level=1, lead=entry.lead, group=entry.group, pairs=False)


def _walk(root: Node, outline: Outline) -> Iterator[_Entry]:
    """The leaves in order of writing, without recursion."""
    stack: list[tuple[Node, tuple[str, ...], Readable | None, int, int]] = [(root, (), None, -1, 0)]
    while stack:
        node, path, key, key_start, group = stack.pop()
        match node:
            case Leaf(value=value, start=start, end=end):
                if key is not None and not group:
                    yield _Entry(path, key_start if key_start >= 0 else start, end, key, value)
                else:
                    yield _Entry(path, start, end, None, value, key.text if key is not None else "", group)
            case Mapping(entries=entries):
                below = path if key is None or group else (*path, key.text)
                name = _record_name(node) if group or key is None else ""
                below = (*below, name) if name and group else below
                stack.extend((child, below, name_, at, 0) for name_, child, at in reversed(entries))
            case Items(items=items):
                table = _as_table(node, outline)
                if table is not None:
                    first, last = _extent(node)
                    yield _Entry(path if key is None else (*path, key.text), first, last, table=table)
                    continue
                number = outline.new_group()
                records = any(isinstance(item, Mapping | Items) for item in items)
                below = (*path, key.text) if records and key is not None and not group else path
                stack.extend((child, below, None if records else key, -1, number) for child in reversed(items))


def _record_name(record: Mapping) -> str:
    for wanted in _NAMING_KEYS:
        node = record.get(wanted)
        if isinstance(node, Leaf) and 0 < len(node.value.text) <= _MAX_NAME:
            return node.value.text
    return ""


def _as_table(items: Items, outline: Outline) -> Table | None:
    """Two or more flat records with the same keys, as a table."""
    records = [item for item in items.items if isinstance(item, Mapping)]
    if len(records) < 2 or len(records) != len(items.items):
        return None
    names = [name.text for name, _, _ in records[0].entries]
    if len(names) < 2 or len(set(names)) < len(names):
        return None
    rows: list[list[Cell]] = []
    for record in records:
        if [name.text for name, _, _ in record.entries] != names:
            return None
        row = []
        for _, node, _ in record.entries:
            if not isinstance(node, Leaf):
                return None
            row.append(Cell(node.value.passage, outline.line(node.start)))
        rows.append(row)
    header = [Cell(name.passage, outline.line(at)) for name, _, at in records[0].entries]
    grid = rectangular([header, *rows])
    return Table((grid[0],), tuple(grid[1:]))


def _extent(node: Node) -> tuple[int, int]:
    first, last = -1, 0
    stack: list[Node] = [node]
    while stack:
        current = stack.pop()
        match current:
            case Leaf(start=start, end=end):
                first = start if first < 0 else min(first, start)
                last = max(last, end)
            case Mapping(entries=entries):
                stack.extend(child for _, child, _ in entries)
                first = min([first if first >= 0 else 1 << 62, *(at for _, _, at in entries)])
            case Items(items=items):
                stack.extend(items)
    return max(first, 0), last


def flat_values(root: Node) -> dict[str, tuple[str, ...]]:
    """The top-level keys of a mapping, folded to lower case with underscores, and their scalar values as text."""
    if not isinstance(root, Mapping):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for key, node, _ in root.entries:
        name = key.text.lower().replace("-", "_").replace(" ", "_")
        match node:
            case Leaf(value=value):
                found.setdefault(name, (value.text,) if value.text else ())
            case Items(items=items):
                found.setdefault(name, tuple(item.value.text for item in items if isinstance(item, Leaf)))
            case Mapping():
                found.setdefault(name, ())
    return found


def join_comments(text: str, comments: Sequence[Comment]) -> list[Comment]:
    """Comments of whole lines that follow one another, as one; a directive stays alone."""
    joined: list[list[Comment]] = []
    for comment in comments:
        if not comment.value.text:
            joined.append([])
        elif comment.trailing or is_directive(comment.value.text):
            joined.extend([[comment], []])
        elif joined and joined[-1] and not text[joined[-1][-1].end : comment.start].strip():
            joined[-1].append(comment)
        else:
            joined.append([comment])
    return [_joined(part) for part in joined if part]


def _joined(comments: Sequence[Comment]) -> Comment:
    if len(comments) == 1:
        return comments[0]
    builder = PassageBuilder()
    for number, comment in enumerate(comments):
        if number:
            builder.space()
        for at, source, length in comment.value.passage.pieces:
            builder.add(comment.value.text[at : at + length], source)
    return replace(comments[0], value=builder.finish(), end=comments[-1].end)
