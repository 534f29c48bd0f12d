"""``intervals are in milliseconds``, ``the age is given in days``: the unit itself is what a sentence states."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.narrative import Narrator, Sentence, split_phrase
from scanner.model import Mention, SubjectBasis, Term, Triple
from scanner.rules import RuleSet

NAME = "measure"
_LEAST = 4  # letters; shorter spellings ("m", "in") mean other things in a sentence


def build(rules: RuleSet) -> Narrator:
    units: dict[str, str] = {}
    for card in rules.units.values():
        for form in card.forms:
            if len(form) >= _LEAST and form.isalpha():
                units.setdefault(form.casefold(), card.id)
    names = "|".join(re.escape(form) for form in sorted(units, key=lambda form: (-len(form), form)))
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

    return extract


FIRES = (
    ("The waiting time is given in minutes.", "unit", "minutes", None),
    ("Sensor readings are in Celsius.", "unit", "Celsius", None),
)
SILENT = ("The train arrives in minutes.", "Prices are in bold.", "The change is in seconds per day.")
