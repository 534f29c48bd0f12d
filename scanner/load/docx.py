"""Read a Word document: headings, paragraphs, list items and tables, in order."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from docx import Document as open_docx
from docx.oxml.ns import qn
from docx.table import Table as DocxTable

from scanner.load.grid import Placed, as_table
from scanner.load.outline import Outline
from scanner.load.passage import PassageBuilder, Readable
from scanner.load.rendered import Rendered, TextWriter, Unreadable
from scanner.model import Cell, SkipReason

__all__ = ["read_docx"]

MAX_UNPACKED = 512 * 1024 * 1024
_MAX_RATIO = 250
_MIN_RATIO_SIZE = 10 * 1024 * 1024
_MAX_PARTS = 20_000
_OLE = b"\xd0\xcf\x11\xe0"
_HEADING = re.compile(r"(?:heading|überschrift|titre|título) ?([1-9])\Z", re.I)
_LIST = re.compile(r"list (?:bullet|number|paragraph)", re.I)
_CODE = re.compile(r"(?:html )?(?:code|preformatted|source)", re.I)
_GENERIC = frozenset({"", "python-docx", "user", "admin", "microsoft office user", "author"})
_GONE = frozenset(
    {
        qn("w:del"),
        qn("w:moveFrom"),
        qn("w:instrText"),
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
    }
)


def read_docx(data: bytes) -> Rendered:
    """The rendered text of a Word document with its blocks. Deleted text of tracked changes is left out.

    Raises:
        Unreadable: if it is encrypted, damaged, unpacks to more than 512 MB, or is empty.
    """
    _guard(data)
    outline = Outline("", with_lines=False)
    try:
        document = open_docx(io.BytesIO(data))
        _Body(document, outline).read()
        properties = document.core_properties
        title, author = properties.title or "", properties.author or ""
    except (KeyError, ValueError, zipfile.BadZipFile, SyntaxError, AttributeError) as error:
        raise Unreadable(SkipReason.MALFORMED, f"damaged Word document: {error}") from error
    if not outline.blocks and not outline.silenced:
        raise Unreadable(SkipReason.NO_TEXT, "no text")
    stated: dict[str, tuple[str, ...]] = {} if author.strip().lower() in _GENERIC else {"author": (author.strip(),)}
    return Rendered(outline, stated, title.strip())


def _guard(data: bytes) -> None:
    if data.startswith(_OLE):
        raise Unreadable(SkipReason.ENCRYPTED, "needs a password, or is an old .doc file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
    except zipfile.BadZipFile as error:
        raise Unreadable(SkipReason.MALFORMED, f"damaged Word document: {error}") from error
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable(SkipReason.ENCRYPTED, "needs a password")
    size = sum(part.file_size for part in parts)
    ratio = size / max(len(data), 1)
    if size > MAX_UNPACKED or len(parts) > _MAX_PARTS or (size > _MIN_RATIO_SIZE and ratio > _MAX_RATIO):
        raise Unreadable(SkipReason.TOO_LARGE, f"unpacks to {size / 1048576:.0f} MiB in {len(parts)} parts")


class _Body:
    """One pass over the body's paragraphs and tables, writing text and blocks together."""

    def __init__(self, document: Any, outline: Outline) -> None:
        self.document = document
        self.outline = outline
        self.writer = TextWriter()
        self.group = 0
        self.leads: list[str] = []
        self.last_item = ""
        self.styles: dict[str | None, str] = {}

    def read(self) -> None:
        for piece in self.document.iter_inner_content():
            if isinstance(piece, DocxTable):
                self._end_list()
                self._table(piece)
            else:
                self._paragraph(piece)
        self.outline.text = self.writer.text

    def _paragraph(self, paragraph: Any) -> None:
        readable, start, end = _written(paragraph._p, self.writer)
        if not readable.text:
            return
        style = self._style(paragraph)
        heading = _HEADING.match(style)
        if heading is not None or style == "Title":
            self._end_list()
            self.outline.heading(readable, start, end, int(heading.group(1)) if heading else 1)
        elif _LIST.match(style) or paragraph._p.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None:
            self._item(readable, start, end, _depth(paragraph._p, style))
        elif _CODE.match(style):
            self._end_list()
            self.outline.code(readable.passage, start, end)
        else:
            self._end_list()
            self.outline.paragraph(readable, start, end)

    def _style(self, paragraph: Any) -> str:
        """The name of a paragraph's style; looking one up reads all styles, so each is looked up once."""
        key = paragraph._p.style
        if key not in self.styles:
            style = paragraph.style
            self.styles[key] = style.name if style is not None and style.name else ""
        return self.styles[key]

    def _item(self, readable: Readable, start: int, end: int, level: int) -> None:
        if not self.group:
            self.group = self.outline.new_group()
            self.leads = [self.outline.take_lead()]
        del self.leads[level:]
        while len(self.leads) < level:
            self.leads.append(self.last_item)
        self.outline.item(readable, start, end, level=level, lead=self.leads[-1], group=self.group)
        self.last_item = readable.text

    def _end_list(self) -> None:
        self.group = 0

    def _table(self, table: DocxTable) -> None:
        first = self.writer.length
        rows: list[list[Placed]] = []
        header_rows = 0
        for row in table._tbl.tr_lst:
            if row.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}") is not None and header_rows == len(rows):
                header_rows += 1
            rows.append(self._row(row, rows))
        self.writer.write("", "\n")
        end = self.writer.length
        self.outline.table(as_table(rows, header_rows or _styled_header(rows)), first, end)

    def _row(self, row: Any, above: list[list[Placed]]) -> list[Placed]:
        placed: list[Placed] = []
        cells = row.tc_lst
        for number, cell in enumerate(cells):
            column = sum(item.columns for item in placed)
            merged = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
            upper = _at(above[-1], column) if above else None
            if merged is not None and merged.get(qn("w:val")) != "restart" and upper is not None:
                placed.append(upper)
                continue
            readable = self._cell(cell, "\n" if number == len(cells) - 1 else " | ")
            strong = bool(readable.text) and readable.strongs == ((0, len(readable.text)),)
            placed.append(Placed(Cell(readable.passage), cell.grid_span, strong=strong))
        return placed

    def _cell(self, cell: Any, ending: str) -> Readable:
        builder = PassageBuilder(cell=True)
        for number, paragraph in enumerate(cell.iter(qn("w:p"))):
            if number:
                self.writer.write("", " ")
                builder.line_break()
            _write_runs(paragraph, self.writer, builder)
        self.writer.write("", ending)
        return builder.finish()


