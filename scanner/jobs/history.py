"""History: what scans saw of a finding and what people decided about it."""

from __future__ import annotations

from collections.abc import Sequence

from scanner.jobs.errors import InputError
from scanner.jobs.scan import routed
from scanner.model import Event, EventKind, Finding, Resolution
from scanner.review import Entry, related_ids, trail
from scanner.settings import Settings, nearest
from scanner.store import Store

__all__ = ["finding_named", "history", "ids_of"]


def history(store: Store, finding_id: str | None = None) -> Sequence[Entry]:
    """Everything that happened to a finding, under any id it had, oldest first; without an id, to all.

    Raises:
        InputError: if no scan ever found, and nobody ever decided about, such a finding; or several begin like it.
    """
    events, resolutions = store.reviews.events(), store.reviews.resolutions()
    if finding_id is None:
        return trail(events, resolutions)
    return trail(events, resolutions, ids_of(events, resolutions, finding_id))


def finding_named(store: Store, settings: Settings, finding_id: str) -> tuple[Finding, str]:
    """The finding of the last scan that ``finding_id``, whole or the start of one, names; an earlier id names what
    has become of it, and is given back with it (else ``""``).

    Raises:
        InputError: if there is none, several, or one that has closed; what became of it is said.
    """
    wanted = finding_id if finding_id.startswith("f1:") else f"f1:{finding_id}"
    found = routed(store, settings, store.findings(wanted))
    if len(found) > 1:
        raise InputError(f"{finding_id!r} begins {len(found)} ids: {', '.join(f.finding_id for f in found[:5])}")
    if found:
        return found[0], ""
    events, resolutions = store.reviews.events(), store.reviews.resolutions()
    now = {finding.finding_id: finding for finding in store.findings()}
    ids = {event.state.finding_id for event in events} | {item.finding_id for item in resolutions}
    if not any(item.startswith(wanted) for item in ids):
        raise InputError(f"no finding has the id {finding_id!r} (`scanner report` lists them){nearest(wanted, now)}")
    named = ids_of(events, resolutions, finding_id)
    was = next(item for item in sorted(named) if item.startswith(wanted))
    left = [now[item] for item in sorted(named) if item in now]
    if left:
        return routed(store, settings, left[:1])[0], was
    ends = [event for event in events if event.state.finding_id in named and event.kind is EventKind.CLOSED]
    why = f" on {ends[-1].as_of}: {ends[-1].detail}" if ends else ""
    raise InputError(f"{was} has closed{why}; `scanner history {was}` tells all of it")


def ids_of(events: Sequence[Event], resolutions: Sequence[Resolution], finding_id: str) -> set[str]:
    """All ids that a finding had or has; ``finding_id`` may be the start of one.

    Raises:
        InputError: if there never was such a finding, or several begin like it.
    """
    ids = {event.state.finding_id for event in events} | {item.finding_id for item in resolutions}
    wanted = finding_id if finding_id.startswith("f1:") else f"f1:{finding_id}"
    found = [wanted] if wanted in ids else sorted(item for item in ids if item.startswith(wanted))
    if not found:
        raise InputError(
            f"no finding ever had the id {finding_id!r} (`scanner history` lists all){nearest(wanted, ids)}"
        )
    if len(found) > 1:
        raise InputError(f"{finding_id!r} begins {len(found)} ids: {', '.join(found[:5])}")
    return related_ids(found[0], events, resolutions)
