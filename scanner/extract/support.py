"""``X supports Y``, ``X does not include Y``, ``Y is not covered``: membership in a set, as yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.clause import gerund_of, noun_phrase, numbered
from scanner.extract.narrative import Narrator, Sentence, bounded
from scanner.model import Flag, Mention, Status, SubjectBasis, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

NAME = "support"
_ONLY = re.compile(
    r"\bonly\s+(?:after|before|from|until|during|on|at|between|with|without|when|where|if|once|within)\b"
)
_NOT_NOW = frozenset({"have", "'ve", "’ve", "had", "will", "can", "could", "may", "might", "would", "should"})
_EXCLUDING = "exclude"
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass"})


def build(rules: RuleSet) -> Narrator:
    verbs = frozenset(
        verb
        for card in rules.predicates.values()
        if card.functional is False and "flag" in card.value
        for verb in card.verbs
    )
    told = verbs | {_EXCLUDING}
    own = frozenset(rules.predicates["does"].verbs)
    pointing, negative = frozenset(rules.words("pointing member")), frozenset(rules.words("negative auxiliary"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        tokens = sentence.parse.tokens
        if sentence.unit.text.rstrip().endswith(":"):
            return  # it introduces a list, whose items are what is supported
        for index, token in enumerate(tokens):
            if token.lemma not in told or token.pos != "VERB" or token.dep not in {"ROOT", "conj", "ccomp", "xcomp"}:
                continue
            children = sentence.parse.children[index]
            # A negation behind the verb belongs to what follows ("They include: not, and, or").
            behind = {c for c in children if tokens[c].dep == "neg" and tokens[c].start > token.start}
            words = {
                tokens[c].text.lower()
                for c in children
                if c not in behind and tokens[c].dep in {"neg", "advmod", "aux", "preconj", "cc"}
            }
            if token.dep == "xcomp":  # "has not yet learned to support": what is not learned is not supported
                words |= {tokens[c].text.lower() for c in sentence.parse.children[token.head] if tokens[c].dep == "neg"}
            if token.lemma == _EXCLUDING and token.tag == "VBG":
                continue
            excluding = token.lemma == _EXCLUDING  # what is excluded is not included
            holds = (not words & negative) is not excluding
            passive = any(tokens[c].dep in {"auxpass", "nsubjpass", "csubjpass"} for c in children)
            subject = next((c for c in children if tokens[c].dep in _SUBJECTS), None)
            if subject is None and token.dep == "ROOT" and token.tag == "VB":
                continue  # an instruction ("include the receipt"): a duty, no property
            if passive:
                members, owner = ([subject] if subject is not None else []), None
            else:
                members = [c for c in children if tokens[c].dep == "dobj"]
                owner = subject
            if token.lemma in own and (
                passive or token.dep == "xcomp" or (holds and (words & _NOT_NOW or not _speaks(sentence.parse, owner)))
            ):
                continue  # what a thing does as it runs ("the app stores the key") is no promise of anybody
            for member in [m for first in members for m in _coordinated(sentence.parse, first)]:
                phrase = noun_phrase(sentence.parse, member)
                if tokens[member].pos not in {"NOUN", "PROPN", "X", "VERB", "ADJ"}:
                    continue
                if any(tokens[c].lemma in pointing for c in sentence.parse.children[member]):
                    continue
                owned = any(tokens[c].lemma == "no" for c in sentence.parse.children[member])
                start, end = phrase.span
                first, last = (
                    tokens[
                        sentence.parse.subtree(
                            member, frozenset({"conj", "cc", "punct", "relcl", "acl", "prep", "det", "prt"})
                        )[0]
                    ],
                    tokens[gerund_of(sentence.parse, member) or numbered(sentence.parse, member)],
                )
                text = sentence.unit.text[first.start : last.end]
                verb_end = token.end
                ahead = [tokens[c].start for c in children if c not in behind and tokens[c].dep in {"neg", "aux"}]
                begin = min([*ahead, token.start])
                mention = Mention(begin, verb_end, sentence.unit.text[begin:verb_end], Flag(holds and not owned))
                clause = sentence.clause(replace(mention, start=token.start, end=token.end))
                named = noun_phrase(sentence.parse, owner) if owner is not None else None
                triple = sentence.triple(
                    NAME,
                    mention,
                    clause,
                    subject=named.core if named is not None and tokens[named.head].pos != "PRON" else "",
                    basis=SubjectBasis.GRAMMAR if named is not None else SubjectBasis.NONE,
                    predicate=f"{'include' if excluding else token.lemma} {text}",
                    confidence=0.8,
                    scope=phrase.scope,
                )
                if any(
                    m.value is not None
                    and not (last.pos == "NUM" and m.start == last.start)
                    and m.start < last.end
                    and first.start < m.end
                    and m.value.kind == "quantity"
                    for m in mentions
                ):
                    continue
                if _ONLY.search(sentence.unit.text[clause.span[0] : clause.span[1]]):
                    continue  # "Taxis are reimbursed only after 10 pm"
                if bounded(mentions, last.end, token.start if passive else end) and (passive or not holds):
                    continue
                status = Status.ASSERTED if triple.status is Status.NEGATED else triple.status
                low, high = min(begin, first.start, start), max(verb_end, last.end, end)
                yield replace(
                    triple,
                    status=status,
                    bound=None,
                    functional=True,
                    statement=(min(low, triple.statement[0]), max(high, triple.statement[1])),
                    lead=text,
                )

    return extract


def _speaks(parse: Parse, owner: int | None) -> bool:
    """Whether the text's own people are the subject."""
    return owner is not None and parse.tokens[owner].text.lower() == "we"


def _coordinated(parse: Parse, first: int) -> list[int]:
    found = [first]
    for index in found:
        found.extend(c for c in parse.children[index] if parse.tokens[c].dep == "conj")
    return found


FIRES = (
    ("Tablets do not support offline editing.", "support offline editing", "do not support", None),
    ("The ticket includes a locker and a towel.", "include towel", "includes", None),
    ("Roaming in the EU is included in all plans.", "include Roaming", "included", None),
    ("Static linking is not supported.", "support Static linking", "not supported", None),
    ("Theft from unlocked cars is excluded.", "include Theft", "excluded", None),
    ("Dental care is not covered.", "cover Dental care", "not covered", None),
    ("Node 16 is not supported any more.", "support Node 16", "not supported", None),
    ("The press has not yet learned to support folded sheets.", "support folded sheets", "support", None),
)
SILENT = (
    "Parcels heavier than 30 kg are not accepted.",
    "We do not accept parcels over 30 kg.",
    "The beam supports itself.",
    "Support staff meet on Mondays.",
    "Include the receipt.",
    "Parcels are accepted only before noon.",
)
