"""What a key makes of its value: subject, predicate, bound, status."""

from __future__ import annotations

from scanner.extract import key_value
from scanner.model.claim import Bound, Status, SubjectBasis
from scanner.model.triple import Triple
from scanner.model.value import Text
from tests.unit.structure_reader import found


def _only(text: str) -> Triple:
    triples = found(key_value, text)
    assert len(triples) == 1
    return triples[0]


def test_a_key_is_a_predicate_of_what_stands_above() -> None:
    triple = _only("# Castell Ltd\n\n## Contact\n\nHead of sales: Ana Ruiz\n")
    assert (triple.subject, triple.predicate, triple.mention.text) == ("Castell Ltd", "Head of sales", "Ana Ruiz")
    assert isinstance(triple.mention.value, Text)


def test_a_slot_belongs_to_the_option_above_it() -> None:
    triple = _only("# Reference\n\n### max_retries\n\nDefault: 5\n")
    assert (triple.subject, triple.predicate, triple.bound) == ("max_retries", "Default", Bound.DEFAULT)


def test_a_code_name_is_the_subject() -> None:
    triple = _only("# Reference\n\n- `poll-interval`: 20m\n")
    assert (triple.subject, triple.predicate, triple.subject_basis) == (
        "poll-interval",
        "value",
        SubjectBasis.IDENTIFIER,
    )


def test_a_code_names_description_is_no_value() -> None:
    assert found(key_value, "# Reference\n\n- `poll-interval`: how long to wait between polls\n") == []


def test_a_named_thing_with_a_named_value_is_the_subject() -> None:
    triple = _only("# Support\n\n- Ferrule 2.7: end of life 2026-08-24\n")
    assert (triple.subject, triple.predicate) == ("Ferrule 2.7", "end of life")


def test_of_names_the_thing() -> None:
    triple = _only("# Reference\n\nDefault of stop_period: 30s\n")
    assert (triple.subject, triple.predicate, triple.bound) == ("stop_period", "Default", Bound.DEFAULT)


def test_a_previous_value_is_historical_and_an_example_an_example() -> None:
    assert _only("# Lark\n\nPrevious value: 30 GB\n").status is Status.HISTORICAL
    assert _only("# Lark\n\n## Example\n\nSize: 30 GB\n").status is Status.EXAMPLE


def test_words_under_nothing_are_no_fact() -> None:
    assert found(key_value, "Handout: printing a landscape\n") == []


def test_the_lines_of_a_named_record_are_about_it() -> None:
    triples = found(key_value, "# Hosts\n\n- Name: Heron\n- Memory: 8 GB\n- `max_load`: 12\n")
    assert [(t.subject, t.predicate, t.mention.text) for t in triples[1:]] == [
        ("Heron", "Memory", "8 GB"),
        ("Heron", "max_load", "12"),
    ]
