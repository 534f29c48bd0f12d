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
from scanner.align.signs import FEATURES, WITHIN, Feature, View
from scanner.model import DocumentRecord
from scanner.rules import RuleSet

__all__ = ["Likelihood", "Weights"]

_CANONICAL = 0.7
_COPIED = 0.5
_INSIDE = "within "  # how ids of weights begin that are for two statements of one document
_TITLE_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Weights:
    """What each feature adds to the log-odds for one unit of it."""

    intercept: float
    of: Mapping[str, float]

    def likely(self, parts: Sequence[tuple[str, float]]) -> float:
        """The likelihood in (0, 1) that these amounts make together."""
        total = self.intercept + math.fsum(amount for _, amount in parts)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@dataclass(frozen=True)
class Likelihood:
    """Weighs pairs of statements of two documents (``between``) and of one (``inside``).

    ``titles`` are the words of each document's title, ``cards`` the known predicates.
    """

    between: Weights
    inside: Weights
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
        return cls(_weights(rules, ""), _weights(rules, _INSIDE), titles, frozenset(rules.predicates))

    def of(self, pair: Pair, rivalry: Rivalry) -> float:
        """The likelihood that a pair speaks of one fact, in [0, 1], whatever its values.

        A known predicate of one name that says in any document what it is ("/users", "Contract 7731") is one fact, and
        so is one sentence of some length that stands, but for its value, in two documents and in no third.
        """
        likely = self.between.likely(self.parts(pair, rivalry))
        if pair.same_key and pair.a.predicate in self.cards and tells(pair.a, pair.corpus):
            likely = max(likely, _CANONICAL)
        if rivalry.margin > 0 and copied(pair):
            likely = max(likely, _COPIED)
        return round(likely, 3)

    def within(self, pair: Pair, rivalry: Rivalry) -> float:
        """The likelihood that two statements of one document speak of one fact, the doubts of gates weighed in."""
        return round(self.inside.likely(_parts(self._view(pair, rivalry), WITHIN, self.inside)), 3)

    def parts(self, pair: Pair, rivalry: Rivalry) -> tuple[tuple[str, float], ...]:
        """What each feature adds to the log-odds, in the order of ``FEATURES``."""
        return _parts(self._view(pair, rivalry), FEATURES, self.between)

    def features(self, pair: Pair, rivalry: Rivalry, asked: Mapping[str, Feature] = FEATURES) -> tuple[float, ...]:
        """The bare features in the order of ``asked``; what the weights are fitted to."""
        view = self._view(pair, rivalry)
        return tuple(feature(view) for feature in asked.values())

    def _view(self, pair: Pair, rivalry: Rivalry) -> View:
        return View(pair, rivalry, self.titles)


def _weights(rules: RuleSet, of: str) -> Weights:
    """The weights whose ids begin with ``of``, by the rest of their ids."""
    found = {
        card.id.removeprefix(of): card.weight
        for card in rules.weights.values()
        if card.id.startswith(_INSIDE) is bool(of)
    }
    return Weights(found.pop("intercept", 0.0), found)


def _parts(view: View, asked: Mapping[str, Feature], weights: Weights) -> tuple[tuple[str, float], ...]:
    return tuple((name, weights.of[name] * feature(view)) for name, feature in asked.items() if weights.of.get(name))
