"""Extraction: a document's units, and the triples each construction finds in them.

To add a construction, write one file with ``NAME``, ``build(rules)``, ``FIRES`` and ``SILENT``, and list it here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from scanner.extract import (
    agenda,
    agent,
    altered,
    aside,
    backing,
    category,
    change,
    code,
    component,
    config_code,
    copula,
    degree,
    gratis,
    having,
    heading,
    identity,
    inclusion,
    key_value,
    licence,
    licence_file,
    measure,
    necessity,
    noun_phrase,
    occasion,
    office,
    option,
    ordinal,
    place,
    possession,
    quality,
    requirement,
    role,
    status,
    support,
    switch,
    table,
    tally,
    threshold,
    timing,
    unlimited,
    unset,
    verb,
    whole,
)
from scanner.extract.answer import Answer, Answers, Statement, placed, restored
from scanner.extract.antecedent import BEFORE, points_back, referred
from scanner.extract.assertion import Assertions
from scanner.extract.gapping import gaps, told_apart
from scanner.extract.narrative import Narrator, Sentence, contrasted
from scanner.extract.reading import Reader
from scanner.extract.sentences import Splitter
from scanner.extract.slips import Slips
from scanner.extract.timing.spans import build_ends
from scanner.extract.units import units as cut_units
from scanner.extract.worth import Worth
from scanner.model import Document, Mention, Passage, Triple, Unit, UnitKind
from scanner.nlp import Parse, Parser
from scanner.rules import RuleSet

__all__ = ["Extractor", "Structure"]

Structure = Callable[[Unit], Iterable[Triple]]
Recognise = Callable[..., tuple[Mention, ...]]

STRUCTURES = (table, office, agenda, altered, key_value, option, config_code, heading)
"""Constructions read from layout alone; a value may be claimed by several of them."""

SLOTS = (licence, tally, aside, timing, change, threshold, possession, copula, degree, verb, noun_phrase)
"""Constructions that name a recognised value; the first that claims a value keeps it."""

OPEN = (
    role,
    agent,
    gratis,
    unlimited,
    unset,
    status,
    necessity,
    component,
    switch,
    requirement,
    support,
    backing,
    having,
    inclusion,
    quality,
    category,
    identity,
    ordinal,
    code,
    occasion,
    measure,
)
"""Constructions that find values of their own: names, stages, duties, membership."""

_LONGEST = 1_200
_REMEMBERED = 8_192  # sentences, with what they tell


@dataclass(frozen=True)
class Extractor:
    """All constructions, built once from the cards."""

    recognise: Recognise
    reader: Reader
    assertions: Assertions
    structures: tuple[Structure, ...]
    slots: tuple[Narrator, ...]
    open: tuple[Narrator, ...]
    worth: Worth
    split: Splitter
    slips: Slips
    answers: Answers
    ends: Callable[[Triple], Iterable[Triple]]
    rest: Callable[[Unit, Collection[int]], Iterable[Triple]]
    said: Callable[[Iterable[Unit]], Iterable[Triple]]
    granted: Callable[[Document, Sequence[Unit]], Iterable[Triple]]
    """What a file that is there to say it says of its folder."""

    @classmethod
    def build(cls, rules: RuleSet, recognise: Recognise, parser: Parser) -> Extractor:
        """``recognise(text, alone, reference)`` finds value mentions; the parser is loaded at the first sentence."""
        return cls(
            recognise,
            Reader.build(rules, parser),
            Assertions.build(rules),
            tuple(module.build(rules) for module in STRUCTURES),
            tuple(module.build(rules) for module in SLOTS),
            tuple(module.build(rules) for module in OPEN),
            Worth.build(rules),
            Splitter.of(rules),
            Slips.build(rules),
            Answers.build(rules),
            build_ends(rules),
            place.build(rules),
            whole.build(rules),
            licence_file.build(rules),
        )

    def units(self, document: Document) -> tuple[Unit, ...]:
        """The document's units with their value mentions; relative dates are read from its published date."""
        reference: date | None = document.published
        return cut_units(document, lambda text, alone: self.recognise(text, alone, reference), self.split)

    def triples(self, documents: Sequence[Sequence[Unit]]) -> Iterator[tuple[Triple, ...]]:
        """What the constructions find in the units of each document, in their order.

        Sentences of all the documents are parsed together, which is faster; it changes nothing in what is found.
        """
        plans = [_Plan.of(units, self.worth) for units in documents]
        wanted = [units[i] for units, plan in zip(documents, plans, strict=True) for i in plan.wanted]
        parses = self.reader.read(wanted)
        for units, plan in zip(documents, plans, strict=True):
            yield self._drawn(units, plan, parses)

    def whole(self, units: Sequence[Unit]) -> Iterator[Triple]:
        """What the sentences say as a whole, those of told examples left out."""
        stories = self._stories(units)
        return iter(self.said(unit for i, unit in enumerate(units) if i not in stories))

    def _drawn(self, units: Sequence[Unit], plan: _Plan, parses: Iterator[Parse]) -> tuple[Triple, ...]:
        """The triples of one document; its parses are the next ones."""
        found: list[list[Triple]] = [[t for extract in self.structures for t in extract(unit)] for unit in units]
        stories = self._stories(units)
        answers = self.answers.find(units)
        for i, statement in self._answered(answers).items():
            found[i].extend(self._of_answer(statement, {t.mention.start for t in found[i]}))
        for i, answer in answers.items():
            if not found[i] and (triple := placed(answer)) is not None:
                found[i].append(triple)
        recent: deque[tuple[int, Sentence]] = deque(maxlen=BEFORE + 1)
        for i, parse in zip(plan.wanted, parses, strict=False):
            sentence = Sentence(units[i], parse, self.assertions, story=i in stories)
            recent.append((i, sentence))
            if i in plan.above:
                near = dict(recent)
                before = [near[j] for j in plan.above[i]]
                asked = _asked(units[i])
                told = self._told(sentence, frozenset(t.mention.start for t in found[i]))
                stated = (triple for triple in told if triple.mention.start >= asked)
                found[i].extend(referred(sentence, triple, before) for triple in stated)
        for unit, group in zip(units, found, strict=True):
            group.extend([end for triple in group for end in self.ends(triple)])
            group.extend(self.rest(unit, {triple.mention.start for triple in group}))
        return tuple(triple for group in found for triple in group)

    def _answered(self, answers: Mapping[int, Answer]) -> dict[int, Statement]:
        """The statements that short answers make of the questions above them, by the index of the answering unit."""
        parses = self.reader.parser.parse([text for a in answers.values() for text in (a.question, a.words)])
        pairs = list(parses)
        stated = {
            i: self.answers.state(answer, asked, said, self.recognise)
            for (i, answer), asked, said in zip(answers.items(), pairs[::2], pairs[1::2], strict=True)
        }
        return {i: statement for i, statement in stated.items() if statement is not None}

    def _of_answer(self, statement: Statement, taken: set[int]) -> Iterable[Triple]:
        """What a statement made of question and answer says, told of the unit that answers."""
        (parse,) = self.reader.read([statement.unit])
        sentence = Sentence(statement.unit, parse, self.assertions)
        told = self._narrated(sentence, set())
        own = [answer for triple in told if (answer := restored(statement, triple)) is not None]
        return [triple for triple in own if triple.mention.start not in taken or statement.at < 0]

    def _told(self, sentence: Sentence, taken: frozenset[int]) -> Iterable[Triple]:
        """What ``_narrated`` finds. The versions of a page repeat their sentences, which tell the same at any place."""
        unit = sentence.unit
        wherever = replace(unit, number=0, block=0, line=None, page=None, passage=Passage(unit.text, ()))
        known = self._recent.get((wherever, sentence.story, taken))
        if known is not None:
            return [replace(triple, unit=unit) for triple in known]
        if len(self._recent) >= _REMEMBERED:
            self._recent.clear()
        known = self._recent[wherever, sentence.story, taken] = tuple(self._narrated(sentence, set(taken)))
        return known

    @cached_property
    def _recent(self) -> dict[tuple[Unit, bool, frozenset[int]], tuple[Triple, ...]]:
        return {}

    def _narrated(self, sentence: Sentence, taken: set[int]) -> Iterable[Triple]:
        """What the narrative constructions find in a sentence; values that start at ``taken`` have their claim."""
        mentions = sentence.unit.mentions
        yield from told_apart(self._slotted(sentence, taken), gaps(sentence), mentions)
        if sentence.unit.text.rstrip().endswith("?"):
            return  # what is asked is not told
        for narrate in self.open:
            yield from narrate(sentence, mentions)

    def _slotted(self, sentence: Sentence, taken: set[int]) -> Iterator[Triple]:
        """What the first construction that names it says of each value."""
        denied = contrasted(sentence.unit)
        for narrate in self.slots:
            free = tuple(m for m in sentence.unit.mentions if m.start not in taken | denied and m.value is not None)
            if not free:
                break
            for triple in narrate(sentence, free):
                taken.add(triple.mention.start)
                yield triple

    def _stories(self, units: Sequence[Unit]) -> frozenset[int]:
        """The units of a paragraph from the sentence that opens an example on ("For example: You have …")."""
        found: set[int] = set()
        block = -1
        for i, unit in enumerate(units):
            if self.assertions.story.match(unit.text):
                block = unit.block
            if unit.block == block:
                found.add(i)
        return frozenset(found)


