"""Read JSON (comments and trailing commas allowed) and TOML, keeping the place of every key and value."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.load.errors import Malformed
from scanner.load.passage import PassageBuilder, Readable, fold
from scanner.load.tree import MAX_DEPTH, Comment, Items, Leaf, Mapping, Node, join_comments

__all__ = ["JSON", "Grammar", "Values", "decoded_string", "parse_json", "parse_toml", "unescaped"]

_ESCAPE = re.compile(r"\\(?:(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))|(\n\s*)|(.))", re.S)
_SIMPLE = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "e": "\x1b",
    "_": "\u00a0",
    "/": "/",
    "\\": "\\",
    '"': '"',
    "'": "'",
}
_JSON_STRING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"')
_LITERAL_STRING = re.compile(r"'[^'\n]*'")
_BARE = re.compile(r"[^\s,\[\]{}#\"'=:][^,\[\]{}#\n]*")
_BARE_JSON = re.compile(r"-?[\w.+-]+")
_BARE_KEY = re.compile(r"[\w.\-]+(?:[ \t]*\.[ \t]*[\w\-]+)*")
_HEADER = re.compile(r"\[(\[?)[ \t]*([^\[\]\n]+?)[ \t]*\]\]?")
_PART = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([\w\-]+)")


@dataclass(frozen=True, slots=True)
class Grammar:
    """What differs between the two: key separator, comments, whether single and triple quotes exist."""

    separator: str
    blank: re.Pattern[str]
    comment: re.Pattern[str]
    toml: bool


JSON = Grammar(
    ":", re.compile(r"[\s\ufeff]*"), re.compile(r"//[ \t]*(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/", re.S), toml=False
)
_TOML = Grammar("=", re.compile(r"\s*"), re.compile(r"#+[ \t]*(?P<line>[^\n]*)"), toml=True)


def parse_json(text: str, start: int = 0, end: int | None = None) -> tuple[Node, list[Comment]]:
    """The value in ``[start, end)`` and the comments about it.

    Raises:
        Malformed: if it is no JSON, with the line.
    """
    values = Values(text, JSON, start, len(text) if end is None else end)
    return values.whole(), join_comments(text, values.comments)


def parse_toml(text: str, start: int = 0, end: int | None = None) -> tuple[Node, list[Comment]]:
    """The tables in ``[start, end)`` as one mapping, and the comments.

    Raises:
        Malformed: if it is no TOML, with the line.
    """
    values = Values(text, _TOML, start, len(text) if end is None else end)
    root = current = Mapping()
    while True:
        values.blank()
        if values.at >= values.end:
            return root, join_comments(text, values.comments)
        header = _HEADER.match(text, values.at, values.end)
        if header is not None:
            values.at = header.end()
            current = _table(root, header.group(2), header.start(2), is_list=bool(header.group(1)))
        else:
            values.pair(current, 0)


def _table(root: Mapping, name: str, at: int, *, is_list: bool) -> Mapping:
    """The mapping that a header opens."""
    current = root
    parts = list(_PART.finditer(name))[:MAX_DEPTH]
    for number, part in enumerate(parts):
        key = next(group for group in part.groups() if group is not None)
        node = current.get(key)
        if isinstance(node, Items) and node.items and not (is_list and number == len(parts) - 1):
            node = node.items[-1]
        if number == len(parts) - 1 and is_list:
            made = Mapping()
            if isinstance(node, Items):
                node.items.append(made)
            else:
                current.entries.append((fold(key, at + part.start()), Items([made]), at + part.start()))
            return made
        if not isinstance(node, Mapping):
            node = Mapping()
            current.entries.append((fold(key, at + part.start()), node, at + part.start()))
        current = node
    return current


class Values:
    """A reader of values at a moving position."""

    def __init__(self, text: str, grammar: Grammar, start: int, end: int) -> None:
        self.text = text
        self.grammar = grammar
        self.at = start
        self.end = end
        self.comments: list[Comment] = []
        self._content = False
        self._last = start

    def wrong(self, problem: str) -> Malformed:
        """An error that names the line."""
        return Malformed(f"line {self.text.count(chr(10), 0, self.at) + 1}: {problem}")

    def blank(self) -> None:
        """Pass over white space and comments."""
        while True:
            found = self.grammar.blank.match(self.text, self.at, self.end)
            self.at = found.end() if found else self.at
            comment = self.grammar.comment.match(self.text, self.at, self.end)
            if comment is None:
                return
            kind = "line" if comment.group("line") is not None else "block"
            trailing = self._content and "\n" not in self.text[self._last : comment.start()]
            depth = MAX_DEPTH if self._content else 0
            value = fold(comment.group(kind), comment.start(kind))
            self.comments.append(Comment(value, comment.start(), comment.end(), trailing, depth))
            self.at = comment.end()

    def value(self, depth: int) -> Node:
        """The value at the position."""
        self.blank()
        if depth > MAX_DEPTH:
            raise self.wrong(f"nested deeper than {MAX_DEPTH} levels")
        char = self.text[self.at : self.at + 1] if self.at < self.end else ""
        node: Node
        if char == "{":
            node = self._mapping(depth)
        elif char == "[":
            node = self._items(depth)
        elif char == '"' or (char == "'" and self.grammar.toml):
            node = self._string()
        else:
            found = (_BARE if self.grammar.toml else _BARE_JSON).match(self.text, self.at, self.end)
            if found is None:
                raise self.wrong("a value is missing" if not char else f"unexpected {char!r}")
            words = found.group().rstrip()
            empty = words == "null" and not self.grammar.toml
            node = Leaf(fold("" if empty else words, found.start()), found.start(), found.start() + len(words))
            self.at = found.end()
        self._content, self._last = True, self.at
        return node

    def whole(self) -> Node:
        """The one value that fills the range."""
        node = self.value(0)
        self.blank()
        if self.at < self.end:
            raise self.wrong("something follows the value")
        return node

    def pair(self, mapping: Mapping, depth: int) -> None:
        """A key and its value, added to ``mapping``; TOML's dotted keys stay one key."""
        self.blank()
        start = self.at
        self._content = True
        if self.text.startswith(('"', "'"), start):
            key = self._string().value
        else:
            found = _BARE_KEY.match(self.text, start, self.end)
            if found is None or not self.grammar.toml:
                raise self.wrong("a key is missing")
            key = fold(found.group(), start)
            self.at = found.end()
        self.blank()
        if not self.text.startswith(self.grammar.separator, self.at):
            raise self.wrong(f"{self.grammar.separator!r} is missing after a key")
        self.at += 1
        mapping.entries.append((key, self.value(depth + 1), start))

    def _mapping(self, depth: int) -> Mapping:
        mapping = Mapping()
        self.at += 1
        while not self._closes("}"):
            self.pair(mapping, depth)
            self._comma("}")
        return mapping

    def _items(self, depth: int) -> Items:
        items = Items()
        self.at += 1
        while not self._closes("]"):
            items.items.append(self.value(depth + 1))
            self._comma("]")
        return items

    def _closes(self, bracket: str) -> bool:
        self.blank()
        if self.text.startswith(bracket, self.at) and self.at < self.end:
            self.at += 1
            return True
        return False

    def _comma(self, bracket: str) -> None:
        self.blank()
        if self.text.startswith(",", self.at):
            self.at += 1
        elif not self.text.startswith(bracket, self.at):
            raise self.wrong(f"',' or {bracket!r} is missing")

    def _string(self) -> Leaf:
        text, start = self.text, self.at
        quote = text[start]
        if self.grammar.toml and text.startswith(quote * 3, start):
            stop = text.find(quote * 3, start + 3, self.end)
            if stop < 0:
                raise self.wrong("a string is not closed")
            inner, self.at = (start + 3, stop), stop + 3
        else:
            found = (_JSON_STRING if quote == '"' else _LITERAL_STRING).match(text, start, self.end)
            if found is None:
                raise self.wrong("a string is not closed")
            inner, self.at = (start + 1, found.end() - 1), found.end()
        readable = unescaped(text, *inner) if quote == '"' else fold(text[inner[0] : inner[1]], inner[0])
        return Leaf(readable, start, self.at)


