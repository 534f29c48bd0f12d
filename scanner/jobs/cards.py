"""Run the examples that cards carry: each must be recognised where it says so, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scanner.jobs.line import Line
from scanner.model import Document, Quantity, Term
from scanner.rules import RuleSet
from scanner.rules.schema import Card, ConceptCard, CueCard, EntityCard, PredicateCard, TermCard, UnitCard
from scanner.settings import Settings

__all__ = ["CardOutcome", "check_cards"]


_THING = "Blue Heron"  # what the examples are about


@dataclass(frozen=True, slots=True)
class CardOutcome:
    """One example of one card: whether the card should be recognised in it, and whether that is so."""

    kind: str
    card_id: str
    sentence: str
    fires: bool
    passed: bool


def check_cards(rules: RuleSet, settings: Settings, kind: str | None = None) -> tuple[CardOutcome, ...]:
    """The outcome of every example of every card, or of those of one kind, by kind and id.

    A card without examples has none.
    """
    line = Line.build(settings)
    stacks = (rules.predicates, rules.units, rules.terms, rules.entities, rules.cues, rules.concepts)
    kinds = ("predicate", "unit", "term", "entity", "cue", "concept")
    return tuple(
        CardOutcome(name, card_id, sentence, fires, recognises(sentence) is fires)
        for name, stack in zip(kinds, stacks, strict=True)
        if kind in (None, name)
        for card_id in sorted(stack)
        if stack[card_id].fires or stack[card_id].silent
        for recognises in (_recogniser(line, rules, stack[card_id]),)
        for fires, sentence in _examples(stack[card_id])
    )


def _examples(card: Card) -> Iterator[tuple[bool, str]]:
    yield from ((True, sentence) for sentence in card.fires)
    yield from ((False, sentence) for sentence in card.silent)


def _recogniser(line: Line, rules: RuleSet, card: Card) -> Callable[[str], bool]:
    """How to tell whether ``card`` is recognised in a sentence, by the grammar that reads cards of its kind."""
    match card:
        case PredicateCard():
            return lambda sentence: any(c.predicate == card.id for c in line.follow(_document(sentence)).claims)
        case UnitCard():
            return _unit_recogniser(line, rules, card)
        case _:
            words = _words(card)
            return lambda sentence: _shown(line, rules, card, words, sentence)


def _unit_recogniser(line: Line, rules: RuleSet, card: UnitCard) -> Callable[[str], bool]:
    """A unit is recognised where the quantities found differ from those found by cards without its spellings.

    A counted noun ("8 cores") is found by any cards; there it tells that it is this card's noun.
    """
    from scanner.normalize.quantity import QuantityGrammar

    grammar = line.normalizer.recogniser.quantities
    noun = grammar.table.by_card[card.id].noun
    mute = card.model_copy(update={"forms": (), "cased": (), "context_forms": (), "context": "", "spelled_signs": ()})
    without = QuantityGrammar.build(replace(rules, units={**rules.units, card.id: mute}))

    def recognised(sentence: str) -> bool:
        found = grammar.find(sentence)
        values = [mention.value for mention in found if isinstance(mention.value, Quantity)]
        return found != without.find(sentence) or any(
            noun and (value.unit, value.noun) == ("", noun) for value in values
        )

    return recognised


def _words(card: Card) -> tuple[str, ...]:
    match card:
        case EntityCard():
            return (card.name, *card.aliases)
        case CueCard() | ConceptCard():
            return card.words
        case _:
            return ()


def _shown(line: Line, rules: RuleSet, card: Card, words: tuple[str, ...], sentence: str) -> bool:
    from scanner.normalize.examples import shows_card

    by_grammar = shows_card(line.normalizer.recogniser, rules, card.id, sentence)
    if by_grammar is not None:
        return by_grammar
    if isinstance(card, TermCard):
        return any(
            isinstance(claim.value, Term) and (claim.value.domain, claim.value.code) == (card.domain, card.id)
            for claim in line.follow(_document(sentence)).claims
        )
    folded = sentence.casefold()
    return any(re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", folded) for word in words)


def _document(sentence: str) -> Document:
    """A Markdown document of that text below a heading: a line such as ``Owner: Platform Team`` is about something."""
    from scanner.load.markdown import read_markdown
    from scanner.load.outline import Outline

    text = f"# {_THING}\n\n{sentence}"
    outline = Outline(text)
    read_markdown(text, outline)
    return Document("cards", "example.md", text, "markdown", tuple(outline.blocks), "", title=_THING)
