"""A store whose decisions were written by an earlier version keeps them, in the words of this one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import duckdb

import scanner.store
from scanner.model import Action
from scanner.review import Ledger
from scanner.store import Store

_FOLDER = Path(scanner.store.__file__).parent / "migrations"


def test_earlier_decisions_are_carried_over(tmp_path: Path) -> None:
    path = tmp_path / "old.duckdb"
    with duckdb.connect(str(path)) as old:
        old.execute("CREATE TABLE schema_version (version BIGINT NOT NULL, views VARCHAR NOT NULL)")
        for file in sorted(_FOLDER.glob("*.sql"))[:3]:
            old.execute(file.read_text(encoding="utf-8"))
        old.execute("INSERT INTO schema_version VALUES (3, '')")
        for number, name, action, until in (
            (1, "a", "dismiss", None),
            (2, "b", "defer", date(2027, 1, 1)),
            (3, "c", "resolve", None),
            (4, "a", "undo", None),
        ):
            row = [number, f"f1:{name}", f"c{name}", f"p{name}", action, "why", "ann", date(2026, 11, 1), until]
            old.execute("INSERT INTO resolutions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    with Store.open(path) as store:
        made = store.reviews.resolutions()
    assert [item.action for item in made] == [Action.FALSE_POSITIVE, Action.ACCEPT, Action.ACCEPT, Action.UNDO]
    ledger = Ledger.of(made)
    assert ledger.standing("ca", "pa", date(2026, 12, 1)) is None
    assert ledger.standing("cb", "pb", date(2026, 12, 31)) is not None
    assert ledger.standing("cb", "pb", date(2027, 1, 1)) is None
    assert ledger.standing("cc", "pc", date(2099, 1, 1)) is not None
