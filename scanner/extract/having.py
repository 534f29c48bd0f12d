"""``X runs on A and B``, ``X is not available for A``, ``X has no A``: what a thing serves or has, as yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.extract.clause import noun_phrase, present_verbs
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Flag, Mention, Quantity, Status, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "cue"]

NAME = "having"
_MAIN = frozenset({"ROOT", "conj", "ccomp", "parataxis"})
_NEVER = frozenset({"not", "never", "n't", "n’t"})
_MODALS = frozenset({"may", "might", "could", "would", "should", "must", "shall", "will", "can", "cannot"})
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|except|only|before|after|once|while|during|than|whether|yet|every|each|most|some)\b",
    re.IGNORECASE,
)
_SENDING = frozenset({"deliver", "ship", "apply", "belong"})
_PRESENT = frozenset({"VBZ", "VBP", "VB"})
_SERVING = frozenset({"on", "under", "with", "for", "in", "by"})
_SHORT = 3


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for what a thing serves or has, as the body of a pattern."""
    verbs = sorted({words.partition(" ")[0] for words in rules.words("running verb")})
    joined = "|".join(rf"{verb}s?" for verb in verbs)
    after = "|".join(sorted({words.partition(" ")[2] for words in rules.words("running verb")}))
    states = "|".join(re.escape(words).replace(r"\ ", r"\s+") for words in rules.words("serving adjective"))
    return (
        rf"\b(?:{joined})\s+(?:{after})\b|\b(?:{states})\b"
        r"|\b(?:has|have|contains?)\s+(?:no|an?)\s|\b(?:contains?)\s+[a-z]|\bthere\s+(?:is|are)\s+(?:no|an?)\s|\bcomes?\s+with(?:out)?\b|\blacks?\s|\bmay\s+contain\b"
    )


@dataclass(frozen=True)
class _Words:
    running: frozenset[tuple[str, str]]
    serving: frozenset[tuple[str, str]]
    having: frozenset[str]
    nothing: frozenset[str]


def build(rules: RuleSet) -> Narrator:
    def pairs(name: str) -> frozenset[tuple[str, str]]:
        return frozenset((first, last) for first, _, last in (entry.partition(" ") for entry in rules.words(name)))

    words = _Words(
        pairs("running verb"),
        pairs("serving adjective"),
        frozenset(rules.words("having verb")),
        frozenset(rules.words("no part")),
    )

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        if sentence.unit.text.rstrip().endswith((":", "?")):
            return
        for index in present_verbs(sentence.parse, _MAIN):
            for found in (*_served(sentence.parse, index, words), *_had(sentence.parse, index, words)):
                yield from _triples(sentence, index, found, mentions)

    return extract


@dataclass(frozen=True)
class _Found:
    """``members`` of ``owner`` by the verb or adjective from ``low`` to ``high``; ``word`` opens the predicate.

    ``listed``: the members stand behind a preposition, and none of them restricts another.
    """

    owner: int | None
    members: tuple[int, ...]
    word: str
    holds: bool
    low: int
    high: int
    listed: bool = False


def _denied(parse: Parse, index: int) -> bool:
    return any(
        parse.tokens[c].text.lower() in _NEVER
        or (parse.tokens[c].text.lower() == "longer" and parse.tokens[c - 1].text.lower() == "no")
        for c in parse.children[index]
    )


def _begin(parse: Parse, verb: int) -> int:
    """Where a verb begins with what denies it: "does not", "no longer"."""
    found = [c for c in parse.children[verb] if parse.tokens[c].dep in {"neg", "aux"}]
    found += [c - 1 for c in parse.children[verb] if parse.tokens[c].text.lower() == "longer"]
    return min((parse.tokens[c].start for c in found), default=parse.tokens[verb].start)


def _subject(parse: Parse, index: int) -> int | None:
    return next((c for c in parse.children[index] if parse.tokens[c].dep in {"nsubj", "nsubjpass"}), None)


