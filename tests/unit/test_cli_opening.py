"""The settings bound what SQL may take."""

from __future__ import annotations

from pathlib import Path

from scanner.cli.opening import open_store
from scanner.settings import Settings, StoreSettings


def test_memory_and_threads_are_bound_by_the_settings(tmp_path: Path) -> None:
    chosen = StoreSettings(db=str(tmp_path / "x.duckdb"), memory="300MiB", threads=1)
    with open_store(Settings(store=chosen)) as store:
        told = "SELECT current_setting('memory_limit') AS memory, current_setting('threads') AS threads"
        assert store.fetch(told).to_pylist() == [{"memory": "300.0 MiB", "threads": 1}]


def test_a_store_in_memory_is_not_bound() -> None:
    with open_store(Settings(store=StoreSettings(db=":memory:", memory="1MB"))) as store:
        assert store.counts().claims == 0
