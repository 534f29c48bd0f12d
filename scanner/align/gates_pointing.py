"""Gates between statements that point at what stands where they stand: "this page", "the following quotas", "©"."""

from __future__ import annotations

import re

from scanner.align.gates_case import stems
from scanner.align.gates_within import restated
from scanner.align.pair import VERSIONS, Pair
from scanner.model import Claim, DocumentRelation, Moment, Reason, SubjectBasis

__all__ = ["coded_apart", "contrasted", "introduced", "notices", "of_page", "pointed"]

_POINTED = re.compile(
    r"\b(?:(?P<near>this|these)|the\s+(?P<listed>following|above|below|preceding))\s+"
    r"(?!(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|shall|should|does|do|did|also|then|only|not)\b)"
    r"(?P<noun>[a-z][\w-]+)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:this|it)\s+(?:is|was)\s+(?:the\s+)?(?P<name>[^.;:]{2,60}?),?\s+(?:version|release|edition|revision)\b",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"(?:\bcopyright\b|©|\(c\))[^.;]{0,24}?\b(?:19|20)\d\d\b", re.IGNORECASE)
_CONTRAST = re.compile(
    r"\b(?:in\s+contrast\s+(?:to|with)|unlike|as\s+opposed\s+to|contrary\s+to|(?:differs|different)\s+from)\s+"
    r"(?P<what>(?:[^\s,;:]+\s*){1,3})",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"[`*]*(?P<name>[a-z][\w.+/-]*|\w+[_.-]\w[\w.-]*|\w+(?=\())(?:\(\w*\))?[`*]*(?=\s*(?:$|[:—–|]|-\s)|\s+manual\b)"
)
_OBJECT = re.compile(r"(?:class\s+)?(?:[A-Z][a-z0-9]+){2,}(?:\([^()]*\))?|\w+(?:[_.]\w+)+(?:\([^()]*\))?|\w+\(\)")
_CODE = re.compile(r"--?\w|\w+[_.]\w|\w+[a-z][A-Z]\w*$|\w+\(\)$")


def pointed(pair: Pair) -> Reason | None:
    """ "This page", "this mode", "the following quotas": two places that point at such a thing each have their own.

    What "this policy" is, one document knows throughout; a page, a list or a table is another in each document.
    """
    if pair.relation in VERSIONS:
        return None
    if _named_apart(pair):
        return Reason.SUBJECT_DIFFERS
    mine, theirs = (_nouns(claim) for claim in (pair.a, pair.b))
    shared = mine.keys() & theirs.keys()
    if not shared:
        return None
    if pair.relation is not DocumentRelation.SAME:
        own = shared & pair.corpus.own_texts
        titled = shared & pair.corpus.own_rules
        return Reason.SUBJECT_DIFFERS if own or (titled and _titled_apart(pair, titled)) else None
    if restated(pair):
        return None
    if any(mine[noun] and theirs[noun] for noun in shared):
        return Reason.SUBJECT_DIFFERS
    a, b = pair.a.evidence.context, pair.b.evidence.context
    whole = pair.corpus.own_rules | pair.corpus.own_texts | pair.corpus.now_nouns | _words(" ".join((*a[:1], *b[:1])))
    return Reason.SUBJECT_DIFFERS if a != b and shared - whole else None


def _named_apart(pair: Pair) -> bool:
    """Whether each says which text or product it is, and not the same: "This is the Tern manual, edition 4"."""
    found = [_NAMED.search(claim.evidence.quote) for claim in (pair.a, pair.b)]
    names = [_words(match["name"].casefold()) for match in found if match is not None]
    return len(names) > 1 and bool(names[0] - names[1]) and bool(names[1] - names[0])


def _nouns(claim: Claim) -> dict[str, bool]:
    """The nouns a statement points at, and whether it points along the text ("the following", "above")."""
    return {_singular(found["noun"]): found["listed"] is not None for found in _POINTED.finditer(claim.evidence.quote)}


def _singular(noun: str) -> str:
    folded = noun.casefold()
    return folded[:-1] if folded.endswith("s") and not folded.endswith("ss") else folded


def _words(text: str) -> frozenset[str]:
    return frozenset(_singular(word) for word in re.findall(r"[^\W_]+", text))


