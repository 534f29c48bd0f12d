"""Split HTML into tags, comments and runs of text with their offsets, in linear time on any input."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Comment", "Tag", "TextRun", "attributes", "tokens"]

_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9:-]*)")
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")
_RAW = frozenset({"script", "style", "textarea", "title"})
_ROLE = re.compile(r"\srole\s*=", re.IGNORECASE)
_OF_SITE = frozenset({"banner", "navigation", "search", "menu", "menubar"})


@dataclass(frozen=True, slots=True)
class TextRun:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment; the span is what stands between ``<!--`` and ``-->``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A start or end tag with its lower-case name."""

    name: str
    closing: bool
    start: int
    end: int


Token = TextRun | Comment | Tag


def attributes(text: str, tag: Tag) -> dict[str, str]:
    """The tag's attributes, names in lower case, values decoded."""
    inner = text[tag.start + 1 + len(tag.name) : tag.end].rstrip(">/")
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(inner):
        value = next((group for group in match.groups()[1:] if group is not None), "")
        found.setdefault(match.group(1).lower(), html.unescape(value))
    return found


class _Finder:
    """``str.find`` that remembers what does not come again, so that malformed input is not searched over and over."""

    def __init__(self, text: str, end: int) -> None:
        self._text, self._end = text, end
        self._next: dict[str, int] = {}

    def find(self, wanted: str, start: int) -> int:
        known = self._next.get(wanted, -2)
        if known == -1 or known >= start:
            return known
        found = self._text.find(wanted, start, self._end)
        self._next[wanted] = found
        return found


def tokens(text: str, start: int, end: int, *, skip: frozenset[str]) -> Iterator[Token]:
    """The tokens of ``text[start:end]``, without elements named in ``skip`` or whose role is to lead about the site.

    An element that is never closed is not passed over.
    """
    finder = _Finder(text, end)
    missing: set[str] = set()
    position = start
    while position < end:
        at = finder.find("<", position)
        if at < 0:
            yield TextRun(position, end)
            return
        name = _NAME.match(text, at, end)
        if name is None and not text.startswith(("<!", "<?", "</"), at):
            yield TextRun(position, at + 1)
            position = at + 1
            continue
        if at > position:
            yield TextRun(position, at)
        if name is None:
            token, position = _declaration(text, at, end, finder)
            if token is not None:
                yield token
            continue
        stop = _tag_end(text, name.end(), end, finder)
        tag = Tag(name.group(1).lower(), text.startswith("</", at), at, stop)
        position = stop
        if not tag.closing and _is_left_out(text, tag, skip) and not text.startswith("/>", stop - 2):
            position = _skip(text, tag, end, missing)
            continue
        yield tag
        if not tag.closing and tag.name in _RAW:
            closer = re.compile(rf"</{tag.name}\s*>", re.I).search(text, stop, end)
            if closer is not None:
                yield TextRun(stop, closer.start())
                position = closer.start()


def _is_left_out(text: str, tag: Tag, skip: frozenset[str]) -> bool:
    if tag.name in skip:
        return True
    return _ROLE.search(text, tag.start, tag.end) is not None and attributes(text, tag).get("role", "") in _OF_SITE


def _declaration(text: str, at: int, end: int, finder: _Finder) -> tuple[Comment | TextRun | None, int]:
    if text.startswith("<!--", at):
        close = finder.find("-->", at + 4)
        if close < 0:
            return None, at + 4  # an unclosed comment hides nothing
        return Comment(at + 4, close), close + 3
    close = finder.find(">", at)
    if close < 0:
        return TextRun(at, at + 2), at + 2
    return None, close + 1


def _tag_end(text: str, at: int, end: int, finder: _Finder) -> int:
    """Where the tag whose name ends at ``at`` ends; a ``>`` inside quotes does not end it."""
    position = at
    while True:
        close = finder.find(">", position)
        if close < 0:
            return end if "<" not in text[at : at + 1000] else at
        quote = min((q for q in (finder.find('"', position), finder.find("'", position)) if 0 <= q < close), default=-1)
        if quote < 0 or text[quote - 1] not in "= \t\n":
            return close + 1
        closing = finder.find(text[quote], quote + 1)
        if closing < 0 or closing - quote > 10_000:
            return close + 1
        position = closing + 1


def _skip(text: str, tag: Tag, end: int, missing: set[str]) -> int:
    """The end of the element that ``tag`` starts, nested ones included; the tag's own end if it is never closed."""
    if tag.name in missing:
        return tag.end
    depth = 1
    for found in re.compile(rf"<(/?){tag.name}\b[^<>]*>", re.I).finditer(text, tag.end, end):
        depth += -1 if found.group(1) else 1
        if depth == 0:
            return found.end()
    missing.add(tag.name)
    return tag.end
