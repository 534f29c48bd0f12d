"""Collect readable text piece by piece, each piece with its place in the loaded text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.load.footnote import is_footnote_mark, superscript
from scanner.model import Passage

__all__ = ["EMPTY", "Mark", "PassageBuilder", "Readable", "fold", "verbatim"]

Range = tuple[int, int]
Mark = tuple[int, int, tuple[int, int, int] | None, int, int | None, bool]

_INVISIBLE = "\u200b\u200c\u2060\ufeff\u00ad"
_UNEVEN = re.compile(rf"[^\S ]|  |[{_INVISIBLE}]")
_RUN = re.compile(rf"[\s{_INVISIBLE}]+")
_WHITE = re.compile(r"\s")
_RAISED = re.compile(r"[⁰¹²³⁴-⁹†‡]+")
_CLOSERS = ".,;:!?"


@dataclass(frozen=True, slots=True)
class Readable:
    """A passage with what its mark-up said of it, all as half-open ranges of ``passage.text``.

    ``breaks`` are positions at which the author forced a new line; ``ignored`` is true if a ``scanner: ignore``
    comment stood inside.
    """

    passage: Passage
    codes: tuple[Range, ...] = ()
    strongs: tuple[Range, ...] = ()
    breaks: tuple[int, ...] = ()
    ignored: bool = False

    @property
    def text(self) -> str:
        return self.passage.text

    def slice(self, start: int, end: int) -> Readable:
        """The part ``[start, end)`` of the text, without white space at its ends."""
        text = self.passage.text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        return Readable(
            self.passage.cut(start, end),
            _cut_ranges(self.codes, start, end),
            _cut_ranges(self.strongs, start, end),
            tuple(at - start for at in self.breaks if start < at < end),
            self.ignored,
        )


EMPTY = Readable(Passage("", ()))


def _cut_ranges(ranges: tuple[Range, ...], start: int, end: int) -> tuple[Range, ...]:
    return tuple((max(a, start) - start, min(b, end) - start) for a, b in ranges if max(a, start) < min(b, end))


class PassageBuilder:
    """Builds one readable text: white space is folded to single spaces, every other character keeps its place.

    A folded run of white space stands where its first character stands. With ``cell`` true a forced line break is
    written as "; " where the next line starts a new statement, since a cell is read as one line.
    """

    __slots__ = (
        "_break",
        "_breaks",
        "_cell",
        "_length",
        "_open",
        "_parts",
        "_pending",
        "_pieces",
        "_ranges",
        "_unset",
        "ignored",
    )

    def __init__(self, *, cell: bool = False) -> None:
        self._parts: list[str] = []
        self._pieces: list[tuple[int, int, int]] = []
        self._length = 0
        self._pending: int | None = None
        self._break = False
        self._breaks: list[int] = []
        self._cell = cell
        self._open: dict[str, int] = {}
        self._unset = False
        self._ranges: dict[str, list[Range]] = {}
        self.ignored = False

    def __len__(self) -> int:
        return self._length

    @property
    def last(self) -> str:
        """The last readable part, for looking back a few characters."""
        return "".join(self._parts[-3:])

    def add(self, text: str, source: int) -> None:
        """Add ``text``, which stands verbatim at ``source``, with its white space folded."""
        if _UNEVEN.search(text) is None:
            self._even(text, source)
            return
        position = 0
        for run in _RUN.finditer(text):
            if run.start() > position:
                self._append(text[position : run.start()], source + position)
            space = _WHITE.search(run.group())
            if space is not None:
                self._space(source + run.start() + space.start())
            position = run.end()
        if position < len(text):
            self._append(text[position:], source + position)

    def decoded(self, text: str, source: int) -> None:
        """Add ``text``, which an escape or a character reference at ``source`` stands for."""
        if text.isspace():
            self._space(source)
        elif text.strip(_INVISIBLE):
            self._append(text, source)

    def verbatim(self, text: str, source: int) -> None:
        """Add ``text`` as it stands, white space and all (code)."""
        if text:
            self._append(text, source)

    def put(self, text: str) -> None:
        """Add ``text`` that stands nowhere in the document."""
        self._append(text, None)

    def space(self) -> None:
        """Part two words, if something stands before."""
        self._space(-1)

    def line_break(self) -> None:
        """The author forced a new line here."""
        if self._length:
            self._break = True
            self._space(-1)

    def open(self, kind: str) -> None:
        """Start a ``code`` or ``strong`` range; nested ones count as one."""
        if kind not in self._open:
            self._open[kind] = -1
            self._unset = True

    def close(self, kind: str) -> None:
        """End the range of that kind."""
        start = self._open.pop(kind, -1)
        if 0 <= start < self._length:
            self._ranges.setdefault(kind, []).append((start, self._length))

    def mark(self) -> Mark:
        """A point to return to by ``rollback``."""
        last = self._pieces[-1] if self._pieces else None
        return len(self._parts), len(self._pieces), last, self._length, self._pending, self._break

    def since(self, mark: Mark) -> str:
        """What was added since ``mark``."""
        return "".join(self._parts[mark[0] :])

    def rollback(self, mark: Mark) -> None:
        """Forget what was added since ``mark``."""
        del self._parts[mark[0] :]
        del self._pieces[mark[1] :]
        if mark[2] is not None:
            self._pieces[-1] = mark[2]
        _, _, _, self._length, self._pending, self._break = mark
        self._breaks = [at for at in self._breaks if at <= self._length]
        for kind, ranges in self._ranges.items():
            self._ranges[kind] = [(a, min(b, self._length)) for a, b in ranges if a < self._length]
        for kind, start in self._open.items():
            if start >= self._length:
                self._open[kind] = -1
                self._unset = True

    def raise_since(self, mark: Mark) -> None:
        """Treat what was added since ``mark`` as superscript: a footnote's mark goes, an exponent is raised."""
        text = self.since(mark)
        before = "".join(self._parts[max(0, mark[0] - 3) : mark[0]])
        if is_footnote_mark(before, text.strip()):
            self.rollback(mark)
            return
        raised = superscript(before, text)
        if raised is not None:
            self._parts[mark[0] :] = [raised]

    def finish(self) -> Readable:
        """The text so far, without white space at its ends and without footnote marks glued to words."""
        text = "".join(self._parts)
        for kind in tuple(self._open):
            self.close(kind)
        made = Readable(
            Passage(text, tuple(self._pieces)),
            tuple(self._ranges.get("code", ())),
            tuple(self._ranges.get("strong", ())),
            tuple(self._breaks),
            self.ignored,
        )
        if text.isascii():
            return made
        for found in reversed(list(_RAISED.finditer(text))):
            if found.start() and is_footnote_mark(text[: found.start()][-12:], found.group()):
                made = _without(made, found.start(), found.end())
        return made

    def _even(self, text: str, source: int) -> None:
        if not text:
            return
        if text[0] == " ":
            self._space(source)
            text, source = text[1:], source + 1
        if text.endswith(" "):
            if len(text) > 1:
                self._append(text[:-1], source)
            self._space(source + len(text) - 1)
        elif text:
            self._append(text, source)

    def _space(self, source: int) -> None:
        if self._length and self._pending is None:
            self._pending = source

    def _append(self, text: str, source: int | None) -> None:
        if self._pending is not None:
            self._part(text[0])
        if self._unset:
            for kind, start in self._open.items():
                if start < 0:
                    self._open[kind] = self._length
            self._unset = False
        self._extend(text, source)

    def _part(self, following: str) -> None:
        pending, self._pending = self._pending, None
        if self._break:
            self._break = False
            if self._cell and not following.islower() and self._parts[-1][-1:] not in _CLOSERS:
                self._extend("; ", None)
            else:
                self._extend(" ", pending if pending is not None and pending >= 0 else None)
            self._breaks.append(self._length)
        else:
            self._extend(" ", pending if pending is not None and pending >= 0 else None)

    def _extend(self, text: str, source: int | None) -> None:
        length = len(text)
        self._parts.append(text)
        if source is not None:
            if self._pieces:
                at, start, size = self._pieces[-1]
                if at + size == self._length and start + size == source:
                    self._pieces[-1] = (at, start, size + length)
                    self._length += length
                    return
            self._pieces.append((self._length, source, length))
        self._length += length


