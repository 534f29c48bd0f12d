"""A digest to mail or post: what has changed since the scan before, in Markdown or plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from scanner.model import Finding, FindingKind
from scanner.report.decided import decided_words
from scanner.report.lines import harmless
from scanner.report.markdown import escape
from scanner.report.quotes import headline, place_words
from scanner.report.since import SETTLED, Change, Closed, since_line
from scanner.report.summary import Report, suppressed
from scanner.report.text import disputed, limits, tally

__all__ = ["has_news", "render_digest", "subject_line"]

_MOST = 20
T = TypeVar("T")
_WORDS = {Change.OPEN: "still open"}
_SECTIONS = ((Change.NEW, "New"), (Change.CHANGED, "Changed"), (Change.REOPENED, "Re-opened"))


def has_news(report: Report) -> bool:
    """Whether anything has changed since the scan before, or this was the first one."""
    return report.since.previous is None or any(
        report.since.count(change) for change in Change if change is not Change.OPEN
    )


def subject_line(report: Report) -> str:
    """One line for the head of a mail."""
    if not report.summary.claims:
        return f"Contradictions {report.summary.as_of}: nothing was checked"
    counts = [(change, report.since.count(change)) for change in Change]
    news = ", ".join(f"{number:,} {_WORDS.get(change, change)}" for change, number in counts if number)
    return f"Contradictions {report.summary.as_of}: {news or 'none open'}"


def render_digest(report: Report, marked_up: bool) -> str:
    """What is new, changed, re-opened, decided, resolved and vanished, at most 20 of each; ``marked_up``: Markdown."""
    lines = [f"# {subject_line(report)}" if marked_up else subject_line(report), ""]
    lines.append(tally(report))
    if report.summary.claims:
        lines.append(disputed(report))
    if told := since_line(report.since):
        lines.append(told)
    for change, title in _SECTIONS:
        found = [f for f in _open(report) if report.since.changes.get(f.finding_id) is change]
        lines += _section(title, found, _finding, marked_up)
    settled = [f for f in report.findings if report.since.changes.get(f.finding_id) in SETTLED]
    gone = [item for item in report.since.closed if item.change is Change.RESOLVED]
    lines += _section("Decided by people", settled, _settled, marked_up)
    lines += _section("Resolved in the documents", gone, _closed, marked_up)
    vanished = [item for item in report.since.closed if item.change is Change.VANISHED]
    lines += _section("Vanished", vanished, _closed, marked_up)
    noted = limits(report.summary)
    if noted:
        lines += ["", "## Mind" if marked_up else "Mind", "", *(f"- {line}" for line in noted)]
    return "\n".join(lines) + "\n"


def _open(report: Report) -> Iterator[Finding]:
    for finding in report.findings:
        if finding.kind is not FindingKind.SUPERSESSION and not suppressed(finding):
            yield finding


def _section(title: str, items: Sequence[T], told: Callable[[T], Iterator[str]], marked_up: bool) -> list[str]:
    if not items:
        return []
    lines = ["", f"## {title} ({len(items):,})" if marked_up else f"{title} ({len(items):,})", ""]
    for item in items[:_MOST]:
        first, *rest = (escape(line) if marked_up else line for line in told(item))
        lines += [f"- **{first}**" if marked_up else f"- {first}", *(f"  {line}" for line in rest)]
    if more := len(items) - _MOST:
        lines += [f"- and {more:,} more"] if more > 0 else []
    return lines


def _finding(finding: Finding) -> Iterator[str]:
    yield headline(finding)
    owner = f", owner {harmless(finding.owner)}" if finding.owner else ""
    yield (
        f"{finding.kind}, severity {finding.severity}, confidence {finding.confidence:.2f}{owner}, {finding.finding_id}"
    )
    yield "; ".join(
        f"{harmless(side.value)} in {place_words(side.places[0].evidence)}" for side in finding.sides if side.places
    )


def _settled(finding: Finding) -> Iterator[str]:
    yield headline(finding)
    yield harmless(decided_words(finding))


def _closed(item: Closed) -> Iterator[str]:
    values = " ≠ ".join(harmless(value) for value in item.values)
    yield f"{harmless(item.subject)} – {harmless(item.predicate)}: {values}"
    yield harmless(item.detail)
