"""Read a PDF's text page by page into paragraphs, list items and headings; tables are not recognised."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from scanner.load.lines import BULLET
from scanner.load.outline import Outline
from scanner.load.rendered import Rendered, TextWriter, Unreadable
from scanner.model import SkipReason

__all__ = ["read_pdf"]

MAX_PAGES = 5_000
_HEADING_SIZE = 1.15
_PARAGRAPH_GAP = 1.45
_TIGHT = 0.8
_MAX_HEADING = 120
_REPEATED = 3
_DIGITS = re.compile(r"\d+")
_HYPHEN = ("\ufffe", "\u00ad", "\x02")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a page: its text, font size in points, and where its baseline lies (points from the bottom)."""

    text: str
    size: float
    bottom: float


def read_pdf(data: bytes) -> Rendered:
    """The rendered text of a PDF with its blocks; ``page`` counts from 1.

    Lines that stand at the top or bottom of most pages (running heads, page numbers) are left out. Pages after the
    5,000th are not read, and that is noted.

    Raises:
        Unreadable: if it is encrypted, damaged, or without text (scanned).
    """
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise Unreadable(SkipReason.ENCRYPTED, "needs a password") from error
        raise Unreadable(SkipReason.MALFORMED, f"damaged PDF: {error}") from error
    try:
        count = len(document)
        pages = [_lines(document, number) for number in range(min(count, MAX_PAGES))]
        properties = document.get_metadata_dict()
    except pdfium.PdfiumError as error:
        raise Unreadable(SkipReason.MALFORMED, f"damaged PDF: {error}") from error
    finally:
        document.close()
    if not any(pages):
        raise Unreadable(SkipReason.NO_TEXT, f"no text on {count} pages (scanned?)")
    outline = Outline("", with_lines=False)
    _fill(outline, _blocks(_without_running_heads(pages)))
    if count > MAX_PAGES:
        outline.notes.append(f"{count} pages: only the first {MAX_PAGES} were read")
    author = properties.get("Author", "").strip()
    return Rendered(outline, {"author": (author,)} if author else {}, properties.get("Title", "").strip())


def _lines(document: Any, number: int) -> list[_Line]:
    page = document[number]
    try:
        text_page = page.get_textpage()
        try:
            return _text_lines(text_page)
        finally:
            text_page.close()
    finally:
        page.close()


def _text_lines(text_page: Any) -> list[_Line]:
    text = text_page.get_text_range()
    lines: list[_Line] = []
    at = 0
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for raw in re.split(r"\r\n|\r|\n", text):
        offset = at + len(raw) - len(raw.lstrip())
        at += len(raw) + 2
        if not raw.strip():
            continue
        size = float(pdfium_raw.FPDFText_GetFontSize(text_page, offset))
        pdfium_raw.FPDFText_GetCharBox(text_page, offset, left, right, bottom, top)
        lines.append(_Line(raw.strip(), size, bottom.value))
    return lines


def _without_running_heads(pages: Sequence[Sequence[_Line]]) -> list[list[_Line]]:
    seen: Counter[str] = Counter()
    for lines in pages:
        seen.update({_masked(line) for line in (*lines[:2], *lines[-2:])})
    needed = max(_REPEATED, len(pages) * 0.6)
    running = {text for text, count in seen.items() if count >= needed}
    kept = []
    for lines in pages:
        edges = {0, 1, len(lines) - 2, len(lines) - 1}
        kept.append([line for at, line in enumerate(lines) if at not in edges or _masked(line) not in running])
    return kept


def _masked(line: _Line) -> str:
    return _DIGITS.sub("#", line.text)


@dataclass(slots=True)
class _Block:
    page: int
    text: str
    kind: str
    size: float


def _blocks(pages: Sequence[Sequence[_Line]]) -> list[_Block]:
    sizes = Counter(round(line.size, 1) for lines in pages for line in lines for _ in range(len(line.text)))
    body = max(sizes, key=lambda size: (sizes[size], -size)) if sizes else 0.0
    blocks: list[_Block] = []
    for number, lines in enumerate(pages, start=1):
        gaps = [a.bottom - b.bottom for a, b in pairwise(lines)]
        usual = min((gap for gap in gaps if gap >= body * _TIGHT), default=0.0)
        previous: _Line | None = None
        for line in lines:
            kind = _kind(line, body)
            if previous is not None and blocks and _continues(previous, line, blocks[-1], kind, usual):
                blocks[-1].text = _joined(blocks[-1].text, line.text)
            else:
                blocks.append(_Block(number, line.text, kind, line.size))
            previous = line
    for block in blocks:
        for hyphen in _HYPHEN:
            block.text = block.text.replace(hyphen, "")
    return blocks


def _kind(line: _Line, body: float) -> str:
    if body and line.size >= body * _HEADING_SIZE and len(line.text) <= _MAX_HEADING:
        return "heading"
    return "item" if BULLET.match(line.text) else "paragraph"


def _continues(previous: _Line, line: _Line, block: _Block, kind: str, usual: float) -> bool:
    if kind == "item" or (kind == "heading") != (block.kind == "heading"):
        return False
    if kind == "heading" and round(line.size, 1) != round(previous.size, 1):
        return False
    gap = previous.bottom - line.bottom
    limit = max(usual, line.size) * _PARAGRAPH_GAP
    return -line.size < gap <= limit


def _joined(text: str, line: str) -> str:
    return text[:-1] + line if text.endswith(_HYPHEN) else f"{text} {line}"


def _fill(outline: Outline, blocks: Sequence[_Block]) -> None:
    sizes = sorted({round(block.size, 1) for block in blocks if block.kind == "heading"}, reverse=True)
    writer = TextWriter()
    group, lead = 0, ""
    for block in blocks:
        outline.page = block.page
        readable, start, end = writer.readable(block.text)
        if block.kind == "heading":
            outline.heading(readable, start, end, min(sizes.index(round(block.size, 1)) + 1, 6))
        elif block.kind == "item":
            bullet = BULLET.match(block.text)
            if not group:
                group, lead = outline.new_group(), outline.take_lead()
            item = readable.slice(bullet.end() if bullet else 0, len(readable.text))
            outline.item(item, start, end, level=1, lead=lead, group=group)
            continue
        else:
            outline.paragraph(readable, start, end)
        group, lead = 0, ""
    outline.text = writer.text
