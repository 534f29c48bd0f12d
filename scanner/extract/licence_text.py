"""A document that opens with nothing but a licence's name is its text, and what lies beside it is under it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scanner.extract.example import Example
from scanner.extract.licence import of_licence
from scanner.model.claim import SubjectBasis
from scanner.model.triple import Triple, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "licence-text"
_OPENING = frozenset({UnitKind.HEADING, UnitKind.SENTENCE})
_BESIDE = re.compile(r"[\s,.()*_#]*(?:the\b)?[\s,.()*_#]*", re.IGNORECASE)


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of the first line of licence texts."""
    return _Opening().extract


@dataclass(frozen=True, slots=True)
class _Opening:
    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.number or unit.kind not in _OPENING or unit.headings:
            return
        named = next((mention for mention in unit.mentions if of_licence(mention)), None)
        if named is None:
            return
        rest = unit.text[: named.start] + unit.text[named.end :]
        for mention in unit.mentions:
            if mention is not named:
                rest = rest.replace(mention.text, "")
        if not _BESIDE.fullmatch(rest):
            return
        yield Triple(
            unit=unit,
            extractor=NAME,
            subject="",
            subject_basis=SubjectBasis.NONE,
            predicate="licence",
            mention=named,
            statement=(0, len(unit.text)),
            functional=True,
            confidence=0.8,
        )


FIRES: tuple[Example, ...] = (
    Example(
        "Apache License Version 2.0, January 2004\n\nTerms and conditions\n",
        (("", "licence", "Apache License Version 2.0"),),
    ),
    Example("# MIT License\n\nPermission is hereby granted.\n", (("", "licence", "MIT License"),)),
)
SILENT: tuple[Example, ...] = (
    Example("# Using the MIT License\n\nPermission is hereby granted.\n"),
    Example("# Tools\n\nMIT License\n"),
    Example("The MIT License and what it asks of you.\n"),
)
