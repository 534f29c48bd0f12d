"""Versions of one document: what a unit said and what it says now, by comparing the units with their values masked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from scanner.align.features import Corpus, comparable_kind
from scanner.model import Claim, Meeting, Reason, VerdictKind

__all__ = ["meet_in_series"]

_ALIKE = 0.72


def meet_in_series(corpus: Corpus, older: Sequence[int], newer: Sequence[int]) -> Iterator[Meeting]:
    """Meetings between two consecutive versions.

    Units are matched by a diff over their masked statements; within a run of replaced units, by likeness of words.
    Slots of matched units meet in their order, if they can be compared at all.
    """
    left, right = _units(corpus, older), _units(corpus, newer)
    left_keys = [statement for statement, _ in left]
    right_keys = [statement for statement, _ in right]
    matcher = SequenceMatcher(None, left_keys, right_keys, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            for i, j in zip(range(i1, i2), range(j1, j2), strict=True):
                yield from _slots(left[i][1], right[j][1], 0.97)
        elif tag == "replace":
            for i, j, score in _alike(left_keys[i1:i2], right_keys[j1:j2]):
                yield from _slots(left[i1 + i][1], right[j1 + j][1], round(0.97 * score, 3))


def _units(corpus: Corpus, indices: Sequence[int]) -> list[tuple[str, list[Claim]]]:
    """The document's units in order: statement with heading, and the claims in it by slot."""
    units: dict[int, list[Claim]] = defaultdict(list)
    for index in indices:
        claim = corpus.claims[index]
        if corpus.dates_itself(claim):
            continue
        units[claim.unit_id].append(claim)
    found = []
    for number in sorted(units):
        claims = sorted(units[number], key=lambda c: (c.slot, c.claim_id))
        found.append((claims[0].statement, claims))
    return found


def _alike(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """Pairs of replaced units that mostly share their words, best first, each used once and never crossing."""
    if len(left) * len(right) > 2_500:
        return
    scored = []
    for i, a in enumerate(left):
        words_a = a.split()
        for j, b in enumerate(right):
            ratio = SequenceMatcher(None, words_a, b.split(), autojunk=False).ratio()
            if ratio >= _ALIKE and len(words_a) > 2:
                scored.append((-ratio, abs(i - j), i, j))
    used_left: set[int] = set()
    used_right: set[int] = set()
    for negative, _, i, j in sorted(scored):
        if i in used_left or j in used_right:
            continue
        used_left.add(i)
        used_right.add(j)
        yield i, j, -negative


def _slots(left: Sequence[Claim], right: Sequence[Claim], score: float) -> Iterator[Meeting]:
    """Claims of two matched units, paired slot by slot within one comparable kind, extractor and bound class."""
    groups: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in right:
        groups[comparable_kind(claim), claim.extractor].append(claim)
    counters: dict[tuple[str, str], int] = defaultdict(int)
    for claim in left:
        kind = (comparable_kind(claim), claim.extractor)
        position = counters[kind]
        counters[kind] += 1
        if position >= len(groups[kind]):
            continue
        other = groups[kind][position]
        if claim.evidence.quote == other.evidence.quote and claim.value.value_key != other.value.value_key:
            continue  # the same words: only what they were read against differs ("this week")
        verdict = claim.scope.compare(other.scope)
        if verdict.kind is VerdictKind.DIFFERENT:
            continue
        a, b = sorted((claim.claim_id, other.claim_id))
        yield Meeting(a, b, Reason.SERIES, score, verdict.missing)
