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

import snowballstemmer

from scanner.align.copied import copied
from scanner.align.pair import Pair, tells
from scanner.align.rivalry import Rivalry
from scanner.align.signs import FEATURES, View
from scanner.model import DocumentRecord
from scanner.rules import RuleSet

__all__ = ["Likelihood"]

_CANONICAL = 0.7
_COPIED = 0.5
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
        stemmer = snowballstemmer.stemmer("english")
        titles = {
            (d.source, d.doc_id): frozenset(
                str(stemmer.stemWord(word)) for word in _TITLE_WORD.findall(d.title.casefold()) if len(word) > 2
            )
            for d in documents
        }
        weights = {card.id: card.weight for card in rules.weights.values()}
        return cls(weights.pop("intercept", 0.0), weights, titles, frozenset(rules.predicates))

    def of(self, pair: Pair, rivalry: Rivalry) -> float:
        """The likelihood that a pair speaks of one fact, in [0, 1], whatever its values.

        A known predicate of one name that says in any document what it is ("/users", "Contract 7731") is one fact, and
        so is one sentence of some length that stands, but for its value, in two documents and in no third; so is
        the licence that the file LICENSE gives to what a gate has found to be the whole of its folder.
        """
        total = self.intercept + math.fsum(amount for _, amount in self.parts(pair, rivalry))
        likely = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
        if pair.same_key and pair.a.predicate in self.cards and tells(pair.a, pair.corpus):
            likely = max(likely, _CANONICAL)
        if rivalry.margin > 0 and copied(pair):
            likely = max(likely, _COPIED)
        if "licence_file" in {pair.a.extractor, pair.b.extractor}:
            likely = max(likely, _CANONICAL)
        return round(likely, 3)

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
