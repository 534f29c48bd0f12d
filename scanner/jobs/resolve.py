"""Resolve: check a batch of decisions whole, then write and apply all of them in one transaction, or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from scanner.jobs.errors import InputError
from scanner.jobs.owners import load_routing
from scanner.jobs.scan import last_scan
from scanner.jobs.settle import settle
from scanner.jobs.shown import seen_from
from scanner.model import Action, Finding, FindingKind, FindingStatus, Resolution
from scanner.review import Filter, Ledger, Request, ReviewError, Stamp, decide, fits, take_back
from scanner.rules import load_rules
from scanner.settings import Settings, nearest
from scanner.store import Store

__all__ = ["Decided", "RefusedBatch", "decided_with", "fitting", "resolve"]

_OPEN = frozenset({FindingStatus.NEW, FindingStatus.OPEN, FindingStatus.REOPENED})
_BESIDE = frozenset({Action.ASSIGN, Action.ESCALATE, Action.UNDO})
"""What stands beside a decision that settles, or takes it back, and never replaces it."""


class RefusedBatch(InputError):
    """Decisions that make no sense, each in one line of ``reasons``; nothing was applied."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("\n".join(reasons))


@dataclass(frozen=True, slots=True)
class Decided:
    """One resolution with its finding as it is afterwards; ``None`` where the finding is gone.

    ``replaces`` is the decision that settled the finding until then: perhaps somebody else's, of a moment ago.
    """

    resolution: Resolution
    finding: Finding | None
    replaces: Resolution | None = None


def fitting(
    store: Store, settings: Settings, wanted: Filter, pattern: Request, folder: Path | None = None
) -> tuple[Request, ...]:
    """One request like ``pattern`` for each open conflict that fits (for an undo: each settled one)."""
    undo = pattern.action is Action.UNDO
    scanned = last_scan(store, settings)
    files = {} if folder is None else seen_from(folder, scanned.files)
    return tuple(
        replace(pattern, finding_id=finding.finding_id)
        for finding in scanned.findings
        if finding.kind is not FindingKind.SUPERSESSION
        and (finding.status in _OPEN) is not undo
        and fits(finding, wanted, files)
    )


def decided_with(store: Store, number: int, pattern: Request) -> tuple[Request, ...]:
    """One request like ``pattern``, an undo, for each finding decided about in one go with resolution ``number``.

    Raises:
        InputError: if there is no such resolution, or one of them is no longer the last word on its finding.
    """
    ledger = Ledger.of(store.reviews.resolutions(), store.reviews.events())
    made = {item.number: item for item in ledger.resolutions}
    if number not in made:
        raise InputError(f"there is no resolution {number}; `scanner history` lists them")
    first = made[number]
    if first.decided_at is None:  # from Python, without a moment: others of that day are not others of one go
        raise InputError(f"resolution {number} has no moment that tells what was decided with it; undo each by its id")
    undone = {item.choice.undoes for item in ledger.resolutions}
    together = [
        item
        for item in ledger.resolutions
        if (item.decided_by, item.decided_on, item.decided_at, item.run_id)
        == (first.decided_by, first.decided_on, first.decided_at, first.run_id)
        and item.action is not Action.UNDO
        and item.number not in undone
    ]
    for item in together:
        last = ledger.about(item.content, item.places)[-1]
        if last.number != item.number:
            raise InputError(f"{item.finding_id}: resolution {last.number} came after {item.number}; undo that first")
    if not together:
        raise InputError(f"resolution {number} and those made with it are taken back already")
    return tuple(replace(pattern, finding_id=item.finding_id) for item in together)


def resolve(
    store: Store,
    settings: Settings,
    requests: Sequence[Request],
    *,
    by: str,
    on: date,
    at: datetime | None = None,
    dry_run: bool = False,
    unread: Sequence[str] = (),
) -> tuple[Decided, ...]:
    """Decide about findings of the last scan: all of ``requests``, or none if one of them makes no sense.

    Statuses, windows, scopes and owners follow at once, in the same transaction; ``dry_run`` only says what would be.
    ``unread`` are lines about requests that could not even be understood: with any of them nothing is decided.

    Raises:
        RefusedBatch: with a line for each request that cannot be carried out.
        RunFailed: if nothing has been scanned yet.
        RuleError, SettingsError: for cards or routes that cannot be used.
    """
    routing = load_routing(settings, load_rules(settings.rules_folder))
    with store.transaction():
        scanned = last_scan(store, settings)
        number = max((scan.number for scan in store.reviews.scans()), default=0)
        stamp = Stamp(by, on, at, scanned.summary.run_id, number)
        ledger = Ledger.of(store.reviews.resolutions(), store.reviews.events())
        made = _checked(ledger, scanned.findings, requests, stamp, unread)
        settled = {finding.finding_id for finding in scanned.findings if finding.status not in _OPEN}
        if dry_run:
            known = {finding.finding_id: finding for finding in scanned.findings}
        else:
            store.reviews.add_resolutions(made)
            settle(store, routing, number, max(scanned.summary.as_of, on))
            store.note_windows(store.moment_for(at or on))
            known = {finding.finding_id: finding for finding in store.findings()}
    return tuple(Decided(item, known.get(item.finding_id), _replaced(item, settled, ledger, on)) for item in made)


