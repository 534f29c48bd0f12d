"""``times are given in UTC``, ``acids go into the blue bin``, ``made of steel``: one word of a closed vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import Clause, noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import AnyOf, Mention, Status, SubjectBasis, Term, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "Vocabulary", "build", "told", "vocabularies"]

NAME = "category"
_BE = r"(?:is|are|remains?|stays?)\s+(?:(?:always|now|all|both|still|currently|only|usually|exclusively)\s+)*"
_BEFORE = re.compile(
    r"\b(?:not|never|than|except|like|as\s+in|without|or|and|also|either|both|e\.g\.|mostly|partly|unless)\s+"
    r"(?:in\s+|as\s+|the\s+|an?\s+|by\s+|via\s+|on\s+)*$|[,/&]\s*$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\s*(?:,|/|&|\bor\b|\band\b|\+)\s*(?:also\s+)?(?:in\s+|as\s+|by\s+|via\s+|on\s+|the\s+|an?\s+)*(?:or\s+|and\s+)?",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\b(?:if|unless|except|instead|whether|some|many|most|other|sometimes|often|preferably)\b", re.IGNORECASE
)
_MODALS = frozenset({"can", "could", "may", "might", "would", "cannot", "ca"})
_LINKS = frozenset(
    {
        "prep",
        "pobj",
        "amod",
        "acomp",
        "attr",
        "dobj",
        "advmod",
        "compound",
        "nmod",
        "npadvmod",
        "oprd",
        "agent",
        "pcomp",
    }
)
_LONGEST_PATH = 4
_REACH = 40
_EMPTY = frozenset({"place", "part", "effect"})  # "takes place in German"
_COMPLETING = frozenset({"acomp", "attr", "oprd"})
_TAKING = (
    r"\b(?:in|into|to|with|on|at|through|by|via|use|uses|has|have|carries|carry|wear|wears|take|takes|guarantees?|"
    r"provides?|offers?|gives?)\s+(?:(?:the|an?|our|its|your|only)\s+)*"
)


@dataclass(frozen=True)
class Vocabulary:
    """One closed vocabulary: its terms by phrase, where its words are values, and the verbs that give a value there.

    ``direct`` finds a word right behind the words that give it, ``attribute`` one before a noun ("into the *red* bin");
    ``verbs`` is empty where any verb will do.
    """

    domain: str
    terms: Mapping[str, Term]
    needed: AnyOf
    word: re.Pattern[str]
    direct: re.Pattern[str] | None
    attribute: re.Pattern[str] | None
    verbs: frozenset[str]

    def found(self, text: str) -> Iterable[re.Match[str]]:
        """Where a word of the vocabulary may be a value; its group is ``word``."""
        for pattern in (self.direct, self.attribute) if self.needed.within(text) else ():
            if pattern is not None:
                yield from pattern.finditer(text)


def vocabularies(rules: RuleSet) -> tuple[Vocabulary, ...]:
    """The vocabularies of the cards in force."""
    found = []
    for domain in rules.words("category"):
        terms = {
            phrase.casefold(): Term(card.domain, card.id, card.agrees)
            for card in rules.terms.values()
            if card.domain == domain
            for phrase in card.phrases
        }
        if not terms:
            continue
        word = phrase_pattern(terms)
        nouns = "|".join(sorted((re.escape(noun) for noun in _words(rules, f"category noun {domain}")), key=_longest))
        before = _before(_words(rules, f"category {domain}"))
        found.append(
            Vocabulary(
                domain,
                terms,
                AnyOf.of(terms),
                word,
                None if before is None else re.compile(f"{before}(?P<word>{word.pattern})", re.IGNORECASE),
                re.compile(rf"{_TAKING}(?P<word>{word.pattern})(?=\s+(?:{nouns})(?![\w-]))", re.IGNORECASE)
                if nouns
                else None,
                frozenset(_words(rules, f"category verb {domain}")),
            )
        )
    return tuple(found)


def _words(rules: RuleSet, cue: str) -> tuple[str, ...]:
    """The words of a cue that not every vocabulary has."""
    card = rules.cues.get(cue)
    return () if card is None else card.words


def _longest(words: str) -> tuple[int, str]:
    return -len(words), words


def _before(words: Iterable[str]) -> str | None:
    """What has to stand before a word of a vocabulary, as a pattern; ``None`` where a noun behind it tells."""
    parts = []
    for word in sorted(words, key=_longest):
        if word == "=":
            return ""
        first, _, rest = word.partition(" ")
        body = _BE if first == "be" else re.escape(first) + r"\s+"
        parts.append(body + "".join(re.escape(part) + r"\s+" for part in rest.split()))
    return rf"\b(?:{'|'.join(parts)})" if parts else None


def told(rules: RuleSet) -> Callable[[str], bool]:
    """Whether a text has a word of a vocabulary where it may be a value: what makes it worth parsing for one."""
    known = vocabularies(rules)
    return lambda text: any(True for vocabulary in known for _ in vocabulary.found(text))


def build(rules: RuleSet) -> Narrator:
    known = vocabularies(rules)
    several = frozenset(rules.words("several verb"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        if text.rstrip().endswith((":", "?")):
            return
        for vocabulary in known:
            for found in vocabulary.found(text):
                low, high = found.span("word")
                if any(m.value is not None and _crosses(m, low, high) for m in mentions):
                    continue
                if _BEFORE.search(text[max(0, low - _REACH) : low]) or _is_one_of_several(vocabulary, text, high):
                    continue
                triple = _triple(sentence, vocabulary, (low, high), several)
                if triple is not None:
                    yield triple

    return extract


def _crosses(mention: Mention, low: int, high: int) -> bool:
    """Whether a value shares characters with a word and is no part of it (the "zero" of "zero-based")."""
    return mention.start < high and low < mention.end and not (low <= mention.start and mention.end <= high)


def _is_one_of_several(vocabulary: Vocabulary, text: str, end: int) -> bool:
    """Whether another word of the vocabulary is listed behind one: then neither is the only value."""
    joint = _MORE.match(text, end)
    return joint is not None and vocabulary.word.match(text, joint.end()) is not None


def _triple(
    sentence: Sentence, vocabulary: Vocabulary, span: tuple[int, int], several: frozenset[str]
) -> Triple | None:
    """The claim that the word at ``span`` is the value of what the clause speaks of; ``None`` where it is not."""
    text, tokens = sentence.unit.text, sentence.parse.tokens
    word = text[span[0] : span[1]]
    mention = Mention(*span, word, vocabulary.terms[" ".join(word.casefold().split())])
    clause = sentence.stated(mention)
    if clause.verb is None or sentence.restricts(clause) or clause.past or clause.negated or clause.modal in _MODALS:
        return None
    if clause.condition or _modifies(sentence, span):
        return None
    if len(clause.path) > _LONGEST_PATH or not set(clause.path) <= _LINKS:
        return None
    verb = tokens[clause.verb]
    completed = {tokens[c].lemma.lower() for c in sentence.parse.children[clause.verb] if tokens[c].dep in _COMPLETING}
    if ({verb.lemma.lower()} | completed) & several or _LIMITED.search(text[clause.span[0] : clause.span[1]]):
        return None
    if vocabulary.verbs and verb.lemma.lower() not in vocabulary.verbs:
        return None
    about = _about(sentence, clause, span)
    if about is None:
        return None
    subject, scope = about
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject=subject,
        basis=SubjectBasis.GRAMMAR if subject else SubjectBasis.NONE,
        predicate=vocabulary.domain,
        confidence=0.8,
        scope=scope,
    )
    if triple.status is not Status.ASSERTED:
        return None
    return replace(triple, functional=True, bound=None)


def _modifies(sentence: Sentence, span: tuple[int, int]) -> bool:
    """Whether a word stands before a noun that it modifies ("an online tool"), or is part of a name ("Red Line")."""
    tokens = sentence.parse.tokens
    inside = sentence.parse.at(*span)
    last = tokens[inside[-1]]
    behind = tokens[inside[-1] + 1] if inside[-1] + 1 < len(tokens) else None
    noun = behind is not None and behind.pos in {"NOUN", "PROPN"} and behind.head != inside[-1]
    if noun and last.pos in {"ADJ", "ADV"} and last.text.lower() == "online":
        return True
    return bool(noun and behind is not None and last.text[:1].isupper() and behind.text[:1].isupper())


def _about(sentence: Sentence, clause: Clause, span: tuple[int, int]) -> tuple[str, tuple[str, ...]] | None:
    """What a clause gives a value to, and what restricts it: what is done something with, else who is named first.

    Empty for a pronoun; ``None`` where nothing is named.
    """
    tokens = sentence.parse.tokens
    below = sentence.parse.children[clause.verb] if clause.verb is not None else ()
    done = next(
        (
            c
            for c in below
            if tokens[c].dep == "dobj" and tokens[c].pos in {"NOUN", "PROPN"} and tokens[c].lemma not in _EMPTY
        ),
        None,
    )
    if done is not None and not clause.passive:
        phrase = noun_phrase(sentence.parse, done)
        if not (phrase.span[0] < span[1] and span[0] < phrase.span[1]):
            return phrase.whole, phrase.scope
    named = sentence.subject(clause)
    if named is None:
        return ("", ()) if done is not None else None
    if tokens[named.head].tag in {"EX", "WP", "WDT", "DT"}:
        return None
    if tokens[named.head].pos == "PRON":
        return "", ()
    if named.span[0] < span[1] and span[0] < named.span[1]:
        return None
    return f"{named.core} of {named.of}" if named.of else named.core, named.scope


FIRES = (
    ("All times are given in UTC.", "time zone", "UTC", None),
    ("Acids go into the blue container.", "colour", "blue", None),
    ("The visitor badge is green.", "colour", "green", None),
    ("The cabinet is made of stainless steel.", "material", "stainless steel", None),
    ("The minutes are written in English.", "language used", "English", None),
    ("Homework is handed in on paper.", "way", "on paper", None),
    ("Submit the claim online.", "way", "online", None),
    ("The rent is paid by bank transfer.", "means of payment", "by bank transfer", None),
    ("The office is on the second floor of the town hall.", "floor", "on the second floor", None),
    ("The sensor connects over Bluetooth.", "connection", "Bluetooth", None),
    ("Results are sorted by date in descending order.", "order", "in descending order", None),
    ("Pike guarantees exactly-once delivery.", "delivery guarantee", "exactly-once", None),
    ("Delivery is at least once.", "delivery guarantee", "at least once", None),
    ("The row number is zero-based.", "first index", "zero-based", None),
    ("Reports are sent as PDF.", "format", "PDF", None),
    ("Customer data is stored in Ireland.", "country", "Ireland", None),
    ("Our servers stand in the Netherlands.", "country", "Netherlands", None),
    ("Late visitors use the rear entrance.", "side", "rear", None),
)
SILENT = (
    "Times may be given in UTC.",
    "The badge is red or green.",
    "Reports are sent as PDF or CSV.",
    "The guide is available in English.",
    "Books in English stand on the left.",
    "The red team won.",
    "The label is not red.",
    "Forms that are handed in on paper take longer.",
    "Homework was handed in on paper.",
    "She works online.",
    "If the lamp is red, wait.",
    "Is the form sent by post?",
    "The shop on the second floor sells shoes.",
    "We also accept claims by post.",
    "Apply with the online tool.",
    "Take the Red Line to the harbour.",
    "Data may be processed in the US.",
    "We have customers in Ireland and in Spain.",
    "The fair is held in Germany and France.",
)
