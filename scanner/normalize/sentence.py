"""Claims about sentences as a whole: known again by all their words but for their own value."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from scanner.model import (
    DENIAL,
    Bound,
    Chunk,
    Claim,
    Denials,
    Document,
    Flag,
    Scope,
    Status,
    SubjectBasis,
    Triple,
    Unit,
    Value,
    Window,
)
from scanner.normalize.evidence import evidence_of
from scanner.normalize.lexicon import stem

__all__ = ["SentenceClaims", "Surroundings"]

_VALUE = "#"
_ASIDE = re.compile(r"\((?![^()]*\b(?:not?|never|cannot|without|\w+n['’]t|non-\w+|un\w+)\b)[^()]*\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a sentence: what it is about, as written and in normal form, its scope, and words."""

    subject_text: str
    subject: str
    basis: SubjectBasis
    scope: Scope
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class SentenceClaims:
    """Makes the claims of one document; ``around`` is asked once for all sentences of one place.

    ``openers`` lead over to a sentence and say nothing in it ("However, …", "Please note that …").
    """

    document: Document
    chunks: tuple[Chunk, ...]
    window: Window
    denials: Denials
    openers: re.Pattern[str]
    around: Callable[[Triple], Surroundings]
    _known: dict[tuple[object, ...], Surroundings] = field(default_factory=dict)

    def claim(self, triple: Triple, value: Value) -> Claim:
        """That the sentence of a triple affirms or denies what it says, or has this value in it."""
        unit = triple.unit
        at = self._place(triple, unit)
        evidence = evidence_of(triple, self.document, self.chunks)
        place = f"{self.document.source}\0{self.document.doc_id}\0{evidence.value_start}\0{evidence.value_end}"
        identity = f"{place}\0{at.subject}\0{triple.extractor}\0{value.value_key}"
        return Claim(
            claim_id=hashlib.sha256(identity.encode()).hexdigest()[:20],
            subject=at.subject,
            predicate=triple.predicate,
            bound=Bound.EXACT,
            value=value,
            scope=at.scope,
            status=Status.ASSERTED,
            window=self.window,
            evidence=evidence,
            confidence=triple.confidence,
            extractor=triple.extractor,
            subject_text=at.subject_text,
            predicate_text=triple.predicate,
            value_text=triple.mention.text,
            subject_basis=at.basis,
            functional=triple.functional,
            unit_id=unit.number,
            statement=self._said(triple, value),
            context_words=at.words,
        )

    def _place(self, triple: Triple, unit: Unit) -> Surroundings:
        place = (unit.headings, unit.lead, unit.caption)
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = self.around(triple)
        return found

    def _said(self, triple: Triple, value: Value) -> str:
        """The words of the sentence as stems, with a mark before each that is denied and one for its own value."""
        text, mention = triple.unit.text, triple.mention
        low, high = triple.statement
        if isinstance(value, Flag):
            words = self._words(text[low:high])
        else:
            behind = self.denials.tokens(_bare(text[mention.end : high]))
            words = (*self._words(text[low : mention.start]), _VALUE, *behind)
        return _stems(words)

    def _words(self, text: str) -> tuple[str, ...]:
        """The words of a sentence from its beginning on, without what leads over to it."""
        opened = self.openers.match(text)
        return self.denials.tokens(_bare(text if opened is None else text[opened.end() :]))


def _bare(text: str) -> str:
    """The text without asides in brackets that deny nothing: "(see figure 12)" says nothing else."""
    return _ASIDE.sub(" ", text) if "(" in text else text


@lru_cache(maxsize=16_384)
def _stems(words: tuple[str, ...]) -> str:
    return " ".join(word if word in {DENIAL, _VALUE} else stem(word) for word in words)
