"""Every structure extractor finds what its examples hold and stays silent in its look-alikes."""

from __future__ import annotations

from types import ModuleType

import pytest

from scanner.extract import config_code, heading, key_value, office, option, table
from scanner.extract.example import Example
from tests.unit.structure_reader import found

MODULES = (table, office, key_value, option, config_code, heading)


def _cases(attribute: str) -> list[object]:
    return [
        pytest.param(module, example, id=f"{module.NAME}-{number}")
        for module in MODULES
        for number, example in enumerate(getattr(module, attribute))
    ]


@pytest.mark.parametrize(("module", "example"), _cases("FIRES"))
def test_fires(module: ModuleType, example: Example) -> None:
    triples = sorted((t.subject, t.predicate, t.mention.text) for t in found(module, example.text))
    assert triples == sorted(example.triples)


@pytest.mark.parametrize(("module", "example"), _cases("SILENT"))
def test_silent(module: ModuleType, example: Example) -> None:
    assert [(t.subject, t.predicate, t.mention.text) for t in found(module, example.text)] == []


def test_every_extractor_has_both_kinds_of_examples() -> None:
    assert all(len(module.FIRES) >= 2 and len(module.SILENT) >= 2 for module in MODULES)
