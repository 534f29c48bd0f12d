"""The gate between a rule and what is told of a case: "On weekends, …", "for schools"."""

from __future__ import annotations

import re
from functools import lru_cache

from scanner.align.pair import Pair
from scanner.model import Claim, DocumentRelation, Moment, Precision, Reason

__all__ = ["STEM", "exceptions", "stems"]

_OPENING = re.compile(
    r"(?:(?:however|otherwise|but|and|or|also|then|similarly|likewise),?\s+)?"
    r"(?:(?:on|in|for|at|during|with|from|under|if|when|where|unless|outside|within|after|before|while|without|to|as|among|"
    r"between|through|via|using|once|until|because)\b(?P<words>[^,;:.]{1,160})(?:,\s|\sthen\s)"
    r"|(?:on|during)\b(?P<days>[^,;:.]{1,40}?)\s(?=(?:the|an?|our|your|you|we|they|it|there|all|each|every|no)\s))",
    re.IGNORECASE,
)
_INSERTED = re.compile(r",\s(?:if|when|where|unless|while)\b(?P<words>[^,;:.()]{1,80}),\s", re.IGNORECASE)
_CONTRAST = re.compile(r"(?:however|nevertheless|nonetheless|conversely|by contrast|in contrast)\b", re.IGNORECASE)
_FOR = re.compile(
    r"(?:(?P<verb>[\w-]+)\s+)?\bfor\s(?:(?:the|their|his|her|its|your|our|my|this|that|these|those)\s)?(?P<whom>[\w-]+)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]{3,}")
_NUMBER = re.compile(r"\d+")
STEM = 5


def exceptions(pair: Pair) -> Reason | None:
    """A sentence that opens with a case of its own ("On weekends, …") states the exception to the other.

    So does one that opens with "However" beside another of its section, and one that is for somebody of whom the other
    says nothing ("for schools").
    """
    if pair.relation is not DocumentRelation.SAME:
        return None
    both = (pair.a.evidence, pair.b.evidence)
    if both[0].context == both[1].context and any(_CONTRAST.match(e.quote.lstrip("*_` -")) for e in both):
        return Reason.SCOPE_DIFFERS  # "However, every fourth of them is …"
    for mine, other in ((pair.a, pair.b), (pair.b, pair.a)):
        known = stems(" ".join((other.evidence.quote, *other.evidence.context)))
        said = mine.evidence.quote.lstrip("*_` -")
        if any(not stems(case["words"]) <= known for case in _INSERTED.finditer(said)):
            return Reason.SCOPE_DIFFERS  # "a deposit, when paid for a group, is …"
        opening = _opening(said)
        if opening is None or pair.corpus.openings.search(opening.group()):
            continue
        if mine.value_text in opening.group() and mine.value_text not in said[opening.end() :] and not _is_year(mine):
            continue  # "At the highest speed of 127 mm/s, …" opens with what it says; "In the 2021 edition, …" does not
        case = opening["words"] or opening["days"]
        if not stems(case) <= known or not set(_NUMBER.findall(case)) <= set(_NUMBER.findall(other.evidence.quote)):
            return Reason.SCOPE_DIFFERS
    for mine, other in ((pair.a, pair.b), (pair.b, pair.a)):
        wanted = stems(_meant_for(mine.evidence.quote, pair.corpus.calling)) - stems(
            mine.value_text
        )  # "for ten minutes"
        if wanted and not wanted & stems(" ".join((other.evidence.quote, *other.evidence.context))):
            return Reason.SCOPE_DIFFERS
    return None


def _is_year(claim: Claim) -> bool:
    return isinstance(claim.value, Moment) and claim.value.precision is Precision.YEAR


@lru_cache(maxsize=4_096)
def _opening(said: str) -> re.Match[str] | None:
    """The case that a sentence opens with."""
    return _OPENING.match(said)


@lru_cache(maxsize=4_096)
def _meant_for(quote: str, calling: frozenset[str]) -> str:
    """Whom or what a sentence is for, but for what its verb asks or waits for."""
    found = _FOR.finditer(quote)
    return " ".join(match["whom"] for match in found if (match["verb"] or "").casefold() not in calling)


@lru_cache(maxsize=4_096)
def stems(text: str) -> frozenset[str]:
    """The first five letters of the words of a text that tell something."""
    return frozenset(word[:STEM].lower() for word in _WORD.findall(text)) - _STOPS


_STOPS = frozenset(
    ("the", "this", "that", "these", "those", "all", "any", "each", "every", "your", "our", "its", "are", "you", "use")
) | {word[:STEM] for word in ("example", "instance", "more", "details", "free", "most", "both", "one", "two", "new")}