def _titled_apart(pair: Pair, nouns: frozenset[str] | set[str]) -> bool:
    """Whether each of two pages has a word in its title that the other has not, those they point at apart."""
    a, b = (_words(" ".join(claim.evidence.context[:1])) - nouns for claim in (pair.a, pair.b))
    return bool(a - b and b - a)


def notices(pair: Pair) -> Reason | None:
    """A copyright notice, and a day in the history of a page, are told of their own page."""
    if pair.relation in VERSIONS:
        return None
    if all(_NOTICE.search(claim.evidence.quote) for claim in (pair.a, pair.b)):
        return Reason.SUBJECT_DIFFERS
    if pair.relation is DocumentRelation.SAME or not isinstance(pair.a.value, Moment):
        return None
    kept = all(pair.corpus.page_history.search(" / ".join(c.evidence.context)) for c in (pair.a, pair.b))
    return Reason.SUBJECT_DIFFERS if kept else None


def contrasted(pair: Pair) -> Reason | None:
    """ "Unlike the child ticket, …" says that its thing differs from the other one."""
    if pair.relation in VERSIONS:
        return None
    for mine, other in ((pair.a, pair.b), (pair.b, pair.a)):
        for found in _CONTRAST.finditer(mine.evidence.quote):
            own, others = " ".join(mine.evidence.context), " ".join((other.subject_text, *other.evidence.context))
            if (stems(found["what"]) - stems(own)) & stems(others):
                return Reason.SUBJECT_DIFFERS
            if (_names(found["what"]) - _names(own)) & _names(others):
                return Reason.SUBJECT_DIFFERS
    return None


def _names(text: str) -> frozenset[str]:
    """The names in code among some words, whole: "match_soft()" and "match()" are two."""
    return frozenset(name for name in (word.strip("`*,.:;") for word in text.split()) if _CODE.search(name))


def introduced(pair: Pair) -> Reason | None:
    """A sentence that introduces a list tells of the whole ("six weeks, in two phases:"), the items of its parts."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    for lead, item in ((pair.a.evidence, pair.b.evidence), (pair.b.evidence, pair.a.evidence)):
        said = " ".join(lead.quote.split())
        if said.endswith(":") and any(said == " ".join(above.split()) for above in item.context[-2:]):
            return Reason.LEAD_DIFFERS
    return None


def of_page(pair: Pair) -> Reason | None:
    """An option or parameter that two pages or sections define for two commands or objects belongs to each of these."""
    if pair.relation is DocumentRelation.SAME or pair.relation in VERSIONS:
        return None
    if pair.a.subject == pair.b.subject and _of_object(pair.a) and _of_object(pair.b):
        return Reason.FAMILY if _of_object(pair.a) != _of_object(pair.b) else None
    if not all(_is_defined(claim) for claim in (pair.a, pair.b)):
        return None
    mine, theirs = (_command(pair, claim) for claim in (pair.a, pair.b))
    return Reason.FAMILY if mine and theirs and mine != theirs else None


def _of_object(claim: Claim) -> str:
    """The object in code whose section tells of one of its parameters ("max_length" under "EmailField"), or ``""``."""
    heading = "".join(claim.evidence.context[-1:]).strip("`*_ ")
    part = claim.subject_text.strip("`*_ ")
    coded = _CODE.fullmatch(part) or "_" in part or claim.subject_basis is SubjectBasis.IDENTIFIER
    return heading if coded and _OBJECT.fullmatch(heading) and part.casefold() not in heading.casefold() else ""


def _is_defined(claim: Claim) -> bool:
    """Whether a claim stands under the name of a parameter, and is about it."""
    name = claim.subject_text.strip("`*_ ")
    return _CODE.match(name) is not None and any(
        above.strip("`*_ :").startswith(name) for above in claim.evidence.context[1:]
    )


def _command(pair: Pair, claim: Claim) -> str:
    """The command, module or function that a page is titled for, empty if its title is words."""
    title = (claim.evidence.context or ("",))[0]
    found = _COMMAND.match(title)
    return "" if found is None or pair.corpus.general(found["name"]) else found["name"]


def coded_apart(pair: Pair) -> bool:
    """Whether two sentences stand under two parameters of other names ("DbdPort", "SlurmctldPort")."""
    names = [claim.subject_text.strip("`*_ ") for claim in (pair.a, pair.b)]
    return names[0] != names[1] and all(_CODE.match(name) for name in names)
