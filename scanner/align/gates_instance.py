"""Gates between two instances or two kinds of one thing: "another reminder", "step 'b'", "members who pay yearly"."""

from __future__ import annotations

import re

from scanner.align.gates_case import stems
from scanner.align.gates_told import swapped
from scanner.align.pair import VERSIONS, Pair
from scanner.model import Claim, DocumentRelation, Reason, Term

__all__ = ["further", "introduced_apart", "kinds", "labelled", "variants"]

_FURTHER = re.compile(
    r"\b(?P<which>(?:yet\s+)?another|(?:one|two|three)\s+more|an?\s+(?:second|third|fourth|further|different|similar|"
    r"additional|extra)|the\s+other)\s+(?P<what>(?:[\w`<>:-]+\s+){0,2}[\w`<>:-]+)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"\b(?P<noun>[a-z]{3,})\s+(?P<open>[`'\"‘“])(?P<name>[^\s`'\"’”]{1,24})[`'\"’”](?!\w)", re.IGNORECASE
)
_VARIANT = re.compile(r"\((?P<name>[^()]{2,60})\)\W*$")
_NUMBER = re.compile(r"\d+")
_KIND = re.compile(
    r"\b(?P<noun>[a-z][\w-]{2,})\s+(?:that|which|who|whose)\s+(?:(?:is|are|was|were)\s+)?(?P<what>(?:(?!(?:is|are|must|may|can|shall|should|will)\b)"
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


def variants(pair: Pair) -> Reason | None:
    """ "Price: 45 EUR (oak)", "Price: 55 EUR (oak, tall)": what stands in brackets behind a value names its variant."""
    if pair.relation in VERSIONS:
        return None
    found = [_VARIANT.search(claim.evidence.quote) for claim in (pair.a, pair.b)]
    names = [stems(match["name"]) | frozenset(_NUMBER.findall(match["name"])) for match in found if match is not None]
    behind = [
        match is not None and claim.value_text in claim.evidence.quote[: match.start()]
        for claim, match in zip((pair.a, pair.b), found, strict=True)
    ]
    return Reason.SUBJECT_DIFFERS if all(behind) and names[0] != names[1] and names[0] & names[1] else None


def kinds(pair: Pair) -> Reason | None:
    """ "Members who pay yearly", "members who pay by cash": each tells of those that the other says nothing of."""
    if pair.relation in VERSIONS:
        return None
    mine, theirs = (_picked(claim) for claim in (pair.a, pair.b))
    told = [stems(" ".join((claim.evidence.quote, *claim.evidence.context))) for claim in (pair.a, pair.b)]
    for noun in mine.keys() & theirs.keys():
        if mine[noun] - told[1] and theirs[noun] - told[0]:
            return Reason.SUBJECT_DIFFERS
    if pair.relation is not DocumentRelation.SAME or not _is_duty(pair):
        return None
    # "You can park here", "You cannot park cars that leak oil here": the second tells of some only.
    only = [*((words, told[1]) for words in mine.values()), *((words, told[0]) for words in theirs.values())]
    return Reason.SCOPE_DIFFERS if any(len(words - known) * 2 > len(words) for words, known in only) else None


def _is_duty(pair: Pair) -> bool:
    return all(isinstance(claim.value, Term) and claim.value.domain == "modality" for claim in (pair.a, pair.b))


def _picked(claim: Claim) -> dict[str, frozenset[str]]:
    """Of which of its kind a noun is told: the words of the clause that picks them out, the value apart."""
    own = stems(claim.value_text)
    found = _KIND.finditer(claim.evidence.quote)
    return {match["noun"].casefold().removesuffix("s"): stems(match["what"]) - own for match in found}
