"""The scanner from Python: open a store, read documents into it, compare, and ask. Answers are Arrow tables."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from scanner.api.open_store import Day, OpenStore
from scanner.report import Report
from scanner.settings import load_settings
from scanner.store import MEMORY, Store

__all__ = ["OpenStore", "open", "run"]


def open(
    db: str | Path = MEMORY,
    *,
    write: bool = False,
    config: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
) -> OpenStore:
    """Open the store ``db``, to read it, or with ``write`` to ingest and scan too (one process at a time).

    A store in memory is always writable. ``config`` is the settings file (default: ``config/scanner.toml``, if there);
    ``settings`` go before it, by names as ``scanner config show`` lists them: ``{"report.min_confidence": 0.8}``.

    Raises:
        SettingsError: for settings that cannot be used.
        StoreError: if the store is missing (to read), in use, damaged, or of another version.
    """
    chosen = load_settings(
        None if config is None else Path(config), os.environ, {**(settings or {}), "store.db": str(db)}
    )
    memory = None if str(db) == MEMORY else chosen.store.memory or None
    store = Store.open(
        str(db),
        read_only=not write and str(db) != MEMORY,
        memory_limit=memory,
        threads=chosen.store.threads or None,
    )
    return OpenStore(store, chosen)


def run(
    paths: Sequence[str | Path],
    db: str | Path,
    *,
    as_of: Day,
    recorded_at: datetime | None = None,
    config: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
) -> Report:
    """Ingest ``paths`` into the store ``db``, scan it, and answer the report: ``scanner run`` from Python.

    Raises:
        InputError, RunFailed, SettingsError, StoreError: as the parts do.
    """
    with open(db, write=True, config=config, settings=settings) as store:
        store.ingest(paths, as_of=as_of, recorded_at=recorded_at)
        return store.scan(as_of=as_of, recorded_at=recorded_at)
