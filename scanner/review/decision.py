"""Make a resolution out of what a person asks for, or say why it makes no sense."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations
from typing import Any

from scanner.model import Action, Choice, Dimension, Finding, FindingKind, Resolution, Side, Window
from scanner.review.standing import Ledger

__all__ = ["Request", "ReviewError", "Stamp", "decide", "letters", "side_named", "take_back"]

_NEED_WHY = frozenset(
    {Action.KEEP, Action.WINDOWS, Action.SCOPE, Action.FALSE_POSITIVE, Action.ACCEPT, Action.ESCALATE}
)
_PLACES_KEPT = 10
_LONGEST_WHY = 10_000
PREFERRED = "preferred"


class ReviewError(ValueError):
    """A decision that makes no sense; the message says why."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks for, sides by letter (A, B, …), by value, or ``preferred``.

    ``place`` says where it was asked ("row 3"), for messages. A window is half-open; ``None`` leaves an end open.
    """

    finding_id: str
    action: Action
    why: str = ""
    keep: str = ""
    since: date | None = None
    windows: tuple[tuple[str, date | None, date | None], ...] = ()
    scopes: tuple[tuple[str, str, str], ...] = ()
    duplicate_of: str = ""
    owner: str = ""
    until: date | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who decides, on which day and at which moment (UTC), and which scan they had before them."""

    by: str
    on: date
    at: datetime | None
    run_id: str
    scan: int


def letters(number: int) -> str:
    """The letter of a side in reports: A, B, … Z, then its number."""
    return chr(ord("A") + number) if number < 26 else str(number + 1)


def side_named(finding: Finding, name: str) -> Side:
    """The side that ``name`` means: its letter, ``preferred``, or its value as written or in canonical units.

    Raises:
        ReviewError: if it is none of these, or nothing is preferred.
    """
    wanted = name.strip()
    if wanted.casefold() == PREFERRED:
        found = [side for side in finding.sides if side.preferred]
        if not found:
            raise ReviewError("no side is preferred; name one by its letter")
        return found[0]
    for number, side in enumerate(finding.sides):
        if wanted.upper() == letters(number):
            return side
    found = [side for side in finding.sides if wanted.casefold() in (side.value.casefold(), side.canonical.casefold())]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"{letters(number)} {side.value}" for number, side in enumerate(finding.sides))
    raise ReviewError(f"{name!r} is no side of it; there are {listed}")


def decide(
    finding: Finding, request: Request, ledger: Ledger, known: Mapping[str, Finding], stamp: Stamp, number: int
) -> Resolution:
    """The resolution number ``number`` about ``finding``. ``known`` are all findings by id.

    Raises:
        ReviewError: for a decision that makes no sense, see the messages below.
    """
    if finding.kind is FindingKind.SUPERSESSION:
        raise ReviewError("it is an update, no conflict: there is nothing to decide")
    if not stamp.by.strip():
        raise ReviewError("nobody is named as the one who decides")
    if request.action in _NEED_WHY and not request.why.strip():
        raise ReviewError(f"{request.action} needs a reason, for whoever sees the finding next")
    if len(request.why) > _LONGEST_WHY:
        raise ReviewError(f"a reason has at most {_LONGEST_WHY:,} characters, not {len(request.why):,}")
    if any(not side.places for side in finding.sides):
        raise ReviewError("a side of it no longer stands in any document; scan anew first")
    choice = _choice(finding, request, ledger, known, stamp)
    standing = ledger.standing(finding.fingerprint_content, finding.fingerprint_places, stamp.on)
    if standing is not None and (standing.action, standing.choice) == (request.action, choice):
        raise ReviewError(f"that is decided already, by {standing.decided_by} on {standing.decided_on}")
    return Resolution(
        number,
        finding.finding_id,
        finding.fingerprint_content,
        finding.fingerprint_places,
        request.action,
        request.why.strip(),
        stamp.by.strip(),
        stamp.on,
        choice,
        stamp.at,
        _seen(finding, stamp.scan),
        stamp.run_id,
    )


def take_back(last: Resolution, why: str, stamp: Stamp, number: int) -> Resolution:
    """The resolution that undoes ``last``."""
    return Resolution(
        number,
        last.finding_id,
        last.content,
        last.places,
        Action.UNDO,
        why.strip(),
        stamp.by.strip(),
        stamp.on,
        Choice(undoes=last.number),
        stamp.at,
        json.dumps({"scan": stamp.scan}),
        stamp.run_id,
    )