def _depth(paragraph: Any, style: str) -> int:
    level = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}/{qn('w:ilvl')}")
    if level is not None and (level.get(qn("w:val")) or "").isdecimal():
        return min(int(level.get(qn("w:val"))) + 1, 9)
    return int(style[-1]) if style[-1:].isdecimal() and style[-1] != "0" else 1


def _at(row: list[Placed], column: int) -> Placed | None:
    """The cell of a row that covers ``column``."""
    at = 0
    for placed in row:
        if at <= column < at + placed.columns:
            return placed
        at += placed.columns
    return None


def _styled_header(rows: list[list[Placed]]) -> int | None:
    """One header row unless the first row looks like the others (it holds figures, or there is no other)."""
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    texts = [placed.cell.passage.text for placed in rows[0]]
    return 1 if all(texts) and not any(char.isdigit() for text in texts for char in text) else None


def _written(paragraph: Any, writer: TextWriter) -> tuple[Readable, int, int]:
    builder = PassageBuilder()
    start = writer.length
    _write_runs(paragraph, writer, builder)
    end = writer.length
    writer.write("", "\n\n")
    return builder.finish(), start, end


def _write_runs(paragraph: Any, writer: TextWriter, builder: PassageBuilder) -> None:
    """Write the paragraph's text; bold runs are strong, superscript ones footnote marks or exponents."""
    for run in _runs(paragraph):
        properties = run.find(qn("w:rPr"))
        bold = _is_on(properties, "w:b")
        raised = properties is not None and any(
            item.get(qn("w:val")) == "superscript" for item in properties.findall(qn("w:vertAlign"))
        )
        mark = builder.mark()
        if bold:
            builder.open("strong")
        else:
            builder.close("strong")
        for node in run:
            if node.tag in {qn("w:t"), qn("w:noBreakHyphen")}:
                text = (node.text or "") if node.tag == qn("w:t") else "-"
                builder.add(text, writer.write(text, ""))
            elif node.tag in {qn("w:br"), qn("w:cr")}:
                writer.write("\n", "")
                builder.line_break()
            elif node.tag == qn("w:tab"):
                builder.add("\t", writer.write("\t", ""))
        if raised:
            builder.raise_since(mark)


def _runs(paragraph: Any) -> Iterator[Any]:
    """The runs of a paragraph in order, links and insertions included, deletions and nested paragraphs not."""
    stack = [iter(paragraph)]
    while stack:
        for node in stack[-1]:
            if node.tag == qn("w:r"):
                yield node
            elif node.tag not in _GONE and node.tag != qn("w:p"):
                stack.append(iter(node))
                break
        else:
            stack.pop()


def _is_on(properties: Any, name: str) -> bool:
    node = properties.find(qn(name)) if properties is not None else None
    return node is not None and node.get(qn("w:val")) not in {"0", "false", "off"}
