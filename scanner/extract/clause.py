"""The grammar of one sentence: which clause a value stands in, its verb, subject, polarity, modality and tense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scanner.nlp import Parse

__all__ = ["Clause", "NounPhrase", "clause_at", "complement_of", "head_of", "noun_phrase", "present_verbs"]

_VERBS = frozenset({"VERB", "AUX"})
_CLAUSES = frozenset({"ROOT", "conj", "ccomp", "dep", "advcl", "relcl", "parataxis", "acl", "xcomp", "pcomp", "csubj"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
_NEGATIVE = frozenset({"not", "n't", "never", "no", "neither", "nor", "cannot"})
_CASES = frozenset({"if", "when", "whenever", "provided"})  # of all that is said; "before" only follows the last of it
_AS_LONG = re.compile(r"(?:as|so)\s+long\s+as\b", re.IGNORECASE)
_CONDITIONS = frozenset({"if", "when", "once", "whenever", "while", "provided", "after", "before", "where"})


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase taken apart: ``core`` is its head with modifiers, ``of`` the noun it belongs to ("the X of Y",
    "Y's X"), ``scope`` the phrases that only restrict it ("for the standard tier", "in Europe").

    ``span`` is the half-open character range of the whole phrase.
    """

    core: str
    of: str
    scope: tuple[str, ...]
    span: tuple[int, int]
    head: int
    plural: bool = False
    definite: bool = False

    @property
    def whole(self) -> str:
        """The name with what it belongs to: "price of tickets"."""
        return f"{self.core} of {self.of}" if self.of else self.core


