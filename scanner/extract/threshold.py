"""``uploads larger than 2 GB are refused``: what is turned away beyond an amount has that amount as its limit.

Three forms: the things beyond it are refused ("a hook that takes longer than 20 seconds is stopped"), somebody refuses
them ("we do not accept parcels over 30 kg"), or something is refused when they are beyond it ("stop spraying when the
wind is stronger than 5 m/s").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scanner.extract.attribute import Attributes
from scanner.extract.narrative import Narrator, Sentence
from scanner.extract.refusal import Refusals
from scanner.model import Bound, Mention, Quantity, Status, SubjectBasis, Triple, Value
from scanner.nlp import Token
from scanner.rules import RuleSet

NAME = "threshold"
_STRICT = re.compile(
    r"\b(?:over|above|under|below|beyond|exceed\w*|in excess of|(?P<degree>\w+) than)\s*\D{0,3}$|[<>]\s*$",
    re.IGNORECASE,
)
_TIME = frozenset({"second", "month", "business_day"})
_NAMES = frozenset({"NOUN", "PROPN"})
_MODIFIERS = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
_LINKS = frozenset({"VERB", "AUX", "ADV", "ADP", "DET", "ADJ", "SCONJ", "PART"})
_RELATIVE = frozenset({"WDT", "WP", "WP$"})
_OWNING = frozenset({"a", "an", "the", "whose", "of", "in", "with"})
_REACH = 8
_FLIPPED = {Bound.MIN: Bound.MAX, Bound.MAX: Bound.MIN}
_EXTREME = {Bound.MAX: "maximum", Bound.MIN: "minimum"}


@dataclass(frozen=True, slots=True)
class _Thing:
    """What is beyond the amount: its words (none for a pronoun), its noun, its first token, the attribute compared."""

    words: str
    noun: str
    start: int
    attribute: str


@dataclass(frozen=True)
class _Thresholds:
    attributes: Attributes
    refusals: Refusals
    conditions: frozenset[str]
    people: frozenset[str]
    no_one: frozenset[str]

    def extract(self, sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        """The limits that the sentence sets by what it turns away."""
        tokens = sentence.parse.tokens
        for mention in mentions:
            strict = _STRICT.search(sentence.unit.text, mention.outer[0], mention.start)
            if mention.bound not in _FLIPPED or not isinstance(mention.value, Quantity) or strict is None:
                continue
            before = sum(token.end <= mention.outer[0] for token in tokens)
            after = next((i for i, token in enumerate(tokens) if token.start >= mention.outer[1]), len(tokens))
            thing = self._thing(tokens, before, self.attributes.named(strict["degree"] or "", mention.value))
            if thing is None:
                continue
            opening = self._condition(tokens, before)
            if opening is None and tokens[thing.start].text.lower() in self.no_one:
                verb = next((i for i in range(after, len(tokens)) if tokens[i].pos in {"VERB", "AUX"}), None)
            elif opening is None:
                verb = self.refusals.behind(tokens, after) or self.refusals.before(tokens, thing.start)
            else:
                verb = self._main(tokens, opening, after)
            if verb is not None:
                yield self._triple(sentence, mention, thing, tokens[verb], whole=opening is not None)

    def _thing(self, tokens: Sequence[Token], end: int, attribute: str) -> _Thing | None:
        """The noun nearest before token ``end``, over what joins it to the comparison."""
        for index in range(end - 1, max(-1, end - 1 - _REACH), -1):
            token = tokens[index]
            word = token.text.lower()
            if word in self.conditions:
                return None
            if token.tag in _RELATIVE or (token.pos in _LINKS and token.pos not in _NAMES):
                continue
            if token.pos == "PRON":
                return _Thing("", word, index, attribute)
            if token.pos not in _NAMES:
                return None
            owned = index > 1 and tokens[index - 1].text.lower() in _OWNING
            if owned and token.lemma.lower() in self.attributes.nouns and self._named_before(tokens, index - 1):
                attribute = token.lemma.lower()
                continue
            start = index
            while start and tokens[start - 1].pos in _MODIFIERS:
                start -= 1
            return _Thing(" ".join(t.text for t in tokens[start : index + 1]), word, start, attribute)
        return None

    def _named_before(self, tokens: Sequence[Token], end: int) -> bool:
        """Whether an attribute has an owner before it ("files *with a size*"), else it is the thing itself."""
        owner = next((t for t in reversed(tokens[:end]) if t.pos not in {"ADP", "DET"}), None)
        return owner is not None and owner.pos in _NAMES

    def _condition(self, tokens: Sequence[Token], end: int) -> int | None:
        """The word that opens the condition which token ``end`` stands in, if one does."""
        for index in range(end - 1, -1, -1):
            if tokens[index].text.lower() in self.conditions and tokens[index].pos != "NOUN":
                return index
            if tokens[index].pos == "PUNCT" and tokens[index].text in {",", ";", ":", "(", ")"}:
                return None
        return None

    def _main(self, tokens: Sequence[Token], opening: int, after: int) -> int | None:
        """The verb of the clause that the condition governs: before it, else behind it."""
        if opening > 1:
            return self.refusals.within(tokens, 0, opening)
        stop = next((i for i in range(after, len(tokens)) if tokens[i].text == ";"), len(tokens))
        return self.refusals.within(tokens, after, stop)

    def _triple(self, sentence: Sentence, mention: Mention, thing: _Thing, verb: Token, *, whole: bool) -> Triple:
        bound = _FLIPPED[mention.bound or Bound.MIN]
        triple = sentence.triple(
            NAME,
            mention,
            sentence.clause(mention),
            subject=thing.words,
            basis=SubjectBasis.GRAMMAR if thing.words else SubjectBasis.NONE,
            predicate=self._predicate(mention.value, bound, thing, removed=self.refusals.removes(verb)),
            confidence=0.85,
        )
        low, high = triple.statement
        first = sentence.parse.tokens[thing.start].start
        if whole:
            span = (0, len(sentence.unit.text))
        elif self.refusals.only_refuses(verb):  # that it is refused says no more than that there is a limit
            span = (first, max(mention.outer[1], low))
        else:
            span = (min(low, first, verb.start), max(high, verb.end))
        status = Status.ASSERTED if triple.status in {Status.HYPOTHETICAL, Status.NEGATED} else triple.status
        scope = () if whole else triple.scope
        return replace(triple, bound=bound, status=status, statement=span, scope=scope)

    def _predicate(self, value: Value | None, bound: Bound, thing: _Thing, *, removed: bool) -> str:
        timed = isinstance(value, Quantity) and value.unit in _TIME
        attribute = thing.attribute
        person = thing.noun in self.people
        bare = isinstance(value, Quantity) and not value.unit and not value.noun
        if person and (attribute == "age" or (not attribute and (timed or bare))):
            return f"{_EXTREME[bound]} age"
        if timed and bound is Bound.MAX:
            return "retention period" if removed else "time limit"
        if not attribute and isinstance(value, Quantity):
            attribute = value.noun
        return f"{_EXTREME[bound]} {attribute}" if attribute else "limit"


def build(rules: RuleSet) -> Narrator:
    return _Thresholds(
        Attributes.of(rules),
        Refusals.of(rules),
        frozenset(rules.words("threshold condition")),
        frozenset(rules.words("people")),
        frozenset(rules.words("no one")),
    ).extract


FIRES = (
    ("A hook that takes longer than 20 seconds is stopped.", "time limit", "20 seconds", Bound.MAX),
    ("Uploads larger than 2 GB are refused.", "maximum size", "2 GB", Bound.MAX),
    ("Requests over 8 KB fail.", "limit requests", "8 KB", Bound.MAX),
    ("Passwords shorter than 8 characters are refused.", "minimum length", "8", Bound.MIN),
    ("We do not accept parcels over 30 kg.", "limit parcels", "30 kg", Bound.MAX),
    ("Backups older than 30 days are deleted.", "retention period", "30 days", Bound.MAX),
    ("Children under 12 may not enter.", "minimum age", "12", Bound.MIN),
    ("Stop spraying when the wind is stronger than 20 mph.", "maximum strength wind", "20 mph", Bound.MAX),
    ("If a request takes longer than 30 seconds, it is cancelled.", "time limit request", "30 seconds", Bound.MAX),
    ("The server rejects messages with a size above 10 MB.", "maximum size messages", "10 MB", Bound.MAX),
    ("Nobody under 18 may enter.", "minimum age", "18", Bound.MIN),
    ("Groups of more than 12 people are turned away.", "maximum", "12", Bound.MAX),
    ("No vehicles over 3.5 tonnes.", "limit vehicles", "3.5 tonnes", Bound.MAX),
)
SILENT = (
    "Orders over 50 EUR are shipped free of charge.",
    "Purchases over 5,000 EUR are approved by the director.",
    "If the order is over 50 EUR, delivery is free.",
    "The tower is taller than 50 m.",
    "Files up to 25 MB are accepted.",
    "The alarm sounds when the temperature is above 30 °C.",
    "It takes more than 5 minutes to fail.",
    "More than 30 kg of apples were sold.",
    "Orders over 50 EUR are not charged for delivery.",
)
