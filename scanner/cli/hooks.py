"""Tell the site's commands what has changed, once the store is closed; the failure of one is a line, no more."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scanner.cli.output import notice
from scanner.settings import Settings

if TYPE_CHECKING:
    from scanner.jobs import ScanReport
    from scanner.store import Store

__all__ = ["changes_to_tell", "send_digest", "tell"]


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


def send_digest(scanned: ScanReport, settings: Settings) -> None:
    """Give ``hooks.digest`` the digest of a scan on its stdin, if there is news or ``hooks.digest_always`` says so."""
    hooks = settings.hooks
    if not hooks.digest:
        return
    from scanner import jobs
    from scanner.report import has_news, render

    # What is no news is counted in a digest anyway, so that it is never left out before.
    whole = settings.model_copy(update={"report": settings.report.model_copy(update={"new_only": False})})
    report = jobs.shown(scanned, whole, Path.cwd())
    if not (hooks.digest_always or has_news(report)):
        return
    failed = jobs.run_hook(
        hooks.digest, render(report, "digest-md" if hooks.digest_format == "md" else "digest"), settings
    )
    if failed:
        notice(f"scanner: hook: {failed}; the digest was not delivered, `scanner report --format digest` shows it")
