"""``X opens at V``, ``accepted until V``, ``pay by V``, ``since V``: when something begins, ends, lasts or is due.

A day and the time of day beside it are two claims of one predicate, each with its own precision. Not read here is the
day from which a rule holds (a window), what happened on a day (a story), and what an amount holds from (its scope).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import NounPhrase
from scanner.extract.narrative import Narrator, Sentence, split_phrase
from scanner.extract.timing.clauses import deadline, lasting, since
from scanner.extract.timing.events import held, put_off
from scanner.extract.timing.fragments import fragment
from scanner.extract.timing.governor import Reading
from scanner.extract.timing.groups import Form, Group, form_of, groups_of
from scanner.extract.timing.naming import Edge, Names
from scanner.extract.timing.told import Place, Told
from scanner.extract.timing.verbs import moved, replaced_by, starts_or_ends, state, when
from scanner.extract.timing.words import TimingWords
from scanner.model import Change, Mention, Moment, Quantity, Status, SubjectBasis, Triple
from scanner.nlp import Token
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "timing"

_RULES: tuple[Callable[[Place], Told | None], ...] = (
    moved,
    put_off,
    held,
    when,
    starts_or_ends,
    since,
    state,
    deadline,
    lasting,
    fragment,
)
_BREAK = re.compile(r"[;.]\s|,\s+(?:and|but|while|so|then)\s|\s+(?:and|but|while)\s+(?=[a-z]+s\s)")
_LIST = re.compile(r"\s*(?:[,;/&]|and|or|,\s*and|,\s*or)?\s*", re.IGNORECASE)
_REPEATED = re.compile(r"\b(?:every|each)\s+$", re.IGNORECASE)


def build(rules: RuleSet) -> Narrator:
    return _Timing(TimingWords.of(rules), Names.of(rules), phrase_pattern(rules.words("timing case"))).extract


@dataclass(frozen=True)
class _Timing:
    words: TimingWords
    names: Names
    cases: re.Pattern[str]

    def extract(self, sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        if sentence.unit.text.rstrip().endswith("?"):
            return
        groups = groups_of(sentence.unit, mentions)
        found: list[tuple[Group, Told]] = []
        for group in groups:
            told = self._told(sentence, group)
            if told is not None:
                if told.shared and found and told.subject is None:
                    told = replace(told, subject=found[-1][1].subject)
                found.append((group, told))
        listed = self._listed(sentence, groups, found)
        for number, (group, told) in enumerate(found):
            for triple in self._triples(sentence, group, told, number + 1):
                yield replace(triple, functional=False) if group in listed else triple

    def _told(self, sentence: Sentence, group: Group) -> Told | None:
        if replaced_by(sentence.unit.text[: group.start]):
            return None  # "instead of noon": told with the time that stands in its place
        if _modifies(sentence, group):
            return None
        spans = [(m.start, m.end) for m in sentence.unit.mentions]

        def taken(token: Token) -> bool:
            return any(low <= token.start < high for low, high in spans)

        reading = Reading(sentence.parse, self.words, taken)
        place = Place(sentence, group, reading, self.words, sentence.clause(group.mentions[0]))
        return next((told for rule in _RULES if (told := rule(place)) is not None), None)

    def _listed(
        self, sentence: Sentence, groups: tuple[Group, ...], found: list[tuple[Group, Told]]
    ) -> frozenset[Group]:
        """The groups beside others of their form: "Mon–Fri 9–17, Sat 10–14" gives each only a part of the value."""
        listed = set()
        for number, (group, told) in enumerate(found):
            rivals = [
                rival
                for place, (rival, other) in enumerate(found)
                if place != number and other.governor == told.governor >= 0 and other.edge is told.edge
            ]
            rivals += [other for other in groups if other is not group and _beside(sentence, group, other)]
            if any(rival.sorts() & group.sorts() for rival in rivals):
                listed.add(group)
        return frozenset(listed)

    def _triples(self, sentence: Sentence, group: Group, told: Told, pair: int) -> Iterator[Triple]:
        subject, basis = self._subject(sentence, told)
        span = self._statement(sentence, group, told)
        handed_in = told.subject is not None and self.words.is_handed_in(told.subject.core)
        case = self._case(sentence, told, span)
        for mention in group.mentions:
            form = form_of(mention)
            named = Form.DATE if form is Form.CLOCK and Form.DATE in group.forms() else form
            triple = self._triple(sentence, mention, told, subject, basis, span)
            predicate = told.predicate or self.names.name(_edge(told.edge, form), told.word, named, handed_in=handed_in)
            scope = (*triple.scope, *(("condition", words) for words in (*case, *_days(sentence, group, mention))))
            triple = replace(triple, predicate=predicate, scope=scope, change=told.change)
            replaced = told.old is not None and _unit(told.old) == _unit(mention)
            yield replace(triple, pair=pair) if replaced else triple
            if replaced and told.old is not None:
                old = replace(triple, mention=told.old, change=Change.OLD, status=Status.HISTORICAL, pair=pair)
                yield old

    def _triple(
        self, sentence: Sentence, mention: Mention, told: Told, subject: str, basis: SubjectBasis, span: tuple[int, int]
    ) -> Triple:
        clause = sentence.clause(mention)
        triple = sentence.triple(
            NAME,
            mention,
            clause,
            subject=subject,
            basis=basis,
            predicate="",
            confidence=told.confidence if subject else told.confidence - 0.1,
        )
        status = triple.status
        if status is Status.PLANNED and clause.modal == "will":
            status = Status.ASSERTED  # a day that is set is a fact before it comes
        if status is Status.NEGATED:
            status = Status.ASSERTED  # "does not open until ten": read as a start
        scope = tuple(("", words) for words in (told.subject.scope if told.subject else ()))
        lead = "" if self.words.is_attribute(triple.lead) else triple.lead
        return replace(triple, bound=None, status=status, scope=scope, statement=span, lead=lead)

    def _subject(self, sentence: Sentence, told: Told) -> tuple[str, SubjectBasis]:
        phrase = told.subject
        if phrase is None or self._stands_for_the_place(sentence, phrase):
            return "", SubjectBasis.NONE
        named, basis, _ = split_phrase(phrase, sentence.unit)
        if basis is SubjectBasis.IDENTIFIER:
            return named, basis
        low, high = phrase.span
        if any(low <= m.start < high for m in sentence.unit.mentions if isinstance(m.value, Quantity)):
            return "", SubjectBasis.NONE  # "up to five days"
        subject = f"{phrase.of} {phrase.core}" if phrase.of else phrase.core
        return subject, SubjectBasis.GRAMMAR if subject else SubjectBasis.NONE

    def _stands_for_the_place(self, sentence: Sentence, phrase: NounPhrase) -> bool:
        tokens = sentence.parse.tokens
        pronoun = phrase.head < len(tokens) and tokens[phrase.head].pos == "PRON"
        return pronoun or phrase.core.lower() in self.words.parts

    def _statement(self, sentence: Sentence, group: Group, told: Told) -> tuple[int, int]:
        """The words that speak of these times: from the subject to the next clause."""
        text = sentence.unit.text
        if told.stop:
            return min(told.start, group.start), told.stop
        end = max(group.end, told.old.end if told.old is not None else 0)
        tokens = sentence.parse.tokens
        if told.governor >= 0:
            end = max(end, tokens[told.governor].end)
        found = _BREAK.search(text, end)
        return min(told.start, group.start), found.start() if found is not None else len(text)

    def _case(self, sentence: Sentence, told: Told, span: tuple[int, int]) -> tuple[str, ...]:
        """A season or kind of day that the sentence names before the statement or in it, its subject apart."""
        text = sentence.unit.text
        low, high = told.subject.span if told.subject is not None else (0, 0)
        found = sorted(
            {m.group().lower() for m in self.cases.finditer(text, 0, span[1]) if not low <= m.start() < high}
        )
        return (" ".join(found),) if found else ()


def _edge(edge: Edge, form: Form) -> Edge:
    return Edge.SPAN if form in {Form.PERIOD, Form.HOURS, Form.DAYS} and edge in {Edge.START, Edge.END} else edge


def _modifies(sentence: Sentence, group: Group) -> bool:
    """Whether the times only tell one thing from others: "the 9:00 train", "a Monday to Friday schedule"."""
    tokens = sentence.parse.tokens
    before = [token for token in tokens if token.end <= group.mentions[0].start][-1:]
    after = [token for token in tokens if token.start >= group.end][:1]
    if not before or not after or before[0].tag not in {"DT", "PRP$"}:
        return False
    return after[0].pos in {"NOUN", "PROPN"} and not sentence.unit.text[group.end : after[0].start].strip()


def _beside(sentence: Sentence, one: Group, other: Group) -> bool:
    first, second = (one, other) if one.start < other.start else (other, one)
    return _LIST.fullmatch(sentence.unit.text, first.end, max(first.end, second.start)) is not None


def _unit(mention: Mention) -> str:
    return mention.value.unit if isinstance(mention.value, Moment) else ""


def _days(sentence: Sentence, group: Group, mention: Mention) -> tuple[str, ...]:
    """The recurring days that a time of day is for: "Monday to Saturday, 8:00-16:30", "at nine on Saturdays"."""
    if form_of(mention) not in {Form.CLOCK, Form.HOURS}:
        return ()
    days = []
    for other in group.mentions:
        form = form_of(other)
        repeats = (
            other.text.rstrip(".").endswith("s") or _REPEATED.search(sentence.unit.text[: other.start]) is not None
        )
        if form is Form.DAYS or (form is Form.WEEKDAY and (repeats or form_of(mention) is Form.HOURS)):
            days.append(other.value.canonical if other.value is not None else "")
    return tuple(days)


FIRES = (
    ("Proposals are accepted until 30 September 2025.", "deadline", "30 September 2025", None),
    ("The portal for the 2025 call closes on 15 September 2025.", "deadline", "15 September 2025", None),
    ("The lease runs until 30 June 2027.", "end", "30 June 2027", None),
    ("Gates open at noon on Friday 4 July 2025.", "opening time", "noon", None),
    ("Gates open at noon on Friday 4 July 2025.", "opening time", "4 July 2025", None),
    ("The recycling yard at Mill Road opens Tuesday to Saturday.", "opening hours", "Tuesday to Saturday", None),
    ("Open Monday to Saturday, 8:00-16:30.", "opening hours", "8:00-16:30", None),
    ("It has kept records since 1934.", "keep records since", "1934", None),
    ("Please pay by 25 April.", "payment deadline", "25 April", None),
    ("On 2 May at the latest.", "deadline", "2 May", None),
    ("Sow from March to July.", "sow period", "March to July", None),
    ("Doors close at 17:30, and the last guided tour starts an hour before that.", "closing time", "17:30", None),
    ("The end of the lease is extended to 30 June 2030.", "end lease", "30 June 2030", None),
    ("Breakfast is served until 10:30.", "serve end", "10:30", None),
    ("Contract 7731 expires on 31 December 2025.", "expiry date", "31 December 2025", None),
    ("Quiet hours 22:00–07:00", "quiet hours", "22:00–07:00", None),
    ("The flea market takes place on 26 April 2025.", "date flea market", "26 April 2025", None),
    ("Because of the flood the market has been put off to 17 May 2025.", "date market", "17 May 2025", None),
    ("The exam is postponed until 4 June.", "date exam", "4 June", None),
    ("The opening concert was rescheduled for 9 July 2025.", "date opening concert", "9 July 2025", None),
)
SILENT = (
    "In 2019 we moved to the harbour.",
    "Effective 1 May 2024, employees must wear a badge.",
    "From 1 July 2025 the office is in Mill Road.",
    "The committee met on 3 May 2024.",
    "The museum closed on 3 May 2020.",
    "Close the gate at 21:00.",
    "If the course starts on 3 May 2025, bring a pen.",
    "When does the pool open on Monday?",
    "Last updated on 3 May 2024.",
    "The fee has been 5 EUR since 2019.",
    "The meeting was held on 3 May 2024.",
    "The walk may be postponed to 5 June.",
    "Unused days are moved to the next year.",
)
