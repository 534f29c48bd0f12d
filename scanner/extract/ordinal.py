"""``due on the third day of illness``, ``written in the sixth semester``: the how-manieth period something falls in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, Status, SubjectBasis, Term, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "ordinal"
_BEFORE = r"\b(?P<prep>on|in|from|by|until|after|before|at|with)\s+the\s+"
_LIMITED = re.compile(r"\b(?:if|when|unless|except|either|or|usually|often|can|could|may|might|would)\b", re.IGNORECASE)
_EDGES = {"from": "start", "until": "end", "by": "end", "before": "end"}
_LONGEST_PATH = 4


def _pattern(rules: RuleSet) -> tuple[str, dict[str, int]]:
    numbers = {word: int(count) for word, _, count in (entry.rpartition(" ") for entry in rules.words("ordinals"))}
    nouns = "|".join(re.escape(noun) for noun in sorted(rules.words("counted in order"), key=lambda n: (-len(n), n)))
    told = "|".join(re.escape(word) for word in sorted(numbers, key=lambda n: (-len(n), n)))
    return rf"{_BEFORE}(?P<number>{told}|\d{{1,2}}(?:st|nd|rd|th))\s+(?P<noun>{nouns})(?![\w-])", numbers


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for a counted period, as the body of a pattern."""
    return re.sub(r"\(\?P<\w+>", "(?:", _pattern(rules)[0])


def build(rules: RuleSet) -> Narrator:
    body, numbers = _pattern(rules)
    pattern = re.compile(body, re.IGNORECASE)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text, tokens = sentence.unit.text, sentence.parse.tokens
        if text.rstrip().endswith((":", "?")) or len(pattern.findall(text)) > 1:
            return
        for found in pattern.finditer(text):
            low, high = found.start("number"), found.end("noun")
            if any(m.value is not None and m.start < high and low < m.end for m in mentions):
                continue
            word = found["number"].lower()
            number = numbers[word] if word in numbers else int(re.sub(r"\D", "", word))
            noun, prep = found["noun"].lower(), found["prep"].lower()
            mention = Mention(low, high, text[low:high], Term(f"ordinal {noun}", str(number)))
            clause = sentence.clause(mention)
            if clause.verb is None or clause.past or clause.negated or clause.subordinate or clause.condition:
                continue
            if len(clause.path) > _LONGEST_PATH or _LIMITED.search(text[clause.span[0] : clause.span[1]]):
                continue
            done = next((c for c in sentence.parse.children[clause.verb] if tokens[c].dep == "dobj"), None)
            phrase = sentence.subject(clause)
            named = phrase is not None and tokens[phrase.head].pos != "PRON"
            if not named and done is None:
                continue
            words = [tokens[clause.verb].lemma] if tokens[clause.verb].lemma != "be" else []
            if done is not None:
                words.append(tokens[done].text)
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=phrase.core if phrase is not None and named else "",
                basis=SubjectBasis.GRAMMAR if named else SubjectBasis.NONE,
                predicate=" ".join((*words, noun, _EDGES.get(prep, ""))).strip(),
                confidence=0.75,
                scope=phrase.scope if phrase is not None else (),
            )
            if triple.status is Status.ASSERTED:
                yield replace(triple, functional=True, bound=None)

    return extract


FIRES = (
    ("Sick notes are due on the third day of illness.", "day", "third day", None),
    ("The thesis is written in the sixth semester.", "write semester", "sixth semester", None),
    ("From the second day of absence on, attach a note.", "attach note day start", "second day", None),
    ("Accounts are locked after the 5th attempt.", "lock attempt", "5th attempt", None),
)
SILENT = (
    "Sick notes may be due on the third day.",
    "She called on the third day.",
    "Pay by the first or the second day.",
    "It works at the second attempt if you wait.",
    "In the first place, wait.",
)
