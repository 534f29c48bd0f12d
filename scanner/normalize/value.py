"""The object of a triple as a value: units from headers and identifiers, terms and names from the predicate's card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.model import (
    UNLIMITED,
    Document,
    EntityRef,
    Flag,
    Moment,
    Quantity,
    Term,
    Text,
    Triple,
    UnitKind,
    Value,
    Version,
)
from scanner.normalize.currency import Currencies
from scanner.normalize.described import Descriptions
from scanner.normalize.duty import Duties
from scanner.normalize.entity import Entities
from scanner.normalize.lexicon import split_identifier
from scanner.normalize.moment_words import alternation
from scanner.normalize.predicate import NamedPredicate
from scanner.normalize.quantity import QuantityGrammar
from scanner.normalize.recognise import Recogniser, is_year
from scanner.normalize.spelling import Spelling
from scanner.normalize.units import header_unit, identifier_unit, with_unit
from scanner.normalize.version import VersionGrammar
from scanner.rules import RuleSet

__all__ = ["Objects"]

_NOTHING = frozenset({"none", "nothing", "no charge", "no fee", "no cost", "nil"})
_REMARK = re.compile(r"\s*(?:[,;(]|\s[–-]\s).*$", re.DOTALL)
_ANY_CURRENCY = "money"  # that of a price of nothing
_COUNTING = re.compile(
    r"\b(?:max|min|limit|number|count|total|size|mb|gb|kb|iops|ports?|price|cost|quota|units?)\b", re.IGNORECASE
)
_OLDEST = 120
_NARRATIVE = frozenset({"copula", "degree", "verb", "noun-phrase", "change"})
_LEAST_AGE = (frozenset({"min", "age"}), frozenset({"minimum", "age"}))  # a greatest age is mostly that of a cache
_DOTTED = re.compile(r"v?\d+\.\d+")
_KEYED = frozenset({"key_value", "option", "config_code", "table"})
_CODE = re.compile(r"[A-Z]{1,8}-?\d{1,4}[A-Z]{0,3}(?:-[A-Z\d]{1,8}){0,2}")
_PERSON = re.compile(r"[A-Z][\w.’'-]*(?:\s+(?:(?:van|von|de|der|da|di|la|al|bin)\s+)*[A-Z][\w.’'-]*){1,3}")
_PEOPLE = re.compile(
    r"^(?:[A-Z@][\w.’'-]*)(?:\s+(?:van|von|de|der|da|di|la|and|&|of|the|team|group|department|office|unit|committee|desk|"
    r"council|board|guild|squad|crew|club|[A-Z][\w.’'-]*))*$"
)


@dataclass(frozen=True)
class Objects:
    """Finishes values with what only structure and predicate tell."""

    rules: RuleSet
    entities: Entities
    phrases: Mapping[str, tuple[Term, ...]]
    choices: Mapping[str, Term]
    quantities: QuantityGrammar
    versions: VersionGrammar
    duties: Duties
    descriptions: Descriptions
    renewed: re.Pattern[str]
    currencies: Currencies
    spelling: Spelling
    held: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet, entities: Entities, recogniser: Recogniser) -> Objects:
        phrases: dict[str, list[Term]] = {}
        choices: dict[str, Term] = {}
        for card in rules.terms.values():
            if card.domain in rules.words("category"):
                choices.update({p.casefold(): Term(card.domain, card.id, card.agrees) for p in card.phrases})
                continue
            for phrase in card.phrases:
                phrases.setdefault(phrase.casefold(), []).append(Term(card.domain, card.id, card.agrees))
        frozen = {phrase: tuple(terms) for phrase, terms in phrases.items()}
        return cls(
            rules,
            entities,
            frozen,
            choices,
            recogniser.quantities,
            recogniser.versions,
            Duties.build(rules),
            Descriptions.build(rules, recogniser.quantities.table),
            re.compile(rf"\b(?:{alternation(rules.words('renewal words'))})\b", re.IGNORECASE),
            Currencies.build(rules),
            Spelling.of(rules),
            frozenset(f"{verb} by" for verb in rules.words("holding verb")),
        )

    def finish(
        self, triple: Triple, predicate: NamedPredicate, known: Mapping[str, str], document: Document
    ) -> Value | None:
        """The triple's value, or ``None`` if its mention was malformed.

        ``known`` are aliases that the document introduces: a name keeps its spelling and takes the entity of the alias.
        """
        value = triple.mention.value
        if value is None:
            value = self._in_context(triple)
        kinds = predicate.card.value if predicate.card is not None else ()
        if isinstance(value, Moment) and is_year(value) and self._counts(triple, kinds):
            assert value.start is not None
            value = Quantity(Fraction(value.start.year), Fraction(value.start.year))
        if isinstance(value, Quantity) and "version" in kinds and "quantity" not in kinds:
            value = self._version(triple) or value
        if isinstance(value, Quantity) and value.unit == _ANY_CURRENCY:
            return replace(value, unit=self.currencies.of(document) or value.unit)
        if isinstance(value, Quantity) and value.unit == "degree":
            return self._degrees(triple, value)
        if isinstance(value, Quantity) and not value.unit and "quantity" not in kinds and self._is_versioned(triple):
            value = self._version(triple) or value
        if isinstance(value, Quantity) and value.unit == "":
            return self._aged(triple, value) or self._with_unit(triple, value, document)
        if isinstance(value, Quantity) and value.unit.endswith("/event") and self.renewed.search(triple.predicate):
            return _lifetime(value)  # replaced once a year: lasts a year
        if isinstance(value, Version) and "quantity" in kinds and len(value.parts) <= 2 and not value.stage:
            number = Fraction(".".join(map(str, value.parts)))
            return self._with_unit(triple, Quantity(number, number), document)
        if isinstance(value, EntityRef):
            return EntityRef(self.entities.person(value.name, known), value.name)
        if isinstance(value, Text) and triple.extractor == "place":
            return self.spelling.plain(value)  # what a key says as a whole
        if isinstance(value, Text):
            if triple.predicate.casefold() in self.held:  # "Run by: Petra Voss"
                kinds = (*kinds, "entity")
            value = self._told(triple, document) or self._text(triple.mention.text, kinds, known)
        if isinstance(value, Flag):
            return self._no_limit(triple) or self.duties.of(triple, value) or value
        return self.spelling.plain(value) if isinstance(value, Text) else value

    def _gratis(self, triple: Triple, words: str, document: Document) -> str:
        """The currency in which a cell or value of nothing counts ("Parking: free"); empty where it is no price."""
        told = _REMARK.sub("", words).strip()  # "none, whatever you collect"
        key = {word.rstrip("s") for word in re.findall(r"[a-z]+", f"{triple.predicate} {triple.lead}".casefold())}
        priced = bool(key & set(self.rules.predicates["price"].names))
        free = told in self.rules.words("no charge") or told in {"free", "none (free)"}
        if not free and not (priced and told in _NOTHING):
            return ""
        if key & set(self.rules.words("free of another kind")):
            return ""
        return self.currencies.of(document) or (_ANY_CURRENCY if priced or told != "free" else "")

    def _told(self, triple: Triple, document: Document) -> Value | None:
        """What a key alone makes of words: "Housing: IP68" gives a code, "Treasurer: Petra Voss" a person."""
        words = triple.mention.text.strip("`*_'\" ")
        if triple.extractor == "key_value" and _CODE.fullmatch(words):
            return Term("code", words.casefold())
        if triple.extractor not in {"key_value", "table"}:
            return None
        currency = self._gratis(triple, words.casefold(), document)
        if currency:
            return Quantity(Fraction(0), Fraction(0), unit=currency)
        if words.casefold() in self.rules.words("no limit"):
            return UNLIMITED
        chosen = self._choice(triple, words.casefold())
        if chosen is not None:
            return chosen
        key = (triple.lead if triple.extractor == "key_value" else triple.predicate).casefold().split(" (")[0].split()
        named = {noun for noun in key[-1:] + key[:1] if noun in self.rules.words("role noun")}
        if named and _PERSON.fullmatch(words):
            return EntityRef(self.entities.person(words, {}), words)
        return None

    def _no_limit(self, triple: Triple) -> Term | None:
        """What "none" says of a limit: that there is no such thing."""
        if triple.mention.text.casefold().strip("`*_'\" .") != "none" or triple.extractor not in _KEYED:
            return None
        key = set(f"{triple.predicate} {triple.lead}".casefold().replace("_", " ").replace("-", " ").split())
        return UNLIMITED if key & set(self.rules.words("limit key")) else None

    def _choice(self, triple: Triple, words: str) -> Term | None:
        """A word of a closed vocabulary under a key that names it ("Colour: red"), or told to be the only one."""
        term = self.choices.get(words.removesuffix(" only").removeprefix("only "))
        if term is None:
            return None
        if words.endswith(" only") or words.startswith("only "):
            return term
        key = triple.predicate.casefold().replace("color", "colour").replace("timezone", "time zone")
        named = f" {key}".endswith(f" {term.domain.removesuffix(' used')}")
        return term if named else None

    def _in_context(self, triple: Triple) -> Value | None:
        """A value that its own text leaves open, read behind the name it belongs to: ``poll_interval: 5m``."""
        name = " ".join(split_identifier(f"{triple.subject} {triple.lead} {triple.predicate}".strip("`'\" ")))
        found = self.quantities.find(f"{name}: {triple.mention.text}")
        return found[-1].value if found and found[-1].text == triple.mention.text else None

    def _is_versioned(self, triple: Triple) -> bool:
        """Whether a number with one dot stands under a key that speaks of a version: "minGoVers: 1.20" is not 1.2."""
        if _DOTTED.fullmatch(triple.mention.text) is None or triple.extractor not in _KEYED:
            return False
        words = {word.casefold() for word in split_identifier(f"{triple.lead} {triple.predicate}".strip("`'\" "))}
        return not words.isdisjoint(self.rules.words("version.key"))

    def _version(self, triple: Triple) -> Value | None:
        found = self.versions.find(triple.mention.text, alone=True, cued=True)
        return found[0].value if found else None

    def _counts(self, triple: Triple, kinds: tuple[str, ...]) -> bool:
        if kinds:
            return "quantity" in kinds and "moment" not in kinds
        words = " ".join((triple.predicate, *triple.headers))
        return bool(_COUNTING.search(words)) or any(
            header_unit(header, self.rules) is not None for header in triple.headers
        )

    def _degrees(self, triple: Triple, value: Quantity) -> Quantity:
        """Degrees of temperature, if the words around them or what they are said of speak of one."""
        near = self.quantities.contexts.degrees(value, triple.unit.text, (triple.mention.start, triple.mention.end))
        names = " ".join((triple.predicate, triple.subject, *triple.headers))
        return near if near.unit != value.unit else self.quantities.contexts.degrees(value, names)

    def _aged(self, triple: Triple, value: Quantity) -> Quantity | None:
        """Years of life, where the sentence compares people by the bare number."""
        if value.noun or triple.unit.kind is UnitKind.ROW or value.hi is None:
            return None
        age = self.quantities.contexts.age(triple.unit.text, triple.mention.start, triple.mention.end, value.hi)
        return with_unit(value, age.ref) if age is not None else None

    def _with_unit(self, triple: Triple, value: Quantity, document: Document) -> Quantity:
        if value.noun and triple.extractor in _NARRATIVE:
            return value  # "renew up to three times, films 7 days"
        for header in (*triple.headers, triple.predicate):
            unit = header_unit(header, self.rules)
            if unit is not None:
                return with_unit(value, unit)
            aged = self.quantities.contexts.keyed(header) if not value.noun and _is_age(value) else None
            if aged is not None:
                return with_unit(value, aged)
        named = frozenset(split_identifier(triple.subject.strip("`'\" "))) if not value.noun else frozenset()
        if named in _LEAST_AGE and _is_age(value):
            return with_unit(value, self.quantities.contexts.year)
        for name in (triple.subject, triple.lead, triple.predicate):
            unit = identifier_unit(name, self.rules) if name and " " not in name.strip("`'\" ") else None
            if unit is not None:
                return with_unit(value, unit)
        described = self.descriptions.unit(triple, document) if not value.noun else None
        return with_unit(value, described) if described is not None else value

    def _text(self, words: str, kinds: tuple[str, ...], known: Mapping[str, str]) -> Value:
        plain = " ".join(words.split()).strip("`*_'\" ")
        folded = plain.casefold()
        terms = self.phrases.get(folded.rstrip("."), ())
        if terms:
            return terms[0]
        for cue, holds in (("yes", True), ("no", False)):
            if folded in self.rules.words(cue):
                return Flag(holds)
        if "entity" in kinds and _PEOPLE.match(plain) and len(plain) <= 80:
            return EntityRef(self.entities.person(plain, known), plain)
        return Text(folded)


def _lifetime(period: Quantity) -> Quantity:
    """The period between two events as how long a thing lasts."""
    other = period.alternative
    return replace(
        period,
        unit=period.unit.removesuffix("/event"),
        alternative=None if other is None else replace(other, unit=other.unit.removesuffix("/event")),
    )


def _is_age(value: Quantity) -> bool:
    return value.hi is None or value.hi <= _OLDEST
