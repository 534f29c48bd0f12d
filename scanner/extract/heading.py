"""Headings: values they hold, and the items under one that says whether they belong ("Not supported")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from scanner.extract.example import Example
from scanner.extract.labels import is_clause
from scanner.extract.topic import Topics
from scanner.extract.wording import Bounds, Words
from scanner.model.claim import Bound, SubjectBasis
from scanner.model.triple import Mention, Triple, Unit, UnitKind
from scanner.model.value import Flag, Moment, Quantity, Text
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "heading"

_BRACKETS = re.compile(r"\s*[(\[](?P<inside>[^()\[\]]+)[)\]]\s*$")
_PAIR = re.compile(r"(?P<key>[^:]{2,50}):\s+(?P<value>\S.*)$")
_RELEASE = re.compile(r"(?<![\w.])v?\d+(?:\.\d+)+[\w.+-]*")
_HEAD = re.compile(r"\s*(?P<item>[^,;:–—(]+?)(?:\s*[,;:(–—]|\s-\s|\.?\s*$)")
_SEPARATOR = re.compile(r"[\s:*_`–—=-]*")
_LISTED = re.compile(
    r"(?:^|,\s*(?:and\s+|or\s+)?|;\s*|\s+(?:and|or)\s+)(?P<item>(?:(?!\s+(?:and|or)\s)[^,;()])+)(?:\s*\([^()]*\))?"
)
_POINTING = re.compile(r"(?:this|that|these|those)\b", re.IGNORECASE)
_MEMBERS = ("supports", "includes", "requires", "allows")
_LONGEST_CUE = 12
_LONGEST_TAIL = 3
_LONGEST_ITEM = 8
_LONGEST_NAME = 4


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of values in headings and of membership under them."""
    members = tuple(
        (name, Words.of(rules, f"member {name} not"), Words.of(rules, f"member {name}")) for name in _MEMBERS
    )
    return _Headings(members, Topics.of(rules), Bounds.of(rules), Words.of(rules, "column person")).extract


@dataclass(frozen=True, slots=True)
class _Headings:
    members: tuple[tuple[str, Words, Words], ...]
    topics: Topics
    bounds: Bounds
    persons: Words

    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.kind is UnitKind.HEADING:
            yield from self._held(unit)
        elif unit.kind is UnitKind.LIST_ITEM:
            yield from self._member(unit)
            yield from self._person(unit)
        if unit.key is not None and unit.kind in {UnitKind.LIST_ITEM, UnitKind.KEY_VALUE, UnitKind.SENTENCE}:
            yield from self._listed(unit)

    def _held(self, unit: Unit) -> Iterator[Triple]:
        """ "Cards (110 in total)", "Maximum size: 10 MB", "Version 2.3 (2024-05-01)"."""
        brackets = _BRACKETS.search(unit.text)
        if brackets:
            name = unit.text[: brackets.start()].strip()
            for mention in unit.mentions:
                if brackets.start() <= mention.start and name and mention.value is not None:
                    yield from self._bracketed(unit, name, mention, brackets)
                    return
        pair = _PAIR.match(unit.text)
        if pair:
            at = pair.start("value")
            for mention in unit.mentions:
                if mention.value is not None and mention.outer[0] <= at + 1 <= mention.end:
                    subject, basis = self.topics.of_unit(unit)
                    yield _triple(unit, subject, basis, pair["key"].strip(), mention, self.bounds.named(pair["key"]))
                    return

    def _bracketed(self, unit: Unit, name: str, mention: Mention, brackets: re.Match[str]) -> Iterator[Triple]:
        value = mention.value
        if isinstance(value, Moment):
            # A page's date in its title is no fact about the page's topic; a release's is.
            release = _RELEASE.search(name)
            if release and value.start is not None:
                product, _ = self.topics.of_release(unit)
                subject = f"{product} {release.group()}".strip()
                yield _triple(unit, subject, SubjectBasis.HEADING, "release date", mention)
        elif isinstance(value, Quantity):
            inside = unit.text[brackets.start("inside") : mention.outer[0]]
            after = unit.text[mention.outer[1] : brackets.end("inside")]
            words = f"{inside} {after}".strip(" ,;.")
            bare = not value.unit
            named = any(word[:1].isupper() for word in inside.split())
            if (
                named
                or len(words.split()) > 4
                or (bare and mention.text.isdigit() and len(mention.text) == 4 and not words)
            ):
                return
            predicate = ("count" if bare and not words else words) or "value"
            yield _triple(unit, name, SubjectBasis.HEADING, predicate, mention, self.bounds.named(words))

    def _member(self, unit: Unit) -> Iterator[Triple]:
        """What a heading or lead-in says of the item under it."""
        lead = unit.lead.strip()
        told = self._told(lead) if lead.endswith(":") else None
        above = unit
        if told is None and unit.headings:
            told = self._told(unit.headings[-1])
            above = replace(unit, headings=unit.headings[:-1])
        head = _HEAD.match(unit.text)
        if told is None or head is None:
            return
        name, holds = told
        item = head["item"].strip()
        counted = any(isinstance(m.value, Quantity) and m.outer[0] <= head.end("item") for m in unit.mentions)
        if (
            not item
            or counted
            or is_clause(item)
            or (unit.text.endswith(".") and is_clause(unit.text))
            or len(item.split()) > _LONGEST_ITEM
        ):
            return
        named = any(c.isupper() or c.isdigit() for c in item[1:] or item)
        if name == "requires" and (not named or len(item.split()) > _LONGEST_NAME):
            return  # a step to take, not a thing to have
        start = head.start("item")
        mention = Mention(start, start + len(item), item, Flag(holds))
        subject, basis = self.topics.of_unit(above)
        yield replace(
            _triple(unit, subject, basis, f"{name} {item}", mention),
            functional=False,
            headers=(lead,) if told and lead else unit.headings[-1:],
            lead=item,
        )

    def _listed(self, unit: Unit) -> Iterator[Triple]:
        """What a key says of the names behind it: "Supported formats: CSV, JSON and XML"."""
        key = unit.text[slice(*unit.key)] if unit.key else ""
        told = self._told(key.strip().strip("*`_"))
        start = _SEPARATOR.match(unit.text, unit.key[1]).end() if unit.key else 0  # type: ignore[union-attr]
        if told is None or told[0] == "requires":
            return
        words = unit.text[start:].rstrip(" .")
        parts = [(start + m.start("item"), m["item"]) for m in _LISTED.finditer(words)]
        if not parts or any(len(item.split()) > _LONGEST_NAME or is_clause(item) for _, item in parts):
            return
        subject, basis = self.topics.of_unit(unit)
        for at, item in parts:
            if any(m.value is not None and m.start < at + len(item) and at < m.end for m in unit.mentions):
                continue
            mention = Mention(at, at + len(item), item, Flag(told[1]))
            triple = _triple(unit, subject, basis, f"{told[0]} {item}", mention)
            yield replace(triple, functional=False, headers=(key,), lead=item)

    def _person(self, unit: Unit) -> Iterator[Triple]:
        """A name listed under a heading that is a role ("Maintainers")."""
        role = unit.headings[-1] if unit.headings else ""
        head = _HEAD.match(unit.text)
        if head is None or not self.persons.whole(role):
            return
        name = head["item"].strip()
        words = name.split()
        if not 1 < len(words) <= _LONGEST_NAME or not all(word[:1].isupper() or len(word) < 4 for word in words):
            return
        start = head.start("item")
        mention = Mention(start, start + len(name), name, Text(name.lower()))
        subject, basis = self.topics.of_unit(replace(unit, headings=unit.headings[:-1]))
        yield replace(_triple(unit, subject, basis, role, mention), functional=False)

    def _told(self, text: str) -> tuple[str, bool] | None:
        """The relation and polarity that a heading or lead-in gives what follows.

        Its cue must open or close the words, or stand before "the following": "Supported platforms", "The cover does
        not include:", "It runs on the following systems:".
        """
        words = text.strip().rstrip(":").strip()
        if not words or len(words.split()) > _LONGEST_CUE or _POINTING.match(words):
            return None
        for holds in (False, True):
            for name, refused, given in self.members:
                for match in (given if holds else refused).pattern.finditer(words):
                    before, after = words[: match.start()].split(), words[match.end() :].split()
                    opens = not before and len(after) <= _LONGEST_TAIL
                    lists = after[:2] == ["the", "following"] and len(after) <= 2 + _LONGEST_TAIL
                    if opens or not after or lists:
                        return name, holds
        return None


