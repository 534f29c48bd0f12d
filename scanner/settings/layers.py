"""Merge the layers of settings: defaults, the file, the environment, flags; each value keeps its origin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scanner.settings.files import file_items, read_sources, unfit
from scanner.settings.near import nearest
from scanner.settings.sections import CONFIG_FILE, KEYS, SECTIONS, Settings, SettingsError

__all__ = ["load_settings"]

_SOURCES_FILE = "sources.toml"
_PREFIX = "SCANNER_"
_CONFIG_VARIABLE = "SCANNER_CONFIG"


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
    values: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    origins: dict[str, str] = {}
    if path.is_file():
        _take(values, origins, file_items(path), str(path))
    for name, text in sorted(environ.items()):
        if name.startswith(_PREFIX) and name != _CONFIG_VARIABLE:
            key = _variable_key(name)
            _take(values, origins, [(key, _split(key, text))], name)
    given = [(key, value) for key, value in sorted((flags or {}).items()) if value is not None]
    _take(values, origins, given, "flag")
    sources = read_sources(path.parent / _SOURCES_FILE)
    try:
        return Settings(
            **{section: SECTIONS[section].model_validate(found) for section, found in values.items()},  # type: ignore[arg-type]
            sources=sources,
            config_file=path if path.is_file() else None,
            origins=origins,
        )
    except ValidationError as error:
        section = next(name for name, model in SECTIONS.items() if model.__name__ == error.title)
        first = error.errors()[0]
        key = f"{section}.{first['loc'][0]}"
        raise SettingsError(f"{origins.get(key, 'default')}: {key}: {unfit(first)}") from error


def _take(
    values: dict[str, dict[str, Any]], origins: dict[str, str], items: Iterable[tuple[str, object]], origin: str
) -> None:
    for key, value in items:
        if key not in KEYS:
            raise SettingsError(f'{origin}: unknown setting "{key}"{nearest(key, KEYS)}')
        section, _, name = key.partition(".")
        values[section][name] = value
        origins[key] = origin


def _variable_key(name: str) -> str:
    wanted = name.removeprefix(_PREFIX).lower()
    for key in KEYS:
        if key.replace(".", "_") == wanted:
            return key
    variables = [f"{_PREFIX}{key.replace('.', '_').upper()}" for key in KEYS]
    raise SettingsError(f'environment: unknown setting "{name}"{nearest(name, variables)}')


def _split(key: str, text: str) -> object:
    section, _, name = key.partition(".")
    default = SECTIONS[section].model_fields[name].get_default(call_default_factory=True)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if isinstance(default, tuple):
        return parts
    if isinstance(default, Mapping):
        pairs = [part.partition("=") for part in parts]
        return {left.strip(): right.strip() for left, _, right in pairs}
    return text
