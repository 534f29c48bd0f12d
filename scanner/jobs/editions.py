"""Which files are successive versions of one document, and which stand side by side as editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scanner.model import Document

__all__ = ["Edition", "editions", "with_edition"]

_SCOPE = "scope_version"


@dataclass(frozen=True, slots=True)
class Edition:
    """What a file's place among the others says: the series it is a version of, or the version it holds for.

    ``own`` tells that the version is the one in the document's own name, which only loading finds.
    """

    series: str = ""
    version: str = ""
    scope: bool = False
    own: bool = False


def editions(paths: Iterable[str], versions: str = "") -> Mapping[str, Edition]:
    """The edition of each path that is one of several.

    Versions in file names make a series, and in sibling folders they are scope, unless ``versions`` ("series" or
    "scope", as ``sources.toml`` has it) says that all of a source are the one or the other.
    """
    from scanner.load import derive_series, version_folders

    known = sorted(set(paths))
    found: dict[str, Edition] = {}
    for path, series in derive_series(known).items():
        found[path] = Edition(scope=True, own=True) if versions == "scope" else Edition(series=series)
    for path, version in version_folders(known).items():
        if versions == "series":
            found[path] = Edition(series=_without(path, version), version=version)
        else:
            found[path] = Edition(version=version, scope=True)
    return found


def _without(path: str, version: str) -> str:
    """The path without the folder named by ``version``: what all its versions share."""
    parts = path.split("/")
    kept = [part for part in parts[:-1] if not part.endswith(version)]
    return "/".join([*kept, parts[-1]])


def with_edition(document: Document, edition: Edition) -> Document:
    """``document`` with its edition; a series or version that the document itself states stays."""
    version = document.version or edition.version
    if not edition.scope:
        return replace(document, series=document.series or edition.series, version=version)
    stated = document.version if edition.own else edition.version
    if not stated:
        return document
    metadata = tuple(sorted({*document.metadata, (_SCOPE, stated)}))
    return replace(document, version=version, metadata=metadata)
