"""Run the examples that cards carry: each must be recognised where it says so, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scanner.jobs.line import Line
from scanner.model import Block, BlockKind, Document, Passage, Quantity, Term
from scanner.rules import RuleSet
from scanner.rules.schema import Card, ConceptCard, CueCard, EntityCard, PredicateCard, TermCard, UnitCard
from scanner.settings import Settings

__all__ = ["CardOutcome", "check_cards"]


@dataclass(frozen=True, slots=True)
class CardOutcome:
    """One example of one card: whether the card should be recognised in it, and whether that is so."""

    kind: str
    card_id: str
    sentence: str
    fires: bool
    passed: bool


def check_cards(rules: RuleSet, settings: Settings) -> tuple[CardOutcome, ...]:
    """The outcome of every example of every card, by kind and id. A card without examples has none."""
    line = Line.build(settings)
    stacks = (rules.predicates, rules.units, rules.terms, rules.entities, rules.cues, rules.concepts)
    kinds = ("predicate", "unit", "term", "entity", "cue", "concept")
    return tuple(
        CardOutcome(kind, card_id, sentence, fires, _recognised(line, stack[card_id], sentence) is fires)
        for kind, stack in zip(kinds, stacks, strict=True)
        for card_id in sorted(stack)
        for fires, sentence in _examples(stack[card_id])
    )


def _examples(card: Card) -> Iterator[tuple[bool, str]]:
    yield from ((True, sentence) for sentence in card.fires)
    yield from ((False, sentence) for sentence in card.silent)


def _recognised(line: Line, card: Card, sentence: str) -> bool:
    match card:
        case PredicateCard():
            return any(claim.predicate == card.id for claim in line.follow(_document(sentence)).claims)
        case UnitCard():
            return any(
                isinstance(mention.value, Quantity) and _has_form(card, mention.text)
                for mention in line.normalizer.recognise(sentence)
            )
        case TermCard():
            claims = line.follow(_document(sentence)).claims
            return any(
                isinstance(claim.value, Term) and (claim.value.domain, claim.value.code) == (card.domain, card.id)
                for claim in claims
            )
        case EntityCard():
            return _has_words((card.name, *card.aliases), sentence)
        case CueCard() | ConceptCard():
            return _has_words(card.words, sentence)
        case _:
            raise TypeError(f"{type(card).__name__} is no card with examples")


def _document(sentence: str) -> Document:
    """A document of one paragraph."""
    block = Block(BlockKind.PARAGRAPH, Passage.plain(sentence, 0), 0, len(sentence), line=1)
    return Document("cards", "example.txt", sentence, "text", (block,), "")


def _has_form(card: UnitCard, text: str) -> bool:
    if any(_word(form).search(text) for form in card.cased):
        return True
    return any(_word(form.casefold()).search(text.casefold()) for form in card.forms)


def _has_words(words: tuple[str, ...], sentence: str) -> bool:
    return any(_word(word.casefold()).search(sentence.casefold()) for word in words)


def _word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\d]){re.escape(word)}(?!\w)")
