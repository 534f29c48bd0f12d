"""Verbs and states of timing: "opens at nine", "is valid until June", "has been extended to 12 May"."""

from __future__ import annotations

import re
from collections.abc import Callable

from scanner.extract.clause import NounPhrase
from scanner.extract.timing.governor import Governor
from scanner.extract.timing.groups import Form
from scanner.extract.timing.naming import Edge
from scanner.extract.timing.told import Place, Told
from scanner.model import Change, Mention, Moment, Role

__all__ = ["moved", "replaced", "replaced_by", "starts_or_ends", "state", "when"]

_SPANS = frozenset({Form.PERIOD, Form.HOURS, Form.DAYS})
_WHEN = re.compile(r"\s*,?\s*(?:which is\s+)?when\b", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|until|till|through)\s*(?:the\s+)?$", re.IGNORECASE)
_INSTEAD = re.compile(r"\b(?:instead of|rather than|and not|,\s*not)\s+(?:at\s+|on\s+|in\s+|by\s+)?$", re.IGNORECASE)
_LATE = re.compile(r"\bat\s+the\s+(?:very\s+)?end\s+of\s+(?:the\s+)?$", re.IGNORECASE)
_ENDING = frozenset({Role.UNTIL, Role.THROUGH})
_STARTING = frozenset({Role.SINCE, Role.AS_OF, Role.EFFECTIVE})
_PAST = frozenset({"was", "were", "had", "did"})


def starts_or_ends(place: Place) -> Told | None:
    """``X opens at V``, ``X ends on V``: a verb of timing in the present, right before its time."""
    governor = place.reading.before(place.group.mentions[0].start, _verbs(place))
    if governor is None or not _holds(place, governor):
        return None
    start = _start(place, governor)
    if place.measured(place.reading.parse.tokens[governor.index].end, place.group.start):
        return None
    edge = _edge_of_verb(place, governor)
    if edge is None:
        return None
    old = replaced(place)
    change = Change.NEW if old is not None else Change.NONE
    subject = governor.subject
    if subject is None and (governor.joined or governor.led) and place.clause.verb == governor.index:
        subject = place.sentence.subject(place.clause)
    return Told(edge, governor.word, subject, start, governor.index, change=change, old=old, shared=governor.joined)


def state(place: Place) -> Told | None:
    """``X is open from V``, ``valid until V``, ``Open V``: an adjective of what lasts."""
    text = place.text
    tokens = place.reading.parse.tokens
    known = {place.reading.at(m.start()): m.group().lower() for m in place.words.states.finditer(text)}
    for index, word in known.items():
        if tokens[index].tag == "VBN" and word not in place.words.closed:
            known[index] = tokens[index].lemma
    governor = place.reading.before(place.group.mentions[0].start, lambda index: known.get(index))
    if governor is None or not _told(place, governor) or governor.word in place.words.closed:
        return None
    if governor.subject is not None and not governor.linked and governor.word != "open":
        return None if place.reading.parse.tokens[governor.index].tag == "VBD" else _state(place, governor)
    return _state(place, governor)


def when(place: Place) -> Told | None:
    """``by V, when X closes``: the clause behind a time says what happens then."""
    if _WHEN.match(place.text, place.group.end) is None:
        return None
    governor = place.reading.behind(place.group.end, _verbs(place))
    if governor is None or governor.unsure or governor.negated or place.group.forms() & _SPANS:
        return None
    edge = Edge.START if governor.word in place.words.starts.values() else Edge.END
    return Told(edge, governor.word, governor.subject, place.group.start, governor.index)


def moved(place: Place) -> Told | None:
    """``X has been extended to V``: a limit gets a new time; of what is only moved, the subject must name an edge."""
    found = [m for m in place.words.moved.finditer(place.before) if _leads_on(place.before[m.end() :])]
    if not found or place.group.forms() & _SPANS:
        return None
    known = {place.reading.at(found[-1].start()): found[-1].group().lower()}
    governor = place.reading.before(place.group.start, known.get)
    if governor is None or governor.subject is None or governor.unsure or governor.cased:
        return None
    start = _start(place, governor)
    edged = _edged(place, governor.subject)
    if edged is not None:
        edge, name, subject = edged
        return Told(edge, name, subject, start, governor.index, name, Change.NEW)
    if governor.word in place.words.lengthened:
        return Told(Edge.END, "extend", governor.subject, start, governor.index, change=Change.NEW)
    return None


def _leads_on(between: str) -> bool:
    """Whether nothing but "to" stands between a participle and the time."""
    return not between.strip(" ,") or _TO.search(between) is not None


def _edged(place: Place, subject: NounPhrase) -> tuple[Edge, str, NounPhrase | None] | None:
    """The edge a subject names, its name, and what it is the edge of: "the end of the lease"."""
    core = subject.core.lower()
    noun = next((n for n in (core, core.rpartition(" ")[2]) if place.words.edge_of_noun(n)), "")
    if not noun:
        return None
    edge = Edge(place.words.edge_of_noun(noun))
    thing = subject.of or _object(subject)
    named = NounPhrase(thing, "", (), subject.span, subject.head, subject.plural, True) if thing else None
    return edge, core if edge is Edge.DEADLINE else edge.value, named


