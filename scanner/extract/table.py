"""Table rows: row header, column header and cell make a triple; other columns give its scope and window."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from scanner.extract.cells import Cells, CellValue
from scanner.extract.labels import is_clause
from scanner.extract.layout import ColumnRole, Layout, Layouts
from scanner.extract.table_examples import FIRES, SILENT
from scanner.extract.topic import Topics
from scanner.extract.wording import Bounds, fold_header, is_identifier
from scanner.model.claim import Bound, Change, Status, SubjectBasis
from scanner.model.interval import Window, WindowBasis
from scanner.model.triple import Column, Mention, Triple, Unit, UnitKind
from scanner.model.value import Moment, Quantity
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "table"

_NAMED_NUMBER = re.compile(r"v?\d*[^\W\d_]{3,}|[^\W\d_]+[\s-]?\d", re.IGNORECASE)
_CAPTION_WORDS = 8
_SHORT = 4
_NAMED = 8


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of table rows."""
    layouts = Layouts.of(rules)
    # Pure: a table's layout depends on its columns alone, which all its rows share.
    read = lru_cache(maxsize=64)(layouts.read)
    return _Tables(read, layouts, Cells.of(rules), Topics.of(rules), Bounds.of(rules)).extract


@dataclass(frozen=True, slots=True)
class _Tables:
    read: Callable[[tuple[Column, ...]], Layout]
    layouts: Layouts
    cells: Cells
    topics: Topics
    bounds: Bounds

    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.kind is not UnitKind.ROW or len(unit.cells) < 2:
            return
        columns = unit.columns or tuple(Column(header, rows=1, distinct=1.0) for header in unit.headers)
        row = _Row(self, unit, self.read(columns), columns)
        for place, role in enumerate(row.layout.roles):
            yield from row.triples(place, role)


