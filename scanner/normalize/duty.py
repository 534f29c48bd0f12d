"""What yes and no mean under a name that is itself a duty or leave: "Required: no", "Dogs allowed | yes"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scanner.model import Flag, Term, Triple
from scanner.rules import RuleSet

__all__ = ["Duties"]

_STRUCTURES = frozenset({"table", "key_value", "config_code", "option"})
_TURNED = {"required": "optional", "prohibited": "optional"}


@dataclass(frozen=True)
class Duties:
    """Reads flags of such names as the duty they state, so that they meet sentences of duty."""

    states: Mapping[str, Term]
    refused: Mapping[str, Term]
    ending: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Duties:
        """The phrases of the modality terms; what is allowed or welcome is refused by no, what is optional is not."""
        cards = {
            card.id: card for card in rules.terms.values() if card.domain == "modality" and card.id != "recommended"
        }
        terms = {code: Term(card.domain, card.id, card.agrees) for code, card in cards.items()}
        bare = frozenset(rules.words("no bare state"))
        states = {
            phrase.casefold(): terms[code]
            for code, card in cards.items()
            for phrase in card.phrases
            if phrase.casefold() not in bare
        }
        states |= {word.casefold(): terms["optional"] for word in rules.words("leave")}
        leave = frozenset(word.casefold() for word in rules.words("leave"))
        refused = {
            phrase: terms["prohibited" if phrase in leave else _TURNED.get(term.code, "required")]
            for phrase, term in states.items()
        }
        longest = sorted(states, key=lambda phrase: (-len(phrase), phrase))
        body = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in longest)
        return cls(states, refused, re.compile(rf"(?:^|\s)({body})\s*[?:.]*$", re.IGNORECASE))

    def of(self, triple: Triple, value: Flag) -> Term | None:
        """The duty that a flag states by the name of its column, row or key; ``None`` where that names none."""
        if triple.extractor not in _STRUCTURES:
            return None
        for name in (triple.predicate, triple.lead):
            found = self.ending.search(name.strip())
            if found is not None:
                phrase = " ".join(found.group(1).casefold().split())
                return self.states[phrase] if value.holds else self.refused[phrase]
        return None
