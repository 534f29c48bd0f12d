"""``rated IP67``, ``signed with RS256``, ``the log level is `warn` ``: a value that is a code word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import noun_phrase
from scanner.extract.narrative import Narrator, Sentence, split_phrase
from scanner.model import Bound, Mention, Status, SubjectBasis, Term, Triple, Unit
from scanner.rules import RuleSet

NAME = "code"
_SHAPE = re.compile(r"(?<![\w./#-])[A-Z]{1,8}-?\d{1,4}[A-Z]{0,3}(?:-[A-Z\d]{1,8}){0,2}(?![\w/-]|\.\w)")
_ANSWER = re.compile(
    r"\b(?:status(?:\s+code)?|error(?:\s+code)?|HTTP|code)\s+(?P<code>[1-5]\d\d)(?![\w%-]|\.\d)", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z][\w.+-]{0,30}")
_LINK = re.compile(
    r"\b(?:is|are|remains?|stays?)\s+(?:(?:now|always|set\s+to|still|currently)\s+){0,2}[`\"'“]?$", re.IGNORECASE
)
_NAMED = re.compile(r"\bis\s+(?:(?:now|always)\s+)?(?:named|called)\s+[`\"'“]?$", re.IGNORECASE)
_JOIN = re.compile(r"[`\"'”]?\s*(?:,\s*(?:or|and)\b|[,/|–-]|or\b|and\b|to\b)\s*[`\"'“]?")
_BEFORE = re.compile(r"(?:\b(?:or|and|not|than|except|e\.g\.|like)|[,/|])\s*[`\"'“]?$")
_DEFAULT = re.compile(r"\bdefault\b", re.IGNORECASE)
_BY_DEFAULT = re.compile(r"[`\"'”]?\s+by\s+default\b", re.IGNORECASE)
_REACH = 16


def is_told(unit: Unit) -> bool:
    """Whether a unit has a word of code or of capitals and digits behind words that may give it as a value."""
    if unit.codes:
        return any(_LINK.search(unit.text[:low]) or _NAMED.search(unit.text[:low]) for low, _ in unit.codes)
    return _SHAPE.search(unit.text) is not None or _ANSWER.search(unit.text) is not None


def build(rules: RuleSet) -> Narrator:
    slot = re.compile(phrase_pattern(rules.words("code slot")).pattern + r"$", re.IGNORECASE)
    verbs = {form: verb for verb in rules.words("code verb") for form in forms_of(verb)}

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        if text.rstrip().endswith((":", "?")):
            return
        codes = tuple(_codes(sentence))
        starts = {start for start, _ in codes}
        for start, end in codes:
            if any(m.value is not None and m.start < end and start < m.end for m in mentions):
                continue
            joined = _JOIN.match(text, end)
            listed = (
                joined is not None and text[start:end].isdigit() and text[joined.end() : joined.end() + 1].isdigit()
            )
            if listed or (joined and joined.end() in starts) or _BEFORE.search(text[max(0, start - _REACH) : start]):
                continue  # one of several, or not the value itself
            word = text[start:end]
            mention = Mention(start, end, word, Term("code", word.casefold()))
            triple = _linked(sentence, mention, slot) or (
                _done(sentence, mention, verbs) if _SHAPE.fullmatch(word) or word.isdigit() else None
            )
            if triple is not None and triple.status is not Status.NEGATED:
                yield replace(triple, functional=True)

    return extract


def forms_of(verb: str) -> tuple[str, ...]:
    """The forms of a regular verb: parsers take "rated" for a form of "rat"."""
    root = verb.removesuffix("e")
    past = f"{verb[:-1]}ied" if verb.endswith("y") else f"{root}ed"
    third = f"{verb[:-1]}ies" if verb.endswith("y") else f"{verb}es" if verb.endswith("s") else f"{verb}s"
    return verb, third, past, f"{root}ing"


def _codes(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Words of code, and words of capitals and digits."""
    text = sentence.unit.text
    spans = [(low, high) for low, high in sentence.unit.codes if _WORD.fullmatch(text[low:high])]
    for found in _SHAPE.finditer(text):
        if not any(low < found.end() and found.start() < high for low, high in sentence.unit.codes):
            spans.append(found.span())
    for found in _ANSWER.finditer(text):
        if not any(low < found.end() and found.start() < high for low, high in spans):
            spans.append(found.span("code"))
    yield from sorted(spans)


