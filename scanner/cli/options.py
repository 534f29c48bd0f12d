"""Options that several commands share, and how flags become settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from scanner.cli.codes import UserError
from scanner.settings import Settings, load_settings, nearest

__all__ = [
    "AllowVanish",
    "AsOf",
    "BaselineFile",
    "ConfigFile",
    "Db",
    "Exclude",
    "FailConfidence",
    "FailOn",
    "FailOnOption",
    "FailSeverity",
    "Format",
    "FormatOption",
    "GitHistory",
    "Limit",
    "Manifest",
    "MinConfidence",
    "MinSeverity",
    "NewOnly",
    "Output",
    "Paths",
    "Quiet",
    "SeverityLevel",
    "Show",
    "ShowOption",
    "SourceName",
    "Strict",
    "TableFormat",
    "TableFormatOption",
    "Workers",
    "by_suffix",
    "day",
    "report_settings",
    "settings_from",
    "table_format",
]


F = TypeVar("F", bound=StrEnum)


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    MD = "md"
    HTML = "html"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    DIGEST = "digest"
    DIGEST_MD = "digest-md"
    PAGES = "pages"


class TableFormat(StrEnum):
    TEXT = "text"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"


class FailOn(StrEnum):
    CONFLICT = "conflict"
    POSSIBLE = "possible"
    SUPERSESSION = "supersession"
    NEVER = "never"


class SeverityLevel(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Show(StrEnum):
    SUPERSESSION = "supersession"


def day(text: str) -> date:
    """A day written as 2026-11-30.

    Raises:
        typer.BadParameter: for anything else.
    """
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no time zone
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is no day; write it as 2026-11-30") from error


def report_form(text: str) -> Format:
    """A form of a report by its name, "markdown" included.

    Raises:
        typer.BadParameter: for anything else; the forms are named.
    """
    return _form(text, Format, {"markdown": "md", "table": "text"})


def table_form(text: str) -> TableFormat:
    """A form of a table by its name.

    Raises:
        typer.BadParameter: for anything else; the forms are named.
    """
    return _form(text, TableFormat, {"table": "text"})


def _form(text: str, forms: type[F], other_names: Mapping[str, str]) -> F:
    """``other_names`` are taken for what they stand for: one name goes for the form that people read, everywhere."""
    name = text.strip().casefold()
    try:
        return forms(other_names.get(name, name))
    except ValueError as error:
        known = [form.value for form in forms]
        raise typer.BadParameter(f"{text!r} is no form{nearest(name, known)}; there are {', '.join(known)}") from error


def some_path(text: str) -> Path:
    """A path to read. An empty word, as an unset variable gives it, must not stand for the working directory.

    Raises:
        typer.BadParameter: for an empty word.
    """
    if not text.strip():
        raise typer.BadParameter("the path is empty; write . for this folder")
    return Path(text)


Paths = Annotated[list[Path], typer.Argument(metavar="PATH", parser=some_path, help="Folders or files to read.")]
Db = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="FILE", help="The store [default: data/store/scanner.duckdb]; ':memory:' keeps nothing."
    ),
]
SourceName = Annotated[
    str | None,
    typer.Option("--source", metavar="NAME", help="Name of the source the paths belong to [default: the folder's]."),
]
Manifest = Annotated[
    Path | None,
    typer.Option("--manifest", metavar="FILE", help="Table of dates, versions, … [default: manifest.csv in the root]."),
]
AsOf = Annotated[
    date | None,
    typer.Option("--as-of", metavar="DATE", parser=day, help="The day to judge by, as 2026-11-30 [default: today]."),
]
FormatOption = Annotated[
    Format | None,
    typer.Option(
        "--format",
        parser=report_form,
        metavar="FORM",
        help=f"Form of the report: {', '.join(Format)} [default: by --output's suffix, else text].",
    ),
]
TableFormatOption = Annotated[
    TableFormat | None,
    typer.Option(
        "--format",
        parser=table_form,
        metavar="FORM",
        help=f"Form of the answer: {', '.join(TableFormat)} [default: by --output's suffix, else text].",
    ),
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the result here [default: stdout].")
]
FailOnOption = Annotated[
    FailOn | None, typer.Option("--fail-on", help="Exit with 1 from this kind of finding up [default: conflict].")
]
FailSeverity = Annotated[
    SeverityLevel | None, typer.Option("--fail-severity", help="Exit with 1 only from this severity up.")
]
FailConfidence = Annotated[
    float | None,
    typer.Option("--fail-confidence", metavar="0..1", min=0, max=1, help="Exit with 1 only if as sure [default: 0.3]."),
]
MinConfidence = Annotated[
    float | None, typer.Option("--min-confidence", metavar="0..1", min=0, max=1, help="Hide what is less sure.")
]
MinSeverity = Annotated[SeverityLevel | None, typer.Option("--min-severity", help="Hide what is less severe.")]
ShowOption = Annotated[
    list[Show] | None,
    typer.Option("--show", metavar="supersession", help="List supersessions too, not only their number."),
]
Strict = Annotated[
    bool | None, typer.Option("--strict", help="Exit with 4 if any input was skipped.", show_default=False)
]
BaselineFile = Annotated[
    Path | None, typer.Option("--baseline", metavar="FILE", help="Leave out the findings of this file.")
]
NewOnly = Annotated[
    bool | None,
    typer.Option("--new-only", help="Only what is new, changed or back since the scan before.", show_default=False),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Errors and the report's head only; for the rest see the exit code.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, help="Processes that read documents [default: 1].")
]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", min=0, help="Read at most N documents (a trial).")]
Exclude = Annotated[
    list[str] | None, typer.Option("--exclude", metavar="GLOB", help="Leave out matching paths; may be repeated.")
]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings file [default: config/scanner.toml].")
]
GitHistory = Annotated[
    bool | None,
    typer.Option("--git-history", help="Date undated documents by their last commit.", show_default=False),
]
AllowVanish = Annotated[
    bool | None,
    typer.Option("--allow-vanish", help="Go on though over half of a source is gone.", show_default=False),
]


_TEXT_SUFFIXES = ("", ".txt", ".text", ".log")
_REPORT_SUFFIXES = {
    ".json": Format.JSON,
    ".jsonl": Format.JSONL,
    ".csv": Format.CSV,
    ".md": Format.MD,
    ".markdown": Format.MD,
    ".html": Format.HTML,
    ".sarif": Format.SARIF,
    ".xml": Format.JUNIT,
}
_TABLE_SUFFIXES = {".json": TableFormat.JSON, ".jsonl": TableFormat.JSONL, ".csv": TableFormat.CSV}


def by_suffix(output: Path | None, forms: Mapping[str, F], text: F) -> F | None:
    """The form that the suffix of ``output`` names, ``text`` for a text file and none without an output.

    Raises:
        UserError: for a suffix that names no form: nobody wants a text in ``report.pdf``.
    """
    if output is None or not (output.is_file() or not output.exists()):
        return None
    suffix = output.suffix.lower()
    if suffix in _TEXT_SUFFIXES:
        return text
    if suffix not in forms:
        raise UserError(f"{output}: {suffix} names no form; give --format, or one of {', '.join(forms)} or .txt")
    return forms[suffix]


def table_format(form: TableFormat | None, output: Path | None) -> TableFormat:
    """The form that was asked for, else the one that the output's suffix names, else text."""
    return form or by_suffix(output, _TABLE_SUFFIXES, TableFormat.TEXT) or TableFormat.TEXT


def report_settings(
    config: Path | None, form: Format | None, output: Path | None, flags: Mapping[str, object]
) -> Settings:
    """The settings of a command that reports: its form is the one asked for, else that of the output's suffix, else
    the site's.

    Raises:
        UserError: for a suffix that names no form where nobody has chosen one.
    """
    if form is not None:
        return settings_from(config, {**flags, "report.format": form})
    settings = settings_from(config, flags)
    if output is not None and output.suffix.lower() in _REPORT_SUFFIXES:
        return settings_from(config, {**flags, "report.format": _REPORT_SUFFIXES[output.suffix.lower()]})
    if settings.origins.get("report.format", "default") == "default":
        by_suffix(output, _REPORT_SUFFIXES, Format.TEXT)
    return settings


def settings_from(config: Path | None, flags: Mapping[str, object]) -> Settings:
    """The settings in force for a command: file, environment, then the flags that were given."""
    given = {key: (None if value == [] else value) for key, value in flags.items()}
    return load_settings(config, os.environ, given)