class _Row:
    """One row read by its table's layout."""

    __slots__ = ("basis", "columns", "layout", "lead", "predicate", "scope", "subject", "tables", "unit", "window")

    def __init__(self, tables: _Tables, unit: Unit, layout: Layout, columns: tuple[Column, ...]) -> None:
        self.tables = tables
        self.unit = unit
        self.layout = layout
        self.columns = columns
        self.subject, self.basis = tables.topics.of_unit(unit)
        self.predicate = ""
        self.lead = ""
        self._name()
        self.window = self._window()
        self.scope = tuple(self._scope())

    def text(self, place: int | None) -> str:
        """The words of a cell, without white space around them; ``""`` for a cell that says nothing."""
        if place is None:
            return ""
        start, end = self.unit.cells[place]
        text = self.unit.text[start:end].strip()
        return "" if self.tables.cells.is_empty(text) else text

    def name_in(self, place: int) -> str:
        """The words of a naming cell, or of the one above that it goes on with."""
        return self.text(place) or (self.unit.above if place == 0 else "")

    def _name(self) -> None:
        named, given = self.layout.first(ColumnRole.SUBJECT), self.layout.first(ColumnRole.ATTRIBUTE)
        if named is not None and self.name_in(named):
            text = self.name_in(named)
            column = self.columns[named]
            if max(column.bare, column.versions, column.moments) >= 0.5 and not _NAMED_NUMBER.match(text):
                text = self._numbered(named, text)
            self.subject, self.lead = text, text
            start = self.unit.cells[named][0]
            code = is_identifier(text) or any(low == start for low, _ in self.unit.codes)
            self.basis = SubjectBasis.IDENTIFIER if code else SubjectBasis.ROW
        elif given is not None and self.name_in(given):
            self.predicate = self.lead = self.name_in(given)

    def _numbered(self, place: int, text: str) -> str:
        """A number as a name: with the noun of its header, and for a release the product it belongs to."""
        header = self.columns[place].header.strip()
        if fold_header(header) in self.tables.layouts.since.listed:
            product, _ = self.tables.topics.of_release(self.unit)
            if product:
                return f"{product} {text}"
        return f"{header} {text}".strip()

    def _scope(self) -> Iterator[tuple[str, str]]:
        for place, role in enumerate(self.layout.roles):
            text = self.name_in(place)
            if not text:
                continue
            header = self.unit.headers[place].strip() if place < len(self.unit.headers) else ""
            if role is ColumnRole.BAND:
                yield "condition", f"{header} {text}".strip()
            elif role is ColumnRole.SCOPE:
                column = self.columns[place]
                if column.moments >= 0.6:
                    yield "period", text
                elif column.values < 0.5 and self.tables.layouts.dimension(text) != "condition":
                    yield self._of_words(text)
                else:
                    yield "condition", f"{header} {text}".strip()
            elif role is ColumnRole.SINCE and not self.columns[place].moments:
                yield "version", text
            elif role is ColumnRole.SPAN:
                yield "per", text
        if self.unit.lead:
            yield "", f"for {self.unit.lead}"

    def _of_words(self, words: str) -> tuple[str, str]:
        """The scope pair of a header or cell that names a scope; only normalisation tells a tier from a region."""
        dimension = self.tables.layouts.dimension(words)
        return dimension, words if dimension else f"for {words}"

    def _moment(self, place: int | None) -> Moment | None:
        if place is None:
            return None
        start, end = self.unit.cells[place]
        for mention in self.unit.mentions:
            if start <= mention.start and mention.end <= end and isinstance(mention.value, Moment):
                return mention.value
        return None

    def _window(self) -> Window | None:
        """The days between the row's from and until cells; the last day is part of it."""
        first = self._moment(self.layout.first(ColumnRole.FROM)) or self._moment(self.layout.first(ColumnRole.DAY))
        last = self._moment(self.layout.first(ColumnRole.UNTIL))
        start: date | None = first.start if first else None
        end: date | None = last.end if last else None
        if (start is None and end is None) or (start is not None and end is not None and start >= end):
            return None
        return Window(start, end, WindowBasis.STATED)

    def triples(self, place: int, role: ColumnRole) -> Iterator[Triple]:
        """The triples of one cell."""
        if role not in _VALUED:
            return
        header = self.unit.headers[place].strip() if place < len(self.unit.headers) else ""
        column = self.columns[place]
        person = self.tables.layouts.person.within(fold_header(header))
        words = _NAMED if person else (_SHORT if column.length <= 40 else 0)
        start, end = self.unit.cells[place]
        people = self.tables.cells.names(self.unit, start, end) if person and column.values < 0.5 else None
        values = [people] if people else self.tables.cells.values(self.unit, start, end, words=words)
        for value in values:
            yield self._triple(value, place, role, header)
        default = self.tables.cells.default_of(self.unit, start, end)
        if default is not None:
            yield replace(self._triple(default, place, role, header), predicate="default", bound=Bound.DEFAULT)

    def _triple(self, value: CellValue, place: int, role: ColumnRole, header: str) -> Triple:
        predicate, scope = self._predicate(role, header)
        thing = role is ColumnRole.VARIANT and self.layout.things
        if thing:
            scope = ()  # an attribute a row, a thing a column
        scope = (*scope, *(("", f"for {words}") for words in (value.label, value.remark) if words))
        bound = value.mention.bound or self._bound(predicate or header)
        change = {ColumnRole.OLD: Change.OLD, ColumnRole.NEW: Change.NEW}.get(role, Change.NONE)
        return Triple(
            unit=self.unit,
            extractor=NAME,
            subject=header if thing else self.subject,
            subject_basis=SubjectBasis.ROW if thing else self.basis,
            predicate=predicate,
            mention=value.mention,
            bound=bound,
            status=_STATUS.get(role, Status.ASSERTED),
            scope=scope if role in {ColumnRole.SPAN, ColumnRole.SINCE} else (*self.scope, *scope),
            window=self.window if role not in {ColumnRole.SPAN, ColumnRole.SINCE} else None,
            change=change,
            pair=1 if change is not Change.NONE else 0,
            statement=self.unit.cells[place],
            headers=tuple(text for text in (self._with_unit(header, value.mention), self.unit.caption) if text),
            lead=header if thing else self.lead,
            confidence=0.9 if self.lead or self.window else 0.75,
        )

    def _with_unit(self, header: str, mention: Mention) -> str:
        """The header with the unit that the row names in a column of its own, for a number without one."""
        place = self.layout.first(ColumnRole.UNIT)
        unit = self.text(place)
        bare = isinstance(mention.value, Quantity) and not mention.value.unit
        return f"{header} ({unit})" if unit and bare else header

    def _shared_predicate(self) -> str:
        """What variant cells say: the shared end of their headers, the row header, the caption, or the topic."""
        if self.layout.shared or self.predicate:
            return f"{self.predicate} {self.layout.shared}".strip()
        caption = self.unit.caption.rstrip(":. ")
        if caption and len(caption.split()) <= _CAPTION_WORDS and not is_clause(caption):
            return caption
        return self.tables.topics.of_unit(self.unit)[0]

    def _bound(self, header: str) -> Bound | None:
        """The bound class the header names; "maximum" or "minimum" in the row header says more than "default"."""
        named = self.tables.bounds.named(header)
        if named is None and self.basis is SubjectBasis.IDENTIFIER:
            return self.tables.bounds.extreme(self.lead)  # max_connections, where its default is not what is told
        if named in {Bound.DEFAULT, Bound.MAX, None} and self.basis is SubjectBasis.ROW:
            return self.tables.bounds.extreme(self.lead) or named
        return named

    def _predicate(self, role: ColumnRole, header: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        if role is ColumnRole.VARIANT:
            front = header.removesuffix(self.layout.shared).strip() if self.layout.shared else header
            return self._shared_predicate(), tuple(self._of_words(words) for words in front.split(" / "))
        if role in {ColumnRole.OLD, ColumnRole.NEW}:
            return self.predicate or "value", ()
        if self.predicate:
            layouts = self.tables.layouts
            plain = fold_header(header) in layouts.plain.listed | layouts.note.listed
            return self.predicate if plain else f"{self.predicate} {header}".strip(), ()
        return header, ()


_VALUED = frozenset(
    {
        ColumnRole.VALUE,
        ColumnRole.VARIANT,
        ColumnRole.OLD,
        ColumnRole.NEW,
        ColumnRole.EXAMPLE,
        ColumnRole.PLANNED,
        ColumnRole.SPAN,
        ColumnRole.SINCE,
    }
)
_STATUS = {
    ColumnRole.OLD: Status.HISTORICAL,
    ColumnRole.EXAMPLE: Status.EXAMPLE,
    ColumnRole.PLANNED: Status.PLANNED,
}