def _choice(finding: Finding, request: Request, ledger: Ledger, known: Mapping[str, Finding], stamp: Stamp) -> Choice:
    match request.action:
        case Action.KEEP:
            return Choice(keep=side_named(finding, request.keep).value_key, since=request.since)
        case Action.WINDOWS:
            return Choice(windows=_windows(finding, request.windows))
        case Action.SCOPE:
            return Choice(scopes=_scopes(finding, request.scopes))
        case Action.DUPLICATE:
            return Choice(duplicate_of=_original(finding, request.duplicate_of, ledger, known, stamp.on))
        case Action.ACCEPT:
            if request.until is None or request.until <= stamp.on:
                raise ReviewError(f"accept needs a day after {stamp.on}, on which the finding comes back")
            return Choice(until=request.until)
        case Action.ASSIGN | Action.ESCALATE:
            owner = request.owner.strip()
            if not owner:
                raise ReviewError(f"{request.action} needs a new owner")
            if owner == finding.owner and request.action is Action.ASSIGN:
                raise ReviewError(f"{owner} looks after it already")
            return Choice(owner=owner)
        case _:
            return Choice()


def _each_side(finding: Finding, names: Sequence[str], what: str) -> list[str]:
    """The value keys of ``names``; all sides must be named, each once."""
    keys = [side_named(finding, name).value_key for name in names]
    if len(set(keys)) < len(keys):
        raise ReviewError(f"a side is given two {what}s")
    for number, side in enumerate(finding.sides):
        if side.value_key not in keys:
            raise ReviewError(f"side {letters(number)} ({side.value}) is given no {what}")
    return keys


def _windows(finding: Finding, asked: Sequence[tuple[str, date | None, date | None]]) -> tuple[tuple[str, Window], ...]:
    keys = _each_side(finding, [name for name, _, _ in asked], "window")
    for name, start, end in asked:
        if start is not None and end is not None and start >= end:
            raise ReviewError(f"the window of {name} ends before it begins: {start}..{end}")
    windows = [Window(start, end) for _, start, end in asked]
    for (name, a), (other, b) in combinations(zip((name for name, _, _ in asked), windows, strict=True), 2):
        if a.overlaps(b):
            raise ReviewError(f"the windows of {name} and {other} share days, so both would still hold then")
    return tuple(sorted(zip(keys, windows, strict=True), key=lambda item: item[0]))


def _scopes(finding: Finding, asked: Sequence[tuple[str, str, str]]) -> tuple[tuple[str, str, str], ...]:
    keys = _each_side(finding, [name for name, _, _ in asked], "scope")
    dimensions = {dimension for _, dimension, _ in asked}
    if len(dimensions) != 1:
        raise ReviewError(f"the sides must differ in one dimension, not in {' and '.join(sorted(dimensions))}")
    (dimension,) = dimensions
    if dimension not in {item.value for item in Dimension}:
        raise ReviewError(f"{dimension!r} is no dimension; there are {', '.join(item.value for item in Dimension)}")
    if stated := finding.scope.get(dimension):
        raise ReviewError(f"all sides say that they hold for {dimension}={stated}")
    meanings = [meaning.strip().casefold() for _, _, meaning in asked]
    if len(set(meanings)) < len(meanings) or not all(meanings):
        raise ReviewError(f"each side needs a {dimension} of its own")
    return tuple(sorted((key, dimension, meaning) for key, meaning in zip(keys, meanings, strict=True)))


def _original(finding: Finding, wanted: str, ledger: Ledger, known: Mapping[str, Finding], on: date) -> str:
    if wanted == finding.finding_id:
        raise ReviewError("a finding is no duplicate of itself")
    if wanted not in known:
        raise ReviewError(f"there is no finding {wanted!r} that it could repeat")
    other = known[wanted]
    last = ledger.standing(other.fingerprint_content, other.fingerprint_places, on)
    if last is not None and last.action is Action.DUPLICATE:
        original = last.choice.duplicate_of
        remedy = "undo that first" if original == finding.finding_id else f"name {original}"
        raise ReviewError(f"{wanted} is itself a duplicate; {remedy}")
    return wanted


def _seen(finding: Finding, scan: int) -> str:
    """What the person had before them, as JSON."""
    body: dict[str, Any] = {
        "scan": scan,
        "kind": finding.kind.value,
        "type": finding.type.value,
        "reason": finding.reason.value,
        "subject": finding.subject,
        "predicate": finding.predicate,
        "bound": finding.bound.value,
        "scope": dict(finding.scope.items),
        "confidence": finding.confidence,
        "severity": finding.severity.value,
        "status": finding.status.value,
        "owner": finding.owner,
        "sides": [_seen_side(side) for side in finding.sides],
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _seen_side(side: Side) -> dict[str, Any]:
    return {
        "value": side.value,
        "canonical": side.canonical,
        "value_key": side.value_key,
        "valid_from": None if side.valid_from is None else side.valid_from.isoformat(),
        "valid_to": None if side.valid_to is None else side.valid_to.isoformat(),
        "authority": side.authority,
        "preferred": side.preferred,
        "places": len(side.places),
        "claims": [
            {
                "claim_id": place.claim_id,
                "source": place.evidence.source,
                "doc_id": place.evidence.doc_id,
                "chunk_id": place.evidence.chunk_id,
                "line": place.evidence.line,
                "page": place.evidence.page,
                "quote": place.evidence.quote,
            }
            for place in side.places[:_PLACES_KEPT]
        ],
    }
