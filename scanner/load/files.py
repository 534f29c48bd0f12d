"""Find the documents below a root, in a stable order, and say what was passed over and why."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from scanner.load.errors import LoadError
from scanner.load.formats import (
    BUILD_FOLDERS,
    IGNORED_FOLDERS,
    PROJECT_MARKERS,
    format_of,
    is_generated,
    is_no_document,
    is_unreadable_document,
)
from scanner.model import Skipped, SkipReason

__all__ = ["MAX_BYTES", "File", "Found", "find_files"]

MAX_BYTES = 64 * 1024 * 1024
_IGNORE_FILE = ".scannerignore"
_MANIFEST = "manifest.csv"


@dataclass(frozen=True, slots=True)
class File:
    """A file to load: where it is, its id (path below the root, with slashes), its format and its size in bytes."""

    path: Path
    doc_id: str
    format: str
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """What lies below a root.

    ``skipped`` are documents that cannot be read. ``ignored`` counts files that are no documents (source code,
    pictures, lock files) or were excluded, ``unknown`` are files of no known kind, which may be documents or not,
    ``pruned`` the folders not entered. ``manifest`` is the root's own
    ``manifest.csv``, if there is one.
    """

    files: tuple[File, ...]
    skipped: tuple[Skipped, ...]
    ignored: int = 0
    unknown: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()
    manifest: Path | None = None


def find_files(root: Path, *, exclude: Sequence[str] = (), max_bytes: int = MAX_BYTES, source: str = "") -> Found:
    """The documents below ``root`` (a folder or one file), sorted by id.

    Left out are what ``.scannerignore`` at the root (gitignore syntax) and the ``exclude`` globs name, version control,
    hidden folders but ``.github``, dependencies, environments, and build output beside a project file. Symbolic links
    below the root are not followed. Named in ``skipped``: files over ``max_bytes``, names that are not valid text,
    no permission, and document formats without a reader. ``source`` is the source's name, for ``skipped``.

    Raises:
        LoadError: if ``root`` does not exist or ``.scannerignore`` cannot be read.
    """
    if root.is_file():
        return _single(root, max_bytes, source)
    if not root.is_dir():
        raise LoadError(f"{root}: no such file or folder")
    search = _Search(root, _ignore_spec(root, exclude), max_bytes, source)
    search.folder(str(root), "")
    return Found(
        files=tuple(sorted(search.files, key=lambda file: file.doc_id)),
        skipped=tuple(sorted(search.skipped, key=lambda item: (item.path, item.reason))),
        ignored=search.ignored,
        unknown=tuple(sorted(search.unknown)),
        pruned=tuple(sorted(search.pruned)),
        manifest=search.manifest,
    )


def _single(path: Path, max_bytes: int, source: str) -> Found:
    kind = format_of(path.name)
    size = path.stat().st_size
    if kind is None:
        detail = f"no reader for {path.suffix}" if path.suffix else "no reader for a file without ending"
        return Found((), (Skipped(source, _printable(path.name), SkipReason.UNSUPPORTED, detail),))
    if size > max_bytes:
        return Found((), (Skipped(source, path.name, SkipReason.TOO_LARGE, _size(size, max_bytes)),))
    return Found((File(path, path.name, kind, size),), ())


def _ignore_spec(root: Path, exclude: Sequence[str]) -> GitIgnoreSpec:
    lines: list[str] = []
    path = root / _IGNORE_FILE
    if path.is_file():
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise LoadError(f"{path}: cannot be read: {error}") from error
    try:
        return GitIgnoreSpec.from_lines([*lines, *exclude])
    except ValueError as error:
        raise LoadError(f"{path} or --exclude: {error}") from error


def _printable(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _size(size: int, limit: int) -> str:
    return f"{size / 1048576:.1f} MiB, the limit is {limit / 1048576:.1f} MiB"


class _Search:
    """Walks the folders without recursion and collects what it finds."""

    def __init__(self, root: Path, spec: GitIgnoreSpec, max_bytes: int, source: str) -> None:
        self._root = root
        self._spec = spec
        self._max_bytes = max_bytes
        self._source = source
        self.files: list[File] = []
        self.skipped: list[Skipped] = []
        self.unknown: list[str] = []
        self.pruned: list[str] = []
        self.ignored = 0
        self.manifest: Path | None = None

    def folder(self, path: str, prefix: str) -> None:
        waiting = [(path, prefix)]
        while waiting:
            here, below = waiting.pop()
            waiting.extend(self._entries(here, below))

    def _entries(self, path: str, prefix: str) -> Iterator[tuple[str, str]]:
        try:
            with os.scandir(path) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._skip(prefix.rstrip("/") or ".", SkipReason.UNREADABLE, error.strerror or str(error))
            return
        is_project = any(entry.name in PROJECT_MARKERS for entry in found)
        for entry in found:
            relative = prefix + entry.name
            if not _is_text(entry.name):
                self._skip(_printable(relative), SkipReason.BAD_NAME, "the file name is not valid UTF-8")
            elif entry.is_symlink():
                self.ignored += 1
            elif entry.is_dir(follow_symlinks=False):
                if _is_pruned(entry.name, is_project=is_project) or self._spec.match_file(relative + "/"):
                    self.pruned.append(relative)
                else:
                    yield entry.path, relative + "/"
            elif entry.is_file(follow_symlinks=False):
                self._file(entry, relative)

    def _file(self, entry: os.DirEntry[str], relative: str) -> None:
        kind = format_of(entry.name)
        if relative == _MANIFEST:
            self.manifest = Path(entry.path)
        elif self._spec.match_file(relative) or is_generated(entry.name):
            self.ignored += 1
        elif kind is None and is_unreadable_document(entry.name):
            ending = entry.name.rpartition(".")[2].lower()
            self._skip(relative, SkipReason.UNSUPPORTED, f"no reader for .{ending}")
        elif _is_hidden(entry.name) or (kind is None and is_no_document(entry.name)):
            self.ignored += 1
        elif kind is None:
            self.unknown.append(relative)
        else:
            size = entry.stat(follow_symlinks=False).st_size
            if size > self._max_bytes:
                self._skip(relative, SkipReason.TOO_LARGE, _size(size, self._max_bytes))
            elif not os.access(entry.path, os.R_OK):
                self._skip(relative, SkipReason.UNREADABLE, "no permission")
            else:
                self.files.append(File(Path(entry.path), relative, kind, size))

    def _skip(self, path: str, reason: SkipReason, detail: str) -> None:
        self.skipped.append(Skipped(self._source, path, reason, detail))


def _is_hidden(name: str) -> bool:
    return name.startswith(".") and not name.startswith(".env")


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_pruned(name: str, *, is_project: bool) -> bool:
    if name.startswith("."):
        return name != ".github"
    return name in IGNORED_FOLDERS or name.endswith(".egg-info") or (is_project and name in BUILD_FOLDERS)
