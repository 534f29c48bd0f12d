"""``the quota (5 GB) is shared``, ``retries (3 by default)``: what stands in brackets behind a noun is its value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import noun_phrase
from scanner.extract.narrative import Narrator, Sentence, split_phrase
from scanner.extract.wording import Bounds
from scanner.model import Bound, Mention, Quantity, SubjectBasis, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "aside"
_MOST_WORDS = 3
_BEHIND = re.compile(
    r"(?:(?:in\s+)?total|in\s+all|each|long|wide|high|deep|thick|max\.?|min\.?|maximum|minimum|at\s+(?:most|least)|or\s+(?:more|less)|"
    r"(?:an?|per|every|each)\s+\w+)?",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\b(?:see|cf|e\.?g|i\.?e|for|from|since|was|were|formerly|previously|now|in|on|as|of|is|are|by|until|and|or|plus|with|"
    r"example|table|figure|fig|section|chapter|page|step|note|version|v|item|line|vol|no|nr|about\s+the|not|instead|than)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(r"(?:valid|good|kept|stored|available|held|lasting|renewable|open)(?:\s+for)?", re.IGNORECASE)
_NOUNS = frozenset({"NOUN", "PROPN", "ADJ"})  # parsers take "token (valid …" for an adjective
_COUNTED = frozenset({"NNS", "NNPS"})


def build(rules: RuleSet) -> Narrator:
    """The extractor of values in brackets behind what they measure."""
    defaults = phrase_pattern(rules.words("default"))
    return _Asides(Bounds.of(rules), defaults, frozenset(rules.words("value nouns"))).extract


@dataclass(frozen=True)
class _Asides:
    bounds: Bounds
    defaults: re.Pattern[str]
    measures: frozenset[str]

    def extract(self, sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        for mention in mentions:
            if not isinstance(mention.value, Quantity):
                continue
            told = _bracket(sentence.unit.text, mention)
            if told is None or any(m is not mention and told.low < m.start < told.high for m in sentence.unit.mentions):
                continue
            triple = self._triple(sentence, mention, told)
            if triple is not None:
                yield triple

    def _triple(self, sentence: Sentence, mention: Mention, told: _Told) -> Triple | None:
        parse = sentence.parse
        last = next((i for i in range(len(parse.tokens) - 1, -1, -1) if parse.tokens[i].end <= told.low), -1)
        if last < 0 or parse.tokens[last].pos not in _NOUNS or parse.tokens[last].end < told.low - 1:
            return None
        if any(m.start < parse.tokens[last].end and parse.tokens[last].start < m.end for m in sentence.unit.mentions):
            return None  # "3 miles (5 km)" says one thing twice
        default = self.defaults.search(f"{told.before} | {told.behind}") is not None
        lasting = _LASTING.fullmatch(told.before) is not None and not told.comma
        if (
            not default
            and not lasting
            and (told.comma or _ELSE.search(told.before) or not _BEHIND.fullmatch(told.behind))
        ):
            return None
        head = parse.tokens[last]
        value = mention.value
        assert isinstance(value, Quantity)
        bare = not value.unit and not value.noun and mention.bound is None and not default
        if bare and not (head.tag in _COUNTED or head.lemma.lower() in self.measures):
            return None
        phrase = noun_phrase(parse, last)
        subject, basis, named = split_phrase(phrase, sentence.unit)
        inner = re.sub(r"\bfor$", "", self.defaults.sub(" ", told.before))
        predicate = " ".join(f"{named} {inner}".split())
        if not predicate and subject:
            predicate = "value"
        clause = sentence.clause(mention)
        triple = sentence.triple(
            NAME, mention, clause, subject=subject, basis=basis, predicate=predicate, confidence=0.75
        )
        bound = Bound.DEFAULT if default else mention.bound or self.bounds.named(f"{told.before} {predicate}")
        low = min(phrase.span[0], told.low)
        return replace(
            triple, bound=bound, statement=(low, told.high), scope=(), subject_basis=basis or SubjectBasis.NONE
        )


@dataclass(frozen=True, slots=True)
class _Told:
    """The brackets (or commas) around a value, and the words in them before and behind it."""

    low: int
    high: int
    before: str
    behind: str
    comma: bool = False


def _bracket(text: str, mention: Mention) -> _Told | None:
    start, end = mention.outer
    low, high = text.rfind("(", 0, start), text.find(")", end)
    comma = low < 0 or high < 0 or ")" in text[low:start] or "(" in text[end:high]
    if comma:  # "The queue length, 100 by default, can be raised"
        low, high = text.rfind(", ", 0, start), text.find(",", end)
        if low < 0 or text[low + 2 : start].strip():
            return None
        high = len(text.rstrip(" .")) if high < 0 else high
    before, behind = text[low + 1 : start].strip(" :="), text[end:high].strip()
    if low < 1 or max(len(before.split()), len(behind.split())) > _MOST_WORDS:
        return None
    return _Told(low, high, before, behind, comma)


FIRES = (
    ("The quota (5 GB) is shared.", "quota", "5 GB", Bound.MAX),
    ("Sessions (default lifetime 30 minutes) end when you leave.", "sessions lifetime", "30 minutes", Bound.DEFAULT),
    ("The queue length, 100 by default, can be raised.", "queue length", "100", Bound.DEFAULT),
    ("The fee (12 EUR) is due in May.", "fee", "12 EUR", None),
    ("A message (max. 4 KB) is cut.", "message", "4 KB", Bound.MAX),
    ("The trench (2 m deep) is open.", "trench", "2 m", None),
)
SILENT = (
    "The farm is 3 miles (5 km) away.",
    "The hall (2 km from here) is shut.",
    "The tower (see chapter 3) was rebuilt.",
    "The mayor (12 years in office) spoke.",
    "The rule (formerly 30 days) was dropped.",
    "Kept for a year (from 3 May 2020), 20 items fit.",
)
