"""``X is V``, ``the P of X is V``, ``X defaults to V``: the value is what the subject is said to be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.attribute import Attributes
from scanner.extract.clause import Clause, NounPhrase, complement_of, head_of, noun_phrase
from scanner.extract.narrative import Narrator, Sentence, is_window, split_phrase
from scanner.model import Bound, Mention, Moment, Quantity, SubjectBasis, Triple
from scanner.rules import RuleSet

NAME = "copula"
_COPULAS = frozenset(
    {"be", "remain", "equal", "stay", "total", "measure", "stand", "become", "amount", "number", "reach"}
)
_DEFAULTS = re.compile(
    r"(?P<name>[\w`.-]+(?:\s+(?!defaults)[\w`.-]+){0,4})\s+(?:will\s+)?defaults?\s+to\s+(?:be\s+)?$", re.IGNORECASE
)
_SETTINGS = frozenset({"default", "set", "limit", "cap", "fix", "restrict", "cost", "weigh", "last", "run"})
_STATES = frozenset({"stay", "remain", "stand"})
_DIRECT = frozenset(
    {
        "attr",
        "acomp",
        "dobj",
        "pobj",
        "prep",
        "npadvmod",
        "oprd",
        "nummod",
        "nmod",
        "compound",
        "amod",
        "quantmod",
        "appos",
        "conj",
        "advmod",
    }
)


def build(rules: RuleSet) -> Narrator:
    attributes = Attributes.of(rules)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        for mention in mentions:
            if is_window(mention):
                continue
            clause = sentence.clause(mention)
            others = any(m.value is not None and not isinstance(m.value, Moment) for m in sentence.unit.mentions)
            if isinstance(mention.value, Moment) and others and "prep" in clause.path:
                continue  # "was 51,480 in 2000": the year says when
            defaulting = _DEFAULTS.search(sentence.unit.text[: mention.outer[0]])
            if defaulting is not None:
                yield _default(sentence, mention, clause, defaulting)
                continue
            if clause.verb is None or len(clause.path) > 4 or not set(clause.path) <= _DIRECT:
                continue
            if clause.prepositions[:1] == ("with",) and isinstance(mention.value, Quantity) and mention.value.noun:
                continue  # "is free, with a week of logs": a thing that comes with it has the value
            verb = sentence.parse.tokens[clause.verb]
            setting = verb.lemma in _SETTINGS and (clause.passive or verb.lemma in {"default", "cost", "weigh", "last"})
            if verb.lemma not in _COPULAS and not setting:
                continue
            phrase = sentence.subject(clause)
            if any(sentence.parse.tokens[c].dep == "expl" for c in sentence.parse.children[clause.verb]):
                phrase = _existing(sentence, clause, mention)
            elif phrase is not None and sentence.parse.tokens[phrase.head].pos == "PRON":
                phrase = None
            subject, basis, predicate = split_phrase(phrase, sentence.unit)
            naming = predicate
            if verb.lemma in _SETTINGS:
                naming = f"{predicate} {verb.lemma}".strip()
                if phrase is not None and not subject and basis is SubjectBasis.NONE:
                    subject, basis = phrase.core, SubjectBasis.GRAMMAR
                    predicate = ""
                predicate = " ".join(dict.fromkeys(naming.split()))
            adjective = complement_of(sentence.parse, clause)
            if adjective is not None and verb.lemma not in _SETTINGS:
                # "Certificates are valid for one year": the noun phrase is the subject, whatever it names.
                subject, basis, predicate = _completed(sentence, phrase, adjective, mention, attributes)
                naming = f"{naming} {predicate}"
            elif verb.lemma in _STATES and phrase is not None:
                state = _state(sentence, clause, mention)
                if state:  # "The drone stays in the air for 31 minutes": what lasts is the state
                    subject, basis, predicate = phrase.core, SubjectBasis.GRAMMAR, f"{verb.lemma} {state}"
            if not subject and not predicate:
                predicate = verb.lemma if verb.lemma != "be" else ""
            before = sentence.unit.text[clause.span[0] : mention.start]
            yield sentence.triple(
                NAME,
                mention,
                clause,
                subject=subject,
                basis=basis,
                predicate=predicate,
                confidence=0.92 if subject else 0.85,
                scope=phrase.scope if phrase is not None else (),
                naming=f"{naming} {before}",
            )

    return extract


def _existing(sentence: Sentence, clause: Clause, mention: Mention) -> NounPhrase | None:
    """What there is so much of: "There is a charge of 3 EUR for the guide" tells of the charge for the guide."""
    tokens = sentence.parse.tokens
    for child in sentence.parse.children[clause.verb or 0]:
        if (
            tokens[child].dep == "attr"
            and tokens[child].pos in {"NOUN", "PROPN"}
            and tokens[child].end <= mention.start
        ):
            phrase = noun_phrase(sentence.parse, child)
            return replace(phrase, of="") if mention.text in phrase.of else phrase
    return None


def _completed(
    sentence: Sentence, phrase: NounPhrase | None, adjective: int, mention: Mention, attributes: Attributes
) -> tuple[str, SubjectBasis, str]:
    """Subject, basis and predicate of a clause that an adjective completes; it stands for the attribute it measures."""
    word = sentence.parse.tokens[adjective]
    predicate = attributes.named(word.text, mention.value) or word.lemma
    subject, basis, part = split_phrase(phrase, sentence.unit)
    if subject:
        return subject, basis, f"{part} {predicate}".strip()
    return (part, SubjectBasis.GRAMMAR, predicate) if part else ("", SubjectBasis.NONE, predicate)


def _state(sentence: Sentence, clause: Clause, mention: Mention) -> str:
    """Where or how the subject stays: the object of another preposition than the value's; ``""`` if nothing says so."""
    parse = sentence.parse
    for child in parse.children[clause.verb or 0]:
        below = [parse.tokens[i] for i in parse.subtree(child)]
        if parse.tokens[child].dep != "prep" or any(t.start < mention.end and mention.start < t.end for t in below):
            continue
        words = [t.text for t in below if t.dep in {"pobj", "compound"} and t.pos in {"NOUN", "PROPN"}]
        if words and parse.tokens[child].start < mention.start and child > (clause.verb or 0):
            return " ".join(words)
    return ""


def _default(sentence: Sentence, mention: Mention, clause: Clause, found: re.Match[str]) -> Triple:
    """``X defaults to V`` read from the words: parsers take "defaults" for a noun."""
    start, end = found.span("name")
    phrase = noun_phrase(sentence.parse, head_of(sentence.parse, start, end))
    subject, basis, predicate = split_phrase(phrase, sentence.unit)
    if not subject:
        subject, basis, predicate = found.group("name").strip(), SubjectBasis.GRAMMAR, ""
    return sentence.triple(
        NAME,
        mention,
        clause,
        subject=subject,
        basis=basis,
        predicate=f"default {predicate}".strip(),
        confidence=0.92,
        naming="default",
    )


FIRES = (
    ("The rate limit is 100 requests per minute.", "rate limit", "100 requests per minute", Bound.MAX),
    ("The default of the cache lifetime is 60 seconds.", "default", "60 seconds", Bound.DEFAULT),
    ("The stop period defaults to 30 s.", "default", "30 s", Bound.DEFAULT),
    ("The notice period is three months.", "notice period", "three months", None),
    ("An adult ticket costs 12 EUR.", "cost", "12 EUR", None),
    ("The pool's depth is 2 m.", "depth", "2 m", None),
)
SILENT = (
    "The committee met in the town hall.",
    "She ordered 12 books.",
    "The report, which has 30 pages, praises the staff.",
)
