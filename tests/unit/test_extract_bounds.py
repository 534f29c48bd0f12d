"""Structures keep the bound that the value's own words or a setting's name give."""

from __future__ import annotations

from types import ModuleType

import pytest

from scanner.extract import config_code, heading, key_value, table
from scanner.model.claim import Bound
from tests.unit.structure_reader import found


@pytest.mark.parametrize(
    ("module", "text", "bound"),
    [
        (key_value, "# Travel cover\n\nLuggage: up to 2,500 EUR per person\n", Bound.MAX),
        (key_value, "# Drivers\n\n- Rest between shifts: at least 11 hours\n", Bound.MIN),
        (key_value, "# Gallery\n\n- Group size: no more than 20 visitors\n", Bound.MAX),
        (key_value, "# Gallery\n\n- Group size: 20 visitors\n", None),
        (key_value, "# Server\n\n- `max_upload_mb`: 64\n", Bound.MAX),
        (key_value, "# Server\n\n- `minPoolSize`: 5\n", Bound.MIN),
        (key_value, "# Server\n\n- `maxim_gun_count`: 5\n", None),
        (table, "# Cover\n\n| Item | Sum |\n|---|---|\n| Luggage | up to 2,500 EUR |\n", Bound.MAX),
        (table, "# Cover\n\n| Item | Sum |\n|---|---|\n| Luggage | 2,500 EUR |\n", None),
        (table, "# Server\n\n| Setting | Value |\n|---|---|\n| max_connections | 100 |\n", Bound.MAX),
        (table, "# Server\n\n| Setting | Default |\n|---|---|\n| max_connections | 100 |\n", Bound.DEFAULT),
        (heading, "# Staff\n\n## Notice: at least 4 weeks\n\nIn writing.\n", Bound.MIN),
        (config_code, "# Server\n\nIt may look so.\n\n```ini\nmin_age = 18\n```\n", Bound.MIN),
        (config_code, "# Server\n\nThe defaults are:\n\n```ini\nmin_age = 18\n```\n", Bound.DEFAULT),
    ],
)
def test_the_bound_of_a_structured_value(module: ModuleType, text: str, bound: Bound | None) -> None:
    (triple,) = (t for t in found(module, text) if t.mention.value is not None and t.mention.value.kind != "text")
    assert triple.bound is bound
