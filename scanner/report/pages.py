"""Findings as a folder of Markdown: a page for each, and an index that a wiki or a repository shows first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scanner.model import Finding, FindingKind
from scanner.report.lines import harmless
from scanner.report.markdown import TITLES, escape, finding_section
from scanner.report.quotes import headline, place_words
from scanner.report.since import since_line
from scanner.report.summary import Report, suppressed
from scanner.report.text import disputed, limits, tally

__all__ = ["INDEX", "render_pages"]

INDEX = "index.md"


def render_pages(report: Report, show_supersessions: bool = False) -> Mapping[str, str]:
    """File names and their texts; settled findings have pages too, so that links to them keep leading somewhere."""
    shown = [f for f in report.findings if show_supersessions or f.kind is not FindingKind.SUPERSESSION]
    pages = {_name(finding): "\n".join(_page(finding, report)) + "\n" for finding in shown}
    return {INDEX: "\n".join(_index(shown, report)) + "\n", **pages}


def _name(finding: Finding) -> str:
    return f"{finding.finding_id.replace(':', '-')}.md"


def _index(shown: list[Finding], report: Report) -> Iterator[str]:
    summary = report.summary
    yield "# Contradiction scan"
    yield ""
    yield (
        f"As of {summary.as_of}: {summary.documents:,} documents, {summary.chunks:,} chunks, {summary.claims:,} claims."
    )
    told = [tally(report), *([disputed(report)] if summary.claims else []), since_line(report.since)]
    yield from ("", " ".join(line for line in told if line))
    for line in limits(summary):
        yield from ("", f"- {line}")
    for kind, title in TITLES.items():
        yield from _table(title, [f for f in shown if f.kind is kind and not suppressed(f)], report)
    yield from _table("Settled", [f for f in shown if suppressed(f)], report)


def _table(title: str, found: list[Finding], report: Report) -> Iterator[str]:
    if not found:
        return
    yield from ("", f"## {title}", "")
    yield "| finding | severity | confidence | owner | since last time | where |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for finding in found:
        where = ", ".join(dict.fromkeys(place_words(s.places[0].evidence) for s in finding.sides if s.places))
        change = report.since.changes.get(finding.finding_id)
        cells = (
            f"[{escape(headline(finding))}]({_name(finding)})",
            finding.severity,
            f"{finding.confidence:.2f}",
            escape(harmless(finding.owner)),
            change.value if change is not None else finding.status.value,
            escape(where),
        )
        yield f"| {' | '.join(cells)} |"


def _page(finding: Finding, report: Report) -> Iterator[str]:
    yield from finding_section(finding, level=1)
    if finding.resolution is not None:
        told = f"{finding.resolution.action} by {finding.resolution.decided_by} on {finding.resolution.decided_on}"
        yield from ("", f"Decided: {escape(harmless(told))}. {escape(harmless(finding.resolution.note))}")
    for side in finding.consistent_with:
        where = ", ".join(place_words(place.evidence) for place in side.places)
        yield from ("", f"Consistent with {escape(harmless(side.value))} ({escape(where)}).")
    if finding.parts:
        yield from ("", "| factor of confidence | value |", "| --- | --- |")
        yield from (f"| {escape(harmless(name))} | {value:.2f} |" for name, value in finding.parts)
    first = f", first seen {finding.first_seen}" if finding.first_seen else ""
    yield from ("", f"As of {report.summary.as_of}{first}. [All findings]({INDEX})")
