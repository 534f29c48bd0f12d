"""Which source each given path belongs to, and which paths below its root are read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scanner.jobs.errors import InputError
from scanner.model import Source
from scanner.settings import Settings, SourceSettings

__all__ = ["Target", "resolve_targets"]


@dataclass(frozen=True, slots=True)
class Target:
    """A source and the paths below its root that are read: ``""`` is all of it, otherwise relative, sorted.

    ``established``: the root is declared or has been read before, and is not just what holds the given paths.
    """

    source: Source
    under: tuple[str, ...]
    declared: SourceSettings | None = None
    established: bool = False

    def covers(self, relative: str) -> bool:
        """Whether the file at ``relative`` (below the root) is among what is read."""
        return any(not part or relative == part or relative.startswith(f"{part}/") for part in self.under)


def resolve_targets(
    paths: Sequence[Path], name: str | None, settings: Settings, known: Sequence[Source] = ()
) -> tuple[Target, ...]:
    """Give every path its source, sorted by source name.

    A path belongs to the source of ``sources.toml`` or of the store whose root it lies in; any other is a source of
    its own, named ``name`` or after its folder.

    Raises:
        InputError: for a missing path, roots or paths that overlap, or a name that stands for two roots.
    """
    if not paths:
        raise InputError("no path given; name a folder or file to read")
    for path in paths:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    real = [path.resolve() for path in paths]
    _refuse_overlap(real, paths)
    declared = {source.name: Path(source.root).resolve() for source in settings.sources}
    roots = {source.name: Path(source.root) for source in known} | declared
    new = _new_roots(real, roots) if name is None else {name: _named_root(name, real, declared, roots)}
    for source_name, root in new.items():
        if name is None and source_name in roots and roots[source_name] != root:
            raise InputError(
                f'{root}: a source "{source_name}" has the root {roots[source_name]}; '
                f"give this one another name with --source, or --source {source_name} if it has moved"
            )
    roots |= new
    used = {_owner(path, roots if name is None else new) for path in real}
    _refuse_overlapping_roots(roots, used)
    return tuple(
        Target(
            Source(source_name, str(roots[source_name])),
            tuple(sorted(_below(path, roots[source_name]) for path in real if _owner(path, roots) == source_name)),
            settings.source(source_name),
            source_name not in new or source_name in declared,
        )
        for source_name in sorted(used)
    )


def _within(path: Path, root: Path) -> bool:
    return path == root or root in path.parents


def _below(path: Path, root: Path) -> str:
    return "" if path == root else path.relative_to(root).as_posix()


def _owner(path: Path, roots: dict[str, Path]) -> str:
    return next(name for name, root in sorted(roots.items()) if _within(path, root))


def _root_of(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _named_root(name: str, real: list[Path], declared: dict[str, Path], roots: dict[str, Path]) -> Path:
    if name in declared:
        for path in real:
            if not _within(path, declared[name]):
                raise InputError(f'{path}: not below {declared[name]}, the root of the source "{name}"')
        return declared[name]
    if name in roots and all(_within(path, roots[name]) for path in real):
        return roots[name]
    return Path(os.path.commonpath([_root_of(path) for path in real]))


def _new_roots(real: list[Path], roots: dict[str, Path]) -> dict[str, Path]:
    new: dict[str, Path] = {}
    for path in real:
        if any(_within(path, root) for root in roots.values()):
            continue
        root = _root_of(path)
        name = root.name or "root"
        if new.get(name, root) != root:
            raise InputError(f'{root} and {new[name]} are both named "{name}"; name them in config/sources.toml')
        new[name] = root
    return new


def _refuse_overlap(real: list[Path], given: Sequence[Path]) -> None:
    for i, path in enumerate(real):
        for j, other in enumerate(real):
            if i != j and _within(path, other):
                raise InputError(f"{given[i]} and {given[j]} overlap; give each file once")


def _refuse_overlapping_roots(roots: dict[str, Path], used: set[str]) -> None:
    for name in sorted(used):
        for other in sorted(roots):
            if other != name and (_within(roots[name], roots[other]) or _within(roots[other], roots[name])):
                raise InputError(
                    f'the roots of the sources "{name}" ({roots[name]}) and "{other}" ({roots[other]}) overlap; '
                    "a document belongs to one source"
                )
