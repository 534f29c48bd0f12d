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

    return jobs.standing_payload(store, settings, event, run_id, as_of)


def tell(settings: Settings, text: str) -> None:
    """Let ``hooks.standing`` hear what has changed."""
    from scanner import jobs

    if failed := jobs.tell_standing(settings, text):
        notice(f"scanner: {failed}")


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
