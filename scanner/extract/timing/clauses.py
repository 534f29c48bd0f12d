"""Times read by the grammar of their clause: since when, by when something must be done, until when it goes on."""

from __future__ import annotations

import re

from scanner.extract.clause import NounPhrase, noun_phrase
from scanner.extract.timing.groups import Form
from scanner.extract.timing.naming import Edge
from scanner.extract.timing.told import Place, Told
from scanner.model import Moment, Role

__all__ = ["deadline", "lasting", "since"]

_SPANS = frozenset({Form.PERIOD, Form.HOURS, Form.DAYS})
_CLOCKS = frozenset({Form.CLOCK, Form.HOURS, Form.DAYS})
_SINCE = re.compile(r"\b(?:since|dating from)\b", re.IGNORECASE)
_SMALL = re.compile(r"\b(?:on|by|at|before|no later than)\b", re.IGNORECASE)
_ENDING = frozenset({Role.UNTIL, Role.THROUGH})
_PERSONS = frozenset({"PRP", "WP"})
_NOBODY = frozenset({"nobody", "no one", "nothing", "none", "neither"})
_PARTICLES = frozenset({"back", "off", "out", "over", "away", "up"})
_TAKING = frozenset({"receive", "get", "have", "see", "enjoy", "carry"})
_HELPING = frozenset({"have", "need", "want", "make", "be", "try", "ask", "plan"})


def since(place: Place) -> Told | None:
    """``has kept records since V``, ``open since V``, ``Measuring since V``: what goes on, and when it began."""
    group = place.group
    value = group.mentions[0].value
    if group.role is not Role.SINCE or not _SINCE.match(place.text, group.start) or not isinstance(value, Moment):
        return None
    if value.start is None or not place.before.strip() or place.clause.negated or place.measured(0, len(place.text)):
        return None
    start = place.clause_start()
    words = place.text[start : group.start]
    if place.words.existence.search(words):
        return Told(Edge.SINCE, "found", _subject(place), start, predicate="founding date")
    tokens, verb = place.sentence.parse.tokens, place.clause.verb
    if verb is None or not _goes_on(place, verb):
        return None
    named = [tokens[verb].lemma if tokens[verb].lemma != "be" else ""]
    named += [place.sentence.parse.words(_kept(place, child)) for child in _objects(place, verb)[:1]]
    return Told(Edge.SINCE, tokens[verb].lemma, _subject(place), start, verb, f"{' '.join(filter(None, named))} since")


def _goes_on(place: Place, verb: int) -> bool:
    """Whether a verb tells what still goes on: perfect, present participle or "is", not a past event."""
    tokens = place.sentence.parse.tokens
    helpers = {
        tokens[c].text.lower() for c in place.sentence.parse.children[verb] if tokens[c].dep in {"aux", "auxpass"}
    }
    if tokens[verb].tag == "VBN":
        return bool(helpers & {"has", "have", "is", "are", "'s", "’s", "'ve", "’ve"}) or place.clause.subject is None
    if tokens[verb].tag == "VBG":
        return "been" in helpers or place.clause.subject is None
    return tokens[verb].lemma == "be" and tokens[verb].tag in {"VBZ", "VBP"}


def deadline(place: Place) -> Told | None:
    """``must be used by V``, ``please pay by V``, ``on V at the latest``: the last time for what must be done."""
    group = place.group
    latest = place.words.latest.match(place.text, group.end) is not None
    by = place.by
    if group.forms() & _SPANS or group.role is Role.AFTER:
        return None
    start = place.clause_start()
    words = place.text[start : group.start]
    if not _SMALL.sub("", place.text[: group.start]).strip(" *_-") or not words.strip():
        return Told(Edge.DEADLINE, "be", None, group.start) if latest else None
    tokens, clause = place.sentence.parse.tokens, place.clause
    verb = clause.verb
    if (
        not (latest or by)
        or clause.negated
        or clause.past
        or clause.condition
        or clause.subordinate in {"advcl", "relcl"}
    ):
        return None
    if verb is None:
        due = place.words.duty.search(words)
        return Told(Edge.DEADLINE, "be", _nominal(place), start, confidence=0.75) if due and latest else None
    asks = _asks(place, verb) or latest
    if not asks or tokens[verb].start > group.start:
        return None
    subject = _subject(place)
    done = [c for c in _objects(place, verb) if tokens[c].dep == "dobj" and tokens[c].tag not in _PERSONS]
    personal = subject is None or tokens[subject.head].tag in _PERSONS or not clause.passive
    if done and personal and not (tokens[done[0]].start < group.end and group.start < tokens[done[0]].end):
        subject = noun_phrase(place.sentence.parse, done[0])
    word = "be" if tokens[verb].lemma in _HELPING else tokens[verb].lemma
    return Told(Edge.DEADLINE, word, subject, start, verb)


