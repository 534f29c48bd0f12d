"""``closed after 75 seconds unless `idle_timeout` is set``: what holds while an option is left alone is its default."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.narrative import Narrator, Sentence
from scanner.extract.wording import is_identifier
from scanner.model import Bound, Mention, Quantity, Status, SubjectBasis, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "unset"
_OPTION = (
    r"[`\"']?(?P<name>-{0,2}[A-Za-z_][\w.$/-]*[\w])(?:[= ]?<[^<>]*>|=\S+)?[`\"']?"
    r"(?:\s+(?:option|flag|setting|parameter|variable))?"
)
_THE = r"(?:the\s+)?(?:(?:option|flag|setting|parameter|(?:environment\s+)?variable)\s+)?"


def build(rules: RuleSet) -> Narrator:
    done, undone, sets = (
        phrase_pattern(rules.words(cue)).pattern for cue in ("setting done", "setting undone", "setting verb")
    )
    told = re.compile(
        rf"\bunless\s+(?:you|they|the\s+user|somebody|someone)\s+(?:explicitly\s+)?(?:{sets})\s+{_THE}{_OPTION}"
        rf"|\b(?:unless|until)\s+{_THE}{_OPTION.replace('name', 'set')}\s+"
        rf"(?:says\s+otherwise|(?:is|has\s+been)\s+(?:explicitly\s+)?(?:{done}))"
        rf"|\b(?:if|when|while)\s+{_THE}{_OPTION.replace('name', 'left')}\s+(?:is\s+)?(?:{undone})",
        re.IGNORECASE,
    )

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        found = list(told.finditer(text))
        if len(found) != 1:
            return
        group = next(name for name in ("name", "set", "left") if found[0][name])
        start, end = found[0].span(group)
        if not is_identifier(text[start:end]) and not any(low <= start < high for low, high in sentence.unit.codes):
            return
        amounts = [m for m in mentions if isinstance(m.value, Quantity) and not start <= m.start < end]
        if len(amounts) != 1:
            return  # which of them is the default, nothing tells
        clause = sentence.clause(amounts[0])
        triple = sentence.triple(
            NAME,
            amounts[0],
            clause,
            subject=text[start:end],
            basis=SubjectBasis.IDENTIFIER,
            predicate="default",
            confidence=0.85,
        )
        # That the option is left alone is what makes it a default, no case of its own.
        status = Status.ASSERTED if triple.status is Status.HYPOTHETICAL else triple.status
        yield replace(triple, functional=True, bound=Bound.DEFAULT, status=status, scope=())

    return extract


FIRES = (
    (
        "Idle connections are closed after 75 seconds unless `idle_timeout` is set.",
        "default",
        "75 seconds",
        Bound.DEFAULT,
    ),
    (
        "A job that hangs is killed after five minutes unless you pass `--timeout`.",
        "default",
        "five minutes",
        Bound.DEFAULT,
    ),
    ("A request is tried five times unless `retries` says otherwise.", "default", "five", Bound.DEFAULT),
    ("If `pool_size` is not set, 16 connections are opened.", "default", "16", Bound.DEFAULT),
    ("The log keeps 30 days when `keepDays` is omitted.", "default", "30 days", Bound.DEFAULT),
    ("Unless the option `--depth` is given, 3 levels are shown.", "default", "3", Bound.DEFAULT),
)
SILENT = (
    "The gate closes after 20 seconds unless the guard is there.",
    "If `cache` is set, entries live for 10 minutes.",
    "Between 10 and 20 workers start unless `workers` is set to 5.",
    "The room is booked for 2 hours unless you cancel.",
    "`retries` was 5 unless `safe_mode` was set.",
    "If `limit` is not set, everything is returned.",
)
