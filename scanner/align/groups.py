"""Give keys anew to the claims whose group of meetings has changed; all other groups keep theirs."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from scanner.align.features import Corpus, document_of, key_of
from scanner.align.gates import about_one_thing
from scanner.align.keys import assign_keys
from scanner.align.known import rows, with_claims
from scanner.align.pair import Pair
from scanner.align.relate import Relations
from scanner.model import Alignment, Claim, Meeting, Reason
from scanner.store import Store, statements

__all__ = ["rekey"]

_PACKAGE = "scanner.align"
_GROUPED = pa.schema([("claim_id", pa.string())])


def rekey(
    store: Store, corpus: Corpus, relations: Relations, changed: Iterable[str], wanted: Iterable[Claim] = ()
) -> None:
    """Keys for all that met: those that meet directly or through others are looked at together.

    A group is looked at again if one of its meetings changed (``changed``: the claims of these), if something bears
    anew on one of its claims, or if two of its documents have become something else to one another. ``wanted`` are the
    claims of ``align_wanted``, which need not be read again.
    """
    pairs = rows(store, "SELECT claim_a, claim_b FROM meetings")
    moved = {name for (name,) in rows(store, statements("regroup.sql", _PACKAGE))} | set(changed)
    regrouped = sorted(_together(pairs, moved))
    store.run("CREATE OR REPLACE TEMP TABLE align_regrouped (claim_id VARCHAR)")
    store.append("align_regrouped", pa.Table.from_arrays([pa.array(regrouped, type=pa.string())], schema=_GROUPED))
    chosen = frozenset(regrouped)
    further = store.claims_where("SELECT claim_id FROM align_regrouped ANTI JOIN align_wanted USING (claim_id)")
    known = with_claims(corpus, [*(claim for claim in wanted if claim.claim_id in chosen), *further])
    met = rows(store, statements("regrouped.sql", _PACKAGE))
    meetings = [Meeting(a, b, Reason(way), score, tuple(missing)) for a, b, way, score, missing in met]

    direct = {(meeting.claim_a, meeting.claim_b) for meeting in meetings}

    def fits(a: Claim, b: Claim) -> bool:
        if (min(a.claim_id, b.claim_id), max(a.claim_id, b.claim_id)) in direct:
            return True
        relation = relations.of(document_of(a), document_of(b))
        similarity = known.similarity(a, b)
        return about_one_thing(Pair(a, b, relation, similarity, key_of(a) == key_of(b), known))

    keys = assign_keys({claim.claim_id: claim for claim in known.claims}, meetings, fits)
    before = dict(rows(store, statements("keys_before.sql", _PACKAGE)))
    store.amend_alignment(
        Alignment(keys={name: key for name, key in before.items() if keys.get(name) != key}),
        Alignment(keys={name: key for name, key in keys.items() if before.get(name) != key}),
    )


def _together(pairs: Iterable[tuple[str, str]], moved: set[str]) -> set[str]:
    """All claims of the groups in which one of ``moved`` stands."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for a, b in pairs:
        parent.setdefault(a, a)
        parent.setdefault(b, b)
        low, high = sorted((root(a), root(b)))
        parent[high] = low
    roots = {root(name) for name in moved if name in parent}
    return {name for name in parent if root(name) in roots}