def _object(subject: NounPhrase) -> str:
    """What a limit is for: "the deadline for applications"."""
    return next((words.partition(" ")[2] for words in subject.scope if words.startswith("for ")), "")


def _verbs(place: Place) -> Callable[[int], str | None]:
    """The base form of a token that is a verb of timing in the present."""
    tokens = place.reading.parse.tokens
    forms = {**place.words.starts, **place.words.ends}

    def known(index: int) -> str | None:
        word = tokens[index].text.lower()
        following = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
        base = forms.get(f"{word} {following}") or forms.get(word)
        if base is None or tokens[index].tag in {"VBD", "VBG"}:
            return None
        previous = tokens[index - 1] if index else None
        determined = previous is not None and (
            previous.tag in {"DT", "PRP$", "POS"} or previous.text.lower() in {"of", "at"}
        )
        return None if determined and not word.endswith("s") else base  # "the start", "at close"

    return known


def _told(place: Place, governor: Governor) -> bool:
    """Whether the clause states what holds: no case, no past, nothing that only may be."""
    tokens = place.reading.parse.tokens
    first = governor.index if governor.subject is None else place.reading.first(governor.subject)
    before = tokens[first - 1].text.lower() if first else ""
    past = any(t.text.lower() in _PAST for t in tokens[max(0, governor.index - 3) : governor.index])
    return not (governor.cased or governor.unsure or past or before in _PAST)


def _holds(place: Place, governor: Governor) -> bool:
    """Whether a verb is in the present and says something of its subject, not to the reader."""
    if not _told(place, governor) or (governor.negated and place.group.role not in _ENDING):
        return False
    token = place.reading.parse.tokens[governor.index]
    base = token.text.lower() == governor.word.split()[0]
    if not base or governor.joined or governor.modal:
        return True
    if governor.led:
        return place.clause.subject is not None
    subject = governor.subject
    if subject is None:
        return governor.word == "open" and place.group.forms() <= _SPANS | {Form.CLOCK}
    return subject.plural or subject.core.lower() in {"we", "they", "you", "i"} or bool(place.group.forms() & _SPANS)


def _edge_of_verb(place: Place, governor: Governor) -> Edge | None:
    group, starting = place.group, governor.word in place.words.starts.values()
    opens = governor.word in {"open", "reopen"}
    if group.forms() & _SPANS:
        return Edge.SPAN if opens else None
    if group.role in _ENDING:
        if governor.negated and starting:
            return Edge.START  # "does not open until ten"
        return Edge.END if opens and not governor.negated else None
    if group.role in {Role.BEFORE, Role.AFTER, Role.BETWEEN}:
        return None
    if group.role in _STARTING and not starting:
        return None
    if group.forms() == {Form.WEEKDAY}:
        return None  # one of several days
    if (
        not starting
        and group.forms() == {Form.DATE}
        and _undated(group.mentions[0])
        and governor.word in {"close", "shut"}
        and not _LATE.search(place.before)
    ):
        # "The museum closes on 24 December": it is shut that day, while a call for papers ends.
        head = governor.subject.core.lower().rpartition(" ")[2] if governor.subject else ""
        return Edge.END if head in place.words.handed_in else None
    return Edge.START if starting else Edge.END


def _undated(mention: Mention) -> bool:
    return isinstance(mention.value, Moment) and mention.value.start is None


def _state(place: Place, governor: Governor) -> Told | None:
    group = place.group
    if place.measured(place.clause_start(), group.start) or place.by or place.days_alone:
        return None
    edge = _edge_of_state(place, governor)
    if edge is None or (governor.negated and edge is not Edge.START):
        return None
    dated = any(isinstance(m.value, Moment) and m.value.start is not None for m in group.mentions)
    if governor.word == "valid" and (edge is Edge.START or (edge is Edge.SPAN and dated and governor.subject is None)):
        return None  # the day from which a text holds
    if governor.word == "free" and dated:
        return None
    return Told(edge, governor.word, governor.subject, _start(place, governor), governor.index)


def _edge_of_state(place: Place, governor: Governor) -> Edge | None:
    group = place.group
    if group.forms() & _SPANS:
        return Edge.SPAN
    if group.role in _ENDING:
        return Edge.START if governor.negated else Edge.END
    begins = group.role in _STARTING and not governor.negated
    opens = governor.word == "open" and group.form() is Form.CLOCK and group.role is Role.NONE
    return Edge.START if begins or opens else None


def _start(place: Place, governor: Governor) -> int:
    if governor.subject is not None:
        return governor.subject.span[0]
    return place.reading.parse.tokens[governor.index].start


def replaced_by(before: str) -> bool:
    """Whether the words before a time say that another one stands in its place."""
    return _INSTEAD.search(before) is not None


def replaced(place: Place) -> Mention | None:
    """The old time of the same form, where the sentence says that the new one stands in its place."""
    kinds = {m.value.unit for m in place.group.mentions if isinstance(m.value, Moment)}
    for mention in place.sentence.unit.mentions:
        if mention.start < place.group.end or not isinstance(mention.value, Moment) or mention.value.unit not in kinds:
            continue
        if _INSTEAD.search(place.text[place.group.end : mention.start]):
            return mention
    return None
