"""``explain`` and ``trace``: why something was found, and why something was not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.clock import today
from scanner.cli.codes import CLEAN, UserError
from scanner.cli.options import ConfigFile, Db, settings_from
from scanner.cli.output import colour_wanted, emit, notice, terminal_width
from scanner.settings import Settings

if TYPE_CHECKING:
    from scanner.store import Store

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command("explain", short_help="Show one finding whole.", epilog="Example: scanner explain f1:9c2e41d07ab3")(
        explain
    )
    app.command(
        "trace",
        short_help="Show why something was not found.",
        epilog="Example: scanner trace docs/api/v1.md:12 docs/api/v2.md:14",
    )(trace)


def explain(
    finding_id: Annotated[str, typer.Argument(metavar="ID", help="A finding's id, or enough of its start.")],
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Show one finding whole: all places, what its confidence is made of, and why both sides cannot hold."""
    settings = settings_from(config, {"store.db": db})
    from scanner import jobs
    from scanner.cli.opening import open_store
    from scanner.report.detail import render_detail

    with open_store(settings, read_only=True) as store:
        found, was = jobs.finding_named(store, settings, finding_id)
    if was:
        notice(f"{was} is now {found.finding_id}; scanner history {found.finding_id} tells why")
    emit(render_detail(found, terminal_width(None), colour_wanted(None)))
    return CLEAN


def trace(
    places: Annotated[list[str], typer.Argument(metavar="FILE[:LINE]", help="One place, or two that should have met.")],
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Show what became of a place: blocks, triples, claims, what they met, and the gate that stopped them.

    The files are looked up in the store; without one, they are read on their own.
    """
    if len(places) > 2:
        raise UserError("give one place, or two to see what keeps them apart")
    settings = settings_from(config, {"store.db": db})
    from scanner.cli.opening import open_store
    from scanner.store import Store

    if settings.store.db != ":memory:" and Path(settings.store.db).exists():
        with open_store(settings, read_only=True) as store:
            _show(store, settings, places)
    else:
        with Store.open(":memory:") as store:
            _read_alone(store, settings, places)
            _show(store, settings, places)
    return CLEAN


def _show(store: Store, settings: Settings, places: list[str]) -> None:
    from scanner import jobs
    from scanner.jobs.trace_text import pair_lines, spot_lines

    width = terminal_width(None)
    spots = [jobs.find_spot(store, place) for place in places]
    for spot in spots:
        emit("\n".join(spot_lines(jobs.trace_spot(store, settings, spot), width)) + "\n")
    if len(spots) == 2:
        emit("\n".join(pair_lines(jobs.trace_pair(store, spots[0], spots[1]), width)) + "\n")


def _read_alone(store: Store, settings: Settings, places: list[str]) -> None:
    from scanner import jobs
    from scanner.jobs.trace import parse_spot

    files = sorted({Path(parse_spot(place)[0]).resolve() for place in places})
    notice(f"scanner: no store at {settings.store.db}; reading the files on their own")
    for file in files:
        if not file.is_file():
            raise UserError(f"{file}: no such file, and there is no store to look it up in")
    day = today()
    jobs.ingest(files, store, settings, day, source="files")
    jobs.scan(store, settings, day)
