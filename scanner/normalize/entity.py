"""Names: one normal form for the spellings of a thing, and what a name stands for inside one document."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scanner.model.name import is_statement
from scanner.normalize.lexicon import split_identifier, stem
from scanner.rules import RuleSet

__all__ = ["Entities", "first_specific", "is_identifier", "path_of"]

_CODE = re.compile(
    r"^-{0,2}[A-Za-z][\w-]*(?:[._/:-][\w-]+)+$|^--?[A-Za-z][\w-]*$|^[a-z]+[A-Z]\w*$|^[A-Z]+_[A-Z_]+$|^\w+_\w+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$"
)
_PATH = re.compile(
    r"^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+)?((?:https?://[\w.:-]+)?/[\w{}.:*~-]*(?:/[\w{}.:*~-]+)*)/?$"
)
_VERSION_SEGMENT = re.compile(r"^(?:api|rest|v\d+(?:\.\d+)*(?:(?:alpha|beta)\d*)?)$", re.IGNORECASE)
_INVERTED = re.compile(r"^([A-Z][\w’'-]+), ([A-Z][\w’'-]*\.?)$")  # "Smith, Jane"
_METAVARIABLE = re.compile(r"^(--?[A-Za-z][\w-]*)(?:[ =](?:<[^<>]*>|[A-Z][A-Z0-9_]*))+$")
_PERSON_TAIL = re.compile(r"\s+(?:jr|sr|phd|md|esq)\.?$", re.IGNORECASE)


def unaccented(words: str) -> str:
    """Compatibility forms composed and accents dropped: "Café" and "Cafe" are one spelling of a name."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", words) if not unicodedata.combining(c))
    return unicodedata.normalize("NFKC", plain)


def is_identifier(words: str) -> bool:
    """Whether a mention is a code-like name: snake, camel or dotted words, an option, a path."""
    probe = words.strip("`'\" ")
    return " " not in probe and bool(_CODE.match(probe) or _PATH.match(probe))


def path_of(words: str) -> tuple[str, str] | None:
    """A URL path without host and version prefix, and the version it had: ``/api/v2/users`` → ``/users``, ``v2``."""
    found = _PATH.match(words.strip("`'\" "))
    if found is None:
        return None
    path = re.sub(r"^https?://[^/]+", "", found.group(1))
    segments = [segment for segment in path.split("/") if segment]
    version = ""
    while len(segments) > 1 and _VERSION_SEGMENT.match(segments[0]):
        if segments[0].lower().startswith("v"):
            version = segments[0].lower()
        segments.pop(0)
    return "/" + "/".join(segments).lower(), version


@dataclass(frozen=True)
class Entities:
    """Normal forms of names, with the site's and the cards' aliases.

    ``people`` are the same aliases in the form that names of persons and organisations take as values.
    """

    aliases: Mapping[str, str]
    people: Mapping[str, str]
    suffixes: frozenset[str]
    determiners: frozenset[str]
    generic: frozenset[str]
    titles: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Entities:
        base = cls(
            {},
            {},
            frozenset(rules.words("legal suffix")),
            frozenset(rules.words("determiner")),
            frozenset(stem(word) for word in rules.words("generic")),
            frozenset(rules.words("title of a person")),
        )
        aliases = {
            base.normal(alias): base.normal(card.name)
            for card in rules.entities.values()
            for alias in (card.name, *card.aliases)
        }
        people = {
            base.person(alias): base.person(card.name) for card in rules.entities.values() for alias in card.aliases
        }
        return cls(aliases, people, base.suffixes, base.determiners, base.generic, base.titles)

    def normal(self, words: str, known: Mapping[str, str] | None = None) -> str:
        """The normal form of a name; ``known`` are aliases the document introduces.

        Digits, versions and order of words stay: they are differences. Case, determiners, plural, legal suffixes and
        the way an identifier joins its words go.
        """
        return self._normal(words, known) if known else self._normals(words)

    @cached_property
    def _normals(self) -> Callable[[str], str]:
        """Titles, headings and labels are asked for once a claim."""
        return lru_cache(maxsize=16_384)(self._normal)

    def _normal(self, words: str, known: Mapping[str, str] | None = None) -> str:
        text = unaccented(words).strip().strip("`'\"“”‘’*.,:;()[]").strip()
        path = path_of(text)
        if path is not None:
            return path[0]
        text = _METAVARIABLE.sub(r"\1", text)
        if is_identifier(text):
            named = split_identifier(text.lstrip("-"))
            joined = " ".join(named if len(named) > 1 else map(stem, named))  # `--retries` is `retries`
            return self.aliases.get(joined, joined)
        folded = " ".join(text.casefold().split())
        if known:
            folded = known.get(re.sub(r"^the ", "", folded), folded).casefold()
        parts = re.findall(r"[\w&+#@/.'’-]+", folded)
        parts = [re.sub(r"['’]s?$", "", part).strip(".'’-/") for part in parts]
        parts = [part for part in parts if part]
        while parts and parts[0] in self.determiners:
            parts.pop(0)
        while len(parts) > 1 and parts[-1] in self.suffixes:
            parts.pop()
        normal = " ".join(part if re.search(r"\d", part) else stem(part) for part in parts)
        return self.aliases.get(normal, normal)

    def person(self, words: str, known: Mapping[str, str] | None = None) -> str:
        """The normal form of a personal or organisation name: titles, e-mail parts and suffixes dropped, no stems.

        ``known`` are aliases the document introduces, as :class:`scanner.normalize.alias.AliasReader` finds them.
        """
        text = unaccented(re.sub(r"<[^>]*>|\([^)]*\)|\[[^\]]*\]", " ", words))
        text = _PERSON_TAIL.sub("", " ".join(text.split()).strip(" ,.;:@"))
        if known:
            text = unaccented(known.get(text.casefold().removeprefix("the "), text))
        text = _INVERTED.sub(r"\2 \1", text)
        parts = [part.strip(".,").casefold() for part in text.split()]
        parts = [part for part in parts if part and part not in self.titles and part not in self.suffixes]
        if parts and parts[0] in {"the", "a"}:
            parts = parts[1:]
        name = " ".join(parts)
        return self.people.get(name, name)

    def is_generic(self, normal: str) -> bool:
        """Whether every word of a normal form names nothing by itself ("the limit", "it", "this service")."""
        parts = normal.split()
        return not parts or all(stem(part) in self.generic for part in parts)


def first_specific(entities: Entities, candidates: Iterable[str]) -> str:
    """The first candidate that names something, ``""`` if none does."""
    for words in candidates:
        if words and not is_statement(words) and not entities.is_generic(entities.normal(words)):
            return words
    return ""
