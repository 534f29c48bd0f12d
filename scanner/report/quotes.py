"""Quotes as shown: made harmless, with the place of the value in them."""

from __future__ import annotations

from scanner.model import Evidence, Finding, FindingKind
from scanner.report.lines import harmless

__all__ = ["headline", "place_words", "shown_quote"]


def shown_quote(evidence: Evidence, value: str) -> tuple[str, int, int]:
    """The quote of ``evidence`` on one line and the half-open range of ``value`` in it (empty if it is not there).

    Where the value stands several times in the quote, the one nearest to its place in the document is taken.
    """
    quote, wanted = harmless(evidence.quote), harmless(value)
    if not wanted:
        return quote, 0, 0
    expected = max(evidence.value_start - evidence.start, 0)
    found = []
    at = quote.find(wanted)
    while at >= 0:
        found.append(at)
        at = quote.find(wanted, at + 1)
    if not found:
        return quote, 0, 0
    best = min(found, key=lambda place: (abs(place - expected), place))
    return quote, best, best + len(wanted)


def place_words(evidence: Evidence) -> str:
    """``path:line``, ``path, page n`` or the path alone."""
    path = harmless(evidence.doc_id)
    if evidence.line is not None:
        return f"{path}:{evidence.line}"
    return f"{path}, page {evidence.page}" if evidence.page is not None else path


def headline(finding: Finding) -> str:
    """The finding in one line: subject, predicate and the values that disagree."""
    joint = " → " if finding.kind is FindingKind.SUPERSESSION else " ≠ "
    values = joint.join(dict.fromkeys(harmless(side.value) for side in finding.sides))
    return f"{harmless(finding.subject)} – {harmless(finding.predicate)}: {values}"
