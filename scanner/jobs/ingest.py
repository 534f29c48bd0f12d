"""Ingest: read what is new or changed, write it in order, and end what has gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from scanner.jobs.coverage import files_of, forget_measures, write_measures
from scanner.jobs.errors import InputError, RunFailed
from scanner.jobs.interrupt import stop_requested
from scanner.jobs.line import Reading, line_fingerprint
from scanner.jobs.places import Target, resolve_targets
from scanner.jobs.pool import in_order
from scanner.jobs.reading import FileReading, Task, find, manifest_for, read_files
from scanner.model import Skipped, SkipReason
from scanner.rules import load_rules
from scanner.settings import Settings
from scanner.store import Store

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
    """What one ingest did, in documents; ``skipped`` are the files of this ingest that were not read."""

    sources: tuple[str, ...]
    added: int
    changed: int
    unchanged: int
    vanished: int
    skipped: tuple[Skipped, ...]


@dataclass(slots=True)
class _Tally:
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    vanished: int = 0


def ingest(
    paths: Sequence[Path],
    store: Store,
    settings: Settings,
    as_of: date,
    *,
    source: str | None = None,
    manifest: Path | None = None,
    progress: Progress | None = None,
) -> IngestReport:
    """Bring the store up to date with the files below ``paths``.

    Unchanged documents are not read again, changed ones replace what they said, and documents whose files have gone
    are retracted on ``as_of``: only below the given paths, and not where ``run.limit`` cuts the list short. The
    result does not depend on the number of processes, the batch size or the order of ``paths``.

    Raises:
        InputError: for a path, source or manifest that cannot be used.
        RunFailed: if more than half of a source has gone, or the run was interrupted.
        StoreError: for trouble with the database.
    """
    show = progress or _silent
    targets = resolve_targets(paths, source, settings, store.sources())
    if manifest is not None and len(targets) > 1:
        raise InputError("--manifest belongs to one source; give the paths of one source at a time")
    fingerprint = line_fingerprint(load_rules(settings.rules_folder), settings)
    tally = _Tally()
    skipped: list[Skipped] = []
    for target in targets:
        skipped += _ingest_source(target, store, settings, fingerprint, as_of, manifest, show, tally)
    return IngestReport(
        tuple(target.source.name for target in targets),
        tally.added,
        tally.changed,
        tally.unchanged,
        tally.vanished,
        tuple(sorted(skipped, key=lambda item: (item.source, item.path, item.reason.value))),
    )


def _silent(step: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def _ingest_source(
    target: Target,
    store: Store,
    settings: Settings,
    fingerprint: str,
    as_of: date,
    manifest: Path | None,
    show: Progress,
    tally: _Tally,
) -> list[Skipped]:
    name = target.source.name
    show(f"looking for files of {name}", 0, 0)
    files, skipped = find(target, settings)
    cut = bool(settings.run.limit) and len(files) > settings.run.limit
    files = files[: settings.run.limit] if cut else files
    states = store.document_states(name)
    homes = {doc_id: path for doc_id, path in files_of(store, name).items() if doc_id in states}
    present = {*files, *(item.path for item in skipped)}
    if not cut:
        gone = [doc_id for doc_id, path in homes.items() if target.covers(path) and path not in present]
        _guard(name, len(gone), len(homes), settings, "nothing of it was changed")
    store.register_source(target.source)
    entries = manifest_for(target, manifest)
    tasks = list(_tasks(files, target, settings, fingerprint, entries, homes, states))
    seen: set[str] = set()
    done = 0
    with stop_requested() as stopping:
        for batch in in_order(read_files, tasks, settings.run.workers):
            readings = _distinct(batch, seen, skipped)
            with store.transaction():
                store.ingest([reading.ingested for reading in readings], as_of)
                write_measures(store, readings)
            changed = sum(reading.ingested.document.doc_id in states for reading in readings)
            tally.changed += changed
            tally.added += len(readings) - changed
            for item in batch:
                tally.unchanged += len(item.unchanged)
                seen.update(item.unchanged)
                skipped += item.skipped
            done += len(batch)
            show(f"reading {name}", done, len(files))
            if stopping() and done < len(files):
                raise RunFailed(
                    f"stopped after {done:,} of {len(files):,} files; what was read is kept, run it again to go on"
                )
    if not cut:
        _retract(target, store, settings, as_of, homes, seen, skipped, tally)
    earlier = [item for item in store.skipped() if item.source == name and (cut or not target.covers(item.path))]
    store.record_skipped(name, [*{(s.path, s.reason): s for s in [*earlier, *skipped]}.values()])
    return skipped


def _guard(name: str, gone: int, known: int, settings: Settings, kept: str) -> None:
    if gone * 2 > known and not settings.run.allow_vanish:
        raise RunFailed(
            f'{gone:,} of the {known:,} documents of the source "{name}" are gone; {kept}. '
            "Is the path right and mounted? --allow-vanish says that they are gone for good"
        )


def _tasks(
    files: Sequence[str],
    target: Target,
    settings: Settings,
    fingerprint: str,
    entries: Mapping[str, object],
    homes: Mapping[str, str],
    states: Mapping[str, object],
) -> Iterator[Task]:
    settings_json = settings.model_dump_json()
    by_file: dict[str, list[str]] = {}
    for doc_id, path in homes.items():
        by_file.setdefault(path, []).append(doc_id)
    for start in range(0, len(files), settings.run.batch):
        batch = tuple(files[start : start + settings.run.batch])
        known = {doc_id: states[doc_id] for path in batch for doc_id in by_file.get(path, ())}
        yield Task(settings_json, target, batch, fingerprint, entries, known)


def _distinct(batch: Sequence[FileReading], seen: set[str], skipped: list[Skipped]) -> list[Reading]:
    """The readings of a batch without those whose id another file has already taken."""
    kept: list[Reading] = []
    for item in batch:
        for reading in item.readings:
            document = reading.ingested.document
            if document.doc_id in seen:
                skipped.append(
                    Skipped(
                        document.source,
                        item.path,
                        SkipReason.MALFORMED,
                        f"the id {document.doc_id!r} is given twice; the first keeps it",
                    )
                )
                continue
            seen.add(document.doc_id)
            kept.append(reading)
    return kept


def _retract(
    target: Target,
    store: Store,
    settings: Settings,
    as_of: date,
    homes: Mapping[str, str],
    seen: set[str],
    skipped: Sequence[Skipped],
    tally: _Tally,
) -> None:
    kept = {item.path for item in skipped if item.reason not in _LAPSED}
    name = target.source.name
    gone = [
        doc_id
        for doc_id, path in sorted(homes.items())
        if doc_id not in seen and target.covers(path) and path not in kept
    ]
    _guard(name, len(gone), len(homes), settings, "what they said is kept")
    if gone:
        with store.transaction():
            store.retract(name, gone, as_of)
            forget_measures(store, [(name, doc_id) for doc_id in gone])
    tally.vanished += len(gone)
