"""Which scopes that stand under one key may be one, for SQL: scopes are few, however many claims state them."""

from __future__ import annotations

import pyarrow as pa

from scanner.detect.tables import arrow_table
from scanner.model import Scope, VerdictKind, hash63
from scanner.store import Store, decode_scope, encode_scope, statements

__all__ = ["relate_scopes"]

_PACKAGE = "scanner.detect"
_TEXTS = pa.list_(pa.string())
_MET = pa.schema([("scope_id", pa.int64()), ("items", pa.string()), ("rank", pa.int64()), ("parts", _TEXTS)])
_DIMENSIONS = pa.schema([("scope_id", pa.int64()), ("name", pa.string()), ("value", pa.string())])
_BONDS = pa.schema(
    [
        *((name, pa.int64()) for name in ("bond", "one", "other", "joint")),
        ("missing", _TEXTS),
        ("nested", pa.bool_()),
    ]
)


def relate_scopes(store: Store) -> None:
    """Write the tables ``scopes_met``, ``dimensions`` and ``bonds`` from the tables ``scoped`` and ``left_over``.

    ``bonds`` are pairs of scopes under one key that may be one, the first in order before the other: what both state
    (``joint``), what only one states (``missing``), and whether one states all that the other does (``nested``).
    ``scopes_met`` holds all of these with their place among all.
    """
    scopes = {
        row["scope_id"]: decode_scope(row["items"])
        for row in store.fetch(statements("scopes_stated.sql", _PACKAGE)).to_pylist()
    }
    bonds: list[tuple[object, ...]] = []
    for row in store.fetch(statements("scopes_paired.sql", _PACKAGE)).to_pylist():
        one, other = sorted((row["one"], row["other"]), key=lambda number: scopes[number].items)
        verdict = scopes[one].compare(scopes[other])
        if verdict.kind is VerdictKind.POSSIBLE:
            mine, theirs = dict(scopes[one].items), dict(scopes[other].items)
            joint = Scope.of(mine | theirs)
            nested = joint in (scopes[one], scopes[other])
            bonds.append((len(bonds), one, other, _number(joint), list(verdict.missing), nested))
            scopes.setdefault(_number(joint), joint)
    order = sorted(scopes, key=lambda number: scopes[number].items)
    store.run(statements("scopes_given.sql", _PACKAGE))
    met = (
        (number, encode_scope(scopes[number]), rank, [encode_scope(Scope((item,))) for item in scopes[number].items])
        for rank, number in enumerate(order)
    )
    store.append("scopes_met", arrow_table(_MET, met))
    stated = ((number, name, value) for number in order for name, value in scopes[number].items)
    store.append("dimensions", arrow_table(_DIMENSIONS, stated))
    store.append("bonds", arrow_table(_BONDS, bonds))


def _number(scope: Scope) -> int:
    """Its number in the store, whether or not a claim states it."""
    return hash63(encode_scope(scope))
