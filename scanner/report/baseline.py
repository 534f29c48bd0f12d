"""A baseline: the findings that an old corpus had when the scanner came to it, which need not be shown every night."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from scanner.model import Finding

__all__ = ["Baseline", "BaselineError", "read_baseline", "write_baseline"]


class BaselineError(ValueError):
    """A baseline that cannot be used; the message says why."""


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    content: str
    places: str
    about: str = ""


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: Literal["1"]
    findings: tuple[_Entry, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Fingerprints of known findings. One whose values have changed has others, and is shown."""

    content: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()

    def holds(self, finding: Finding) -> bool:
        return finding.fingerprint_content in self.content or finding.fingerprint_places in self.places


def write_baseline(findings: Iterable[Finding]) -> str:
    """The findings as a baseline file, one a line in a fixed order, so that its history can be read."""
    entries = sorted(
        {(f.finding_id, f.fingerprint_content, f.fingerprint_places, f"{f.subject} – {f.predicate}") for f in findings}
    )
    lines = [
        json.dumps({"id": name, "content": content, "places": places, "about": about}, ensure_ascii=True)
        for name, content, places, about in entries
    ]
    return '{"schema_version": "1", "findings": [\n' + ",\n".join(lines) + "\n]}\n"


def read_baseline(text: str) -> Baseline:
    """Read what ``write_baseline`` wrote.

    Raises:
        BaselineError: for anything else.
    """
    try:
        file = _File.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BaselineError(f"{place + ': ' if place else ''}{first['msg'][0].lower()}{first['msg'][1:]}") from error
    return Baseline(
        frozenset(entry.content for entry in file.findings if entry.content),
        frozenset(entry.places for entry in file.findings if entry.places),
    )
