"""Read decisions that somebody wrote into a table, CSV or JSON, one a row."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from scanner.jobs.errors import InputError
from scanner.jobs.resolve import RefusedBatch
from scanner.model import Action
from scanner.review import Request
from scanner.settings import nearest

__all__ = ["COLUMNS", "parse_scope", "parse_window", "read_requests"]

COLUMNS = ("action", "keep", "since", "windows", "scope", "duplicate_of", "until", "assign_to", "why")
"""What an editor fills in, beside ``id``; a row without an action decides nothing."""

_FORMULA = re.compile(r"'(?=[=+\-@|%])")


class _Row(BaseModel):
    """One row; ``windows`` (``A=..2026-03-01``) and ``scope`` (``A=tier:standard``) are joined by semicolons."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    id: str = Field(min_length=1)
    action: Action
    keep: str = ""
    since: date | None = None
    windows: str = ""
    scope: str = ""
    duplicate_of: str = ""
    until: date | None = None
    assign_to: str = ""
    why: str = ""

    @field_validator("since", "until", mode="before")
    @classmethod
    def _empty(cls, value: Any) -> Any:
        return None if value == "" else value


def parse_window(text: str) -> tuple[str, date | None, date | None]:
    """A side and its half-open window, written ``A=2026-01-01..2026-03-01``; either day may be left out.

    Raises:
        ValueError: for anything else; the message says how to write it.
    """
    found = re.fullmatch(r"\s*(.+?)\s*=\s*(\S*?)\.\.(\S*?)\s*", text)
    if found is None or not (found[2] or found[3]):
        raise ValueError(f"{text!r} is no window; write A=..2026-03-01 or B=2026-03-01..2027-01-01")
    try:
        start, end = (date.fromisoformat(day) if day else None for day in (found[2], found[3]))
    except ValueError as error:
        raise ValueError(f"{text!r}: days are written as 2026-11-30") from error
    return found[1], start, end


def parse_scope(text: str) -> tuple[str, str, str]:
    """A side with dimension and value, written ``A=tier:standard``.

    Raises:
        ValueError: for anything else; the message says how to write it.
    """
    found = re.fullmatch(r"\s*(.+?)\s*=\s*([a-z]+)\s*:\s*(.+?)\s*", text)
    if found is None:
        raise ValueError(f"{text!r} is no scope; write A=tier:standard")
    return found[1], found[2], found[3]


def read_requests(path: Path) -> tuple[Request, ...]:
    """The decisions in ``path``: a JSON list of objects, or a CSV table with a header row (commas, semicolons or tabs).

    Other columns of a table, such as those that ``scanner queue --format csv`` writes, are ignored.

    Raises:
        InputError: if the file cannot be read as either.
        RefusedBatch: with a line for each row that cannot be understood.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not in UTF-8; save it as UTF-8 text") from error
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    rows = _json_rows(path, text) if text.lstrip().startswith(("[", "{")) else _csv_rows(path, text)
    found: list[Request] = []
    wrong: list[str] = []
    for place, row in rows:
        if not str(row.get("action", "") or "").strip():
            continue
        try:
            found.append(_request(row, f"{path}: {place}"))
        except ValueError as error:
            wrong.append(f"{path}: {place}: {_why(error)}")
    if wrong:
        raise RefusedBatch(wrong)
    if not found:
        raise InputError(f"{path}: no row gives an action; fill in the column `action`")
    return tuple(found)


def _json_rows(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        body = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}: not readable as JSON: {error}") from error
    if not isinstance(body, list) or not all(isinstance(item, dict) for item in body):
        raise InputError(f'{path}: write a list of objects, as [{{"id": "f1:…", "action": "keep", "keep": "A"}}]')
    for number, item in enumerate(body, 1):
        yield f"entry {number}", item


def _csv_rows(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = [(name or "").strip().casefold() for name in reader.fieldnames or ()]
    for needed in ("id", "action"):
        if needed not in names:
            raise InputError(
                f"{path}: no column `{needed}`{nearest(needed, names)}; `scanner queue --format csv` has it"
            )
    known = {*COLUMNS, "id"}
    for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), 1):
        if number == 1 or not any(cell.strip() for cell in cells):
            continue
        row = {name: _FORMULA.sub("", cell.strip(), count=1) for name, cell in zip(names, cells, strict=False)}
        yield f"row {number}", {name: cell for name, cell in row.items() if name in known}


def _request(row: Mapping[str, Any], place: str) -> Request:
    read = _Row.model_validate({**row, "action": str(row["action"]).strip().casefold()})
    return Request(
        read.id,
        read.action,
        read.why,
        read.keep,
        read.since,
        tuple(parse_window(part) for part in read.windows.split(";") if part.strip()),
        tuple(parse_scope(part) for part in read.scope.split(";") if part.strip()),
        read.duplicate_of,
        read.assign_to,
        read.until,
        place,
    )


def _why(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"unknown field {name!r}{nearest(name, _Row.model_fields)}"
    if name == "action":
        return f"{first['input']!r} is no action; there are {', '.join(item.value for item in Action)}"
    if name in ("since", "until"):
        return f"{name}: {first['input']!r} is no day; write it as 2026-11-30"
    return f"{name}: {first['msg'][0].lower()}{first['msg'][1:]}"