def present_verbs(parse: Parse, relations: frozenset[str]) -> Iterator[int]:
    """The verbs that stand in one of these relations and tell of no past."""
    for index, token in enumerate(parse.tokens):
        if token.dep in relations and token.pos in {"VERB", "AUX"} and token.tag != "VBD":
            yield index


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: indices of its verb and subject (``None`` if it has none) and what its verb phrase says.

    ``path`` are the relations from the value up to the verb, nearest first; ``prepositions`` the prepositions on it.
    ``span`` is the half-open character range of the clause without clauses hanging from it. ``condition`` is the text
    of an "if/when/unless" clause that governs it.
    """

    verb: int | None
    subject: int | None
    path: tuple[str, ...]
    prepositions: tuple[str, ...]
    negated: bool
    modal: str
    past: bool
    passive: bool
    subordinate: str
    span: tuple[int, int]
    condition: str = ""


def head_of(parse: Parse, start: int, end: int) -> int:
    """The token of a character range whose governor lies outside it."""
    inside = parse.at(start, end)
    if not inside:
        return 0
    chosen = set(inside)
    for index in reversed(inside):
        if parse.tokens[index].head not in chosen or parse.tokens[index].head == index:
            return index
    return inside[-1]


def clause_at(parse: Parse, index: int) -> Clause:
    """The clause that token ``index`` stands in."""
    tokens = parse.tokens
    path: list[str] = []
    prepositions: list[str] = []
    current, seen = index, {index}
    while not (_governs(parse, current, index) and current != index):
        if tokens[current].pos == "ADP" and current != index:
            prepositions.append(tokens[current].text.lower())
        head = tokens[current].head
        if head == current or head in seen:
            if not _governs(parse, current, index):
                return Clause(None, None, tuple(path), tuple(prepositions), False, "", False, False, "", _whole(parse))
            break
        path.append(tokens[current].dep)
        seen.add(head)
        current = head
    verb = current
    subject = _subject(parse, verb)
    chain = _verb_chain(parse, verb)
    words = [(tokens[i].text.lower(), tokens[i]) for v in chain for i in parse.children[v]]
    negated = any(w in _NEGATIVE and t.dep in {"neg", "advmod", "preconj", "det", "aux"} for w, t in words)
    modal = next((w for w, t in words if t.tag == "MD"), "")
    auxiliaries = {w for w, t in words if t.dep in {"aux", "auxpass"}}
    past = tokens[verb].tag == "VBD" or bool(auxiliaries & {"was", "were", "had", "did"})
    if tokens[verb].tag == "VBD" and auxiliaries & {"is", "are", "has", "have"}:
        past = False
    passive = any(t.dep in {"auxpass", "nsubjpass"} for _, t in words) or "auxpass" in path
    span, condition = _extent(parse, verb, index)
    return Clause(
        verb,
        subject,
        tuple(path),
        tuple(prepositions),
        negated,
        modal,
        past,
        passive,
        tokens[verb].dep if tokens[verb].dep in {"advcl", "relcl", "acl"} else "",
        span,
        condition,
    )


def _governs(parse: Parse, verb: int, index: int) -> bool:
    """Whether ``verb`` heads the clause of ``index``; "7 days after you leave" stands outside the "after" clause."""
    token = parse.tokens[verb]
    if token.dep not in _CLAUSES:
        return False
    if token.pos not in _VERBS and not any(
        parse.tokens[child].dep in {"auxpass", "aux", "nsubjpass"} for child in parse.children[verb]
    ):
        return False  # taggers take "is limited to" for an adjective: an auxiliary makes it a verb
    return not any(parse.tokens[child].dep == "mark" and index < child < verb for child in parse.children[verb])


def _verb_chain(parse: Parse, verb: int) -> list[int]:
    """The verb and the verbs it complements ("is expected to be"), nearest first."""
    chain = [verb]
    while parse.tokens[chain[-1]].dep == "xcomp" and len(chain) < 4:
        chain.append(parse.tokens[chain[-1]].head)
    return chain


def _subject(parse: Parse, verb: int) -> int | None:
    tokens = parse.tokens
    current = verb
    for _ in range(5):
        for child in parse.children[current]:
            if tokens[child].dep in _SUBJECTS and not (tokens[child].dep == "expl" and tokens[child].lemma == "there"):
                if tokens[child].pos == "PRON" and tokens[child].tag in {"WDT", "WP"}:
                    return tokens[current].head
                return child
        dep = tokens[current].dep
        if dep in {"relcl", "acl"}:
            return tokens[current].head
        if dep in {"conj", "xcomp", "advcl"} and tokens[current].head != current:
            current = tokens[current].head
            if tokens[current].pos not in _VERBS:
                return None
            continue
        return None
    return None


def complement_of(parse: Parse, clause: Clause) -> int | None:
    """The adjective that completes the clause's verb ("is *valid* for a year", "gets *warmer* than"), if one does."""
    if clause.verb is None:
        return None
    for child in parse.children[clause.verb]:
        # Before its verb it opens the sentence: "Effective immediately, the fee is 30 EUR".
        if child > clause.verb and parse.tokens[child].dep in {"acomp", "oprd"} and parse.tokens[child].pos == "ADJ":
            return child
    return None


def _whole(parse: Parse) -> tuple[int, int]:
    return 0, len(parse.text)


def _condition(parse: Parse, below: Sequence[int]) -> str:
    """The word or words that make a side clause a condition ("if", "as long as"), empty if none do."""
    first = parse.tokens[below[0]].text.lower()
    if first in {"as", "so"} and _AS_LONG.match(parse.text, parse.tokens[below[0]].start):
        return "as long as"
    return first if first in _CONDITIONS else ""


def _extent(parse: Parse, verb: int, value: int) -> tuple[tuple[int, int], str]:
    """The clause's range without side clauses that do not hold the value, and the text of its condition."""
    tokens = parse.tokens
    keep: list[int] = []
    condition = ""
    todo = [verb]
    while todo:
        current = todo.pop()
        keep.append(current)
        for child in parse.children[current]:
            below = None
            if tokens[child].dep in {"conj", "advcl", "ccomp", "parataxis", "relcl"} and tokens[child].pos in _VERBS:
                below = parse.subtree(child)
                if value not in below:
                    if tokens[child].dep == "advcl" and _condition(parse, below):
                        condition = parse.words(below)
                    elif tokens[child].dep == "conj" and current == verb:
                        condition = condition or _shared_condition(parse, child)
                    continue
            todo.append(child)
    if tokens[verb].dep == "advcl" and not condition:
        condition = _condition(parse, parse.subtree(verb))
    keep.sort()
    position = keep.index(value) if value in keep else 0
    # The widest run around the value without a gap, so that the range is one piece.
    low = high = position
    while low > 0 and keep[low - 1] >= keep[low] - 2:
        low -= 1
    while high + 1 < len(keep) and keep[high + 1] <= keep[high] + 2:
        high += 1
    return (tokens[keep[low]].start, tokens[keep[high]].end), condition


