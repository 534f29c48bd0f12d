"""Decisions and history in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scanner.cli.options import TableFormat
from scanner.report.lines import harmless, wrap
from scanner.report.summary import suppressed

if TYPE_CHECKING:
    from scanner.jobs import Decided
    from scanner.review import Entry

__all__ = ["decided_lines", "history_text", "refusals"]

_COLUMNS = (
    *("day", "at", "what", "finding_id", "subject", "predicate", "words", "resolution", "by", "why", "undone_by"),
)
_FEW = 2
_MOST = 20


def decided_lines(done: Sequence[Decided], dry_run: bool) -> Iterator[str]:
    """What was decided, a line each, with the status that follows."""
    from scanner.review import words_of

    for item in done:
        made, finding = item.resolution, item.finding
        about = "" if finding is None else f" ({harmless(finding.subject)} – {harmless(finding.predicate)})"
        what = f"{made.finding_id}{about}: {harmless(words_of(made))}"
        if dry_run:
            yield f"would decide  {what}{_instead(item)}"
        else:
            yield f"resolution {made.number}  {what}{_instead(item)}{_afterwards(item)}"
    if dry_run:
        yield f"Dry run: {len(done):,} decision{'' if len(done) == 1 else 's'} checked, nothing written."


def _instead(item: Decided) -> str:
    """Whose decision gives way: two people may have looked at the same finding."""
    if item.replaces is None:
        return ""
    return f"; in place of resolution {item.replaces.number} by {harmless(item.replaces.decided_by)}"


def _afterwards(item: Decided) -> str:
    if item.finding is None:
        return ""
    return "; still open" if not suppressed(item.finding) else f"; now {item.finding.status}"


def refusals(reasons: Sequence[str]) -> list[str]:
    """Why decisions are refused: at most twenty lines; what is wrong with more than two findings alike is said once."""
    lines = _told_once(reasons)
    if len(lines) <= _MOST:
        return lines
    return [*lines[:_MOST], f"and {len(lines) - _MOST:,} more lines like these"]


def _told_once(reasons: Sequence[str]) -> list[str]:
    alike: dict[str, list[str]] = {}
    for reason in reasons:
        about, _, why = reason.partition(": ")
        alike.setdefault(why if about.startswith("f1:") and why else reason, []).append(about)
    lines = []
    for reason in reasons:
        about, _, why = reason.partition(": ")
        found = alike.get(why, [])
        if len(found) <= _FEW:
            lines.append(reason)
        elif about == found[0]:
            lines.append(f"{len(found):,} findings ({', '.join(found[:_FEW])}, …): {why}")
    return lines


def history_text(entries: Sequence[Entry], form: str, width: int) -> str:
    """The entries, oldest first: as ``json``, ``jsonl`` or ``csv``, else for people under the finding they are about.

    A table leaves out what a person had before them when deciding (``seen``), which JSON tells.
    """
    match form:
        case "json":
            return json.dumps([_entry_object(entry) for entry in entries], ensure_ascii=True, indent=1) + "\n"
        case "jsonl":
            return "".join(f"{json.dumps(_entry_object(entry), ensure_ascii=True)}\n" for entry in entries)
        case "csv":
            return _entry_table(entries)
    if not entries:
        return "Nothing has happened yet.\n"
    lines: list[str] = []
    about = ""
    for entry in entries:
        title = f"{entry.finding_id}  {harmless(entry.subject)} – {harmless(entry.predicate)}"
        if title != about:
            lines += [*([""] if lines else []), title]
            about = title
        lines += _told(entry, width)
    return "\n".join(lines) + "\n"


def _entry_table(entries: Sequence[Entry]) -> str:
    from scanner.cli.tables import render_table
    from scanner.store import Table

    rows = tuple(tuple(_entry_object(entry)[name] for name in _COLUMNS) for entry in entries)
    return render_table(Table(_COLUMNS, rows), TableFormat.CSV)


def _told(entry: Entry, width: int) -> Iterator[str]:
    lead = f"  {entry.day}  {entry.what:<14}  "
    words = harmless(entry.words)
    if entry.number:
        words = f"{words}; by {harmless(entry.by)}, resolution {entry.number}"
        if entry.why:
            words += f": {harmless(entry.why)}"
        if entry.undone_by:
            words += f" (taken back by resolution {entry.undone_by})"
    for start, end in wrap(words, max(width - len(lead), 20)):
        yield lead + words[start:end]
        lead = " " * len(lead)


def _entry_object(entry: Entry) -> dict[str, object]:
    return {
        "day": entry.day.isoformat(),
        "at": None if entry.at is None else f"{entry.at.isoformat(timespec='seconds')}Z",
        "what": entry.what,
        "finding_id": entry.finding_id,
        "subject": entry.subject,
        "predicate": entry.predicate,
        "words": entry.words,
        "resolution": entry.number or None,
        "by": entry.by or None,
        "why": entry.why or None,
        "undone_by": entry.undone_by or None,
        "seen": json.loads(entry.seen) if entry.seen else None,
    }
