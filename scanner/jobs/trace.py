"""Why something was or was not found: the steps of one place in a document, and what kept two places apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from scanner.detect import DetectSettings, PredicateFigures, predicate_figures
from scanner.jobs.coverage import files_of
from scanner.jobs.errors import InputError
from scanner.jobs.line import Line, Trail
from scanner.jobs.reading import reload
from scanner.model import SENTENCE, Claim, Meeting, Reason, Status, Stopped, Unresolved, Verdict, compare_bounded
from scanner.rules import load_rules
from scanner.settings import Settings, nearest
from scanner.store import Store

__all__ = ["ClaimTrace", "PairTrace", "Spot", "SpotTrace", "find_spot", "parse_spot", "trace_pair", "trace_spot"]

_COUNTERPARTS = 5
_TAKES_PART = frozenset({Status.ASSERTED, Status.NEGATED})


@dataclass(frozen=True, slots=True)
class Spot:
    """A document of the store, and a line of it or all (``None``)."""

    source: str
    doc_id: str
    line: int | None


@dataclass(frozen=True, slots=True)
class ClaimTrace:
    """A claim with its key, what it met and what a gate kept from it (best first), and the findings it witnesses.

    ``figures`` tell how the values of its predicate stand in the corpus, where any of it met.
    """

    claim: Claim
    key: int | None
    met: tuple[tuple[Meeting, Claim], ...]
    stopped: tuple[tuple[Stopped, Claim], ...]
    findings: tuple[str, ...]
    figures: PredicateFigures | None = None


@dataclass(frozen=True, slots=True)
class SpotTrace:
    """All steps of one spot. ``trail`` is ``None`` where the file can no longer be read; the store still answers."""

    spot: Spot
    trail: Trail | None
    claims: tuple[ClaimTrace, ...]
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class PairTrace:
    """Two claims and the first thing that keeps them from conflicting; ``finding_id`` if nothing does."""

    a: Claim
    b: Claim
    step: str
    verdict: Verdict | None
    reason: Reason | None
    finding_id: str = ""


def parse_spot(text: str) -> tuple[str, int | None]:
    """A file and a line of ``FILE[:LINE]``; a path that exists under its whole name is a file."""
    found = re.fullmatch(r"(?P<file>.+):(?P<line>\d+)", text)
    if found is None or Path(text).exists():
        return text, None
    return found["file"], int(found["line"])


def find_spot(store: Store, text: str) -> Spot:
    """The document that ``FILE[:LINE]`` names: by its path on disk, by its id, or by the end of its id.

    Raises:
        InputError: if there is none, or the end of a name fits several.
    """
    file, line = parse_spot(text)
    documents = [(record.source, record.doc_id) for record in store.documents()]
    real = Path(file).resolve()
    for source in store.sources():
        root = Path(source.root)
        if real == root or root not in real.parents:
            continue
        inside = real.relative_to(root).as_posix()
        home = [doc_id for doc_id, path in sorted(files_of(store, source.name).items()) if path == inside]
        if home:
            return Spot(source.name, home[0], line)
    exact = [found for found in documents if found[1] == file]
    fitting = exact or [found for found in documents if found[1].endswith(f"/{file.lstrip('./')}")]
    if len(fitting) > 1:
        names = ", ".join(f"{source}: {doc_id}" for source, doc_id in fitting[:5])
        raise InputError(f"{file} fits several documents ({names}); give more of its path")
    if fitting:
        return Spot(*fitting[0], line)
    skipped = [item for item in store.skipped() if item.path == file or item.path.endswith(f"/{file}")]
    if skipped:
        detail = f": {skipped[0].detail}" if skipped[0].detail else ""
        raise InputError(f"{skipped[0].path} was skipped: {skipped[0].reason}{detail}")
    raise InputError(
        f"{file}: no such document in the store (`scanner documents` lists them)"
        f"{nearest(file, (doc_id for _, doc_id in documents))}"
    )


def trace_spot(store: Store, settings: Settings, spot: Spot) -> SpotTrace:
    """Every step of ``spot``: as the file reads now, and as the store has it."""
    claims = _claims(store, spot)
    keys = store.keys()
    witnesses: dict[str, list[str]] = {}
    for finding in store.findings():
        for side in (*finding.sides, *finding.consistent_with):
            for place in side.places:
                witnesses.setdefault(place.claim_id, []).append(finding.finding_id)
    rules = load_rules(settings.rules_folder)
    figures = predicate_figures(store, rules, DetectSettings(), [claim.predicate for claim in claims])
    traced = []
    for claim in claims:
        met = store.meetings(claim.claim_id)[:_COUNTERPARTS]
        stopped = store.stopped(claim.claim_id)[:_COUNTERPARTS]
        others = store.claims_by_id([*(_other(m, claim) for m in met), *(_other(s, claim) for s in stopped)])
        traced.append(
            ClaimTrace(
                claim,
                keys.get(claim.claim_id),
                tuple((pair, others[_other(pair, claim)]) for pair in met if _other(pair, claim) in others),
                tuple((pair, others[_other(pair, claim)]) for pair in stopped if _other(pair, claim) in others),
                tuple(sorted(set(witnesses.get(claim.claim_id, ())))),
                figures.get(claim.predicate),
            )
        )
    unresolved = tuple(
        item for item in store.unresolved(spot.source, spot.doc_id) if spot.line is None or item.line == spot.line
    )
    return SpotTrace(spot, _trail(store, settings, spot), tuple(traced), unresolved)


def _claims(store: Store, spot: Spot) -> Sequence[Claim]:
    """The claims of a spot: of its line, those whose quote begins there or runs over it.

    What a sentence says as a whole is left out unless another sentence says otherwise.
    """
    met = store.keys()
    found = store.claims_at(spot.source, spot.doc_id, None)
    claims = tuple(claim for claim in found if claim.extractor != SENTENCE or claim.claim_id in met)
    if spot.line is None:
        return claims
    text = store.document_text(spot.source, spot.doc_id)
    return [
        claim
        for claim in claims
        if claim.evidence.line is not None
        and claim.evidence.line <= spot.line <= claim.evidence.line + text.count("\n", *_extent(claim))
    ]


def _extent(claim: Claim) -> tuple[int, int]:
    return claim.evidence.start, claim.evidence.end


def _other(pair: Meeting | Stopped, claim: Claim) -> str:
    return pair.claim_b if pair.claim_a == claim.claim_id else pair.claim_a


def _trail(store: Store, settings: Settings, spot: Spot) -> Trail | None:
    source = next(source for source in store.sources() if source.name == spot.source)
    homes = files_of(store, spot.source)
    document = reload(source, spot.doc_id, homes.get(spot.doc_id, spot.doc_id), settings, homes.values())
    return None if document is None else Line.build(settings).follow(document)


def trace_pair(store: Store, a: Spot, b: Spot) -> tuple[PairTrace, ...]:
    """For each two claims of the two spots, the first step that keeps them apart, those that went furthest first."""
    pairs = [
        _judge(store, claim_a, claim_b)
        for claim_a, claim_b in product(_claims(store, a), _claims(store, b))
        if claim_a.claim_id != claim_b.claim_id
    ]
    return tuple(sorted(pairs, key=lambda pair: (-_STEPS.index(pair.step), pair.a.claim_id, pair.b.claim_id)))


_STEPS = ("values", "meeting", "status", "scope", "window", "judgement", "finding")


def _judge(store: Store, a: Claim, b: Claim) -> PairTrace:
    found = _shared_finding(store, a, b)
    if found:
        return PairTrace(a, b, "finding", None, None, found)
    values = compare_bounded(a.bound, a.value, b.bound, b.value)
    if values.kind.value in ("stop", "same", "compatible"):
        return PairTrace(a, b, "values", values, values.reason)
    gate = _gate(store.stopped(a.claim_id), b)
    keys = store.keys()
    met = a.claim_id in keys and keys.get(a.claim_id) == keys.get(b.claim_id)
    if not met:
        return PairTrace(a, b, "meeting", None, gate)
    if not {a.status, b.status} <= _TAKES_PART:
        return PairTrace(a, b, "status", None, Reason.STATUS)
    scope = a.scope.compare(b.scope)
    if scope.kind.value == "different":
        return PairTrace(a, b, "scope", scope, scope.reason)
    if not a.window.overlaps(b.window):
        return PairTrace(a, b, "window", None, Reason.WINDOWS_DISJOINT)
    return PairTrace(a, b, "judgement", values, gate if gate is Reason.UNLIKELY else values.reason)


def _gate(stopped: Sequence[Stopped], other: Claim) -> Reason | None:
    return next((item.gate for item in stopped if other.claim_id in (item.claim_a, item.claim_b)), None)


def _shared_finding(store: Store, a: Claim, b: Claim) -> str:
    for finding in store.findings():
        sides = [{place.claim_id for place in side.places} for side in finding.sides]
        at = [number for number, side in enumerate(sides) if a.claim_id in side]
        bt = [number for number, side in enumerate(sides) if b.claim_id in side]
        if at and bt and at != bt:
            return finding.finding_id
    return ""
