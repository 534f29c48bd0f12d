"""Take up a suggested synonym: a card of the site's own that gives one predicate the other's name."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import ValidationError

from scanner.jobs.errors import InputError
from scanner.jobs.suggest import Suggestion, Usage
from scanner.rules import PredicateCard, RuleSet, load_rules
from scanner.rules.writer import accept_predicate

__all__ = ["accept"]

_LONGEST_NAME = 5


def accept(suggestion: Suggestion, rules: RuleSet, folder: Path) -> Path:
    """Write the card that makes ``second`` a name of ``first`` into the rules ``folder``; answers the file.

    A card of the same id, shipped or accepted before, is carried over whole and gains the name.

    Raises:
        InputError: if the predicate's name can be no card's id.
        RuleError: if the file cannot be read or written, or another file of the site has that card.
    """
    card = _card(suggestion, rules)
    site = {card_id: path for (kind, card_id), path in rules.site.items() if kind == "predicate"}
    path = accept_predicate(folder, card, site)
    load_rules(folder)
    return path


def _card(suggestion: Suggestion, rules: RuleSet) -> PredicateCard:
    first, second = suggestion.first, suggestion.second
    known = rules.predicates.get(first.predicate)
    try:
        if known is not None:
            names = tuple(dict.fromkeys((*known.names, *_names(second))))
            return known.model_copy(update={"names": names})
        return PredicateCard.model_validate(
            {
                "id": first.predicate,
                "names": tuple(dict.fromkeys((*_names(first), *_names(second)))),
                "value": sorted({kind.partition(" ")[0] for kind in first.kinds | second.kinds}),
                "functional": "unknown",
                "note": f"Accepted with {suggestion.equal} subjects equal, {suggestion.different} different, "
                f"likeness {suggestion.likeness:.2f}.",
            }
        )
    except ValidationError as error:
        raise InputError(
            f"{first.predicate!r} can be no card's id; write the card yourself: scanner rules new predicate NAME"
        ) from error


def _names(usage: Usage) -> tuple[str, ...]:
    """The canonical name, and the written one, which keeps the small words that the canonical one drops."""
    written = " ".join(re.findall(r"[\w/%.-]+", usage.written.casefold()))
    return (usage.predicate, written) if 0 < len(written.split()) <= _LONGEST_NAME else (usage.predicate,)
