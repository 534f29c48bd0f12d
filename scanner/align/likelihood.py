"""How likely two statements speak of one fact: named features of the pair, weighed by cards.

The weights are those of a logistic regression (``python -m tests.bench fit``): what statements that are known to speak
of one fact, in two documents of small collections from many domains, have that other pairs there and in real
documentation have not. A weight is the change of the log-odds for one unit of its feature, so that the sum can be read
and shown term by term.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import snowballstemmer

from scanner.align.copied import copied
from scanner.align.pair import Pair, tells
from scanner.align.rivalry import Rivalry
from scanner.align.signs import FEATURES, RANGES, View
from scanner.model import DocumentRecord
from scanner.rules import RuleSet

__all__ = ["Likelihood"]

_CANONICAL = 0.7
_COPIED = 0.5
_ROUNDED = 0.001  # what rounding may add to a likelihood
_TITLE_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Likelihood:
    """Weighs pairs of statements; ``titles`` are the words of each document's title, ``cards`` the known predicates."""

    intercept: float
    weights: Mapping[str, float]
    titles: Mapping[tuple[str, str], frozenset[str]]
    cards: frozenset[str]

    @classmethod
    def build(cls, documents: Sequence[DocumentRecord], rules: RuleSet) -> Likelihood:
        """The weights of the cards, and the words of the documents' titles."""
        stem = lru_cache(snowballstemmer.stemmer("english").stemWord)  # many pages have titles of the same words
        titles = {
            (d.source, d.doc_id): frozenset(
                str(stem(word)) for word in _TITLE_WORD.findall(d.title.casefold()) if len(word) > 2
            )
            for d in documents
        }
        weights = {card.id: card.weight for card in rules.weights.values()}
        return cls(weights.pop("intercept", 0.0), weights, titles, frozenset(rules.predicates))

    def of(self, pair: Pair, rivalry: Rivalry, least: float = 0.0) -> float:
        """The likelihood that a pair speaks of one fact, in [0, 1], whatever its values.

        A known predicate of one name that says in any document what it is ("/users", "Contract 7731") is one fact, and
        so is one sentence of some length that stands, but for its value, in two documents and in no third; so is
        the licence that the file LICENSE gives to what a gate has found to be the whole of its folder. One that is
        surely less than ``least`` is given as 0, as soon as that is known.
        """
        floor = 0.0
        known = pair.same_key and pair.a.predicate in self.cards and tells(pair.a, pair.corpus)
        if known or "licence_file" in {pair.a.extractor, pair.b.extractor}:
            floor = _CANONICAL
        elif rivalry.margin > 0 and copied(pair):
            floor = _COPIED
        total = self._total(View(pair, rivalry, self.titles), least if floor < least else 0.0)
        if total is None:
            return 0.0
        likely = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
        return round(max(likely, floor), 3)

    def _total(self, view: View, least: float) -> float | None:
        """The log-odds of a pair, ``None`` as soon as no further feature can make it as likely as ``least``."""
        wanted = math.log((least - _ROUNDED) / (1 - least + _ROUNDED)) if least > _ROUNDED else -math.inf
        parts = [self.weights[name] * FEATURES[name](view) for name in self._given]
        most = self.intercept + sum(parts) + self._most
        for name, weight, best in self._asked:
            if most < wanted:
                return None
            parts.append(weight * FEATURES[name](view))
            most += parts[-1] - best
        return self.intercept + math.fsum(parts)

    @cached_property
    def _given(self) -> tuple[str, ...]:
        """The features that are known at once, or whose range is not."""
        return tuple(name for name in FEATURES if name not in RANGES and self.weights.get(name))

    @cached_property
    def _asked(self) -> tuple[tuple[str, float, float], ...]:
        """The other features, the cheaper first, each with its weight and the most that it may add to the log-odds."""
        weights = ((name, self.weights.get(name, 0.0)) for name in RANGES)
        return tuple((name, weight, max(weight * end for end in RANGES[name])) for name, weight in weights if weight)

    @cached_property
    def _most(self) -> float:
        return sum(best for _, _, best in self._asked)

    def parts(self, pair: Pair, rivalry: Rivalry) -> tuple[tuple[str, float], ...]:
        """What each feature adds to the log-odds, in the order of ``FEATURES``."""
        view = View(pair, rivalry, self.titles)
        return tuple(
            (name, self.weights[name] * feature(view)) for name, feature in FEATURES.items() if self.weights.get(name)
        )

    def features(self, pair: Pair, rivalry: Rivalry) -> tuple[float, ...]:
        """The bare features in the order of ``FEATURES``; what the weights are fitted to."""
        view = View(pair, rivalry, self.titles)
        return tuple(feature(view) for feature in FEATURES.values())
