"""``can be renewed twice``, ``may be repeated once``: how many times something may be done, in a word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from scanner.extract.assertion import phrase_pattern
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Bound, Mention, Quantity, SubjectBasis, Triple
from scanner.rules import RuleSet

NAME = "occasion"
_ALLOWING = frozenset({"may", "can"})
_END = re.compile(r"\s*(?:[.,;:)!]|$|(?:free|without|at no|at most|only)\b)", re.IGNORECASE)
_EXACT = re.compile(r"\b(?:at least|more than)\s+$", re.IGNORECASE)
_REACH = 12


def build(rules: RuleSet) -> Narrator:
    counts = {word: int(count) for word, _, count in (entry.rpartition(" ") for entry in rules.words("occasions"))}
    pattern = phrase_pattern(counts)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text, tokens = sentence.unit.text, sentence.parse.tokens
        for found in pattern.finditer(text):
            if not _END.match(text, found.end()) or _EXACT.search(text[max(0, found.start() - _REACH) : found.start()]):
                continue
            if any(m.value is not None and m.start < found.end() and found.start() < m.end for m in mentions):
                continue
            number = Fraction(counts[" ".join(found.group().lower().split())])
            mention = Mention(*found.span(), found.group(), Quantity(number, number, noun="times"))
            clause = sentence.clause(mention)
            if clause.verb is None or clause.modal not in _ALLOWING or clause.negated or clause.subordinate == "advcl":
                continue
            phrase = sentence.subject(clause)
            done = next((c for c in sentence.parse.children[clause.verb] if tokens[c].dep == "dobj"), None)
            words = [tokens[clause.verb].lemma]
            if done is not None:
                kept = sentence.parse.subtree(done, frozenset({"relcl", "acl", "prep", "det", "punct", "poss"}))
                words.append(sentence.parse.words([i for i in kept if tokens[i].start != found.start()]))
            pronoun = phrase is None or tokens[phrase.head].pos == "PRON"
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject="" if phrase is None or pronoun else phrase.core,
                basis=SubjectBasis.NONE if pronoun else SubjectBasis.GRAMMAR,
                predicate=" ".join((*words, "times")),
                confidence=0.8,
                scope=phrase.scope if phrase is not None else (),
            )
            yield replace(triple, bound=Bound.MAX)

    return extract


FIRES = (
    ("A loan can be renewed twice.", "renew times", "twice", Bound.MAX),
    ("You may renew a loan twice.", "renew loan times", "twice", Bound.MAX),
    ("A failed exam may be repeated once.", "repeat times", "once", Bound.MAX),
    ("Members can move their appointment once free of charge.", "move appointment times", "once", Bound.MAX),
    ("The term of office may be extended only once.", "extend times", "once", Bound.MAX),
)
SILENT = (
    "The exam may be repeated once the fee is paid.",
    "The bin is emptied twice a week.",
    "You can press the button at least twice.",
    "She called twice.",
    "The pump can run twice as fast.",
    "You may not enter twice.",
)
