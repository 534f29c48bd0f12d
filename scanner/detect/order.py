"""What documents are to one another in time: standing, place in their series, and which other has replaced them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scanner.detect.parameters import DetectSettings
from scanner.detect.versions import is_prerelease, version_key
from scanner.model import DocumentLink, DocumentRecord, DocumentRelation, Reason

__all__ = ["Placed", "place_documents", "standing", "standing_factors"]


@dataclass(frozen=True, slots=True)
class Placed:
    """One document as detection sees it.

    ``day`` is when its statements begin to hold (effective, else published). ``series`` numbers the run of versions it
    belongs to (-1: none), ``rank`` its place there, ``None`` where nothing orders it. ``closed``: a newer document has
    taken its place, on ``closed_at`` (``None``: an unknown day), for ``closed_reason``; ``declared_by`` are documents
    that say they replace it. ``pending``: not released yet, so not in force. ``replaces``: it may take the place of
    earlier ones of its series (a candidate does not, where finals exist).
    """

    number: int
    source: str
    doc_id: str
    published: date | None
    day: date | None
    standing: float
    owner: str
    recency: bool
    series: int
    rank: int | None
    pending: bool
    replaces: bool
    closed: bool
    closed_at: date | None
    closed_by: int
    closed_reason: Reason
    declared_by: tuple[int, ...]


def place_documents(
    documents: Sequence[DocumentRecord], links: Iterable[DocumentLink], settings: DetectSettings
) -> tuple[Placed, ...]:
    """Place every document; numbers count in the order given (source, doc_id)."""
    series = _series(documents, links)
    runs: dict[int, list[int]] = {}
    for number, run in enumerate(series):
        if run >= 0:
            runs.setdefault(run, []).append(number)
    ranks: dict[int, int] = {}
    pending: set[int] = set()
    followed: dict[int, int] = {}
    replacing: set[int] = set()
    for together in runs.values():
        _rank(documents, together, ranks, pending, followed, replacing)
    declared = _declared(documents)
    placed = []
    for number, record in enumerate(documents):
        by, reason = followed.get(number, -1), Reason.NEWER_IN_SERIES
        if by < 0 and number in declared:
            by, reason = declared[number][0], Reason.DECLARED_SUPERSESSION
        placed.append(
            Placed(
                number=number,
                source=record.source,
                doc_id=record.doc_id,
                published=record.published,
                day=_day(record),
                standing=standing(record, settings),
                owner=record.owner,
                recency=record.source in settings.recency_sources,
                series=series[number],
                rank=ranks.get(number),
                pending=number in pending,
                replaces=number in replacing,
                closed=by >= 0,
                closed_at=_day(documents[by]) if by >= 0 else None,
                closed_by=by,
                closed_reason=reason,
                declared_by=declared.get(number, ()),
            )
        )
    return tuple(placed)


def _day(record: DocumentRecord) -> date | None:
    return record.effective or record.published


def standing(record: DocumentRecord, settings: DetectSettings) -> float:
    """Source type times author authority (the author's own, else the source's): free of time, so gates may use it."""
    of_type, of_author = standing_factors(record, settings)
    return of_type * of_author


def standing_factors(record: DocumentRecord, settings: DetectSettings) -> tuple[float, float]:
    """What the source type weighs, and what the author."""
    of_type = settings.source_types.get(record.source_type, settings.unknown_source_type)
    if record.author and record.author == record.owner:
        return of_type, 1.0
    others = settings.source_authority.get(record.source, settings.default_author)
    return of_type, settings.authors.get(record.author, others)


def _series(documents: Sequence[DocumentRecord], links: Iterable[DocumentLink]) -> list[int]:
    """The series of each document: the smallest number of a document joined to it, -1 for a document alone."""
    number_of = {(d.source, d.doc_id): n for n, d in enumerate(documents)}
    parent = list(range(len(documents)))

    def root(n: int) -> int:
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    def join(a: int, b: int) -> None:
        low, high = sorted((root(a), root(b)))
        parent[high] = low

    named: dict[tuple[str, str], int] = {}
    for n, d in enumerate(documents):
        if d.series:
            join(named.setdefault((d.source, d.series), n), n)
    for link in links:
        if link.relation is DocumentRelation.SERIES and link.a in number_of and link.b in number_of:
            join(number_of[link.a], number_of[link.b])
    roots = [root(n) for n in range(len(documents))]
    sizes: dict[int, int] = {}
    for r in roots:
        sizes[r] = sizes.get(r, 0) + 1
    return [r if sizes[r] > 1 else -1 for r in roots]


def _rank(
    documents: Sequence[DocumentRecord],
    run: Sequence[int],
    ranks: dict[int, int],
    pending: set[int],
    followed: dict[int, int],
    replacing: set[int],
) -> None:
    """Order one series by version, else by date; equal ones share a rank and do not follow one another."""
    versions = {n: version_key(documents[n].version) for n in run}
    released = [n for n in run if not is_prerelease(documents[n].version)]
    by_version = all(key is not None for key in versions.values())
    places: dict[int, tuple[object, ...]] = {}
    for n in run:
        day, version = _day(documents[n]), versions[n]
        if by_version:
            places[n] = (version, day or date.min)
        elif day is not None:
            places[n] = (day,)
    numbers = {place: at for at, place in enumerate(sorted(set(places.values())))}
    for n, place in places.items():
        ranks[n] = numbers[place]
    ahead = [ranks[n] for n in released if n in ranks]
    newest = max(ahead, default=-1)
    # Where nothing was ever released, drafts replace drafts.
    closing = [n for n in (released or run) if n in ranks]
    closing.sort(key=lambda n: (ranks[n], n))
    replacing.update(closing)
    closing_ranks = [ranks[n] for n in closing]
    final = set(released)
    for n in run:
        if n not in ranks:
            continue
        if final and n not in final and ranks[n] > newest:
            pending.add(n)
            continue
        at = bisect_right(closing_ranks, ranks[n])
        if at < len(closing):
            followed[n] = closing[at]


def _declared(documents: Sequence[DocumentRecord]) -> Mapping[int, tuple[int, ...]]:
    """For each document that others say they replace: those, oldest first. Nothing replaces itself or its replacer."""
    # Few documents are named by another, and many are stored.
    by_name: dict[tuple[str, str], list[int]] = {
        (d.source, _folded(name)): [] for d in documents for name in d.supersedes
    }
    for n, d in enumerate(documents if by_name else ()):
        stem = d.doc_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        for name in {_folded(name) for name in (d.doc_id, d.doc_id.rsplit("/", 1)[-1], stem, d.title)}:
            if name and (d.source, name) in by_name:
                by_name[d.source, name].append(n)
    pairs: set[tuple[int, int]] = set()
    for n, d in enumerate(documents):
        for name in d.supersedes:
            named = by_name[d.source, _folded(name)]
            if len(named) == 1 and named[0] != n:
                pairs.add((named[0], n))
    found_by: dict[int, list[int]] = {}
    for old, new in sorted(pairs):
        if (new, old) not in pairs:
            found_by.setdefault(old, []).append(new)
    return {old: tuple(sorted(new, key=lambda n: (_day(documents[n]) or date.max, n))) for old, new in found_by.items()}


def _folded(name: str) -> str:
    return name.casefold().strip()
