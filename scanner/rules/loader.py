"""Read the shipped cards and a site's own, which replace shipped ones of the same kind and id."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from scanner.rules.schema import ConceptCard, CueCard, EntityCard, PredicateCard, RuleFile, TermCard, UnitCard

__all__ = ["RuleError", "RuleSet", "load_rules"]


class RuleError(ValueError):
    """A card file that cannot be used; the message names file, card and what is wrong."""


@dataclass(frozen=True)
class RuleSet:
    """All cards in force by kind and id, and the fingerprint of their content.

    ``domains`` names for each predicate the file that its card stands in ("limits", "money").
    """

    predicates: Mapping[str, PredicateCard]
    units: Mapping[str, UnitCard]
    terms: Mapping[str, TermCard]
    entities: Mapping[str, EntityCard]
    cues: Mapping[str, CueCard]
    concepts: Mapping[str, ConceptCard]
    fingerprint: str
    domains: Mapping[str, str] = field(default_factory=dict)

    def words(self, cue: str) -> tuple[str, ...]:
        """The words of a cue.

        Raises:
            KeyError: if no card has that id.
        """
        return self.cues[cue].words


_KINDS = ("predicate", "unit", "term", "entity", "cue", "concept")


def load_rules(site: Path | None = None) -> RuleSet:
    """Load the shipped cards, then those below ``site`` (a ``config/rules`` folder), which override by id.

    Raises:
        RuleError: for unreadable TOML, an unknown field, or an id given twice within one layer.
    """
    cards: dict[str, dict[str, object]] = {kind: {} for kind in _KINDS}
    domains: dict[str, str] = {}
    digest = hashlib.sha256()
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
                if kind == "predicate":
                    domains[card_id] = path.stem
    return RuleSet(
        predicates=cards["predicate"],  # type: ignore[arg-type]
        units=cards["unit"],  # type: ignore[arg-type]
        terms=cards["term"],  # type: ignore[arg-type]
        entities=cards["entity"],  # type: ignore[arg-type]
        cues=cards["cue"],  # type: ignore[arg-type]
        concepts=cards["concept"],  # type: ignore[arg-type]
        fingerprint=digest.hexdigest()[:16],
        domains=domains,
    )


def _read(path: Path, text: bytes) -> Iterable[tuple[str, str, object]]:
    try:
        parsed = RuleFile.model_validate(tomllib.loads(text.decode()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"{path}: not readable as TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RuleError(f"{path}: {place}: {first['msg']}") from error
    for kind in _KINDS:
        for card in getattr(parsed, kind):
            yield kind, card.id, card
