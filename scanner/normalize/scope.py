"""Scope: under which version, tier, region, platform, audience, period and condition a claim holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scanner.model import Dimension, Document, Mention, Moment, Precision, Scope, Term, Triple, Unit, UnitKind, Version
from scanner.normalize.lexicon import Lexicon
from scanner.normalize.windows import is_noted, is_period
from scanner.rules import RuleSet

__all__ = ["Scopes"]

_ENTITY_DIMENSIONS = {"region": Dimension.REGION, "platform": Dimension.PLATFORM, "audience": Dimension.AUDIENCE}
_VERSION = re.compile(r"(?<![\w.])(?:v(?:ersion|\.)?\s?|release\s+)(\d+(?:\.\d+|\.x)*)(?![\w%])", re.IGNORECASE)
_BEFORE = (
    r"(?:for|in|on|under|within|across|with|to|from|at|of|via|through)\s+"
    r"(?:the\s+|our\s+|all\s+|an?\s+|every\s+|each\s+)?"
)
_MEMBER = re.compile(
    r"(?:\s+(?:on|with|for|support\s+for))?(?:[\s,]+(?:and|or)?\s*(?:[A-Z][\w.+#-]*|\d[\d.]*))+[\s,]*(?:(?:and|or)\s+)?"
)
_MEMBERS = frozenset({"support", "backing", "having"})
_LABEL_WORDS = 5
_TITLED = frozenset({Dimension.REGION, Dimension.PLATFORM, Dimension.VERSION})  # "Member handbook" scopes nothing
_OPPOSITE = re.compile(r"\b(?:off|non|un|pre|post|ex)(?=-)", re.IGNORECASE)  # "off-peak" is another than "peak"
_SHORT = 3  # region abbreviations must be written in capitals


@dataclass(frozen=True)
class Scopes:
    """Compiled scope words."""

    names: Mapping[str, tuple[Dimension, str]]
    name: re.Pattern[str]
    prepositional: re.Pattern[str]
    tier: re.Pattern[str]
    tier_alone: re.Pattern[str]
    numbered: re.Pattern[str]
    chapters: frozenset[str]
    place: re.Pattern[str]
    lexicon: Lexicon

    @classmethod
    def build(cls, rules: RuleSet, lexicon: Lexicon) -> Scopes:
        names: dict[str, tuple[Dimension, str]] = {}
        for card in rules.entities.values():
            dimension = _ENTITY_DIMENSIONS.get(card.kind)
            if dimension is not None:
                for alias in (card.name, *card.aliases):
                    names[alias.casefold()] = (dimension, card.name.casefold())
        words = "|".join(re.escape(w) for w in sorted(names, key=lambda w: (-len(w), w)))
        tiers = "|".join(re.escape(w) for w in sorted(rules.words("tier"), key=lambda w: (-len(w), w)))
        nouns = "|".join(re.escape(w) for w in rules.words("tier noun"))
        general = "|".join(re.escape(w) for w in rules.words("heading part"))
        classes = "|".join(re.escape(w) for w in rules.words("numbered class"))
        return cls(
            names,
            re.compile(rf"(?<![\w-])({words})(?![\w-])", re.IGNORECASE),
            re.compile(rf"\b{_BEFORE}((?:[\w-]+\s)?)({words})(?![\w-])", re.IGNORECASE),
            re.compile(rf"(?<![\w-])({tiers})[\s-]+(?:{nouns})(?:s|es)?\b", re.IGNORECASE),
            re.compile(rf"^\W*({tiers})(?:\W+(?:in|at|a|the|{general}))*\W*$", re.IGNORECASE),
            re.compile(rf"(?<![\w-])({classes})\s+(\d+|(?-i:[A-Z]|I{{1,3}}|IV|V))(?![\w.,]\d|\w)", re.IGNORECASE),
            frozenset(rules.words("chapter")),
            re.compile(
                r"\b(?i:in|at|for|from|of|to)\s+(?:the\s+)?(?P<name>[A-Z][\w-]*(?:\s[A-Z][\w-]*){0,2})\s+"
                rf"(?:{'|'.join(re.escape(w) for w in rules.words('place noun'))})\b"
            ),
            lexicon,
        )

    def of(self, triple: Triple, document: Document) -> Scope:
        """The scope of a triple: what stands nearest to its value overrides what stands farther away."""
        unit = triple.unit
        scope = self._around(unit, document)
        for words in triple.headers:
            scope.update(self.read(words, whole=len(words.split()) <= _LABEL_WORDS))
        if unit.kind is UnitKind.ROW:
            scope.update(self.read(triple.lead, whole=True))
            scope.update(self.read(triple.subject, whole=True))
        else:
            low, high = triple.statement if triple.statement[1] > triple.statement[0] else (0, len(unit.text))
            stated = self.read(_without_member(triple, unit.text[low:high]))
            scope.update({**self._named_place(unit.text[low:high], document), **stated})
            scope.update(self._mentioned(triple, (low, high)))
        for dimension, words in triple.scope:
            scope.update(self._explicit(dimension, words))
        if triple.mention.per:
            scope[Dimension.PER] = " ".join(self.lexicon.stems(triple.mention.per)) or triple.mention.per
        return Scope.of(scope)

    def around(self, unit: Unit, document: Document) -> Scope:
        """The scope that stands around a unit: in title, headings, caption and lead-in."""
        return Scope.of(self._around(unit, document))

    def _around(self, unit: Unit, document: Document) -> dict[str, str]:
        scope: dict[str, str] = {}
        titled = self.read(document.title, whole=True)
        scope.update({name: value for name, value in titled.items() if name in _TITLED})
        for heading in unit.headings:
            if heading.strip().casefold() not in self.chapters:
                scope.update(self.read(heading, whole=True))
        scope.update(self._of_document(document))
        for words in (unit.caption, unit.lead):
            scope.update(self.read(words, whole=len(words.split()) <= _LABEL_WORDS))
        return scope

    def read(self, words: str, *, whole: bool = False) -> Mapping[str, str]:
        """The scope that a piece of text states. ``whole``: a heading, header or label, where a bare name counts."""
        return self._readings(words, whole) if words else {}

    @cached_property
    def _readings(self) -> Callable[[str, bool], Mapping[str, str]]:
        """Titles, headings and lead-ins are read once a claim."""
        return lru_cache(maxsize=8_192)(self._read)

    def _read(self, words: str, whole: bool) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for match in (self.name if whole else self.prepositional).finditer(words):
            alias = match.group(match.lastindex or 1)
            if (
                len(alias) <= _SHORT
                and alias.isalpha()
                and not alias.isupper()
                and alias.casefold() not in {"web", "cli", "ios", "mac"}
            ):
                continue
            dimension, value = self.names[alias.casefold()]
            found.setdefault(dimension, value)
        if not whole:
            for match in self.name.finditer(words):
                # An adjective before its noun: "European desks", "Part-time staff".
                alias = match.group(1)
                dimension, value = self.names[alias.casefold()]
                if (
                    dimension is Dimension.REGION
                    and alias[0].isupper()
                    and len(alias) > _SHORT
                    and words[match.end() : match.end() + 2].strip()[:1].islower()
                ):
                    found.setdefault(dimension, value)
        tier = self.tier.search(words) or (self.tier_alone.search(words) if whole else None)
        if tier is not None:
            found[Dimension.TIER] = tier.group(1).casefold()
        numbered = self.numbered.search(words)
        if numbered is not None:
            found[Dimension.TIER] = f"{numbered.group(1)} {numbered.group(2)}".casefold()
        return found

    def _named_place(self, words: str, document: Document) -> dict[str, str]:
        """The place that a statement restricts itself to ("at the Bergen office"), unless the page is all about it."""
        named = self.place.search(words)
        name = named["name"].casefold() if named is not None else ""
        return {Dimension.REGION: name} if name and name not in document.title.casefold() else {}

    def _of_document(self, document: Document) -> dict[str, str]:
        for name, value in document.metadata:
            if name == "scope_version":
                return {Dimension.VERSION: value}
        return {}

    def _mentioned(self, triple: Triple, span: tuple[int, int]) -> dict[str, str]:
        found: dict[str, str] = {}
        for mention in triple.unit.mentions:
            if (
                mention is triple.mention
                or not (span[0] <= mention.start < span[1])
                or _overlap(mention, triple.mention)
            ):
                continue
            if isinstance(mention.value, Version) and not isinstance(triple.mention.value, Version):
                if _names_member(triple, mention) or _needs_product(triple, mention):
                    continue
                found[Dimension.VERSION] = mention.value.canonical
            elif (
                isinstance(mention.value, Moment)
                and not isinstance(triple.mention.value, Moment)
                and mention.value.start is not None
                and mention.value.precision is not Precision.DAY
                and is_period(mention)
                and not is_noted(triple, mention)
                and triple.window is None
            ):
                found[Dimension.PERIOD] = _period(mention.value)
        return found

    def _explicit(self, dimension: str, words: str) -> Mapping[str, str]:
        if dimension == Dimension.CONDITION:
            stems = sorted(self.lexicon.content(words) | {found.lower() for found in _OPPOSITE.findall(words)})
            numbers = re.findall(r"\d[\d.,]*", words)
            return {Dimension.CONDITION: " ".join([*stems, *numbers])} if stems or numbers else {}
        if dimension:
            known = self.names.get(words.casefold().strip())
            value = known[1] if known is not None else " ".join(self.lexicon.stems(words)) or words.casefold()
            if dimension == Dimension.VERSION:
                value = words.casefold().strip().lstrip("v")
            return {dimension: value}
        read = self.read(words) or self.read(words.partition(" ")[2], whole=True)
        if not read:
            version = _VERSION.search(words)
            if version is not None:
                return {Dimension.VERSION: version.group(1)}
        return read


def _without_member(triple: Triple, words: str) -> str:
    """The words of a statement without what it says is supported or chosen: "in German" restricts nothing there.

    Nor does the name of a licence ("given to the public domain").
    """
    own = [
        triple.lead if triple.extractor in _MEMBERS else triple.mention.text if triple.extractor == "category" else ""
    ]
    for mention in triple.unit.mentions:
        if isinstance(mention.value, Term) and mention.value.domain == "licence":
            own.append(mention.text)
    for name in own:
        words = words.replace(name, " ") if name else words
    return words


def _needs_product(triple: Triple, mention: Mention) -> bool:
    """Whether a version is the lowest of another product ("GCC 12 or newer"), not the one a statement speaks of."""
    before = triple.unit.text[: mention.start].split()[-1:]
    return mention.bound is not None and bool(before) and before[0][:1].isupper() and before[0].lower() != "version"


def _names_member(triple: Triple, mention: Mention) -> bool:
    """Whether a version is part of the name of what is supported, or of another member ("Windows 10 and 11")."""
    if triple.extractor not in _MEMBERS:
        return False
    between = triple.unit.text[triple.mention.end : mention.start]
    return mention.text in triple.lead.split() or _MEMBER.fullmatch(between) is not None


def _period(moment: Moment) -> str:
    return ("FY " if moment.fiscal else "") + moment.canonical


def _overlap(a: Mention, b: Mention) -> bool:
    return a.start < b.end and b.start < a.end
