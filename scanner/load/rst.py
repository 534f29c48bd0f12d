"""Read reStructuredText: sections, lists, fields, definitions, options, tables, directives and literal blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scanner.load.keyvalue import KeyValue
from scanner.load.lines import BULLET, Line, dedented, segments_of, split_lines
from scanner.load.outline import Outline, is_directive
from scanner.load.passage import Readable
from scanner.load.rst_inline import read_rst_inline
from scanner.load.rst_lines import (
    ADORNMENT,
    EXPLICIT,
    FIELD,
    PAIR_LINE,
    blank_at,
    body_end,
    first_word,
    header_rows,
    is_adorned,
    is_indented,
    options_of,
    pairs_of,
    starts_structure,
    without_colons,
)
from scanner.load.rst_table import read_csv_table, read_list_table
from scanner.load.text_table import read_text_table
from scanner.load.words import words

__all__ = ["read_rst"]

_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?(?P<name>[\w:.+-]+?)::(?:[ \t]+(?P<argument>.*))?\Z")
_FOOTNOTE = re.compile(r"\.\.[ \t]+\[[^\]]+\][ \t]+")
_SWITCH = r"(?:--?\w[\w-]*|/\w+)(?:[ =]<?[\w.\[\]-]+>?)?"
_OPTION = re.compile(rf"(?P<option>{_SWITCH}(?:, {_SWITCH})*)(?:[ \t]{{2,}}(?P<words>\S.*)|\Z)")
_CODE = words("code code-block sourcecode parsed-literal prompt highlight literalinclude doctest ipython math")
_DROPPED = words(
    "image toctree contents raw index include only meta role default-role target-notes sectnum header "
    "footer graphviz currentmodule module py:module automodule autoclass autofunction tabularcolumns "
    "highlightlang program"
)
_NOTES = words(
    "note warning tip important caution danger hint attention error seealso admonition topic sidebar "
    "figure container rubric epigraph highlights pull-quote compound table tab tabs dropdown details"
)
_CHANGES = frozenset(["versionadded", "versionchanged", "deprecated", "deprecated-removed", "versionremoved"])
_TOLD_OF = {"versionadded": "This was added in version", "versionchanged": "This was changed in version"}
_MAX_DEPTH = 40
_OBJECT_LEVEL = 8


def read_rst(text: str, outline: Outline, *, start: int = 0) -> None:
    """Add the blocks of reStructuredText from ``start`` to ``outline``."""
    _Reader(text, outline).blocks(split_lines(text, start), 0)


class _Reader:
    """Reads runs of lines of one indentation; indented bodies are read by the same method, to a bounded depth."""

    def __init__(self, text: str, outline: Outline) -> None:
        self.text = text
        self.outline = outline
        self.styles: list[tuple[str, bool]] = []

    def inline(self, lines: Sequence[Line], skip: int = 0) -> Readable:
        return read_rst_inline(self.text, segments_of(lines, skip))

    def blocks(self, lines: Sequence[Line], depth: int, level: int = 0, lead: str = "", group: int = 0) -> None:
        """Read ``lines``; ``level``, ``lead`` and ``group`` are those of the list item they belong to."""
        index = 0
        group_here, lead_here = 0, lead
        base = min((line.indent for line in lines if not line.blank), default=0)
        while index < len(lines):
            line = lines[index]
            if line.blank:
                index += 1
                continue
            if line.indent > base and depth < _MAX_DEPTH:
                end = body_end(lines, index, base)
                self.blocks(lines[index:end], depth + 1)
                index = end
                continue
            bullet = BULLET.match(line.text)
            if bullet is not None and not is_adorned(lines, index):
                if not group_here:
                    group_here = group or self.outline.new_group()
                    lead_here = lead if level else self.outline.take_lead()
                index = self._item(lines, index, base, depth, level + 1, lead_here, group_here, bullet.end())
                continue
            group_here = 0
            index = self._block(lines, index, base, depth)

    def _block(self, lines: Sequence[Line], index: int, base: int, depth: int) -> int:
        line = lines[index]
        if depth == 0:
            taken = self._section(lines, index)
            if taken:
                return index + taken
        if EXPLICIT.match(line.text):
            end = body_end(lines, index + 1, base)
            self._explicit(line, lines[index + 1 : end], depth)
            return end
        if ADORNMENT.match(line.text) and len(line.text) > 3:
            following = lines[index + 1] if index + 1 < len(lines) else None
            if following is None or following.blank:
                return index + 1
        field = FIELD.match(line.text)
        if field is not None:
            return self._field(lines, index, base, depth, field)
        option = _OPTION.match(line.text)
        if option is not None and (option.group("words") or is_indented(lines, index + 1, base)):
            return self._described(lines, index, base, depth, option.end("option"))
        end = index
        while end < len(lines) and not lines[end].blank and lines[end].indent >= base:
            end += 1
        if read_text_table(self.text, lines[index:end], self.outline, read_rst_inline):
            return end
        if is_indented(lines, index + 1, base) and not line.text.endswith("::") and not PAIR_LINE.match(line.text):
            return self._described(lines, index, base, depth, len(line.text))
        return self._paragraph(lines, index, base)

    def _section(self, lines: Sequence[Line], index: int) -> int:
        """Take a title with its adornment; returns how many lines that were."""
        line = lines[index]
        over = ADORNMENT.match(line.text)
        if over is not None and len(line.text) > 2:
            if index + 2 < len(lines) and lines[index + 2].text[:1] == line.text[0] and lines[index + 1].text:
                under = ADORNMENT.match(lines[index + 2].text)
                if under is not None and len(lines[index + 1].text) <= len(line.text):
                    self._title(lines[index + 1], (line.text[0], True), lines[index + 2].end)
                    return 3
            return 0
        if index + 1 < len(lines) and line.indent == 0:
            under = ADORNMENT.match(lines[index + 1].text)
            ruler = len(lines[index + 1].text)
            if under is not None and len(line.text) <= ruler + (4 if ruler > 3 else 0):
                self._title(line, (lines[index + 1].text[0], False), lines[index + 1].end)
                return 2
        return 0

    def _title(self, line: Line, style: tuple[str, bool], end: int) -> None:
        if style not in self.styles:
            self.styles.append(style)
        level = min(self.styles.index(style) + 1, 6)
        self.outline.heading(self.inline([line]), line.content_start, end, level)

    def _item(
        self,
        lines: Sequence[Line],
        index: int,
        base: int,
        depth: int,
        level: int,
        lead: str,
        group: int,
        skip: int,
    ) -> int:
        end = body_end(lines, index + 1, base)
        first = index + 1
        while first < end and not lines[first].blank and not EXPLICIT.match(lines[first].text):
            first += 1
        readable = self.inline(lines[index:first], skip)
        line = lines[index]
        self.outline.item(
            without_colons(readable), line.content_start, lines[first - 1].end, level=level, lead=lead, group=group
        )
        body = lines[first:end]
        if readable.text.endswith("::"):
            self._literal(body)
        elif depth < _MAX_DEPTH:
            self.blocks(body, depth + 1, level, readable.text, group)
        return end

    def _field(self, lines: Sequence[Line], index: int, base: int, depth: int, field: re.Match[str]) -> int:
        line = lines[index]
        end = body_end(lines, index + 1, base)
        stop = index + 1
        while stop < end and not lines[stop].blank:
            stop += 1
        key_at = line.content_start + field.start("name")
        key = read_rst_inline(self.text, [(key_at, key_at + len(field.group("name")))])
        if field.group("value"):
            value = self.inline(lines[index:stop], field.start("value"))
        else:
            value = self.inline(lines[index + 1 : stop])
        if value.text and key.text:
            self.outline.pair(KeyValue(key, value), line.content_start, lines[stop - 1].end)
        self.blocks(lines[stop:end], depth + 1)
        return end

    def _described(self, lines: Sequence[Line], index: int, base: int, depth: int, term_end: int) -> int:
        """A term, option or label with its indented definition."""
        line = lines[index]
        term = read_rst_inline(self.text, [(line.content_start, line.content_start + term_end)])
        end = body_end(lines, index + 1, base)
        segments = []
        rest = line.content_start + term_end
        if self.text[rest : line.end].strip():
            segments.append((rest, line.end - line.trail))
        stop = index + 1
        while stop < end and not lines[stop].blank and not starts_structure(lines[stop]):
            stop += 1
        segments.extend(segments_of(lines[index + 1 : stop]))
        if segments:
            readable = without_colons(read_rst_inline(self.text, segments))
            self.outline.definition(term, readable, line.content_start, lines[stop - 1].end)
        if depth < _MAX_DEPTH:
            self.blocks(lines[stop:end], depth + 1)
        return end

    def _paragraph(self, lines: Sequence[Line], index: int, base: int) -> int:
        end = index
        while end < len(lines) and not lines[end].blank and lines[end].indent >= base:
            if end > index and EXPLICIT.match(lines[end].text):
                break
            end += 1
        group = lines[index:end]
        if all(line.text.startswith("|") for line in group):
            for line in group:
                self.outline.paragraph(self.inline([line], 1), line.content_start, line.end)
            return end
        pairs = pairs_of(group)
        if len(pairs) > 1 and self.outline.lines(
            [(self.inline(part), part[0].content_start, part[-1].end) for part in pairs]
        ):
            return end
        readable = self.inline(group)
        if readable.text != "::":
            self.outline.paragraph(without_colons(readable), group[0].content_start, group[-1].end)
        if readable.text.endswith("::"):
            stop = body_end(lines, end, base)
            self._literal(lines[end:stop])
            return stop
        return end

    def _literal(self, lines: Sequence[Line], language: str = "") -> None:
        kept = [line for line in lines if not line.blank]
        if kept:
            self.outline.code(dedented(self.text, lines), kept[0].start, kept[-1].end, language)

    # explicit mark-up

    def _explicit(self, line: Line, body: Sequence[Line], depth: int) -> None:
        directive = _DIRECTIVE.match(line.text)
        if directive is None:
            footnote = _FOOTNOTE.match(line.text)
            if footnote is not None:
                lines = [line, *(other for other in body if not other.blank)]
                self.outline.paragraph(self.inline(lines, footnote.end()), line.content_start, lines[-1].end)
            elif is_directive(line.text[2:]):
                self.outline.silence()
            return
        name, argument = directive.group("name").lower(), directive.group("argument") or ""
        options, content = options_of(body)
        at = line.content_start + max(directive.start("argument"), 0)
        if name in _DROPPED or line.text.startswith(".. |"):
            return
        if name in _CODE:
            self._literal(content, argument.lower())
        elif name == "list-table":
            read_list_table(self.text, content, header_rows(options), argument, self.outline)
        elif name == "csv-table":
            header = options.get("header")
            read_csv_table(self.text, header, content, header_rows(options), argument, self.outline)
        elif name in _CHANGES:
            self._change(line, directive, content, depth)
        elif name in _NOTES:
            if argument and name not in {"figure", "tab", "tabs", "container"}:
                self.outline.paragraph(read_rst_inline(self.text, [(at, line.end - line.trail)]), at, line.end)
            self.blocks(content, depth + 1)
        elif argument:
            self._object(read_rst_inline(self.text, [(at, line.end - line.trail)]), at, line, body, depth)
        else:
            self.blocks(content, depth + 1)

    def _change(self, line: Line, directive: re.Match[str], content: Sequence[Line], depth: int) -> None:
        """ "deprecated:: 3.1" and its like, read as one paragraph with the directive's name as its first word.

        What "versionadded:: 3.1" and "versionchanged:: 3.1" say behind their number is told of that version, and the
        number is no part of it.
        """
        told = _TOLD_OF.get(directive.group("name").lower())
        if told and self._told_of_version(line, directive, content, f"{told} {first_word(directive)}:"):
            self.blocks(content[blank_at(content) :], depth + 1)
            return
        start, stop = directive.span("name")
        segments = [(line.content_start + start, line.content_start + stop)]
        if directive.group("argument"):
            segments.append((line.content_start + directive.start("argument"), line.end - line.trail))
        first = blank_at(content)
        segments.extend(segments_of(content[:first]))
        self.outline.paragraph(read_rst_inline(self.text, segments), line.content_start, segments[-1][1])
        self.blocks(content[first:], depth + 1)

    def _told_of_version(self, line: Line, directive: re.Match[str], content: Sequence[Line], lead: str) -> bool:
        """Read the words behind a version as a paragraph of their own; whether there are any."""
        number = len(first_word(directive))
        at = line.content_start + directive.start("argument") + number if number else -1
        segments = [(at, line.end - line.trail)] if number and self.text[at : line.end].strip() else []
        segments.extend(segments_of(content[: blank_at(content)]))
        if not segments:
            return False
        self.outline.paragraph(read_rst_inline(self.text, segments), segments[0][0], segments[-1][1], lead=lead)
        return True

    def _object(self, name: Readable, at: int, line: Line, body: Sequence[Line], depth: int) -> None:
        """A described object (an option, a function, a setting): its name heads its body."""
        level = _OBJECT_LEVEL + depth
        self.outline.heading(name, at, line.end, level)
        if depth < _MAX_DEPTH:
            self.blocks(body, depth + 1)
        self.outline.close(level)
