"""``the number of aliases is unlimited``, ``there is no limit on uploads``: what has no limit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import UNLIMITED, Mention, Status, SubjectBasis, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "unlimited"
_SMALL = r"(?:and|or|that|which|you|we|they|per|in|on|at|for|with|to|is|are|from|of|by|via|a|an|the)\b"
_WORDS = rf"[a-z][\w-]*(?:\s(?!{_SMALL})[a-z][\w-]*){{0,2}}"
_OF = rf"\s+(?:on|to|for)\s+(?:the\s+)?(?:(?:number|amount|size|length|total)\s+of\s+)?(?P<of>{_WORDS})"
_BEFORE = rf"(?<![\w-])(?P<word>unlimited|unrestricted|any\s+number\s+of)\s+(?P<noun>{_WORDS})"
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|only|except|almost|nearly|practically|virtually|not|never|nearly)\b", re.IGNORECASE
)
_NO_THINGS = frozenset({"access", "way", "ways", "fun", "possibilities", "power", "liability", "company", "use"})


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for what has no limit, as the body of a pattern."""
    return phrase_pattern((*rules.words("no limit"), "any number of")).pattern


def build(rules: RuleSet) -> Narrator:
    words = phrase_pattern(rules.words("no limit")).pattern
    state = re.compile(rf"\b(?:is|are|remains?)\s+(?P<word>{words})(?=\s*(?:[.,;)]|$))", re.IGNORECASE)
    none = re.compile(
        rf"\b(?:there\s+(?:is|are)|has|have)\s+(?P<word>no\s+(?:upper\s+)?(?:limits?|maximum|cap)){_OF}", re.IGNORECASE
    )
    before = re.compile(_BEFORE, re.IGNORECASE)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text, tokens = sentence.unit.text, sentence.parse.tokens
        del mentions
        if text.rstrip().endswith((":", "?")):
            return
        for pattern in (state, none, before):
            for found in pattern.finditer(text):
                mention = Mention(*found.span("word"), found["word"], UNLIMITED)
                clause = sentence.stated(mention)
                low, high = clause.span
                limits = _LIMITED.search(text[low : found.start("word")]) or _LIMITED.search(text[found.end() : high])
                if (
                    clause.verb is None
                    or clause.past
                    or (clause.negated and pattern is not state)
                    or clause.condition
                    or limits
                ):
                    continue
                phrase = sentence.subject(clause)
                named = phrase is not None and tokens[phrase.head].pos in {"NOUN", "PROPN"}
                subject = phrase.whole if phrase is not None and named and pattern is not none else ""
                if pattern is state and not subject:
                    continue
                predicate = {state: "", none: found.groupdict().get("of"), before: found.groupdict().get("noun")}[
                    pattern
                ]
                if predicate and predicate.split()[-1].lower() in _NO_THINGS:
                    continue
                if pattern is before and not _is_noun(sentence, found.end("noun")):
                    continue
                triple = sentence.triple(
                    NAME,
                    mention,
                    clause,
                    subject=subject,
                    basis=SubjectBasis.GRAMMAR if subject else SubjectBasis.NONE,
                    predicate=predicate or "limit",
                    confidence=0.8,
                    scope=phrase.scope if phrase is not None and named else (),
                )
                if triple.status is Status.ASSERTED:
                    yield replace(triple, bound=None, functional=True)

    return extract


def _is_noun(sentence: Sentence, end: int) -> bool:
    """Whether the words before ``end`` close with a noun: "unlimited only" names nothing."""
    return any(token.end == end and token.pos in {"NOUN", "PROPN"} for token in sentence.parse.tokens)


FIRES = (
    ("The number of aliases is unlimited.", "limit", "unlimited", None),
    ("The file size is unrestricted.", "limit", "unrestricted", None),
    ("There is no limit on the number of uploads.", "uploads", "no limit", None),
    ("There is no limit to renewals.", "renewals", "no limit", None),
    ("Pro customers can create unlimited aliases.", "aliases", "unlimited", None),
    ("Each team has any number of guests.", "guests", "any number", None),
)
SILENT = (
    "The number of aliases is practically unlimited.",
    "Aliases are unlimited only in the Pro plan.",
    "You have unlimited access to the archive.",
    "Is the number of aliases unlimited?",
    "The number of aliases is not unlimited.",
    "There is a limit of five aliases.",
)
