"""The words of a unit as alignment needs them: masked statement, code-like names, text without its values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from scanner.model import SENTENCE, Mention, Text, Triple, Unit
from scanner.normalize.entity import Entities, is_identifier
from scanner.normalize.lexicon import Lexicon

__all__ = ["UnitWords", "objects_in", "without_values"]

_CODE_WORD = re.compile(
    r"`?(?<![A-Za-z])[A-Za-z][\w-]*(?:[._/][\w-]+)+`?|`?\b[a-z]+[A-Z]\w*`?|--[a-z][\w-]+|\b\w+_\w+\b"
)
_POINTER = re.compile(r"\b(?:this|these|such)\s+", re.IGNORECASE)


class UnitWords:
    """What all claims of one unit share, worked out once: a long line may hold thousands of values.

    ``headings`` are those of the document that bear a number, without it.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        entities: Entities,
        holes: Mapping[int, list[tuple[int, int]]],
        headings: Mapping[str, str],
    ) -> None:
        self.headings = headings
        self._lexicon, self._entities, self._holes = lexicon, entities, holes
        self._statements: dict[int, str] = {}
        self._names: dict[int, frozenset[str]] = {}
        self._pointing: dict[int, tuple[int, ...]] = {}

    def statement(self, unit: Unit) -> str:
        """The unit's words with every object masked."""
        found = self._statements.get(unit.number)
        if found is None:
            found = self._lexicon.masked(unit.text, self._holes.get(unit.number, []))
            self._statements[unit.number] = found
        return found

    def points_at(self, unit: Unit, words: str) -> bool:
        """Whether words are what the place is about ("this change", "these tickets"), not a thing it names."""
        if words[:1].isupper() or is_identifier(words):
            return False
        behind = self._pointing.get(unit.number)
        if behind is None:
            behind = self._pointing[unit.number] = tuple(found.end() for found in _POINTER.finditer(unit.text))
        if not behind:
            return False
        named = re.compile(rf"{re.escape(words)}\b", re.IGNORECASE)
        return any(named.match(unit.text, at) is not None for at in behind)

    def identifiers(self, unit: Unit) -> frozenset[str]:
        """Normal forms of the code-like names in the unit."""
        found = self._names.get(unit.number)
        if found is None:
            found = self._names[unit.number] = _identifiers(unit, self._entities)
        return found


def without_values(unit: Unit, span: tuple[int, int], own: Mention) -> str:
    """The text of a range with all value mentions cut out, and the object with the words that bound it ("up to")."""
    out, at = [], span[0]
    inside = (*unit.touching(*span), *((own,) if own.end > span[0] and own.start < span[1] else ()))
    for mention in sorted(inside, key=lambda m: m.start):
        out.append(unit.text[at : max(at, mention.outer[0] if mention == own else mention.start)])
        at = max(at, mention.end)
    out.append(unit.text[at : span[1]])
    return " ".join(out)


def objects_in(triples: Sequence[Triple]) -> dict[int, list[tuple[int, int]]]:
    """For each unit the ranges of the objects in it; what a key or sentence says as a whole is no hole in it."""
    found: dict[int, set[tuple[int, int]]] = {}
    for triple in triples:
        if triple.extractor == SENTENCE or (triple.extractor == "place" and isinstance(triple.mention.value, Text)):
            continue
        found.setdefault(triple.unit.number, set()).add((triple.mention.start, triple.mention.end))
    return {number: sorted(ranges) for number, ranges in found.items()}


@lru_cache(maxsize=16_384)
def _code_words(text: str) -> frozenset[str]:
    return frozenset(_CODE_WORD.findall(text))


def _identifiers(unit: Unit, entities: Entities) -> frozenset[str]:
    names = {unit.text[low:high] for low, high in unit.codes}
    names.update(_code_words(unit.text))
    return frozenset(entities.normal(name) for name in names if len(name) <= 80 and is_identifier(name))
