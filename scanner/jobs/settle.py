"""Let decisions take effect: statuses, owners, windows and scopes of what the last scan found, and its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date

from scanner.model import Action, EventKind, FindingState, FindingStatus
from scanner.review import Ledger, Past, Routing, Scan, events_of, rulings, status_of
from scanner.store import Ruling, ScanRow, Settled, Store

__all__ = ["log_scan", "owners_of", "scan_row", "settle"]


def log_scan(store: Store, scan: Scan) -> None:
    """Write down what this scan saw happen to findings since the one before."""
    reviews = store.reviews
    earlier = [event for event in reviews.events() if event.scan < scan.number]
    events = events_of(Past.of(earlier), reviews.states(), Ledger.of(reviews.resolutions(), earlier), scan)
    closed = [event.state for event in events if event.kind is EventKind.CLOSED]
    why = _why_closed(store, closed)
    reviews.add_events(
        [
            replace(event, detail=why[event.state.finding_id]) if event.kind is EventKind.CLOSED else event
            for event in events
        ]
    )


def _why_closed(store: Store, states: Sequence[FindingState]) -> Mapping[str, str]:
    """What became of the sides of findings that are gone, where the documents tell."""
    if not states:
        return {}
    there = {(record.source, record.doc_id) for record in store.documents()}
    keys = sorted({side.value_key for state in states for side in state.sides})
    stated = {
        (row["source"], row["doc_id"], row["value_key"])
        for row in store.fetch(
            "SELECT DISTINCT source, doc_id, value_key FROM claims "
            "WHERE retracted_at IS NULL AND list_contains($keys, value_key)",
            {"keys": keys},
        ).to_pylist()
    }
    return {state.finding_id: _why(state, there, stated) for state in states}


def _why(state: FindingState, there: AbstractSet[tuple[str, str]], stated: AbstractSet[tuple[str, str, str]]) -> str:
    gone = []
    for side in state.sides:
        left = [document for document in side.documents if document in there]
        if not left:
            gone.append(f"{_names(side.documents)}, which said {side.value}, {_is(side.documents)} gone")
        elif not any((*document, side.value_key) in stated for document in left):
            gone.append(f"{_names(left)} no longer {_says(left)} {side.value}")
    return "; ".join(gone) or "its sides no longer exclude one another"


def _names(documents: Sequence[tuple[str, str]]) -> str:
    names = [doc_id for _, doc_id in documents]
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _is(documents: Sequence[object]) -> str:
    return "is" if len(documents) == 1 else "are"


def _says(documents: Sequence[object]) -> str:
    return "says" if len(documents) == 1 else "say"


def settle(store: Store, routing: Routing, scan: int, as_of: date) -> None:
    """Derive anew, for all conflicts, what follows from decisions and routes.

    ``scan`` numbers the scan that the findings are of; on ``as_of`` acceptances end and windows close.

    The result depends on the truth alone: findings, resolutions and the log.
    """
    reviews = store.reviews
    states, events = reviews.states(), reviews.events()
    ledger = Ledger.of(reviews.resolutions(), events)
    told = {event.state.finding_id: event for event in events if event.scan == scan}
    owners = owners_of(store, routing, ledger, states)
    settled: list[Settled] = []
    ruled: list[Ruling] = []
    there = {state.finding_id for state in states}
    heirs = {event.previous: event.state.finding_id for event in events if event.previous}
    for state in states:
        standing = ledger.standing(state.content, state.places, as_of)
        if standing is not None and standing.action is Action.DUPLICATE:
            # What it repeats may have closed alone: then nobody would hear of this one any more.
            original = _heir(standing.choice.duplicate_of, heirs)
            standing = standing if original in there and original != state.finding_id else None
        status = status_of(standing, told.get(state.finding_id))
        settled.append(
            Settled(state.finding_id, status, 0 if standing is None else standing.number, owners[state.finding_id])
        )
        if standing is not None:
            ruled += [
                Ruling(state.finding_id, r.value_key, standing.number, r.until, r.window, r.dimension, r.meaning)
                for r in rulings(state, standing)
            ]
    reviews.apply(settled)
    reviews.replace_decided(ruled, as_of)
    if ruled:
        _settle_emptied(store, settled)


def _heir(finding_id: str, heirs: Mapping[str, str]) -> str:
    """The id that a finding has after all its moves and changes."""
    seen: set[str] = set()
    while finding_id in heirs and finding_id not in seen:
        seen.add(finding_id)
        finding_id = heirs[finding_id]
    return finding_id


def _settle_emptied(store: Store, settled: Sequence[Settled]) -> None:
    """What decisions about other findings have left without a second side is settled by them."""
    emptied = store.reviews.emptied()
    store.reviews.apply(
        replace(item, status=FindingStatus.RESOLVED, resolution=emptied[item.finding_id])
        for item in settled
        if item.resolution == 0 and item.finding_id in emptied
    )


def owners_of(store: Store, routing: Routing, ledger: Ledger, states: Sequence[FindingState]) -> Mapping[str, str]:
    """Who looks after each finding: whom a person named, else whom a route or a document names; by id."""
    rows = store.fetch("SELECT finding_id, document_owner FROM findings ORDER BY ordinal").to_pylist()
    named = {row["finding_id"]: row["document_owner"] for row in rows}
    return {
        state.finding_id: ledger.owner(state.content, state.places)
        or routing.owner(state, named.get(state.finding_id, ""))
        for state in states
    }


def scan_row(store: Store, scan: Scan, documents: int, claims: int) -> ScanRow:
    """The scan in numbers, once everything is settled."""
    rows = store.fetch(
        "SELECT kind, count(*) FILTER (status IN ('new', 'open', 'reopened')) AS shown, "
        "count(*) FILTER (status NOT IN ('new', 'open', 'reopened')) AS held FROM findings GROUP BY kind ORDER BY kind"
    ).to_pylist()
    shown = {row["kind"]: row["shown"] for row in rows}
    return ScanRow(
        scan.number,
        scan.run_id,
        scan.as_of,
        documents,
        claims,
        shown.get("conflict", 0),
        shown.get("possible", 0),
        shown.get("supersession", 0),
        sum(row["held"] for row in rows),
    )
