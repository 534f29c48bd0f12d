"""The history of findings: what scans saw and what people decided, merged in the order in which it happened."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from scanner.model import Action, Event, EventKind, Resolution

__all__ = ["Entry", "related_ids", "trail", "words_of"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened to a finding: ``what`` is an event or an action, ``words`` tells it.

    ``number`` is that of a resolution (0: an event), ``at`` the moment (UTC) of it where that is known; ``undone_by``
    the number of the one that took it back, ``seen`` what the person had before them, as JSON.
    """

    day: date
    what: str
    finding_id: str
    subject: str
    predicate: str
    words: str
    by: str = ""
    why: str = ""
    number: int = 0
    at: datetime | None = None
    undone_by: int = 0
    seen: str = ""


def related_ids(finding_id: str, events: Iterable[Event], resolutions: Iterable[Resolution]) -> set[str]:
    """All ids that the finding had or has: before it moved, after its values changed."""
    events, resolutions = tuple(events), tuple(resolutions)
    found = {finding_id}
    own = {event.state.content for event in events if event.kind is EventKind.FOUND}
    grown = True
    while grown:
        marks = {
            mark
            for event in events
            if event.state.finding_id in found
            for mark in (event.state.content, "" if event.state.content in own else event.state.places)
            if mark
        }
        more = {event.state.finding_id for event in events if event.previous in found}
        more |= {event.previous for event in events if event.state.finding_id in found and event.previous}
        more |= {item.finding_id for item in resolutions if marks & {item.content, item.places}}
        grown = not more <= found
        found |= more
    return found


def trail(events: Sequence[Event], resolutions: Sequence[Resolution], ids: set[str] | None = None) -> list[Entry]:
    """All entries, or those of the findings ``ids``, oldest first: a scan's events, then what was decided after it."""
    undone = {item.choice.undoes: item.number for item in resolutions if item.action is Action.UNDO}
    scans = {event.run_id: event.scan for event in events}
    named = {event.state.finding_id: event.state for event in events}
    ordered: list[tuple[tuple[int, int, int], Entry]] = []
    for at, event in enumerate(events):
        if ids is None or event.state.finding_id in ids or event.previous in ids:
            ordered.append(((event.scan, 0, at), _of_event(event)))
    for item in resolutions:
        if ids is not None and item.finding_id not in ids:
            continue
        seen = json.loads(item.seen)
        scan = seen.get("scan", scans.get(item.run_id, 0))
        state = named.get(item.finding_id)
        entry = Entry(
            item.decided_on,
            item.action.value,
            item.finding_id,
            seen.get("subject", state.subject if state else ""),
            seen.get("predicate", state.predicate if state else ""),
            words_of(item),
            item.decided_by,
            item.note,
            item.number,
            item.decided_at,
            undone.get(item.number, 0),
            item.seen,
        )
        ordered.append(((scan, 1, item.number), entry))
    return [entry for _, entry in sorted(ordered, key=lambda pair: pair[0])]


def _of_event(event: Event) -> Entry:
    state = event.state
    sides = " against ".join(f"{side.value} ({_places(side.documents)})" for side in state.sides)
    words = event.detail if event.detail else sides
    if event.previous:
        words += f"{': ' + sides if event.detail else ''}; it was {event.previous}"
    if event.resolution:
        words += f"; resolution {event.resolution} no longer holds it"
    return Entry(event.as_of, event.kind.value, state.finding_id, state.subject, state.predicate, words)


def _places(documents: Sequence[tuple[str, str]]) -> str:
    names = [doc_id for _, doc_id in documents[:2]]
    return ", ".join(names) + (f" and {len(documents) - 2} more" if len(documents) > 2 else "")


def words_of(item: Resolution) -> str:
    """What was decided, in words, with the values that the sides had, in the order of the sides."""
    choice = item.choice
    values = {side["value_key"]: side["value"] for side in json.loads(item.seen).get("sides", ())}
    order = {key: number for number, key in enumerate(values)}
    match item.action:
        case Action.KEEP:
            others = " and ".join(value for key, value in values.items() if key != choice.keep)
            kept = values.get(choice.keep, choice.keep)
            return f"{kept} stays; {others or 'the rest'} no longer holds from {choice.since or item.decided_on}"
        case Action.WINDOWS:
            windows = sorted(choice.windows, key=lambda item: order.get(item[0], len(order)))
            return "; ".join(
                f"{values.get(key, key)} holds {_span(window.start, window.end)}" for key, window in windows
            )
        case Action.SCOPE:
            scopes = sorted(choice.scopes, key=lambda item: order.get(item[0], len(order)))
            return "; ".join(
                f"{values.get(key, key)} holds for {dimension}={meaning}" for key, dimension, meaning in scopes
            )
        case Action.FALSE_POSITIVE:
            return "no conflict"
        case Action.DUPLICATE:
            return f"the same as {choice.duplicate_of}"
        case Action.ACCEPT:
            return f"accepted until {choice.until}" if choice.until else "accepted"
        case Action.ASSIGN:
            return f"given to {choice.owner}"
        case Action.ESCALATE:
            return f"escalated to {choice.owner}"
        case Action.UNDO:
            return f"resolution {choice.undoes} taken back"


def _span(start: date | None, end: date | None) -> str:
    words = (f"from {start}" if start else "", f"until {end}" if end else "")
    return " ".join(word for word in words if word) or "always"
