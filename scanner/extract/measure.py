"""``intervals are in milliseconds``, ``the age is given in days``: the unit itself is what a sentence states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from scanner.extract.narrative import Narrator, Sentence, split_phrase
from scanner.model import Mention, SubjectBasis, Term, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "measure"
_LEAD = re.compile(r"^(?:the|all|each|its|their|our)\s+", re.IGNORECASE)
_LEAST = 4  # letters; shorter spellings ("m", "in") mean other things in a sentence


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for a stated unit, as the body of a pattern."""
    return (
        r"\bunits?\s+(?:of\s+[^,;:.]{1,40}?\s+)?(?:is|are)\s|"
        rf"^\W*[a-z][\w` -]{{1,36}}?\s+are\s+(?:(?:now|all)\s+)?(?:{_names(rules)})\s*(?:[.;,]|$)"
    )


def _units(rules: RuleSet) -> dict[str, str]:
    """The spellings of units that mean nothing else, with the unit of each."""
    units: dict[str, str] = {}
    for card in rules.units.values():
        for form in card.forms:
            if len(form) >= _LEAST and form.isalpha():
                units.setdefault(form.casefold(), card.id)
    return units


def _names(rules: RuleSet) -> str:
    return "|".join(re.escape(form) for form in sorted(_units(rules), key=lambda form: (-len(form), form)))


def build(rules: RuleSet) -> Narrator:
    units, names = _units(rules), _names(rules)
    counted = re.compile(
        r"\bunits?\s+(?:of\s+(?P<of>[^,;:.]{1,40}?)\s+)?(?:is|are)\s+(?:(?:now|always|still)\s+)?"
        rf"(?P<unit>{names})\b(?!\s+per\b|\s*/)",
        re.IGNORECASE,
    )
    bare = re.compile(
        rf"^\W*(?:all\s+|the\s+)?(?P<of>[a-z][\w` -]{{1,30}}?)\s+are\s+(?:(?:now|always|all)\s+)?(?P<unit>{names})"
        r"(?=\s*(?:[.;,]|$))",
        re.IGNORECASE,
    )
    pattern = re.compile(
        r"\b(?:is|are|be|given|measured|expressed|specified|stated|counted|defined|reported|entered|set)\s+in\s+"
        rf"(?P<unit>{names})\b(?!\s+(?:of|per|to|on|and|or)\b|\s*/|-)",
        re.IGNORECASE,
    )

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        for found in pattern.finditer(sentence.unit.text):
            start, end = found.span("unit")
            mention = Mention(start, end, found.group("unit"), Term("unit", units[found.group("unit").casefold()]))
            clause = sentence.clause(mention)
            phrase = sentence.subject(clause)
            if phrase is None:
                continue
            subject, basis, predicate = split_phrase(phrase, sentence.unit)
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=subject or predicate,
                basis=basis if subject else SubjectBasis.GRAMMAR,
                predicate=f"{predicate} unit" if subject and predicate else "unit",
                confidence=0.85,
            )
            yield replace(triple, functional=True, bound=None)
        for told in (counted.search(sentence.unit.text), bare.match(sentence.unit.text)):
            if told is not None and told.group("unit").lower().endswith("s"):
                yield _named(sentence, told, units)

    return extract


def _named(sentence: Sentence, found: re.Match[str], units: Mapping[str, str]) -> Triple:
    """ "The unit of the delay is seconds", "all lifetimes are milliseconds": what is counted stands in the words."""
    start, end = found.span("unit")
    mention = Mention(start, end, found.group("unit"), Term("unit", units[found.group("unit").casefold()]))
    name = _LEAD.sub("", (found.group("of") or "").strip(" `"))
    low = found.start("of")
    coded = any(a < low + len(name) and low < b for a, b in sentence.unit.codes)
    triple = sentence.triple(
        NAME,
        mention,
        sentence.clause(mention),
        subject=name,
        basis=SubjectBasis.IDENTIFIER if coded else SubjectBasis.GRAMMAR if name else SubjectBasis.NONE,
        predicate="unit",
        confidence=0.8,
    )
    return replace(triple, functional=True, bound=None, statement=found.span())


FIRES = (
    ("The waiting time is given in minutes.", "unit", "minutes", None),
    ("The unit of the delay is seconds.", "unit delay", "seconds", None),
    ("All lifetimes are milliseconds.", "unit lifetimes", "milliseconds", None),
    ("Sensor readings are in Celsius.", "unit", "Celsius", None),
)
SILENT = (
    "The best moments are seconds apart.",
    "The last minutes are minutes of silence.",
    "The train arrives in minutes.",
    "Prices are in bold.",
    "The change is in seconds per day.",
)
