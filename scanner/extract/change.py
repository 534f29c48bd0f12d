"""Stated changes: ``raised from A to B``, ``up from A``, ``now B instead of A`` give old and new value at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import noun_phrase
from scanner.extract.narrative import Narrator, Sentence, split_phrase
from scanner.model import (
    Change,
    Mention,
    Moment,
    Precision,
    Quantity,
    Role,
    Status,
    SubjectBasis,
    Triple,
    Version,
    Window,
    WindowBasis,
)
from scanner.nlp import Token
from scanner.rules import RuleSet

NAME = "change"
_FROM = re.compile(
    r"\b(?:from|previously|formerly|was|were|instead\s+of|rather\s+than)\s*(?:the\s+(?:old|previous|former)\s+)?$",
    re.IGNORECASE,
)
_CONTRASTED = re.compile(r"\b(?:instead\s+of|rather\s+than)\s*(?:the\s+)?$", re.IGNORECASE)
_TO = re.compile(r"^(?:\s*[\w-]+){0,4}?\s*(?:,\s*)?\b(?:to|now)\s*$", re.IGNORECASE)
_TO_BEFORE = re.compile(r"\b(?:to|now|new(?:\s+[\w-]+){1,4}\s+(?:is|of))\s*$", re.IGNORECASE)
_REPLACED = re.compile(
    r"^[\"”’']?\s*(?:[\w-]+\s+){0,3}?(?:is|are|was|were|(?:has|have)\s+been)\s+replaced\s+(?:by|with)\s*[\"“‘']?\s*$",
    re.IGNORECASE,
)
_NEAR = 60  # characters in which a change word must stand before the values it changes, or after them
_DAYS = frozenset({Precision.DAY, Precision.MONTH})  # a coarser period is what the figure is about
_OBJECTS = frozenset({"dobj", "nsubjpass", "nsubj"})


def build(rules: RuleSet) -> Narrator:
    moved = phrase_pattern(rules.words("change up or down"))
    steps = frozenset(rules.words("version step verb"))
    counted = re.compile(
        rf"(?:{phrase_pattern(rules.words('counting verb')).pattern})\W+(?:\w+\W+){{0,2}}$", re.IGNORECASE
    )
    verbs = phrase_pattern([*rules.words("change up or down"), "up", "down", "instead of", "rather than", "now"])

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        if len(mentions) < 1 or not verbs.search(text):
            return
        pair = 0
        done: set[int] = set()
        for index, mention in enumerate(mentions):
            if index in done or mention.value is None:
                continue
            other = _old_and_new(text, mentions, index)
            if other is None:
                if (
                    _TO_BEFORE.search(text[: mention.outer[0]])
                    and moved.search(text[: mention.outer[0]])
                    and not isinstance(mention.value, Moment)
                    and _has_changed(sentence, mention.start, moved)
                ):
                    clause = sentence.clause(mention)
                    if clause.verb is not None and moved.fullmatch(sentence.parse.tokens[clause.verb].text):
                        done.add(index)
                        yield from _pair(sentence, None, mention, 0, _day_of_change(sentence, mention, mention))
                continue
            old, new = other
            contrasted = _CONTRASTED.search(text[: old.outer[0]]) is not None
            if not _has_changed(sentence, min(old.start, new.start), moved, contrasted=contrasted):
                continue
            if old.value is None or new.value is None or old.value.kind is not new.value.kind:
                continue
            if counted.search(text[: min(old.outer[0], new.outer[0])]):
                continue  # "counts down from 10 to 9": what happens all the time
            if _unmeasured(new) and _sends_on(sentence, min(old.start, new.start), steps):
                continue
            done.update(i for i, m in enumerate(mentions) if m is old or m is new)
            pair += 1
            day = _day_of_change(sentence, old, new)
            yield from _pair(sentence, old, new, pair, day)

    return extract


def _old_and_new(text: str, mentions: tuple[Mention, ...], index: int) -> tuple[Mention, Mention] | None:
    mention = mentions[index]
    before = text[: mention.outer[0]]
    following = mentions[index + 1] if index + 1 < len(mentions) else None
    if _FROM.search(before):
        if following is not None and _TO.search(text[mention.outer[1] : following.outer[0]]):
            return mention, following
        earlier = [
            m
            for m in mentions[:index]
            if m.value is not None and mention.value is not None and m.value.kind is mention.value.kind
        ]
        if earlier and re.search(
            r"\b(?:up|down|instead|rather|changed|increase|decrease)\b",
            text[earlier[-1].end : mention.start],
            re.IGNORECASE,
        ):
            return mention, earlier[-1]
    if following is not None and _REPLACED.search(text[mention.end : following.outer[0]]):
        return mention, following
    if following is not None and _TO_BEFORE.search(before) and _FROM.search(text[: following.outer[0]]):
        return following, mention
    return None


def _has_changed(sentence: Sentence, before: int, moved: re.Pattern[str], *, contrasted: bool = False) -> bool:
    """Whether the sentence tells a change that took place: a change verb that is no instruction, or a noun of change.

    "Change your hours from 8 to 2" asks for one, "To grow from 3 to 5 members, add two" says how to make one, and "from
    30 days before to 60 days after" is a range. Values that are ``contrasted`` ("in one step instead of two") need a
    verb: what is named beside them ("the update", "the lower count") has not changed them.
    """
    text = sentence.unit.text
    if _TOLD.search(text):
        return True
    if not moved.search(text, max(0, before - _NEAR)):
        return False
    for token in sentence.parse.tokens:
        if not moved.fullmatch(token.text) or (token.start > before and token.tag not in {"VBD", "VBN"}):
            continue
        if token.tag.startswith(("JJ", "RB")) or (contrasted and not token.tag.startswith("VB")):
            continue
        if token.tag == "VB" and (_for_purpose(sentence, token) or not _has_doer(sentence, token.start)):
            continue
        return True
    return False


def _has_doer(sentence: Sentence, start: int) -> bool:
    tokens = sentence.parse.tokens
    return any(tokens[c].dep in {"nsubj", "nsubjpass", "aux"} for c in _children(sentence, start))


def _for_purpose(sentence: Sentence, token: Token) -> bool:
    """Whether a verb tells what is to be reached: "To raise …", "How to raise …", "patch it to raise …"."""
    if token.dep == "advcl" and any(sentence.parse.tokens[c].tag == "TO" for c in _children(sentence, token.start)):
        return True
    return _PURPOSE.match(sentence.unit.text[: token.start].lstrip("*_` #-")) is not None


def _unmeasured(mention: Mention) -> bool:
    """Whether a value may be a version: written as one, or a number of nothing."""
    value = mention.value
    return isinstance(value, Version) or (isinstance(value, Quantity) and not value.unit and not value.noun)


def _sends_on(sentence: Sentence, before: int, steps: frozenset[str]) -> bool:
    """Whether the reader is told how to get from one version to another ("Upgrade etcd from 3.4 to 3.5")."""
    words = [token.text.lower() for token in sentence.parse.tokens if token.start < before]
    return any(
        word in steps or word.removesuffix("ing") in steps or (word.endswith("ing") and f"{word[:-3]}e" in steps)
        for word in words
    )


def _children(sentence: Sentence, start: int) -> tuple[int, ...]:
    index = next(i for i, token in enumerate(sentence.parse.tokens) if token.start == start)
    return sentence.parse.children[index]


_PURPOSE = re.compile(
    r"(?:\d+[.)]\s+)?(?:if (?:you|we) (?:want|wish|need) to|(?:in order |how |so as )?to)\s+(?:\w+ly\s+)?$",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?:(?<!ing\s)|\b(?:is|are)\s+\w+ing\s)\b(?:up|down)\s+from\b"
    r"|\b(?:previously|formerly)\b|\bnow\b.*\b(?:instead of|rather than)\b",
    re.IGNORECASE,
)


def _day_of_change(sentence: Sentence, old: Mention, new: Mention) -> Moment | None:
    for mention in sentence.unit.mentions:
        if mention is old or mention is new or not isinstance(mention.value, Moment) or mention.value.start is None:
            continue
        dated = mention.role is Role.NONE and mention.value.precision in _DAYS
        if dated or mention.role in {Role.EFFECTIVE, Role.SINCE, Role.AS_OF}:
            return mention.value
    return None


def _pair(sentence: Sentence, old: Mention | None, new: Mention, pair: int, day: Moment | None) -> Iterable[Triple]:
    clause = sentence.clause(new)
    tokens = sentence.parse.tokens
    phrase = sentence.subject(clause)
    if clause.verb is not None:
        objects = [c for c in sentence.parse.children[clause.verb] if tokens[c].dep == "dobj"]
        ends = [mention for mention in (old, new) if mention is not None]
        if objects and not any(tokens[objects[0]].start < m.end and m.start < tokens[objects[0]].end for m in ends):
            phrase = noun_phrase(sentence.parse, objects[0])
    if phrase is not None and any(m.start < phrase.span[1] and phrase.span[0] < m.end for m in (old, new) if m):
        phrase = None  # "4,200 EUR" is replaced by "4,550 EUR"
    subject, basis, predicate = split_phrase(phrase, sentence.unit)
    if phrase is not None and phrase.head < len(tokens) and tokens[phrase.head].pos == "PRON":
        subject, basis, predicate = "", SubjectBasis.NONE, ""
    if not predicate and clause.verb is not None and not subject:
        predicate = ""
    scope = phrase.scope if phrase is not None else ()
    for mention, change in ((old, Change.OLD), (new, Change.NEW)):
        if mention is None:
            continue
        triple = sentence.triple(
            NAME,
            mention,
            clause,
            subject=subject,
            basis=basis,
            predicate=predicate,
            confidence=0.9 if subject or predicate else 0.75,
            scope=scope,
            naming=f"{predicate} {sentence.unit.lead}",
        )
        window = None
        if day is not None and day.start is not None:
            if change is Change.OLD:
                window = Window(None, day.start, WindowBasis.STATED)
            else:
                window = Window(day.start, None, WindowBasis.STATED)
        status = Status.HISTORICAL if change is Change.OLD else triple.status
        if change is Change.NEW and status is Status.HISTORICAL:
            status = Status.ASSERTED
        yield replace(
            triple,
            change=change,
            pair=pair,
            window=window,
            status=status,
            statement=_both(triple.statement, old, new),
        )


def _both(span: tuple[int, int], old: Mention | None, new: Mention) -> tuple[int, int]:
    """The statement's range, wide enough for both ends of the change."""
    low, high = min(span[0], new.start), max(span[1], new.end)
    return (low, high) if old is None else (min(low, old.start), max(high, old.end))


