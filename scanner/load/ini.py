"""Read ini, env, properties and similar line files: sections, keys, values and comments."""

from __future__ import annotations

import re

from scanner.load.lines import Line, over, split_lines
from scanner.load.passage import Readable, fold
from scanner.load.tree import MAX_DEPTH, Comment, Leaf, Mapping, Node, join_comments

__all__ = ["looks_like_ini", "parse_ini"]

_SECTION = re.compile(r"\[([^\]\n]{1,200})\]\s*(?:[#;].*)?\Z")
_PAIR = re.compile(r"(?:export\s+)?(?P<key>[\w.\-/\[\]@$%*]+(?: [\w.\-/]+){0,4})\s*[=:]\s*(?P<value>.*)\Z")
_SETTING = re.compile(r"\s*[\w.\-]+\s*=")
_SNIFFED = 20_000
_DIRECTIVE = re.compile(r"(?P<key>[A-Za-z][\w.\-]*)\s+(?P<value>[^{}]*?);?\Z")
_TRAILING = re.compile(r"\s+[#;]\s?(?P<words>.*)\Z")


def parse_ini(text: str, start: int = 0) -> tuple[Node, list[Comment]]:
    """The sections of ``text`` as a mapping of mappings, and the comments; a line of no known form is left out."""
    root = current = Mapping()
    comments: list[Comment] = []
    for line in split_lines(text, start):
        words = line.text
        if not words:
            continue
        section = _SECTION.match(words)
        if words[0] in "#;" or words.startswith("//"):
            comments.append(_comment(line, bool(root.entries)))
        elif section is not None:
            at = line.content_start + section.start(1)
            current = Mapping()
            root.entries.append((fold(section.group(1), at), current, at))
        else:
            _pair(text, line, current, comments)
    return root, join_comments(text, comments)


def looks_like_ini(text: str) -> bool:
    """Whether a text of any ending is an ini file: sections, and nearly all other lines settings or comments."""
    lines = [line for line in text[:_SNIFFED].split("\n") if line.strip()]
    sections = sum(1 for line in lines if _SECTION.match(line))
    settings = sum(1 for line in lines if line[0] in "#;" or _SETTING.match(line))
    return sections > 0 and settings > 0 and (sections + settings) >= 0.9 * len(lines)


def _comment(line: Line, below: bool) -> Comment:
    words = line.text.lstrip("#;/!")
    at = line.content_start + len(line.text) - len(words)
    return Comment(fold(words, at), line.content_start, line.end, depth=MAX_DEPTH if below else 0)


def _pair(text: str, line: Line, current: Mapping, comments: list[Comment]) -> None:
    found = _PAIR.match(line.text) or _DIRECTIVE.match(line.text)
    if found is None:
        if line.indent and current.entries:
            _continue(text, line, current)
        return
    start = line.content_start
    value = found.group("value")
    trailing = _TRAILING.search(value) if value[:1] not in "\"'" else None
    if trailing is not None:
        at = start + found.start("value") + trailing.start("words")
        comments.append(Comment(fold(trailing.group("words"), at), at, line.end, trailing=True))
        value = value[: trailing.start()]
    at = start + found.start("value")
    end = at + len(value)
    if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0]:
        value, at = value[1:-1], at + 1
    key_at = start + found.start("key")
    current.entries.append((fold(found.group("key"), key_at), Leaf(fold(value, at), at, end), key_at))


def _continue(text: str, line: Line, current: Mapping) -> None:
    key, node, at = current.entries[-1]
    if not isinstance(node, Leaf):
        return
    joined: Readable = (
        over(text, [*split_lines(text[: node.end], node.start), line]) if node.value.text else over(text, [line])
    )
    current.entries[-1] = (key, Leaf(joined, node.start, line.end), at)
