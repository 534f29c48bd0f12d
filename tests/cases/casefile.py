"""Read Markdown case files: documents in, findings out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Case", "CaseDocument", "Expected", "cases_in"]

_FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`]*)$")
_XFAIL = re.compile(r"\s*\(xfail: (?P<reason>.+)\)$")
_KINDS = ("conflict", "possible", "supersession")


@dataclass(frozen=True)
class CaseDocument:
    """One document of a case: its file name, text, and manifest columns."""

    file: str
    text: str
    metadata: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Expected:
    """One expected finding. ``sides`` are words of its values or quotes; in a supersession oldest first."""

    kind: str
    reason: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A named case; ``xfail`` says why it does not pass yet, empty if it must."""

    file: str
    name: str
    documents: tuple[CaseDocument, ...]
    expected: tuple[Expected, ...]
    xfail: str = ""


def cases_in(path: Path) -> Iterator[Case]:
    """The cases of one file, in order.

    Raises:
        ValueError: for a case without documents or findings, an unclosed fence, or a line that cannot be read.
    """
    heading, documents = "", list[CaseDocument]()
    for info, text in _parts(path):
        if info is None:
            if documents:
                raise ValueError(f"{path.name}: {heading}: no findings block")
            heading = text
        elif info == "findings":
            if not documents:
                raise ValueError(f"{path.name}: {heading}: no documents")
            mark = _XFAIL.search(heading)
            name = heading[: mark.start()] if mark else heading
            expected = tuple(_expected(path, heading, line) for line in text.splitlines() if line.strip() != "none")
            yield Case(path.name, name, tuple(documents), expected, mark["reason"] if mark else "")
            documents = []
        else:
            fields = dict(re.findall(r'(\w+)=("[^"]*"|\S+)', info))
            if "file" not in fields:
                raise ValueError(f"{path.name}: {heading}: a document needs file=NAME")
            metadata = tuple((key, value.strip('"')) for key, value in fields.items() if key != "file")
            documents.append(CaseDocument(fields["file"], text, metadata))
    if documents:
        raise ValueError(f"{path.name}: {heading}: no findings block")


def _parts(path: Path) -> Iterator[tuple[str | None, str]]:
    """Headings of level two as ``(None, words)`` and fenced blocks as ``(info, text)``."""
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    for line in lines:
        fence = _FENCE.match(line)
        if fence:
            body = []
            for inner in lines:
                if inner == fence["ticks"]:
                    break
                body.append(inner)
            else:
                raise ValueError(f"{path.name}: unclosed fence: {line}")
            yield fence["info"].strip(), "".join(f"{inner}\n" for inner in body)
        elif line.startswith("## "):
            yield None, line.removeprefix("## ").strip()


def _expected(path: Path, heading: str, line: str) -> Expected:
    head, *sides = (part.strip() for part in line.split(" | "))
    kind, _, reason = head.partition(" ")
    if kind not in _KINDS or len(sides) < 2:
        raise ValueError(f"{path.name}: {heading}: not a finding: {line!r}")
    return Expected(kind, reason, tuple(sides))
