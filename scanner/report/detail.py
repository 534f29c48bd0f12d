"""One finding whole: every place, and what its confidence is made of."""

from __future__ import annotations

import math
from collections.abc import Iterator

from scanner.model import Finding
from scanner.report.decided import decided_words
from scanner.report.lines import Style, harmless, wrap
from scanner.report.text import finding_lines

__all__ = ["render_detail"]

_NOTE = "   "


def render_detail(finding: Finding, width: int = 100, colour: bool = False) -> str:
    """The finding with all its places, first sight, factors of confidence and fingerprints, ending in a newline."""
    lines: list[str] = []
    if finding.first_seen is not None:
        lines.append(f"   First seen {finding.first_seen}, {finding.status}.")
    if finding.resolution is not None:
        lines.append(f"   Decided: {harmless(decided_words(finding))}.")
    if finding.parts:
        parts = ", ".join(f"{name} {value:.2f}" for name, value in finding.parts)
        score = math.prod(value for _, value in finding.parts)
        lines.append(
            f"   Confidence {finding.confidence:.2f} (how often a score of {score:.2f} was true) from: {parts}."
        )
    lines.append(f"   Codes: reason {finding.reason}, way {finding.way}.")
    lines.append(f"   Fingerprints: content {finding.fingerprint_content}, places {finding.fingerprint_places}.")
    told = finding_lines(finding, width, Style(colour), places=None)
    notes = [piece for line in lines for piece in _folded(line, width)]
    return "\n".join(line.rstrip() for line in (*told, *notes)) + "\n"


def _folded(line: str, width: int) -> Iterator[str]:
    note = line[len(_NOTE) :]
    for number, (start, end) in enumerate(wrap(note, max(width - len(_NOTE) - 2, 20))):
        yield _NOTE + ("  " if number else "") + note[start:end]
