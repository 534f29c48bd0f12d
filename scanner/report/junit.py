"""The findings as JUnit XML: one test a finding, so that a build server lists, counts and remembers them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from scanner.model import Finding, FindingKind
from scanner.report.decided import decided_words
from scanner.report.explain import explain
from scanner.report.lines import harmless
from scanner.report.quotes import headline, place_words, shown_quote
from scanner.report.summary import Report, suppressed

__all__ = ["render_junit"]

_LEAD = "contradictions"


def render_junit(report: Report) -> str:
    """A suite for the corpus and one for each kind; findings that fail the run fail, settled ones are skipped."""
    suites = ET.Element("testsuites", name="contradiction scan")
    _suite(suites, f"{_LEAD}.corpus", [_corpus(report)])
    for kind in (FindingKind.CONFLICT, FindingKind.POSSIBLE, FindingKind.SUPERSESSION):
        found = [finding for finding in report.findings if finding.kind is kind]
        if found:
            _suite(suites, f"{_LEAD}.{kind}", [_case(finding, report) for finding in found])
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _suite(suites: ET.Element, name: str, cases: list[ET.Element]) -> None:
    counts = {
        outcome: str(sum(1 for case in cases if case.find(tag) is not None))
        for outcome, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
    }
    suite = ET.SubElement(suites, "testsuite", {"name": name, "tests": str(len(cases)), **counts})
    suite.extend(cases)


def _corpus(report: Report) -> ET.Element:
    """A test that something was read at all: an empty corpus must not look like a clean one."""
    summary = report.summary
    case = ET.Element("testcase", classname=_LEAD, name="claims were found and compared")
    told = f"{summary.claims} claims in {summary.documents} documents, {summary.skipped} files skipped"
    if not summary.claims:
        ET.SubElement(case, "error", message="nothing was checked: no claim could be extracted").text = told
    elif summary.thin:
        ET.SubElement(case, "skipped", message="too little was understood to call this corpus clean").text = told
    else:
        ET.SubElement(case, "system-out").text = told
    return case


def _case(finding: Finding, report: Report) -> ET.Element:
    where = finding.sides[0].places
    classname = harmless(where[0].evidence.doc_id) if where else _LEAD
    case = ET.Element("testcase", classname=classname, name=f"{headline(finding)} [{finding.finding_id}]")
    told = "\n".join(_told(finding))
    if suppressed(finding):
        ET.SubElement(case, "skipped", message=harmless(decided_words(finding))).text = told
    elif report.fail.fails(finding):
        ET.SubElement(case, "failure", type=f"{finding.kind}/{finding.type}", message=headline(finding)).text = told
    else:
        ET.SubElement(case, "system-out").text = told
    return case


def _told(finding: Finding) -> Iterator[str]:
    yield f"{finding.kind}, {finding.type}, severity {finding.severity}, confidence {finding.confidence:.2f}"
    for side in finding.sides:
        yield f"{harmless(side.value)}{' (preferred)' if side.preferred else ''}"
        for place in side.places:
            yield f"  {place_words(place.evidence)}: {shown_quote(place.evidence, side.value)[0]}"
    yield from (harmless(step) for step in explain(finding))
