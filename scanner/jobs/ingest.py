"""Ingest: read what is new or changed, write it in order, and end what has gone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scanner.jobs.collector import collecting_seldom
from scanner.jobs.coverage import digests_of, files_of, forget_measures, keep_unknown, write_digests, write_measures
from scanner.jobs.errors import InputError, RunFailed
from scanner.jobs.interrupt import stop_requested
from scanner.jobs.line import Reading, line_fingerprint, reading_settings
from scanner.jobs.places import Target, resolve_targets
from scanner.jobs.pool import in_order
from scanner.jobs.reading import FileReading, Files, Task, digest_of, find, read_files
from scanner.model import Skipped, SkipReason
from scanner.rules import load_rules
from scanner.settings import Settings
from scanner.store import DocumentState, Store

if TYPE_CHECKING:
    from scanner.load import File

__all__ = ["IngestReport", "Progress", "ingest"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is (0: unknown)."""

_LAPSED = frozenset(
    {
        SkipReason.BINARY,
        SkipReason.EMPTY,
        SkipReason.NO_TEXT,
        SkipReason.TOO_LARGE,
        SkipReason.NOT_ENGLISH,
        SkipReason.UNSUPPORTED,
    }
)
"""Skipped for what the file holds: it says nothing any more. Files skipped for other reasons keep what they said."""


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What one ingest did, in documents; ``skipped`` are the files of this ingest that were not read.

    ``unknown`` are the paths of files of no known kind, which may be documents or not.
    """

    sources: tuple[str, ...]
    added: int
    changed: int
    unchanged: int
    vanished: int
    skipped: tuple[Skipped, ...]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ingest:
    """What holds for all sources of one ingest, and what it counts."""

    store: Store
    settings: Settings
    fingerprint: str
    recorded_at: datetime
    show: Progress
    tally: Counter[str]


@collecting_seldom()
def ingest(
    paths: Sequence[Path],
    store: Store,
    settings: Settings,
    as_of: date,
    *,
    source: str | None = None,
    manifest: Path | None = None,
    progress: Progress | None = None,
    recorded_at: datetime | None = None,
) -> IngestReport:
    """Bring the store up to date with the files below ``paths``.

    Unchanged documents are not read again, changed ones replace what they said, and documents whose files have gone
    are retracted: only below the given paths, and not where ``run.limit`` cuts the list short. The result does not
    depend on the number of processes, the batch size or the order of ``paths``. All of it counts as known from
    ``recorded_at`` on (default: the first moment of ``as_of``, UTC), which is never before what the store knows.

    Raises:
        InputError: for a path, source or manifest that cannot be used.
        RunFailed: if more than half of a source has gone, or the run was interrupted.
        StoreError: for trouble with the database.
    """
    targets = resolve_targets(paths, source, settings, store.sources())
    if manifest is not None and len(targets) > 1:
        raise InputError("--manifest belongs to one source; give the paths of one source at a time")
    fingerprint = line_fingerprint(load_rules(settings.rules_folder), settings)
    work = _Ingest(store, settings, fingerprint, store.moment_for(recorded_at or as_of), progress or _silent, Counter())
    skipped: list[Skipped] = []
    unknown: list[str] = []
    for target in targets:
        passed, unread = _ingest_source(work, target, manifest)
        skipped += passed
        unknown += unread
    return IngestReport(
        tuple(target.source.name for target in targets),
        work.tally["added"],
        work.tally["changed"],
        work.tally["unchanged"],
        work.tally["vanished"],
        tuple(sorted(skipped, key=lambda item: (item.source, item.path, item.reason.value))),
        tuple(unknown),
    )


def _silent(step: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def _ingest_source(work: _Ingest, target: Target, manifest: Path | None) -> tuple[list[Skipped], tuple[str, ...]]:
    """Read one source; the files that were not read, and those of no known kind."""
    store, settings, name = work.store, work.settings, target.source.name
    work.show(f"looking for files of {name}", 0, 0)
    states = store.document_states(name)
    homes = {doc_id: path for doc_id, path in files_of(store, name).items() if doc_id in states}
    beside = sorted(path for path in homes.values() if not target.covers(path))
    found = find(target, settings, manifest, beside)
    cut = bool(settings.run.limit) and len(found.files) > settings.run.limit
    files = found.files[: settings.run.limit] if cut else found.files
    skipped = list(found.skipped)
    present = {*(file.doc_id for file in files), *(item.path for item in skipped)}
    if not cut:
        gone = [doc_id for doc_id, path in homes.items() if target.covers(path) and path not in present]
        _guard(name, len(gone), len(homes), settings, "nothing of it was changed")
    store.register_source(target.source)
    seen: set[str] = set()
    done = 0
    same, anew = _unchanged(work, target, replace(found, files=files), homes)
    worth = sum(file.size for file in anew) >= settings.run.workers_from
    with stop_requested() as stopping:
        tasks = _tasks(work, target, replace(found, files=anew), homes, states)
        for batch in _in_place(same, in_order(read_files, tasks, settings.run.workers if worth else 1)):
            _write(work, name, batch, states, seen, skipped)
            done += len(batch)
            work.show(f"reading {name}", done, len(files))
            if stopping() and done < len(files):
                raise RunFailed(
                    f"stopped after {done:,} of {len(files):,} files; what was read is kept, run it again to go on"
                )
    if not cut:
        _retract(work, target, homes, seen, skipped)
    keep_unknown(store, name, found.unknown, target.covers)
    earlier = [item for item in store.skipped() if item.source == name and (cut or not target.covers(item.path))]
    store.record_skipped(name, [*{(s.path, s.reason): s for s in [*earlier, *skipped]}.values()])
    return skipped, found.unknown


def _unchanged(
    work: _Ingest, target: Target, found: Files, homes: Mapping[str, str]
) -> tuple[list[FileReading], tuple[File, ...]]:
    """Files that need not be loaded to know that nothing of them has changed, and the others."""
    known = digests_of(work.store, target.source.name)
    held: dict[str, list[str]] = {}
    for doc_id, path in homes.items():
        held.setdefault(path, []).append(doc_id)
    language = work.settings.input.language
    same: list[FileReading] = []
    anew: list[File] = []
    for file in found.files:
        digest = known.get(file.doc_id, 0) if file.doc_id in held else 0
        if digest and digest == digest_of(file, target.declared, found, work.fingerprint, language):
            same.append(FileReading(file.doc_id, (), tuple(held[file.doc_id]), (), digest, loaded=False))
        else:
            anew.append(file)
    return same, tuple(anew)


def _in_place(
    same: Sequence[FileReading], batches: Iterator[tuple[FileReading, ...]]
) -> Iterator[tuple[FileReading, ...]]:
    """All files in the order of their paths, in which the first to give an id keeps it."""
    waiting = deque(same)
    for batch in batches:
        together: list[FileReading] = []
        for item in batch:
            while waiting and waiting[0].path < item.path:
                together.append(waiting.popleft())
            together.append(item)
        yield tuple(together)
    if waiting:
        yield tuple(waiting)


def _write(
    work: _Ingest,
    name: str,
    batch: Sequence[FileReading],
    states: Mapping[str, DocumentState],
    seen: set[str],
    skipped: list[Skipped],
) -> None:
    """Store one batch, whole, and count it."""
    readings: list[Reading] = []
    digests: dict[str, int] = {}
    for item in batch:
        twice = set(item.unchanged) & seen
        seen.update(item.unchanged)
        work.tally["unchanged"] += len(item.unchanged) - len(twice)
        for reading in item.readings:
            doc_id = reading.ingested.document.doc_id
            if doc_id in seen:
                twice.add(doc_id)
            else:
                seen.add(doc_id)
                readings.append(reading)
        skipped += [_given_twice(name, item.path, doc_id) for doc_id in sorted(twice)]
        skipped += item.skipped
        digests[item.path] = 0 if twice else item.digest
    mixed = {item.path: digests[item.path] for item in batch if item.unchanged and item.loaded}
    if readings or mixed:
        with work.store.transaction():
            work.store.ingest([reading.ingested for reading in readings], work.recorded_at)
            write_measures(work.store, readings, digests)
            write_digests(work.store, name, mixed)
    for reading in readings:
        work.tally["changed" if reading.ingested.document.doc_id in states else "added"] += 1


def _given_twice(source: str, path: str, doc_id: str) -> Skipped:
    return Skipped(source, path, SkipReason.MALFORMED, f"the id {doc_id!r} is given twice; the first keeps it")


def _guard(name: str, gone: int, known: int, settings: Settings, kept: str) -> None:
    if gone * 2 > known and not settings.run.allow_vanish:
        raise RunFailed(
            f'{gone:,} of the {known:,} documents of the source "{name}" are gone; {kept}. '
            "Is the path right and mounted? --allow-vanish says that they are gone for good"
        )


def _tasks(
    work: _Ingest, target: Target, found: Files, homes: Mapping[str, str], states: Mapping[str, DocumentState]
) -> Iterator[Task]:
    settings_json = reading_settings(work.settings)
    by_file: dict[str, list[str]] = {}
    for doc_id, path in homes.items():
        by_file.setdefault(path, []).append(doc_id)
    for start in range(0, len(found.files), work.settings.run.batch):
        batch = found.files[start : start + work.settings.run.batch]
        known = {doc_id: states[doc_id] for file in batch for doc_id in by_file.get(file.doc_id, ())}
        yield Task(settings_json, work.fingerprint, target.source, target.declared, found.of(batch), known)


def _retract(
    work: _Ingest, target: Target, homes: Mapping[str, str], seen: set[str], skipped: Sequence[Skipped]
) -> None:
    """End what documents said that are no longer there, but for those that could only not be read this time."""
    kept = {item.path for item in skipped if item.reason not in _LAPSED}
    name = target.source.name
    gone = [
        doc_id
        for doc_id, path in sorted(homes.items())
        if doc_id not in seen and target.covers(path) and not {path, doc_id} & kept
    ]
    _guard(name, len(gone), len(homes), work.settings, "what they said is kept")
    if gone:
        with work.store.transaction():
            work.store.retract(name, gone, work.recorded_at)
            forget_measures(work.store, [(name, doc_id) for doc_id in gone])
    work.tally["vanished"] += len(gone)