def _served(parse: Parse, verb: int, words: _Words) -> Iterator[_Found]:
    """ "Runs on Linux and macOS", "is not available for Android"."""
    tokens = parse.tokens
    heads = [verb, *(c for c in parse.children[verb] if tokens[c].dep in {"acomp", "attr"})]
    for head in heads:
        known = words.running if head == verb else words.serving
        for prep in parse.children[head]:
            if (
                tokens[prep].dep != "prep"
                or prep < head
                or (tokens[head].lemma.lower(), tokens[prep].text.lower()) not in known
            ):
                continue
            first = next((c for c in parse.children[prep] if tokens[c].dep == "pobj"), None)
            if first is None or tokens[first].pos not in {"NOUN", "PROPN"}:
                continue
            if tokens[head].lemma.lower() in _SENDING and (
                tokens[head].tag not in _PRESENT or _subject(parse, verb) is None
            ):
                continue  # "is best delivered face to face"
            word = "support" if tokens[head].lemma.lower() != "open" else "open to"
            if tokens[prep].text.lower() not in _SERVING:
                word = f"{tokens[head].lemma.lower()} {tokens[prep].text.lower()}".removesuffix(" to")
            low = _begin(parse, verb)
            yield _Found(
                _subject(parse, verb),
                _coordinated(parse, first),
                word,
                not _denied(parse, verb),
                min(low, tokens[verb].start),
                tokens[prep].start,
                listed=True,
            )


def _had(parse: Parse, verb: int, words: _Words) -> Iterator[_Found]:
    """ "Has no GPS", "there is no lift", "comes without a charger", "may contain nuts"."""
    tokens = parse.tokens
    token = tokens[verb]
    owner: int | None
    if token.lemma in words.having:
        first = next((c for c in parse.children[verb] if tokens[c].dep == "dobj"), None)
        owner = _subject(parse, verb)
        if owner is None:
            return
    elif token.lemma == "be" and any(tokens[c].dep == "expl" for c in parse.children[verb]):
        first, owner = next((c for c in parse.children[verb] if tokens[c].dep == "attr"), None), None
    elif token.lemma == "come":
        prep = next(
            (c for c in parse.children[verb] if c > verb and tokens[c].text.lower() in {"with", "without"}), None
        )
        first = next((c for c in parse.children[prep] if tokens[c].dep == "pobj"), None) if prep is not None else None
        owner = _subject(parse, verb)
        if prep is not None and first is not None and owner is not None:
            without = tokens[prep].text.lower() == "without"
            yield _Found(
                owner, _coordinated(parse, first), "", without is _denied(parse, verb), token.start, tokens[prep].end
            )
        return
    else:
        return
    if first is None or tokens[first].pos not in {"NOUN", "PROPN"} or tokens[first].lemma.lower() in words.nothing:
        return
    determiners = {tokens[c].lemma.lower() for c in parse.children[first] if tokens[c].dep in {"det", "neg"}}
    none = "no" in determiners or token.lemma == "lack"
    if not none and determiners - {"a", "an"}:
        return
    if none and _denied(parse, verb):
        return
    high = max((tokens[c].end for c in parse.children[first] if tokens[c].lemma.lower() == "no"), default=token.end)
    low = _begin(parse, verb)
    word = "contain" if token.lemma == "contain" else ""
    yield _Found(
        owner, _coordinated(parse, first), word, not (none or _denied(parse, verb)), min(low, token.start), high
    )


def _none(triple: Triple, name: str, noun: str) -> Triple:
    """ "Has no seats" says how many seats there are, beside "has 40 seats"."""
    none = Quantity(Fraction(0), Fraction(0), noun=noun)
    return replace(triple, mention=replace(triple.mention, value=none), predicate=name, functional=None, lead="")


