"""``expenses are approved by the line manager``, ``the tenant is responsible for repairs``: whose task something is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scanner.extract.clause import noun_phrase, present_verbs
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import EntityRef, Mention, Status, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "agent"
_MAIN = frozenset({"ROOT", "conj", "parataxis"})
_MODALS = frozenset({"can", "could", "may", "might", "would", "should", "cannot", "ca"})
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|except|only|either|or|whether|sometimes|usually|often|normally|typically|some|most|many|not|no|also|partly|jointly)\b",
    re.IGNORECASE,
)
_COSTS = frozenset({"expense", "cost", "risk"})
_LONGEST = 6


@dataclass(frozen=True)
class _Parties:
    """Who can have a task, the verbs of tasks, and those of them that tell one in the active voice as well."""

    nouns: frozenset[str]
    verbs: frozenset[str]
    alone: frozenset[str]

    def named(self, parse: Parse, head: int) -> str:
        """The party that the noun phrase at ``head`` names, as written; empty for none, and for one of several."""
        tokens = parse.tokens
        if tokens[head].lemma.lower() not in self.nouns and not _is_person(parse, head):
            return ""
        below = parse.children[head]
        if any(tokens[c].dep in {"conj", "cc", "nummod"} or tokens[c].lemma in {"any", "another"} for c in below):
            return ""
        indices = parse.subtree(head, frozenset({"relcl", "acl", "appos", "punct", "det", "advmod", "predet"}))
        words = parse.words([i for i in indices if not _is_apart(parse, i, head)])
        return words if 0 < len(words.split()) <= _LONGEST else ""


def _is_person(parse: Parse, head: int) -> bool:
    """Whether a phrase is a name of two capitals: a person or a firm."""
    token = parse.tokens[head]
    compounds = [
        c for c in parse.children[head] if parse.tokens[c].dep == "compound" and parse.tokens[c].pos == "PROPN"
    ]
    return token.pos == "PROPN" and bool(compounds)


def _is_apart(parse: Parse, index: int, head: int) -> bool:
    """Whether a word hangs on the party by another preposition than "of": "the office *in Bern*"."""
    current = index
    while current != head and parse.tokens[current].head != current:
        token = parse.tokens[current]
        if token.dep == "prep" and token.head == head:
            return token.text.lower() not in {"of", "for"}
        current = token.head
    return False


@dataclass(frozen=True, slots=True)
class _Task:
    """``party`` has to do with ``thing`` what ``verb`` says; ``span`` is where the party stands.

    ``name`` is its normal form: one of several tenants is the tenant.
    """

    party: str
    name: str
    span: tuple[int, int]
    thing: int
    verb: str
    index: int


def build(rules: RuleSet) -> Narrator:
    parties = _Parties(
        frozenset(rules.words("role noun")) | frozenset(rules.words("party noun")),
        frozenset(rules.words("task verb")),
        frozenset(rules.words("task verb alone")),
    )

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        if sentence.unit.text.rstrip().endswith((":", "?")):
            return
        for index in present_verbs(sentence.parse, _MAIN):
            for task in _tasks(sentence.parse, index, parties):
                if any(_touches(m, task.span) or _touches(m, _span(sentence.parse, task.thing)) for m in mentions):
                    continue  # "members pay 20 EUR" tells what they pay, not who does
                triple = _triple(sentence, task)
                if triple is not None:
                    yield triple

    return extract


def _touches(mention: Mention, span: tuple[int, int]) -> bool:
    return mention.value is not None and mention.start < span[1] and span[0] < mention.end


def _span(parse: Parse, index: int) -> tuple[int, int]:
    return parse.tokens[index].start, parse.tokens[index].end


def _tasks(parse: Parse, verb: int, parties: _Parties) -> Iterator[_Task]:
    tokens, children = parse.tokens, parse.children[verb]

    def below(*deps: str) -> int | None:
        return next((c for c in children if tokens[c].dep in deps), None)

    subject = below("nsubj", "nsubjpass")
    if subject is None or tokens[subject].pos not in {"NOUN", "PROPN"}:
        return
    if tokens[verb].lemma.lower() in parties.verbs and below("nsubjpass") is not None:
        by = next((c for c in children if tokens[c].dep == "agent"), None)
        party = next((c for c in parse.children[by] if tokens[c].dep == "pobj"), None) if by is not None else None
        if party is not None:
            yield from _task(parse, verb, parties, party, subject, tokens[verb].lemma.lower())
    elif tokens[verb].lemma.lower() in parties.alone:
        done = below("dobj")
        if done is not None and tokens[done].pos in {"NOUN", "PROPN"}:
            yield from _task(parse, verb, parties, subject, done, tokens[verb].lemma.lower())
    elif tokens[verb].lemma == "be":
        cost = next((c for c in children if tokens[c].dep == "prep" and tokens[c].text.lower() == "at"), None)
        borne = next((c for c in parse.children[cost] if tokens[c].lemma in _COSTS), None) if cost is not None else None
        of = next((c for c in parse.children[borne] if tokens[c].text == "of"), None) if borne is not None else None
        payer = next((c for c in parse.children[of] if tokens[c].dep == "pobj"), None) if of is not None else None
        if payer is not None:
            yield from _task(parse, verb, parties, payer, subject, "bear")
        state = below("acomp")
        if state is None or tokens[state].lemma.lower() not in {"responsible", "liable"}:
            return
        prep = next((c for c in parse.children[state] if tokens[c].text.lower() == "for"), None)
        thing = next((c for c in parse.children[prep] if tokens[c].dep == "pobj"), None) if prep is not None else None
        if thing is not None and tokens[thing].pos in {"NOUN", "PROPN"}:
            yield from _task(parse, verb, parties, subject, thing, "responsible")


def _task(parse: Parse, verb: int, parties: _Parties, party: int, thing: int, word: str) -> Iterator[_Task]:
    name = parties.named(parse, party)
    if name:
        whole = parse.subtree(party, frozenset({"relcl", "acl", "appos", "punct", "det", "advmod", "predet"}))
        kept = [i for i in whole if not _is_apart(parse, i, party)]
        head = parse.tokens[party]
        words = [head.lemma if word == head.text else word for word in name.split()] if head.pos == "NOUN" else [name]
        yield _Task(
            name,
            " ".join(words).casefold(),
            (parse.tokens[kept[0]].start, parse.tokens[kept[-1]].end),
            thing,
            word,
            verb,
        )


def _triple(sentence: Sentence, task: _Task) -> Triple | None:
    """The claim that a task is the party's; ``None`` where it is so in some case only, or was."""
    text = sentence.unit.text
    mention = Mention(*task.span, text[slice(*task.span)], EntityRef(task.name, task.party))
    clause = sentence.of_verb(task.index)
    if clause.past or clause.negated or clause.modal in _MODALS or clause.condition:
        return None
    if _LIMITED.search(text[clause.span[0] : clause.span[1]]):
        return None
    phrase = noun_phrase(sentence.parse, task.thing)
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject=phrase.whole,
        basis=SubjectBasis.GRAMMAR,
        predicate=f"{task.verb} by",
        confidence=0.75,
        scope=phrase.scope,
    )
    return replace(triple, functional=True, bound=None) if triple.status is Status.ASSERTED else None


FIRES = (
    ("Expenses are approved by the line manager.", "approve by", "line manager", None),
    ("The line manager approves expenses.", "approve by", "line manager", None),
    ("Residence permits are issued by the immigration office.", "issue by", "immigration office", None),
    ("The tenant is responsible for repairs.", "responsible by", "tenant", None),
    ("Repairs are at the expense of the lessor.", "bear by", "lessor", None),
    ("The buyer pays the customs duties.", "pay by", "buyer", None),
    ("Access reviews are carried out by the security team.", "carry by", "security team", None),
)
SILENT = (
    "Expenses can be approved by the line manager.",
    "Expenses were approved by the line manager.",
    "Expenses are approved by the manager or the director.",
    "Expenses are not approved by the line manager.",
    "The bridge is destroyed by water.",
    "The manager likes tea.",
    "If the buyer pays the postage, the parcel is sent.",
    "Letters are signed by two directors.",
    "The tenant pays 20 EUR.",
)
