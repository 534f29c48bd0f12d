"""The report as Markdown: to paste into a ticket, a wiki page or a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scanner.model import Finding, FindingKind, Side
from scanner.report.explain import BOUNDS, explain
from scanner.report.lines import harmless
from scanner.report.quotes import place_words, shown_quote
from scanner.report.summary import Report
from scanner.report.text import disputed, limits, tally

__all__ = ["render_markdown"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~])")
_TITLES = {
    FindingKind.CONFLICT: "Conflicts",
    FindingKind.POSSIBLE: "Possible conflicts",
    FindingKind.SUPERSESSION: "Supersessions",
}


def render_markdown(report: Report, show_supersessions: bool = False) -> str:
    """One section a kind and one table a finding; quoted mark-up is escaped."""
    summary = report.summary
    lines = ["# Contradiction scan", ""]
    lines.append(
        f"As of {summary.as_of}: {summary.documents:,} documents, {summary.chunks:,} chunks, {summary.claims:,} claims."
    )
    lines += ["", " ".join([tally(report), *([disputed(report)] if summary.claims else [])])]
    lines += [item for line in limits(summary) for item in ("", f"- {line}")]
    for kind, title in _TITLES.items():
        found = report.of(kind)
        if not found or (kind is FindingKind.SUPERSESSION and not show_supersessions):
            continue
        lines += ["", f"## {title}"]
        for finding in found:
            lines += ["", *_finding(finding)]
    return "\n".join(lines) + "\n"


def _escape(text: str) -> str:
    """``text`` without mark-up of its own; it must be harmless already or hold no line break."""
    return _SPECIAL.sub(r"\\\1", text)


def _finding(finding: Finding) -> Iterator[str]:
    qualifiers = "; ".join(word for word in (BOUNDS[finding.bound], str(finding.scope)) if word)
    yield f"### {_escape(harmless(finding.subject))} – {_escape(harmless(finding.predicate))}" + (
        f" ({_escape(harmless(qualifiers))})" if qualifiers else ""
    )
    yield ""
    yield (
        f"`{finding.finding_id}` · {finding.kind} · {finding.type} · severity {finding.severity} · "
        f"confidence {finding.confidence:.2f} · {finding.status}"
    )
    yield ""
    yield "| value | where | dated | authority | quote |"
    yield "| --- | --- | --- | --- | --- |"
    for side in finding.sides:
        yield from _rows(side)
    yield ""
    for step in explain(finding):
        yield f"- {_escape(harmless(step))}"
    if finding.missing:
        yield f"- Missing on one side: {_escape(' and '.join(finding.missing))}"


def _rows(side: Side) -> Iterator[str]:
    for place in side.places:
        quote, low, high = shown_quote(place.evidence, side.value)
        before, value, after = quote[:low], quote[low:high], quote[high:]
        marked = f"{_escape(before)}**{_escape(value)}**{_escape(after)}" if value else _escape(quote)
        shown = f"**{_escape(harmless(side.value))}**" + (" (preferred)" if side.preferred else "")
        dated = str(place.published) if place.published else "undated"
        yield f"| {shown} | {_escape(place_words(place.evidence))} | {dated} | {side.authority:.2f} | {marked} |"
