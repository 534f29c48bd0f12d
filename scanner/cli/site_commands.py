"""``init``, ``config show`` and ``doctor``: set a site up, say what is in force, say what does not work."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.codes import CLEAN, USAGE, UserError
from scanner.cli.options import ConfigFile, Db, settings_from
from scanner.cli.output import emit, notice
from scanner.settings import CONFIG_FILE, Settings, SettingsError

if TYPE_CHECKING:
    from scanner.rules import RuleSet

__all__ = ["register"]

_TEMPLATES = (
    ("scanner.toml", str(CONFIG_FILE)),
    ("sources.toml", str(CONFIG_FILE.with_name("sources.toml"))),
    ("owners.toml", str(CONFIG_FILE.with_name("owners.toml"))),
    ("scannerignore", ".scannerignore"),
)
_PACKAGES = ("spacy", "sentence-transformers", "torch", "duckdb", "pyarrow", "pint", "dateparser", "lxml", "typer")

Check = tuple[str, bool, str]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command("init", short_help="Write the settings files.", epilog="Example: scanner init")(init)
    app.command(
        "doctor",
        short_help="Check the installation and the store.",
        epilog="Example: scanner doctor --db data/store/scanner.duckdb",
    )(doctor)
    config = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog="Example: scanner config show")
    config.command("show", epilog="Example: SCANNER_RUN_WORKERS=2 scanner config show")(show)
    app.add_typer(config, name="config", help="Show the settings in force.")


def init(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write the files.")] = Path(),
) -> int:
    """Write scanner.toml, sources.toml and owners.toml in config/, and .scannerignore; no file is overwritten."""
    if not folder.is_dir():
        raise UserError(f"{folder}: no such folder")
    for template, name in _TEMPLATES:
        path = folder / name
        text = resources.files("scanner.cli").joinpath("templates", template).read_text(encoding="utf-8")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            emit(f"kept     {path}\n")
        except OSError as error:
            raise UserError(f"{path}: cannot be written: {error.strerror or error}") from error
        else:
            emit(f"written  {path}\n")
    return CLEAN


def show(config: ConfigFile = None) -> int:
    """Show every setting in force and where it comes from: default, file, environment or flag."""
    settings = settings_from(config, {})
    rows = [(key, _written(value), origin) for key, value, origin in settings.items()]
    width = max(len(f"{key} = {value}") for key, value, _ in rows if len(value) < 50)
    for key, value, origin in rows:
        stated = f"{key} = {value}"
        emit(f"{stated.ljust(width)}  # {origin}\n")
    for source in settings.sources:
        parts = (f"{key} = {_written(value)}" for key, value in source.model_dump(exclude_defaults=True).items())
        emit(f"[[source]] {', '.join(parts)}\n")
    return CLEAN


def _written(value: object) -> str:
    """``value`` as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_written(v)}" for k, v in sorted(value.items())) + " }"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def doctor(db: Db = None, config: ConfigFile = None) -> int:
    """Check the installation, the settings, the cards and the store; each check is one line."""
    settings = settings_from(config, {"store.db": db})
    checks = [*_python(), *_models(settings), *_cards(settings), *_sources(settings), *_store(settings)]
    for name, fine, detail in checks:
        emit(f"{'ok  ' if fine else 'BAD '} {name}: {detail}\n")
    failures = sum(not fine for _, fine, _ in checks)
    if failures:
        notice(f"scanner: {failures} of {len(checks)} checks failed")
    return USAGE if failures else CLEAN


def _python() -> Iterator[Check]:
    yield "python", sys.version_info >= (3, 11), f"{platform.python_version()} at {sys.executable}"
    for package in _PACKAGES:
        try:
            yield package, True, version(package)
        except PackageNotFoundError:
            yield package, False, "not installed; install the scanner anew"


def _models(settings: Settings) -> Iterator[Check]:
    for name, package, key in (
        ("spaCy pipeline", settings.nlp.pipeline, "nlp.pipeline"),
        ("embedding model", settings.nlp.embedding, "nlp.embedding"),
    ):
        there = find_spec(package) is not None or Path(package).is_dir()
        yield name, there, package if there else f"{package} is not installed; install it or change {key}"


def _cards(settings: Settings) -> Iterator[Check]:
    from scanner.rules import RuleError, load_rules

    try:
        rules = load_rules(settings.rules_folder)
    except RuleError as error:
        yield "cards", False, str(error)
        return
    own = f"with those of {settings.rules_folder}" if settings.rules_folder else "no own ones"
    yield "cards", True, f"fingerprint {rules.fingerprint}, {own}"
    yield from _owners(settings, rules)


def _owners(settings: Settings, rules: RuleSet) -> Iterator[Check]:
    from scanner import jobs
    from scanner.cli.opening import open_store
    from scanner.store import StoreError

    try:
        routes = len(jobs.load_routing(settings, rules).routes)
    except SettingsError as error:
        yield "owners", False, str(error)
        return
    idle = list(jobs.idle_routes(settings))
    if idle and Path(settings.store.db).is_file():
        # What is wrong with the store is another check's to say.
        with contextlib.suppress(StoreError), open_store(settings, read_only=True) as store:
            idle = list(jobs.idle_routes(settings, store))
    yield from (("owners", False, line) for line in idle)
    if not idle:
        yield "owners", True, f"{routes} route{'' if routes == 1 else 's'}"


def _sources(settings: Settings) -> Iterator[Check]:
    for source in settings.sources:
        there = Path(source.root).is_dir()
        yield f"source {source.name}", there, source.root if there else f"{source.root}: no such folder"


def _store(settings: Settings) -> Iterator[Check]:
    from scanner.cli.opening import open_store
    from scanner.store import StoreError

    path = Path(settings.store.db)
    if settings.store.db == ":memory:":
        yield "store", True, "in memory"
    elif path.exists():
        try:
            with open_store(settings, read_only=True) as store:
                yield "store", True, f"{path}, {len(store.documents()):,} documents"
        except StoreError as error:
            yield "store", False, str(error)
    else:
        parent = next(folder for folder in path.absolute().parents if folder.exists())
        fine = os.access(parent, os.W_OK)
        yield "store", fine, f"{path} will be made" if fine else f"{path}: {parent} may not be written"
