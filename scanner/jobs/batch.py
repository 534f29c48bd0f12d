"""Read decisions that somebody wrote into a table, CSV or JSON, one a row."""

from __future__ import annotations

import codecs
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
from scanner.model import Action
from scanner.review import Request
from scanner.settings import nearest

__all__ = ["COLUMNS", "QUEUE_COLUMNS", "parse_scope", "parse_window", "read_requests"]

COLUMNS = ("action", "keep", "since", "windows", "scope", "duplicate_of", "until", "assign_to", "why")
"""What an editor fills in, beside ``id``; a row without an action decides nothing."""
QUEUE_COLUMNS = (
    *("score", "impact", "confidence", "age_days", "documents", "views", "kind", "type", "severity", "status"),
    *("escalated", "owner", "first_seen", "subject", "predicate", "sides", "places", "quotes", "decided"),
)
"""What the queue says of a finding, beside its ``id``."""

_TAKES: Mapping[Action, frozenset[str]] = {
    Action.KEEP: frozenset({"keep", "since"}),
    Action.WINDOWS: frozenset({"windows"}),
    Action.SCOPE: frozenset({"scope"}),
    Action.FALSE_POSITIVE: frozenset(),
    Action.DUPLICATE: frozenset({"duplicate_of"}),
    Action.ACCEPT: frozenset({"until"}),
    Action.ASSIGN: frozenset({"assign_to"}),
    Action.ESCALATE: frozenset({"assign_to"}),
    Action.UNDO: frozenset(),
}
_LONGEST_CELL = 1_000_000
_ZIP = b"PK\x03\x04"
_SEPARATOR = re.compile(r"sep=.(?:\r\n|\r|\n)", re.I)
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
    """A side and its half-open window, written ``A=2026-01-01..2026-03-01``; either end may be left out.

    A month or a year stands for its first day, so that ``A=2025..2026`` holds in 2025 and no longer.

    Raises:
        ValueError: for anything else; the message says how to write it.
    """
    found = re.fullmatch(r"\s*(.+?)\s*=\s*(\S*?)\.\.(\S*?)\s*", text)
    if found is None or not (found[2] or found[3]):
        raise ValueError(f"{text!r} is no window; write A=..2026-03-01 or B=2026-03-01..2027-01-01")
    try:
        start, end = (_first_day(day) if day else None for day in (found[2], found[3]))
    except ValueError as error:
        raise ValueError(f"{text!r}: days are written as 2026-11-30, months as 2026-11, years as 2026") from error
    return found[1], start, end


def _first_day(text: str) -> date:
    """The day, or the first one of a month or a year."""
    return date.fromisoformat(text + {4: "-01-01", 7: "-01"}.get(len(text), ""))


def parse_scope(text: str) -> tuple[str, str, str]:
    """A side with dimension and value, written ``A=tier:standard``, or ``A=tier=standard`` as reports show it.

    Raises:
        ValueError: for anything else; the message says how to write it.
    """
    found = re.fullmatch(r"\s*(.+?)\s*=\s*([a-z]+)\s*[:=]\s*(.+?)\s*", text)
    if found is None:
        raise ValueError(f"{text!r} is no scope; write A=tier:standard")
    return found[1], found[2], found[3]


def read_requests(path: Path) -> tuple[tuple[Request, ...], tuple[str, ...]]:
    """The decisions in ``path``: JSON (a list of objects, or an object a line), or a CSV table with a header row.

    A table may be separated by commas, semicolons or tabs, begin with the ``sep=;`` of a spreadsheet, and be UTF-8 or,
    with a byte-order mark, UTF-16.

    With them a line for each row that cannot be understood: one that is filled in and gives no action, or more than its
    action takes. Other columns of a table, and the other fields that ``scanner queue --format json`` writes, are
    ignored. A table whose cells do not fit its columns is refused: half of what an editor meant is worse than nothing.

    Raises:
        InputError: if the file cannot be read as either, or decides nothing.
    """
    text = _text(path)
    rows = _json_rows(path, text) if text.lstrip().startswith(("[", "{")) else _csv_rows(path, text)
    found: list[Request] = []
    wrong: list[str] = []
    for place, row in rows:
        if not any(str(row.get(name) or "").strip() for name in COLUMNS):
            continue
        try:
            found.append(_request(row, f"{path}: {place}"))
        except ValueError as error:
            wrong.append(f"{path}: {place}: {_why(error)}")
    if not found and not wrong:
        raise InputError(f"{path}: no row gives an action; fill in the column `action`")
    return tuple(found), tuple(wrong)


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    if data.startswith(_ZIP):
        raise InputError(f"{path}: a spreadsheet; save the sheet as CSV (UTF-8)")
    try:
        return data.decode("utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not in UTF-8; save it as UTF-8 text (CSV UTF-8)") from error


