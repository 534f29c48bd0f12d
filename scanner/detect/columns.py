"""Findings that columns decide: SQL finds the disputes of most keys, and this gives them names, weights and ids.

A key goes this way if nothing in it tells of time, its scopes are equal or exclude one another, and doubles tell its
values apart; what is left over, Python judges. Both ways give the same findings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import pyarrow as pa

from scanner.detect.identity import signature
from scanner.detect.judge import MOST_NODES
from scanner.detect.order import Placed
from scanner.detect.parameters import DetectSettings
from scanner.detect.preference import conflict_type, first_owner, preferred
from scanner.detect.rank import LONGEST_VALUE, shown_predicate
from scanner.detect.steps import MANY_SWINGS
from scanner.detect.tables import arrow_table
from scanner.detect.weigh import Ground, confidence, parts_of, severity_of, tempered
from scanner.model import (
    Bound,
    ConflictType,
    FindingKind,
    Reason,
    Severity,
    SubjectBasis,
    ValueKind,
    VerdictKind,
    WindowBasis,
)
from scanner.rules import RuleSet
from scanner.store import Store, decode_scope, statements

__all__ = ["route", "settle"]

_MOST_CONSISTENT = 4
_ROUNDING = 1e-9
_BATCH = 20_000
_PACKAGE = "scanner.detect"
_REASONS = {
    ValueKind.QUANTITY: Reason.QUANTITY_DIFFERS,
    ValueKind.MOMENT: Reason.DATE_DIFFERS,
    ValueKind.VERSION: Reason.VERSION_DIFFERS,
    ValueKind.TERM: Reason.TERM_DIFFERS,
    ValueKind.FLAG: Reason.POLARITY_DIFFERS,
}
_MODALITY = "modality"
_TEMPORARY = (
    "scoped", "unsure_scopes", "tolerances", "stating", "spoken", "pairs", "signals", "signalled", "ended", "steps",
    "holding", "nodes", "clashes", "roles", "runs", "tellings", "saying", "sides", "settled", "chosen",
)  # fmt: skip
_UNSURE = pa.schema([("one", pa.int64()), ("other", pa.int64())])
_TOLERANCES = pa.schema([("predicate", pa.string()), ("tolerance", pa.float64())])
_CHOSEN = pa.schema([("item", pa.int64()), ("preferred", pa.int64())])
_S, _F, _I = pa.string(), pa.float64(), pa.int64()
_FINDINGS = pa.schema(
    [
        ("item", _I),
        ("key", _I),
        *((name, _S) for name in ("finding_id", "kind", "type", "reason", "way", "subject", "predicate", "bound")),
        ("scope", _S),
        ("confidence", _F),
        ("severity", _S),
        ("missing", pa.list_(_S)),
        ("part_names", pa.list_(_S)),
        ("part_values", pa.list_(_F)),
        *((name, _S) for name in ("fingerprint_content", "fingerprint_places", "owner")),
        ("explanation", pa.list_(_S)),
    ]
)


def route(store: Store, rules: RuleSet, settings: DetectSettings) -> None:
    """Find the disputes that columns can tell, from the tables ``members``, ``placed``, ``encounters``, ``manifold``.

    Afterwards the table ``left_over`` names the keys that columns cannot decide; of the others ``ended`` says what
    ended, ``steps`` what replaced what, and ``clashes`` what is in dispute.
    """
    for name, value in (
        ("most_nodes", MOST_NODES),
        ("most_consistent", _MOST_CONSISTENT),
        ("max_sides", settings.max_sides),
        ("rounding", _ROUNDING),
        ("many_swings", MANY_SWINGS),
        ("bases", [basis.value for basis in SubjectBasis]),
        ("windows", [basis.value for basis in WindowBasis if basis is not WindowBasis.UNKNOWN]),
        ("longest", LONGEST_VALUE),
        ("per_document", settings.max_places_per_document),
        ("per_side", settings.max_places),
    ):
        store.set_variable(name, value)
    store.run(statements("routes.sql", _PACKAGE))
    met = store.fetch(statements("scopes_met.sql", _PACKAGE)).to_pylist()
    unsure = [
        (row["one"], row["other"])
        for row in met
        if decode_scope(row["one_items"]).compare(decode_scope(row["other_items"])).kind is VerdictKind.POSSIBLE
    ]
    store.run("CREATE OR REPLACE TEMP TABLE unsure_scopes (one BIGINT, other BIGINT)")
    store.append("unsure_scopes", arrow_table(_UNSURE, unsure))
    store.run("CREATE OR REPLACE TEMP TABLE tolerances (predicate VARCHAR, tolerance DOUBLE)")
    loose = sorted((card.id, card.tolerance) for card in rules.predicates.values() if card.tolerance)
    store.append("tolerances", arrow_table(_TOLERANCES, loose))
    for script in ("spoken.sql", "pairs.sql", "chains.sql", "nodes.sql", "clashes.sql"):
        store.run(statements(script, _PACKAGE))


def settle(store: Store, placed: Sequence[Placed], predicates: frozenset[str], first: int) -> int:
    """Stage the findings that ``route`` found, numbered from ``first`` on, and the windows of what ended.

    Answers the number that follows the last one given.
    """
    store.set_variable("first", first)
    for script in ("tellings.sql", "sides.sql", "settled.sql"):
        store.run(statements(script, _PACKAGE))
    store.run("CREATE OR REPLACE TEMP TABLE chosen (item BIGINT, preferred BIGINT)")
    names = [(p.source, p.doc_id) for p in placed]
    following = first
    while True:
        batch = store.fetch(
            "SELECT * FROM settled WHERE item >= $low AND item < $high ORDER BY item",
            {"low": following, "high": following + _BATCH},
        )
        if not batch.num_rows:
            break
        findings, chosen = [], []
        for row in _rows(batch):
            finding, best = _finding(row, names, predicates)
            findings.append(finding)
            chosen.append((row["item"], best))
        store.append("staged_findings", arrow_table(_FINDINGS, findings))
        store.append("chosen", arrow_table(_CHOSEN, chosen))
        following += batch.num_rows
    store.run(statements("settled_sides.sql", _PACKAGE))
    store.run(statements("settled_windows.sql", _PACKAGE))
    for name in _TEMPORARY:
        store.run(f"DROP TABLE {name}")
    return following


def _rows(table: Any) -> Iterator[Mapping[str, Any]]:
    names = table.column_names
    for values in zip(*(column.to_pylist() for column in table.columns), strict=True):
        yield dict(zip(names, values, strict=True))


def _finding(
    row: Mapping[str, Any], names: Sequence[tuple[str, str]], predicates: frozenset[str]
) -> tuple[tuple[object, ...], int | None]:
    """The columns of one finding, and the number of the side it prefers."""
    told = _update(row) if row["is_update"] else _dispute(row)
    ground = Ground(
        extraction=row["extraction"],
        meeting=row["score"],
        missing=False,
        kind=VerdictKind.DIFFERENT,
        reason=told.ground,
        apart=row["apart"],
        rough=row["rough"],
        dated=row["dated"],
        functional=row["known"],
        witnesses=row["witnesses"],
        one_document=told.type is ConflictType.IN_DOCUMENT,
    )
    part_names, part_values, sure = _weighed(told.kind, ground)
    where = [
        (value, [names[number] for number in numbers])
        for value, numbers in zip(row["value_keys"], row["documents"], strict=True)
    ]
    finding_id, content, places = signature(
        told.kind, row["subject"], row["predicate"], Bound(row["bound"]), decode_scope(row["items"]), where
    )
    return (
        row["item"], row["key"], finding_id, told.kind.value, told.type.value, told.reason.value, row["way"],
        row["subject_text"] or row["subject"], shown_predicate(row["predicate"], row["predicate_text"], predicates),
        row["bound"], row["items"], sure, tempered(told.severity, sure).value, [], part_names, part_values,
        content, places,
        first_owner(row["owners"], told.preferred), [Reason.RETURNS.value] if row["returns"] else [],
    ), told.preferred  # fmt: skip


class _Told(NamedTuple):
    """What a finding is; ``ground`` is the reason that its confidence rests on, ``preferred`` the number of a side."""

    kind: FindingKind
    type: ConflictType
    reason: Reason
    ground: Reason
    severity: Severity
    preferred: int | None


def _update(row: Mapping[str, Any]) -> _Told:
    stated = Reason.STATED_WINDOW
    return _Told(FindingKind.SUPERSESSION, ConflictType.UPDATE, stated, stated, Severity.LOW, 1)


def _dispute(row: Mapping[str, Any]) -> _Told:
    kind = conflict_type(
        lag=row["lag"] is not None,
        one_document=len({number for numbers in row["documents"] for number in numbers}) == 1,
        scope_missing=False,
        changing=row["changing"],
        newest=row["newest"],
    )
    reason = _REASONS[ValueKind(row["kind"])]
    if reason is Reason.TERM_DIFFERS and row["unit"] == _MODALITY:
        reason = Reason.MODALITY_DIFFERS
    severity = severity_of(row["apart"], True, min(row["standing"]))
    if row["lag"] is not None:
        return _Told(FindingKind.CONFLICT, kind, Reason.LAG, reason, severity, row["value_keys"].index(row["lag"]))
    best = preferred(kind, row["newest"], row["standing"], row["authority"])
    return _Told(FindingKind.CONFLICT, kind, reason, reason, severity, best)


@lru_cache(maxsize=65_536)
def _weighed(kind: FindingKind, ground: Ground) -> tuple[list[str], list[float], float]:
    parts = parts_of(ground)
    return [name for name, _ in parts], [value for _, value in parts], confidence(kind, parts)
