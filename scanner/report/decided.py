"""The resolution that holds a finding down, in one line."""

from __future__ import annotations

from scanner.model import Finding

__all__ = ["decided_words"]


def decided_words(finding: Finding) -> str:
    """Who decided what, when and why; the bare status where no resolution is known. Nothing in it is escaped."""
    made = finding.resolution
    if made is None:
        return finding.status.value
    until = f" until {made.choice.until}" if made.choice.until else ""
    why = f": {made.note}" if made.note else ""
    return f"{finding.status}: {made.action}{until} by {made.decided_by} on {made.decided_on}, no. {made.number}{why}"
