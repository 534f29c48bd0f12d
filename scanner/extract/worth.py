"""Which units are worth parsing: those with a value, or with what some construction needs that finds its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scanner.extract import (
    category,
    code,
    gratis,
    having,
    identity,
    inclusion,
    measure,
    necessity,
    ordinal,
    quality,
    unlimited,
)
from scanner.extract.assertion import phrase_pattern
from scanner.extract.code import forms_of
from scanner.model import AnyOf, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["Worth"]

_PARSED = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM})
_LONGEST = 1_200
_FEWEST_WORDS = 3
_PROMPTS = (">>>", "$ ", "# ", "... ")
_OPENERS = (
    *("must", "shall", "should", "may", "can", "cannot", "do not", "don't", "never", "always", "can't"),
    *("is in", "are in", "given in", "measured in", "expressed in", "specified in", "stated in", "counted in"),
)


@dataclass(frozen=True)
class Worth:
    """Tells them by cheap tests, for parsing is what costs; built once from the cards.

    ``phrase`` finds what open constructions need as it stands in the cards, one of ``needed`` at least; ``cue`` their
    patterns, and ``category`` words of closed vocabularies.
    """

    needed: AnyOf
    phrase: re.Pattern[str]
    cue: re.Pattern[str]
    category: Callable[[str], bool]
    sign: re.Pattern[str]
    label: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Worth:
        phrases = _phrases(rules)
        cues = "|".join(
            module.cue(rules) for module in (quality, having, gratis, identity, inclusion, measure, ordinal, unlimited)
        )
        return cls(
            AnyOf.of(phrases),
            phrase_pattern(phrases),
            re.compile(cues, re.IGNORECASE),
            category.told(rules),
            necessity.sign(rules),
            necessity.label(rules),
        )

    def __call__(self, unit: Unit) -> bool:
        """Whether to parse a unit."""
        text = unit.text
        if (
            unit.kind not in _PARSED
            or len(text) > _LONGEST
            or text.startswith(_PROMPTS)
            or text.count(" ") < _FEWEST_WORDS - 1
        ):
            listed = unit.kind is UnitKind.LIST_ITEM and self.label.match(text) is not None
            return listed or (unit.kind in _PARSED and self.sign.match(text) is not None)
        if any(mention.value is not None for mention in unit.mentions):
            return True
        return self._cued(text) or code.is_told(unit) or self.sign.match(text) is not None

    @cached_property
    def _cued(self) -> Callable[[str], bool]:
        """The versions of a page, and pages of one template, repeat one another."""
        return lru_cache(maxsize=16_384)(self._has_cue)

    def _has_cue(self, text: str) -> bool:
        told = self.needed.within(text) and self.phrase.search(text) is not None
        return told or self.cue.search(text) is not None or self.category(text)


def _phrases(rules: RuleSet) -> frozenset[str]:
    """Words and phrases that open constructions need."""
    words = {
        *rules.words("role noun"),
        *rules.words("support noun"),
        *rules.words("holding verb"),
        "unless you",
        "without",
        *rules.words("untouched"),
        *_OPENERS,
    }
    words.update(f"{form} by" for verb in rules.words("task verb") for form in forms_of(verb)[2:3])
    words.update(f"{verb}s" for verb in rules.words("task verb alone"))
    words.update(("paid by", "borne by", "carried out by"))
    words.update(f"is {state} for" for state in ("responsible", "liable"))
    words.update(f"are {state} for" for state in ("responsible", "liable"))
    words.update(f"at the {word} of" for word in ("expense", "cost", "risk"))
    words.update(word for cue in ("called for", "welcome", "needing") for word in rules.words(cue))
    words.update(entry.rpartition(" ")[0] for entry in rules.words("occasions"))
    for term in rules.terms.values():
        if term.domain in {"lifecycle", "modality", "document status", "opening"}:
            words.update(term.phrases)
    verbs = {verb for card in rules.predicates.values() if card.functional is False for verb in card.verbs}
    words.update(
        form for verb in verbs for form in (verb, f"{verb}s", f"{verb}ed", f"{verb.rstrip('e')}ed", f"{verb}d")
    )
    words.update(("exclude", "excludes", "excluded"))
    return frozenset(words)
