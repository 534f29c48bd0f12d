"""The scan: from claims with keys to windows and findings, one key after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import pyarrow as pa

from scanner.detect.judge import disputes
from scanner.detect.members import Family, families
from scanner.detect.order import Placed, place_documents
from scanner.detect.parameters import DetectSettings
from scanner.detect.rank import Ranking, in_order, numbered
from scanner.detect.slips import slips
from scanner.detect.steps import replacements
from scanner.detect.supersede import Outcome, supersede
from scanner.model import Finding
from scanner.rules import RuleSet
from scanner.store import FindingRow, Store, statements

__all__ = ["detect", "scan"]

_PACKAGE = "scanner.detect"
_PLACED = pa.schema(
    [
        ("number", pa.int64()),
        ("source", pa.string()),
        ("doc_id", pa.string()),
        ("day", pa.date32()),
        ("closed", pa.bool_()),
        ("closed_at", pa.date32()),
        ("closed_by", pa.string()),
        ("closed_reason", pa.string()),
    ]
)
_WINDOWS = pa.schema(
    [
        ("claim_id", pa.string()),
        ("window_start", pa.date32()),
        ("window_end", pa.date32()),
        ("window_basis", pa.string()),
        ("reason", pa.string()),
        ("closed", pa.bool_()),
        ("closed_by", pa.string()),
    ]
)


def detect(store: Store, *, as_of: date, rules: RuleSet, settings: DetectSettings | None = None) -> tuple[Finding, ...]:
    """Supersede, judge and rank everything that has a key; store windows and findings and answer the findings.

    The same claims, keys, rules and ``as_of`` give the same findings, whatever the order in which documents came.
    What takes effect after ``as_of`` is no finding yet.
    """
    scan(store, as_of=as_of, rules=rules, settings=settings)
    return store.findings()


def scan(store: Store, *, as_of: date, rules: RuleSet, settings: DetectSettings | None = None) -> int:
    """Do what ``detect`` does and answer only how many findings there are."""
    chosen = settings or DetectSettings()
    with store.transaction():
        placed = place_documents(store.documents(), store.links(), chosen)
        _write_placed(store, placed)
        store.run(statements("contested.sql", _PACKAGE))
        store.run("DELETE FROM windows")
        store.run(statements("document_windows.sql", _PACKAGE))
        manifold = _manifold(store, rules, chosen)
        members = store.fetch(statements("members.sql", _PACKAGE))
        encounters = store.fetch(statements("encounters.sql", _PACKAGE))
        findings: list[FindingRow] = []
        windows: list[tuple[object, ...]] = []
        ranking = Ranking(placed, chosen, as_of, frozenset(rules.predicates))
        for family in families(members, encounters, rules):
            outcome = supersede(family, placed, as_of)
            windows.extend(_windows(family, outcome, placed, as_of))
            for dispute in disputes(family, outcome, manifold):
                findings.append(ranking.dispute(family, outcome, dispute))
            for replacement in replacements(family, outcome, as_of):
                findings.append(ranking.replacement(family, outcome, replacement))
        store.append("windows", _table(_WINDOWS, windows))
        findings.extend(slips(store, ranking, rules, findings))
        ordered = numbered(in_order(findings))
        store.replace_findings(ordered, as_of)
        for name in ("contested", "wanted", "placed"):
            store.run(f"DROP TABLE {name}")
    return len(ordered)


def _table(schema: Any, rows: Iterable[Sequence[object]]) -> Any:
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.Table.from_arrays(
        [pa.array(column, type=field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
    )


def _write_placed(store: Store, placed: Sequence[Placed]) -> None:
    store.run(
        "CREATE OR REPLACE TEMP TABLE placed (number BIGINT, source VARCHAR, doc_id VARCHAR, day DATE, closed BOOLEAN, "
        "closed_at DATE, closed_by VARCHAR, closed_reason VARCHAR)"
    )
    rows = (
        (p.number, p.source, p.doc_id, p.day, p.closed, p.closed_at, _name(placed, p.closed_by), p.closed_reason.value)
        for p in placed
    )
    store.append("placed", _table(_PLACED, rows))


def _name(placed: Sequence[Placed], number: int) -> str:
    return f"{placed[number].source}/{placed[number].doc_id}" if number >= 0 else ""


def _manifold(store: Store, rules: RuleSet, settings: DetectSettings) -> frozenset[str]:
    """Predicates that have several values by nature; a card that calls its predicate functional is believed."""
    found = store.fetch(
        statements("manifold.sql", _PACKAGE),
        {"many_subjects": settings.many_subjects, "many_share": settings.many_share},
    )
    names = [str(name) for name in found.column(0).to_pylist()]
    return frozenset(name for name in names if name not in rules.predicates or not rules.predicates[name].functional)


def _windows(family: Family, outcome: Outcome, placed: Sequence[Placed], as_of: date) -> Iterable[tuple[object, ...]]:
    for number in sorted(outcome.closings):
        closing, member = outcome.closings[number], family.members[number]
        window = outcome.window(number, member)
        closed = closing.at is None or closing.at <= as_of
        by = (
            family.members[closing.by].claim_id if closing.by >= 0 else _name(placed, placed[member.document].closed_by)
        )
        yield member.claim_id, window.start, window.end, window.basis.value, closing.reason.value, closed, by
