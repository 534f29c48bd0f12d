"""The report as Markdown: to paste into a ticket, a wiki page or a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scanner.model import Finding, FindingKind, Side
from scanner.report.clusters import Cluster, clustered
from scanner.report.explain import BOUNDS, explain
from scanner.report.lines import harmless
from scanner.report.quotes import headline, place_words, shown_quote
from scanner.report.since import since_line
from scanner.report.summary import Report
from scanner.report.text import disputed, limits, tally

__all__ = ["TITLES", "escape", "finding_section", "render_markdown"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~])")
TITLES = {
    FindingKind.CONFLICT: "Conflicts",
    FindingKind.POSSIBLE: "Possible conflicts",
    FindingKind.SUPERSESSION: "Supersessions",
}


def render_markdown(report: Report, show_supersessions: bool = False) -> str:
    """One section a kind and one table a finding, findings of one cause under the first; quoted mark-up is escaped."""
    summary = report.summary
    lines = ["# Contradiction scan", ""]
    lines.append(
        f"As of {summary.as_of}: {summary.documents:,} documents, {summary.chunks:,} chunks, {summary.claims:,} claims."
    )
    lines += ["", " ".join([tally(report), *([disputed(report)] if summary.claims else [])])]
    if told := since_line(report.since):
        lines += ["", told]
    lines += [item for line in limits(summary) for item in ("", f"- {line}")]
    for kind, title in TITLES.items():
        found = report.of(kind)
        if not found or (kind is FindingKind.SUPERSESSION and not show_supersessions):
            continue
        lines += ["", f"## {title}"]
        for cluster in clustered(found):
            lines += ["", *finding_section(cluster.first), *_others(cluster)]
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """``text`` without mark-up of its own; it must be harmless already or hold no line break."""
    return _SPECIAL.sub(r"\\\1", text)


def finding_section(finding: Finding, level: int = 3) -> Iterator[str]:
    """One finding under a heading of ``level``: its facts, a table of its places, and why it is one."""
    qualifiers = "; ".join(word for word in (BOUNDS[finding.bound], str(finding.scope)) if word)
    yield f"{'#' * level} {escape(harmless(finding.subject))} – {escape(harmless(finding.predicate))}" + (
        f" ({escape(harmless(qualifiers))})" if qualifiers else ""
    )
    yield ""
    yield (
        f"`{finding.finding_id}` · {finding.kind} · {finding.type} · severity {finding.severity} · "
        f"confidence {finding.confidence:.2f} · {finding.status}"
        + (f" · owner {escape(harmless(finding.owner))}" if finding.owner else "")
    )
    yield ""
    yield "| value | where | dated | authority | quote |"
    yield "| --- | --- | --- | --- | --- |"
    for side in finding.sides:
        yield from _rows(side)
    yield ""
    for step in explain(finding):
        yield f"- {escape(harmless(step))}"
    if finding.missing:
        yield f"- Missing on one side: {escape(' and '.join(finding.missing))}"


def _others(cluster: Cluster) -> Iterator[str]:
    """The other findings of one cause, a line each."""
    if not cluster.others:
        return
    cause = "The same sentence elsewhere" if cluster.sentence else "Between the same two documents"
    yield from ("", f"{cause}, {len(cluster.others):,} more:", "")
    for finding in cluster.others:
        where = ", ".join(place_words(side.places[0].evidence) for side in finding.sides if side.places)
        yield (
            f"- `{finding.finding_id}` {escape(headline(finding))} ({escape(where)}); {finding.severity}, "
            f"{finding.confidence:.2f}"
        )


def _rows(side: Side) -> Iterator[str]:
    for place in side.places:
        quote, low, high = shown_quote(place.evidence, side.value)
        before, value, after = quote[:low], quote[low:high], quote[high:]
        marked = f"{escape(before)}**{escape(value)}**{escape(after)}" if value else escape(quote)
        shown = f"**{escape(harmless(side.value))}**" + (" (preferred)" if side.preferred else "")
        dated = str(place.published) if place.published else "undated"
        yield f"| {shown} | {escape(place_words(place.evidence))} | {dated} | {side.authority:.2f} | {marked} |"
