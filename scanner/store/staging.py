"""Findings on their way into the store: staged in batches while a scan runs, put in order once it is through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

import duckdb
import pyarrow as pa

from scanner.store.bulk import append, fetch, registered, run
from scanner.store.codec import encode_scope
from scanner.store.connection import statements
from scanner.store.records import FindingRow
from scanner.store.rows import table

__all__ = ["finish", "stage", "start"]

_S, _D, _I, _F, _B = pa.string(), pa.date32(), pa.int64(), pa.float64(), pa.bool_()
_TEXTS = pa.list_(_S)


def _schema(**columns: Any) -> Any:
    return pa.schema(list(columns.items()))


_FINDINGS = _schema(
    item=_I, key=_I, finding_id=_S, kind=_S, type=_S, reason=_S, way=_S, subject=_S, predicate=_S, bound=_S, scope=_S,
    confidence=_F, severity=_S, missing=_TEXTS, part_names=_TEXTS, part_values=pa.list_(_F), fingerprint_content=_S,
    fingerprint_places=_S, owner=_S, explanation=_TEXTS,
)  # fmt: skip
_SIDES = _schema(
    item=_I, number=_I, consistent=_B, value=_S, canonical=_S, value_key=_S, valid_from=_D, valid_to=_D,
    window_basis=_S, authority=_F, preferred=_B, witnesses=_I,
)  # fmt: skip
_PLACES = _schema(item=_I, number=_I, place=_I, claim_id=_S, standing=_F)
_AGAIN = _schema(item=_I, finding_id=_S)


def start(connection: duckdb.DuckDBPyConnection) -> None:
    """Begin an empty set of findings; those stored stay until ``finish``."""
    run(connection, statements("staged.sql"))


def stage(connection: duckdb.DuckDBPyConnection, first: int, findings: Sequence[tuple[int, FindingRow]]) -> None:
    """Add findings, each with the key it is of; they are numbered from ``first`` on."""
    numbered = [(item, key, found) for item, (key, found) in enumerate(findings, first)]
    append(connection, "staged_findings", table(_FINDINGS, (_finding_row(*each) for each in numbered)))
    append(connection, "staged_sides", table(_SIDES, _side_rows(numbered)))
    append(connection, "staged_places", table(_PLACES, _place_rows(numbered)))


def finish(connection: duckdb.DuckDBPyConnection, as_of: date, another: Callable[[str, int], str]) -> int:
    """Replace all findings by those staged, in the order of reporting; how many there are.

    ``another`` makes the id of a finding that is, in all its id is made of, the second, third … of its kind.
    """
    run(connection, statements("findings_order.sql"))
    repeated = fetch(connection, "SELECT item, finding_id, again FROM staged_order WHERE again > 1 ORDER BY item")
    renamed = [(row["item"], another(row["finding_id"], row["again"])) for row in repeated.to_pylist()]
    if renamed:
        with registered(connection, table(_AGAIN, renamed)) as view:
            run(connection, f"UPDATE staged_order o SET finding_id = r.finding_id FROM {view} r WHERE r.item = o.item")
    found = run(connection, "SELECT count(*) FROM staged_findings")
    run(connection, "SET VARIABLE as_of = $day", {"day": as_of})
    run(connection, statements("findings_write.sql"))
    return int(found[0][0])


def _finding_row(item: int, key: int, f: FindingRow) -> tuple[object, ...]:
    return (
        item, key, f.finding_id, f.kind.value, f.type.value, f.reason.value, f.way.value, f.subject, f.predicate,
        f.bound.value, encode_scope(f.scope), f.confidence, f.severity.value, list(f.missing),
        [name for name, _ in f.parts], [value for _, value in f.parts], f.fingerprint_content, f.fingerprint_places,
        f.owner, list(f.explanation),
    )  # fmt: skip


def _side_rows(findings: Sequence[tuple[int, int, FindingRow]]) -> Iterable[tuple[object, ...]]:
    for item, _, f in findings:
        for number, s in enumerate(f.sides):
            yield (
                item, number, s.consistent, s.value, s.canonical, s.value_key, s.valid_from, s.valid_to,
                s.window_basis.value, s.authority, s.preferred, s.witnesses,
            )  # fmt: skip


def _place_rows(findings: Sequence[tuple[int, int, FindingRow]]) -> Iterable[tuple[object, ...]]:
    for item, _, f in findings:
        for number, side in enumerate(f.sides):
            for place, (claim_id, standing) in enumerate(side.places):
                yield item, number, place, claim_id, standing
