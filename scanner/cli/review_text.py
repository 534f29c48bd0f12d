"""Queue, decisions and history in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scanner.report.lines import harmless, wrap

if TYPE_CHECKING:
    from scanner.jobs import Decided
    from scanner.review import Entry, QueueEntry
    from scanner.store import Table

__all__ = ["decided_lines", "history_text", "queue_table", "queue_text"]

_COLUMNS = (
    "id",
    "score",
    "impact",
    "confidence",
    "age_days",
    "documents",
    "views",
    "kind",
    "type",
    "severity",
    "status",
    "escalated",
    "owner",
    "first_seen",
    "subject",
    "predicate",
    "sides",
)
_SIDES_SHOWN = 4


def queue_table(entries: Sequence[QueueEntry], editable: bool) -> Table:
    """One row a finding, best first; ``editable`` adds the empty columns that `scanner resolve --from` reads."""
    from scanner.jobs.batch import COLUMNS
    from scanner.review import letters
    from scanner.store import Table

    rows = []
    for entry in entries:
        finding = entry.finding
        sides = "; ".join(f"{letters(number)} {side.value}" for number, side in enumerate(finding.sides))
        rows.append(
            (
                finding.finding_id,
                entry.score,
                round(entry.reach.impact, 3),
                finding.confidence,
                entry.age,
                entry.reach.documents,
                entry.reach.views,
                finding.kind.value,
                finding.type.value,
                finding.severity.value,
                finding.status.value,
                entry.escalated,
                finding.owner,
                None if finding.first_seen is None else finding.first_seen.isoformat(),
                finding.subject,
                finding.predicate,
                sides,
                *("" for _ in COLUMNS if editable),
            )
        )
    return Table((*_COLUMNS, *(COLUMNS if editable else ())), tuple(rows))


def queue_text(entries: Sequence[QueueEntry], total: int, width: int) -> str:
    """The queue for people: what ranks each finding, then what it is about."""
    if not total:
        return "Nothing waits for a decision.\n"
    lines = [f"{total:,} waiting" + (f", the first {len(entries):,} shown" if len(entries) < total else "") + "."]
    for number, entry in enumerate(entries, 1):
        lines += ["", *_waiting(number, entry, width)]
    return "\n".join(lines) + "\n"


def _waiting(number: int, entry: QueueEntry, width: int) -> Iterator[str]:
    from scanner.review import letters

    finding, reach = entry.finding, entry.reach
    lead = f"{number}. "
    indent = " " * len(lead)
    yield f"{lead}{harmless(finding.subject)} – {harmless(finding.predicate)}"
    documents = f"{reach.documents:,} document{'' if reach.documents == 1 else 's'}"
    views = f", {reach.views:,} views" if reach.views else ""
    yield from _folded(
        f"{finding.finding_id}  score {entry.score:.2f} = impact {reach.impact:.2f} ({documents}{views}) × confidence "
        f"{finding.confidence:.2f} × age {entry.urgency:.2f} ({entry.age:,} days)",
        indent,
        width,
    )
    facts = [finding.kind.value, finding.type.value, f"severity {finding.severity}", finding.status.value]
    facts.append(f"owner {harmless(finding.owner)}" if finding.owner else "no owner")
    if entry.escalated:
        facts.append("escalated")
    yield indent + ", ".join(facts)
    for at, side in enumerate(finding.sides[:_SIDES_SHOWN]):
        first = side.places[0].evidence if side.places else None
        parts = [letters(at), harmless(side.value)]
        if first is not None:
            parts.append(harmless(first.doc_id) + (f":{first.line}" if first.line else ""))
        yield from _folded("  ".join([*parts, *(["preferred"] if side.preferred else [])]), indent, width)
    if len(finding.sides) > _SIDES_SHOWN:
        yield f"{indent}and {len(finding.sides) - _SIDES_SHOWN} more sides"


def decided_lines(done: Sequence[Decided], dry_run: bool) -> Iterator[str]:
    """What was decided, a line each, with the status that follows."""
    from scanner.review import words_of

    for item in done:
        made, finding = item.resolution, item.finding
        about = "" if finding is None else f" ({harmless(finding.subject)} – {harmless(finding.predicate)})"
        what = f"{made.finding_id}{about}: {harmless(words_of(made))}"
        if dry_run:
            yield f"would decide  {what}"
        else:
            yield f"resolution {made.number}  {what}" + ("" if finding is None else f"; now {finding.status}")
    if dry_run:
        yield f"Dry run: {len(done):,} decision{'' if len(done) == 1 else 's'} checked, nothing written."


def history_text(entries: Sequence[Entry], as_json: bool, width: int) -> str:
    """The entries, oldest first: as JSON, or for people under the finding they are about."""
    if as_json:
        return json.dumps([_entry_object(entry) for entry in entries], ensure_ascii=True, indent=1) + "\n"
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


def _folded(text: str, indent: str, width: int) -> Iterator[str]:
    for number, (start, end) in enumerate(wrap(text, max(width - len(indent) - 2, 20))):
        yield indent + ("  " if number else "") + text[start:end]


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
