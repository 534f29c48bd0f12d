"""The settings files: what stands in them, and what is wrong with them in one line that names the place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scanner.settings.near import nearest
from scanner.settings.sections import SECTIONS, SettingsError, SourceSettings

__all__ = ["file_items", "read_sources", "unfit"]


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}: not readable as TOML: {_twice(path) or error}") from error
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from error


def _twice(path: Path) -> str:
    """Which table is given twice, and where; ``""`` if none is, so that something else is wrong."""
    seen: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
        found = re.match(r"\s*\[([\w.-]+)\]", line)
        if found is None:
            continue
        if found[1] in seen:
            return f"[{found[1]}] stands in lines {seen[found[1]]} and {number}; put all its keys below the first"
        seen[found[1]] = number
    return ""


def file_items(path: Path) -> list[tuple[str, object]]:
    items: list[tuple[str, object]] = []
    for section, found in _read_toml(path).items():
        if section not in SECTIONS:
            raise SettingsError(f'{path}: unknown section "{section}"{nearest(section, SECTIONS)}')
        if not isinstance(found, dict):
            raise SettingsError(f'{path}: "{section}" is a section: write [{section}] and its settings below it')
        items += [(f"{section}.{key}", value) for key, value in found.items()]
    return items


def read_sources(path: Path) -> tuple[SourceSettings, ...]:
    if not path.is_file():
        return ()
    found = _read_toml(path)
    for key in found:
        if key != "source":
            raise SettingsError(f'{path}: unknown table "{key}"; each source is a [[source]]')
    entries = found.get("source", [])
    if not isinstance(entries, list):
        raise SettingsError(f"{path}: write [[source]], not [source]")
    sources: list[SourceSettings] = []
    for number, entry in enumerate(entries, 1):
        for key in entry:
            if key not in SourceSettings.model_fields:
                raise SettingsError(
                    f'{path}: source {number}: unknown key "{key}"{nearest(key, SourceSettings.model_fields)}'
                )
        try:
            source = SourceSettings.model_validate(entry)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise SettingsError(f"{path}: source {number}: {place}: {unfit(first)}") from error
        if any(source.name == other.name for other in sources):
            raise SettingsError(f'{path}: source {number}: the name "{source.name}" is given twice')
        sources.append(source)
    return tuple(sources)


def unfit(error: Mapping[str, Any]) -> str:
    """What is wrong with a value, as pydantic tells it, for people."""
    if error["type"] == "string_pattern_mismatch":  # only sizes have a pattern
        return f'give a size such as "2GB", not {error["input"]!r}'
    said = error["msg"].removeprefix("Value error, ")
    return f"{said[0].lower()}{said[1:]}, not {error['input']!r}"