def _without(readable: Readable, start: int, end: int) -> Readable:
    """``readable`` without ``[start, end)`` of its text."""
    text = readable.text
    gap = end - start
    pieces: list[tuple[int, int, int]] = []
    for at, source, length in readable.passage.pieces:
        if at < start:
            pieces.append((at, source, min(at + length, start) - at))
        if at + length > end:
            skip = max(0, end - at)
            pieces.append((at + skip - gap, source + skip, length - skip))

    def moved(at: int) -> int:
        return at if at <= start else max(start, at - gap)

    def ranges(old: tuple[Range, ...]) -> tuple[Range, ...]:
        return tuple((moved(a), moved(b)) for a, b in old if moved(a) < moved(b))

    return Readable(
        Passage(text[:start] + text[end:], tuple(pieces)),
        ranges(readable.codes),
        ranges(readable.strongs),
        tuple(moved(at) for at in readable.breaks),
        readable.ignored,
    )


def fold(text: str, source: int) -> Readable:
    """The readable form of plain ``text`` that stands at ``source``: white space folded, nothing else changed."""
    builder = PassageBuilder()
    builder.add(text, source)
    return builder.finish()


def verbatim(text: str, source: int) -> Passage:
    """``text`` as it stands at ``source``, without blank lines at its ends (code)."""
    start = len(text) - len(text.lstrip("\n"))
    kept = text.strip("\n").rstrip()
    return Passage.plain(kept, source + start)
