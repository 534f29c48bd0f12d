"""Reports for machines: JSON lines, SARIF, JUnit, workflow commands, and the score of a corpus."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from scanner.model import Action, Choice, FindingKind, FindingStatus, Resolution
from scanner.report import Background, FailRule, Region, Report, SourceTally, render, select
from scanner.report.detail import render_detail
from tests.unit.finding_builders import make_finding, make_place, make_side
from tests.unit.test_report_formats import ALL, SUMMARY

SARIF_SCHEMA = json.loads((Path(__file__).parents[1] / "schemas/sarif-2.1.0.json").read_text(encoding="utf-8"))
PATHS = {("docs", "api/v1.md"): "docs/api/v1.md"}
HOSTILE = "Use <script>alert(1)</script> \x1b[2J\u202e::error::50% off, a:b ]]> &amp; \ud800 \ufffe\U0001ffff 5 per day"


def hostile() -> Report:
    place = make_place("a b/ü%,:\n.md", HOSTILE, "5 per day")
    finding = replace(make_finding(), subject=HOSTILE, sides=(make_side("5 per day", place), make_finding().sides[1]))
    return Report(SUMMARY, (finding,))


def sarif(report: Report) -> dict:
    body = json.loads(render(report, "sarif"))
    jsonschema.validate(body, SARIF_SCHEMA, jsonschema.Draft4Validator)
    return body["runs"][0]


def test_json_lines_hold_what_json_holds() -> None:
    head, *findings = map(json.loads, render(ALL, "jsonl").splitlines())
    whole = json.loads(render(ALL, "json"))
    assert {**head, "findings": findings} == whole


def test_sarif_is_valid_and_names_rules_lines_and_fingerprints() -> None:
    run = sarif(replace(ALL, paths=PATHS))
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [
        "conflict/factual",
        "possible/factual",
        "supersession/update",
    ]
    conflict, possible, update = run["results"]
    assert (conflict["level"], possible["level"], update["level"]) == ("error", "warning", "note")
    assert run["tool"]["driver"]["rules"][possible["ruleIndex"]]["id"] == possible["ruleId"]
    place = conflict["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "docs/api/v1.md"}
    assert place["region"]["startLine"] == 12
    other = conflict["relatedLocations"][0]["physicalLocation"]
    assert other["artifactLocation"] == {"uri": "api/v2.md", "uriBaseId": "SOURCE-docs"}
    assert conflict["partialFingerprints"] == {"scannerContent/v1": "c1", "scannerPlaces/v1": "p1"}
    assert conflict["suppressions"] == []
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == "1 files skipped: binary"


def test_sarif_knows_columns_where_the_background_does() -> None:
    known = Background(regions={"c:api/v1.md": Region(12, 5, 13, 9)})
    result = json.loads(render(ALL, "sarif", background=known))["runs"][0]["results"][0]
    span = {"startLine": 12, "startColumn": 5, "endLine": 13, "endColumn": 9}
    assert span.items() <= result["locations"][0]["physicalLocation"]["region"].items()
    assert set(result["relatedLocations"][0]["physicalLocation"]["region"]) == {"startLine", "snippet"}


def test_sarif_marks_settled_findings_and_keeps_their_fingerprints() -> None:
    settled = replace(make_finding(), status=FindingStatus.DISMISSED)
    (result,) = sarif(Report(SUMMARY, (settled,)))["results"]
    (open_one,) = sarif(Report(SUMMARY, (make_finding(),)))["results"]
    assert result["suppressions"][0]["status"] == "accepted"
    assert result["partialFingerprints"] == open_one["partialFingerprints"]


def test_sarif_of_nothing_checked_is_no_success() -> None:
    assert sarif(Report(replace(SUMMARY, claims=0), ()))["invocations"][0]["executionSuccessful"] is False
    assert sarif(Report(SUMMARY, ()))["results"] == []


def test_hostile_quotes_leave_every_form_well_formed() -> None:
    report = hostile()
    result = sarif(report)["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/%C3%BC%25,%3A%0A.md"
    ET.fromstring(render(report, "junit").encode())
    for line in render(report, "github").splitlines()[:2]:
        assert re.fullmatch(r"::error file=[^,:]*,line=12,title=[^,:]*::.*", line), line
        assert "\x1b" not in line
        assert "\u202e" not in line
    assert "\x1b" not in render(report, "junit")


def test_junit_counts_what_fails_passes_and_is_settled() -> None:
    settled = replace(make_finding(), status=FindingStatus.RESOLVED)
    report = Report(SUMMARY, (make_finding(), settled, make_finding(FindingKind.POSSIBLE)))
    suites = {suite.get("name"): suite for suite in ET.fromstring(render(report, "junit").encode())}
    conflicts = suites["contradictions.conflict"]
    assert (conflicts.get("tests"), conflicts.get("failures"), conflicts.get("skipped")) == ("2", "1", "1")
    possible = suites["contradictions.possible"]
    assert (possible.get("tests"), possible.get("failures")) == ("1", "0")
    assert "api/v1.md:12: The rate limit is" in (conflicts.findtext("testcase/failure") or "")
    strict = ET.fromstring(render(replace(report, fail=FailRule("possible")), "junit").encode())
    assert [suite.get("failures") for suite in strict] == ["0", "1", "1"]


@pytest.mark.parametrize(("claims", "unresolved", "tag"), [(58, 2, "system-out"), (58, 59, "skipped"), (0, 0, "error")])
def test_junit_never_passes_an_empty_corpus(claims: int, unresolved: int, tag: str) -> None:
    summary = replace(SUMMARY, claims=claims, unresolved=unresolved)
    case = ET.fromstring(render(Report(summary, ()), "junit").encode()).find("testsuite/testcase")
    assert case is not None
    assert [child.tag for child in case] == [tag]


def test_workflow_commands_stand_at_both_places() -> None:
    lines = render(replace(ALL, paths=PATHS), "github").splitlines()
    assert lines[0].startswith("::error file=docs/api/v1.md,line=12,title=conflict%3A /users – rate limit::")
    assert lines[1].startswith("::error file=api/v2.md,line=12,")
    assert lines[2].startswith("::warning ")
    assert not any(line.startswith("::notice") for line in lines)
    assert "::notice" in render(ALL, "github", show_supersessions=True)
    assert lines[4] == "1 conflict, 1 possible, 1 supersession."


def test_each_source_has_its_share_and_hidden_findings_count() -> None:
    summary = replace(SUMMARY, sources=(SourceTally("docs", 10, 9), SourceTally("wiki", 2, 0)))
    report = select(summary, [make_finding()], min_confidence=0.99)
    assert report.findings == ()
    run = json.loads(render(report, "json"))["run"]
    assert run["disputed_documents"]["documents"] == 2
    assert [(s["source"], s["documents"], s["disputed_documents"]["documents"]) for s in run["sources"]] == [
        ("docs", 10, 2),
        ("wiki", 2, 0),
    ]
    for form in ("text", "md", "github"):
        assert "2 of 12 documents (17%, 95% interval 5% to 45%) hold an open conflict." in render(report, form)


def test_a_settled_finding_says_who_settled_it_and_why() -> None:
    until = Choice(until=date(2027, 1, 1))
    made = Resolution(3, "f1:9c2e41d07ab3", "c1", "p1", Action.ACCEPT, "waits <b>", "ann", date(2026, 11, 1), until)
    finding = replace(make_finding(), status=FindingStatus.DEFERRED, resolution=made)
    report = replace(ALL, findings=(finding,))
    told = "deferred: accept until 2027-01-01 by ann on 2026-11-01, no. 3: waits <b>"
    [result] = sarif(report)["results"]
    assert result["suppressions"][0]["justification"] == told
    assert ET.fromstring(render(report, "junit")).find(".//skipped").attrib["message"] == told
    assert f"Decided: {told}." in render_detail(finding)
    entry = json.loads(render(report, "json"))["findings"][0]["resolution"]
    assert entry == {
        "number": 3, "action": "accept", "why": "waits <b>", "by": "ann", "on": "2026-11-01", "until": "2027-01-01",
    }  # fmt: skip
