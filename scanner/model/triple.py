"""Units of text, value mentions in them, and triples: what extraction hands to normalisation."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import StrEnum

from scanner.model.claim import Bound, Change, Status, SubjectBasis
from scanner.model.document import Passage
from scanner.model.interval import Window
from scanner.model.value import Value

__all__ = ["Column", "Mention", "Role", "Triple", "Unit", "UnitKind"]


class Role(StrEnum):
    """What the words before a moment make of it."""

    NONE = ""
    SINCE = "since"
    UNTIL = "until"
    THROUGH = "through"
    AS_OF = "as-of"
    EFFECTIVE = "effective"
    BETWEEN = "between"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Mention:
    """A value found in a text. ``[start, end)`` is the value itself, ``[outer_start, outer_end)`` also the words
    that qualify it ("up to", "per user", "until").

    ``value`` is ``None`` where something looks like a value and is malformed; ``problem`` then says why. ``bound`` is
    the class its own wording gives ("at most" → max), ``None`` if the wording gives none. ``per`` is the folded noun
    of a per-what that is scope, not rate ("per user" → ``user``). ``role`` is a moment's.
    """

    start: int
    end: int
    text: str
    value: Value | None
    bound: Bound | None = None
    per: str = ""
    role: Role = Role.NONE
    outer_start: int = -1
    outer_end: int = -1
    problem: str = ""

    @property
    def outer(self) -> tuple[int, int]:
        """The half-open span including qualifying words."""
        return (
            self.start if self.outer_start < 0 else self.outer_start,
            self.end if self.outer_end < 0 else self.outer_end,
        )


class UnitKind(StrEnum):
    SENTENCE = "sentence"
    LIST_ITEM = "list-item"
    ROW = "row"
    KEY_VALUE = "key-value"
    HEADING = "heading"
    CODE_LINE = "code-line"


@dataclass(frozen=True, slots=True)
class Column:
    """What one column of a table holds, seen over all its rows.

    Shares run from 0 to 1, of the column's filled cells: ``names`` look like code or are written as code, ``values``
    are one value from end to end; of these, ``moments``, ``versions``, ``flags`` and ``bare`` (numbers without unit)
    name the kind, and ``ranges`` are numbers with a bound or two ends. ``steady`` is the share of the commonest kind
    and unit among the value cells, ``alike`` the share of rows whose next value cell has this one's kind and unit.
    ``joint`` is the share of rows that the cells up to and including this column tell apart. ``length`` is the mean
    number of characters, ``rows`` the number of filled cells.
    """

    header: str
    rows: int = 0
    distinct: float = 0.0
    names: float = 0.0
    values: float = 0.0
    moments: float = 0.0
    versions: float = 0.0
    flags: float = 0.0
    bare: float = 0.0
    ranges: float = 0.0
    steady: float = 0.0
    alike: float = 0.0
    joint: float = 1.0
    length: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """The piece of text a claim is quoted from: a sentence, list item, table row, key-value line, heading or code line.

    ``number`` counts units within the document. ``headings`` is the path above it, ``title`` the document's. ``lead``
    is what introduces it (a list's lead-in sentence, a definition's term). ``cells`` are the half-open ranges of a
    row's cells in ``passage.text`` and ``headers`` the column headers, one a cell (multi-row headers joined by " / ").
    ``key`` is the half-open range of a key-value unit's key, or of the label a list item or paragraph begins with.
    ``codes`` are ranges written as code. ``columns`` describe the whole table's columns, one a cell. ``above`` is the
    first cell of an earlier row that this row's blank first cell goes on with.
    """

    number: int
    kind: UnitKind
    passage: Passage
    block: int
    line: int | None = None
    page: int | None = None
    headings: tuple[str, ...] = ()
    title: str = ""
    lead: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    headers: tuple[str, ...] = ()
    caption: str = ""
    key: tuple[int, int] | None = None
    codes: tuple[tuple[int, int], ...] = ()
    mentions: tuple[Mention, ...] = ()
    language: str = ""
    columns: tuple[Column, ...] = ()
    above: str = ""

    @property
    def text(self) -> str:
        return self.passage.text

    def starting(self, low: int, high: int) -> tuple[Mention, ...]:
        """The mentions, which stand in order, that start in the half-open range.

        Found by halving: a row may have thousands, and is asked for each of its cells.
        """
        first = bisect_left(self.mentions, low, key=_mention_start)
        return self.mentions[first : bisect_left(self.mentions, high, lo=first, key=_mention_start)]

    def touching(self, low: int, high: int) -> tuple[Mention, ...]:
        """The mentions of which something stands in the half-open range; none overlaps another."""
        inside = self.starting(low, high)
        before = bisect_left(self.mentions, low, key=_mention_start) - 1
        return (self.mentions[before], *inside) if before >= 0 and self.mentions[before].end > low else inside

    def cell_at(self, position: int) -> tuple[int, int] | None:
        """The cell that holds a position; ``None`` between cells."""
        at = bisect_right(self.cells, position, key=_cell_end)
        return self.cells[at] if at < len(self.cells) and self.cells[at][0] <= position else None


def _mention_start(mention: Mention) -> int:
    return mention.start


def _cell_end(cell: tuple[int, int]) -> int:
    return cell[1]


@dataclass(frozen=True, slots=True)
class Triple:
    """Subject, predicate and object as mentioned in one unit.

    ``mention`` is the object. ``statement`` is the half-open range of ``unit.text`` that speaks of this object (a
    clause, a cell with its row header); ``headers`` are further words that do (column header, caption). ``scope`` are
    (dimension, words) pairs; dimension ``""`` where only normalisation can tell. ``lead`` is the row header, option
    name or label the value belongs to. ``pair`` > 0 joins the old and new end of one stated change.
    """

    unit: Unit
    extractor: str
    subject: str
    subject_basis: SubjectBasis
    predicate: str
    mention: Mention
    bound: Bound | None = None
    status: Status = Status.ASSERTED
    scope: tuple[tuple[str, str], ...] = ()
    window: Window | None = None
    functional: bool | None = None
    change: Change = Change.NONE
    pair: int = 0
    statement: tuple[int, int] = (0, 0)
    headers: tuple[str, ...] = field(default=())
    lead: str = ""
    confidence: float = 0.9
