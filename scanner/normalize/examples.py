"""Whether a sentence shows what a card of dates, versions or identifiers is for: how such cards' examples are run."""

from __future__ import annotations

from datetime import date

from scanner.model import Role, Term
from scanner.normalize.recognise import Recogniser
from scanner.rules import RuleSet

__all__ = ["shows_card"]

# Relative dates count from some day; which one does not matter to whether they are found.
_SOME_DAY = date(2024, 6, 5)


def shows_card(recogniser: Recogniser, rules: RuleSet, card_id: str, sentence: str) -> bool | None:
    """Whether the grammar that reads the card finds something in ``sentence``; ``None`` if no grammar here reads it.

    A card of roles must give its role, a licence its code; any other must let a date, version or identifier be found.
    """
    family = card_id.partition(".")[0]
    if family == "date":
        reference = _SOME_DAY if card_id.startswith("date.relative.") else None
        role = next((role for role in Role if role and card_id == f"date.role.{role}"), None)
        return any(role in (None, mention.role) for mention in recogniser.moments.find(sentence, reference))
    if family == "version":
        return bool(recogniser.versions.find(sentence))
    if family == "identifier":
        return bool(recogniser.identifiers.find(sentence))
    term = rules.terms.get(card_id)
    if term is None or term.domain != "licence":
        return None
    found = recogniser.identifiers.find(sentence)
    return any(isinstance(mention.value, Term) and mention.value.code == card_id for mention in found)
