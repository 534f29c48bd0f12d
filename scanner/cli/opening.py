"""Open the store as the settings say: which file, and how much memory and how many threads SQL may take."""

from __future__ import annotations

from scanner.settings import Settings
from scanner.store import MEMORY, Store

__all__ = ["open_store"]


def open_store(settings: Settings, *, read_only: bool = False) -> Store:
    """The store of the settings, migrated if it is older; a store in memory is bound by the machine alone.

    Raises:
        StoreError: for trouble with the file.
    """
    chosen = settings.store
    memory = None if chosen.db == MEMORY else chosen.memory or None
    return Store.open(chosen.db, read_only=read_only, memory_limit=memory, threads=chosen.threads or None)
