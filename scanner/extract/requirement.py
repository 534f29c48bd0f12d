"""``X must do Y``, ``do not Y``, ``X may not Y``: what is required, allowed or forbidden."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, Status, SubjectBasis, Term, Triple
from scanner.nlp import Parse, Token
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build", "duty", "is_nobody", "told_duty"]

NAME = "requirement"
_POINTING = re.compile(r"\b(?:following|below|above|as follows)\b", re.IGNORECASE)
_LEFT_OUT = re.compile(r"^[^.;:]{0,40}?,?\s+in\s+which\s+case\b", re.IGNORECASE)
_NOBODY = frozenset({"no", "neither", "none", "nobody", "nothing"})
_RELATIVE = frozenset({"relcl", "acl"})
_NO_LONGER = re.compile(r"no longer\b", re.IGNORECASE)
_MODALS = {"must": "required", "shall": "required", "should": "recommended", "may": "optional", "can": "optional"}
_NEGATED = {
    "must": "prohibited",
    "shall": "prohibited",
    "may": "prohibited",
    "can": "prohibited",
    "cannot": "prohibited",
    "should": "prohibited",
}


def build(rules: RuleSet) -> Narrator:
    pointing, telling = frozenset(rules.words("pointing verb")), frozenset(rules.words("telling word"))
    possible = frozenset(rules.words("possible verb"))
    agrees = {card.id: card.agrees for card in rules.terms.values() if card.domain == "modality"}

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        tokens = sentence.parse.tokens
        if sentence.unit.text.rstrip().endswith(("?", ":")):
            return
        for index, token in enumerate(tokens):
            if token.pos not in {"VERB", "AUX"} or not _is_told(sentence, index, telling):
                continue
            children = sentence.parse.children[index]
            code: str | None
            shared = _shared(sentence, index)
            modal = next((c for c in children if tokens[c].tag == "MD"), None)
            negation = next((c for c in children if tokens[c].dep == "neg"), None)
            if negation is None:  # "may no longer be included"
                negation = next((c for c in children if _no_longer(sentence, tokens[c].start)), None)
            subject = next((c for c in children if tokens[c].dep in {"nsubj", "nsubjpass"}), None)
            if modal is None and subject is None and shared is not None:
                code, first = shared
                negation = None
            elif modal is not None and subject is not None:
                nobody = is_nobody(sentence.parse, subject)
                if nobody and negation is not None:
                    continue  # "no guest may not …"
                code = duty(tokens[modal], negated=nobody or negation is not None)
                first = tokens[modal]
            elif subject is not None and (told := told_duty(sentence, index)) is not None:
                code, start, end = told
                first = replace(token, start=start, end=end)
                negation = None
            elif modal is None and subject is None and token.tag == "VB" and token.dep == "ROOT":
                if token.lemma.lower() in pointing:
                    continue  # "Note that …", "See the guide": nothing is to be done
                # An instruction: "Do not list versions." / "Include the version."
                start = min(
                    (tokens[c].start for c in children if tokens[c].dep in {"aux", "neg", "advmod"}),
                    default=token.start,
                )
                if tokens[0].start != min(start, token.start) and tokens[0].text.lower() not in {
                    "please",
                    "always",
                    "never",
                }:
                    continue
                never = any(tokens[c].text.lower() == "never" for c in children)
                code = "prohibited" if negation is not None or never else "required"
                first = token
            else:
                continue
            if code is None or (code == "optional" and token.lemma.lower() in possible):
                continue
            if (
                first.text.lower() == "may"
                and code == "prohibited"
                and _LEFT_OUT.match(sentence.unit.text[token.end :])
            ):
                continue  # "it may not be given, in which case …": it may be left out
            if code == "prohibited" and any(tokens[c].text.lower() == "without" for c in children):
                continue  # "children may not enter without an adult": with one they may
            last = tokens[negation] if negation is not None and tokens[negation].start > first.start else first
            mention = Mention(
                first.start,
                last.end,
                sentence.unit.text[first.start : last.end],
                Term("modality", code, agrees.get(code, ())),
            )
            clause = sentence.clause(replace(mention, start=token.start, end=token.end))
            if any(m.value is not None and clause.span[0] <= m.start < clause.span[1] for m in mentions):
                continue  # the number is the claim; the duty only frames it
            phrase = sentence.subject(clause)
            if _POINTING.search(sentence.unit.text[token.start : clause.span[1]]):
                continue  # "must bill for the following": the list is the object
            acted = _acted(sentence, index)
            children, token = sentence.parse.children[acted], tokens[acted]
            objects = [
                c
                for c in children
                if tokens[c].dep in {"dobj", "attr", "acomp", "oprd", "prep", "xcomp"}
                and tokens[c].text.lower() != "without"  # what is not needed is no object of what is done
            ]
            if not objects and token.lemma in {"be", "have", "do"}:
                continue
            if objects and any(tokens[c].lemma.lower() == "no" for c in sentence.parse.children[objects[0]]):
                if code not in {"required", "recommended"}:
                    continue  # "may bring no guests"
                mention = replace(mention, value=Term("modality", "prohibited", agrees.get("prohibited", ())))
            words = [token.lemma]
            if objects:
                words.append(
                    sentence.parse.words(
                        sentence.parse.subtree(objects[0], frozenset({"relcl", "acl", "det", "punct"}))
                    )
                )
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=phrase.core if phrase is not None and tokens[phrase.head].pos != "PRON" else "",
                basis=SubjectBasis.GRAMMAR if phrase is not None else SubjectBasis.NONE,
                predicate=" ".join(words),
                confidence=0.75 if modal is not None or shared is not None else 0.6,
            )
            status = Status.ASSERTED if triple.status is Status.NEGATED else triple.status
            yield replace(triple, status=status, bound=None, functional=True, statement=clause.span)

    return extract


def _is_told(sentence: Sentence, index: int, telling: frozenset[str]) -> bool:
    """Whether a verb heads a main clause, or one that the reader is only told ("note that dogs may not …")."""
    token = sentence.parse.tokens[index]
    governor = sentence.parse.tokens[token.head]
    return token.dep in {"ROOT", "conj"} or (token.dep == "ccomp" and governor.lemma.lower() in telling)


def is_nobody(parse: Parse, subject: int) -> bool:
    """Whether a subject denies itself: what "no guest" may do is forbidden."""
    return any(parse.tokens[i].text.lower() in _NOBODY for i in parse.subtree(subject, _RELATIVE))


def duty(modal: Token, *, negated: bool) -> str | None:
    """The code of the duty that a modal tells, ``None`` if it tells none."""
    word = modal.text.lower()
    return (_NEGATED if negated else _MODALS).get("can" if word == "ca" else word)


def _shared(sentence: Sentence, index: int) -> tuple[str, Token] | None:
    """The duty that a verb has from the one it is joined to, and its modal: "may not enter *or use* the lift".

    Behind "not … and" nobody knows whether both are forbidden, or only both together.
    """
    tokens, children = sentence.parse.tokens, sentence.parse.children
    if tokens[index].dep != "conj" or tokens[index].tag != "VB" or tokens[tokens[index].head].pos != "VERB":
        return None
    head = tokens[index].head
    if tokens[head].dep != "ROOT":
        return None
    modal = next((c for c in children[head] if tokens[c].tag == "MD"), None)
    negated = any(tokens[c].dep == "neg" for c in children[head])
    joined = {tokens[c].text.lower() for c in children[head] if tokens[c].dep == "cc"}
    if modal is None or any(tokens[c].dep == "neg" for c in children[index]) or (negated and joined != {"or"}):
        return None
    code = duty(tokens[modal], negated=negated)
    return None if code is None else (code, tokens[modal])


def told_duty(sentence: Sentence, index: int) -> tuple[str, int, int] | None:
    """The duty of "has to", "need not" and "does not need to" with the range of these words, ``None`` without one."""
    tokens, children = sentence.parse.tokens, sentence.parse.children[index]
    token = tokens[index]
    negation = next((c for c in children if tokens[c].dep == "neg"), None)
    auxiliary = next((c for c in children if tokens[c].lemma.lower() == "need" and tokens[c].dep == "aux"), None)
    if auxiliary is not None and negation is not None:
        return "optional", tokens[auxiliary].start, tokens[negation].end
    if token.lemma not in {"have", "need"} or token.tag == "VBD" or _acted(sentence, index) == index:
        return None
    start = min((tokens[c].start for c in children if tokens[c].dep in {"aux", "neg"}), default=token.start)
    if any(tokens[c].tag == "MD" or tokens[c].text.lower() in {"did", "had"} for c in children):
        return None
    return "optional" if negation is not None else "required", min(start, token.start), token.end


def _acted(sentence: Sentence, index: int) -> int:
    """What is to be done: the verb itself, or the one behind "has to" and "needs to"."""
    tokens = sentence.parse.tokens
    if tokens[index].lemma not in {"have", "need"}:
        return index
    return next(
        (
            c
            for c in sentence.parse.children[index]
            if tokens[c].dep == "xcomp" and any(tokens[g].tag == "TO" for g in sentence.parse.children[c])
        ),
        index,
    )


def _no_longer(sentence: Sentence, start: int) -> bool:
    return _NO_LONGER.match(sentence.unit.text, max(0, start - 3)) is not None


FIRES = (
    ("Visitors must wear a badge.", "wear badge", "must", None),
    ("Do not feed the animals.", "feed animals", "feed", None),
    ("Dogs may not enter the hall.", "enter hall", "may not", None),
    ("Visitors have to wear a badge.", "wear badge", "have", None),
    ("You need not sign the form.", "sign form", "need not", None),
    ("Rows must contain no blanks.", "contain blanks", "must", None),
    ("Members do not have to bring the card.", "bring card", "do not have", None),
    ("Dogs may no longer enter the hall.", "enter hall", "may no longer", None),
    ("Guests may not enter the kitchen or use the lift.", "use lift", "may", None),
    ("We are sorry that we cannot take animals.", "take animals", "cannot", None),
    ("Please note that riders must wear a helmet.", "wear helmet", "must", None),
)
SILENT = (
    "Visitors wear a badge.",
    "The biscuit may contain nuts.",
    "The animals feed at noon.",
    "She can.",
    "Can I bring a dog?",
    "Note the reading room on the second floor.",
    "See the guide of the museum.",
    "The keeper has a key to open the gate.",
    "They had to leave the hall.",
    "Imagine a boat without a keel.",
    "The paper claims that nobody may enter the hall.",
    "Children may not enter without an adult.",
)
