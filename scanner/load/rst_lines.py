"""Lines of reStructuredText: where bodies end, what begins a structure, the options of a directive."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scanner.load.lines import BULLET, Line
from scanner.load.passage import Readable

__all__ = [
    "ADORNMENT",
    "EXPLICIT",
    "FIELD",
    "PAIR_LINE",
    "blank_at",
    "body_end",
    "first_word",
    "header_rows",
    "is_adorned",
    "is_indented",
    "options_of",
    "pairs_of",
    "starts_structure",
    "without_colons",
]

ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1+\Z")
EXPLICIT = re.compile(r"\.\.(?:[ \t]+|\Z)")
FIELD = re.compile(r":(?P<name>[^:\s](?:[^:\\]|\\.)*?):(?:[ \t]+(?P<value>\S.*))?\Z")
PAIR_LINE = re.compile(r"[\w\"'(][^:\n]{0,80}?:(?=\s|\Z)")
Span = tuple[int, int]


def first_word(directive: re.Match[str]) -> str:
    """The version that a directive about a change names."""
    return ((directive.group("argument") or "").split() or [""])[0]


def blank_at(lines: Sequence[Line]) -> int:
    """How many lines stand before the first blank one."""
    return next((at for at, line in enumerate(lines) if line.blank), len(lines))


def body_end(lines: Sequence[Line], index: int, base: int) -> int:
    """The end of the lines from ``index`` that are blank or indented deeper than ``base``."""
    end = index
    while end < len(lines) and (lines[end].blank or lines[end].indent > base):
        end += 1
    while end > index and lines[end - 1].blank:
        end -= 1
    return end


def is_indented(lines: Sequence[Line], index: int, base: int) -> bool:
    return index < len(lines) and not lines[index].blank and lines[index].indent > base


def is_adorned(lines: Sequence[Line], index: int) -> bool:
    return index + 1 < len(lines) and lines[index].indent == 0 and ADORNMENT.match(lines[index + 1].text) is not None


def starts_structure(line: Line) -> bool:
    return BULLET.match(line.text) is not None or EXPLICIT.match(line.text) is not None


def pairs_of(group: Sequence[Line]) -> list[list[Line]]:
    parts: list[list[Line]] = []
    for line in group:
        if parts and line.indent > parts[0][0].indent:
            parts[-1].append(line)
        elif PAIR_LINE.match(line.text):
            parts.append([line])
        else:
            return []
    return parts


def header_rows(options: Mapping[str, Span]) -> int:
    return 1 if "header-rows" in options else 0  # more than one is very rare


def options_of(body: Sequence[Line]) -> tuple[dict[str, Span], Sequence[Line]]:
    """Where the values of a directive's options (":name: value" right below it) stand, and the rest of its body."""
    options: dict[str, Span] = {}
    index = 0
    while index < len(body):
        field = FIELD.match(body[index].text)
        if field is None:
            break
        line = body[index]
        at = line.content_start + (field.start("value") if field.group("value") else len(line.text))
        options[field.group("name")] = (at, line.end - line.trail)
        index += 1
    return options, body[index:]


def without_colons(readable: Readable) -> Readable:
    """A paragraph that announces a literal block, with one colon instead of two."""
    if readable.text.endswith(" ::"):
        return readable.slice(0, len(readable.text) - 3)
    if readable.text.endswith("::"):
        return readable.slice(0, len(readable.text) - 1)
    return readable
