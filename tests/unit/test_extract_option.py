"""Default, maximum, minimum, range and choices of an option."""

from __future__ import annotations

import pytest

from scanner.extract import option
from scanner.model.claim import Bound, Change, SubjectBasis
from scanner.model.triple import Triple
from scanner.model.value import Flag, Term, Text
from tests.unit.structure_reader import found


def _facts(text: str) -> set[tuple[str, str, str, Bound | None]]:
    return {(t.subject, t.predicate, t.mention.text, t.bound) for t in found(option, text)}


def _one(text: str) -> Triple:
    triples = found(option, text)
    assert len(triples) == 1
    return triples[0]


def test_several_facts_of_one_item_are_several_triples() -> None:
    assert _facts("# T\n\n- `PoolSize` – the number. The default value is 100 and the maximum value is 1,000.\n") == {
        ("PoolSize", "default", "100", Bound.DEFAULT),
        ("PoolSize", "maximum", "1,000", Bound.MAX),
    }


def test_a_named_option_wins_over_the_one_above() -> None:
    triple = _one("# Reference\n\n### max_retries\n\nUnlike it, `retry_pause` defaults to 30s.\n")
    assert (triple.subject, triple.subject_basis) == ("retry_pause", SubjectBasis.IDENTIFIER)


def test_both_ends_of_a_range_are_bounds() -> None:
    page = (
        "# T\n\n| Parameter | Description |\n|---|---|\n| num_leaves | Valid values: integer, range: (1, 131072). |\n"
    )
    assert {fact[1:] for fact in _facts(page)} == {
        ("minimum", "1", Bound.MIN),
        ("maximum", "131072", Bound.MAX),
    }


def test_words_that_can_only_be_values_are_values() -> None:
    assert _one("# T\n\n`log_file` is empty at first. `log_file` defaults to `stderr`.\n").mention.value == Text(
        "stderr"
    )
    assert _one("# T\n\n- `use_tls`: The default is false.\n").mention.value == Flag(False)


def test_required_is_a_term_of_modality() -> None:
    value = _one("# T\n\n| Field | Notes |\n|---|---|\n| host_name | Required. Name of the machine to be watched. |\n")
    assert isinstance(value.mention.value, Term)
    assert (value.subject, value.mention.value.code) == ("host_name", "required")


def test_a_stated_change_is_left_to_those_who_pair_its_ends() -> None:
    assert found(option, "# T\n\nThe default of `queue_size` was raised to 50, up from 10.\n") == []


def test_no_option_no_fact() -> None:
    assert found(option, "# Rules\n\nThe default is that everybody pays 5 EUR.\n") == []


def test_a_comment_above_a_setting_tells_its_default() -> None:
    page = "# T\n\n```ini\n; the default is 64 MB, which suits most\nspool_size = 96 MB\n```\n"
    assert _facts(page) == {("spool_size", "default", "64 MB", Bound.DEFAULT)}


def test_a_new_default_told_alone_is_the_new_end() -> None:
    triple = _one("# T\n\n`map_width` now defaults to 120 columns.\n")
    assert (triple.subject, triple.predicate, triple.change) == ("map_width", "default", Change.NEW)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("`--wal-dir`: The log directory inside `data-dir` (default: `wal`).", "--wal-dir"),
        ("`--cache-dir`: Where files of `--work-dir` go (default: `cache`).", "--cache-dir"),
        ("`oven_rack`: the rack below `oven_grill` (default: 3)", "oven_rack"),
        ("`pump.rate`: how often `pump.valve` (default: 5) opens", "pump.rate"),
        ("`lease_days`: days of a `lease_kind` (default 14)", "lease_days"),
    ],
)
def test_the_brackets_of_a_defining_line_speak_of_what_it_defines(line: str, name: str) -> None:
    assert {fact[0] for fact in _facts(f"# T\n\n- {line}\n")} == {name}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The hob reads `simmer_time` (default: 5 m).", "simmer_time"),
        ("Set `queue_size` (default: 10) in the file.", "queue_size"),
        ("- `--retries` (default 3): tries", "--retries"),
        ("It waits for `grace_period` (default: 600).", "grace_period"),
        ("- `pool.size` (default: 8)", "pool.size"),
    ],
)
def test_elsewhere_brackets_speak_of_the_name_before_them(text: str, name: str) -> None:
    assert {fact[0] for fact in _facts(f"# T\n\n{text}\n")} == {name}