def _replaced(made: Resolution, settled: AbstractSet[str], ledger: Ledger, on: date) -> Resolution | None:
    """The decision that ``made`` takes the place of, where both settle the finding."""
    if made.action in _BESIDE or made.finding_id not in settled:
        return None
    return ledger.standing(made.content, made.places, on)


def _checked(
    ledger: Ledger, findings: Iterable[Finding], requests: Sequence[Request], stamp: Stamp, unread: Sequence[str]
) -> tuple[Resolution, ...]:
    known = {finding.finding_id: finding for finding in findings}
    ids = sorted({*known, *(item.finding_id for item in ledger.resolutions)})
    found = [_named(request.finding_id, ids) for request in requests]
    times = Counter(name for name in found if len(name) == 1)
    made: list[Resolution] = []
    wrong = list(unread)
    for request, names in zip(requests, found, strict=True):
        where = f"{request.place}: " if request.place else ""
        number = ledger.next_number + len(made)
        try:
            if len(names) != 1:
                raise ReviewError(_unknown(request.finding_id, names, ids))
            if times[names] > 1:
                raise ReviewError(f"{names[0]} is named {times[names]} times; decide about it once")
            made.append(_made(request, names[0], known, ledger, stamp, number))
        except ReviewError as error:
            about = "" if len(names) != 1 or str(error).startswith(names[0]) else f"{names[0]}: "
            wrong.append(f"{where}{about}{error}")
    if not wrong:
        wrong.extend(_hidden_originals(requests, made))
    if wrong:
        raise RefusedBatch(wrong)
    return tuple(made)


def _hidden_originals(requests: Sequence[Request], made: Sequence[Resolution]) -> Iterator[str]:
    """A line for each finding that is to repeat one which these decisions make a repetition itself."""
    repeated = {item.finding_id: item.choice.duplicate_of for item in made if item.action is Action.DUPLICATE}
    asked = dict(zip((item.finding_id for item in made), requests, strict=True))
    for finding_id, original in repeated.items():
        if original in repeated:
            place = asked[finding_id].place
            where = f"{place}: " if place else ""
            yield f"{where}{finding_id}: {original} is to be a duplicate itself; one of them must stay"


def _made(
    request: Request, finding_id: str, known: Mapping[str, Finding], ledger: Ledger, stamp: Stamp, number: int
) -> Resolution:
    if request.action is Action.UNDO:
        return take_back(_last(finding_id, known, ledger), request.why, stamp, number)
    if finding_id not in known:
        raise ReviewError("the last scan does not find it any more; only an undo is left")
    if request.duplicate_of:
        names = _named(request.duplicate_of, sorted(known))
        request = replace(request, duplicate_of=names[0] if len(names) == 1 else request.duplicate_of)
    return decide(known[finding_id], request, ledger, known, stamp, number)


def _last(finding_id: str, known: Mapping[str, Finding], ledger: Ledger) -> Resolution:
    """The last resolution about a finding that is not undone yet."""
    finding = known.get(finding_id)
    if finding is not None:
        about = ledger.about(finding.fingerprint_content, finding.fingerprint_places)
    else:
        earlier = next(item for item in ledger.resolutions if item.finding_id == finding_id)
        about = ledger.about(earlier.content, earlier.places)
    if not about:
        raise ReviewError("nothing has been decided about it that could be undone")
    return about[-1]


def _named(text: str, ids: Sequence[str]) -> tuple[str, ...]:
    wanted = text.strip() if text.strip().startswith("f1:") else f"f1:{text.strip()}"
    if wanted in ids:
        return (wanted,)
    return tuple(item for item in ids if item.startswith(wanted)) if len(wanted) > len("f1:") else ()


def _unknown(text: str, names: Sequence[str], ids: Sequence[str]) -> str:
    if names:
        return f"{text!r} begins {len(names)} ids: {', '.join(names[:5])}"
    return f"no finding has the id {text!r} (`scanner queue` lists them){nearest(text, ids)}"
