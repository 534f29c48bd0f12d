"""The report as one HTML file: opens from disk, loads nothing, and lets people filter, search and compare.

A template draws the summary; the findings travel as JSON, and the page's script draws them one by one as text, never as
mark-up, so that no quoted document can act.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scanner.model import Finding, FindingKind, Place, Severity, Side
from scanner.report.background import Background
from scanner.report.charts import trend_of
from scanner.report.clusters import Cluster, clusters_of
from scanner.report.explain import BOUNDS, explain, scopes
from scanner.report.findings_json import cluster_object, finding_object
from scanner.report.lines import harmless
from scanner.report.marks import differing, segments
from scanner.report.quotes import shown_quote
from scanner.report.share import disputed_by_source, disputed_documents
from scanner.report.since import since_line
from scanner.report.summary import Report, suppressed
from scanner.report.text import disputed, limits, tally

__all__ = ["render_html"]

_PAGE = "page"
_SKIPPED_SHOWN = 1000
_OPEN = "open"


def render_html(report: Report, background: Background | None = None, show_supersessions: bool = False) -> str:
    """One self-contained page of all findings, settled ones and supersessions too; ends in a newline."""
    known = background or Background()
    style, script = _asset("page.css"), _script()
    environment = Environment(
        loader=PackageLoader("scanner.report", _PAGE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    clusters = clusters_of(report)
    environment.filters["harmless"] = harmless
    data = {
        "as_of": report.summary.as_of.isoformat(),
        "supersessions": show_supersessions,
        "findings": [_finding(finding, report, known, clusters) for finding in report.findings],
    }
    page = environment.get_template("page.html.j2").render(
        report=report,
        summary=report.summary,
        tally=tally(report),
        disputed=disputed(report) if report.summary.claims else "",
        share=disputed_documents(report),
        since=report.since,
        since_line=since_line(report.since),
        by_source=disputed_by_source(report),
        limits=limits(report.summary),
        trend=trend_of(known.nights),
        severities=_by_severity(report),
        types=_counted([f.type.value for f in _shown(report)]),
        owners=_counted([f.owner for f in _shown(report)]),
        skipped=known.skipped[:_SKIPPED_SHOWN],
        unlisted=max(0, report.summary.skipped - min(len(known.skipped), _SKIPPED_SHOWN)),
        style=Markup(style),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704
        style_hash=_hash(style),
        script_hash=_hash(script),
        data=Markup(_script_safe(data)),  # noqa: S704
    )
    return page.rstrip("\n") + "\n"


def _asset(name: str) -> str:
    return resources.files("scanner.report").joinpath(_PAGE, name).read_text(encoding="utf-8")


def _script() -> str:
    """Both parts of the script in one scope of their own."""
    return '"use strict";\n(() => {\n' + _asset("finding.js") + _asset("page.js") + "})();\n"


def _hash(text: str) -> str:
    """``text`` as a content security policy names it: nothing else on the page may run or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _script_safe(data: Any) -> str:
    """``data`` as JSON in which nothing can end the script element that holds it."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _shown(report: Report) -> list[Finding]:
    return [f for f in report.findings if f.kind is not FindingKind.SUPERSESSION and not suppressed(f)]


def _counted(names: Sequence[str]) -> list[tuple[str, int]]:
    """Names with their numbers, the most frequent first."""
    return sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0]))


def _by_severity(report: Report) -> list[tuple[str, int, int]]:
    """Each severity, gravest first, with its open conflicts and its possible ones."""
    counts = Counter((f.kind, f.severity) for f in _shown(report))
    return [
        (severity.value, counts[FindingKind.CONFLICT, severity], counts[FindingKind.POSSIBLE, severity])
        for severity in reversed(Severity)
    ]


def _finding(
    finding: Finding, report: Report, background: Background, clusters: Mapping[str, Cluster]
) -> dict[str, Any]:
    """The finding's JSON object, made harmless, with what only this page shows."""
    shared, one_sided = scopes(finding)
    body: dict[str, Any] = _clean(finding_object(replace(finding, sides=(), consistent_with=())))
    return body | {
        "explanation": [harmless(step) for step in explain(finding)],
        "owner": harmless(finding.owner),
        "bound": BOUNDS[finding.bound],
        "scope": harmless("; ".join(w for w in (shared, f"{one_sided} on one side" if one_sided else "") if w)),
        "open": not suppressed(finding),
        "change": report.since.changes.get(finding.finding_id),
        "cluster": cluster_object(clusters.get(finding.finding_id)),
        "parts": [[harmless(name), value] for name, value in finding.parts],
        "sides": [_side(side, finding, background) for side in finding.sides],
        "consistent_with": [_side(side, finding, background) for side in finding.consistent_with],
    }


def _clean(value: Any) -> Any:
    """``value`` with every text in it made harmless."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {name: _clean(item) for name, item in value.items()}
    return value


def _side(side: Side, finding: Finding, background: Background) -> dict[str, Any]:
    other = next((s for s in finding.sides if s is not side and s.places), None)
    beside = harmless(other.places[0].evidence.quote) if other is not None else ""
    return {
        "value": harmless(side.value),
        "canonical": harmless(side.canonical),
        "valid_from": side.valid_from.isoformat() if side.valid_from else None,
        "valid_to": side.valid_to.isoformat() if side.valid_to else None,
        "window_basis": side.window_basis.value,
        "authority": round(side.authority, 3),
        "preferred": side.preferred,
        "witnesses": side.witnesses,
        "claims": [_place(place, side, beside, background) for place in side.places],
    }


def _place(place: Place, side: Side, beside: str, background: Background) -> dict[str, Any]:
    evidence = place.evidence
    quote, low, high = shown_quote(evidence, side.value)
    around = background.surroundings.get(place.claim_id)
    weight = background.weights.get((evidence.source, evidence.doc_id))
    return {
        "source": harmless(evidence.source),
        "doc_id": harmless(evidence.doc_id),
        "line": evidence.line,
        "page": evidence.page,
        "published": place.published.isoformat() if place.published else None,
        "context": [harmless(word) for word in evidence.context if word.strip()],
        "extractor": place.extractor,
        "quote": segments(quote, (low, high), differing(quote, beside)),
        "before": harmless(around.before) if around else "",
        "after": harmless(around.after) if around else "",
        "standing": place.standing,
        "weight": None
        if weight is None
        else [weight.source_type, weight.of_type, harmless(weight.author), weight.of_author, weight.recency],
    }
