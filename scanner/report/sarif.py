"""The findings as SARIF 2.1.0: what code hosts and editors show beside the lines that a finding names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from scanner import __version__
from scanner.model import ConflictType, Finding, FindingKind, Place, Severity
from scanner.report.background import Background, Region
from scanner.report.decided import decided_words
from scanner.report.explain import ADVICE, explain
from scanner.report.lines import harmless
from scanner.report.quotes import headline
from scanner.report.since import Change
from scanner.report.summary import Report, suppressed

__all__ = ["render_sarif"]

Regions = Mapping[str, Region]
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {
    (FindingKind.CONFLICT, Severity.HIGH): "error",
    (FindingKind.CONFLICT, Severity.MEDIUM): "warning",
    (FindingKind.POSSIBLE, Severity.HIGH): "warning",
}
_STATES = {Change.NEW: "new", Change.REOPENED: "new", Change.CHANGED: "updated"}
_KINDS = {
    FindingKind.CONFLICT: "Two statements cannot both hold.",
    FindingKind.POSSIBLE: "Two statements may not both hold; something is missing to be sure.",
    FindingKind.SUPERSESSION: "A later statement has replaced an earlier one.",
}


def render_sarif(report: Report, background: Background | None = None) -> str:
    """One run with a result for every finding; settled ones are marked suppressed. Ends in a newline.

    Lines come from the findings; their columns, where ``background`` knows them.
    """
    regions = background.regions if background is not None else {}
    rules = sorted({_rule_id(finding) for finding in report.findings})
    run = {
        "tool": {
            "driver": {
                "name": "contradiction-scanner",
                "fullName": f"contradiction-scanner {__version__}",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "automationDetails": {"id": f"contradiction-scan/{report.summary.run_id}"},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": bool(report.summary.claims), **_notifications(report)}],
        "results": [_result(finding, rules, report, regions) for finding in report.findings],
    }
    body = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(body, ensure_ascii=True, indent=1, allow_nan=False) + "\n"


def _rule_id(finding: Finding) -> str:
    return f"{finding.kind}/{finding.type}"


def _rule(rule: str) -> dict[str, Any]:
    kind, _, type_name = rule.partition("/")
    return {
        "id": rule,
        "name": "".join(word.capitalize() for word in rule.replace("/", "-").split("-")),
        "shortDescription": {"text": f"{kind}, {type_name}"},
        "fullDescription": {"text": _KINDS[FindingKind(kind)]},
        "help": {"text": ADVICE[ConflictType(type_name)]},
        "defaultConfiguration": {"level": "note" if kind == "supersession" else "warning"},
    }


def _notifications(report: Report) -> dict[str, Any]:
    """What was not read, so that a clean result is not taken for a whole one."""
    skipped = [
        {"level": "warning", "message": {"text": f"{number:,} files skipped: {reason}"}}
        for reason, number in report.summary.coverage.skipped
    ]
    return {"toolExecutionNotifications": skipped} if skipped else {}


def _result(finding: Finding, rules: list[str], report: Report, regions: Regions) -> dict[str, Any]:
    first, others = _places(finding)
    result: dict[str, Any] = {
        "ruleId": _rule_id(finding),
        "ruleIndex": rules.index(_rule_id(finding)),
        "kind": "fail",
        "level": _LEVELS.get((finding.kind, finding.severity), "note"),
        "message": {"text": f"{headline(finding)}. {harmless(' '.join(explain(finding)))}"},
        "locations": [_location(place, report, regions) for place in first],
        "relatedLocations": [
            {"id": number, **_location(place, report, regions), "message": {"text": harmless(value)}}
            for number, (value, place) in enumerate(others, 1)
        ],
        "partialFingerprints": {
            "scannerContent/v1": finding.fingerprint_content,
            # Places that several findings share name none of them.
            **({"scannerPlaces/v1": finding.fingerprint_places} if finding.fingerprint_places else {}),
        },
        "fingerprints": {"scannerFinding/v1": finding.finding_id},
        "rank": round(100 * finding.confidence, 1),
        "properties": {
            "reason": finding.reason.value,
            "severity": finding.severity.value,
            "status": finding.status.value,
            **({"owner": finding.owner} if finding.owner else {}),
        },
        "suppressions": [],
    }
    change = report.since.changes.get(finding.finding_id)
    if change is not None and report.since.previous is not None:
        result["baselineState"] = _STATES.get(change, "unchanged")
    if suppressed(finding):
        told = harmless(decided_words(finding))
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": told}]
    return result


def _places(finding: Finding) -> tuple[tuple[Place, ...], list[tuple[str, Place]]]:
    """Where there is most likely something to correct (a side that is not preferred), and all other places."""
    wrong = next((side for side in finding.sides if not side.preferred and side.places), finding.sides[0])
    others = [
        (side.value, place) for side in finding.sides for place in (side.places[1:] if side is wrong else side.places)
    ]
    return wrong.places[:1], others


def _location(place: Place, report: Report, regions: Regions) -> dict[str, Any]:
    evidence = place.evidence
    path = report.paths.get((evidence.source, evidence.doc_id))
    artifact: dict[str, Any] = {"uri": _uri(path if path is not None else evidence.doc_id)}
    if path is None:
        artifact["uriBaseId"] = f"SOURCE-{_uri(evidence.source)}"
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if evidence.line is not None:
        physical["region"] = {**_span(place, regions), "snippet": {"text": harmless(evidence.quote)}}
    return {"physicalLocation": physical, **_logical(place)}


def _span(place: Place, regions: Regions) -> dict[str, int]:
    """The lines and columns of a quote, or its first line alone."""
    region = regions.get(place.claim_id)
    if region is None:
        return {"startLine": place.evidence.line or 1}
    return {
        "startLine": region.start_line,
        "startColumn": region.start_column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


def _logical(place: Place) -> dict[str, Any]:
    names = [harmless(word) for word in _headings(place)]
    return {"logicalLocations": [{"fullyQualifiedName": " › ".join(names), "kind": "section"}]} if names else {}


def _headings(place: Place) -> Iterator[str]:
    for word in place.evidence.context:
        if word.strip():
            yield word


def _uri(path: str) -> str:
    # Lone surrogates of odd file names have no place in a URI.
    return quote(path.encode("utf-8", "replace"), safe="/-._~()+,@=")