def _triples(sentence: Sentence, verb: int, found: _Found, mentions: tuple[Mention, ...]) -> Iterator[Triple]:
    parse, text = sentence.parse, sentence.unit.text
    tokens = parse.tokens
    mention = Mention(found.low, found.high, text[found.low : found.high].strip(), Flag(found.holds))
    mention = replace(mention, end=mention.start + len(mention.text))
    clause = sentence.of_verb(verb)
    may = clause.modal == "may" and found.word == "contain"
    if clause.past or clause.condition or clause.subordinate or (clause.modal in _MODALS and not may):
        return
    if _LIMITED.search(text[clause.span[0] : clause.span[1]]):
        return
    named = noun_phrase(parse, found.owner) if found.owner is not None else None
    pronoun = named is not None and tokens[named.head].pos == "PRON"
    if pronoun and named is not None and tokens[named.head].text.lower() not in {"it", "they", "we"}:
        return
    for member in found.members:
        editions = _editions(parse, member) if found.word == "support" else ()
        indices = parse.subtree(member, frozenset({"conj", "cc", "punct", "relcl", "acl", "prep", "det", "appos"}))
        name = parse.words(indices)
        whole = parse.subtree(member, frozenset({"conj"}))
        span = (tokens[whole[0]].start, tokens[whole[-1]].end)
        if editions:
            indices = tuple(i for i in indices if tokens[i].pos != "NUM")
            name, span = parse.words(indices), (tokens[indices[0]].start, tokens[indices[-1]].end)
        if not 0 < len(indices) <= _SHORT or any(
            m.value is not None and m.start < span[1] and span[0] < m.end for m in mentions
        ):
            continue
        triple = sentence.triple(
            NAME,
            mention,
            clause,
            subject=named.core if named is not None and not pronoun else "",
            basis=SubjectBasis.GRAMMAR if named is not None and not pronoun else SubjectBasis.NONE,
            predicate=f"{found.word} {name}".strip(),
            confidence=0.75,
            scope=_scope(parse, member),
        )
        if triple.status not in {Status.ASSERTED, Status.NEGATED}:
            return
        last = max(tokens[i].end for m in found.members for i in (m, *_editions(parse, m)))
        begin = named.span[0] if named is not None and named.span[0] < found.low else found.low
        own = (min(begin, triple.statement[0]), found.high) if found.listed else triple.statement
        if found.listed and _goes_on(text[last : clause.span[1]]):
            return
        triple = replace(triple, status=Status.ASSERTED, bound=None, functional=True, statement=own, lead=name)
        if not found.holds and not found.word and tokens[member].tag == "NNS":
            counted = f"number of {name}" if found.owner is None else name  # as "there are twelve benches" is named
            yield _none(triple, counted, tokens[member].lemma.lower())
        for number in editions:
            token = tokens[number]
            words = f"{name} {token.text}"
            told = replace(mention, start=token.start, end=token.end, text=token.text)
            yield replace(triple, predicate=f"support {words}", lead=words, mention=told)
        if not editions:
            yield triple


def _editions(parse: Parse, member: int) -> tuple[int, ...]:
    """The bare numbers that complete a product's name: "PostgreSQL 12, 13 and 14"."""
    if not parse.tokens[member].text[:1].isupper():
        return ()
    found = [c for c in parse.children[member] if parse.tokens[c].dep == "nummod" and c > member]
    for number in found:
        found.extend(c for c in parse.children[number] if parse.tokens[c].dep in {"conj", "appos"})
    return tuple(c for c in sorted(found) if parse.tokens[c].text[:1].isdigit())


def _goes_on(rest: str) -> bool:
    """Whether a clause says more behind what it lists: in which mode, with which version."""
    return re.search(r"\w", rest.partition(",")[0]) is not None


def _scope(parse: Parse, member: int) -> tuple[str, ...]:
    return noun_phrase(parse, member).scope


def _coordinated(parse: Parse, first: int) -> tuple[int, ...]:
    found = [first]
    for index in found:
        found.extend(c for c in parse.children[index] if parse.tokens[c].dep == "conj")
    return tuple(i for i in found if parse.tokens[i].pos in {"NOUN", "PROPN", "X"})


FIRES = (
    ("Kestrel runs on Linux and Windows.", "support Windows", "runs", None),
    ("Kestrel runs on Ubuntu 20, 22 and 24.", "support Ubuntu 24", "24", None),
    ("The app does not work with Safari.", "support Safari", "does not work", None),
    ("The app no longer works with Safari.", "support Safari", "no longer works", None),
    ("The SDK is not available for Android.", "support Android", "is not available", None),
    ("Travel time does not count as working time.", "count as working time", "does not count", None),
    ("Guided tours are offered in English and French.", "support French", "offered", None),
    ("The camera has no GPS.", "GPS", "has no", None),
    ("The flat has a balcony.", "balcony", "has", None),
    ("There is no lift.", "lift", "is no", None),
    ("The lamp comes without batteries.", "batteries", "comes without", None),
    ("The sauce may contain nuts.", "contain nuts", "may contain", None),
    ("The archive is not open to students.", "open students", "is not open", None),
)
SILENT = (
    "The train runs on Sundays when schools are open.",
    "She works with care if asked.",
    "The rule has no effect.",
    "There is no reason to wait.",
    "Does the camera have a GPS?",
    "The library may have a lift.",
    "The house had a garden.",
    "The table has 12 rows.",
    "With great power comes great responsibility.",
)
