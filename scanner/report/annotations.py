"""The findings as GitHub workflow commands: a remark at each line that a finding names, in a pull request's diff."""

from __future__ import annotations

from collections.abc import Iterator

from scanner.model import Finding, FindingKind, Severity, Side
from scanner.report.explain import explain
from scanner.report.lines import harmless
from scanner.report.quotes import headline, place_words
from scanner.report.summary import Report
from scanner.report.text import disputed, limits, tally

__all__ = ["render_annotations"]

_COMMANDS = {
    (FindingKind.CONFLICT, Severity.HIGH): "error",
    (FindingKind.CONFLICT, Severity.MEDIUM): "warning",
    (FindingKind.POSSIBLE, Severity.HIGH): "warning",
}


def render_annotations(report: Report, show_supersessions: bool = False) -> str:
    """One command for each side's first place, then the tally as plain lines; quoted text can start no command."""
    lines = [
        line
        for kind in (FindingKind.CONFLICT, FindingKind.POSSIBLE, FindingKind.SUPERSESSION)
        if show_supersessions or kind is not FindingKind.SUPERSESSION
        for finding in report.of(kind)
        for line in _finding(finding, report)
    ]
    told = [tally(report), *([disputed(report)] if report.summary.claims else []), *limits(report.summary)]
    return "\n".join([*lines, *told]) + "\n"


def _finding(finding: Finding, report: Report) -> Iterator[str]:
    command = _COMMANDS.get((finding.kind, finding.severity), "notice")
    for side in finding.sides:
        if not side.places:
            continue
        evidence = side.places[0].evidence
        path = report.paths.get((evidence.source, evidence.doc_id))
        place = {
            "file": path if path is not None else evidence.doc_id,
            **({"line": str(evidence.line)} if evidence.line is not None else {}),
            "title": f"{finding.kind}: {harmless(finding.subject)} – {harmless(finding.predicate)}",
        }
        properties = ",".join(f"{name}={_property(value)}" for name, value in place.items())
        yield f"::{command} {properties}::{_message(_told(finding, side))}"


def _told(finding: Finding, side: Side) -> str:
    others = [
        f"{harmless(other.value)} in {place_words(other.places[0].evidence)}"
        for other in finding.sides
        if other is not side and other.places
    ]
    here = f"Here: {harmless(side.value)}. Elsewhere: {'; '.join(others)}."
    why = harmless(" ".join(explain(finding)))
    return f"{headline(finding)}\n{here}\n{why}\n{finding.finding_id}, confidence {finding.confidence:.2f}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(harmless(text)).replace(":", "%3A").replace(",", "%2C")
