"""Where Markdown's lines stand, and which of them are no Markdown: template tags, component tags, fences of notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from scanner.load.outline import is_directive

__all__ = ["LABELLED", "Source", "masked_lines", "split_cells"]

_TEMPLATE_LINE = re.compile(r"\s*(?:\{%.*%\}|\{\{[<%].*[>%]\}\}|\{:.*\}|\{/\*.*\*/\}|\{\{?/?[-\w .=\"']*\}?\})\s*\Z")
_FENCED_NOTE = re.compile(r"\s*:{3,}")
_INDENTED_NOTE = re.compile(r"(\s*)(?:!!!|\?\?\?\+?|===)\s+[\w\"]")
_COMPONENT = re.compile(r"\s*(?:</?[A-Z][\w.]*(?:\s[^<>]*)?/?>\s*)+\Z")
_COMPONENT_START = re.compile(r"\s*<[A-Z][\w.]*(?:\s[^<>]*)?\Z")
_WRAPPER = re.compile(
    r"\s*</?(?:div|section|details|center|article|aside|span|p align=\"\w+\")(?:\s[^<>]*)?>\s*\Z", re.I
)
LABELLED = re.compile(
    r"\s*(?:<(?P<name>[A-Z]\w*)\s(?:[^<>]*\s)?(?:label|title|heading)=(?P<quote>[\"'])"
    r"(?P<label>[^\"'<>\n]{1,90})(?P=quote)[^<>]*(?<!/)>|</(?P<closed>[A-Z]\w*)>)\s*"
)
"""A component of MDX that heads what it holds ("<Update label='3 March'>"), or the end of any component."""

_MODULE = re.compile(r"(?:import\s.+\sfrom\s|import\s+['\"]|export\s+(?:const|default|let|function)\b)")
_MDX_COMMENT = re.compile(r"\s*\{/\*(.*)\*/\}\s*\Z")
_PREFIX = re.compile(r"[ \t>]*")
_ITEM_PREFIX = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_MAX_COMPONENT_LINES = 40
_BLANK_COMMENT = "<!-- -->"


def masked_lines(text: str, start: int, *, mdx: bool) -> list[str]:
    """The lines of ``text``, the same number, for block parsing: what stands before ``start`` (in its line too) and
    what is no Markdown is blank; the body of an indented note loses its indentation.
    """
    hidden = text.count("\n", 0, start) + 1 if start else 0
    return list(_mask(text.split("\n"), hidden, mdx=mdx))


def _mask(lines: list[str], hidden: int, *, mdx: bool) -> Iterator[str]:
    fence = ""
    inside_component = 0
    note_indent = -1
    labelled: set[str] = set()
    for number, line in enumerate(lines):
        if number < hidden:
            yield ""
            continue
        stripped = line.lstrip()
        if fence:
            if stripped.startswith(fence) and not stripped.strip(fence[0] + " \t"):
                fence = ""
            yield line
            continue
        if stripped.startswith(("```", "~~~")):
            fence = stripped[: len(stripped) - len(stripped.lstrip(stripped[0]))]
            yield line
            continue
        if inside_component:
            inside_component = 0 if ">" in line else inside_component - 1
            yield ""
            continue
        if note_indent >= 0 and stripped:
            if len(line) - len(stripped) >= note_indent + 4:
                line = line[note_indent + 4 :]
            else:
                note_indent = -1
        if not stripped or stripped[0] not in "{:!?=<ie":
            yield line
            continue
        note = _INDENTED_NOTE.match(line)
        if note is not None:
            note_indent = len(note.group(1))
            yield ""
        elif _MDX_COMMENT.match(line) or _heads(line, labelled):
            yield _BLANK_COMMENT
        elif _TEMPLATE_LINE.match(line) or _FENCED_NOTE.match(line) or _COMPONENT.match(line) or _WRAPPER.match(line):
            yield ""
        elif _COMPONENT_START.match(line):
            inside_component = _MAX_COMPONENT_LINES
            yield ""
        elif mdx and _MODULE.match(line):
            yield ""
        else:
            yield line


def _heads(line: str, labelled: set[str]) -> bool:
    """Whether a line opens a labelled component, whose name is noted, or ends one of a name noted before."""
    found = LABELLED.fullmatch(line)
    if found is None:
        return False
    if found["name"]:
        labelled.add(found["name"])
    return bool(found["name"]) or found["closed"] in labelled


class Source:
    """The lines of the text by number."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        self.ends = []
        for found in re.finditer("\n", text):
            self.ends.append(found.start())
            self.starts.append(found.end())
        self.ends.append(len(text))

    def segments(self, first: int, content: str) -> list[tuple[int, int]]:
        """Where each line of ``content``, from line ``first`` on, stands; spaces that force a break are included."""
        found = []
        lines = content.split("\n")
        for number, line in enumerate(lines, start=first):
            if number >= len(self.starts):
                break
            start, end = self.starts[number], self.ends[number]
            wanted = line.strip()
            at = self.text.rfind(wanted, start, end)
            if at < 0:
                found.append((start, end))
                continue
            stop = at + len(wanted)
            if number - first < len(lines) - 1 and self.text.startswith("  ", stop) and stop + 2 <= end:
                stop += 2
            found.append((at, stop))
        return found

    def row(self, number: int) -> tuple[int, int]:
        """The part of a table row's line without quotation marks, bullets and indentation."""
        start, end = self.starts[number], self.ends[number]
        prefix = _PREFIX.match(self.text, start, end)
        at = prefix.end() if prefix else start
        if self.text[at : at + 1] != "|":
            item = _ITEM_PREFIX.match(self.text, start, end)
            if item is not None and self.text[item.end() : item.end() + 1] == "|":
                at = item.end()
        return at, end

    def is_silencing(self, first: int, last: int) -> bool:
        """Whether the lines hold an MDX comment that silences the next block."""
        for number in range(first, last):
            found = _MDX_COMMENT.match(self.text, self.starts[number], self.ends[number])
            if found is not None and is_directive(found.group(1)):
                return True
        return False


_BAR_OR_TICKS = re.compile(r"\\.|`+|\|", re.S)


def split_cells(text: str, start: int, end: int, columns: int) -> list[tuple[int, int]]:
    """The spans of a row's cells. Escaped bars part nothing; bars in code do if only that gives ``columns`` cells."""
    outside = _split(text, start, end, code=True)
    if not columns or len(outside) == columns:
        return outside
    everywhere = _split(text, start, end, code=False)
    return everywhere if len(everywhere) == columns else outside


def _split(text: str, start: int, end: int, *, code: bool) -> list[tuple[int, int]]:
    bars = []
    ticks = ""
    for found in _BAR_OR_TICKS.finditer(text, start, end):
        sign = found.group()
        if sign == "|":
            if not ticks:
                bars.append(found.start())
        elif sign[0] == "`" and code:
            if ticks == sign:
                ticks = ""
            elif not ticks and text.find(sign, found.end(), end) >= 0:
                ticks = sign
    cuts = [start - 1, *bars, end]
    cells = [(a + 1, b) for a, b in pairwise(cuts)]
    if bars and not text[start : bars[0]].strip():
        cells = cells[1:]
    if bars and len(cells) > 1 and not text[bars[-1] + 1 : end].strip():
        cells = cells[:-1]
    return [_trim(text, a, b) for a, b in cells]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
