"""Decide what each column of a table is for: subject, attribute name, value, window, scope, note."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scanner.extract.wording import Bounds, Words, fold_header
from scanner.model.triple import Column
from scanner.rules import RuleSet

__all__ = ["ColumnRole", "Layout", "Layouts"]

_PERIOD = re.compile(
    r"(?:(?:fy|cy|q[1-4]|h[12])[ ']?)?(?:19|20)\d\d(?:\s*[-–/]\s*\d{2,4})?(?:\s*\(?(?:est\.?|ytd)\)?)?", re.I
)
_SOME = 0.4  # share of its cells that are one value, from which on a column of words gives values
_NAMING = (" name", " id", " code", " identifier")
_VERSION = re.compile(r"(?:v(?:ersion)?\.? ?)?\d+(?:\.(?:\d+|x|X))+[\w.-]*(?:\+| and later)?|v\d+", re.I)


class ColumnRole(StrEnum):
    """What the cells of one column are to their row."""

    SUBJECT = "subject"
    ATTRIBUTE = "attribute"
    VALUE = "value"
    VARIANT = "variant"
    SCOPE = "scope"
    BAND = "band"
    FROM = "from"
    UNTIL = "until"
    DAY = "day"
    SINCE = "since"
    SPAN = "span"
    UNIT = "unit"
    OLD = "old"
    NEW = "new"
    EXAMPLE = "example"
    PLANNED = "planned"
    NOTE = "note"
    NONE = "none"


def _scope_words(rules: RuleSet) -> Iterator[str]:
    """Tiers, and the names of regions, platforms and audiences."""
    yield from rules.words("tier")
    for card in rules.entities.values():
        if card.kind in {"region", "platform", "audience"}:
            yield from (card.name, *card.aliases)


@dataclass(frozen=True, slots=True)
class Layout:
    """The role of each column.

    A ``VARIANT`` column's header is scope (a year, an edition, a region) and the row header or caption the predicate.
    ``SUBJECT`` names the row's thing, ``ATTRIBUTE`` its predicate. At most one column is one of the two. ``shared`` are
    the words all variant headers end in ("Oracle 19c Default", "Oracle 18c Default" → "Default"). ``things``: the
    variant columns are things ("Kestrel", "Merlin") whose attributes stand in the rows.
    """

    roles: tuple[ColumnRole, ...]
    shared: str = ""
    things: bool = False

    def first(self, role: ColumnRole) -> int | None:
        """The first column of ``role``."""
        return self.roles.index(role) if role in self.roles else None


@dataclass(frozen=True, slots=True)
class Layouts:
    """Reads a table's layout from its headers, by cards, and from what its columns hold."""

    subject: Words
    attribute: Words
    plain: Words
    note: Words
    person: Words
    number: Words
    since: Words
    span: Words
    start: Words
    end: Words
    day: Words
    variant: Words
    unit: Words
    property: Words
    bounds: Bounds
    fixed: tuple[tuple[ColumnRole, Words], ...]
    inside: tuple[tuple[ColumnRole, Words], ...]

    @classmethod
    def of(cls, rules: RuleSet) -> Layouts:
        """Layouts by the cards in force."""
        fixed = (ColumnRole.FROM, ColumnRole.UNTIL, ColumnRole.OLD, ColumnRole.NEW)
        inside = (ColumnRole.EXAMPLE, ColumnRole.PLANNED)
        return cls(
            subject=Words.of(rules, "column subject"),
            attribute=Words.of(rules, "column attribute"),
            plain=Words.of(rules, "column plain"),
            note=Words.of(rules, "column note"),
            person=Words.of(rules, "column person"),
            number=Words.of(rules, "column number"),
            since=Words.of(rules, "column since"),
            span=Words.of(rules, "column span"),
            start=Words.of(rules, "column start"),
            end=Words.of(rules, "column end"),
            day=Words.of(rules, "column day"),
            variant=Words.listing(_scope_words(rules)),
            unit=Words.of(rules, "column unit"),
            property=Words.of(rules, "column property"),
            bounds=Bounds.of(rules),
            fixed=tuple((role, Words.of(rules, f"column {role}")) for role in fixed),
            inside=tuple((role, Words.of(rules, f"column {role}")) for role in inside),
        )

    def read(self, columns: tuple[Column, ...]) -> Layout:
        """The layout of a table with ``columns``."""
        roles = [self._by_header(column) for column in columns]
        if roles and roles[0] is ColumnRole.NOTE and ColumnRole.VALUE in roles:
            roles[0] = ColumnRole.VALUE  # what opens a row names it, whatever its header
        told = [p for p, role in enumerate(roles) if role is ColumnRole.NOTE and columns[p].values >= _SOME]
        if len(told) == 1 and roles.count(ColumnRole.VALUE) == 1 and roles[0] is ColumnRole.VALUE:
            roles[told[0]] = ColumnRole.VALUE  # "Limit | Description" over 100 and 20
        key = self._key_column(columns, roles)
        if key is not None:
            roles[key] = self._key_role(columns, roles, key)
        elif columns and columns[0].moments >= 0.6 and self.day.whole(columns[0].header):
            roles[0] = ColumnRole.DAY
        self._units(columns, roles)
        shared = self._shared(columns, roles, key)
        if not shared:
            self._variants(columns, roles, key)
        things = not shared and self._are_things(columns, roles, key)
        self._windows(columns, roles)
        self._qualifiers(columns, roles, key)
        if {ColumnRole.OLD, ColumnRole.NEW} & set(roles) and not {ColumnRole.OLD, ColumnRole.NEW} <= set(roles):
            roles = [ColumnRole.VALUE if role is ColumnRole.NEW else role for role in roles]
        return Layout(tuple(roles), shared, things)

    def _units(self, columns: tuple[Column, ...], roles: list[ColumnRole]) -> None:
        """A column that names the unit of the row's numbers."""
        for place, column in enumerate(columns):
            bare = any(c.bare >= 0.5 for p, c in enumerate(columns) if p != place and roles[p] is ColumnRole.VALUE)
            if roles[place] is ColumnRole.VALUE and place and fold_header(column.header) in self.unit.listed and bare:
                roles[place] = ColumnRole.UNIT

    def _are_things(self, columns: tuple[Column, ...], roles: list[ColumnRole], key: int | None) -> bool:
        """Whether variant columns are things with an attribute a row: headers that name no scope, bound or number."""
        variants = [columns[p].header for p, role in enumerate(roles) if role is ColumnRole.VARIANT]
        if key is None or roles[key] is not ColumnRole.ATTRIBUTE:
            return False
        listed = fold_header(columns[key].header) in self.property.listed
        return bool(variants) and listed and all(self._names_thing(header) for header in variants)

    def _names_thing(self, header: str) -> bool:
        folded = fold_header(header)
        known = self.plain.listed | self.note.listed | self.number.listed | self.attribute.listed
        return (
            " / " not in header
            and header[:1].isupper()
            and not header.isupper()
            and folded not in known
            and self.dimension(header) == "condition"
            and self.bounds.named(header) is None
        )

    def _by_header(self, column: Column) -> ColumnRole:
        folded = fold_header(column.header)
        if not column.rows:
            return ColumnRole.NONE
        for role, words in self.fixed:
            dated = column.moments >= 0.5
            if folded in words.listed and (dated or role in {ColumnRole.OLD, ColumnRole.NEW}):
                return role
        for role, words in self.inside:
            if words.within(folded):
                return role
        if folded in self.note.listed and column.values < 0.7:
            return ColumnRole.NOTE
        if folded in self.number.listed and column.bare >= 0.6:
            return ColumnRole.NONE
        return ColumnRole.VALUE

    def _key_column(self, columns: tuple[Column, ...], roles: list[ColumnRole]) -> int | None:
        """The column that names the row's thing, or its attribute."""
        best: tuple[float, int] | None = None
        for place, column in enumerate(columns):
            if roles[place] is not ColumnRole.VALUE or not column.rows:
                continue
            folded = fold_header(column.header)
            score = 1.5 if place == 0 else -0.4 * place
            if (
                folded in self.subject.listed
                or folded.endswith(_NAMING)
                or (folded in self.attribute.listed and place == 0)
            ):
                score += 1.0
            if column.names >= 0.6:
                score += 1.0 if column.distinct > 0.8 else 0.3
            if column.distinct < 0.5:
                score -= 1.0
            if column.values >= 0.6 and not column.versions and column.names < 0.6:
                score -= 1.2 if column.bare >= 0.6 or column.flags >= 0.5 else 0.8
            if column.length > 60:
                score -= 1.0
            if self.person.within(folded) or folded in self.plain.listed - {""}:
                score -= 1.0
            if best is None or score > best[0]:
                best = (score, place)
        if best is None:
            return None
        column = columns[best[1]]
        if column.flags >= 0.5 and fold_header(column.header) not in self.subject.listed:
            return None  # ticks in every column: the table's own thing has them
        others = [p for p, role in enumerate(roles) if p != best[1] and role is not ColumnRole.NONE]
        told = any(roles[p] is ColumnRole.VALUE for p in others)
        valued = column.values >= 0.6 and column.names < 0.6 and not column.versions
        coded = column.bare >= 0.5 and all(roles[p] is ColumnRole.NOTE for p in others)
        return best[1] if told or coded or not valued else None

    def _key_role(self, columns: tuple[Column, ...], roles: list[ColumnRole], key: int) -> ColumnRole:
        column = columns[key]
        folded = fold_header(column.header)
        if column.values >= 0.6 and column.flags >= 0.5:
            return ColumnRole.SUBJECT  # names such as "No" and "On"
        if column.ranges >= 0.5 and column.values >= 0.6:
            return ColumnRole.BAND
        if column.moments >= 0.6 and folded not in self.since.listed:
            if folded in self.day.listed:
                return ColumnRole.DAY
            if folded in self.start.listed:
                return ColumnRole.FROM
            return ColumnRole.SCOPE
        if column.values >= 0.6 and max(column.bare, column.versions, column.moments, column.names) < 0.5:
            return ColumnRole.BAND
        values = [p for p, role in enumerate(roles) if p != key and role is ColumnRole.VALUE]
        plain = [p for p in values if fold_header(columns[p].header) in self.plain.listed | self.note.listed]
        if column.names < 0.5 and len(values) == 1 and plain and folded in self.attribute.listed:
            return ColumnRole.ATTRIBUTE
        return ColumnRole.SUBJECT

    def _variants(self, columns: tuple[Column, ...], roles: list[ColumnRole], key: int | None) -> None:
        """Mark columns of one thing each (years, editions, regions): at least two, and most of the value columns."""
        places = [p for p, role in enumerate(roles) if role is ColumnRole.VALUE and p != key]
        scoped = [p for p in places if self._is_variant(columns[p].header)]
        bounds = any(self.bounds.named(columns[p].header) is not None for p in places)
        across = (
            len(places) > 1
            and not bounds
            and all(
                columns[p].alike >= 0.8 and columns[p].steady < 0.7 and columns[p].values >= 0.6 and columns[p].rows > 1
                for p in places
            )
        )
        if key is None or (not across and (len(scoped) < 2 or 2 * len(scoped) <= len(places))):
            return
        for place in places if across else scoped:
            roles[place] = ColumnRole.VARIANT
        folded = fold_header(columns[key].header)
        if roles[key] is ColumnRole.SUBJECT and (across or folded in self.attribute.listed):
            roles[key] = ColumnRole.ATTRIBUTE

    def _shared(self, columns: tuple[Column, ...], roles: list[ColumnRole], key: int | None) -> str:
        """What all value headers end in, if what stands before it tells versions or years apart."""
        places = [p for p, role in enumerate(roles) if role is ColumnRole.VALUE and p != key]
        if key is None or len(places) < 2:
            return ""
        heads = [columns[p].header.split() for p in places]
        count = 0
        while (
            all(len(words) > count + 1 for words in heads) and len({words[-1 - count].lower() for words in heads}) == 1
        ):
            count += 1
        fronts = [words[: len(words) - count] for words in heads]
        numbered = all(any(c.isdigit() for word in words for c in word) for words in fronts)
        if not count or not numbered or any(word.startswith("(") for word in heads[0][-count:]):
            return ""
        for place in places:
            roles[place] = ColumnRole.VARIANT
        return " ".join(heads[0][-count:])

    def _is_variant(self, header: str) -> bool:
        folded = fold_header(header)
        return self.dimension(header) != "condition" and len(folded.split()) <= 3

    def dimension(self, words: str) -> str:
        """The scope dimension that a header or cell names: a period, a version, a tier, region, platform or audience
        (which normalisation tells apart, so ``""``); otherwise a condition.
        """
        folded = fold_header(words)
        if _PERIOD.fullmatch(folded):
            return "period"
        if _VERSION.fullmatch(folded):
            return "version"
        return "" if self.variant.within(folded) else "condition"

    def _windows(self, columns: tuple[Column, ...], roles: list[ColumnRole]) -> None:
        """Start and end columns bound the row's other cells only where nothing names the row's thing."""
        if {ColumnRole.SUBJECT, ColumnRole.ATTRIBUTE} & set(roles):
            return
        for place, column in enumerate(columns):
            if roles[place] is ColumnRole.VALUE and column.moments >= 0.5:
                folded = fold_header(column.header)
                if folded in self.start.listed:
                    roles[place] = ColumnRole.FROM
                elif folded in self.end.listed:
                    roles[place] = ColumnRole.UNTIL

    def _qualifiers(self, columns: tuple[Column, ...], roles: list[ColumnRole], key: int | None) -> None:
        """Columns that say since when, per what time, or for which part the row's other cells hold."""
        values = [p for p, role in enumerate(roles) if role is ColumnRole.VALUE and p != key]
        for place in values:
            column, folded = columns[place], fold_header(columns[place].header)
            others = [p for p in values if p != place and roles[p] is ColumnRole.VALUE]
            if folded in self.since.listed and column.versions + column.moments + column.bare >= 0.5 and others:
                roles[place] = ColumnRole.SINCE
            elif folded in self.span.listed and column.values >= 0.5 and any(columns[p].bare >= 0.5 for p in others):
                roles[place] = ColumnRole.SPAN
        if key is None or columns[key].joint > 0.9:
            return
        last = max((p for p, role in enumerate(roles) if role is ColumnRole.VALUE and p != key), default=key)
        for place in range(key + 1, last):
            if columns[place - 1].joint > 0.9:
                break
            if roles[place] is ColumnRole.VALUE and columns[place].joint > columns[place - 1].joint:
                roles[place] = ColumnRole.SCOPE
