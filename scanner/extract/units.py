"""Cut a document into units: sentences, list items, table rows, key-value lines, headings and code lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from scanner.extract.grid import Row, caption_of, columns_of, counts_of, rows_of
from scanner.extract.labels import (
    comment_beside,
    is_clause,
    label_end,
    names_slot,
    opens_sentence,
    owner_name,
    record_name,
    run_in_label,
)
from scanner.extract.mentions import merged, shifted
from scanner.extract.numbering import unnumbered
from scanner.model.document import Block, BlockKind, Document, Passage
from scanner.model.triple import Mention, Unit, UnitKind

__all__ = ["Recognise", "Split", "join_passages", "units"]

Recognise = Callable[[str, bool], tuple[Mention, ...]]
"""The value mentions of a text; the flag tells that the text is a whole cell or value."""

Split = Callable[[str], Sequence[tuple[int, int]]]
"""The half-open ranges of the sentences of a text."""

_LONG, _SHOWN, _DEEP = 60, 60, 4
_LONGEST = 4_000  # characters; nobody writes longer sentences or values: what is longer is data, and slow to search
_DIGIT = re.compile(r"\d")
_SLOT = re.compile(r"\S[,;(]\s*(?:the\s+)?(?:defaults?|max(?:imum)?|min(?:imum)?)\b", re.IGNORECASE)
_ASSIGNMENT = re.compile(
    r"""\s*(?:export\s+|set\s+|-\s+|;\s*|\#\s*)?["']?(?P<name>[\w./-]+)["']?\s*(?:=|:(?!/)|\s=>)\s*\S"""
)
_HELP = re.compile(
    r"\s*(?:-\w(?:[ =]<?[\w-]+>?)?(?:,\s*|\s+))?(?P<name>--[A-Za-z][\w-]*)(?:[ =]<?(?P<unit>[A-Za-z][\w-]*)>?)?(?:"
    r"\s{2,}|\t\s*)(?P<words>\S.*)"
)
_COMMENT = re.compile(r"\s*(?:#|;|//|--)\s*(?P<words>\S.*)")


def units(document: Document, recognise: Recognise, split: Split) -> tuple[Unit, ...]:
    """The units of ``document`` in reading order, numbered from 0, each with the value mentions in it.

    A paragraph or list item gives one unit a sentence; a table row one for the row, and further ones for the sentences
    of its long cells, whose ``lead`` is the row header; a key-value line one for the line, and further ones for the
    sentences of a long value, whose ``lead`` is the key; a code block one for each line that assigns a value. A text
    of more than 4,000 characters that is no sequence of sentences is not read: if it holds a digit, it has one mention
    without value, which says so. The ``caption`` of a key-value unit is the name of the record it belongs to, if a line
    before it gives one.
    """
    found: list[Unit] = []
    breaks = tuple(found.start() for found in re.finditer("\n", document.text))
    cutter = _Cutter(document, _remembering(recognise), split, breaks)
    owner = record = ""
    above: tuple[str, ...] = ()
    for index, block in enumerate(unnumbered(document.blocks)):
        if block.headings != above:
            owner, record, above = "", "", block.headings
        if block.kind is BlockKind.PARAGRAPH:
            owner = owner_name(block.passage, document.text) or owner
        elif block.kind is BlockKind.KEY_VALUE:
            record = record_name(block) or record
            if owner and not block.lead:
                block = replace(block, lead=owner)
        for unit in cutter.of_block(index, block):
            caption = record if unit.kind is UnitKind.KEY_VALUE else unit.caption
            found.append(replace(unit, number=len(found), caption=caption))
    return tuple(found)


def _remembering(recognise: Recognise) -> Recognise:
    """``recognise`` that reads each text of a document once: cells and keys repeat, and some are read for two ends."""
    known: dict[tuple[str, bool], tuple[Mention, ...]] = {}

    def remembered(text: str, alone: bool) -> tuple[Mention, ...]:
        if len(text) > _LONGEST:
            return () if alone else _unread(text)
        found = known.get((text, alone))
        if found is None:
            found = known[text, alone] = recognise(text, alone)
        return found

    return remembered


def _unread(text: str) -> tuple[Mention, ...]:
    """One mention of all of a text that is too long, unless no value can be in it."""
    if not _DIGIT.search(text):
        return ()
    left = len(text) - len(text.lstrip())
    shown = text.strip()[:_SHOWN]
    return (Mention(left, len(text.rstrip()), f"{shown}…", None, problem=f"more than {_LONGEST:,} characters"),)


def join_passages(parts: Sequence[Passage], glue: str) -> tuple[Passage, tuple[tuple[int, int], ...]]:
    """One passage of all ``parts`` with ``glue`` between them, and the half-open range of each part in it."""
    text: list[str] = []
    pieces: list[tuple[int, int, int]] = []
    ranges: list[tuple[int, int]] = []
    at = 0
    for number, part in enumerate(parts):
        if number:
            text.append(glue)
            at += len(glue)
        text.append(part.text)
        pieces.extend((at + start, source, length) for start, source, length in part.pieces)
        ranges.append((at, at + len(part.text)))
        at += len(part.text)
    return Passage("".join(text), tuple(pieces)), tuple(ranges)


