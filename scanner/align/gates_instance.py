"""Gates between two instances or two kinds of one thing: "another reminder", "step 'b'", "members who pay yearly"."""

from __future__ import annotations

import re

from scanner.align.gates_case import stems
from scanner.align.gates_told import swapped
from scanner.align.pair import VERSIONS, Pair
from scanner.model import Claim, DocumentRelation, Reason

__all__ = ["further", "introduced_apart", "kinds", "labelled"]

_FURTHER = re.compile(
    r"\b(?P<which>(?:yet\s+)?another|(?:one|two|three)\s+more|an?\s+(?:second|third|fourth|further|different|similar|"
    r"additional|extra)|the\s+other)\s+(?P<what>(?:[\w`<>:-]+\s+){0,2}[\w`<>:-]+)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"\b(?P<noun>[a-z]{3,})\s+(?P<open>[`'\"‘“])(?P<name>[^\s`'\"’”]{1,24})[`'\"’”](?!\w)", re.IGNORECASE
)
_KIND = re.compile(
    r"\b(?P<noun>[a-z][\w-]{2,})\s+(?:that|which|who|whose)\s+(?P<what>(?:(?!(?:is|are|must|may|can|shall|should|will)\b)"
    r"[^\s,.;:()]+(?:\s|(?=[,.;:()]))){1,6})",
    re.IGNORECASE,
)


def further(pair: Pair) -> Reason | None:
    """ "Another cell that holds 2", "one more cell that holds 3": what follows the first is told of a further one."""
    if pair.relation in VERSIONS:
        return None
    mine, theirs = (_further(claim) for claim in (pair.a, pair.b))
    again = mine == theirs and pair.relation is not DocumentRelation.SAME
    return Reason.SUBJECT_DIFFERS if mine | theirs and not again else None


def _further(claim: Claim) -> frozenset[str]:
    """The words that make a further one of what a claim is about."""
    named = stems(claim.subject_text)
    found = _FURTHER.finditer(claim.evidence.quote)
    return frozenset(" ".join(m["which"].casefold().split()) for m in found if named & stems(m["what"]))


def introduced_apart(pair: Pair) -> Reason | None:
    """Two lists introduced by one sentence but for a noun ("… of the PNG driver:", "… of the PS driver:")."""
    if pair.relation in VERSIONS or pair.relation is DocumentRelation.SAME:
        return None
    mine, theirs = (
        {above.casefold() for above in claim.evidence.context if above.rstrip().endswith(":")}
        for claim in (pair.a, pair.b)
    )
    apart = any(swapped(a, b) for a in sorted(mine - theirs) for b in sorted(theirs - mine))
    return Reason.LEAD_DIFFERS if apart else None


def labelled(pair: Pair) -> Reason | None:
    """ "The list labelled 'b'", "the list labelled 'c'": one noun before two names is told of two things."""
    if pair.relation in VERSIONS:
        return None
    mine, theirs = (_labels(claim) for claim in (pair.a, pair.b))
    apart = any(mine[noun].isdisjoint(theirs[noun]) for noun in mine.keys() & theirs.keys())
    return Reason.SUBJECT_DIFFERS if apart else None


def _labels(claim: Claim) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _LABELLED.finditer(claim.evidence.quote):
        if match["name"] not in claim.value_text:
            found.setdefault(match["noun"].casefold(), set()).add(match["name"])
    return found


def kinds(pair: Pair) -> Reason | None:
    """ "Members who pay yearly", "members who pay by cash": each tells of those that the other says nothing of."""
    if pair.relation in VERSIONS:
        return None
    mine, theirs = (_picked(claim) for claim in (pair.a, pair.b))
    told = [stems(" ".join((claim.evidence.quote, *claim.evidence.context))) for claim in (pair.a, pair.b)]
    for noun in mine.keys() & theirs.keys():
        if mine[noun] - told[1] and theirs[noun] - told[0]:
            return Reason.SUBJECT_DIFFERS
    return None


def _picked(claim: Claim) -> dict[str, frozenset[str]]:
    """Of which of its kind a noun is told: the words of the clause that picks them out, the value apart."""
    own = stems(claim.value_text)
    found = _KIND.finditer(claim.evidence.quote)
    return {match["noun"].casefold().removesuffix("s"): stems(match["what"]) - own for match in found}
