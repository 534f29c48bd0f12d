"""Keys: the connected components of meetings, never joining two different values of one unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scanner.model import Claim, Meeting, Reason, hash63

__all__ = ["assign_keys"]


_SAMPLE = 8  # differently worded statements of one key that a newcomer is held against
_ENDS = 2  # claims of one wording that are asked: old and new value of a change

Fits = Callable[[Claim, Claim], bool]


def assign_keys(claims: Mapping[str, Claim], meetings: Iterable[Meeting], fits: Fits) -> dict[str, int]:
    """A 63-bit key for every claim that met another.

    The surest meetings are joined first. Likeness is not transitive: two groups are joined only if each statement of
    one ``fits`` each of the other, so that a chain of near-statements does not end at another fact. A join that would
    put two differently valued claims of one unit under one key is left out too, unless they are the two ends of one
    stated change.
    """
    parent: dict[str, str] = {}
    members: dict[str, list[str]] = {}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for meeting in sorted(meetings, key=lambda m: (-m.score, m.claim_a, m.claim_b)):
        for name in (meeting.claim_a, meeting.claim_b):
            if name not in parent:
                parent[name] = name
                members[name] = [name]
        a, b = root(meeting.claim_a), root(meeting.claim_b)
        if a == b or _clash(claims, members[a], members[b]):
            continue
        if meeting.way not in _CERTAIN and not _all_fit(claims, members[a], members[b], fits):
            continue
        low, high = min(a, b), max(a, b)
        parent[high] = low
        members[low] = members[low] + members.pop(high)
    keys: dict[str, int] = {}
    for top, names in members.items():
        if len(names) > 1:
            first = claims[min(names)]
            key = hash63(f"{first.subject}\0{first.predicate}\0{top}")
            keys.update((name, key) for name in names)
    return dict(sorted(keys.items()))


def _all_fit(claims: Mapping[str, Claim], left: list[str], right: list[str], fits: Fits) -> bool:
    mine, theirs = _worded(claims, left), _worded(claims, right)
    return all(any(fits(a, b) for a in same for b in other) for same in mine for other in theirs)


def _worded(claims: Mapping[str, Claim], names: list[str]) -> list[list[Claim]]:
    """Some claims of each wording in a group, in a fixed order: the ends of one stated change share theirs."""
    by_statement: dict[str, list[Claim]] = {}
    for name in sorted(names):
        by_statement.setdefault(claims[name].statement, []).append(claims[name])
    return [by_statement[statement][:_ENDS] for statement in sorted(by_statement)][:_SAMPLE]


_CERTAIN = frozenset({Reason.SERIES, Reason.STATED_CHANGE, Reason.SAME_KEY, Reason.COPIED})


def _clash(claims: Mapping[str, Claim], left: list[str], right: list[str]) -> bool:
    units: dict[tuple[str, str, int], Claim] = {}
    for name in left:
        claim = claims[name]
        units[claim.evidence.source, claim.evidence.doc_id, claim.unit_id] = claim
    for name in right:
        claim = claims[name]
        other = units.get((claim.evidence.source, claim.evidence.doc_id, claim.unit_id))
        if (
            other is not None
            and other.value.value_key != claim.value.value_key
            and not (claim.pair and claim.pair == other.pair)
        ):
            return True
    return False
