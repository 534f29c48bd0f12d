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
_STIRRED = pa.schema([("claim_id", pa.string())])


def rekey(
    store: Store, corpus: Corpus, relations: Relations, changed: Iterable[str], wanted: Iterable[Claim] = ()
) -> None:
    """Keys for all that met: those that meet directly or through others are looked at together.

    A group is looked at again if one of its meetings changed (``changed``: the claims of these), if something bears
    anew on one of its claims, or if two of its documents have become something else to one another. ``wanted`` are the
    claims of ``align_wanted``, which need not be read again.
    """
    store.run(statements("regroup.sql", _PACKAGE))
    store.append("align_stirred", pa.Table.from_arrays([pa.array(sorted(changed), type=pa.string())], schema=_STIRRED))
    store.run(statements("together.sql", _PACKAGE))
    chosen = frozenset(name for (name,) in rows(store, "FROM align_regrouped"))
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
