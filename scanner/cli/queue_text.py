"""The queue in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scanner.cli.options import TableFormat
from scanner.report.decided import decided_words
from scanner.report.lines import harmless, wrap
from scanner.report.quotes import place_words

if TYPE_CHECKING:
    from scanner.model import Finding, Side
    from scanner.review import QueueEntry, Wanted
    from scanner.store import Table

__all__ = ["queue_table", "queue_text"]

_SIDES_SHOWN = 4
_PLACES_TO_CORRECT = 5


def queue_table(entries: Sequence[QueueEntry], form: TableFormat, editable: bool) -> Table:
    """One row a finding, best first; in CSV, ``editable`` adds the empty columns that `scanner resolve --from` reads.

    Places and quotes are lists of objects for programs, and words for spreadsheets.
    """
    from scanner.jobs.batch import COLUMNS, QUEUE_COLUMNS
    from scanner.review import letters
    from scanner.store import Table

    words = form is TableFormat.CSV
    empty = COLUMNS if editable and words else ()
    rows = []
    for entry in entries:
        finding = entry.finding
        named = [(letters(number), side) for number, side in enumerate(finding.sides)]
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
                "; ".join(f"{letter} {side.value}" for letter, side in named),
                "; ".join(f"{letter} {_first_place(side)}" for letter, side in named) if words else _places(finding),
                "\n".join(f"{letter} {_first_quote(side)}" for letter, side in named)
                if words
                else [_first_quote(side) for _, side in named],
                decided_words(finding) if finding.resolution is not None else None,
                *("" for _ in empty),
            )
        )
    return Table(("id", *QUEUE_COLUMNS, *empty), tuple(rows))


def _first_place(side: Side) -> str:
    return place_words(side.places[0].evidence) if side.places else ""


def _first_quote(side: Side) -> str:
    return " ".join(side.places[0].evidence.quote.split()) if side.places else ""


def _places(finding: Finding) -> list[dict[str, object]]:
    from scanner.review import letters

    return [
        {
            "side": letters(number),
            "value": side.value,
            "preferred": side.preferred,
            "source": place.evidence.source,
            "doc_id": place.evidence.doc_id,
            "line": place.evidence.line,
            "page": place.evidence.page,
            "chunk_id": place.evidence.chunk_id,
            "quote": place.evidence.quote,
        }
        for number, side in enumerate(finding.sides)
        for place in side.places
    ]


def queue_text(entries: Sequence[QueueEntry], fitting: int, total: int, status: Wanted, width: int) -> str:
    """The queue for people: what ranks each finding, then what it is about.

    ``fitting`` of the ``total`` findings of that status fit the filters; ``entries`` are those to show.
    """
    named = _NAMES[status.value]
    if not total:
        return f"{_NOTHING[status.value]}\n"
    if not fitting:
        return f"0 of {total:,} {named} fit the filters.\n"
    lines = [f"{fitting:,} {named}" + (f", the first {len(entries):,} shown" if len(entries) < fitting else "") + "."]
    for number, entry in enumerate(entries, 1):
        lines += ["", *_waiting(number, entry, status, width)]
    return "\n".join(lines) + "\n"


_NAMES = {
    "open": "waiting",
    "resolved": "resolved",
    "dismissed": "dismissed",
    "deferred": "deferred",
    "settled": "settled",
    "to-correct": "decided, with pages to correct",
    "all": "open and settled",
}
_NOTHING = {
    "open": "Nothing waits for a decision.",
    "resolved": "Nothing is resolved.",
    "dismissed": "Nothing is dismissed.",
    "deferred": "Nothing is deferred.",
    "settled": "Nothing is settled.",
    "to-correct": "No page is left to correct.",
    "all": "There is no conflict, open or settled.",
}


def _waiting(number: int, entry: QueueEntry, status: Wanted, width: int) -> Iterator[str]:
    from scanner.review import letters, to_correct

    finding, reach = entry.finding, entry.reach
    lead = f"{number}. "
    indent = " " * len(lead)
    yield f"{lead}{harmless(finding.subject)} – {harmless(finding.predicate)}"
    documents = f"{reach.documents:,} document{'' if reach.documents == 1 else 's'}"
    views = f", {reach.views:,} views" if reach.views else ""
    days = f"{entry.age:,} day{'' if entry.age == 1 else 's'}"
    yield from _folded(
        f"{finding.finding_id}  score {entry.score:.2f} = impact {reach.impact:.2f} ({documents}{views}) × confidence "
        f"{finding.confidence:.2f} × age {entry.urgency:.2f} ({days})",
        indent,
        width,
    )
    facts = [finding.kind.value, finding.type.value, f"severity {finding.severity}", finding.status.value]
    facts.append(f"owner {harmless(finding.owner)}" if finding.owner else "no owner")
    if entry.escalated:
        facts.append("escalated")
    yield indent + ", ".join(facts)
    stale = to_correct(finding)
    for at, side in enumerate(finding.sides[:_SIDES_SHOWN]):
        shown = side.places[:_PLACES_TO_CORRECT] if side in stale else side.places[:1]
        parts = [letters(at), harmless(side.value), ", ".join(place_words(place.evidence) for place in shown)]
        marks = ["preferred"] if side.preferred and not stale else []
        marks += ["to correct"] if side in stale else []
        yield from _folded("  ".join([part for part in parts if part] + marks), indent, width)
    if len(finding.sides) > _SIDES_SHOWN:
        yield f"{indent}and {len(finding.sides) - _SIDES_SHOWN} more sides"
    if finding.resolution is not None and status.value != "open":
        yield from _folded(harmless(decided_words(finding)), indent, width)


def _folded(text: str, indent: str, width: int) -> Iterator[str]:
    for number, (start, end) in enumerate(wrap(text, max(width - len(indent) - 2, 20))):
        yield indent + ("  " if number else "") + text[start:end]
