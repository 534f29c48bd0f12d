"""In-document checks: what one document says in two places that cannot both be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from scanner.detect.members import Family, families
from scanner.detect.rank import Ranking
from scanner.model import SLIPS, Reason
from scanner.rules import RuleSet
from scanner.store import FindingRow, Store, statements

__all__ = ["slips"]

_PACKAGE = "scanner.detect"
_LAST = 2**63 - 1


def slips(store: Store, ranking: Ranking, rules: RuleSet, known: Iterable[FindingRow] = ()) -> tuple[FindingRow, ...]:
    """Findings of every in-document check, those left out that ``known`` ones tell already.

    Needs the table of placed documents.
    """
    told = {frozenset(_places(finding)) for finding in known if finding.reason is Reason.OUTSIDE_BOUND}
    found = tuple(_found(store, ranking, rules))
    return tuple(finding for finding in found if not any(_places(finding) <= places for places in told))


def _places(finding: FindingRow) -> set[str]:
    return {claim_id for side in finding.sides for claim_id, _ in side.places}


def _found(store: Store, ranking: Ranking, rules: RuleSet) -> Iterator[FindingRow]:
    yield from _after(store, ranking, rules)
    store.run(statements("outside.sql", _PACKAGE))
    for family in _families(store, rules):
        yield ranking.slip(family, (0, 1) if family.members[0].predicate == "default" else (1, 0), Reason.OUTSIDE_BOUND)
    store.run("CREATE OR REPLACE TEMP TABLE reasons (reason VARCHAR)")
    store.append("reasons", pa.table({"reason": sorted(SLIPS)}))
    store.run(statements("slips.sql", _PACKAGE))
    for family in _families(store, rules):
        yield ranking.slip(family, (0, 1), Reason(family.members[0].extractor))
    for name in ("orders", "reasons"):
        store.run(f"DROP TABLE {name}")


def _after(store: Store, ranking: Ranking, rules: RuleSet) -> Iterator[FindingRow]:
    """What the cards say cannot be: a value that comes after one it must not come after."""
    orders = sorted((card.id, later) for card in rules.predicates.values() for later in card.not_after)
    store.run("CREATE OR REPLACE TEMP TABLE orders (earlier VARCHAR, later VARCHAR)")
    columns = {"earlier": [a for a, _ in orders], "later": [b for _, b in orders]}
    store.append("orders", pa.table(columns, schema=pa.schema([(name, pa.string()) for name in columns])))
    store.run(statements("impossible.sql", _PACKAGE))
    for family in _families(store, rules):
        a, b = family.members
        yield ranking.slip(family, (0, 1) if (a.predicate, b.predicate) in orders else (1, 0), Reason.END_BEFORE_START)


def _families(store: Store, rules: RuleSet) -> Iterator[Family]:
    """The wanted pairs."""
    store.run(statements("members.sql", _PACKAGE))
    store.run("CREATE OR REPLACE TEMP TABLE left_over AS SELECT DISTINCT key FROM members")
    members = store.fetch(statements("members_between.sql", _PACKAGE), {"low": 0, "high": _LAST})
    pairs = families(members, None, rules)
    return (family for _, family in pairs if len(family.members) == 2)
