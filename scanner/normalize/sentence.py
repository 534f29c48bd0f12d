"""What a claim about a sentence as a whole is known again by: all its words but for its own value."""

from __future__ import annotations

from dataclasses import replace

from scanner.model import DENIAL, Bound, Change, Claim, Denials, Flag, Mention, Status
from scanner.normalize.lexicon import Lexicon, stem

__all__ = ["whole_sentence"]


def whole_sentence(claim: Claim, text: str, mention: Mention, denials: Denials, lexicon: Lexicon) -> Claim:
    """The claim with the words of its sentence as stems, a mark before each that is denied and one for its value."""
    if isinstance(claim.value, Flag):
        words = denials.tokens(text)
    else:
        words = (*denials.tokens(text[: mention.start]), "#", *denials.tokens(text[mention.end :]))
    return replace(
        claim,
        bound=Bound.EXACT,
        status=Status.ASSERTED,
        change=Change.NONE,
        statement=" ".join(word if word in {DENIAL, "#"} else stem(word) for word in words),
        words=lexicon.content(text),
    )
