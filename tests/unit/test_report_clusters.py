"""Findings of one cause are one item: the same sentence on many pages, or two documents that disagree all along."""

from __future__ import annotations

import json
from dataclasses import replace

from scanner.model import Finding, FindingKind, Severity
from scanner.report import Report, RunSummary, render, render_text
from scanner.report.clusters import clustered
from tests.unit.finding_builders import make_finding, make_place, make_side
from tests.unit.test_report_formats import SUMMARY

QUOTES = ("The rate limit is 100 requests per minute.", "The rate limit is 500 requests per minute.")


def finding(number: int, a: str, b: str, quotes: tuple[str, str] = QUOTES) -> Finding:
    values = [quote.split(" is ")[1].rstrip(".") for quote in quotes]
    sides = tuple(
        make_side(value, make_place(doc, quote, value))
        for doc, quote, value in zip((a, b), quotes, values, strict=True)
    )
    return replace(make_finding(FindingKind.CONFLICT), finding_id=f"f1:{number:012}", sides=sides)


def other(number: int, a: str = "a.md", b: str = "b.md") -> Finding:
    found = finding(
        number, a, b, (f"The fee of case {number} is 1{number} EUR.", f"The fee of case {number} is 2{number} EUR.")
    )
    return replace(found, severity=Severity.MEDIUM)


def numbers(findings: list[Finding]) -> list[list[int]]:
    return [[int(f.finding_id[3:]) for f in cluster.findings] for cluster in clustered(findings)]


def test_one_sentence_on_many_pages_is_one_item() -> None:
    findings = [finding(1, "a.md", "b.md"), other(2), finding(3, "c.md", "d.md"), finding(4, "e.md", "f.md")]
    assert numbers(findings) == [[1, 3, 4], [2]]


def test_short_rows_are_about_anything() -> None:
    rows = ("limit is 5", "limit is 6")
    assert numbers([finding(n, f"{n}.md", f"x{n}.md", rows) for n in range(3)]) == [[0], [1], [2]]


def test_two_documents_that_disagree_all_along_are_one_item() -> None:
    assert numbers([other(1), other(2), other(3)]) == [[1], [2], [3]]
    assert numbers([other(1), other(2), other(5, "c.md"), other(3), other(4)]) == [[1, 2, 3, 4], [5]]


def test_what_is_grave_and_sure_is_shown_whole() -> None:
    grave = [replace(other(n), severity=Severity.HIGH, confidence=0.9) for n in range(11, 21)]
    unsure = replace(other(30), severity=Severity.HIGH, confidence=0.4)
    found = numbers([*grave, *(other(n) for n in range(1, 4)), unsure])
    assert found == [[11], [12], [13], [14], [15], [16], [17, 18, 19, 20, 1, 2, 3, 30]]
    assert numbers([*grave[:6], other(1), other(2)]) == [[11], [12], [13], [14], [15], [16], [1], [2]]


def test_kinds_are_kept_apart() -> None:
    findings = [finding(1, "a.md", "b.md"), replace(finding(2, "c.md", "d.md"), kind=FindingKind.POSSIBLE)]
    assert numbers(findings) == [[1], [2]]


def test_the_text_report_tells_the_others_in_a_line_each() -> None:
    findings = tuple(finding(n, f"{n}.md", f"x{n}.md") for n in range(1, 4))
    day = findings[0].first_seen
    assert day is not None
    summary = RunSummary("r", day, 6, 6, 6, 0, 0, 0)
    text = render_text(Report(summary, findings), width=140)
    assert "3 conflicts" in text
    assert "The same sentence in 2 more places:" in text
    told = "- f1:000000000002 · /users – rate limit: 100 requests per minute (2.md:12) / 500 requests per minute"
    assert f"{told} (x2.md:12) · high, 0.93" in " ".join(text.split())
    assert text.count("   Why ") == 1


def test_markdown_and_json_tell_of_one_cause_too() -> None:
    findings = (
        finding(1, "a.md", "b.md"),
        finding(3, "c.md", "d.md"),
        *(other(n) for n in range(5, 9)),
        other(9, "x.md"),
    )
    report = Report(SUMMARY, findings)
    text = render(report, "md")
    assert "The same sentence elsewhere, 1 more:\n\n- `f1:000000000003` /users" in text
    assert "Between the same two documents, 3 more:" in text
    assert text.count("\n### ") == 3
    body = {f["id"]: f["cluster"] for f in json.loads(render(report, "json"))["findings"]}
    assert body["f1:000000000003"] == {"cause": "same-sentence", "first": "f1:000000000001", "findings": 2}
    assert body["f1:000000000005"] == {"cause": "same-documents", "first": "f1:000000000005", "findings": 4}
    assert body["f1:000000000009"] is None
