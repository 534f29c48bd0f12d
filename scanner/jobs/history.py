"""History: what scans saw of a finding and what people decided about it."""

from __future__ import annotations

from collections.abc import Sequence

from scanner.jobs.errors import InputError
from scanner.model import Event, Resolution
from scanner.review import Entry, related_ids, trail
from scanner.settings import nearest
from scanner.store import Store

__all__ = ["history", "ids_of"]


def history(store: Store, finding_id: str | None = None) -> Sequence[Entry]:
    """Everything that happened to a finding, under any id it had, oldest first; without an id, to all.

    Raises:
        InputError: if no scan ever found, and nobody ever decided about, such a finding; or several begin like it.
    """
    events, resolutions = store.reviews.events(), store.reviews.resolutions()
    if finding_id is None:
        return trail(events, resolutions)
    return trail(events, resolutions, ids_of(events, resolutions, finding_id))


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
            f"no finding ever had the id {finding_id!r}{nearest(wanted, ids)}; `scanner history` lists all"
        )
    if len(found) > 1:
        raise InputError(f"{finding_id!r} begins {len(found)} ids: {', '.join(found[:5])}")
    return related_ids(found[0], events, resolutions)
