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
_WORDS = sorted((word for word in _STAGES if len(word) > 1), key=len, reverse=True)
_STAGE = re.compile(r"(?<![a-z])(" + "|".join(_WORDS) + r")(?![a-z])[\s.-]*(\d{0,3})(?!\w)")
# A single letter is a stage only behind a dotted number: 2.0b1, and not the 12b4567 of a commit.
_LETTER = re.compile(r"(?<=\d)([ab])(\d{1,3})(?!\w)")
_NUMBERS = re.compile(r"(?<![\w.])(?:v|r|rev|ver)?\.?(\d+(?:[._-]\d+)*)(?!\w)")
_DAY = re.compile(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_LONGEST = 6


def version_key(label: str) -> VersionKey | None:
    """A key that orders version labels: numbers first, then stage (drafts and candidates before finals).

    Trailing zeros do not count (2.0 = 2). ``None`` for labels without number or stage, and for hashes and serial
    numbers, which order nothing.
    """
    text = label.strip().casefold()
    stage, stage_number = _FINAL, 0
    found = _STAGE.search(text) or (_LETTER.search(text) if "." in text else None)
    if found:
        stage, stage_number = _STAGES[found[1]], int(found[2] or 0)
        text = text[: found.start()] + " " + text[found.end() :]
    numbers = _NUMBERS.search(text)
    if not numbers and (not found or any(character.isdigit() for character in text)):
        return None
    written = re.split(r"[._-]", numbers[1]) if numbers else []
    if any(len(part) > _LONGEST and not _DAY.fullmatch(part) for part in written):
        return None
    parts = [int(part) for part in written]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts), stage, stage_number


def is_prerelease(label: str) -> bool:
    """Whether the label marks something that is not in force (a draft, beta, preview or candidate)."""
    key = version_key(label)
    return key is not None and key[1] != _FINAL
