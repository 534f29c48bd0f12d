"""Findings that columns decide: SQL finds the disputes of most keys, and this gives them names, weights and ids.

A key goes this way if it tells of time by stated starts at most, and doubles tell its values apart; what is left over,
Python judges. Both ways give the same findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from scanner.detect.identity import signature
from scanner.detect.judge import MOST_NODES
from scanner.detect.order import Placed
from scanner.detect.parameters import DetectSettings
from scanner.detect.rank import LONGEST_VALUE
from scanner.detect.scopes import relate_scopes
from scanner.detect.steps import MANY_SWINGS
from scanner.detect.tables import arrow_table
from scanner.detect.weigh import APART_STEPS, Ground, confidence, parts_of, severity_of, tempered
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
_PACKAGE = "scanner.detect"
_MODALITY = "modality"
_REASONS = (
    (ValueKind.QUANTITY, "", Reason.QUANTITY_DIFFERS),
    (ValueKind.MOMENT, "", Reason.DATE_DIFFERS),
    (ValueKind.VERSION, "", Reason.VERSION_DIFFERS),
    (ValueKind.TERM, "", Reason.TERM_DIFFERS),
    (ValueKind.TERM, _MODALITY, Reason.MODALITY_DIFFERS),
    (ValueKind.FLAG, "", Reason.POLARITY_DIFFERS),
)
_TEMPORARY = (
    "scoped", "scopes_met", "dimensions", "bonds", "bonded", "tolerances", "spoken", "pairs", "signals",
    "signalled", "ended", "steps", "holding", "nodes", "clashes", "disputes", "roles", "runs", "tellings", "saying",
    "sides", "settled", "grounds", "reasons", "carded", "weighed", "signed",
)  # fmt: skip
_TOLERANCES = pa.schema([("predicate", pa.string()), ("tolerance", pa.float64())])
_S, _F, _I = pa.string(), pa.float64(), pa.int64()
_GIVEN = {
    "reasons": pa.schema([("kind", _S), ("unit", _S), ("reason", _S)]),
    "carded": pa.schema([("predicate", _S)]),
    "signed": pa.schema([("item", _I), ("finding_id", _S), ("content", _S), ("places", _S)]),
    "weighed": pa.schema(
        [
            ("ground", _I),
            ("kind", _S),
            ("confidence", _F),
            ("severity", _S),
            ("part_names", pa.list_(_S)),
            ("part_values", pa.list_(_F)),
        ]
    ),
}
"""Tables that Python gives to SQL while it settles."""


def route(store: Store, rules: RuleSet, settings: DetectSettings, began: Callable[[str], None]) -> None:
    """Find the disputes that columns can tell, from the tables ``members``, ``placed``, ``encounters``, ``manifold``.

    Afterwards the table ``left_over`` names the keys that columns cannot decide; of the others ``ended`` says what
    ended, ``steps`` what replaced what, and ``clashes`` what is in dispute. ``began`` is told each step as it begins.
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
    relate_scopes(store)
    store.run("CREATE OR REPLACE TEMP TABLE tolerances (predicate VARCHAR, tolerance DOUBLE)")
    loose = sorted((card.id, card.tolerance) for card in rules.predicates.values() if card.tolerance)
    store.append("tolerances", arrow_table(_TOLERANCES, loose))
    for script in ("spoken.sql", "pairs.sql", "chains.sql"):
        store.run(statements(script, _PACKAGE))
    began("judging")
    for script in ("nodes.sql", "clashes.sql"):
        store.run(statements(script, _PACKAGE))


def settle(store: Store, placed: Sequence[Placed], predicates: frozenset[str], first: int) -> int:
    """Stage the findings that ``route`` found, numbered from ``first`` on, and the windows of what ended.

    Answers the number that follows the last one given.
    """
    store.set_variable("first", first)
    store.set_variable("apart_steps", list(APART_STEPS))
    for script in ("tellings.sql", "sides.sql", "settled.sql", "given.sql"):
        store.run(statements(script, _PACKAGE))
    _give(store, "reasons", ((kind.value, unit, reason.value) for kind, unit, reason in _REASONS))
    _give(store, "carded", ((name,) for name in sorted(predicates)))
    _give(store, "weighed", map(_weighed, _rows(store.fetch("SELECT * FROM grounds ORDER BY ground"))))
    odd = store.fetch(statements("settled_odd.sql", _PACKAGE))
    names = [(p.source, p.doc_id) for p in placed] if odd.num_rows else []
    _give(store, "signed", (_signed(row, names) for row in _rows(odd)))
    for script in ("settled_findings.sql", "settled_sides.sql", "settled_windows.sql"):
        store.run(statements(script, _PACKAGE))
    found = store.fetch("SELECT count(*) FROM settled").column(0)[0].as_py()
    for name in _TEMPORARY:
        store.run(f"DROP TABLE {name}")
    return first + int(found)


def _give(store: Store, name: str, rows: Iterable[Sequence[object]]) -> None:
    store.append(name, arrow_table(_GIVEN[name], rows))


def _rows(table: Any) -> Iterator[Mapping[str, Any]]:
    names = table.column_names
    for values in zip(*(column.to_pylist() for column in table.columns), strict=True):
        yield dict(zip(names, values, strict=True))


def _kind(row: Mapping[str, Any]) -> FindingKind:
    if row["is_update"]:
        return FindingKind.SUPERSESSION
    return FindingKind.POSSIBLE if row["possible"] else FindingKind.CONFLICT


def _weighed(row: Mapping[str, Any]) -> tuple[object, ...]:
    """How sure and how grave a finding on one of the grounds is."""
    kind = _kind(row)
    ground = Ground(
        extraction=row["extraction"],
        meeting=row["score"],
        missing=row["possible"],
        kind=VerdictKind.DIFFERENT,
        reason=Reason.STATED_WINDOW,
        apart=row["apart"],
        rough=row["rough"],
        dated=row["dated"],
        functional=row["known"],
        witnesses=2 if row["witnessed"] else 1,
        one_document=row["type"] == ConflictType.IN_DOCUMENT,
    )
    parts = parts_of(ground)
    sure = confidence(kind, parts)
    grave = Severity.LOW if row["is_update"] else severity_of(row["apart"], not row["possible"], row["standing"])
    names, values = [name for name, _ in parts], [value for _, value in parts]
    return row["ground"], kind.value, sure, tempered(grave, sure).value, names, values


def _signed(row: Mapping[str, Any], names: Sequence[tuple[str, str]]) -> tuple[object, ...]:
    where = [
        (value, [names[number] for number in numbers])
        for value, numbers in zip(row["value_keys"], row["documents"], strict=True)
    ]
    kind = _kind(row)
    scope = decode_scope(row["items"])
    return row["item"], *signature(kind, row["subject"], row["predicate"], Bound(row["bound"]), scope, where)
