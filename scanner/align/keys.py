"""Keys: the connected components of meetings, never joining two different values of one unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scanner.model import Claim, Meeting, hash63

__all__ = ["assign_keys"]


def assign_keys(claims: Mapping[str, Claim], meetings: Iterable[Meeting]) -> dict[str, int]:
    """A 63-bit key for every claim that met another.

    The surest meetings are joined first. A join that would put two differently valued claims of one unit under one key
    is left out, unless they are the two ends of one stated change.
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
