"""Tell the site's command what stands otherwise than before, once the store is closed; its failure is one line."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from scanner.cli.output import notice
from scanner.settings import Settings

if TYPE_CHECKING:
    from scanner.store import Store

__all__ = ["changes_to_tell", "tell"]


def changes_to_tell(store: Store, settings: Settings, event: str, run_id: str, as_of: date) -> str:
    """What ``hooks.standing`` is to hear, ``""`` if there is no such command or nothing to say."""
    from scanner import jobs

    return jobs.standing_payload(store, event, run_id, as_of) if settings.hooks.standing else ""


def tell(settings: Settings, text: str) -> None:
    """Run ``hooks.standing`` and, if it did not fail, remember that it knows."""
    if not text:
        return
    from scanner import jobs
    from scanner.cli.opening import open_store
    from scanner.store import MEMORY, StoreError

    failed = jobs.run_hook(settings.hooks.standing, text, settings)
    if failed:
        notice(f"scanner: hook: {failed}; what it was to hear is told again next time")
        return
    if settings.store.db == MEMORY:
        return
    try:
        with open_store(settings) as store:
            store.reviews.mark_told()
    except StoreError as error:
        notice(f"scanner: hook: {error}; what it heard is told again next time")
