"""Pronouns stand for the subject that was named last."""

from __future__ import annotations

import pytest

from scanner.model import SubjectBasis, Triple
from tests.unit.structure_reader import units_of
from tests.unit.test_extract_narrative import extractor


def told(text: str, value: str) -> Triple:
    found = next(extractor().triples([units_of(f"# Almanac\n\n{text}\n")]))
    return next(t for t in found if value in t.mention.text and t.extractor not in {"place", "requirement"})


@pytest.mark.parametrize(
    ("text", "value", "subject"),
    [
        ("The ferry runs all year. It carries 40 cars.", "40", "ferry"),
        ("Sessions are cheap. They end at midnight.", "midnight", "Sessions"),
        ("In paid plans the share was 100 GB; on 1 April 2024 it was raised to 250 GB.", "250 GB", "share"),
        ("The tank is made of steel. Its capacity is 300 litres.", "300 litres", "tank"),
        ("The pump has three stages. It is quiet. It weighs 30 kg.", "30 kg", "pump"),
        ("A consumer is a client. If it is silent for 45 seconds, its partitions move.", "45 seconds", "consumer"),
    ],
)
def test_a_pronoun_stands_for_the_last_subject(text: str, value: str, subject: str) -> None:
    found = told(text, value)
    assert (found.subject, found.subject_basis) == (subject, SubjectBasis.LABEL)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The ferries run all year. It costs 40 EUR.", "40 EUR"),
        ("The council met twice. You pay 40 EUR.", "40 EUR"),
        ("The ferry runs all year.\n\n## Prices\n\nIt costs 40 EUR.", "40 EUR"),
        ("The ferry runs all year. The bus is red. The sun shines. Rain is rare. They cost 40 EUR.", "40 EUR"),
        ("- The ferry runs all year.\n- It costs 40 EUR.", "40 EUR"),
    ],
)
def test_what_was_not_named_is_not_guessed(text: str, value: str) -> None:
    assert told(text, value).subject == ""