def _asked(unit: Unit) -> int:
    """Where the question ends that labels a unit: it states nothing; 0 without one."""
    if unit.key is None or not unit.text[slice(*unit.key)].rstrip().endswith("?"):
        return 0
    return unit.key[1]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which units of a document are parsed, and for those that are read for values the sentences before that they need.

    ``wanted`` ascends; ``above`` has the nearest first, each of them wanted too.
    """

    wanted: tuple[int, ...]
    above: Mapping[int, tuple[int, ...]]

    @classmethod
    def of(cls, units: Sequence[Unit], worth: Callable[[Unit], bool]) -> _Plan:
        chosen = [i for i, unit in enumerate(units) if worth(unit)]
        above = {i: _before(units, i) if points_back(units[i].text) else () for i in chosen}
        return cls(tuple(sorted({*chosen, *(j for others in above.values() for j in others)})), above)


def _before(units: Sequence[Unit], index: int) -> tuple[int, ...]:
    """The sentences that stand before one in its block, and the last of the paragraph before it; the nearest first."""
    found: list[int] = []
    for j in range(index - 1, max(-1, index - 1 - BEFORE), -1):
        near = units[index].block - units[j].block <= 1 and units[j].headings == units[index].headings
        if not near or units[j].kind is not UnitKind.SENTENCE or len(units[j].text) > _LONGEST:
            break
        found.append(j)
    return tuple(found)
