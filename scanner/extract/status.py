"""``X is retired``, ``X is still in beta``, ``X is required``: a stage or a duty from a closed vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import Clause, NounPhrase
from scanner.extract.narrative import Narrator, Sentence, bounded
from scanner.model import AnyOf, Change, Mention, Status, SubjectBasis, Term, Triple
from scanner.rules import RuleSet, TermCard

NAME = "status"
_DEEDS = ("ing", "ment", "ation", "ission", "ption")
_ACTS = frozenset(
    {
        "login",
        "log-in",
        "entry",
        "re-entry",
        "access",
        "return",
        "exchange",
        "refund",
        "transfer",
        "delivery",
        "pick-up",
        "pickup",
        "upload",
        "download",
        "export",
        "import",
        "upgrade",
        "downgrade",
        "change",
        "renewal",
        "withdrawal",
        "purchase",
        "visit",
        "check-in",
        "check-out",
        "admission",
        "overtime",
    }
)
_ENTRY = re.compile(
    r"(?P<word>Removed|Deprecated|Retired|Discontinued)\s+(?:the\s+|our\s+)?(?:(?:old|obsolete|deprecated)\s+)?"
)
_ENTRY_END = re.compile(
    r"\s*(?:(?:option|flag|parameter|setting|command|method|function|endpoint|field|header|event|variable|class|module|"
    r"argument|switch|attribute|property|key)\b\s*)?(?:[.;(:]|$|in\s+favou?r\b|as\b|because\b|since\b)"
)
_STAGES = frozenset({"lifecycle", "document status"})
_DOMAINS = frozenset({"lifecycle", "modality", "document status", "opening"})
_STATES = frozenset({"be", "remain", "become", "stay", "go", "keep"})
_LINKING = AnyOf.of(
    (
        *("is", "are", "was", "were", "been", "be", "being", "remain", "remains", "became", "become", "becomes"),
        *("stay", "stays", "went", "goes", "considered", "now", "still", "currently", "already", "also", "only", "yet"),
    )
)
_TAKES = re.compile(r"\s+(?:the|an?|all|each|every|any|this|that|these|those|its|their|your|our)\b")
_LINK = re.compile(
    r"\b(?:is|are|was|were|been|be|remains?|became|becomes?|stays?|went|goes|considered|now|still|currently|already|being|also|only|not\s+yet)\s+(?:\w+ly\s+)?$",
    re.IGNORECASE,
)


def build(rules: RuleSet) -> Narrator:
    cards: dict[str, TermCard] = {}
    for card in rules.terms.values():
        if card.domain in _DOMAINS:
            for words in card.phrases:
                cards.setdefault(" ".join(words.lower().split()), card)
    for cue, code in (
        ("welcome", "optional"),
        ("unwelcome", "prohibited"),
        ("feasible", "optional"),
        ("refused", "prohibited"),
    ):
        cards.update({words.lower(): rules.terms[code] for words in rules.words(cue)})
    pattern, telling = phrase_pattern(cards), frozenset(rules.words("telling word"))
    needed = AnyOf.of(cards)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        yield from _removed(sentence, cards)
        for found in pattern.finditer(text) if needed.within(text) and _LINKING.within(text) else ():
            if not _LINK.search(text[: found.start()]):
                continue
            card = cards[" ".join(found.group().lower().split())]
            mention = Mention(*found.span(), found.group(), Term(card.domain, card.id, card.agrees))
            clause = sentence.stated(mention)
            if clause.verb is None:
                continue
            phrase = sentence.subject(clause)
            if phrase is None or text.rstrip().endswith(":"):
                continue
            if (clause.subordinate and sentence.restricts(clause)) or _is_embedded(sentence, clause.verb, telling):
                continue
            if card.domain == "modality" and clause.modal in {"could", "would", "might"}:
                continue
            if card.domain == "modality" and sentence.parse.tokens[phrase.head].pos == "PRON":
                continue  # "you are welcome", "it is required": nothing is named
            if card.domain == "modality" and any(
                sentence.parse.tokens[c].lemma == "no" for c in sentence.parse.children[phrase.head]
            ):
                continue  # "no booking is required": the noun carries the negation
            following = text[found.end() : found.end() + 12].lower()
            if found.group().lower().endswith(" for") and _TAKES.match(following):
                continue  # "the hook is called for each row"
            if following.split()[:2] == ["by", "default"] or following.startswith(" by default"):
                continue  # the state of a switch
            if card.domain == "lifecycle" and _is_no_stage(found.group().lower(), following):
                continue
            if card.domain in _STAGES and _is_deed(sentence, phrase, clause, card.domain):
                continue
            if found.group().lower().endswith("possible") and not _is_act(sentence, phrase.head, found.end()):
                continue
            if card.domain == "modality" and _is_passed_on(sentence, clause, found.end()):
                continue
            if bounded(mentions, phrase.span[0], found.start()):
                continue
            subject = phrase.whole
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=subject,
                basis=SubjectBasis.GRAMMAR,
                predicate="requirement" if card.domain == "modality" else "status",
                confidence=0.85,
                scope=phrase.scope,
            )
            if (
                triple.status is Status.NEGATED
                and "not" not in found.group().lower()
                and "no longer" not in found.group().lower()
            ):
                continue
            status = Status.ASSERTED if triple.status is Status.NEGATED else triple.status
            yield replace(triple, functional=True, status=status, bound=None)

    return extract


def _removed(sentence: Sentence, cards: Mapping[str, TermCard]) -> Iterable[Triple]:
    """ "Removed the `legacy` option": an entry of a list of changes says in which stage a thing of code is now."""
    found = _ENTRY.match(sentence.unit.text)
    card = cards.get(found["word"].lower()) if found is not None else None
    if found is None or card is None or not sentence.unit.codes or sentence.unit.codes[0][0] != found.end():
        return
    low, high = sentence.unit.codes[0]
    if not _ENTRY_END.match(sentence.unit.text, high):
        return
    mention = Mention(*found.span("word"), found["word"], Term(card.domain, card.id, card.agrees))
    triple = sentence.triple(
        NAME,
        mention,
        sentence.clause(mention),
        subject=sentence.unit.text[low:high],
        basis=SubjectBasis.IDENTIFIER,
        predicate="status",
        confidence=0.8,
    )
    yield replace(triple, functional=True, status=Status.ASSERTED, bound=None, change=Change.NEW)


def _is_embedded(sentence: Sentence, verb: int, telling: frozenset[str]) -> bool:
    """Whether a clause is only what somebody has to see to, or asks ("make sure that the tool is approved")."""
    token = sentence.parse.tokens[verb]
    governor = sentence.parse.tokens[token.head]
    clausal = token.dep in {"ccomp", "csubj", "csubjpass", "pcomp"} and token.head < verb
    return clausal and governor.lemma.lower() not in telling


def _is_deed(sentence: Sentence, phrase: NounPhrase, clause: Clause, domain: str) -> bool:
    """Whether something is done, and not a stage reached: phones "must be switched off", "orders are rejected if".

    What is said of any of many things in a document's stage is what happens to each of them.
    """
    tokens, verb = sentence.parse.tokens, clause.verb or 0
    infinitive = any(tokens[c].tag == "TO" for c in sentence.parse.children[verb])  # "has to be approved"
    if infinitive or (clause.modal and clause.modal != "will"):
        return True
    return domain == "document status" and phrase.plural and not phrase.definite and clause.passive


def _is_act(sentence: Sentence, head: int, end: int) -> bool:
    """Whether what is possible is something people do, which a house can allow: "payment", "logging in"."""
    token = sentence.parse.tokens[head]
    word = token.text.lower()
    done = token.tag == "VBG" or word.endswith(_DEEDS) or word in _ACTS
    return done and not sentence.unit.text[end:].lstrip().startswith("to ")


def _is_passed_on(sentence: Sentence, clause: Clause, end: int) -> bool:
    """Whether a thing stands behind "are allowed": what is allowed then is that, not whom the sentence names first."""
    tokens = sentence.parse.tokens
    below = sentence.parse.children[clause.verb] if clause.verb is not None else ()
    return any(tokens[c].dep in {"dobj", "dative", "attr", "oprd"} and tokens[c].start >= end for c in below)


def _is_no_stage(word: str, following: str) -> bool:
    """Whether what follows a stage makes it membership, place, licence or event.

    "available in Berlin", "removed from the list", "available under the MIT licence", "terminated by the driver".
    """
    if word in {"available", "removed", "released"}:
        return re.match(r"\s*(?:in|from|by|at|on|for|through|via|as|under)\b", following) is not None
    return word == "terminated" and re.match(r"\s*by\s+(?!default)", following) is not None


FIRES = (
    ("The night bus is discontinued.", "status", "discontinued", None),
    ("In 1.17 `BootCheck` is still alpha.", "status", "alpha", None),
    ("A visa is no longer required.", "requirement", "no longer required", None),
    ("Helmets are mandatory.", "requirement", "mandatory", None),
    ("The pool is closed to visitors.", "status", "closed to visitors", None),
    ("The garden is open to the public.", "status", "open to the public", None),
    ("Dogs are welcome on the terrace.", "requirement", "welcome", None),
    ("Small dogs are not welcome in the hall.", "requirement", "not welcome", None),
    ("Registration is currently closed.", "status", "currently closed", None),
    ("Removed the `legacy` option.", "status", "Removed", None),
    ("Deprecated `old_mode` in favour of `mode`", "status old_mode", "Deprecated", None),
    ("Login via Twitter is no longer possible.", "requirement", "no longer possible", None),
    ("Payment in cash is not possible.", "requirement", "not possible", None),
    ("Use the batch endpoint, which is generally available.", "status", "generally available", None),
)
SILENT = (
    "The vehicles are available in Berlin.",
    "The engine is available under the MIT licence.",
    "After ten seconds the program is terminated by the driver.",
    "The removed parts are stored.",
    "Read the required chapters.",
    "The museum is closed on Mondays.",
    "After ten minutes the connection is closed.",
    "An open question is whether it pays.",
    "You are welcome.",
    "Uploads larger than 2 GB are refused.",
    "No booking is required for the small hall.",
    "Phones must be switched off in the hall.",
    "Overtime has to be approved in advance.",
    "It is not possible to pay in cash.",
    "An error is possible.",
    "Make sure that the tool is approved.",
    "The contract is renewed unless it is cancelled.",
    "Removed the `legacy` prefix from all names.",
    "Removed a bug in `parse`.",
    "Returns are accepted at the desk.",
    "Passengers are allowed one bag.",
    "Tools that are retired stand in the cellar.",
)
