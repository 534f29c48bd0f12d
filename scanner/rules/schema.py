"""The form of cards: TOML files that teach the scanner predicates, units, terms, entities, dates and cues.

A card carries its own examples. ``fires`` are sentences in which the card must be recognised, ``silent`` look-alikes in
which it must not; ``scanner rules test`` and the test suite run them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

__all__ = [
    "KINDS",
    "Card",
    "ConceptCard",
    "CueCard",
    "EntityCard",
    "PredicateCard",
    "RuleFile",
    "TermCard",
    "UnitCard",
    "WeightCard",
]


class Card(BaseModel):
    """What every card has: an id, unique within its kind, by which a site's card replaces a shipped one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9 _./%-]*$")
    note: str = ""
    fires: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()


class PredicateCard(Card):
    """A predicate: the phrases that name it, and how its values behave.

    ``names`` are noun phrases ("rate limit"), ``verbs`` verbs whose subject has it ("expires"). ``functional``: one
    value at a time; ``"unknown"`` leaves that to the wording and to what the corpus shows. ``changes``: the fact
    changes with time. ``tolerance`` is relative. ``bound`` is the class a value of it has unless the wording says
    otherwise. ``not_after`` are predicates of the same subject whose value may not come before this one's (a start date
    and its end date). ``edge`` tells that its value is when something starts or ends: the two never meet. ``measures``
    are the quantities that the verbs speak of: ``time``, ``money``, ``count`` or a canonical unit ("stored for 30
    days", not "stored below 5 °C"); empty, any.
    """

    names: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    value: tuple[Literal["quantity", "moment", "version", "entity", "term", "flag", "text"], ...] = ()
    functional: bool | None = True
    changes: bool | None = True
    tolerance: float = Field(0.0, ge=0, le=1)
    bound: Literal["exact", "min", "max", "default", "recommended", "typical"] | None = None
    not_after: tuple[str, ...] = ()
    edge: Literal["start", "end"] | None = None
    measures: tuple[str, ...] = ()

    @field_validator("functional", mode="before")
    @classmethod
    def _unknown(cls, value: object) -> object:
        return None if value == "unknown" else value


class UnitCard(Card):
    """A unit: its spellings and its exact size.

    ``id`` is the canonical unit, or ``factor`` times ``base``. ``factor`` is an exact number ("60", "1/8", "1e9").
    ``binary_factor`` is the other reading of a decimal prefix. ``cased`` forms match case-sensitively (``Gb`` is not
    ``GB``), ``forms`` in any case. ``context_forms`` are ambiguous ones (the ``m`` of "20m"), matched case-sensitively
    and only where the text also has a word of the cue named by ``context``. ``offset``, in ``base``, is added after
    multiplication (degrees Fahrenheit). ``spelled_signs`` are letters that stand for a currency sign; they count only
    before a number with a magnitude or separators, or, if more than one, with two decimals.
    """

    forms: tuple[str, ...] = ()
    cased: tuple[str, ...] = ()
    base: str = ""
    factor: str = "1"
    prefix: Literal["", "decimal", "binary"] = ""
    binary_factor: str = ""
    currency: bool = False
    calendar_days: tuple[str, str] | None = None
    offset: str = "0"
    context: str = ""
    context_forms: tuple[str, ...] = ()
    spelled_signs: tuple[str, ...] = ()


class TermCard(Card):
    """One code of a closed vocabulary: its domain, the phrases that mean it, and other codes it can hold beside."""

    domain: str
    phrases: tuple[str, ...]
    agrees: tuple[str, ...] = ()


class EntityCard(Card):
    """A known entity: its canonical name and the aliases that mean it."""

    name: str
    aliases: tuple[str, ...] = ()
    kind: str = ""


class CueCard(Card):
    """A list of words or phrases that signal one thing (negation, a plan, an example, a bound)."""

    words: tuple[str, ...]


class ConceptCard(Card):
    """Words that speak of one thing in any form ("keep", "retention"): they align claims, never judge them."""

    words: tuple[str, ...]


class WeightCard(Card):
    """How much one feature of a pair of statements changes the log-odds that they speak of one fact."""

    weight: float


KINDS: Mapping[str, type[Card]] = {
    "predicate": PredicateCard,
    "unit": UnitCard,
    "term": TermCard,
    "entity": EntityCard,
    "cue": CueCard,
    "concept": ConceptCard,
    "weight": WeightCard,
}


class RuleFile(BaseModel):
    """One TOML file: any number of cards of any kind."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    predicate: tuple[PredicateCard, ...] = ()
    unit: tuple[UnitCard, ...] = ()
    term: tuple[TermCard, ...] = ()
    entity: tuple[EntityCard, ...] = ()
    cue: tuple[CueCard, ...] = ()
    concept: tuple[ConceptCard, ...] = ()
    weight: tuple[WeightCard, ...] = ()