@dataclass(frozen=True, slots=True)
class _Cutter:
    document: Document
    recognise: Recognise
    split: Split
    breaks: tuple[int, ...]

    def of_block(self, index: int, block: Block) -> Iterator[Unit]:
        base = Unit(
            number=0,
            kind=UnitKind.SENTENCE,
            passage=block.passage,
            block=index,
            line=block.line,
            page=block.page,
            headings=block.headings,
            title=self.document.title,
            lead=block.lead,
            language=block.language,
        )
        if block.table is not None:
            yield from self._table(base, block)
        elif block.kind is BlockKind.HEADING:
            yield replace(base, kind=UnitKind.HEADING, codes=block.codes, mentions=self.recognise(base.text, False))
        elif block.key is not None:
            yield from self._key_value(base, block.key, block)
        elif block.kind is BlockKind.CODE:
            yield from self._code(base, block)
        else:
            kind = UnitKind.LIST_ITEM if block.kind is BlockKind.LIST_ITEM else UnitKind.SENTENCE
            yield from self._sentences(replace(base, kind=kind), block.passage, block.codes, labelled=True)

    def _sentences(
        self,
        base: Unit,
        passage: Passage,
        codes: Sequence[tuple[int, int]],
        *,
        labelled: bool = False,
        named: str = "",
    ) -> Iterator[Unit]:
        """One unit a sentence. A label at the start is the first one's key and leads the others, but, where it labels
        a value, for those with a label of their own ("Duration: 3 hours. Group size: 12."). ``named`` is a label before
        the text, which leads all others.
        """
        label = label_end(passage, self.document.text, codes) if labelled else None
        name = passage.text[: label[0]].strip() if label else named
        measured = False
        for number, (start, end) in enumerate(self.split(passage.text)):
            text = passage.text[start:end]
            own = tuple((low - start, high - start) for low, high in codes if start <= low and high <= end)
            unit = replace(
                base,
                passage=passage.cut(start, end),
                codes=own,
                mentions=self.recognise(text, False),
                line=self._line(base.line, passage, start),
            )
            told = run_in_label(text) if number and (measured or not (name or base.lead or names_slot(text))) else None
            if number == 0:  # what holds no value may be described by labels behind it ("level: optional. Default: 5")
                measured = any(mention.value is not None for mention in unit.mentions) and not is_clause(text)
            if label and number == 0 and start < label[0] <= end:
                told = (0, label[0] - start), label[1] - start
            if told is not None:
                key, at = told
                value = text[at:]
                if len(value) <= _LONG:
                    unit = replace(unit, mentions=merged(self._whole(value, at), unit.mentions))
                unit = replace(unit, key=key)
            elif name:
                unit = replace(unit, lead=name, caption=base.lead)
            yield unit

    def _whole(self, value: str, at: int) -> tuple[Mention, ...]:
        """The mentions of a whole cell or value that stands at ``at`` in its unit."""
        left = len(value) - len(value.lstrip())
        text = value.strip().rstrip(".;")
        return tuple(shifted(mention, at + left) for mention in self.recognise(text, True)) if text else ()

    def _line(self, line: int | None, passage: Passage, start: int, origin: int | None = None) -> int | None:
        """The line of ``passage.text[start:]``, where ``line`` is that of ``origin``, else of the passage's start."""
        if line is None or not passage.pieces:
            return line
        try:
            here = passage.span(start, len(passage.text))[0]
        except ValueError:
            return line
        first = passage.pieces[0][1] if origin is None else origin
        return line + max(0, bisect_left(self.breaks, here) - bisect_left(self.breaks, first))

    def _key_value(self, base: Unit, key: Passage, block: Block) -> Iterator[Unit]:
        value = block.passage
        sentences = self.split(value.text)
        long = len(value.text) > _LONG and len(sentences) > 0
        head = value.cut(*sentences[0]) if len(sentences) > 1 else value
        passage, (name, body) = join_passages((key, head), ": ")
        shift = body[0] - (sentences[0][0] if len(sentences) > 1 else 0)
        codes = tuple((a + shift, b + shift) for a, b in block.codes if a + shift >= body[0] and b + shift <= body[1])
        yield replace(
            base,
            kind=UnitKind.KEY_VALUE,
            passage=passage,
            key=name,
            headers=comment_beside(self.document.blocks, base.block),
            codes=codes,
            mentions=(
                *(self.recognise(key.text, False) if "(" in key.text else ()),
                *merged(
                    self._whole(head.text, body[0]),
                    tuple(shifted(mention, body[0]) for mention in self.recognise(head.text, False)),
                ),
            ),
        )
        if opens_sentence(key.text):
            yield from self._sentences(base, value, block.codes)
        elif long or len(sentences) > 1 or self._has_aside(value.text, _DEEP):
            told = replace(base, line=self._line(base.line, value, 0, block.start))  # it may begin below its key
            yield from self._sentences(told, value, block.codes, named=key.text.strip())

    def _table(self, base: Unit, block: Block) -> Iterator[Unit]:
        table = block.table
        if table is None:
            return
        rows = rows_of(table)
        caption = caption_of(table, block)
        marks = counts_of([tuple(self._whole(cell.passage.text, 0) for cell in row.cells) for row in rows])
        columns = columns_of(rows, marks, self.document.text)
        for row, mentions in zip(rows, marks, strict=True):
            passage, cells = join_passages([cell.passage for cell in row.cells], " | ")
            unit = replace(
                base,
                kind=UnitKind.ROW,
                passage=passage,
                line=row.cells[0].line or base.line,
                lead=row.section,
                above=row.above,
                cells=cells,
                headers=row.headers,
                caption=caption,
                columns=columns if len(columns) == len(cells) else (),
                codes=_codes(passage, cells, self.document.text),
                mentions=tuple(
                    shifted(mention, cell[0])
                    for cell, inside in zip(cells, mentions, strict=True)
                    for mention in inside
                ),
            )
            yield unit
            yield from self._cell_sentences(unit, row)

    def _cell_sentences(self, row_unit: Unit, row: Row) -> Iterator[Unit]:
        """Units of the sentences of the row's long cells; the row header leads them."""
        header = next((cell.passage.text.strip() for cell in row.cells if cell.passage.text.strip()), "")
        for number, cell in enumerate(row.cells):
            text = cell.passage.text
            ranges = self.split(text)
            short = len(text) <= _LONG and len(ranges) < 2 and not _SLOT.search(text)
            if number == 0 or not ranges or (short and not self._has_aside(text, 1)):
                continue
            base = replace(
                row_unit,
                kind=UnitKind.SENTENCE,
                line=cell.line or row_unit.line,
                lead=header,
                cells=(),
                columns=(),
                mentions=(),
                headers=row.headers[number : number + 1],
            )
            codes = _codes(cell.passage, ((0, len(cell.passage.text)),), self.document.text)
            yield from self._sentences(base, cell.passage, codes)

    def _has_aside(self, text: str, words: int) -> bool:
        """Whether a short text says something of its own, at least ``words`` words, before its first value."""
        if len(text.split()) < 3:
            return False
        mentions = self.recognise(text.strip(), False)
        return bool(mentions) and all(len(text[: mention.outer[0]].split()) >= words for mention in mentions)

    def _code(self, base: Unit, block: Block) -> Iterator[Unit]:
        """Units of the lines that assign a value, and of the comments right above them, which the name set leads.

        A line of help ("--timeout SEC  stop after this long") gives its words, which the option leads; what it calls
        its argument may be a unit.
        """
        at = 0
        above: list[tuple[int, str]] = []
        for line in base.text.split("\n"):
            start, at = at, at + len(line) + 1
            told = _HELP.fullmatch(line)
            if told:
                named = f"{told['name']} ({told['unit']})" if len(told["unit"] or "") > 1 else ""  # N is no newton
                option = replace(base, lead=told["name"], caption=named)
                yield from self._code_line(option, block, start + told.start("words"), told["words"])
                above.clear()
                continue
            comment = _COMMENT.fullmatch(line)
            assigned = _ASSIGNMENT.match(line)
            if assigned:
                words = " ".join(text for _, text in above)
                name = assigned["name"]
                for place, text in above:
                    yield from self._code_line(replace(base, lead=name), block, place, text)
                yield from self._code_line(replace(base, caption=words), block, start, line)
            if comment and not assigned:
                above.append((start + comment.start("words"), comment["words"]))
            else:
                above.clear()

    def _code_line(self, base: Unit, block: Block, start: int, text: str) -> Iterator[Unit]:
        left = len(text) - len(text.lstrip())
        passage = base.passage.cut(start + left, start + len(text.rstrip()))
        if passage.pieces:
            yield replace(
                base,
                kind=UnitKind.CODE_LINE,
                passage=passage,
                line=self._line(base.line, base.passage, start + left, block.start),
                mentions=self.recognise(passage.text, False),
            )


def _codes(passage: Passage, ranges: Sequence[tuple[int, int]], source: str) -> tuple[tuple[int, int], ...]:
    """Ranges of pieces that the source sets between back-ticks or code tags, within ``ranges``."""
    found = []
    for at, start, length in passage.pieces:
        end = start + length
        ticked = source[start - 1 : start] == "`" and source[end : end + 1] == "`"
        tagged = source[max(0, start - 6) : start].lower().endswith(("<code>", "<tt>", "<kbd>"))
        if (ticked or tagged) and any(low <= at and at + length <= high for low, high in ranges):
            found.append((at, at + length))
    return tuple(found)
