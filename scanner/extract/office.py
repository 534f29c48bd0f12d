"""Lists of people: a name beside a role tells who holds it, as "Treasurer: Ana Ruiz" does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scanner.extract.example import Example
from scanner.extract.topic import Topics
from scanner.extract.wording import fold_header
from scanner.model.triple import Mention, Triple, Unit, UnitKind
from scanner.model.value import EntityRef
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "office"

_PERSON = re.compile(
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Sir|Dame)\.?\s+)*"
    r"[A-Z][\w.\u2019'-]*(?:\s+(?:(?:van|von|de|der|da|di|la|al|bin)\s+)*[A-Z][\w.\u2019'-]*){1,3}"
)
_LONGEST = 6  # words of a role


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of rows that name a person and what that person is."""
    return _Offices(
        frozenset(rules.words("column role")),
        frozenset(rules.words("column holder")),
        frozenset(rules.words("role noun")),
        Topics.of(rules),
    ).extract


@dataclass(frozen=True, slots=True)
class _Offices:
    roles: frozenset[str]
    holders: frozenset[str]
    nouns: frozenset[str]
    topics: Topics

    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.kind is not UnitKind.ROW or len(unit.cells) < 2 or len(unit.headers) != len(unit.cells):
            return
        headers = [fold_header(header) for header in unit.headers]
        role = next((place for place, header in enumerate(headers) if header in self.roles), None)
        holder = next((place for place, header in enumerate(headers) if header in self.holders), None)
        if role is None or holder is None:
            return
        named, (low, high) = self._cell(unit, role), unit.cells[holder]
        name = self._cell(unit, holder)
        if not self._is_role(named) or _PERSON.fullmatch(name) is None:
            return
        start = low + len(unit.text[low:high]) - len(unit.text[low:high].lstrip())
        subject, basis = self.topics.of_unit(unit)
        single = not unit.columns or unit.columns[role].distinct == 1.0
        yield Triple(
            unit=unit,
            extractor=NAME,
            subject=subject,
            subject_basis=basis,
            predicate=named,
            mention=Mention(start, start + len(name), name, EntityRef(name, name)),
            statement=unit.cells[holder],
            headers=(unit.caption,) if unit.caption else (),
            lead=named,
            confidence=0.85,
            functional=None if single else False,  # "Trainer" beside three names
        )

    def _cell(self, unit: Unit, place: int) -> str:
        low, high = unit.cells[place]
        return unit.text[low:high].strip()

    def _is_role(self, words: str) -> bool:
        """Whether a cell names a role: its last word does, or its first before "of" ("Head of support")."""
        parts = words.casefold().split()
        if not 0 < len(parts) <= _LONGEST or "," in words or ";" in words:
            return False
        return parts[-1] in self.nouns or (len(parts) > 2 and parts[0] in self.nouns and parts[1] in {"of", "for"})


FIRES: tuple[Example, ...] = (
    Example(
        "# Kestrel club\n\n| Name | Role |\n|---|---|\n| Ines Falk | Head coach |\n| Jonas Brandt | Treasurer |\n",
        (("Kestrel club", "Head coach", "Ines Falk"), ("Kestrel club", "Treasurer", "Jonas Brandt")),
    ),
    Example(
        "# Ward 4\n\n| Post | Person | Room |\n|---|---|---|\n| Head of nursing | Ana de Vries | 12 |\n",
        (("Ward 4", "Head of nursing", "Ana de Vries"),),
    ),
)
SILENT: tuple[Example, ...] = (
    Example("# Roles\n\n| Role | Permission |\n|---|---|\n| Owner | Full Access |\n| Editor | Read Write |\n"),
    Example("# Parts\n\n| Name | Function |\n|---|---|\n| Main Valve | closes the pipe |\n| Front Lamp | light |\n"),
    Example("# Team\n\n| Name | Role |\n|---|---|\n| support team | manager |\n"),
)
