"""What a sentence says as a whole: whether it affirms or denies that, and each value in it, whatever it tells of.

Such a claim meets nothing but a copy of its sentence in another document, where only what it claims is another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scanner.extract.assertion import phrase_pattern
from scanner.extract.sentences import Splitter
from scanner.model import (
    DENIAL,
    SENTENCE,
    Denials,
    Flag,
    Mention,
    SubjectBasis,
    Term,
    Triple,
    Unit,
    UnitKind,
    Version,
)
from scanner.rules import RuleSet

NAME = SENTENCE
_KINDS = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.ROW})
_FEWEST, _MOST = 7, 150  # words of a sentence that is no common phrase, and of one that is no dump
_MOST_VALUES = 6  # more are a list
_CELL_WORDS = 9  # of a sentence in a cell; what describes a column or option is shorter
_SHOWN = 160
_CONFIDENCE = 0.9
_TAG = re.compile(r"(?<![\w/&#.@-])(?P<mark>[#@])(?P<name>[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)(?![\w-]|\.\w)")
_DIGIT = re.compile(r"\d")
_DOMAINS = {"#": "channel", "@": "handle"}


def build(rules: RuleSet) -> Callable[[Iterable[Unit]], Iterator[Triple]]:
    """Finds the sentences among units that are long enough to be known again, and the values in them."""
    return _Sentences(
        Denials.build(rules.words), *_named(rules), frozenset(rules.words("reference noun")), Splitter.of(rules)
    ).of


def _named(rules: RuleSet) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The number behind a name, where words before or behind say that something is so from it on, or until it."""
    before, behind = phrase_pattern(rules.words("since a version")), phrase_pattern(rules.words("a version or later"))
    name = r"(?P<name>(?:[A-Z][\w.+#-]*\s+){1,4})(?P<number>\d+(?:\.\d+)*)(?![\w%]|[.,:/-]\d)"
    return (
        re.compile(rf"(?i:{before.pattern})\s+{name}"),
        re.compile(rf"{name}(?=\s+(?i:{behind.pattern}))"),
    )


@dataclass(frozen=True, slots=True)
class _Sentences:
    denials: Denials
    since: re.Pattern[str]
    later: re.Pattern[str]
    references: frozenset[str]
    split: Splitter

    def of(self, units: Iterable[Unit]) -> Iterator[Triple]:
        """Triples of each sentence that states something, in a cell as well; questions state nothing."""
        for unit in units:
            spans = _in_cells(unit, self.split) if unit.kind is UnitKind.ROW else [(0, len(unit.text.rstrip()))]
            for span in spans if unit.kind in _KINDS else ():
                yield from self._sentence(unit, span)

    def _sentence(self, unit: Unit, span: tuple[int, int]) -> Iterator[Triple]:
        low, high = span
        text = unit.text[low:high]
        if not _FEWEST <= text.count(" ") + 1 <= _MOST or text.endswith("?"):
            return
        words = self.denials.tokens(text)
        marks = words.count(DENIAL)
        if len(words) - marks < _FEWEST:
            return
        yield _triple(unit, _whole(unit, span, marks % 2 == 0), span)
        inside = unit.starting(low, high)
        values = [*(m for m in inside if _is_told(m)), *_tags(unit, span), *self._versions(unit, span)]
        yield from (_triple(unit, mention, span) for mention in values if len(values) <= _MOST_VALUES)

    def _versions(self, unit: Unit, within: tuple[int, int]) -> Iterator[Mention]:
        """Numbers in names that no grammar takes for a value: "starting with Ledger Server 2014"."""
        if _DIGIT.search(unit.text, *within) is None:
            return
        found: dict[tuple[int, int], Mention] = {}
        for pattern in (self.since, self.later):
            for match in pattern.finditer(unit.text, *within):
                span = match.span("number")
                if match["name"].split()[-1].casefold() in self.references or unit.touching(*span):
                    continue
                parts = tuple(int(part) for part in match["number"].split("."))
                found[span] = Mention(*span, match["number"], Version(parts))
        yield from (found[span] for span in sorted(found))


def _in_cells(unit: Unit, split: Splitter) -> list[tuple[int, int]]:
    """The sentences in the cells of a row, by their ranges; a cell of few words is none."""
    return [
        (low + start, low + end)
        for low, high in unit.cells
        if unit.text.count(" ", low, high) + 1 >= _CELL_WORDS
        for start, end in split(unit.text[low:high])
        if unit.text.count(" ", low + start, low + end) + 1 >= _CELL_WORDS
    ]


def _whole(unit: Unit, span: tuple[int, int], holds: bool) -> Mention:
    low, high = span
    shown = " ".join(unit.text[low:high].split())
    text = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1].rstrip()}…"
    return Mention(low, high, text, Flag(holds))


def _is_told(mention: Mention) -> bool:
    """Whether a value is part of what a sentence says: neither where its links lead, nor the version in a name."""
    if isinstance(mention.value, Term):
        return mention.value.domain != "url"
    if isinstance(mention.value, Version):
        return mention.bound is not None
    return mention.value is not None


def _tags(unit: Unit, within: tuple[int, int]) -> Iterator[Mention]:
    """Where to ask or whom: "#help-desk", "@on-call"."""
    for found in _TAG.finditer(unit.text, *within) if "#" in unit.text or "@" in unit.text else ():
        if not any(low <= found.start() < high for low, high in unit.codes):
            yield Mention(*found.span(), found.group(), Term(_DOMAINS[found["mark"]], found["name"]))


def _triple(unit: Unit, mention: Mention, span: tuple[int, int]) -> Triple:
    return Triple(
        unit=unit,
        extractor=NAME,
        subject="",
        subject_basis=SubjectBasis.NONE,
        predicate="statement",
        mention=mention,
        statement=span,
        lead=unit.lead,
        functional=True,
        confidence=_CONFIDENCE,
    )