def _linked(sentence: Sentence, mention: Mention, slot: re.Pattern[str]) -> Triple | None:
    """ "The log level is `warn`": the subject is something whose values are codes."""
    before = sentence.unit.text[: mention.start]
    named = _NAMED.search(before)
    if not named and not _LINK.search(before):
        return None
    clause = sentence.stated(mention)
    phrase = sentence.subject(clause) if clause.verb is not None else None
    if phrase is None or clause.subordinate in {"relcl", "acl", "advcl"} or clause.modal in {"can", "may"}:
        return None
    if not slot.search(phrase.core.lower()) and not (named and phrase.definite and not phrase.plural):
        return None
    subject, basis, predicate = split_phrase(phrase, sentence.unit)
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject=subject,
        basis=basis,
        predicate=f"{predicate or phrase.core}{' name' if named else ''}",
        confidence=0.85,
        scope=phrase.scope,
        naming=phrase.core,
    )
    told = _DEFAULT.search(phrase.core) or _BY_DEFAULT.match(sentence.unit.text, mention.end)
    return replace(triple, bound=Bound.DEFAULT if told else None)


def _done(sentence: Sentence, mention: Mention, verbs: Mapping[str, str]) -> Triple | None:
    """ "Tokens are signed with RS256", "we sign tokens with RS256": what is done gives the predicate."""
    clause = sentence.clause(mention)
    tokens = sentence.parse.tokens
    if clause.verb is None or tokens[clause.verb].text.lower() not in verbs or clause.subordinate in {"advcl"}:
        return None
    if len(clause.path) > 3 or clause.modal in {"can", "may", "could", "might", "would"}:
        return None
    if clause.passive:
        phrase = sentence.subject(clause)
    else:
        done = next((c for c in sentence.parse.children[clause.verb] if tokens[c].dep == "dobj"), None)
        phrase = noun_phrase(sentence.parse, done) if done is not None else None
        if done is not None and tokens[done].start <= mention.start < tokens[done].end:
            return None
        if done is None and mention.text.isdigit():  # "The server answers with status 401"
            phrase = sentence.subject(clause)
    if phrase is None or tokens[phrase.head].pos == "PRON":
        return None
    return sentence.triple(
        NAME,
        mention,
        clause,
        subject=phrase.whole,
        basis=SubjectBasis.GRAMMAR,
        predicate=verbs[tokens[clause.verb].text.lower()],
        confidence=0.85,
        scope=phrase.scope,
    )


FIRES = (
    ("The housing is rated IP67.", "rate housing", "IP67", None),
    ("Access tokens are signed with RS256.", "sign Access tokens", "RS256", None),
    ("We encrypt every backup with AES-256.", "encrypt backup", "AES-256", None),
    ("The log level is `warn` unless set otherwise.", "log level", "warn", None),
    ("The default branch is `main`.", "default branch", "main", Bound.DEFAULT),
    ("The response format is `json` by default.", "response format", "json", Bound.DEFAULT),
    ("The configuration file is named `tool.toml`.", "configuration file name", "tool.toml", None),
    ("The paper size is A4.", "paper size", "A4", None),
    ("Requests without a token are rejected with status 401.", "reject requests", "401", None),
    ("Larger uploads are refused with error code 413.", "refuse larger uploads", "413", None),
)
SILENT = (
    "The command is `restart`.",
    "Take bus B12 to the harbour.",
    "The log level is `warn` or `info`.",
    "Tokens can be signed with RS256.",
    "The form is filed with Room B12.",
    "Files are stored in S3.",
    "A status code 500 tells of a fault.",
    "Requests are rejected with status 401 or 403.",
    "An example of a format is `csv`.",
    "The letter is signed with care.",
)
