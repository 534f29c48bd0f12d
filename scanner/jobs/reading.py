"""Find the files of a source and read batches of them, in whichever process."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scanner.jobs.editions import Edition, editions, with_edition
from scanner.jobs.errors import InputError
from scanner.jobs.line import Line, Reading, line_for
from scanner.jobs.places import Target
from scanner.model import Document, Skipped, SkipReason, Source
from scanner.settings import Settings, SourceSettings
from scanner.store import DocumentState

if TYPE_CHECKING:
    from scanner.load import File, ManifestEntry  # the rest is imported by whoever reads files: a scan reads none

__all__ = ["FileReading", "Files", "Task", "digest_of", "find", "read_files", "reload"]

_TOGETHER = 400_000  # characters of documents whose sentences are parsed together


@dataclass(frozen=True, slots=True)
class Files:
    """What is to be read of a source: its files in order, what people state about them, and commit dates.

    ``unknown`` are the paths of files of no known kind, which are not read.
    """

    files: tuple[File, ...]
    skipped: tuple[Skipped, ...]
    entries: Mapping[str, ManifestEntry]
    dates: Mapping[str, date]
    editions: Mapping[str, Edition]
    unknown: tuple[str, ...] = ()

    def of(self, files: tuple[File, ...]) -> Files:
        """The same for some of the files only."""
        ids = [file.doc_id for file in files]
        return Files(
            files,
            self.skipped,
            {doc_id: self.entries[doc_id] for doc_id in ids if doc_id in self.entries},
            {doc_id: self.dates[doc_id] for doc_id in ids if doc_id in self.dates},
            {doc_id: self.editions[doc_id] for doc_id in ids if doc_id in self.editions},
        )


@dataclass(frozen=True, slots=True)
class Task:
    """A batch of files with all that reading them needs; ``known`` are the documents of these files in the store."""

    settings_json: str
    fingerprint: str
    source: Source
    declared: SourceSettings | None
    found: Files
    known: Mapping[str, DocumentState]


@dataclass(frozen=True, slots=True)
class FileReading:
    """What one file gave: documents that are new or changed, ids of those that are not, and what was skipped.

    ``digest`` is that of the file as it was read (``digest_of``), 0 where it has to be read again next time;
    ``loaded``: it was read now, and not only found to be what it was.
    """

    path: str
    readings: tuple[Reading, ...]
    unchanged: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    digest: int = 0
    loaded: bool = True


def find(target: Target, settings: Settings, manifest: Path | None = None, beside: Iterable[str] = ()) -> Files:
    """The files of ``target``, sorted by path, with what is stated about them.

    ``beside`` are paths of the source that are not read now, but tell versions and editions apart.

    Raises:
        InputError: for an ignore file or manifest that cannot be used.
    """
    from scanner.load import LoadError, find_files, git_dates, read_manifest

    root = Path(target.source.root)
    exclude = (*settings.input.exclude, *(target.declared.exclude if target.declared else ()))
    files: dict[str, File] = {}
    skipped: dict[tuple[str, SkipReason], Skipped] = {}
    unknown: set[str] = set()
    own = manifest
    if own is None and target.declared is not None and target.declared.manifest:
        own = Path(target.declared.manifest)
    try:
        for part in _starts(target, root):
            found = find_files(part, exclude=exclude, max_bytes=settings.input.max_bytes, source=target.source.name)
            prefix = _prefix(part, root)
            for file in found.files:
                if target.covers(prefix + file.doc_id):
                    files[prefix + file.doc_id] = replace(file, doc_id=prefix + file.doc_id)
            for item in found.skipped:
                if target.covers(prefix + item.path):
                    skipped[prefix + item.path, item.reason] = replace(item, path=prefix + item.path)
            unknown |= {prefix + path for path in found.unknown if target.covers(prefix + path)}
        if own is None and (root / "manifest.csv").is_file():
            own = root / "manifest.csv"
        entries = {} if own is None else read_manifest(own)
        dates = git_dates(root) if settings.input.git_history else {}
    except LoadError as error:
        raise InputError(str(error)) from error
    if own is not None and own.resolve().parent == root:
        files.pop(own.name, None)
    return Files(
        tuple(files[path] for path in sorted(files)),
        tuple(skipped[key] for key in sorted(skipped)),
        entries,
        dates,
        editions([*files, *beside], target.declared.versions if target.declared else ""),
        tuple(sorted(unknown)),
    )


def _starts(target: Target, root: Path) -> Sequence[Path]:
    """Where to look: the root, whose ignore file counts; but a root that only holds the given paths is not searched."""
    if "" in target.under or (target.established and any((root / part).is_dir() for part in target.under)):
        return (root,)
    return tuple(root / part for part in target.under)


def _prefix(part: Path, root: Path) -> str:
    """What to put before the ids found at ``part`` so that they count from ``root``."""
    folder = part if part.is_dir() else part.parent
    return "" if folder == root else f"{folder.relative_to(root).as_posix()}/"


def read_files(task: Task) -> tuple[FileReading, ...]:
    """Load, extract and normalise the files of ``task``, in order.

    A fault of the program in one file is named and counted as skipped: it must not cost the whole run.
    """
    line = line_for(task.settings_json, task.fingerprint)
    language = Settings.model_validate_json(task.settings_json).input.language
    opened = [_open(file, task, line, language) for file in task.found.files]
    documents = [(item.path, document) for item in opened for document in item.documents]
    read = [each for part in _parts(documents) for each in _read(line, part)]
    return tuple(item.reading(read) for item in opened)


@dataclass(frozen=True, slots=True)
class _Opened:
    """One file as it was loaded: the documents that are to be read, and what is known without reading."""

    path: str
    documents: tuple[Document, ...]
    unchanged: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    digest: int

    def reading(self, read: Sequence[tuple[str, Reading | Skipped]]) -> FileReading:
        """What the file gave, where ``read`` is what became of the documents of all files."""
        mine = [found for path, found in read if path == self.path]
        readings = tuple(found for found in mine if isinstance(found, Reading))
        skipped = (*self.skipped, *(found for found in mine if isinstance(found, Skipped)))
        return FileReading(self.path, readings, self.unchanged, skipped, 0 if skipped else self.digest)


def _open(file: File, task: Task, line: Line, language: str) -> _Opened:
    documents: list[Document] = []
    unchanged: list[str] = []
    skipped: list[Skipped] = []
    digest = digest_of(file, task.declared, task.found, task.fingerprint, language)
    for item in _load(file, task.source, task.declared, task.found, language):
        if isinstance(item, Skipped):
            skipped.append(item)
            continue
        state = task.known.get(item.doc_id)
        if state is not None and (state.content_hash, state.fingerprint) == (
            item.content_hash,
            line.document_fingerprint(item),
        ):
            unchanged.append(item.doc_id)
        else:
            documents.append(item)
    return _Opened(file.doc_id, tuple(documents), tuple(unchanged), tuple(skipped), digest)


def _parts(documents: Sequence[tuple[str, Document]]) -> Iterator[list[tuple[str, Document]]]:
    """The documents in groups that are read together: of one size, but that one alone may be larger."""
    group: list[tuple[str, Document]] = []
    size = 0
    for path, document in documents:
        if group and size + len(document.text) > _TOGETHER:
            yield group
            group, size = [], 0
        group.append((path, document))
        size += len(document.text)
    if group:
        yield group


def _read(line: Line, documents: Sequence[tuple[str, Document]]) -> list[tuple[str, Reading | Skipped]]:
    """What became of each document; where reading them together fails, they are read alone to find which one it was."""
    try:
        read = line.read(documents)
        return [(path, found) for (path, _), found in zip(documents, read, strict=True)]
    except Exception as error:
        if len(documents) > 1:
            return [each for one in documents for each in _read(line, [one])]
        (path, document), detail = documents[0], f"{type(error).__name__}: {error}".splitlines()[0]
        return [(path, Skipped(document.source, document.doc_id, SkipReason.FAILED, detail))]


def digest_of(file: File, declared: SourceSettings | None, found: Files, fingerprint: str, language: str) -> int:
    """A 63-bit hash of all that decides what a file says: its bytes, what is stated about it, and who reads it.

    0 for a file that cannot be read.
    """
    try:
        digest = hashlib.blake2b(file.path.read_bytes(), digest_size=16)
    except OSError:
        return 0
    about = (found.entries.get(file.doc_id), found.dates.get(file.doc_id), found.editions.get(file.doc_id))
    kind = declared.source_type if declared else ""
    digest.update(repr((file.doc_id, file.format, about, kind, fingerprint, language)).encode("utf-8", "surrogatepass"))
    return int.from_bytes(digest.digest()[:8], "big") >> 1


def _load(
    file: File, source: Source, declared: SourceSettings | None, found: Files, language: str
) -> tuple[Document | Skipped, ...]:
    from scanner.load import load_file

    entry, day = found.entries.get(file.doc_id), found.dates.get(file.doc_id)
    edition = found.editions.get(file.doc_id, Edition())
    source_type = declared.source_type if declared else ""
    loaded = load_file(file, source, entry, git_date=day, language=language)
    return tuple(
        with_edition(replace(item, source_type=item.source_type or source_type), edition)
        if isinstance(item, Document)
        else item
        for item in loaded
    )


def reload(source: Source, doc_id: str, path: str, settings: Settings, beside: Iterable[str]) -> Document | None:
    """The document as its file reads now; ``None`` if it can no longer be read."""
    target = Target(source, (path,), settings.source(source.name))
    if not (Path(source.root) / path).is_file():
        return None
    found = find(target, settings, beside=beside)
    for file in found.files:
        for item in _load(file, source, target.declared, found, settings.input.language):
            if isinstance(item, Document) and item.doc_id == doc_id:
                return item
    return None
