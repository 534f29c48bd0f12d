"""Documents, their blocks and chunks, and what could not be read."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

__all__ = [
    "Block",
    "BlockKind",
    "Cell",
    "Chunk",
    "DateBasis",
    "Document",
    "DocumentRecord",
    "Passage",
    "SkipReason",
    "Skipped",
    "Source",
    "Table",
]


@dataclass(frozen=True, slots=True)
class Source:
    """A named root that is ingested; a document's key is (source name, path below the root)."""

    name: str
    root: str


def _start(piece: tuple[int, int, int]) -> int:
    return piece[0]


def _end(piece: tuple[int, int, int]) -> int:
    return piece[0] + piece[2]


@dataclass(frozen=True, slots=True)
class Passage:
    """Readable text with mark-up removed, that knows where each piece stands in the loaded text.

    ``pieces`` are ``(position in text, position in document, length)``, ascending and without overlap; what lies
    between two pieces in the document is mark-up, what lies between them in ``text`` was put in (a space, a bar).
    All positions are code points.
    """

    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span in the document of ``text[start:end]``.

        Raises:
            ValueError: if nothing of that range stands in the document.
        """
        first, past = self._between(start, end)
        if first == past:
            raise ValueError(f"[{start}, {end}) of {self.text!r} stands nowhere in the document")
        (at, opens, _), (last_at, closes, length) = self.pieces[first], self.pieces[past - 1]
        return opens + max(start - at, 0), closes + min(end - last_at, length)

    def _between(self, start: int, end: int) -> tuple[int, int]:
        """The half-open range of the pieces of which something stands in ``text[start:end]``; its ends are not empty.

        Found by halving: a row may have thousands, and is asked for each of its cells.
        """
        if start >= end:
            return 0, 0
        first = bisect_right(self.pieces, start, key=_end)
        past = bisect_left(self.pieces, end, lo=first, key=_start)
        while first < past and not self.pieces[first][2]:
            first += 1
        while first < past and not self.pieces[past - 1][2]:
            past -= 1
        return first, past

    @classmethod
    def plain(cls, text: str, start: int) -> Passage:
        """A passage that is the document's text itself from ``start``."""
        return cls(text, ((0, start, len(text)),) if text else ())

    def cut(self, start: int, end: int) -> Passage:
        """The passage of ``text[start:end]``."""
        pieces = []
        first, past = self._between(start, end)
        for at, source, length in self.pieces[first:past]:
            low, high = max(start, at), min(end, at + length)
            if low < high:
                pieces.append((low - start, source + low - at, high - low))
        return Passage(self.text[start:end], tuple(pieces))


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list-item"
    TABLE = "table"
    KEY_VALUE = "key-value"
    DEFINITION = "definition"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Cell:
    """One table cell: its passage, its line, and the half-open ranges of its text written as code.

    A cell that spans several places stands in each of them, the same object, so that rows are rectangular.
    """

    passage: Passage
    line: int | None = None
    codes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangular grid. ``header`` holds the header rows (often one, none if the table has no header)."""

    header: tuple[tuple[Cell, ...], ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A structural piece of a document.

    ``start``/``end`` is its half-open span in the loaded text; ``line`` counts from 1 and is ``None`` where the format
    has no lines (PDF, DOCX). ``headings`` is the path of headings above it, outermost first, without itself.
    ``key`` is set for key-value and definition blocks; ``passage`` is then the value. ``level`` is a heading's or a
    list item's depth. ``codes`` are the half-open ranges of ``passage.text`` written as code. ``lead`` is the
    sentence that introduces a list ("Not supported:"). ``language`` is a code block's.
    """

    kind: BlockKind
    passage: Passage
    start: int
    end: int
    line: int | None = None
    page: int | None = None
    headings: tuple[str, ...] = ()
    level: int = 0
    lead: str = ""
    key: Passage | None = None
    table: Table | None = None
    codes: tuple[tuple[int, int], ...] = ()
    language: str = ""


class DateBasis(StrEnum):
    """What a document's published date rests on, most trusted first."""

    MANIFEST = "manifest"
    FRONT_MATTER = "front-matter"
    TEXT = "text"
    FILE_NAME = "file-name"
    GIT = "git"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Document:
    """One loaded file or record with its metadata.

    ``text`` is the decoded source (newlines ``\\n``, no byte order mark) and, for PDF and DOCX, the rendered text;
    every span of blocks and claims is in code points of it. ``series`` names the run of versions the document belongs
    to, ``version`` its place there. ``supersedes`` are doc ids or titles it says it replaces.
    """

    source: str
    doc_id: str
    text: str
    format: str
    blocks: tuple[Block, ...]
    content_hash: str
    title: str = ""
    published: date | None = None
    published_basis: DateBasis = DateBasis.NONE
    effective: date | None = None
    version: str = ""
    source_type: str = ""
    author: str = ""
    owner: str = ""
    series: str = ""
    supersedes: tuple[str, ...] = ()
    silenced: int = 0
    metadata: tuple[tuple[str, str], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """What the store keeps of a document besides its text: its key and metadata."""

    source: str
    doc_id: str
    title: str = ""
    published: date | None = None
    published_basis: DateBasis = DateBasis.NONE
    effective: date | None = None
    version: str = ""
    source_type: str = ""
    author: str = ""
    owner: str = ""
    series: str = ""
    supersedes: tuple[str, ...] = ()
    content_hash: str = ""
    format: str = ""


class SkipReason(StrEnum):
    """Why a file was not read."""

    BINARY = "binary"
    ENCODING = "encoding"
    EMPTY = "empty"
    NO_TEXT = "no-text"
    TOO_LARGE = "too-large"
    UNREADABLE = "unreadable"
    MALFORMED = "malformed"
    NOT_ENGLISH = "not-english"
    UNSUPPORTED = "unsupported"
    BAD_NAME = "bad-name"
    ENCRYPTED = "encrypted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was not read, and why; a value, not an exception, so that a run goes on and counts it."""

    source: str
    path: str
    reason: SkipReason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive blocks under one heading path: the unit of extraction and of retrieval.

    ``start``/``end`` is its half-open span in the document; ``first``/``last`` the half-open range of its blocks.
    """

    chunk_id: str
    source: str
    doc_id: str
    headings: tuple[str, ...]
    start: int
    end: int
    first: int
    last: int
