"""How likely two statements speak of one fact: named features of the pair, weighed by cards.

The weights are those of a logistic regression (``python -m tests.bench fit``): what statements that are known to speak
of one fact, in two documents of small collections from many domains, have that other pairs there and in real
documentation have not. A weight is the change of the log-odds for one unit of its feature, so that the sum can be read
and shown term by term.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import snowballstemmer

from scanner.align.features import Corpus, document_of
from scanner.align.pair import Pair, tells
from scanner.align.rivalry import Rivalry
from scanner.model import Claim, DocumentRecord, DocumentRelation
from scanner.rules import RuleSet

__all__ = ["FEATURES", "Likelihood"]

_CANONICAL = 0.7
_TITLE_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class _View:
    """What a feature may look at."""

    pair: Pair
    rivalry: Rivalry
    of: Likelihood

    @property
    def both(self) -> tuple[Claim, Claim]:
        return self.pair.a, self.pair.b

    @property
    def corpus(self) -> Corpus:
        return self.pair.corpus


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

        A known predicate of one name that says in any document what it is ("/users", "Contract 7731") is one fact.
        """
        total = self.intercept + math.fsum(amount for _, amount in self.parts(pair, rivalry))
        likely = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
        if pair.same_key and pair.a.predicate in self.cards and tells(pair.a, pair.corpus):
            likely = max(likely, _CANONICAL)
        return round(likely, 3)

    def parts(self, pair: Pair, rivalry: Rivalry) -> tuple[tuple[str, float], ...]:
        """What each feature adds to the log-odds, in the order of ``FEATURES``."""
        view = _View(pair, rivalry, self)
        return tuple(
            (name, self.weights[name] * feature(view)) for name, feature in FEATURES.items() if self.weights.get(name)
        )

    def features(self, pair: Pair, rivalry: Rivalry) -> tuple[float, ...]:
        """The bare features in the order of ``FEATURES``; what the weights are fitted to."""
        view = _View(pair, rivalry, self)
        return tuple(feature(view) for feature in FEATURES.values())


def _flag(holds: object) -> float:
    return 1.0 if holds else 0.0


def _covered(view: _View) -> float:
    """The smaller part of either statement that the other one knows."""
    return min(view.corpus.covered(*view.both), view.corpus.covered(*reversed(view.both)))


def _left_over(view: _View) -> float:
    """The part of its words that even the better known statement has for itself."""
    return min(view.corpus.leftover(*view.both), view.corpus.leftover(*reversed(view.both)))


def _rare(view: _View) -> float:
    return min(view.corpus.rare_shared(*view.both), 6)


def _rare_title_word(view: _View) -> float:
    """Whether the titles share a word that few documents use: a product, a place, a policy."""
    a, b = (view.of.titles.get(document_of(claim), frozenset()) for claim in view.both)
    limit = max(view.corpus.rare, 3)
    return _flag(any(view.corpus.documents_with.get(word, 0) <= limit for word in a & b))


def _choices(view: _View) -> float:
    """How many bits it takes to say which claim of a kind it is among those the body offers: the less, the likelier.

    0 for documents of no common body, which only a name has brought together.
    """
    if view.pair.relation is not DocumentRelation.BODY:
        return 0.0
    return math.log2(max(view.corpus.choices_of(claim) for claim in view.both))


def _around(view: _View) -> float:
    """How many words of one statement stand around the other: in its headings, title or lead-in; at most 4."""
    return min(4, view.corpus.shared(*view.both)[1])


def _places(view: _View) -> float:
    return min(6, max(view.corpus.places_of_statement[claim.statement] for claim in view.both))


def _known(words: str, other: Claim) -> float:
    """The part of some words that another claim knows in any of its parts."""
    own = frozenset(words.split())
    if not own:
        return 1.0
    heard = other.words | other.context_words
    heard |= frozenset(f"{other.subject} {other.predicate} {other.lead}".split())
    return len(own & heard) / len(own)


def _subject_known(view: _View) -> float:
    a, b = view.both
    return min(_known(a.subject, b), _known(b.subject, a))


def _identifiers_clash(view: _View) -> float:
    a, b = view.both
    return _flag(a.identifiers and b.identifiers and not a.identifiers & b.identifiers)


def _nouns(view: _View) -> tuple[str, str]:
    a, b = (str(getattr(claim.value, "noun", "")) for claim in view.both)
    return a, b


def _nouns_differ(view: _View) -> float:
    a, b = _nouns(view)
    return _flag(a and b and a != b)


def _one_noun(view: _View) -> float:
    a, b = _nouns(view)
    return _flag(bool(a) != bool(b))


def _beyond_names(view: _View) -> float:
    """How many words both statements use besides those of their subjects, at most 3: what they say of the thing."""
    a, b = view.both
    names = frozenset(f"{a.subject} {b.subject}".split())
    return min(3, len((a.words & b.words) - names))


def _one_section(view: _View) -> float:
    a, b = view.both
    return _flag(a.evidence.context == b.evidence.context)


def _one_heading(view: _View) -> float:
    a, b = view.both
    return _flag(a.evidence.context[-1:] == b.evidence.context[-1:] != ())


def _length(view: _View) -> float:
    return math.log(1 + max(len(claim.statement.split()) for claim in view.both))


FEATURES: dict[str, Callable[[_View], float]] = {
    "likeness": lambda view: view.pair.similarity,
    "covered": _covered,
    "left over": _left_over,
    "rare words": _rare,
    "rare title word": _rare_title_word,
    "offers": lambda view: view.rivalry.offers,
    "margin": lambda view: view.rivalry.margin,
    "rivals": lambda view: min(view.rivalry.rivals, 10),
    "choices": _choices,
    "words around": _around,
    "same section": _one_section,
    "same heading": _one_heading,
    "places of the wording": _places,
    "subject known": _subject_known,
    "identifiers clash": _identifiers_clash,
    "nouns differ": _nouns_differ,
    "beyond names": _beyond_names,
    "one noun": _one_noun,
    "one bound": lambda view: _flag(view.pair.a.bound is view.pair.b.bound),
    "one construction": lambda view: _flag(view.pair.a.extractor == view.pair.b.extractor),
    "scope missing": lambda view: _flag(view.pair.a.scope.compare(view.pair.b.scope).missing),
    "length": _length,
}
"""All features by the id of their card, each a number for one pair."""
