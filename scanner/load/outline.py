"""Collect a document's blocks in order, each under its headings, with lead-ins, line numbers and silenced parts."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from scanner.load.keyvalue import KeyValue, is_open, looks_like_pairs, split_key
from scanner.load.passage import Readable
from scanner.model import Block, BlockKind, Passage, Table

__all__ = ["Outline", "is_bold_title", "is_directive", "is_tool_directive"]

_DIRECTIVE = re.compile(r"\s*scanner:\s*ignore\s*\Z", re.I)
_TOOL = re.compile(
    r"(?:#|//|/\*|<!--|;|\.\.)?\s*(?:(?:c|v)?spell(?:-?check(?:er)?)?:\s?(?:ignore|words?|disable|enable|locale|language)\b|"
    r"prettier-ignore|markdownlint-(?:disable|enable|capture|restore|configure)|eslint-(?:disable|enable)|textlint-(?:disable|enable)|"
    r"(?:vim?|ex):\s?(?:set?\s|\w+=)|-\*-.*-\*-|vale\s\S+\s?=|(?:code|clang-format|fmt|yapf|isort|pylint):\s?(?:off|on|skip|disable|language=)|"
    r"local variables:|emacs:|kate:|noqa\b|toc\s(?:start|stop))",
    re.I,
)
_SPOKEN = frozenset({BlockKind.PARAGRAPH, BlockKind.KEY_VALUE})
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)")
_PSEUDO_LEVEL = 7
_CODED = frozenset("{}<>%=|")
_LINES_ABOVE = 2
_LONG_LINE = 60
_MAX_LEAD = 300
_MAX_HEADING_WORDS = 10


def _goes_on(line: str) -> bool:
    """Whether a line is the beginning of a sentence or list that the next one goes on with."""
    return (
        line.rstrip().endswith((",", ";", "-", "–", "(", "and", "or", "the", "of", "to"))
        or len(line) > _LONG_LINE
        or not _CODED.isdisjoint(line)
    )


def is_directive(comment: str) -> bool:
    """Whether a comment's text asks to silence the next block."""
    return _DIRECTIVE.match(comment) is not None


def is_tool_directive(text: str) -> bool:
    """Whether a line speaks to an editor or tool ("cSpell: ignore …", "vim: set sw=2:"), not to a reader."""
    return _TOOL.match(text.strip()) is not None


