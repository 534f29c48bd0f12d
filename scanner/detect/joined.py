"""Which scopes of one fact's versions are one, though a version leaves something out."""

from __future__ import annotations

from collections.abc import Sequence

from scanner.detect.members import Member
from scanner.detect.order import Placed
from scanner.model import Scope, VerdictKind

__all__ = ["joined"]


def joined(
    scopes: dict[Scope, list[int]], members: Sequence[Member], placed: Sequence[Placed] | None
) -> dict[Scope, list[int]]:
    """Scopes of one sentence's versions that differ only in what one of them leaves out, as one.

    A title or heading that gains or loses a word changes the scope read from it, not the fact. Scopes that stand side
    by side in one document are kept apart; with ``placed`` all are but those of the documents of one series.
    """

    def of_one_series(documents: set[int]) -> bool:
        runs = set() if placed is None else {placed[document].series for document in documents}
        return placed is None or (len(runs) == 1 and min(runs) >= 0)

    found: dict[Scope, list[int]] = {}
    for scope in sorted(scopes, key=lambda s: (len(s.items), s.items)):
        documents = {members[n].document for n in scopes[scope]}
        for base, numbers in found.items():
            others = {members[n].document for n in numbers}
            apart = documents & others or not of_one_series(documents | others)
            if not apart and base.compare(scope).kind is not VerdictKind.DIFFERENT:
                numbers.extend(scopes[scope])
                break
        else:
            found[scope] = list(scopes[scope])
    for numbers in found.values():
        numbers.sort()
    return found
