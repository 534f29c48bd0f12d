"""``adults pay 9 EUR, children 4 EUR``: a second value whose verb is left out, with a subject of its own.

Parsers hang it on the first clause. What is claimed of the first value is claimed of the second for its own subject,
and the first keeps none of the second's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from scanner.extract.narrative import Sentence
from scanner.model import Mention, Moment, Quantity, Status, SubjectBasis, Triple

__all__ = ["Gap", "gaps", "told_apart"]

_BETWEEN = re.compile(
    r"(?P<own>(?:\s+[a-z][\w'-]*){0,3}?)\s*(?:\([^()]*\)\s*)?"
    r"(?:,\s*(?:and\s+|but\s+|while\s+|whereas\s+)?|;\s+|\s+(?:and|but|while|whereas)\s+)"
    r"(?P<np>(?:(?:the|an?|our|each|every|all)\s+)?[A-Za-z][\w'-]*(?:\s[A-Za-z][\w'-]*){0,2}?)"
    r"(?:\s+(?P<link>for|at|to|in|on|by|of|after|until|within|from|only))?\s*"
)
_LINK = re.compile(r"\b(?P<link>for|at|to|in|on|by|of|after|until|within|from)\s+(?:the\s+)?$", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:the|an?|our|each|every|all)\s+", re.IGNORECASE)
_NOUNS = frozenset({"NOUN", "PROPN"})
_NO_NAME = re.compile(
    r"\b(?:most|least|about|around|plus|in|with|without|maximum|minimum|max|min|up|then|or|per|of|from|long|wide|high|deep|not|"
    r"now|also|even|only|later|before|after|until|total|instead|it|they|we|you|he|she|this|that|these|those|another|other|one|"
    r"default|usually|often|mostly|sometimes|including|excluding|less|more|weekends?|weekdays?|holidays?|summer|winter|spring|"
    r"autumn|mornings?|afternoons?|evenings?|nights?|today|tomorrow|otherwise|else|if|when)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Gap:
    """The subject of a value without a verb: its words, where they begin, and where the value with the verb begins."""

    words: str
    low: int
    first: int


def gaps(sentence: Sentence) -> dict[int, Gap]:
    """The values of a sentence that have a subject of their own and share the verb of one before, by their start."""
    found: dict[int, Gap] = {}
    told = [mention for mention in sentence.unit.mentions if mention.value is not None]
    for before, mention in pairwise(told):
        if not _alike(before, mention):
            continue
        earlier = found.get(before.start)
        first = earlier.first if earlier is not None else before.start
        gap = _gap(sentence, before, mention, first)
        if gap is not None:
            found[mention.start] = gap
    return found


def _alike(a: Mention, b: Mention) -> bool:
    if isinstance(a.value, Quantity) and isinstance(b.value, Quantity):
        return a.value.unit == b.value.unit or not (a.value.unit and b.value.unit)
    if isinstance(a.value, Moment) and isinstance(b.value, Moment):
        return a.value.unit == b.value.unit
    return False


def _gap(sentence: Sentence, before: Mention, mention: Mention, first: int) -> Gap | None:
    text, tokens = sentence.unit.text, sentence.parse.tokens
    between = _BETWEEN.fullmatch(text, before.outer[1], mention.start)
    if between is None or _NO_NAME.search(between["np"]):
        return None
    clause = sentence.clause(before)
    if clause.verb is None or clause.subject is None or tokens[clause.verb].start >= first:
        return None
    link = _LINK.search(text[: before.start])
    if between["link"] != "only" and (between["link"] or "") != (link["link"].lower() if link is not None else ""):
        return None  # "for 60 %, homework *for* 40 %"
    low, high = between.span("np")
    inside = sentence.parse.at(low, high)
    if not inside or any(tokens[i].tag in {"VBD", "VBN", "VBG", "MD"} for i in inside):
        return None
    last = tokens[inside[-1]]
    words = _ARTICLE.sub("", between["np"], count=1)
    # "Tickets cost 5 EUR, drinks 3 EUR": what plural things do does not end so.
    several = tokens[clause.subject].tag in {"NNS", "NNPS"} and " " not in words
    misread = several and last.tag in {"VBZ", "VBP"} and last.text.endswith("s")
    named = last.pos in _NOUNS or misread
    if not named or any(m.start < high and low < m.end for m in sentence.unit.mentions):
        return None
    return Gap(words, low, first)


def told_apart(triples: Iterable[Triple], found: dict[int, Gap], mentions: Sequence[Mention]) -> Iterator[Triple]:
    """The triples of a sentence, those of values without a verb told as the first one is."""
    told = list(triples)
    if not found:
        yield from told
        return
    leading = {gap.first for gap in found.values()}
    start = min(gap.low for gap in found.values())
    foreign = {word.lower() for gap in found.values() for word in gap.words.split()}
    heads = {
        t.mention.start: _without(t, foreign, start)
        for t in told
        if t.mention.start in leading and not t.pair and t.status is not Status.EXAMPLE
    }
    for triple in told:
        if triple.mention.start in heads:
            yield heads[triple.mention.start]
        elif triple.mention.start not in found or found[triple.mention.start].first not in heads:
            yield triple
    for mention in mentions:
        gap = found.get(mention.start)
        head = heads.get(gap.first) if gap is not None else None
        if gap is not None and head is not None:
            yield _again(head, mention, gap)


def _without(triple: Triple, foreign: set[str], end: int) -> Triple:
    """The first value's triple without the words of the subjects behind it."""
    own = triple.subject.lower().split()
    kept = [word for word in triple.predicate.split() if word.lower() in own or word.lower() not in foreign]
    low, high = triple.statement
    return replace(
        triple, predicate=" ".join(kept) or triple.predicate, statement=(low, max(min(high, end), triple.mention.end))
    )


def _again(head: Triple, mention: Mention, gap: Gap) -> Triple:
    """What the first value's triple says, of another subject and value."""
    named = head.subject or head.predicate
    predicate = head.predicate.replace(named, gap.words) if named in head.predicate else head.predicate
    if predicate == gap.words and head.subject:
        predicate = head.predicate
    return replace(
        head,
        mention=mention,
        subject=gap.words if head.subject or predicate != gap.words else "",
        subject_basis=SubjectBasis.GRAMMAR if head.subject or predicate != gap.words else SubjectBasis.NONE,
        predicate=predicate,
        bound=mention.bound or head.bound,
        scope=(),
        statement=(gap.low, mention.outer[1]),
        confidence=round(head.confidence * 0.95, 3),
    )