FIRES = (
    ("Revenue for fiscal 2023 has been restated to $6.8M.", "revenue", "$6.8M", None),
    (
        "On 1 April 2024 the storage quota was increased from 100 GB to 250 GB per person.",
        "storage quota",
        "100 GB",
        None,
    ),
    ("We raised the limit from 1,000 to 5,000.", "limit", "5,000", None),
    ("The default of `ttl` is 60 seconds, down from 300 seconds.", "default", "60 seconds", None),
    ("Every mailbox has grown from 15 GB to 20 GB.", "mailbox", "15 GB", None),
    ("The entrance fee has risen from 10 EUR to 12 EUR.", "entrance fee", "12 EUR", None),
    ("The default page size is now 16 kB instead of 8 kB.", "default page size", "8 kB", None),
    ("The desk now takes 40 tickets a day rather than 25.", "desk", "25", None),
    ('In section 1, "4,200 EUR" is replaced by "4,550 EUR".', "", "4,200 EUR", None),
    ("The notice of 30 days has been replaced by 45 days.", "", "45 days", None),
    ("Backpacks now hold 50 slots (up from 40).", "", "40", None),
    ("The shared work goes up from eight to ten hours a year.", "shared work", "ten hours", None),
    ("The council decided to raise the fee from 10 EUR to 12 EUR.", "fee", "12 EUR", None),
    ("The fee was changed to 12 EUR instead of 10 EUR.", "fee", "12 EUR", None),
)
SILENT = (
    "The range is from 10 to 20 metres.",
    "Trains run from 6 am to 10 pm.",
    "The price of 10 EUR and the fee of 5 EUR are due.",
    "Upgrade etcd from 3.4 to 3.5.",
    "Migrating from v2 to v3 takes three steps.",
    "Downgrade etcd from 3.6 to 3.5.",
    "To increase from 3 to 5 members, issue two add operations.",
    "Use 16 kB instead of 8 kB for large rows.",
    "A battery of 9 V may be replaced by two of 4.5 V.",
    "In order to raise the limit from 10 to 20 users, write to the desk.",
    "The lower count is used, which gives 256 threads rather than 272 threads.",
    "Override this query to perform the update in one query instead of two.",
    "Vendors patched the firmware to raise the bound from 1024 to 2048 bytes.",
    "It helps a lot when scaling up from one device to two.",
    "An upgrade takes two hours instead of four hours with a spare pump.",
)
