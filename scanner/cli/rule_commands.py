"""``rules``: list, show, test, suggest and start the cards that teach the scanner words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scanner.cli.codes import CLEAN, FOUND, UserError
from scanner.cli.options import ConfigFile, Db, settings_from
from scanner.cli.output import emit, notice
from scanner.cli.suggest_commands import rules_folder, suggest_cards
from scanner.settings import Settings, nearest

if TYPE_CHECKING:
    from scanner.detect import PredicateFigures
    from scanner.rules import RuleSet
    from scanner.rules.schema import Card

__all__ = ["register"]

_SHOWN_WORDS = 6


class CardKind(StrEnum):
    PREDICATE = "predicate"
    UNIT = "unit"
    TERM = "term"
    ENTITY = "entity"
    CUE = "cue"
    CONCEPT = "concept"


_FIELDS: Mapping[CardKind, str] = {
    CardKind.PREDICATE: "# noun phrases that name it, and verbs whose subject has it\n"
    'names = ["{id}"]\nverbs = []\n'
    "# quantity, moment (a date or time), version, entity (a name), term (a status), flag (yes or no), text\n"
    'value = ["quantity"]\n'
    '# true: one value at a time, so two differing ones clash; false: several; "unknown": by wording and corpus\n'
    "functional = true\n"
    "# sentences in which it must be recognised, and look-alikes in which it must not\n"
    'fires = ["The {id} is 5."]\nsilent = ["The {id} of last year was discussed."]\n',
    CardKind.UNIT: "# how it is written; it is `factor` times the unit `base`, or a unit of its own if that is empty\n"
    'forms = ["{id}", "{id}s"]\nbase = ""\nfactor = "1"\nfires = ["It takes 5 {id}s."]\n',
    CardKind.TERM: "# phrases that mean the same; terms of one domain exclude one another unless `agrees` names them\n"
    'domain = "status"\nphrases = ["{id}"]\n',
    CardKind.ENTITY: '# the name, and what else means the same\nname = "{id}"\naliases = []\n',
    CardKind.CUE: "# cues are known by their ids: take that of a shipped one, which this one replaces whole\n"
    'words = ["{id}"]\n',
    CardKind.CONCEPT: 'words = ["{id}"]\n',
}


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    rules = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog="Example: scanner rules list predicate")
    rules.command("list", epilog="Example: scanner rules list predicate")(list_cards)
    rules.command("show", epilog='Example: scanner rules show "rate limit"')(show_card)
    rules.command("test", epilog="Example: scanner rules test predicate")(test_cards)
    rules.command("suggest", epilog="Example: scanner rules suggest --limit 10")(suggest_cards)
    rules.command("new", epilog='Example: scanner rules new predicate "retention period"')(new_card)
    app.add_typer(rules, name="rules", help="List, show, test, add and suggest the cards that teach the scanner words.")


KindArgument = Annotated[CardKind | None, typer.Argument(metavar="KIND", help="One kind of card only.")]


def _rules(settings: Settings) -> RuleSet:
    from scanner.rules import load_rules

    return load_rules(settings.rules_folder)


def _cards(rules: RuleSet, kind: CardKind | None = None) -> Iterator[tuple[CardKind, Card]]:
    stacks: Mapping[CardKind, Mapping[str, Card]] = {
        CardKind.PREDICATE: rules.predicates,
        CardKind.UNIT: rules.units,
        CardKind.TERM: rules.terms,
        CardKind.ENTITY: rules.entities,
        CardKind.CUE: rules.cues,
        CardKind.CONCEPT: rules.concepts,
    }
    for name, stack in stacks.items():
        if kind in (None, name):
            for card_id in sorted(stack):
                yield name, stack[card_id]


def _words(card: Card) -> list[str]:
    fields = ("names", "verbs", "forms", "cased", "phrases", "name", "aliases", "words")
    found: list[str] = []
    for field in fields:
        value = getattr(card, field, ())
        found += [value] if isinstance(value, str) else list(value)
    return found


def list_cards(kind: KindArgument = None, config: ConfigFile = None) -> int:
    """List the cards in force, the site's own included, with the words they know."""
    for name, card in _cards(_rules(settings_from(config, {})), kind):
        words = _words(card)
        more = f", … {len(words) - _SHOWN_WORDS} more" if len(words) > _SHOWN_WORDS else ""
        emit(f"{name:<10}{card.id:<28}{', '.join(words[:_SHOWN_WORDS])}{more}\n")
    return CLEAN


