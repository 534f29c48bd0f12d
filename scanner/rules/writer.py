"""Write cards as TOML: for a person to read, and into a site's own file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from scanner.rules.loader import ACCEPTED_FILE, RuleError
from scanner.rules.schema import Card, PredicateCard, RuleFile

__all__ = ["ACCEPTED_FILE", "accept_predicate", "card_lines"]

_HEAD = "# Predicates accepted from `scanner rules suggest`. Edit freely; delete a card to take the decision back.\n"


def card_lines(kind: str, card: Card) -> str:
    """A card as TOML, without the fields that have their default."""
    lines = [f"[[{kind}]]\n"]
    for field, value in card.model_dump(exclude_defaults=True).items():
        written = "unknown" if field == "functional" and value is None else value
        lines.append(f"{field} = {json.dumps(written, ensure_ascii=False)}\n")
    return "".join(lines)


def accept_predicate(folder: Path, card: PredicateCard, site: Mapping[str, Path]) -> Path:
    """Write ``card`` into the site's file of accepted predicates, in place of an earlier one of its id.

    ``folder`` is the site's rules folder, ``site`` tells in which of its files each predicate stands. The file is
    replaced whole or not at all.

    Raises:
        RuleError: if the id stands in another file of the site, or the file cannot be read or written.
    """
    path = folder / ACCEPTED_FILE
    owner = site.get(card.id, path)
    if owner != path:
        raise RuleError(f"{owner}: predicate {card.id!r} is a card of yours already; add the name to it there")
    cards = {known.id: known for known in _accepted(path)}
    cards[card.id] = card
    text = _HEAD + "".join(f"\n{card_lines('predicate', cards[name])}" for name in sorted(cards))
    fresh = path.with_suffix(".toml.new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise RuleError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path


def _accepted(path: Path) -> tuple[PredicateCard, ...]:
    if not path.exists():
        return ()
    try:
        return RuleFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).predicate
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise RuleError(f"{path}: cannot be read; mend or move it first ({error})") from error
