"""Propose predicates that may be one under two names, for a person to accept; nothing is merged by likeness."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scanner.model.name import opposed
from scanner.nlp import Embedder
from scanner.rules import RuleSet
from scanner.settings import Settings
from scanner.store import Store, statements

__all__ = ["Suggestion", "Usage", "suggest"]

_PACKAGE = "scanner.jobs"
_MOST = 400  # predicates in use that are compared, the most frequent first
_LONGEST = 5  # words of a name; longer ones are sentences
_LIKE = 0.45  # least cosine of two names that share equal values
_ALIKE = 0.72  # least cosine of two names that no subject has both of
_NEGATIVE = frozenset({"no", "not", "non", "without", "un", "never", "in"})

Likeness = Callable[[Sequence[str]], list[list[float]]]


@dataclass(frozen=True, slots=True)
class Usage:
    """A predicate as the store knows it, with one quote. ``kinds`` are its kinds and units of value."""

    predicate: str
    written: str
    claims: int
    subjects: int
    kinds: frozenset[str]
    bounds: frozenset[str]
    quote: str
    place: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two predicates that may be one; ``second`` would become a name of ``first``.

    ``likeness`` is the cosine of the two names; ``equal`` and ``different`` count the subjects of which both are stated
    with the same value and with another one. ``known`` tells that a card already has ``first``.
    """

    suggestion_id: str
    first: Usage
    second: Usage
    likeness: float
    equal: int
    different: int
    known: bool


def suggest(
    store: Store, rules: RuleSet, settings: Settings, likeness: Likeness | None = None
) -> tuple[Suggestion, ...]:
    """Candidates, best evidence first: equal values on common subjects, then the likeness of the names.

    ``likeness`` gives the cosines of all pairs of some phrases; by default the embedding model of the settings.

    Raises:
        PipelineMissing: if that model is not installed.
    """
    usages = _usages(store)
    counts = {
        (str(a), str(b)): (int(equal), int(different))
        for a, b, equal, different in _rows(store, "suggest.sql", {})
        if a in usages and b in usages
    }
    names = sorted(usages)
    pairs = [(a, b) for a, b in combinations(names, 2) if _may_be_one(usages[a], usages[b], rules)]
    if not pairs:
        return ()
    cosines = (likeness or Embedder(settings.nlp.embedding).similarity)([_phrase(usages[name]) for name in names])
    place = {name: number for number, name in enumerate(names)}
    found = []
    for a, b in pairs:
        equal, different = counts.get((a, b), (0, 0))
        cosine = cosines[place[a]][place[b]]
        if _worth_asking(cosine, equal, different):
            found.append(_suggestion(usages[a], usages[b], cosine, equal, different, rules))
    return tuple(sorted(found, key=lambda s: (-s.equal, -s.likeness, s.first.predicate, s.second.predicate)))


def _worth_asking(cosine: float, equal: int, different: int) -> bool:
    """Values that differ on a common subject are two predicates, whatever their names."""
    if equal:
        return cosine >= _LIKE and different * 3 <= equal
    return not different and cosine >= _ALIKE


def _may_be_one(a: Usage, b: Usage, rules: RuleSet) -> bool:
    """The vetoes: other numbers, opposite words, another polarity, another bound, values that cannot be compared."""
    if a.predicate in rules.predicates and b.predicate in rules.predicates:
        return False  # two cards are two predicates by somebody's decision
    if not a.kinds & b.kinds or not a.bounds & b.bounds:
        return False
    mine, theirs = _words(a), _words(b)
    if mine == theirs or max(len(mine), len(theirs)) > _LONGEST:
        return False
    if [word for word in mine if word[0].isdigit()] != [word for word in theirs if word[0].isdigit()]:
        return False
    if bool(_NEGATIVE & set(mine)) != bool(_NEGATIVE & set(theirs)):
        return False
    pairs = tuple(frozenset(entry.split()) for entry in rules.words("opposed words"))
    return not opposed(mine, theirs, pairs)


def _words(usage: Usage) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z]+(?:-[a-z]+)*|\d[\w.]*", usage.predicate.casefold()))


def _phrase(usage: Usage) -> str:
    """What the model compares: the canonical name, for the written one may hold more than the predicate."""
    return usage.predicate.replace("_", " ")


def _suggestion(a: Usage, b: Usage, cosine: float, equal: int, different: int, rules: RuleSet) -> Suggestion:
    """The one with a card, else the more frequent, keeps its name."""
    ranked = sorted((a, b), key=lambda u: (u.predicate not in rules.predicates, -u.claims, u.predicate))
    first, second = ranked
    digest = hashlib.sha256(f"{first.predicate}\0{second.predicate}".encode()).hexdigest()[:8]
    return Suggestion(f"s:{digest}", first, second, cosine, equal, different, first.predicate in rules.predicates)


def _usages(store: Store) -> dict[str, Usage]:
    found = {}
    for name, claims, subjects, kinds, bounds, written, quote, doc_id, line in _rows(
        store, "predicates.sql", {"most": _MOST}
    ):
        place = str(doc_id) if line is None else f"{doc_id}:{line}"
        found[str(name)] = Usage(
            str(name),
            str(written),
            int(claims),
            int(subjects),
            frozenset(kinds),
            frozenset(bounds),
            str(quote),
            place,
        )
    return found


def _rows(store: Store, name: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
    table = store.fetch(statements(name, _PACKAGE), dict(values))
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))
