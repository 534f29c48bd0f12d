"""``gc``, ``backup``, ``export`` and ``import``: look after the store's file."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.codes import CLEAN, UserError
from scanner.cli.options import ConfigFile, Db, day, settings_from
from scanner.cli.output import emit

if TYPE_CHECKING:
    from scanner.store import Copied

__all__ = ["register"]

_MEGABYTE = 1_000_000


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command("gc", short_help="Make the store's file small again.", epilog="Example: scanner gc")(gc)
    app.command(
        "backup",
        short_help="Copy the store, whole and of one moment.",
        epilog="Example: scanner backup backups/2026-11-30.duckdb",
    )(backup)
    app.command(
        "export",
        short_help="Write the store as Parquet files.",
        epilog="Example: scanner export --parquet exports/2026-11-30",
    )(export)
    app.command(
        "import",
        short_help="Make a store from exported Parquet files.",
        epilog="Example: scanner import exports/2026-11-30 --db new.duckdb",
    )(import_)


def gc(
    forget_before: Annotated[
        date | None,
        typer.Option(
            "--forget-before",
            metavar="DATE",
            parser=day,
            help="Also leave out, for good, what documents had stopped saying before this day.",
        ),
    ] = None,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Rewrite the store into a new file without holes, which then takes its place; nothing else may use it meanwhile.

    History is kept unless told otherwise; with --forget-before, questions about what was known before that day have
    no full answer any more.
    """
    path = _file(config, db)
    from scanner import store

    _tell(path, path, store.compact(path, forget_before))
    return CLEAN


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to write; it must not exist.")],
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Write a copy of the store. It is a store itself: give it as --db, or put it in the place of a lost one."""
    path = _file(config, db)
    from scanner import store

    try:
        _tell(path, target, store.backup(path, target))
    except store.StoreExists as error:
        raise UserError(str(error)) from error
    return CLEAN


def export(
    folder: Annotated[
        Path, typer.Option("--parquet", metavar="FOLDER", help="Where to write; it must not exist or be empty.")
    ],
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Write the whole store as Parquet: tables/ to import again, views/ (facts, findings) for other programs."""
    path = _file(config, db)
    from scanner import store

    try:
        _tell(path, folder, store.export_parquet(path, folder))
    except store.StoreExists as error:
        raise UserError(str(error)) from error
    return CLEAN


def import_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="What scanner export --parquet wrote.")],
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Make a new store from an export; one that an older scanner wrote is brought up to date."""
    path = _file(config, db)
    from scanner import store

    try:
        _tell(folder, path, store.import_parquet(folder, path))
    except (store.StoreExists, store.StoreMissing) as error:
        raise UserError(str(error)) from error
    return CLEAN


def _file(config: Path | None, db: str | None) -> Path:
    settings = settings_from(config, {"store.db": db})
    if settings.store.db == ":memory:":
        raise UserError("a store in memory has no file; name one with --db")
    return Path(settings.store.db)


def _tell(read: Path, written: Path, done: Copied) -> None:
    sizes = f"{done.read_bytes / _MEGABYTE:,.1f} MB to {done.written_bytes / _MEGABYTE:,.1f} MB"
    emit(f"{read if read == written else f'{read} to {written}'}: {done.rows['claims']:,} claims, {sizes}\n")
