"""Gates that ask what two claims are about: names, numbers in names, row headers, words left over."""

from __future__ import annotations

import re

from scanner.align.features import digits_of
from scanner.align.gates_within import counted_alike, licences, of_one_thing, one_aspect, same_setting
from scanner.align.pair import PLACED, VERSIONS, Pair, is_named
from scanner.align.titles import titles_apart
from scanner.model import Claim, DocumentRelation, Reason, SubjectBasis
from scanner.model.name import is_acronym

__all__ = [
    "aspects",
    "attributes",
    "digits",
    "edges",
    "granted",
    "identifiers",
    "leads",
    "leftovers",
    "names",
    "numbered",
    "qualifiers",
    "telling",
    "words",
]

_WORD = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"(?:[^\W\d]+ )?(?P<number>\d{1,3}|[a-z])")
_LEFTOVER_WITHIN = 0.1
_LEFTOVER_BETWEEN = 0.4
_LEFTOVER_ASPECT = 0.46
_ALIKE = 0.7
_SMALL = 40  # in fewer documents no word is common


def identifiers(pair: Pair) -> Reason | None:
    if pair.a.subject == pair.b.subject:
        return None
    a_coded = pair.a.subject_basis is SubjectBasis.IDENTIFIER
    b_coded = pair.b.subject_basis is SubjectBasis.IDENTIFIER
    if a_coded and b_coded:
        return None if _in_full(pair.a, pair.b) or _in_full(pair.b, pair.a) else Reason.IDENTIFIER_CLASH
    # One side is about a named setting: the other must at least speak of it.
    for named, other, coded in ((pair.a, pair.b, a_coded), (pair.b, pair.a, b_coded)):
        if coded and other.identifiers and not named.identifiers & other.identifiers:
            return Reason.IDENTIFIER_CLASH
    return None


def _in_full(short: Claim, long: Claim) -> bool:
    """Whether one identifier is the other with its path ("ingress.timeout"), which stands above the shorter one."""
    tail, whole = short.subject.split(), long.subject.split()
    path = whole[: len(whole) - len(tail)]
    above = frozenset(_WORD.findall(" ".join(short.evidence.context).casefold()))
    return bool(path) and whole[len(path) :] == tail and above.issuperset(path)


def names(pair: Pair) -> Reason | None:
    """Two names, or two things of one kind ("sales team", "design team"), each with a word the other nowhere knows."""
    a, b = pair.a, pair.b
    if a.subject == b.subject:
        return None
    if not (is_named(a) and is_named(b)) and not titles_apart(a.subject_text, b.subject_text, pair.corpus.editions):
        return None
    if is_acronym(a.subject.split(), b.subject.split()):
        return None  # "SLA" may be the "service level agreement": the other gates decide
    mine, theirs = frozenset(a.subject.split()), frozenset(b.subject.split())
    only_a = mine - theirs - b.words - b.context_words
    only_b = theirs - mine - a.words - a.context_words
    return Reason.SUBJECT_DIFFERS if only_a and only_b else None


def granted(pair: Pair) -> Reason | None:
    """What the file LICENSE says is said of its folder as a whole: no part of it ("the icons"), no other folder.

    Two such files in one folder are a choice.
    """
    files = [claim for claim in (pair.a, pair.b) if claim.extractor == "licence_file"]
    if not files:
        return None
    other = pair.b if files[0] is pair.a else pair.a
    if len(files) > 1 or _folder(files[0]) != _folder(other):
        return Reason.SUBJECT_DIFFERS
    if other.subject_basis is SubjectBasis.TITLE or other.extractor == "key_value":
        return None
    title = (other.evidence.context or ("",))[0].lower().split()
    known = all(
        stem in pair.corpus.whole or any(word.startswith(stem) for word in title) for stem in other.subject.split()
    )
    return None if known else Reason.SUBJECT_DIFFERS


def _folder(claim: Claim) -> tuple[str, str]:
    return claim.evidence.source, claim.evidence.doc_id.rpartition("/")[0]


def digits(pair: Pair) -> Reason | None:
    if pair.relation in VERSIONS and {pair.a.subject_basis, pair.b.subject_basis} <= PLACED:
        return None  # versions of one document: their titles differ in their version
    if pair.relation is DocumentRelation.SAME and "heading" in {pair.a.extractor, pair.b.extractor}:
        return None  # "Warranty: 2 years" heads what is said of the warranty
    a, b = digits_of(pair.a), digits_of(pair.b)
    if a and b and not (a <= b or b <= a):
        return Reason.DIGITS_DIFFER
    return None


def numbered(pair: Pair) -> Reason | None:
    """A row that is one of a series by number or letter ("Retry | 6", "B") is of that one: the other must name it."""
    for mine, other in ((pair.a, pair.b), (pair.b, pair.a)):
        found = _NUMBERED.fullmatch(mine.subject) if mine.extractor == "table" else None
        if found is None or mine.subject == other.subject:
            continue
        known = other.words | other.context_words | digits_of(other) | frozenset(other.subject.split())
        known |= frozenset(f"{other.statement} {' '.join(other.evidence.context)}".casefold().split())
        if found["number"] not in known:
            return Reason.DIGITS_DIFFER
    return None


