"""The sample corpus gives exactly its eight findings, and none of its look-alikes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scanner.cli.app import run

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
EXPECTED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("sample_findings.json").read_text())
LIMIT = 300


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("sample")
    db, output = folder / "scanner.duckdb", folder / "findings.json"
    arguments = ["run", str(SAMPLE), "--db", str(db), "--as-of", "2026-11-30", "--format", "json"]
    assert run([*arguments, "--output", str(output), "--fail-on", "conflict"]) == 1
    yield db, json.loads(output.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def findings(store: tuple[Path, dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = store[1]["findings"]
    return found


def brief(finding: dict[str, Any]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Kind and (document, value) of each side, in order where the order means something."""
    sides = [(side["claims"][0]["doc_id"], side["value"]) for side in finding["sides"]]
    return finding["kind"], tuple(sides if finding["kind"] == "supersession" else sorted(sides))


def expected_brief(item: dict[str, Any]) -> tuple[str, tuple[tuple[str, str], ...]]:
    sides = [(side["doc_id"], side["value"]) for side in item["sides"]]
    return item["kind"], tuple(sides if item["kind"] == "supersession" else sorted(sides))


def test_kinds_values_documents_and_directions_are_exactly_these(findings: list[dict[str, Any]]) -> None:
    assert sorted(map(brief, findings)) == sorted(map(expected_brief, EXPECTED))


@pytest.mark.parametrize("item", EXPECTED, ids=lambda item: item["sides"][0]["value"])
def test_both_quotes_are_the_sentences_that_say_it(item: dict[str, Any], findings: list[dict[str, Any]]) -> None:
    [finding] = [f for f in findings if brief(f) == expected_brief(item)]
    quotes = {claim["doc_id"]: claim["quote"] for side in finding["sides"] for claim in side["claims"]}
    for side in item["sides"]:
        assert side["quote"] in quotes[side["doc_id"]]


def test_the_newer_side_is_last_and_preferred(findings: list[dict[str, Any]]) -> None:
    updates = [f for f in findings if f["kind"] == "supersession"]
    assert updates
    for finding in updates:
        assert [side["preferred"] for side in finding["sides"]] == [False] * (len(finding["sides"]) - 1) + [True]


def test_every_value_stands_where_its_span_says(findings: list[dict[str, Any]]) -> None:
    for finding in findings:
        for side in finding["sides"]:
            for claim in side["claims"]:
                text = (SAMPLE / claim["doc_id"]).read_text(encoding="utf-8")
                start, end = claim["value_span"]
                assert claim["start"] <= start < end <= claim["end"]
                assert end - start <= LIMIT and len(claim["quote"]) <= LIMIT
                assert claim["line"] == text.count("\n", 0, claim["start"]) + 1
                written = " ".join(text[start:end].split())
                assert written.casefold() in side["value"].casefold() or side["value"].casefold() in written.casefold()


@pytest.mark.parametrize(
    ("day", "value", "other"),
    [
        ("2025-01-15", "1,000 requests per second", "5,000 requests per second"),
        ("2025-03-03", "5,000 requests per second", "1,000 requests per second"),
    ],
)
def test_facts_answer_with_the_value_of_that_day(
    day: str, value: str, other: str, store: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["facts", "/users", "rate limit", "--as-of", day, "--db", str(store[0])]) == 0
    answer = capsys.readouterr().out
    assert value in answer
    assert other not in answer
