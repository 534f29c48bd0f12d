"""Cards, loaded and checked: everything the scanner knows of words, as data."""

from scanner.rules.loader import RuleError, RuleSet, load_rules
from scanner.rules.schema import ConceptCard, CueCard, EntityCard, PredicateCard, TermCard, UnitCard

__all__ = [
    "ConceptCard",
    "CueCard",
    "EntityCard",
    "PredicateCard",
    "RuleError",
    "RuleSet",
    "TermCard",
    "UnitCard",
    "load_rules",
]
