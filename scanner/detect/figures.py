"""The figures by which a predicate is found to have several values by nature."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scanner.detect.parameters import DetectSettings
from scanner.rules import RuleSet
from scanner.store import Store, statements

__all__ = ["PredicateFigures", "predicate_figures"]

_PACKAGE = "scanner.detect"


@dataclass(frozen=True, slots=True)
class PredicateFigures:
    """How a predicate's values stand in the corpus.

    ``several`` of its ``subjects`` (those that met another statement) have more than one value inside one document, and
    nothing there tells the values apart. ``by_card`` is what its card says of one value at a time, ``None`` without a
    word; ``learnt`` tells that the corpus makes it set-valued.
    """

    predicate: str
    subjects: int
    several: int
    by_card: bool | None
    learnt: bool


def predicate_figures(
    store: Store, rules: RuleSet, settings: DetectSettings, predicates: Collection[str]
) -> dict[str, PredicateFigures]:
    """The figures of those of ``predicates`` of which anything met."""
    table = store.fetch(statements("figures.sql", _PACKAGE), {"only": sorted(set(predicates))})
    found = {}
    for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
        name, subjects, several = str(row[0]), int(row[1]), int(row[2])
        card = rules.predicates.get(name)
        by_card = None if card is None else card.functional
        many = several >= settings.many_subjects and several >= settings.many_share * subjects
        found[name] = PredicateFigures(name, subjects, several, by_card, many and by_card is not True)
    return found
