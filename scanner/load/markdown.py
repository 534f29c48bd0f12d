"""Read Markdown and MDX: blocks by markdown-it, inline text and HTML parts by readers that keep every place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin

from scanner.load.grid import Placed, as_table
from scanner.load.html import read_html
from scanner.load.inline import read_inline
from scanner.load.markdown_source import LABELLED, Source, masked_lines, split_cells
from scanner.load.outline import Outline, is_bold_title
from scanner.load.passage import PassageBuilder, Readable
from scanner.model import Cell

__all__ = ["read_markdown"]

_MAX_NESTING = 100
_RUN_IN_LEVEL = 8
_PAIR_LINE = re.compile(r"[^:=\n]{1,90}[:=]")
_ALERT = re.compile(r"\[!\w+\]\s*\Z")
_LABEL_LINE = re.compile(
    r"[*_]{2}(?:note|tip|warning|caution|important|info|hint|example|danger)[:.!]?[*_]{2}[:.]?\s*\Z", re.I
)


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table").use(deflist_plugin)
    parser.disable(["inline"])
    return parser


_PARSER = _parser()


@dataclass(slots=True)
class _List:
    group: int
    level: int
    lead: str
    first: bool = False
    text: str = ""
    ordered: bool = False


class _Walk:
    """One pass over the block tokens."""

    def __init__(self, text: str, outline: Outline, tokens: Sequence[Token], references: frozenset[str]) -> None:
        self.source = Source(text)
        self.outline = outline
        self.tokens = tokens
        self.references = references
        self.lists: list[_List] = []
        self.term: Readable | None = None
        self.in_definition = False
        self.group = 0
        self.read_to = 0
        self.closing_tables = True
        self.components: list[tuple[str, int]] = []

    def run(self) -> None:
        index = 0
        while index < len(self.tokens):
            index = self._token(index)

    def _token(self, index: int) -> int:
        token = self.tokens[index]
        if token.level >= _MAX_NESTING - 1 and not self.outline.notes:
            self.outline.notes.append(f"nested deeper than {_MAX_NESTING} levels: what lies deeper was not read")
        kind = token.type
        if token.map is not None and self.source.starts[token.map[0]] < self.read_to and kind != "list_item_open":
            return self._skip(index)
        if kind == "inline":
            self._inline(self.tokens[index - 1], token)
        elif kind in {"fence", "code_block"}:
            self._code(token)
        elif kind == "html_block":
            self._html(token)
        elif kind == "table_open":
            return self._table(index)
        elif kind in {"bullet_list_open", "ordered_list_open"}:
            self._open_list(token)
        elif kind in {"bullet_list_close", "ordered_list_close"}:
            self.lists.pop()
        elif kind == "list_item_open":
            self.lists[-1].first = True
        elif kind == "dl_open":
            self.group = self.outline.new_group()
        elif kind == "dd_open":
            self.in_definition = True
        elif kind == "dd_close":
            self.in_definition = False
        return index + 1

    def _skip(self, index: int) -> int:
        """Pass over a block that was read with an earlier one; lists still open and close."""
        token = self.tokens[index]
        if token.nesting != 1 or token.type not in {"table_open", "paragraph_open", "heading_open"}:
            if token.type in {"bullet_list_open", "ordered_list_open"}:
                self._open_list(token)
            return index + 1
        close = token.type.replace("_open", "_close")
        while self.tokens[index].type != close:
            index += 1
        return index + 1

    def _open_list(self, token: Token) -> None:
        ordered = token.type == "ordered_list_open"
        if self.lists:
            parent = self.lists[-1]
            self.lists.append(_List(parent.group, parent.level + 1, parent.text, ordered=ordered))
        else:
            self.lists.append(_List(self.outline.new_group(), 1, self.outline.take_lead(), ordered=ordered))

    def _inline(self, opener: Token, token: Token) -> None:
        if token.map is None:
            return
        first, last = token.map
        segments = self.source.segments(first, token.content)
        if not segments:
            return
        start, end = segments[0][0], segments[-1][1]
        readable = read_inline(self.source.text, segments, self.references)
        if opener.type == "heading_open":
            self.outline.heading(readable, self.source.starts[first], self.source.ends[last - 1], int(opener.tag[1]))
        elif opener.type == "dt_open":
            self.term = readable
        elif self.in_definition and self.term is not None:
            self.outline.definition(self.term, readable, start, end, group=self.group)
        elif self.lists and self.lists[-1].first:
            self._item(self.lists[-1], readable, segments)
        else:
            self._paragraph(readable, segments)

    def _item(self, current: _List, readable: Readable, segments: Sequence[tuple[int, int]]) -> None:
        current.first = False
        current.text = readable.text
        start, end = segments[0][0], segments[-1][1]
        self.outline.item(readable, start, end, level=current.level, lead=current.lead, group=current.group)

    def _paragraph(self, readable: Readable, segments: list[tuple[int, int]], lead: str = "") -> None:
        text = self.source.text
        if len(segments) > 1:
            first = text[segments[0][0] : segments[0][1]]
            if _ALERT.match(first) or _LABEL_LINE.match(first):
                segments = segments[1:]
                readable = read_inline(text, segments, self.references)
            if all(_PAIR_LINE.match(text, start, end) for start, end in segments[-2:]):
                lines = [(read_inline(text, [segment], self.references), *segment) for segment in segments]
                if self.outline.lines(lines, lead):
                    return
            title = read_inline(text, segments[:1], self.references)
            if len(segments) > 1 and is_bold_title(title):
                self.outline.heading(title, *segments[0], _RUN_IN_LEVEL)
                self._paragraph(read_inline(text, segments[1:], self.references), segments[1:], title.text)
                self.outline.close(_RUN_IN_LEVEL)
                return
        self.outline.paragraph(readable, segments[0][0], segments[-1][1], lead=lead)

    def _code(self, token: Token) -> None:
        if token.map is None or not token.content.strip():
            return
        first, last = token.map
        start, end = self.source.starts[first], self.source.ends[last - 1]
        builder = PassageBuilder()
        begin = first + 1 if token.type == "fence" else first
        for number, line in enumerate(token.content.rstrip("\n").split("\n"), start=begin):
            if number > begin:
                builder.verbatim("\n", self.source.ends[number - 1])
            builder.verbatim(line, self.source.ends[number] - len(line))
        language = token.info.strip().split(" ")[0].strip("{}").lstrip(".").lower() if token.info.strip() else ""
        self.outline.code(builder.finish().passage, start, end, language)

    def _html(self, token: Token) -> None:
        if token.map is None:
            return
        start, end = self.source.starts[token.map[0]], self.source.ends[token.map[1] - 1]
        text = self.source.text
        if self.source.is_silencing(token.map[0], token.map[1]):
            self.outline.silence()
            return
        component = LABELLED.fullmatch(text, start, end)
        if component is not None:
            self._component(component)
            return
        block = text[start:end].lower()
        if block.count("<table") > block.count("</table"):
            close = text.find("</table>", end) if self.closing_tables else -1
            if close >= 0:
                end = close + len("</table>")
                self.read_to = end
            self.closing_tables = close >= 0
        read_html(text, start, end, self.outline)

    def _component(self, found: re.Match[str]) -> None:
        """A labelled component of MDX heads what it holds ("<Update label='3 March'>"); its end ends the section."""
        if found["closed"]:
            while self.components:
                name, level = self.components.pop()
                self.outline.close(level)
                if name == found["closed"]:
                    return
            return
        level = self.outline.depth + 1
        start, end = found.span("label")
        self.components.append((found["name"], level))
        self.outline.heading(read_inline(self.source.text, [(start, end)], self.references), start, end, level)

    def _table(self, index: int) -> int:
        opening = self.tokens[index]
        rows: list[list[Placed]] = []
        header_rows = 0
        ignored = 0
        columns = 0
        while self.tokens[index].type != "table_close":
            token = self.tokens[index]
            if token.type == "tr_open" and token.map is not None:
                number = token.map[0]
                start, end = self.source.row(number)
                is_header = not rows
                cells = split_cells(self.source.text, start, end, columns)
                columns = columns or len(cells)
                row = [read_inline(self.source.text, [cell], self.references, cell=True) for cell in cells[:columns]]
                if any(readable.ignored for readable in row):
                    ignored += 1
                else:
                    rows.append([self._cell(readable, number) for readable in row])
                    header_rows += is_header
            index += 1
        self.outline.silenced += ignored
        if opening.map is not None:
            if header_rows and not any(placed.cell.passage.text for placed in rows[0]):
                rows, header_rows = rows[1:], 0
            first, last = opening.map
            table = as_table(rows, header_rows)
            self.outline.table(table, self.source.starts[first], self.source.ends[last - 1])
        return index + 1

    def _cell(self, readable: Readable, number: int) -> Placed:
        return Placed(Cell(readable.passage, self.outline.line(self.source.starts[number]), readable.codes))


def read_markdown(text: str, outline: Outline, *, start: int = 0, mdx: bool = False) -> None:
    """Add the blocks of the Markdown that begins at ``start`` of ``text`` (after any front matter) to ``outline``."""
    environment: dict[str, dict[str, object]] = {}
    tokens = _PARSER.parse("\n".join(masked_lines(text, start, mdx=mdx)), environment)
    references = frozenset(environment.get("references", {}))
    _Walk(text, outline, tokens, references).run()
