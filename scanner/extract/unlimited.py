"""``the number of aliases is unlimited``, ``there is no limit on uploads``: what has no limit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import Clause
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import UNLIMITED, AnyOf, Mention, Status, SubjectBasis, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "unlimited"
_SMALL = r"(?:and|or|that|which|you|we|they|per|in|on|at|for|with|to|is|are|from|of|by|via|a|an|the)\b"
_WORDS = rf"[a-z][\w-]*(?:\s(?!{_SMALL})[a-z][\w-]*){{0,2}}"
_OF = rf"\s+(?:on|to|for)\s+(?:the\s+)?(?:(?:number|amount|size|length|total)\s+of\s+)?(?P<of>{_WORDS})"
_BEFORE = rf"(?<![\w-])(?P<word>unlimited|unrestricted|any\s+number\s+of)\s+(?P<noun>{_WORDS})"
_EVER = (
    r"(?P<word>(?:never\s+|(?:do|does)\s+not\s+(?:ever\s+)?)(?P<verb>expire|lapse|run\s+out|time\s+out)s?)(?=\s*(?:[.,;)]|$))"
    r"|\b(?:is|are)\s+(?P<kept>kept|stored|retained|valid|saved|archived|guaranteed)\s+(?P<lasting>forever|for\s+ever|for\s+life|"
    r"indefinitely|permanently|without\s+(?:an?\s+|any\s+)?(?:(?:time\s+)?limits?|expiry\s+date)|for\s+good)(?=\s*(?:[.,;)]|$))"
)
_NEEDED = (
    *("limit", "limits", "maximum", "cap", "unlimited", "unrestricted", "number"),
    *("expire", "expires", "lapse", "lapses", "run", "time"),
    *("kept", "stored", "retained", "valid", "saved", "archived", "guaranteed"),
)
"""One of these, or of the words of the card, stands in whatever the patterns find."""
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|only|except|almost|nearly|practically|virtually|not|never|nearly)\b", re.IGNORECASE
)
_NO_THINGS = frozenset({"access", "way", "ways", "fun", "possibilities", "power", "liability", "company", "use"})


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for what has no limit, as the body of a pattern."""
    return f"{phrase_pattern((*rules.words('no limit'), 'any number of')).pattern}|{_plain(_EVER)}"


def _clause(sentence: Sentence, mention: Mention, found: re.Match[str]) -> Clause:
    """The clause that says it; what never expires has it as its verb."""
    if not found.groupdict().get("verb"):
        return sentence.stated(mention)
    index = sentence.parse.at(found.start("verb"), found.end("verb"))
    return sentence.of_verb(index[0]) if index else sentence.stated(mention)


def _plain(pattern: str) -> str:
    """A pattern without names, to be joined to others."""
    return re.sub(r"\?P<\w+>", "?:", pattern)


def build(rules: RuleSet) -> Narrator:
    words = phrase_pattern(rules.words("no limit")).pattern
    needed = AnyOf.of((*rules.words("no limit"), *_NEEDED))
    state = re.compile(rf"\b(?:is|are|remains?)\s+(?P<word>{words})(?=\s*(?:[.,;)]|$))", re.IGNORECASE)
    none = re.compile(
        rf"\b(?:there\s+(?:is|are)|has|have)\s+(?P<word>no\s+(?:upper\s+)?(?:limits?|maximum|cap)){_OF}", re.IGNORECASE
    )
    before = re.compile(_BEFORE, re.IGNORECASE)
    ever = re.compile(_EVER, re.IGNORECASE)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text, tokens = sentence.unit.text, sentence.parse.tokens
        del mentions
        if text.rstrip().endswith((":", "?")) or not needed.within(text):
            return
        for pattern in (state, none, before, ever):
            for found in pattern.finditer(text):
                word = "lasting" if pattern is ever and found["lasting"] else "word"
                mention = Mention(*found.span(word), found[word], UNLIMITED)
                clause = _clause(sentence, mention, found)
                low, high = clause.span
                limits = _LIMITED.search(text[low : found.start()]) or _LIMITED.search(text[found.end() : high])
                if (
                    clause.verb is None
                    or clause.past
                    or (clause.negated and pattern not in {state, ever})
                    or clause.condition
                    or limits
                ):
                    continue
                phrase = sentence.subject(clause)
                named = phrase is not None and tokens[phrase.head].pos in {"NOUN", "PROPN"}
                subject = phrase.whole if phrase is not None and named and pattern is not none else ""
                if pattern in {state, ever} and not subject:
                    continue
                named_by = {none: "of", before: "noun", ever: "verb"}.get(pattern, "")
                predicate = found.groupdict().get(named_by) or found.groupdict().get("kept") or ""
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
                if triple.status is Status.ASSERTED or (pattern is ever and triple.status is Status.NEGATED):
                    yield replace(triple, status=Status.ASSERTED, bound=None, functional=True)

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
    ("Vouchers of the shop never expire.", "expire", "never expire", None),
    ("Points do not expire.", "expire", "do not expire", None),
    ("Recordings are kept indefinitely.", "kept", "indefinitely", None),
)
SILENT = (
    "The number of aliases is practically unlimited.",
    "Aliases are unlimited only in the Pro plan.",
    "You have unlimited access to the archive.",
    "Is the number of aliases unlimited?",
    "The number of aliases is not unlimited.",
    "There is a limit of five aliases.",
    "Vouchers never expire within a year.",
    "Vouchers never expire before the trip.",
    "Nothing is kept forever young.",
)
