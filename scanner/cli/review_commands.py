"""``resolve``: from a finding to a decision."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.clock import now, today
from scanner.cli.codes import CLEAN, USAGE, UserError
from scanner.cli.hooks import changes_to_tell, tell
from scanner.cli.options import AsOf, ConfigFile, Db, day, settings_from
from scanner.cli.output import emit, notice
from scanner.cli.review_options import (
    KindFilter,
    LeastConfidence,
    LeastSeverity,
    NewSince,
    OwnerFilter,
    PathFilter,
    Preferred,
    SeverityFilter,
    SubjectFilter,
    TypeFilter,
    Unrouted,
    filter_of,
    open_when_free,
)
from scanner.cli.review_text import decided_lines, refusals

if TYPE_CHECKING:
    from scanner.review import Request

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(
        "resolve",
        short_help="Decide about findings.",
        epilog='Example: scanner resolve f1:9c2e41d07ab3 --keep B --why "A is the old contract"',
    )(resolve)


def resolve(
    finding_ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]…", help="Findings, by id or enough of its start.")
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option("--keep", metavar="SIDE", help="This side holds, the others no longer: A, B, a value, preferred."),
    ] = None,
    since: Annotated[
        date | None,
        typer.Option("--since", metavar="DATE", parser=day, help="Day from which the others do not hold [today]."),
    ] = None,
    window: Annotated[
        list[str] | None,
        typer.Option(
            "--window", metavar="SIDE=FROM..TO", help="A side holds from a day, month or year to before another."
        ),
    ] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", metavar="SIDE=DIMENSION:VALUE", help="A side holds for this only (A=tier:standard)."),
    ] = None,
    false_positive: Annotated[
        bool, typer.Option("--false-positive", help="The sides do not contradict.", show_default=False)
    ] = False,
    duplicate_of: Annotated[
        str | None, typer.Option("--duplicate-of", metavar="ID", help="It is the same as another finding.")
    ] = None,
    accept_until: Annotated[
        date | None,
        typer.Option("--accept-until", metavar="DATE", parser=day, help="Live with it; it comes back on that day."),
    ] = None,
    assign: Annotated[str | None, typer.Option("--assign", metavar="NAME", help="Give it to another owner.")] = None,
    escalate: Annotated[
        str | None, typer.Option("--escalate", metavar="NAME", help="Hand it up; the queue marks it.")
    ] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the last decision about it back.", show_default=False)
    ] = False,
    undo_batch: Annotated[
        int | None,
        typer.Option("--undo-batch", metavar="NUMBER", help="Take back all that was decided with this resolution."),
    ] = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for whoever asks later.")] = "",
    by: Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who decides [default: login name].")] = None,
    from_file: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Decisions in a CSV or JSON table, one a row.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All open findings that fit the filters.", show_default=False)
    ] = False,
    owner: OwnerFilter = None,
    unrouted: Unrouted = False,
    kind: KindFilter = None,
    conflict_type: TypeFilter = None,
    severity: SeverityFilter = None,
    path: PathFilter = None,
    subject: SubjectFilter = None,
    new_since: NewSince = None,
    min_confidence: LeastConfidence = 0.0,
    min_severity: LeastSeverity = None,
    has_preferred: Preferred = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check and show, and write nothing.", show_default=False)
    ] = False,
    wait: Annotated[
        float, typer.Option("--wait", metavar="SECONDS", min=0, help="How long to wait for another writer.")
    ] = 30.0,
    as_of: AsOf = None,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Decide about findings: by id, by filter, or from a table; all of it is applied, or nothing.

    A decision is kept for good, with who, when, why and what was seen. It survives new scans, moved and reworded
    documents; a changed or third value, and the end of an acceptance, open the finding again.
    """
    settings = settings_from(config, {"store.db": db, "review.by": by})
    from scanner import jobs
    from scanner.jobs import RefusedBatch

    wanted = filter_of(
        owner,
        unrouted,
        kind,
        conflict_type,
        severity,
        path,
        subject,
        new_since,
        min_confidence,
        min_severity,
        has_preferred,
    )
    ways = [bool(finding_ids), everything or not wanted.empty, from_file is not None, undo_batch is not None]
    if sum(ways) != 1:
        raise UserError("name findings by id, or by filters (--all for every open one), or in a table with --from")
    taken_back = undo or undo_batch is not None
    pattern = _request(
        keep,
        since,
        window,
        scope,
        false_positive,
        duplicate_of,
        accept_until,
        assign,
        escalate,
        taken_back,
        why,
        from_file,
    )
    jobs.require_store(settings)
    on, told = as_of or today(), ""
    try:
        requests: Sequence[Request]
        requests, unread = ((), ()) if from_file is None else jobs.read_requests(from_file)
        with open_when_free(settings, wait) as store:
            if pattern is not None:
                from dataclasses import replace

                given = [replace(pattern, finding_id=item) for item in finding_ids or ()]
                if undo_batch is not None:
                    requests = jobs.decided_with(store, undo_batch, pattern)
                else:
                    requests = given or jobs.fitting(store, settings, wanted, pattern, Path.cwd())
            who = settings.review.by or _login()
            done = jobs.resolve(store, settings, requests, by=who, on=on, at=now(), dry_run=dry_run, unread=unread)
            if not dry_run and done:
                told = changes_to_tell(store, settings, "resolve", done[0].resolution.run_id, on)
    except RefusedBatch as error:
        for reason in refusals(error.reasons):
            notice(f"scanner: {reason}")
        notice("scanner: nothing was decided")
        return USAGE
    if not done:
        notice("scanner: no finding fits; nothing was decided")
    emit("".join(f"{line}\n" for line in decided_lines(done, dry_run)))
    tell(settings, told)
    return CLEAN


def _request(
    keep: str | None,
    since: date | None,
    window: list[str] | None,
    scope: list[str] | None,
    false_positive: bool,
    duplicate_of: str | None,
    accept_until: date | None,
    assign: str | None,
    escalate: str | None,
    undo: bool,
    why: str,
    from_file: Path | None,
) -> Request | None:
    """The one action that the flags name; ``None`` where a table names them."""
    from scanner.jobs import parse_scope, parse_window
    from scanner.model import Action
    from scanner.review import Request

    given = {
        Action.KEEP: keep is not None,
        Action.WINDOWS: bool(window),
        Action.SCOPE: bool(scope),
        Action.FALSE_POSITIVE: false_positive,
        Action.DUPLICATE: duplicate_of is not None,
        Action.ACCEPT: accept_until is not None,
        Action.ASSIGN: assign is not None,
        Action.ESCALATE: escalate is not None,
        Action.UNDO: undo,
    }
    actions = [action for action, wanted in given.items() if wanted]
    if from_file is not None:
        if actions:
            raise UserError(f"--from gives the actions; leave out what means {actions[0]}")
        return None
    if len(actions) != 1:
        raise UserError(
            "give one decision: --keep, --window, --scope, --false-positive, --duplicate-of, --accept-until, --assign, "
            "--escalate or --undo"
        )
    if since is not None and keep is None:
        raise UserError("--since belongs to --keep")
    try:
        return Request(
            finding_id="",
            action=actions[0],
            why=why,
            keep=keep or "",
            since=since,
            windows=tuple(map(parse_window, window or ())),
            scopes=tuple(map(parse_scope, scope or ())),
            duplicate_of=duplicate_of or "",
            owner=assign or escalate or "",
            until=accept_until,
        )
    except ValueError as error:
        raise UserError(str(error)) from error


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError) as error:
        raise UserError("nobody is logged in by name; say who decides with --by, or in review.by") from error
