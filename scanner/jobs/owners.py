"""Read ``owners.toml``, which lies beside the settings file: who looks after which findings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from scanner.review import SUBJECT_KINDS, Route, Routing
from scanner.rules import RuleSet, load_rules
from scanner.settings import CONFIG_FILE, Settings, SettingsError, nearest
from scanner.store import Store

__all__ = ["OWNERS_FILE", "idle_routes", "load_routing"]

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


def idle_routes(settings: Settings, store: Store | None = None) -> Iterator[str]:
    """Routes that can take no finding, as far as cards and ``store`` tell, because a word of theirs means nothing.

    Raises:
        RuleError, SettingsError: for cards or routes that cannot be used.
    """
    rules = load_rules(settings.rules_folder)
    routing = load_routing(settings, rules)
    path = (settings.config_file or CONFIG_FILE).parent / OWNERS_FILE
    kinds = {*SUBJECT_KINDS, *routing.kinds.values()}
    predicates = {*rules.predicates, *rules.domains.values()}
    sources = {source.name for source in settings.sources}
    if store is not None:
        sources |= {source.name for source in store.sources()}
    for number, route in enumerate(routing.routes, 1):
        where = f"{path}: route {number} ({route.owner}) takes nothing:"
        if wrong := _unknown(route.subject, kinds):
            yield f"{where} {wrong} is no kind of subject ({', '.join(sorted(kinds))})"
        wrong = _unknown(route.predicate, predicates)
        if wrong and not any(_stated(store, predicate) for predicate in route.predicate):
            yield f"{where} {wrong} is neither a card's id nor a domain, and nothing in the store is called so"
        if sources and (wrong := _unknown(route.source, sources)):
            yield f"{where} {wrong} is no source ({', '.join(sorted(sources))})"


def _unknown(words: Iterable[str], known: Iterable[str]) -> str:
    """The words in quotes, with the nearest known one, if none of them is known; ``""`` otherwise."""
    named, known = tuple(words), set(known)
    if not named or known.intersection(named):
        return ""
    near = nearest(named[0], known).removeprefix("; ")
    return " or ".join(f'"{word}"' for word in named) + (f" ({near})" if near else "")


def _stated(store: Store | None, predicate: str) -> bool:
    if store is None:
        return False
    given = {"word": predicate}
    query = "SELECT 1 AS one FROM claims WHERE predicate = $word OR predicate_text = $word LIMIT 1"
    return bool(store.fetch(query, given).to_pylist())


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