def show_card(
    card_id: Annotated[str, typer.Argument(metavar="ID", help="The card's id, as `rules list` shows it.")],
    db: Db = None,
    config: ConfigFile = None,
) -> int:
    """Show every card of that id, whole, and for a predicate how its values stand in the store, if there is one."""
    settings = settings_from(config, {"store.db": db})
    rules = _rules(settings)
    cards = list(_cards(rules))
    found = [(kind, card) for kind, card in cards if card.id == card_id]
    figures = _figures(settings, rules, card_id)
    if not found and figures is None:
        raise UserError(f"no card has the id {card_id!r}{nearest(card_id, {card.id for _, card in cards})}")
    from scanner.rules.writer import card_lines

    for kind, card in found:
        emit(card_lines(kind, card))
    if figures is not None:
        from scanner.jobs.trace_text import figures_line

        emit(f"# {'in the store' if found else 'no card; in the store'}: {figures_line(figures)}\n")
    return CLEAN


def _figures(settings: Settings, rules: RuleSet, predicate: str) -> PredicateFigures | None:
    """The figures of a predicate, ``None`` without a store or where none of it met."""
    if not Path(settings.store.db).is_file():
        return None
    from scanner.detect import DetectSettings, predicate_figures
    from scanner.store import Store

    with Store.open(settings.store.db, read_only=True) as store:
        return predicate_figures(store, rules, DetectSettings(), [predicate]).get(predicate)


def test_cards(kind: KindArgument = None, config: ConfigFile = None) -> int:
    """Run the examples of the cards: each of ``fires`` must be recognised, none of ``silent`` may be."""
    from scanner import jobs

    settings = settings_from(config, {})
    rules = _rules(settings)
    outcomes = jobs.check_cards(rules, settings, None if kind is None else str(kind))
    wrong = [found for found in outcomes if not found.passed]
    for found in wrong:
        expected = "is not recognised in" if found.fires else "must not be recognised in"
        emit(f"{found.kind} {found.card_id!r} {expected}: {found.sentence}\n")
    cards = {(found.kind, found.card_id) for found in outcomes}
    notice(f"{len(outcomes):,} examples of {len(cards):,} cards, {len(wrong):,} wrong")
    return FOUND if wrong else CLEAN


def new_card(
    kind: Annotated[CardKind, typer.Argument(metavar="KIND", help="predicate, unit, term, entity, cue or concept.")],
    card_id: Annotated[str, typer.Argument(metavar="ID", help="The card's id, in lower case.")],
    config: ConfigFile = None,
) -> int:
    """Start a card of your own: write a file to fill in; a shipped card of the same id is replaced by it."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9 _./%-]*", card_id):
        raise UserError(f"{card_id!r} is no card id: lower-case letters, digits, spaces and _ . / % - only")
    settings = settings_from(config, {})
    folder = rules_folder(settings)
    path: Path = folder / f"{kind}-{re.sub(r'[^a-z0-9]+', '-', card_id).strip('-')}.toml"
    from scanner.rules.writer import card_lines

    text = f'[[{kind}]]\nid = "{card_id}"\n{_FIELDS[kind].format(id=card_id)}'
    known = [card for name, card in _cards(_rules(settings), kind) if card_id == card.id or card_id in _words(card)]
    if known:
        text = f"# A card of that name is there already: this one replaces it whole.\n{card_lines(kind, known[0])}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UserError(f"{path}: exists already; edit it") from error
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror or error}") from error
    emit(f"written  {path}\n")
    if known:
        notice(f"{card_id!r} is known by the card {known[0].id!r}: the file holds that card, to be changed by you")
    notice("fill it in, then run `scanner rules test`")
    return CLEAN
