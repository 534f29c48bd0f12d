"""Rows as Arrow tables, the form in which they reach the store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

__all__ = ["arrow_table"]


def arrow_table(schema: Any, rows: Iterable[Sequence[object]]) -> Any:
    """An Arrow table of ``schema`` from rows of values in its order."""
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.Table.from_arrays(
        [pa.array(column, type=field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
    )
