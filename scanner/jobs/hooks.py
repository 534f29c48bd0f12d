"""Tell a command of the site's what has changed; it may fail, and nothing here depends on it."""

from __future__ import annotations

import json
import shlex
import subprocess
from datetime import date

from scanner.settings import Settings
from scanner.store import MEMORY, Store, StoreError

__all__ = ["run_hook", "standing_payload", "tell_standing"]

SCHEMA_VERSION = "1"
_LONGEST = 200


def standing_payload(store: Store, settings: Settings, event: str, run_id: str, as_of: date) -> str:
    """The chunks and documents whose standing has changed since ``hooks.standing`` was last told, as JSON; ``""`` if
    none has, or if there is no such command. ``event`` is ``scan`` or ``resolve``.
    """
    changes = store.reviews.changed_standings() if settings.hooks.standing else ()
    if not changes:
        return ""
    documents = sorted({(change.source, change.doc_id) for change in changes})
    body = {
        "schema_version": SCHEMA_VERSION,
        "event": event,
        "run": {"id": run_id, "as_of": as_of.isoformat()},
        "documents": [{"source": source, "doc_id": doc_id} for source, doc_id in documents],
        "chunks": [
            {
                "source": change.source,
                "doc_id": change.doc_id,
                "chunk_id": change.chunk_id,
                "before": list(change.before),
                "after": list(change.after),
                "findings": list(change.findings),
            }
            for change in changes
        ],
    }
    return json.dumps(body, ensure_ascii=True, indent=1) + "\n"


def tell_standing(settings: Settings, payload: str) -> str:
    """Run ``hooks.standing`` and, if it did not fail, remember that it knows; what went wrong, in one line, or ``""``.

    The store must not be open: the command may want to read it.
    """
    if not payload:
        return ""
    failed = run_hook(settings.hooks.standing, payload, settings)
    if failed:
        return f"hook: {failed}; what it was to hear is told again next time"
    if settings.store.db == MEMORY:
        return ""
    try:
        with Store.open(settings.store.db) as store:
            store.reviews.mark_told()
    except StoreError as error:
        return f"hook: {error}; what it heard is told again next time"
    return ""


def run_hook(command: str, text: str, settings: Settings) -> str:
    """Run ``command`` with ``text`` on its stdin; what went wrong, in one line, or ``""``.

    The command is split as a shell would, and run without one. What it prints is not shown.
    """
    try:
        words = shlex.split(command)
        done = subprocess.run(  # noqa: S603 - the site's own command, from its own settings
            words,
            input=text,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=settings.hooks.timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{command}: still running after {settings.hooks.timeout} seconds, and stopped"
    except (OSError, ValueError) as error:
        return f"{command}: cannot be run: {getattr(error, 'strerror', None) or error}"
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        return f"{command}: ended with {done.returncode}" + (f": {said[-1][:_LONGEST]}" if said else "")
    return ""
