"""Read plain text: paragraphs, headings, lists, "Name: value" lines, simple tables and indented code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scanner.load.keyvalue import looks_like_pairs
from scanner.load.lines import BULLET, Line, dedented, over, split_lines
from scanner.load.outline import Outline, is_directive
from scanner.load.text_table import read_described, read_text_table
from scanner.model import BlockKind

__all__ = ["UNDERLINE", "TextReader", "read_text"]

UNDERLINE = re.compile(r"([=\-~^\"'`#*+:.<>_])\1{2,}\Z")
_RULE = re.compile(r"(?:[-=_*~#]\s?){4,}\Z")
_NUMBERED = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.|(?:article|section|part|chapter|annex)\s+\w+[.:]?)\s+(?=\S)",
    re.I,
)
_CODE_SIGN = re.compile(
    r"[{};]\s*\Z|[=(]\S*\)|\A[$>#%]\s|::|->|\Aexport\s+[A-Z_]+|\A[A-Z][A-Z0-9]*_[A-Z0-9_]*=\S|\A[\w./+-]+\s+--?[A-Za-z]|"
    r"\A\s*<\w+[ />]|\A(?:import|def|class|return|if|for|while)\b.*[:(;]"
)
_COMMENT = re.compile(r"(?:<!--\s*(.*?)\s*-->|(?:#|//|\.\.)\s*(.*))\Z")
_PAIR_START = re.compile(r"[\w\"'(][^:=\n]{0,80}?(?::(?=\s|\Z)|\s=\s)")
_MAX_HEADING_WORDS = 10
_MAX_HEADING = 90
_CODE_INDENT = 4
_MAX_HEADED_WORDS = 6
_HEADED_LEVEL = 8
_WRAPPED = 55
_LOOK_AHEAD = 50


def read_text(text: str, outline: Outline, *, start: int = 0) -> None:
    """Add the blocks of plain ``text`` from ``start`` to ``outline``.

    A hard-wrapped paragraph is one block. A heading is underlined, in capitals, numbered and short, the first line of
    the document, or a short line above indented text; each stands alone between blank lines.
    """
    TextReader(text, outline, split_lines(text, start)).run()


class TextReader:
    """Walks over groups of lines that blank lines part."""

    def __init__(self, text: str, outline: Outline, lines: Sequence[Line]) -> None:
        self.text = text
        self.outline = outline
        self.lines = lines
        self.list_group = 0
        self.list_indents: list[int] = []
        self.list_leads: list[str] = []
        self.item_text = ""
        self.hanging: int | None = None  # the indent of the last line that headed indented text

    def run(self) -> None:
        index, count = 0, len(self.lines)
        while index < count:
            if self.lines[index].blank:
                index += 1
                continue
            end = index
            while end < count and not self.lines[end].blank:
                end += 1
            self._group(index, end)
            index = end

    def _group(self, first: int, last: int) -> None:
        """Take titles, rulers and directives off the top of the lines ``[first, last)``, then read the rest."""
        while first < last:
            line = self.lines[first]
            comment = _COMMENT.match(line.text)
            if comment is not None and is_directive(comment.group(1) or comment.group(2) or ""):
                self.outline.silence()
                first += 1
            elif first + 1 < last and _is_underlined(line, self.lines[first + 1]):
                under = self.lines[first + 1]
                self._heading(line, 1 if under.text[0] in "=#*" else 2, under.end)
                first += 2
            elif _RULE.match(line.text):
                framed = first + 2 < last and _RULE.match(self.lines[first + 2].text)
                if framed and len(self.lines[first + 1].text) <= _MAX_HEADING:
                    self._heading(self.lines[first + 1], 1, self.lines[first + 2].end)
                    first += 3
                else:
                    first += 1
            else:
                self._body(self.lines[first:last], last)
                return

    def _body(self, group: Sequence[Line], last: int) -> None:
        if len(group) == 1 and self._is_heading(group[0], last):
            return
        listed = all(BULLET.match(line.text) for line in group)  # aligned behind their bullets, items look like columns
        columns = not listed and read_text_table(self.text, group, self.outline)
        if columns or (not listed and read_described(self.text, group, self.outline)):
            self._end_list()
        elif self._is_headed(group):
            self._headed(group)
        elif self._is_code(group):
            self._code(group)
        elif any(BULLET.match(line.text) for line in group):
            self._list(group)
        elif self._continues_item(group[0]):
            self.outline.paragraph(over(self.text, group), group[0].content_start, group[-1].end)
        else:
            self._end_list()
            self._paragraph(group)

    def _heading(self, line: Line, level: int, end: int) -> None:
        self._end_list()
        self.hanging = None
        self.outline.heading(over(self.text, [line]), line.content_start, end, level)

    def _is_heading(self, line: Line, last: int) -> bool:
        """Take a lone line as a heading if it is one; the lines from ``last`` on follow it."""
        text = line.text
        if len(text) > _MAX_HEADING or len(text.split()) > _MAX_HEADING_WORDS or text[-1] in ".,;?!":
            return False
        following = next((other for other in self.lines[last : last + _LOOK_AHEAD] if not other.blank), None)
        if following is None or text[-1] == ":" or _PAIR_START.match(text):
            return False
        numbered = _NUMBERED.match(text)
        words = text[numbered.end() :] if numbered else text
        letters = [char for char in words if char.isalpha()]
        if not letters:
            return False
        if all(char.isupper() for char in letters) and len(letters) > 3:
            self._heading(line, 1 if not self.outline.blocks else 2, line.end)
        elif numbered and words[0].isupper() and line.indent == 0 and not BULLET.match(following.text):
            self._heading(line, 2 + numbered.group().strip().rstrip(".").count("."), line.end)
        elif not self.outline.blocks and line.indent < 4 and not BULLET.match(text):
            self._heading(line, 1, line.end)
        elif (
            following.indent > line.indent
            and line.indent <= 4
            and not BULLET.match(text)
            and (line.indent == self.hanging or (words[0].isupper() and not any(char.isdigit() for char in words)))
        ):
            # What heads indented text as the line before it did is its like, however it is written.
            self._heading(line, 2 if line.indent == 0 else 3, line.end)
            self.hanging = line.indent
        elif self._is_bare_title(line, following):
            self._heading(line, 2, line.end)
        else:
            return False
        return True

    @staticmethod
    def _is_bare_title(line: Line, following: Line) -> bool:
        """A short line of words above running text ("Opening hours" above its paragraph or list)."""
        text = line.text
        if line.indent or len(text.split()) > 5 or not text[0].isupper() or any(char.isdigit() for char in text):
            return False
        return len(following.text) > 2 * len(text) or BULLET.match(following.text) is not None

    def _is_code(self, group: Sequence[Line]) -> bool:
        if min(line.indent for line in group) < _CODE_INDENT or self._continues_item(group[0]):
            return False
        previous = self.outline.blocks[-1] if self.outline.blocks else None
        announced = (
            previous is not None and previous.kind is BlockKind.PARAGRAPH and previous.passage.text.endswith("::")
        )
        signs = sum(1 for line in group if _CODE_SIGN.search(line.text))
        return announced or signs * 2 > len(group)

    def _code(self, group: Sequence[Line]) -> None:
        self.outline.code(dedented(self.text, group), group[0].content_start, group[-1].end)

    def _is_headed(self, group: Sequence[Line]) -> bool:
        """A short line right above indented ones ("0.9" above its changes)."""
        first = group[0]
        if len(group) < 2 or len(first.text.split()) > _MAX_HEADED_WORDS or first.text[-1] in ".,;:?!":
            return False
        if self._continues_item(first) or BULLET.match(first.text) or _PAIR_START.match(first.text):
            return False
        return all(line.indent > first.indent for line in group[1:])

    def _headed(self, group: Sequence[Line]) -> None:
        """The first line heads the others, for these lines only: one wrapped paragraph, or a statement a line."""
        self._end_list()
        body = group[1:]
        self.outline.heading(over(self.text, group[:1]), group[0].content_start, group[0].end, _HEADED_LEVEL)
        if any(BULLET.match(line.text) for line in body):
            self._list(body)
            self._end_list()
        elif len(body) > 1 and all(len(line.text) >= _WRAPPED for line in body[:-1]):
            self._paragraph(body)
        else:
            for line in body:
                self.outline.paragraph(over(self.text, [line]), line.content_start, line.end)
        self.outline.close(_HEADED_LEVEL)

    def _paragraph(self, group: Sequence[Line]) -> None:
        """A paragraph, or "Name: value" lines; a more indented line continues the pair above it."""
        pairs = self._pairs(group)
        if pairs:
            lines = [(over(self.text, part), part[0].content_start, part[-1].end) for part in pairs]
            if len(lines) > 1 and looks_like_pairs([line for line, _, _ in lines]) and self.outline.lines(lines):
                return
        self.outline.paragraph(over(self.text, group), group[0].content_start, group[-1].end)

    @staticmethod
    def _pairs(group: Sequence[Line]) -> list[list[Line]]:
        parts: list[list[Line]] = []
        for line in group:
            if parts and line.indent > parts[0][0].indent:
                parts[-1].append(line)
            elif _PAIR_START.match(line.text):
                parts.append([line])
            else:
                return []
        return parts

    # lists

    def _continues_item(self, line: Line) -> bool:
        return bool(self.list_indents) and line.indent > self.list_indents[-1]

    def _end_list(self) -> None:
        self.list_indents.clear()
        self.list_leads.clear()
        self.list_group = 0

    def _list(self, group: Sequence[Line]) -> None:
        """Items of one group of lines; lines before the first bullet are a paragraph, those after one continue it."""
        start = 0
        while start < len(group) and BULLET.match(group[start].text) is None:
            start += 1
        if start:
            self._end_list()
            self._paragraph(group[:start])
        while start < len(group):
            line = group[start]
            end = start + 1
            while end < len(group) and BULLET.match(group[end].text) is None:
                end += 1
            self._item(line, group[start:end])
            start = end

    def _item(self, line: Line, lines: Sequence[Line]) -> None:
        while self.list_indents and self.list_indents[-1] > line.indent:
            self.list_indents.pop()
            self.list_leads.pop()
        if not self.list_indents:
            self.list_group = self.outline.new_group()
            self.list_indents.append(line.indent)
            self.list_leads.append(self.outline.take_lead())
        elif line.indent > self.list_indents[-1] + 1:
            self.list_indents.append(line.indent)
            self.list_leads.append(self.item_text)
        bullet = BULLET.match(line.text)
        readable = over(self.text, lines, bullet.end() if bullet else 0)
        self.outline.item(
            readable,
            line.content_start,
            lines[-1].end,
            level=len(self.list_indents),
            lead=self.list_leads[-1],
            group=self.list_group,
        )
        self.item_text = readable.text


def _is_underlined(title: Line, under: Line) -> bool:
    if not UNDERLINE.match(under.text) or len(title.text) > _MAX_HEADING:
        return False
    return abs(len(under.text) - len(title.text)) <= max(3, len(title.text) // 2)