def unescaped(text: str, start: int, end: int) -> Readable:
    """The readable form of the string whose source is ``text[start:end]``, escapes resolved."""
    builder = PassageBuilder()
    at = start
    for found in _ESCAPE.finditer(text, start, end) if text.find("\\", start, end) >= 0 else ():
        if found.start() < at:
            continue
        builder.add(text[at : found.start()], at)
        char, at = decode_escape(text, found, end)
        if char:
            builder.decoded(char, found.start())
    builder.add(text[at:end], at)
    return builder.finish()


def decoded_string(text: str, start: int, end: int) -> tuple[str, list[tuple[int, int, int]]]:
    """The string whose source is ``text[start:end]``, white space and all, with ``\\n`` newlines, and the places of its
    runs: (position in the string, position in ``text``, length).
    """
    parts: list[str] = []
    places: list[tuple[int, int, int]] = []
    length = 0

    def run(piece: str, source: int) -> None:
        nonlocal length
        if piece:
            parts.append(piece)
            places.append((length, source, len(piece)))
            length += len(piece)

    at = start
    for found in _ESCAPE.finditer(text, start, end):
        if found.start() < at:
            continue
        run(text[at : found.start()], at)
        char, at = decode_escape(text, found, end)
        run("" if char == "\r" else char, found.start())
    run(text[at:end], at)
    return "".join(parts), places


def decode_escape(text: str, found: re.Match[str], end: int) -> tuple[str, int]:
    """The character an escape stands for (a surrogate pair is one) and where the escape ends."""
    byte, short, long, folded, simple = found.groups()
    if folded is not None:
        return "", found.end()
    if simple is not None:
        return _SIMPLE.get(simple, simple), found.end()
    code = int(byte or short or long, 16)
    if 0xD800 <= code < 0xDC00:
        second = _ESCAPE.match(text, found.end(), end)
        low = int(second.group(2), 16) if second is not None and second.group(2) else 0
        if second is not None and 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), second.end()
    if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        return "\ufffd", found.end()
    return chr(code), found.end()
