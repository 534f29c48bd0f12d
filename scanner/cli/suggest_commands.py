"""``rules suggest``: predicates that may be one under two names, for a person to accept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.codes import CLEAN, UserError
from scanner.cli.options import ConfigFile, Db, settings_from
from scanner.cli.output import emit, notice
from scanner.report.lines import harmless
from scanner.settings import CONFIG_FILE, RULES_FOLDER, Settings, nearest

if TYPE_CHECKING:
    from scanner.jobs import Suggestion
    from scanner.jobs.suggest import Usage

__all__ = ["rules_folder", "suggest_cards"]


def rules_folder(settings: Settings) -> Path:
    """Where the site's own cards lie, whether the folder is there yet or not."""
    return settings.rules_folder or (settings.config_file or CONFIG_FILE).parent / RULES_FOLDER


def suggest_cards(
    accept: Annotated[
        list[str] | None, typer.Option("--accept", metavar="ID", help="Make the two one, by a card of your own.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Show at most N.")] = 20,
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Suggest predicates that may be one under two names, best evidence first; nothing is merged before you accept it.

    The evidence: subjects of which both are stated with the same value, and the likeness of the names. Names with other
    numbers, opposite words (minimum and maximum) or another polarity are never suggested. An accepted card lies in
    predicates-accepted.toml in your rules; documents are read again at the next ingest.
    """
    settings = settings_from(config, {"store.db": db})
    from scanner import jobs
    from scanner.rules import load_rules
    from scanner.store import Store

    rules = load_rules(settings.rules_folder)
    with Store.open(settings.store.db, read_only=True) as store:
        found = jobs.suggest(store, rules, settings)
    if not accept:
        for suggestion in found[:limit]:
            emit(_told(suggestion))
        rest = f", {limit:,} shown; --limit N shows more" if len(found) > limit else ""
        notice(f"{len(found):,} suggestions{rest}. To take one up: scanner rules suggest --accept ID")
        return CLEAN
    for suggestion in _chosen(accept, found):
        path = jobs.accept(suggestion, rules, rules_folder(settings))
        emit(f"accepted  {suggestion.second.predicate} = {suggestion.first.predicate}  in {path}\n")
        rules = load_rules(rules_folder(settings))
    notice("documents are read again at the next ingest; scanner rules test runs your examples")
    return CLEAN


def _chosen(wanted: Sequence[str], found: Sequence[Suggestion]) -> list[Suggestion]:
    known = {suggestion.suggestion_id: suggestion for suggestion in found}
    missing = [name for name in wanted if name not in known]
    if missing:
        raise UserError(
            f"no suggestion has the id {missing[0]!r} (`scanner rules suggest` lists them){nearest(missing[0], known)}"
        )
    return [known[name] for name in dict.fromkeys(wanted)]


def _told(suggestion: Suggestion) -> str:
    common = suggestion.equal + suggestion.different
    evidence = f"same value for {suggestion.equal:,} of {common:,} common subjects" if common else "no common subject"
    lines = [f"{suggestion.suggestion_id}  {suggestion.first.predicate} = {suggestion.second.predicate}"]
    lines.append(f"    {evidence}; names alike {suggestion.likeness:.2f}")
    lines += [_usage(usage) for usage in (suggestion.first, suggestion.second)]
    return "\n".join(lines) + "\n"


def _usage(usage: Usage) -> str:
    quote = " ".join(usage.quote.split())
    return "    " + harmless(f"{usage.claims:,} × {usage.predicate}, as in {usage.place}: “{quote}”")