class Outline:
    """The blocks of one document under construction.

    A silenced block is counted and left out; silencing a heading silences its section, silencing a list's start (same
    ``group``) its items.
    """

    def __init__(self, text: str, *, first_line: int = 1, with_lines: bool = True) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.silenced = 0
        self.notes: list[str] = []
        self.page: int | None = None
        self._path: list[tuple[int, str]] = []
        self._headings: tuple[str, ...] = ()
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))] if with_lines else []
        self._first_line = first_line
        self._silence_next = False
        self._silent_group = 0
        self._silent_level = 0
        self._groups = 0
        self._lead = ""

    @property
    def headings(self) -> tuple[str, ...]:
        return self._headings

    def line(self, offset: int) -> int | None:
        """The line, counted from ``first_line``, that ``offset`` stands in."""
        if not self._starts:
            return None
        return bisect_right(self._starts, offset) - 1 + self._first_line

    def silence(self) -> None:
        """Silence the next block."""
        self._silence_next = True

    def new_group(self) -> int:
        """A number for a new list."""
        self._groups += 1
        return self._groups

    def take_lead(self) -> str:
        """The sentence before this point if a paragraph or lead-in directly precedes it."""
        return self._lead

    def heading(self, readable: Readable, start: int, end: int, level: int) -> None:
        """A heading of ``level`` (1 outermost); it closes sections of its level and deeper."""
        if not readable.text:
            return
        if self._silent_level and level <= self._silent_level:
            self._silent_level = 0
        if (self._silence_next or readable.ignored) and not self._silent_level:
            self._silent_level = level
        while self._path and self._path[-1][0] >= level:
            self._path.pop()
        self._headings = tuple(text for _, text in self._path)
        self._add(BlockKind.HEADING, readable, start, end, level=level)
        self._path.append((level, readable.text))
        self._headings = (*self._headings, readable.text)
        self._lead = ""

    @property
    def depth(self) -> int:
        """The level of the innermost heading, 0 before the first."""
        return self._path[-1][0] if self._path else 0

    def close(self, level: int) -> None:
        """End the sections of ``level`` and deeper."""
        while self._path and self._path[-1][0] >= level:
            self._path.pop()
        self._headings = tuple(text for _, text in self._path)
        if self._silent_level >= level:
            self._silent_level = 0

    def under(self, path: tuple[str, ...]) -> None:
        """Replace the heading path, for formats whose nesting is no heading of its own."""
        self._path = [(depth, text) for depth, text in enumerate(path, start=1)]
        self._headings = path

    def paragraph(self, readable: Readable, start: int, end: int, *, pseudo: bool = True, lead: str = "") -> None:
        """A paragraph; one that is a bold title, a "Name: value" line or several forced lines is taken as such.

        ``lead`` is the title in bold that stands right above it, in the same paragraph.
        """
        if not readable.text:
            return
        if pseudo and is_bold_title(readable):
            self.heading(readable, start, end, _PSEUDO_LEVEL)
            return
        lines = _forced_lines(readable)
        if len(lines) > 1:
            group = self.new_group()
            added = [self._line(line, *_span(line.passage, start, end), group=group, lead=lead) for line in lines][-1]
        else:
            added = self._line(readable, start, end, lead=lead)
        self._lead = _last_sentence(readable.text) if added else ""

    def lines(self, lines: list[tuple[Readable, int, int]], lead: str = "") -> bool:
        """Several source lines that are all "Name: value" pairs; returns whether they were (and were added).

        A line or two of another kind may stand before them, as an address does before telephone and e-mail.
        """
        pairs = [line for line, _, _ in lines]
        above = next((i for i, line in enumerate(pairs) if split_key(line) is not None), len(pairs))
        if not looks_like_pairs(pairs[above:]) or above > _LINES_ABOVE:
            return False
        if above and (_goes_on(pairs[above - 1].text) or any(line.strongs for line in pairs[:above])):
            return False
        group = self.new_group()
        for line, start, end in lines:
            if not is_open(line):
                self._line(line, start, end, group=group, lead=lead)
        self._lead = ""
        return True

    def _line(self, readable: Readable, start: int, end: int, *, group: int = 0, lead: str = "") -> bool:
        pair = split_key(readable)
        if pair is None:
            return self._add(BlockKind.PARAGRAPH, readable, start, end, group=group, lead=lead)
        return self.pair(pair, start, end, group=group, lead=lead)

    def pair(self, pair: KeyValue, start: int, end: int, *, level: int = 0, lead: str = "", group: int = 0) -> bool:
        """A key and its value; returns whether they were added, not silenced."""
        return self._add(
            BlockKind.KEY_VALUE,
            pair.value,
            start,
            end,
            level=level,
            lead=lead,
            key=pair.key.passage,
            group=group,
            silent=pair.key.ignored,
        )

    def item(
        self,
        readable: Readable,
        start: int,
        end: int,
        *,
        level: int,
        lead: str = "",
        group: int = 0,
        pairs: bool = True,
    ) -> None:
        """A list item at depth ``level`` (1 outermost) of the list ``group``; ``pairs``: it may be "Name: value"."""
        if not readable.text:
            return
        pair = split_key(readable) if pairs else None
        if pair is not None:
            self.pair(pair, start, end, level=level, lead=lead, group=group)
        else:
            self._add(BlockKind.LIST_ITEM, readable, start, end, level=level, lead=lead, group=group)

    def definition(self, term: Readable, readable: Readable, start: int, end: int, *, group: int = 0) -> None:
        """A term and its definition."""
        if not readable.text:
            return
        lead = self._lead if self._lead.endswith(":") else ""
        self._add(
            BlockKind.DEFINITION,
            readable,
            start,
            end,
            key=term.passage,
            group=group,
            silent=term.ignored,
            lead=lead,
        )

    def code(self, passage: Passage, start: int, end: int, language: str = "") -> None:
        """A block of code."""
        if passage.text:
            self._add(BlockKind.CODE, Readable(passage), start, end, language=language, lead=self._lead)
            self._lead = ""

    def table(self, table: Table, start: int, end: int) -> None:
        """A table; its passage is empty, its words stand in the cells."""
        if table.header or table.rows:
            self._add(BlockKind.TABLE, Readable(Passage("", ())), start, end, table=table, lead=self._lead)
            self._lead = ""

    def _add(
        self,
        kind: BlockKind,
        readable: Readable,
        start: int,
        end: int,
        *,
        level: int = 0,
        lead: str = "",
        key: Passage | None = None,
        table: Table | None = None,
        language: str = "",
        group: int = 0,
        silent: bool = False,
    ) -> bool:
        """Add a block, unless it is silenced or speaks to a tool; returns whether it was added."""
        if kind in _SPOKEN and is_tool_directive(f"{key.text}: {readable.text[:80]}" if key else readable.text[:80]):
            return False
        if self._is_silent(group, silent=silent or readable.ignored):
            self.silenced += 1
            return False
        self.blocks.append(
            Block(
                kind=kind,
                passage=readable.passage,
                start=start,
                end=end,
                line=self.line(start),
                page=self.page,
                headings=self._headings,
                level=level,
                lead=lead[:_MAX_LEAD],
                key=key,
                table=table,
                codes=readable.codes,
                language=language,
            )
        )
        return True

    def _is_silent(self, group: int, *, silent: bool) -> bool:
        if self._silent_level:
            self._silence_next = False
            return True
        if self._silence_next:
            self._silence_next = False
            self._silent_group = group
            return True
        if group and group == self._silent_group:
            return True
        self._silent_group = 0
        return silent


def _span(passage: Passage, start: int, end: int) -> tuple[int, int]:
    if not passage.pieces:
        return start, end
    last = passage.pieces[-1]
    return passage.pieces[0][1], last[1] + last[2]


def is_bold_title(readable: Readable) -> bool:
    """Whether a line is nothing but a few words in bold, without a sentence's end: a title in the running text."""
    text = readable.text
    if not text or readable.strongs != ((0, len(text)),) or readable.breaks:
        return False
    return text[-1] not in ".!?:;," and len(text.split()) <= _MAX_HEADING_WORDS


def _forced_lines(readable: Readable) -> list[Readable]:
    """The lines of a paragraph with forced breaks; a break inside a running sentence does not count."""
    if not readable.breaks:
        return [readable]
    text = readable.text
    cuts = [0]
    for at in readable.breaks:
        before = text[cuts[-1] : at].rstrip()
        if before and (not text[at : at + 1].islower() or before[-1] in ".:;!?"):
            cuts.append(at)
    cuts.append(len(text))
    return [readable.slice(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]


def _last_sentence(text: str) -> str:
    """The last sentence of a paragraph, at most 300 characters."""
    tail = text[-2 * _MAX_LEAD :]
    sentence = _SENTENCE_END.split(tail)[-1].strip()
    return sentence if len(sentence) <= _MAX_LEAD else ""