def _shared_condition(parse: Parse, joined: int) -> str:
    """The condition that closes a sentence of several verbs with one subject: "can buy or sell shares *if* …"."""
    tokens, children = parse.tokens, parse.children[joined]
    if any(tokens[c].dep in _SUBJECTS for c in children):
        return ""
    for child in children:
        below = parse.subtree(child)
        if tokens[child].dep == "advcl" and child > joined and tokens[below[0]].text.lower() in _CASES:
            return parse.words(below)
    return ""


def _place(parse: Parse, head: int) -> str:
    """The second half of a name of two parts ("Springfield, Ohio"), which parsers call an apposition."""
    tokens = parse.tokens
    for child in parse.children[head]:
        below = parse.subtree(child)
        if tokens[child].dep != "appos" or tokens[child].pos != "PROPN" or tokens[head].pos != "PROPN":
            continue
        if len(below) <= 2 and all(tokens[i].pos == "PROPN" for i in below) and below[0] <= head + 2:
            return parse.words(below)
    return ""


def gerund_of(parse: Parse, head: int) -> int | None:
    """The gerund whose adjective a parser took for the noun ("static linking")."""
    below = head + 1
    if below >= len(parse.tokens) or parse.tokens[head].pos != "ADJ":
        return None
    token = parse.tokens[below]
    return below if token.tag == "VBG" and token.dep == "acl" and token.head == head else None


def numbered(parse: Parse, head: int) -> int:
    """The bare number that completes a name ("Node 16"), else ``head`` itself."""
    after = head + 1
    if after >= len(parse.tokens) or not parse.tokens[head].text[:1].isupper():
        return head
    token = parse.tokens[after]
    follows = parse.tokens[after + 1].pos if after + 1 < len(parse.tokens) else ""
    bare = token.pos == "NUM" and token.text[:1].isdigit() and token.head == head
    return after if bare and follows not in {"NOUN", "PROPN", "SYM"} else head


_LEADING = re.compile(
    r"^(?:the|an?|each|every|all|any|our|your|its|their|this|that|these|those|both)\s+", re.IGNORECASE
)


def noun_phrase(parse: Parse, head: int) -> NounPhrase:
    """Take apart the noun phrase headed by token ``head``."""
    tokens = parse.tokens
    skip = frozenset({"relcl", "acl", "appos", "conj", "cc", "punct", "prep", "poss", "advcl", "case"})
    core_indices = [
        i for i in parse.subtree(head, skip) if tokens[i].pos not in {"DET", "PUNCT"} or tokens[i].dep == "compound"
    ]
    gerund = gerund_of(parse, head)
    if gerund is not None:
        core_indices.append(gerund)
    definite = any(tokens[c].lemma == "the" for c in parse.children[head])
    core = parse.words(core_indices) if core_indices else tokens[head].text
    place = _place(parse, head)
    if place:
        core = f"{core}, {place}"
    of, scope = "", []
    for child in parse.children[head]:
        token = tokens[child]
        if token.dep == "poss":
            of = parse.words(parse.subtree(child, frozenset({"case", "punct"})))
        elif token.dep == "prep":
            for target in parse.children[child]:
                if tokens[target].dep != "pobj":
                    continue
                words = parse.words(parse.subtree(target, frozenset({"relcl", "acl", "punct"})))
                if token.text.lower() == "of" and not of:
                    of = words
                else:
                    scope.append(f"{token.text.lower()} {words}")
    indices = parse.subtree(head, frozenset({"relcl", "acl", "appos"}))
    span = (tokens[indices[0]].start, tokens[indices[-1]].end)
    return NounPhrase(
        _LEADING.sub("", core).strip(),
        _LEADING.sub("", of).strip(),
        tuple(scope),
        span,
        head,
        tokens[head].tag in {"NNS", "NNPS"},
        definite,
    )
