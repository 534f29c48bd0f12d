"""Read ``owners.toml``, which lies beside the settings file: who looks after which findings."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from scanner.review import Route, Routing
from scanner.rules import RuleSet
from scanner.settings import CONFIG_FILE, Settings, SettingsError, nearest

__all__ = ["OWNERS_FILE", "load_routing"]

OWNERS_FILE = "owners.toml"


def _listed(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class _Route(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    owner: str = Field(min_length=1)
    path: Words = ()
    source: Words = ()
    subject: Words = ()
    predicate: Words = ()
    unowned: bool = False


def load_routing(settings: Settings, rules: RuleSet) -> Routing:
    """The routes of the site, none if there is no such file.

    Raises:
        SettingsError: for a file that cannot be read, an unknown key (the nearest is named) or an unfit value.
    """
    path = (settings.config_file or CONFIG_FILE).parent / OWNERS_FILE
    kinds = {
        name.casefold(): card.kind
        for card in rules.entities.values()
        if card.kind
        for name in (card.name, *card.aliases)
    }
    routes = _read(path) if path.exists() else ()
    return Routing(routes, kinds, rules.domains)


def _read(path: Path) -> tuple[Route, ...]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}: not readable as TOML: {error}") from error
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from error
    for key in found:
        if key != "route":
            raise SettingsError(f'{path}: unknown table "{key}"; each route is a [[route]]')
    entries = found.get("route", [])
    if not isinstance(entries, list):
        raise SettingsError(f"{path}: write [[route]], not [route]")
    return tuple(_route(path, number, entry) for number, entry in enumerate(entries, 1))


def _route(path: Path, number: int, entry: dict[str, Any]) -> Route:
    for key in entry:
        if key not in _Route.model_fields:
            raise SettingsError(f'{path}: route {number}: unknown key "{key}"{nearest(key, _Route.model_fields)}')
    try:
        read = _Route.model_validate(entry)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "route"
        raise SettingsError(f"{path}: route {number}: {place}: {first['msg']}") from error
    try:
        return Route(read.owner, read.path, read.source, read.subject, read.predicate, read.unowned)
    except ValueError as error:
        raise SettingsError(f"{path}: route {number}: path: {error}") from error