def _triple(
    unit: Unit, subject: str, basis: SubjectBasis, predicate: str, mention: Mention, bound: Bound | None = None
) -> Triple:
    return Triple(
        unit=unit,
        extractor=NAME,
        subject=subject,
        subject_basis=basis,
        predicate=predicate,
        mention=mention,
        bound=mention.bound or bound,
        statement=(0, len(unit.text)),
        lead=subject,
        confidence=0.8,
    )


FIRES: tuple[Example, ...] = (
    Example(
        "# Fleet\n\n## Vans (14 in total)\n\nParked in the yard.\n\n## Lorries (9)\n\nParked outside.\n",
        (("Vans", "in total", "14"), ("Lorries", "count", "9")),
    ),
    Example(
        "# Ferrule\n\n## Version 2.3.1 (2024-05-01)\n\n- Fewer crashes\n",
        (("Ferrule 2.3.1", "release date", "2024-05-01"),),
    ),
    Example(
        "# Quillpad\n\n## Not supported\n\n- Windows 7\n- TLS 1.0, which is old\n\n## Supported\n\n- TLS 1.2\n",
        (
            ("Quillpad", "supports Windows 7", "Windows 7"),
            ("Quillpad", "supports TLS 1.0", "TLS 1.0"),
            ("Quillpad", "supports TLS 1.2", "TLS 1.2"),
        ),
    ),
    Example(
        "# Home cover\n\nThe policy does not cover:\n\n- flood damage\n- bicycles left outside\n",
        (
            ("Home cover", "includes flood damage", "flood damage"),
            ("Home cover", "includes bicycles left outside", "bicycles left outside"),
        ),
    ),
    Example(
        "# Lathe course\n\n## Maintainers\n\n- Ines Okafor\n- Per Lund (since May)\n",
        (("Lathe course", "Maintainers", "Ines Okafor"), ("Lathe course", "Maintainers", "Per Lund")),
    ),
)
SILENT: tuple[Example, ...] = (
    Example("# Uploads (February 2021)\n\nText.\n"),
    Example("# Cache settings (Lanternfish 4.0)\n\nText.\n"),
    Example("# Guide\n\n## 2. Paying\n\n- by card\n- by transfer\n"),
    Example("# Guide\n\nWe supported many people over the years and were glad of it.\n\n- Tea\n- Cake\n"),
    Example("# Machine\n\n## Requirements\n\n- 9 GB of free memory\n"),
    Example("# Club\n\n## Owners\n\n- ask at the desk for the list of them\n"),
)
