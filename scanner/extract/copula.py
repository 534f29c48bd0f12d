"""``X is V``, ``the P of X is V``, ``X defaults to V``: the value is what the subject is said to be."""

from __future__ import annotations

from collections.abc import Iterable

from scanner.extract.narrative import Narrator, Sentence, is_window, split_phrase
from scanner.model import Bound, Mention, SubjectBasis, Triple
from scanner.rules import RuleSet

NAME = "copula"
_COPULAS = frozenset(
    {"be", "remain", "equal", "stay", "total", "measure", "stand", "become", "amount", "number", "reach"}
)
_SETTINGS = frozenset({"default", "set", "limit", "cap", "fix", "restrict", "cost", "weigh", "last", "run"})
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
    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        for mention in mentions:
            if is_window(mention):
                continue
            clause = sentence.clause(mention)
            if clause.verb is None or len(clause.path) > 4 or not set(clause.path) <= _DIRECT:
                continue
            verb = sentence.parse.tokens[clause.verb]
            setting = verb.lemma in _SETTINGS and (clause.passive or verb.lemma in {"default", "cost", "weigh", "last"})
            if verb.lemma not in _COPULAS and not setting:
                continue
            phrase = sentence.subject(clause)
            subject, basis, predicate = split_phrase(phrase, sentence.unit)
            naming = predicate
            if verb.lemma in _SETTINGS:
                naming = f"{predicate} {verb.lemma}".strip()
                if phrase is not None and not subject and basis is SubjectBasis.NONE:
                    subject, basis = phrase.core, SubjectBasis.GRAMMAR
                    predicate = ""
                predicate = " ".join(dict.fromkeys(naming.split()))
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


FIRES = (
    ("The rate limit is 100 requests per minute.", "rate limit", "100 requests per minute", Bound.MAX),
    ("The default of `lf_cache_ttl` is 60 seconds.", "default", "60 seconds", Bound.DEFAULT),
    ("`nodeStopPeriod` defaults to 30 s.", "default", "30 s", Bound.DEFAULT),
    ("The notice period is three months.", "notice period", "three months", None),
    ("An adult ticket costs 12 EUR.", "cost", "12 EUR", None),
    ("The pool's depth is 2 m.", "depth", "2 m", None),
)
SILENT = (
    "The committee met in the town hall.",
    "She ordered 12 books.",
    "The report, which has 30 pages, praises the staff.",
)
