"""What a pair of statements has that tells whether both speak of one fact: named features, each a number."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from scanner.align.features import Corpus, document_of
from scanner.align.nearness import FAR, doublings, written_apart
from scanner.align.pair import Pair
from scanner.align.rivalry import Rivalry
from scanner.model import Claim, DocumentRelation, Moment, Quantity

__all__ = ["FEATURES", "RANGES", "Feature", "View"]


@dataclass(frozen=True)
class View:
    """What a feature may look at; ``titles`` are the words of each document's title."""

    pair: Pair
    rivalry: Rivalry
    titles: Mapping[tuple[str, str], frozenset[str]]

    @property
    def both(self) -> tuple[Claim, Claim]:
        return self.pair.a, self.pair.b

    @property
    def corpus(self) -> Corpus:
        return self.pair.corpus

    @cached_property
    def apart(self) -> float:
        """How many doublings lie between the values."""
        a, b = self.both
        return min(doublings(a.value, b.value), written_apart(a.value_text, b.value_text))


def _flag(holds: object) -> float:
    return 1.0 if holds else 0.0


def _covered(view: View) -> float:
    """The smaller part of either statement that the other one knows."""
    return min(view.corpus.coverages(*view.both))


def _left_over(view: View) -> float:
    """The part of its words that even the better known statement has for itself."""
    return min(view.corpus.leftover(*view.both), view.corpus.leftover(*reversed(view.both)))


def _rare(view: View) -> float:
    if view.pair.relation is DocumentRelation.SAME:
        return 0.0  # of one document: what its statements share is rare elsewhere by itself
    return min(view.corpus.rare_shared(*view.both), 6)


def _rare_title_word(view: View) -> float:
    """Whether the titles share a word that few documents use: a product, a place, a policy."""
    if view.pair.relation is DocumentRelation.SAME:
        return 0.0
    a, b = (view.titles.get(document_of(claim), frozenset()) for claim in view.both)
    limit = max(view.corpus.rare, 3)
    return _flag(any(view.corpus.documents_with.get(word, 0) <= limit for word in a & b))


def _choices(view: View) -> float:
    """How many bits it takes to say which claim of a kind it is among those the body offers: the less, the likelier.

    0 for documents of no common body, which only a name has brought together.
    """
    if view.pair.relation is not DocumentRelation.BODY:
        return 0.0
    return math.log2(max(view.corpus.choices_of(claim) for claim in view.both))


def _around(view: View) -> float:
    """How many words of one statement stand around the other: in its headings, title or lead-in; at most 4."""
    return min(4, view.corpus.shared(*view.both)[1])


def _places(view: View) -> float:
    return min(6, max(view.corpus.places_of_statement[claim.statement] for claim in view.both))


def _known(words: str, other: Claim) -> float:
    """The part of some words that another claim knows in any of its parts."""
    own = frozenset(words.split())
    if not own:
        return 1.0
    heard = other.words | other.context_words
    heard |= frozenset(f"{other.subject} {other.predicate} {other.lead}".split())
    return len(own & heard) / len(own)


def _subject_known(view: View) -> float:
    a, b = view.both
    return min(_known(a.subject, b), _known(b.subject, a))


def _identifiers_clash(view: View) -> float:
    a, b = view.both
    return _flag(a.identifiers and b.identifiers and not a.identifiers & b.identifiers)


def _nouns(view: View) -> tuple[str, str]:
    a, b = (str(getattr(claim.value, "noun", "")) for claim in view.both)
    return a, b


def _nouns_differ(view: View) -> float:
    a, b = _nouns(view)
    return _flag(a and b and a != b)


def _one_noun(view: View) -> float:
    a, b = _nouns(view)
    return _flag(bool(a) != bool(b))


def _beyond_names(view: View) -> float:
    """How many words both statements use besides those of their subjects, at most 3: what they say of the thing."""
    a, b = view.both
    names = frozenset(f"{a.subject} {b.subject}".split())
    return min(3, len((a.words & b.words) - names))


def _one_section(view: View) -> float:
    a, b = view.both
    return _flag(a.evidence.context == b.evidence.context)


def _one_heading(view: View) -> float:
    a, b = view.both
    return _flag(a.evidence.context[-1:] == b.evidence.context[-1:] != ())


def _apart(view: View) -> float:
    return view.apart


def _near(view: View) -> float:
    """How near numbers or times are: 1 for equal ones, 1/2 a doubling apart; what was changed or mistaken mostly is."""
    return 1 / (1 + _apart(view)) if _measures(view) else 0.0


def _measures(view: View) -> bool:
    """Whether a number or time stands on either side; what has no limit is an amount like that beside it."""
    return any(isinstance(claim.value, Quantity | Moment) for claim in view.both)


def _bare(view: View) -> float:
    """Whether the values are numbers that measure nothing: counts, levels, codes."""
    value = view.pair.a.value
    return _flag(isinstance(value, Quantity) and not value.unit)


def _length(view: View) -> float:
    return math.log(1 + max(len(claim.statement.split()) for claim in view.both))


Feature = Callable[[View], float]

FEATURES: dict[str, Feature] = {
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
    "values apart": _apart,
    "values near": _near,
    "bare numbers": _bare,
    "words": lambda view: _flag(not _measures(view)),
    "times": lambda view: _flag(isinstance(view.pair.a.value, Moment)),
}
"""All features by the id of their card, each a number for one pair."""

_FLAG = (0.0, 1.0)
RANGES: dict[str, tuple[float, float]] = {
    "one bound": _FLAG,
    "one construction": _FLAG,
    "same heading": _FLAG,
    "same section": _FLAG,
    "words": _FLAG,
    "times": _FLAG,
    "bare numbers": _FLAG,
    "identifiers clash": _FLAG,
    "one noun": _FLAG,
    "nouns differ": _FLAG,
    "places of the wording": (0.0, 6.0),
    "scope missing": _FLAG,
    "values near": _FLAG,
    "values apart": (0.0, FAR),
    "subject known": _FLAG,
    "rare words": (0.0, 6.0),
    "rare title word": _FLAG,
    "beyond names": (0.0, 3.0),
    "words around": (0.0, 4.0),
    "covered": _FLAG,
    "left over": _FLAG,
}
"""Between what a feature may lie, where it is worth knowing before it is asked; the cheaper first."""
