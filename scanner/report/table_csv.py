"""The findings as CSV: one row a quoted place, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io

from scanner.model import Finding, Place, Side
from scanner.report.explain import explain
from scanner.report.summary import Report

__all__ = ["COLUMNS", "neutral", "render_csv"]

COLUMNS = (
    "finding_id",
    "kind",
    "type",
    "reason",
    "severity",
    "confidence",
    "status",
    "subject",
    "predicate",
    "bound",
    "scope",
    "missing",
    "side",
    "value",
    "canonical",
    "preferred",
    "valid_from",
    "valid_to",
    "window_basis",
    "authority",
    "source",
    "doc_id",
    "line",
    "page",
    "published",
    "quote",
    "explanation",
    "owner",
    "first_seen",
    "since_last",
)

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def neutral(cell: str) -> str:
    """``cell`` with an apostrophe before it if a spreadsheet would run it as a formula."""
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) or cell.startswith(_FORMULA) else cell


def render_csv(report: Report) -> str:
    """All findings with a header row; lines end in CRLF as RFC 4180 says."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for finding in report.findings:
        for number, side in enumerate(finding.sides, 1):
            for place in side.places:
                writer.writerow([neutral(cell) for cell in _row(finding, number, side, place, report)])
    return out.getvalue()


def _row(finding: Finding, number: int, side: Side, place: Place, report: Report) -> list[str]:
    evidence = place.evidence
    return [
        finding.finding_id,
        finding.kind.value,
        finding.type.value,
        finding.reason.value,
        finding.severity.value,
        f"{finding.confidence:.3f}",
        finding.status.value,
        finding.subject,
        finding.predicate,
        finding.bound.value,
        str(finding.scope),
        " ".join(finding.missing),
        str(number),
        side.value,
        side.canonical,
        "yes" if side.preferred else "no",
        _word(side.valid_from),
        _word(side.valid_to),
        side.window_basis.value,
        f"{side.authority:.3f}",
        evidence.source,
        evidence.doc_id,
        _word(evidence.line),
        _word(evidence.page),
        _word(place.published),
        evidence.quote,
        " ".join(explain(finding)),
        finding.owner,
        _word(finding.first_seen),
        _word(report.since.changes.get(finding.finding_id)),
    ]


def _word(value: object) -> str:
    return "" if value is None else str(value)
