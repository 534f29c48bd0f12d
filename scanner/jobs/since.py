"""What the last scan changed, read from the log of scans."""

from __future__ import annotations

from collections.abc import Iterable

from scanner.model import Event, EventKind, Finding, FindingKind
from scanner.report import Change, Closed, Since, suppressed
from scanner.store import Store

__all__ = ["since_last"]

_CHANGES = {
    EventKind.FOUND: Change.NEW,
    EventKind.RETURNED: Change.REOPENED,
    EventKind.REOPENED: Change.REOPENED,
    EventKind.CHANGED: Change.CHANGED,
    EventKind.MOVED: Change.OPEN,
}
_REREAD = "no document of it has changed; the scanner reads them otherwise now (other cards or another version)"


def since_last(store: Store, findings: Iterable[Finding]) -> Since:
    """What became of conflicts and possible conflicts between the last scan and the one before.

    A scan made again, of the same documents with the same cards for the same day, is the same scan and has its news.
    """
    scans = store.reviews.scans()
    if not scans:
        return Since()
    last, before = scans[-1], (scans[-2] if len(scans) > 1 else None)
    told = [event for event in store.reviews.events() if event.scan == last.number]
    by_id = {event.state.finding_id: event.kind for event in told if event.kind is not EventKind.CLOSED}
    lately = {last.run_id} | ({before.run_id} if before is not None else set())
    changes: dict[str, Change] = {}
    for finding in findings:
        if finding.kind is FindingKind.SUPERSESSION:
            continue
        if not suppressed(finding):
            changes[finding.finding_id] = _CHANGES.get(by_id.get(finding.finding_id, EventKind.MOVED), Change.OPEN)
        elif finding.resolution is not None and finding.resolution.run_id in lately:
            changes[finding.finding_id] = Change(finding.status.value)
    there = {(record.source, record.doc_id) for record in store.documents()}
    reread = _rules(store, last.run_id) != _rules(store, before.run_id if before is not None else last.run_id)
    closed = (_closed(event, there, reread) for event in told if event.kind is EventKind.CLOSED)
    return Since(before.as_of if before is not None else None, changes, tuple(closed))


def _rules(store: Store, run_id: str) -> str:
    return next((run.fingerprint for run in store.runs() if run.run_id == run_id and run.command == "scan"), "")


def _closed(event: Event, there: set[tuple[str, str]], reread: bool) -> Closed:
    state = event.state
    documents = tuple(sorted({document for side in state.sides for document in side.documents}))
    gone = any(not there.intersection(side.documents) for side in state.sides)
    # The log names what became of the sides where the documents tell it; where they do not, new rules may.
    other = reread and not gone and "no longer say" not in event.detail
    return Closed(
        state.finding_id,
        state.kind,
        state.subject,
        state.predicate,
        tuple(side.value for side in state.sides),
        documents,
        Change.VANISHED if gone or other else Change.RESOLVED,
        _REREAD if other else event.detail,
    )
