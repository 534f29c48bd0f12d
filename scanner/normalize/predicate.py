"""Predicates: the card a phrase names, or the phrase's own head-noun form where no card knows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scanner.model import Bound
from scanner.normalize.lexicon import Lexicon, singular, split_identifier, stem
from scanner.rules import PredicateCard, RuleSet

__all__ = ["NamedPredicate", "Predicates"]


_TIME = frozenset({"second", "month", "business_day"})
_MONEY = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class NamedPredicate:
    """A canonical predicate with what its card says; ``card`` is ``None`` where no card knows the phrase."""

    name: str
    card: PredicateCard | None
    bound: Bound | None


@dataclass(frozen=True)
class Predicates:
    """Phrases of all predicate cards.

    Nouns are compared in the singular, not by their stems, which "authority" shares with "author" and "management" with
    "manager"; verbs by their stems, for they stand in any tense.
    """

    names: Mapping[tuple[str, ...], PredicateCard]
    verbs: Mapping[tuple[str, str], PredicateCard]
    longest: int
    lexicon: Lexicon
    bounds: frozenset[str]
    counts: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet, lexicon: Lexicon) -> Predicates:
        names: dict[tuple[str, ...], PredicateCard] = {}
        verbs: dict[tuple[str, str], PredicateCard] = {}
        for card in rules.predicates.values():
            for phrase in (*card.names, card.id):
                names.setdefault(_nouns(phrase), card)
            for verb in card.verbs:
                first, *others = verb.split()  # "take effect" is not "take place"
                verbs.setdefault((stem(first), stem(others[-1]) if others else ""), card)
        bounds = frozenset(noun for word in rules.words("predicate bound words") for noun in _nouns(word))
        counts = frozenset(rules.words("counting heads"))
        return cls(names, verbs, max((len(key) for key in names), default=0), lexicon, bounds, counts)

    def rejoined(self, predicate: str, subject: str) -> tuple[str, str]:
        """Predicate and subject where grammar took a predicate of two nouns apart.

        "The end of life of Fern 4" has the predicate "end of life" of "Fern 4", as a card says, not the end of a life;
        and "the number of branches" counts branches, whatever is counted.
        """
        first, _, rest = subject.partition(" of ")
        whole = f"{predicate} of {first}"
        nouns = _nouns(predicate)
        if first and nouns and (_nouns(whole) in self.names or nouns[-1] in self.counts):
            return whole, rest
        return predicate, subject

    def resolve(self, phrase: str, kind: str, *, verbal: bool = False, unit: str | None = None) -> NamedPredicate:
        """The predicate that ``phrase`` names for a value of ``kind``; ``unit`` is that of a quantity.

        The whole phrase wins over a part of it, a longer part over a shorter, a later over an earlier (the head noun
        stands last). A card whose values are of another kind does not answer, nor does a part that drops a word which
        makes the thing another one: then the phrase keeps its own form.
        """
        coded = "_" in phrase or re.search(r"[a-z][A-Z]", phrase)
        nouns = _nouns(" ".join(split_identifier(phrase)) if coded else phrase)
        kept = [stem(noun) if verbal else noun for noun in nouns if stem(noun) not in self.lexicon.stop]
        own = " ".join(kept) or phrase.casefold().strip()
        # "Pay" is a noun of money, but "is paid" none: a lone verb is looked for among the verbs only.
        card = None if verbal and len(nouns) == 1 else self._card(nouns, kind)
        if card is None and verbal and nouns:
            said = {stem(noun) for noun in nouns[1:]}
            whole = next(
                (self.verbs[pair] for last in sorted(said) if (pair := (stem(nouns[0]), last)) in self.verbs), None
            )
            verb = whole or self.verbs.get((stem(nouns[0]), ""))
            card = verb if verb is not None and _speaks_of(verb, kind, unit) else None
            if card is not None:
                return NamedPredicate(card.id, card, Bound(card.bound) if card.bound else None)
        if card is None:
            return NamedPredicate(own, None, None)
        covered = {noun for name in (*card.names, card.id) for noun in _nouns(name)} | self.bounds
        extra = [noun for noun in nouns if noun not in covered and stem(noun) not in self.lexicon.stop]
        name = card.id if not extra else f"{' '.join(extra)} {card.id}"
        return NamedPredicate(name, card, Bound(card.bound) if card.bound else None)

    def _card(self, nouns: tuple[str, ...], kind: str) -> PredicateCard | None:
        for length in range(min(self.longest, len(nouns)), 0, -1):
            for start in range(len(nouns) - length, -1, -1):
                if length == 1 and start + 1 < len(nouns):
                    continue  # one word names a predicate only as the head, which stands last
                card = self.names.get(nouns[start : start + length])
                if card is not None and (not card.value or not kind or kind in card.value):
                    return card
        return None


def _speaks_of(card: PredicateCard, kind: str, unit: str | None) -> bool:
    """Whether the verbs of a card can have a value of ``kind`` and ``unit``."""
    if card.value and kind not in card.value:
        return False
    if unit is None or not card.measures:
        return True
    own = unit.partition("/")[0]
    families = {"time"} if own in _TIME else {"money"} if _MONEY.fullmatch(own) else {own or "count"}
    return bool(families & set(card.measures))


def _nouns(phrase: str) -> tuple[str, ...]:
    return tuple(
        singular(word) for word in re.findall(r"[a-z0-9]+", phrase.casefold()) if word not in {"the", "a", "an"}
    )
