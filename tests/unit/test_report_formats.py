"""Reports in every format: complete, harmless, valid and the same bytes each time."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import scanner.report
from scanner.model import FindingKind, FindingStatus, Severity
from scanner.report import FORMATS, Coverage, FailRule, Report, RunSummary, SourceTally, reaches, render, select
from scanner.report.lines import columns, harmless, wrap
from scanner.report.quotes import shown_quote
from scanner.report.schema import render_schema
from scanner.report.table_csv import neutral
from tests.unit.finding_builders import make_finding, make_place, make_side

_SCHEMA = Path(scanner.report.__file__).with_name("findings.schema.json")


SUMMARY = RunSummary(
    run_id="abc",
    as_of=date(2026, 11, 30),
    documents=12,
    chunks=31,
    claims=58,
    skipped=1,
    unresolved=2,
    undated=4,
    compared=30,
    sources=(SourceTally("docs", 12, 10),),
    coverage=Coverage(
        documents=12,
        blocks=(("paragraph", 20), ("table", 2)),
        units=90,
        claims=(("paragraph", 40), ("table", 18)),
        unresolved=(("malformed-number", 2),),
        skipped=(("binary", 1),),
        keys=40,
        lone_keys=22,
    ),
)
ALL = Report(
    SUMMARY,
    (make_finding(), make_finding(FindingKind.POSSIBLE), make_finding(FindingKind.SUPERSESSION)),
)


def test_text_shows_what_a_person_needs_at_a_glance() -> None:
    text = render(ALL, width=100)
    for words in (
        "as of 2026-11-30: 12 documents, 31 chunks, 58 claims.",
        "1 conflict, 1 possible, 1 supersession.",
        "4 of 12 documents undated: updates cannot be told from conflicts",
        "1 file skipped (binary 1).",
        "2 values could not be resolved (malformed-number 2).",
        "/users – rate limit (maximum; tier=standard)",
        "f1:9c2e41d07ab3",
        "severity high, confidence 0.93",
        "api/v1.md:12  undated",
        "api/v2.md:12  dated 2026-03-02",
        "“The rate limit is 100 requests per minute.”",
        "authority 0.90",
        "preferred",
        "no number is both 100 requests per minute and",
        "Missing: region",
    ):
        assert words in text, words
    assert max(map(len, text.splitlines())) <= 100


def test_text_orders_conflicts_before_possible_and_counts_supersessions_in_one_line() -> None:
    text = render(ALL)
    assert text.index("\nCONFLICTS\n") < text.index("\nPOSSIBLE CONFLICTS\n") < text.index("1 supersession not listed")
    assert "SUPERSESSIONS" not in text
    listed = render(ALL, show_supersessions=True)
    assert "\nSUPERSESSIONS\n" in listed
    assert "current" in listed


def test_colour_marks_the_value_in_its_quote_and_changes_no_word() -> None:
    coloured = render(ALL, colour=True)
    assert "is \x1b[1;4m100 requests per minute\x1b[0m." in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(ALL)


def test_text_never_calls_an_empty_run_clean() -> None:
    empty = render(Report(replace(SUMMARY, claims=0), ()))
    assert "Nothing was checked" in empty
    assert "No conflict" not in empty
    assert "No conflict among 58 claims, of which 30 met another" in render(Report(SUMMARY, ()))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"claims": 0}, "Nothing was checked"),
        ({"unresolved": 59}, "Too little was understood to call this clean"),
        ({"skipped": 20}, "Too little was understood to call this clean"),
        ({"sources": (SourceTally("docs", 12, 5),)}, "Too little was understood to call this clean"),
        ({"compared": 0}, "Nothing could be compared: of 58 claims none met another"),
    ],
)
@pytest.mark.parametrize("form", ["text", "md", "github"])
def test_no_form_calls_clean_what_was_not_understood(changes: dict[str, Any], words: str, form: str) -> None:
    told = render(Report(replace(SUMMARY, **changes), ()), form)
    assert words in told
    assert "No conflict" not in told


def test_settled_findings_are_counted_and_not_shown_and_never_fail_a_run() -> None:
    report = Report(SUMMARY, (replace(make_finding(), status=FindingStatus.DISMISSED),))
    assert "1 settled one hidden" in render(report)
    assert "/users" not in render(report)
    assert json.loads(render(report, "json"))["findings"][0]["status"] == "dismissed"
    assert not reaches(replace(report, fail=FailRule("supersession")))


@pytest.mark.parametrize(
    ("kind", "fail_on", "fails"),
    [
        (FindingKind.CONFLICT, "conflict", True),
        (FindingKind.POSSIBLE, "conflict", False),
        (FindingKind.POSSIBLE, "possible", True),
        (FindingKind.CONFLICT, "possible", True),
        (FindingKind.SUPERSESSION, "possible", False),
        (FindingKind.SUPERSESSION, "supersession", True),
        (FindingKind.CONFLICT, "never", False),
    ],
)
def test_fail_on_follows_the_order_of_kinds(kind: FindingKind, fail_on: str, fails: bool) -> None:
    assert reaches(Report(SUMMARY, (make_finding(kind),), fail=FailRule(fail_on))) is fails


@pytest.mark.parametrize(
    ("rule", "fails"),
    [
        (FailRule(), True),
        (FailRule(severity=Severity.HIGH, confidence=0.93), True),
        (FailRule(confidence=0.94), False),
        (FailRule("possible", Severity.HIGH, 0.5), True),
    ],
)
def test_milder_and_less_sure_findings_fail_nothing(rule: FailRule, fails: bool) -> None:
    assert reaches(Report(SUMMARY, (make_finding(),), fail=rule)) is fails
    assert not reaches(
        Report(
            SUMMARY,
            (replace(make_finding(), severity=Severity.LOW, confidence=0.4),),
            fail=FailRule(severity=Severity.MEDIUM),
        )
    )


def test_thresholds_hide_and_count() -> None:
    weak = replace(make_finding(), confidence=0.4)
    low = replace(make_finding(), severity=Severity.LOW)
    report = select(SUMMARY, [weak, low, make_finding()], 0.5, Severity.MEDIUM)
    assert report.findings == (make_finding(),)
    assert "2 below the thresholds hidden" in render(report)


def test_json_is_valid_and_the_same_each_time() -> None:
    text = render(ALL, "json")
    jsonschema.validate(json.loads(text), json.loads(_SCHEMA.read_text()), jsonschema.Draft202012Validator)
    assert text == render(ALL, "json")
    finding = json.loads(text)["findings"][0]
    assert finding["scope"] == {"tier": "standard"}
    assert finding["sides"][0]["claims"][0]["value_span"] == [138, 161]
    assert finding["sides"][1]["valid_from"] == "2026-03-02"


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: body["findings"][0].update(kind="contradiction"),
        lambda body: body["findings"][0].update(extra=1),
        lambda body: body["findings"][0].pop("owner"),
        lambda body: body["findings"][0]["sides"].pop(),
        lambda body: body["findings"][0].update(reason="because"),
        lambda body: body["findings"][0]["scope"].update(colour="red"),
        lambda body: body["findings"][0]["sides"][0]["claims"][0].update(quote="x" * 301),
        lambda body: body["run"].update(as_of="today"),
    ],
)
def test_the_schema_refuses_what_the_contract_does_not_hold(damage) -> None:
    body = json.loads(render(ALL, "json"))
    damage(body)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(body, json.loads(_SCHEMA.read_text()), jsonschema.Draft202012Validator)


def test_the_committed_schema_is_the_models() -> None:
    assert _SCHEMA.read_text(encoding="utf-8") == render_schema()
    jsonschema.Draft202012Validator.check_schema(json.loads(render_schema()))


def test_csv_has_a_row_for_every_place() -> None:
    rows = list(csv.DictReader(io.StringIO(render(ALL, "csv"), newline="")))
    assert len(rows) == 6
    assert [row["doc_id"] for row in rows[:2]] == ["api/v1.md", "api/v2.md"]
    assert rows[1]["preferred"] == "yes"


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1"])
def test_csv_runs_no_formula(cell: str) -> None:
    assert neutral(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "500 requests", "a=b", "2026-03-02"])
def test_csv_leaves_other_cells_alone(cell: str) -> None:
    assert neutral(cell) == cell


def test_a_formula_in_a_document_stays_text_in_csv() -> None:
    finding = replace(make_finding(), subject='=HYPERLINK("http://x")')
    rows = list(csv.DictReader(io.StringIO(render(Report(SUMMARY, (finding,)), "csv"), newline="")))
    assert rows[0]["subject"] == '\'=HYPERLINK("http://x")'


def test_markdown_escapes_quoted_mark_up() -> None:
    place = make_place("a|b.md", "Use **5** <script> or | 5 per day", "5 per day")
    finding = replace(make_finding(), sides=(make_side("5 per day", place), make_finding().sides[1]))
    text = render(Report(SUMMARY, (finding,)), "md")
    assert "| **5 per day** | a\\|b.md:12 |" in text
    assert "\\<script\\> or \\| **5 per day** |" in text
    assert "<script>" not in text
    assert "## Possible" not in text


def test_quotes_cannot_act_on_a_terminal() -> None:
    evil = "limit \x1b[2Jis \u202e5\u202c per\nday\x07"
    assert harmless(evil) == "limit \N{REPLACEMENT CHARACTER}[2Jis 5 per day\N{REPLACEMENT CHARACTER}"
    place = make_place("a.md", evil + " 7", "7")
    text = render(Report(SUMMARY, (replace(make_finding(), sides=(make_side("7", place),) * 2),)))
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_the_value_nearest_to_its_place_is_marked() -> None:
    quote = "Limits: 5 a day, 5 a week."
    place = make_place("a.md", quote, "5")
    later = replace(place.evidence, value_start=place.evidence.start + quote.rindex("5"))
    assert shown_quote(place.evidence, "5")[1] == quote.index("5")
    assert shown_quote(later, "5")[1] == quote.rindex("5")
    assert shown_quote(later, "absent")[1:] == (0, 0)


@pytest.mark.parametrize("width", [1, 5, 20, 80])
@pytest.mark.parametrize(
    "text",
    ["", "one", "a few words here and there", "two  spaces   or more " * 5, "x" * 90, "広い 文字 の 行 です " * 4],
)
def test_wrapping_loses_no_word_and_keeps_to_the_width(text: str, width: int) -> None:
    pieces = [text[start:end] for start, end in wrap(text, width)]
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(columns(piece) <= max(width, 2) for piece in pieces)
    assert not any(piece.startswith(" ") for piece in pieces[1:])


def test_narrow_terminals_get_narrow_lines() -> None:
    text = render(ALL, width=60)
    assert all(len(line) <= 60 for line in text.splitlines() if "authority" not in line)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_ends_in_a_newline_and_survives_no_findings(form: str) -> None:
    assert render(Report(SUMMARY, ()), form).endswith("\n")


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="none of text, json, jsonl, csv, md"):
        render(ALL, "docx")


def test_the_head_says_how_many_pairs_each_gate_kept_apart_where_none_met() -> None:
    apart = (
        ("no-subject", 3),
        ("sibling-documents", 1_200),
        ("unit-differs", 7),
        ("same-unit", 2),
        ("unrelated-documents", 5),
    )
    alone = replace(SUMMARY, compared=0, apart=apart)
    text = " ".join(render(Report(alone, ()), width=200).split())
    told = "sibling-documents 1,200, unit-differs 7, unrelated-documents 5, no-subject 3, others 2"
    assert f"1,217 pairs of claims kept apart ({told}). What ties two documents together: " in text
    assert "Nothing could be compared: of 58 claims none met another" in text
    none = " ".join(render(Report(replace(SUMMARY, compared=0), ()), width=200).split())
    assert "No two claims were alike enough to be looked at together." in none
    assert "kept apart" not in render(Report(replace(SUMMARY, apart=apart), ()), width=200)