def _json_rows(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        body = [_parsed(line) for line in text.split("\n") if line.strip()] if _is_lines(text) else _parsed(text)
    except (ValueError, RecursionError) as error:
        why = error if isinstance(error, ValueError) else "nested too deeply"
        raise InputError(f"{path}: not readable as JSON: {why}") from error
    if not isinstance(body, list) or not all(isinstance(item, dict) for item in body):
        raise InputError(f'{path}: write a list of objects, as [{{"id": "f1:…", "action": "keep", "keep": "A"}}]')
    for number, item in enumerate(body, 1):
        said = {name: value for name, value in item.items() if name not in QUEUE_COLUMNS and value is not None}
        yield f"entry {number}", said


def _is_lines(text: str) -> bool:
    """Whether this is JSON lines, as ``scanner queue --format jsonl`` writes them."""
    first, _, rest = text.strip().partition("\n")
    return first.startswith("{") and first.rstrip().endswith("}") and (not rest or rest.lstrip().startswith("{"))


def _parsed(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_each_once)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice!r} is given twice in one entry; leave one")
    return found


def _csv_rows(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    marked = _SEPARATOR.match(text)
    text, first = (text[marked.end() :], 2) if marked else (text, 1)
    header = re.split(r"\r\n|\r|\n", text, maxsplit=1)[0]
    delimiter = max(",;\t", key=header.count)
    csv.field_size_limit(_LONGEST_CELL)
    rows = enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), first)
    number, names = first, _names(path, header, delimiter)
    known = {*COLUMNS, "id"}
    try:
        for number, cells in rows:
            if number == first or not any(cell.strip() for cell in cells):
                continue
            if any(cell.strip() for cell in cells[len(names) :]):
                raise InputError(
                    f"{path}: row {number}: {len(cells)} cells under {len(names)} columns; "
                    f"put a cell that holds the separator ({delimiter!r}) in double quotes"
                )
            row = {name: _FORMULA.sub("", cell.strip(), count=1) for name, cell in zip(names, cells, strict=False)}
            yield f"row {number}", {name: cell for name, cell in row.items() if name in known}
    except csv.Error as error:
        raise InputError(f"{path}: after row {number}: no CSV: {error}; close every double quote") from error


def _names(path: Path, header: str, delimiter: str) -> list[str]:
    """The columns of a table; those of a decision stand in it once."""
    names = [name.strip().casefold() for name in next(csv.reader([header], delimiter=delimiter), [])]
    for needed in ("id", "action"):
        if needed not in names:
            raise InputError(
                f"{path}: no column `{needed}` (`scanner queue --format csv` has it){nearest(needed, names)}"
            )
    if twice := sorted(name for name in {*COLUMNS, "id"} if names.count(name) > 1):
        raise InputError(f"{path}: two columns are called `{twice[0]}`; leave one")
    return names


def _request(row: Mapping[str, Any], place: str) -> Request:
    action = re.sub(r"[\s_]+", "-", str(row.get("action") or "").strip().casefold())
    if not action:
        filled = next(name for name in COLUMNS if str(row.get(name) or "").strip())
        raise ValueError(f"{filled} is filled in, and no action; fill in the column `action`, or empty the row")
    read = _Row.model_validate({**row, "action": action})
    given = {name for name in COLUMNS if getattr(read, name)} - {"action", "why"}
    if extra := sorted(given - _TAKES[read.action]):
        raise ValueError(f"{read.action} takes no {extra[0]}; empty that cell, or give another action")
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
