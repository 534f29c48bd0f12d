"""``X is enabled by default``, ``by default, X is off``: the state of a switch unless somebody sets it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Bound, Flag, Mention, Status, SubjectBasis, Triple
from scanner.rules import RuleSet

NAME = "switch"
_LINK = re.compile(
    r"\b(?:is|are|remains?|stays?|comes?|be)\s+(?P<more>(?:(?:also|now|still|currently|already|always)\s+)*)(?P<not>not\s+)?$",
    re.IGNORECASE,
)
_UNLESS = r"\bunless\s+(?:you|it|they|somebody|someone|set|the\s+\w+\s+(?:is|was)\s+set)\b"
_ENDS = re.compile(r"\s*[.;!]?\s*")
_LIMITED = re.compile(r"\b(?:only|except|if|when|until|since|before|as\s+of|starting|from)\b", re.IGNORECASE)


def build(rules: RuleSet) -> Narrator:
    states = {word.casefold(): True for word in rules.words("switched on")}
    states |= {word.casefold(): False for word in rules.words("switched off")}
    done = frozenset(word.casefold() for word in rules.words("done untouched"))
    pattern = phrase_pattern([*states, *done])
    told = re.compile(f"{phrase_pattern(rules.words('untouched')).pattern}|{_UNLESS}", re.IGNORECASE)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        del mentions
        text = sentence.unit.text
        if len(told.findall(text)) != 1:
            return
        for found in pattern.finditer(text):
            link = _LINK.search(text[: found.start()])
            if link is None or text.rstrip().endswith(":"):
                continue
            word = " ".join(found.group().casefold().split())
            if word in done and not _ENDS.fullmatch(told.sub(" ", text[found.end() :]).partition(",")[0]):
                continue  # "sent by default at noon": the default is when
            holds = states.get(word, True) is not bool(link["not"])
            start = link.start("not") if link["not"] else found.start()
            mention = Mention(start, found.end(), text[start : found.end()], Flag(holds))
            clause = sentence.stated(replace(mention, start=found.start()))
            phrase = sentence.subject(clause) if clause.verb is not None else None
            if (
                phrase is None
                or clause.subordinate in {"relcl", "acl"}
                or _limited(told.sub("", text[: found.start()]), told.sub("", text[found.end() :]))
            ):
                continue
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=phrase.whole,
                basis=SubjectBasis.GRAMMAR,
                predicate="default",
                confidence=0.85,
                scope=phrase.scope,
            )
            status = Status.ASSERTED if triple.status is Status.NEGATED else triple.status
            # "unless you opt out" is what makes it a default, no case of its own.
            scope = tuple(pair for pair in triple.scope if pair[0] != "condition")
            yield replace(triple, functional=True, status=status, bound=Bound.DEFAULT, scope=scope)

    return extract


def _limited(before: str, behind: str) -> bool:
    """Whether the state holds in a case only: something limits it, in its clause or ahead of it."""
    own = re.split(r"[,;:.]", behind, maxsplit=1)[0]
    return _LIMITED.search(before) is not None or _LIMITED.search(own) is not None


FIRES = (
    ("Night mode is enabled by default.", "default", "enabled", Bound.DEFAULT),
    ("By default, tracing is turned off.", "default", "turned off", Bound.DEFAULT),
    ("Telemetry is enabled unless you opt out.", "default", "enabled", Bound.DEFAULT),
    ("Caching is on by default, so clear it when a build looks odd.", "default", "on", Bound.DEFAULT),
    ("Guest access is not enabled by default.", "default", "not enabled", Bound.DEFAULT),
    ("A receipt is printed by default.", "default", "printed", Bound.DEFAULT),
    ("A backup is not made by default, to save space.", "default", "not made", Bound.DEFAULT),
    ("The alarm is off at first.", "default", "off", Bound.DEFAULT),
    ("Roaming is deactivated until you turn it on.", "default", "deactivated", Bound.DEFAULT),
)
SILENT = (
    "Night mode can be enabled in the menu.",
    "The lamp is on at night.",
    "Receipts are sent by default at noon.",
    "The lamp is on unless the sun shines.",
    "Tracing is enabled by default only on Linux.",
    "The oven is on until the bread is done.",
)
