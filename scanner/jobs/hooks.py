"""Tell a command of the site's what has changed; it may fail, and nothing here depends on it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from datetime import date
from typing import IO

from scanner.settings import Settings
from scanner.store import MEMORY, Store, StoreError

__all__ = ["run_hook", "standing_payload", "tell_standing"]

SCHEMA_VERSION = "1"
_LONGEST = 200  # characters of its last line that are shown
_TAIL = 4_096  # bytes in which that line is looked for


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

    The command is split as a shell would, and run without one. What it prints is not shown. It has ended when its own
    process has, whatever it leaves behind; one that is stopped takes its children with it.
    """
    try:
        words = shlex.split(command)
        if not words:
            return f"{command!r}: names no command; leave the setting empty for none"
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
            given.write(text.encode("utf-8", "backslashreplace"))
            given.seek(0)
            code = _ended(words, given, said, settings.hooks.timeout)
            if code is None:
                return f"{command}: still running after {settings.hooks.timeout} seconds, and stopped"
            if code:
                return f"{command}: ended with {code}" + (f": {last}" if (last := _last_line(said)) else "")
    except (OSError, ValueError) as error:
        return f"{command}: cannot be run: {getattr(error, 'strerror', None) or error}"
    return ""


def _ended(words: Sequence[str], given: IO[bytes], said: IO[bytes], timeout: int) -> int | None:
    """The exit code of a command, ``None`` if it had to be stopped. What it prints goes to a file, not to memory."""
    # A session of its own, so that its children can be stopped with it; pipes would wait for all of them.
    command = subprocess.Popen(  # noqa: S603 - the site's own command, from its own settings
        words, stdin=given, stdout=subprocess.DEVNULL, stderr=said, start_new_session=True
    )
    try:
        return command.wait(timeout)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if command.returncode is None:
            os.killpg(command.pid, signal.SIGKILL)
            command.wait()


def _last_line(said: IO[bytes]) -> str:
    """The last line of what a command said about its failure, without what a terminal would obey."""
    said.seek(max(0, said.seek(0, os.SEEK_END) - _TAIL))
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in lines[-1][:_LONGEST]) if lines else ""
