"""Read the shipped cards and a site's own, which replace shipped ones of the same kind and id."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scanner.rules.schema import (
    KINDS,
    ConceptCard,
    CueCard,
    EntityCard,
    PredicateCard,
    RuleFile,
    TermCard,
    UnitCard,
    WeightCard,
)
from scanner.settings import nearest

__all__ = ["ACCEPTED_FILE", "RuleError", "RuleSet", "load_rules"]


ACCEPTED_FILE = "predicates-accepted.toml"  # what a person took up from suggestions


class RuleError(ValueError):
    """A card file that cannot be used; the message names file, card and what is wrong."""


@dataclass(frozen=True)
class RuleSet:
    """All cards in force by kind and id, and the fingerprint of their content.

    ``domains`` names for each predicate the file that its card stands in ("limits", "money"); an accepted name leaves a
    shipped card in its domain. ``site`` tells which file of the site each of its own cards stands in, by kind and id.
    """

    predicates: Mapping[str, PredicateCard]
    units: Mapping[str, UnitCard]
    terms: Mapping[str, TermCard]
    entities: Mapping[str, EntityCard]
    cues: Mapping[str, CueCard]
    concepts: Mapping[str, ConceptCard]
    fingerprint: str
    domains: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, WeightCard] = field(default_factory=dict)
    site: Mapping[tuple[str, str], Path] = field(default_factory=dict, compare=False)

    def words(self, cue: str) -> tuple[str, ...]:
        """The words of a cue.

        Raises:
            KeyError: if no card has that id.
        """
        return self.cues[cue].words


def load_rules(site: Path | None = None) -> RuleSet:
    """Load the shipped cards, then those below ``site`` (a ``config/rules`` folder), which override by id.

    Raises:
        RuleError: for unreadable TOML, an unknown field, or an id given twice within one layer.
    """
    cards: dict[str, dict[str, object]] = {kind: {} for kind in KINDS}
    domains: dict[str, str] = {}
    digest = hashlib.sha256()
    own: dict[tuple[str, str], Path] = {}
    for layer in (Path(__file__).parent, site):
        if layer is None:
            continue
        seen: dict[tuple[str, str], Path] = {}
        for path in sorted(layer.rglob("*.toml"), key=lambda p: p.relative_to(layer).as_posix()):
            text = path.read_bytes()
            digest.update(path.relative_to(layer).as_posix().encode() + b"\0" + text + b"\0")
            for kind, card_id, card in _read(path, text):
                if (kind, card_id) in seen:
                    raise RuleError(f"{path}: {kind} {card_id!r} is already defined in {seen[kind, card_id]}")
                seen[kind, card_id] = path
                cards[kind][card_id] = card
                if kind == "predicate" and (path.name != ACCEPTED_FILE or card_id not in domains):
                    domains[card_id] = path.stem
        own = seen if layer == site else own
    return RuleSet(
        predicates=cards["predicate"],  # type: ignore[arg-type]
        units=cards["unit"],  # type: ignore[arg-type]
        terms=cards["term"],  # type: ignore[arg-type]
        entities=cards["entity"],  # type: ignore[arg-type]
        cues=cards["cue"],  # type: ignore[arg-type]
        concepts=cards["concept"],  # type: ignore[arg-type]
        weights=cards["weight"],  # type: ignore[arg-type]
        fingerprint=digest.hexdigest()[:16],
        domains=domains,
        site=own,
    )


@lru_cache(maxsize=256)
def _read(path: Path, text: bytes) -> tuple[tuple[str, str, object], ...]:
    """Kind, id and card of each card of a file; cards are frozen, and reading them takes longer than a short scan."""
    try:
        data = tomllib.loads(text.decode())
        parsed = RuleFile.model_validate(data)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RuleError(f"{path}: not readable as TOML: {error}") from error
    except ValidationError as error:
        raise RuleError(f"{path}: {_trouble(error, data)}") from error
    return tuple((kind, card.id, card) for kind in KINDS for card in getattr(parsed, kind))


def _trouble(error: ValidationError, data: Mapping[str, Any]) -> str:
    """The first thing wrong with a card file: the card, the field, what is wrong and the nearest name that is right."""
    first = error.errors()[0]
    kind, *rest = (str(part) for part in first["loc"])
    if not rest:
        if first["type"] == "extra_forbidden":
            return f"unknown kind of card [[{kind}]]{nearest(kind, KINDS)}"
        return f"{kind} must be cards, each headed [[{kind}]]"
    card, fields = _card_of(data, kind, first["loc"][1]), rest[1:]
    if not fields:
        return f"{card}: {first['msg']}"
    if first["type"] == "extra_forbidden":
        return f"{card}: unknown field {fields[0]!r}{nearest(fields[0], KINDS[kind].model_fields)}"
    return f"{card}: field {'.'.join(fields)}: {first['msg']}"


def _card_of(data: Mapping[str, Any], kind: str, place: int | str) -> str:
    """A card as a person finds it: by its id, or by its place in the file where it has none."""
    cards = data.get(kind)
    card = cards[place] if isinstance(cards, list) and isinstance(place, int) and place < len(cards) else None
    named = card.get("id") if isinstance(card, dict) else None
    return f"{kind} {named!r}" if isinstance(named, str) else f"{kind} number {int(place) + 1}"
