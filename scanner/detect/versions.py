"""The order of version labels, and which of them are not released yet."""

from __future__ import annotations

import re

__all__ = ["VersionKey", "is_prerelease", "version_key"]

VersionKey = tuple[tuple[int, ...], int, int]

_FINAL = 9
_STAGES = {
    "unreleased": 0,
    "dev": 0,
    "devel": 0,
    "development": 0,
    "nightly": 0,
    "snapshot": 0,
    "next": 0,
    "draft": 1,
    "proposal": 1,
    "alpha": 2,
    "a": 2,
    "beta": 3,
    "b": 3,
    "preview": 4,
    "pre": 4,
    "rc": 5,
    "candidate": 5,
}
_NUMBERS = re.compile(r"\d+(?:[._-]\d+)*")
_STAGE = re.compile(r"(?<![a-z])(" + "|".join(sorted(_STAGES, key=len, reverse=True)) + r")(?![a-z])[\s.-]*(\d*)")


def version_key(label: str) -> VersionKey | None:
    """A key that orders version labels: numbers first, then stage (drafts and candidates before finals).

    Trailing zeros do not count (2.0 = 2). ``None`` for labels without number or stage.
    """
    text = label.strip().casefold()
    stage, stage_number = _FINAL, 0
    found = _STAGE.search(text)
    if found:
        stage, stage_number = _STAGES[found[1]], int(found[2] or 0)
        text = text[: found.start()] + " " + text[found.end() :]
    numbers = _NUMBERS.search(text)
    parts = [int(part) for part in re.split(r"[._-]", numbers[0])] if numbers else []
    while parts and parts[-1] == 0:
        parts.pop()
    if not numbers and not found:
        return None
    return tuple(parts), stage, stage_number


def is_prerelease(label: str) -> bool:
    """Whether the label marks something that is not in force (a draft, beta, preview or candidate)."""
    key = version_key(label)
    return key is not None and key[1] != _FINAL
