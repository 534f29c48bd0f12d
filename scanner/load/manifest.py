"""Read a ``manifest.csv``: what a person states about documents, trusted before anything the documents say."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from scanner.load.calendar import parse_date
from scanner.load.errors import LoadError

__all__ = ["COLUMNS", "ManifestEntry", "read_manifest"]

COLUMNS = ("doc_id", "published", "version", "source_type", "author", "owner", "title", "series")
_SOURCE_TYPES = frozenset({"", "primary", "secondary", "tertiary"})


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One row of a manifest; an empty field is left to the document itself."""

    doc_id: str
    published: date | None = None
    version: str = ""
    source_type: str = ""
    author: str = ""
    owner: str = ""
    title: str = ""
    series: str = ""


def read_manifest(path: Path) -> Mapping[str, ManifestEntry]:
    """The rows of a manifest by doc id (path below the ingested root, with slashes). Only ``doc_id`` is required;
    columns the scanner does not know are left alone.

    Raises:
        LoadError: naming file, row and problem: unreadable, no ``doc_id`` column, an id twice or missing, a date that
            is none, an unknown source type.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines)
            names = [name.strip().lower() for name in reader.fieldnames or []]
            if "doc_id" not in names:
                raise LoadError(f"{path}: row 1: no column doc_id (columns: {', '.join(names) or 'none'})")
            reader.fieldnames = names
            entries: dict[str, ManifestEntry] = {}
            for row in reader:
                entry = _entry(path, reader.line_num, row)
                if entry.doc_id in entries:
                    raise LoadError(f"{path}: row {reader.line_num}: {entry.doc_id} is listed twice")
                entries[entry.doc_id] = entry
            return entries
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise LoadError(f"{path}: cannot be read: {error}") from error


def _entry(path: Path, number: int, row: Mapping[str, str | None]) -> ManifestEntry:
    values = {name: (row.get(name) or "").strip() for name in COLUMNS}
    if not values["doc_id"]:
        raise LoadError(f"{path}: row {number}: no doc_id")
    published = parse_date(values["published"]) if values["published"] else None
    if values["published"] and published is None:
        raise LoadError(f"{path}: row {number}: published is no date: {values['published']!r} (write 2026-03-31)")
    if values["source_type"] not in _SOURCE_TYPES:
        raise LoadError(
            f"{path}: row {number}: source_type is {values['source_type']!r}, not primary, secondary or tertiary"
        )
    return ManifestEntry(
        doc_id=values["doc_id"].replace("\\", "/").removeprefix("./"),
        published=published,
        version=values["version"],
        source_type=values["source_type"],
        author=values["author"],
        owner=values["owner"],
        title=values["title"],
        series=values["series"],
    )