def leads(pair: Pair) -> Reason | None:
    a, b = pair.a.lead, pair.b.lead
    if not a or not b or a == b or pair.same_key or same_setting(pair) or counted_alike(pair):
        return None
    if pair.relation is DocumentRelation.SAME:
        return Reason.LEAD_DIFFERS  # neighbouring rows or items: one text tells them apart
    mine, theirs = frozenset(a.split()), frozenset(b.split())
    if mine <= theirs or theirs <= mine:
        return None
    known_a = len(mine & (theirs | pair.b.words | pair.b.context_words)) / len(mine)
    known_b = len(theirs & (mine | pair.a.words | pair.a.context_words)) / len(theirs)
    return None if max(known_a, known_b) > 0.5 and min(known_a, known_b) >= 0.5 else Reason.LEAD_DIFFERS


def qualifiers(pair: Pair) -> Reason | None:
    mine = pair.a.words & pair.corpus.qualifiers
    theirs = pair.b.words & pair.corpus.qualifiers
    if pair.relation is DocumentRelation.SAME and mine != theirs:
        return Reason.SCOPE_DIFFERS  # one text tells them apart
    return Reason.SCOPE_DIFFERS if mine - theirs and theirs - mine else None


def aspects(pair: Pair) -> Reason | None:
    """Two known predicates of one named thing are two facts of it; so are two sentences that share its name only."""
    a, b = pair.a, pair.b
    if a.predicate == b.predicate or {a.subject_basis, b.subject_basis} & PLACED:
        return None
    edge = pair.corpus.edge_of(a)
    if edge and edge == pair.corpus.edge_of(b):
        return None  # a deadline and an end: two names for one thing
    if a.subject == b.subject and {a.predicate, b.predicate} <= pair.corpus.predicates:
        return Reason.SUBJECT_DIFFERS
    names = frozenset(f"{a.subject} {b.subject}".split())
    alike = is_named(a) and is_named(b) and bool(a.words & b.words)
    return Reason.SUBJECT_DIFFERS if alike and (a.words & b.words) <= names else None


def attributes(pair: Pair) -> Reason | None:
    """A key of one word ("Speaker: …") is told of its page: two pages titled for two things each have their own."""
    if {pair.a.extractor, pair.b.extractor} != {"key_value"} or pair.relation is DocumentRelation.SAME:
        return None
    if not all(_of_page(claim) and len(claim.predicate_text.split()) == 1 for claim in (pair.a, pair.b)):
        return None
    if any(pair.corpus.general(claim.subject_text) for claim in (pair.a, pair.b)):
        return None
    mine, theirs = (frozenset(claim.subject.split()) for claim in (pair.a, pair.b))
    return None if mine & theirs else Reason.SUBJECT_DIFFERS


def _of_page(claim: Claim) -> bool:
    """Whether a claim's subject is the title of its page, or the heading that stands for it."""
    first = claim.subject_basis is SubjectBasis.HEADING and len(claim.evidence.context) == 1
    return first or claim.subject_basis is SubjectBasis.TITLE


def edges(pair: Pair) -> Reason | None:
    """When something starts is not when it ends, whatever else two statements share."""
    mine, theirs = pair.corpus.edge_of(pair.a), pair.corpus.edge_of(pair.b)
    return Reason.SUBJECT_DIFFERS if mine and theirs and mine != theirs else None


def telling(pair: Pair) -> Reason | None:
    """Statements in other words must share words that few documents use: common ones meet everywhere."""
    if pair.same_key or pair.similarity >= _ALIKE or pair.corpus.document_count < _SMALL:
        return None
    return None if pair.corpus.rare_shared(pair.a, pair.b) >= 1 else Reason.FEW_SHARED_WORDS


def words(pair: Pair) -> Reason | None:
    if pair.same_key or same_setting(pair) or counted_alike(pair):
        return None
    if licences(pair) or of_one_thing(pair):
        return None
    direct, indirect = pair.corpus.shared(pair.a, pair.b)
    if pair.a.predicate == pair.b.predicate and direct and len(pair.a.context_words & pair.b.context_words) >= 2:
        return None  # one predicate in one surrounding: "revenue" under two pages of one fiscal year
    return None if direct >= 2 or (direct == 1 and indirect >= 1) else Reason.FEW_SHARED_WORDS


def leftovers(pair: Pair) -> Reason | None:
    """Each statement has words the other knows nothing of: two aspects, not two values of one."""
    if pair.same_key and pair.relation is not DocumentRelation.SAME:
        return None
    if licences(pair):
        return None
    corpus = pair.corpus
    least = min(corpus.leftover(pair.a, pair.b), corpus.leftover(pair.b, pair.a))
    limit = _LEFTOVER_WITHIN if pair.relation is DocumentRelation.SAME else _LEFTOVER_BETWEEN
    if pair.relation is DocumentRelation.SAME and one_aspect(pair):
        limit = _LEFTOVER_ASPECT
    return Reason.SUBJECT_DIFFERS if least > limit else None
