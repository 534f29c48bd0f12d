"""The values of two units that stand for each other in two versions: which of them is which.

A value keeps its name (column, key, option) from version to version, so under one name values of different kinds meet
as well ("End of life: No", then a date). Values without a common name meet in their order, within one kind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from scanner.align.features import comparable_kind, is_derived, is_whole
from scanner.model import Bound, Claim, Meeting, Reason, VerdictKind

__all__ = ["pair_slots", "slot_name"]

_NAMING = frozenset({"table", "key_value", "option", "config_code"})
_WORD = re.compile(r"\w+")
_ENDS = frozenset({Bound.MIN, Bound.MAX})


def slot_name(claim: Claim) -> str:
    """The column, key or option a value stands under, in lower case without marks; ``""`` where nothing names it."""
    return " ".join(_WORD.findall(claim.predicate_text.casefold())) if claim.extractor in _NAMING else ""


def pair_slots(left: Sequence[Claim], right: Sequence[Claim], score: float) -> Iterator[Meeting]:
    """The meetings of the claims of two matched units."""
    left, right = ([c for c in side if not is_derived(c)] for side in (left, right))
    whole_left, parts_left = _apart(left)
    whole_right, parts_right = _apart(right)
    found = [pair for pair in _pairs(parts_left, parts_right) if not _reordered(*pair, left, right)]
    named = any(slot_name(a) and a.value.value_key != b.value.value_key for a, b in found)
    wholes = [(a, b) for a, b in zip(whole_left, whole_right, strict=False) if a.value.value_key != b.value.value_key]
    if wholes and not named:
        # What the line says as a whole has changed: the dates in its brackets tell less.
        found = [*wholes, *((a, b) for a, b in found if a.extractor != "place")]
    for a, b in found:
        meeting = _meeting(a, b, score)
        if meeting is not None:
            yield meeting


def _reordered(a: Claim, b: Claim, left: Sequence[Claim], right: Sequence[Claim]) -> bool:
    """Whether both values stand on both sides: a list in another order has not changed."""
    return (
        a.value.value_key != b.value.value_key
        and any(c.value.value_key == b.value.value_key for c in left)
        and any(c.value.value_key == a.value.value_key for c in right)
        and not (slot_name(a) and sum(slot_name(c) == slot_name(a) for c in (*left, *right)) == 2)
    )


def _apart(claims: Sequence[Claim]) -> tuple[list[Claim], list[Claim]]:
    """Claims of a whole line, and all others."""
    return [claim for claim in claims if is_whole(claim)], [claim for claim in claims if not is_whole(claim)]


def _pairs(left: Sequence[Claim], right: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Claims under one name, then the others in order."""
    several = len({c.lead for c in left if c.extractor == "table"}) > 1  # an attribute a row: its cells have owners

    def name_of(claim: Claim) -> str:
        name = slot_name(claim)
        return f"{claim.lead} {name}" if name and several else name

    names = {name_of(c) for c in left if name_of(c)} & {name_of(c) for c in right if name_of(c)}
    for name in sorted(names):
        yield from _under_one_name([c for c in left if name_of(c) == name], [c for c in right if name_of(c) == name])
    rest_left, rest_right = ([c for c in side if name_of(c) not in names] for side in (left, right))
    yield from _in_order(rest_left, rest_right)


def _under_one_name(left: Sequence[Claim], right: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Values of one slot: minimum and maximum apart, equal ones first, then what is left if it is as many.

    Of a list that grew or shrank nothing tells which value became which.
    """
    for bound in (Bound.MIN, Bound.MAX, None):
        mine, theirs = [c for c in left if _end(c) is bound], [c for c in right if _end(c) is bound]
        if not (mine and theirs) and bound is not None:
            continue
        if bound is None:  # a class word comes and goes with the wording
            mine += [c for c in left if _end(c) is not None and not any(_end(o) is _end(c) for o in right)]
            theirs += [c for c in right if _end(c) is not None and not any(_end(o) is _end(c) for o in left)]
        keys, others = [c.value.value_key for c in mine], [c.value.value_key for c in theirs]
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, keys, others, autojunk=False).get_opcodes():
            if tag in {"equal", "replace"} and i2 - i1 == j2 - j1:
                yield from zip(mine[i1:i2], theirs[j1:j2], strict=True)


def _end(claim: Claim) -> Bound | None:
    return claim.bound if claim.bound in _ENDS else None


def _in_order(left: Sequence[Claim], right: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Values without a common name, kind by kind, in order; of renamed columns only as many as there were."""
    groups: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in right:
        groups[comparable_kind(claim), claim.extractor].append(claim)
    mine: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in left:
        mine[comparable_kind(claim), claim.extractor].append(claim)
    for kind, claims in mine.items():
        theirs = groups.get(kind, [])
        if len(claims) == len(theirs):
            yield from zip(claims, theirs, strict=True)
        elif kind[1] not in _NAMING:
            yield from _around_equals(claims, theirs)


def _around_equals(left: Sequence[Claim], right: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Of values of which some were added or taken away: equal ones are the same, the others keep their order."""
    keys, others = ([claim.value.value_key for claim in side] for side in (left, right))
    for _, i1, i2, j1, j2 in SequenceMatcher(None, keys, others, autojunk=False).get_opcodes():
        yield from zip(left[i1:i2], right[j1:j2], strict=False)


def _meeting(a: Claim, b: Claim, score: float) -> Meeting | None:
    if a.evidence.quote == b.evidence.quote and a.value.value_key != b.value.value_key:
        return None  # the same words: only what they were read against differs ("this week")
    verdict = a.scope.compare(b.scope)
    if verdict.kind is VerdictKind.DIFFERENT:
        return None
    low, high = sorted((a.claim_id, b.claim_id))
    return Meeting(low, high, Reason.SERIES, score, verdict.missing)