def _asks(place: Place, verb: int) -> bool:
    """Whether the clause asks for what its verb says: by a modal, a word of duty, or as an instruction."""
    token = place.sentence.parse.tokens[verb]
    if place.clause.modal in {"must", "shall", "should", "can", "may"}:
        return True
    if place.words.duty.search(place.text[place.clause_start() : place.group.start]):
        return True
    return token.tag == "VB" and place.clause.subject is None and token.dep == "ROOT"


def lasting(place: Place) -> Told | None:
    """``Breakfast is served until V``, ``sow from V to W``: a present verb, and when what it says ends."""
    group, clause = place.group, place.clause
    tokens, verb = place.sentence.parse.tokens, place.clause.verb
    if verb is None or tokens[verb].end > group.start or not _present(place, verb):
        return None
    if place.by or place.days_alone or place.before.rstrip().endswith("("):
        return None
    if clause.condition or clause.subordinate == "advcl" or clause.modal in {"would", "could", "might"}:
        return None
    if place.measured(tokens[verb].start, group.start) or place.measured(place.clause_start(), tokens[verb].start):
        return None
    word = tokens[verb].lemma.lower()
    if word == "be":
        return None  # its adjective tells, or nothing does
    edge: Edge | None = None
    if group.forms() & _SPANS:
        edge = None if clause.negated else Edge.SPAN
    elif group.role in _ENDING:
        edge = Edge.START if clause.negated else Edge.END
    elif group.role is Role.SINCE and group.form() is Form.CLOCK and not clause.negated:
        edge = Edge.START
    if edge is None:
        return None
    if group.form() is Form.PERIOD and isinstance(group.mentions[0].value, Moment) and group.mentions[0].value.start:
        return None  # "from 2019 to 2021": what was, or what the figure is about
    start = place.clause_start()
    subject = _subject(place)
    if subject is not None and subject.core.lower() in _NOBODY:
        return None
    done = [c for c in _objects(place, verb) if tokens[c].pos in {"NOUN", "PROPN"} and tokens[c].end <= group.start]
    if done and (subject is None or tokens[subject.head].tag in _PERSONS):
        subject = noun_phrase(place.sentence.parse, done[0])
    if subject is None and tokens[verb].tag == "VB":
        subject = _labelled(place, verb)
    if done and word in _TAKING and edge is Edge.END and subject is not None and tokens[subject.head].pos != "PRON":
        given = noun_phrase(place.sentence.parse, done[0])
        if given.head != subject.head:  # "Release 2 receives fixes until V": what ends are the fixes
            return Told(edge, word, subject, min(start, subject.span[0]), verb, predicate=f"{given.core} end")
    behind = tokens[verb + 1] if verb + 1 < len(tokens) else None
    particle = behind.text.lower() if behind is not None and behind.text.lower() in _PARTICLES else ""
    if particle and group.start > tokens[verb + 1].end:
        word = f"{word} {particle}"  # what is handed back is not handed in
    return Told(edge, word, subject, start if subject is None else min(start, subject.span[0]), verb)


def _present(place: Place, verb: int) -> bool:
    tokens = place.sentence.parse.tokens
    token = tokens[verb]
    if not token.text[:1].isalpha():
        return False
    if token.tag == "VBG" and token.dep == "xcomp" and tokens[token.head].lemma in {"keep", "go", "continue"}:
        return _present(place, token.head)  # "keeps running until V"
    helpers = {
        tokens[c].text.lower() for c in place.sentence.parse.children[verb] if tokens[c].dep in {"aux", "auxpass"}
    }
    if place.clause.past or helpers & {"was", "were", "had", "did", "been"}:
        return False
    if token.tag == "VBN":
        return bool(helpers & {"is", "are", "be"}) or (place.clause.subject is None and token.start < 2)
    return token.tag in {"VBZ", "VBP", "VB"}


def _labelled(place: Place, verb: int) -> NounPhrase | None:
    """A name right before an instruction: "Carrot 'Redcap' Sow March to June"."""
    token = place.sentence.parse.tokens[verb]
    return place.reading.phrase(verb - 1) if verb and token.text[:1].isupper() else None


def _objects(place: Place, verb: int) -> list[int]:
    tokens = place.sentence.parse.tokens
    return [c for c in place.sentence.parse.children[verb] if tokens[c].dep in {"dobj", "attr", "acomp"}]


def _kept(place: Place, child: int) -> list[int]:
    tokens = place.sentence.parse.tokens
    below = place.sentence.parse.subtree(child, frozenset({"relcl", "acl", "prep", "det", "punct", "poss"}))
    return [i for i in below if tokens[i].pos not in {"NUM", "DET", "PRON"}]


def _subject(place: Place) -> NounPhrase | None:
    return place.sentence.subject(place.clause)


def _nominal(place: Place) -> NounPhrase | None:
    inside = [i for i, token in enumerate(place.sentence.parse.tokens) if token.end <= place.group.start]
    return place.reading.phrase(inside[-1]) if inside else None
