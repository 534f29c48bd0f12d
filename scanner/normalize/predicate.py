"""Predicates: the card a phrase names, or the phrase's own head-noun form where no card knows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scanner.model import Bound
from scanner.normalize.lexicon import Lexicon, split_identifier, stem
from scanner.rules import PredicateCard, RuleSet

__all__ = ["NamedPredicate", "Predicates"]

_BOUND_WORDS = frozenset(
    stem(w) for w in ("maximum", "max", "minimum", "min", "limit", "default", "recommended", "at", "most", "least")
)


@dataclass(frozen=True, slots=True)
class NamedPredicate:
    """A canonical predicate with what its card says; ``card`` is ``None`` where no card knows the phrase."""

    name: str
    card: PredicateCard | None
    bound: Bound | None


@dataclass(frozen=True)
class Predicates:
    """Phrases of all predicate cards, compiled to stems."""

    names: Mapping[tuple[str, ...], PredicateCard]
    verbs: Mapping[str, PredicateCard]
    longest: int
    lexicon: Lexicon

    @classmethod
    def build(cls, rules: RuleSet, lexicon: Lexicon) -> Predicates:
        names: dict[tuple[str, ...], PredicateCard] = {}
        verbs: dict[str, PredicateCard] = {}
        for card in rules.predicates.values():
            for phrase in (*card.names, card.id):
                names.setdefault(_stems(phrase), card)
            for verb in card.verbs:
                verbs.setdefault(stem(verb.split()[0]), card)
        return cls(names, verbs, max((len(key) for key in names), default=0), lexicon)

    def resolve(self, phrase: str, kind: str, *, verbal: bool = False) -> NamedPredicate:
        """The predicate that ``phrase`` names for a value of ``kind``.

        The whole phrase wins over a part of it, a longer part over a shorter, a later over an earlier (the head noun
        stands last). A card whose values are of another kind does not answer, nor does a part that drops a word which
        makes the thing another one: then the phrase keeps its own form.
        """
        stems = _stems(
            " ".join(split_identifier(phrase)) if "_" in phrase or re.search(r"[a-z][A-Z]", phrase) else phrase
        )
        own = " ".join(stem for stem in stems if stem not in self.lexicon.stop) or phrase.casefold().strip()
        card = self._card(stems, kind)
        if card is None and verbal and stems:
            verb = self.verbs.get(stems[0])
            card = verb if verb is not None and (not verb.value or kind in verb.value) else None
            if card is not None:
                return NamedPredicate(card.id, card, Bound(card.bound) if card.bound else None)
        if card is None:
            return NamedPredicate(own, None, None)
        rest = [s for s in stems if s not in _BOUND_WORDS]
        covered = {s for name in (*card.names, card.id) for s in _stems(name)}
        extra = [s for s in rest if s not in covered and s not in self.lexicon.stop]
        name = card.id if not extra else f"{' '.join(extra)} {card.id}"
        return NamedPredicate(name, card, Bound(card.bound) if card.bound else None)

    def _card(self, stems: tuple[str, ...], kind: str) -> PredicateCard | None:
        for length in range(min(self.longest, len(stems)), 0, -1):
            for start in range(len(stems) - length, -1, -1):
                if length == 1 and start + 1 < len(stems):
                    continue  # one word names a predicate only as the head, which stands last
                card = self.names.get(stems[start : start + length])
                if card is not None and (not card.value or not kind or kind in card.value):
                    return card
        return None


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in re.findall(r"[a-z0-9]+", phrase.casefold()) if word not in {"the", "a", "an"})
