"""The gates between two claims that look alike, in order; each answers with a reason and can be read alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from scanner.align.features import Corpus, comparable_kind, digits_of
from scanner.align.titles import titles_apart
from scanner.model import (
    Bound,
    Claim,
    DocumentRelation,
    Quantity,
    Reason,
    Status,
    SubjectBasis,
    Term,
    ValueKind,
    Verdict,
    VerdictKind,
    WindowBasis,
    compare_bounded,
)

__all__ = ["GATES", "Pair", "about_one_thing", "first_stop"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two claims, how their documents relate, how alike they are, and whether subject and predicate are the same."""

    a: Claim
    b: Claim
    relation: DocumentRelation | None
    similarity: float
    same_key: bool
    corpus: Corpus


_TAKING_PART = frozenset({Status.ASSERTED, Status.NEGATED, Status.HISTORICAL, Status.PLANNED})
_PLACED = frozenset({SubjectBasis.TITLE, SubjectBasis.HEADING, SubjectBasis.NONE})
_VERSIONS = frozenset({DocumentRelation.SERIES, DocumentRelation.REVISION})
_FAMILY = 3
_CLEAR = 0.7
_LEFTOVER_WITHIN = 0.1
_LEFTOVER_BETWEEN = 0.4
_LEFTOVER_STRICT = 0.25
_ALIKE = 0.7
_SMALL = 40  # in fewer documents no word is common
_SENTENCES = frozenset({"copula", "verb", "noun-phrase", "change", "status", "requirement", "support", "option"})
_POINTS = frozenset({Bound.EXACT, Bound.DEFAULT})


def _kind(pair: Pair) -> Reason | None:
    return None if comparable_kind(pair.a) == comparable_kind(pair.b) else Reason.KIND_DIFFERS


def _status(pair: Pair) -> Reason | None:
    return None if {pair.a.status, pair.b.status} <= _TAKING_PART else Reason.STATUS


def _place(pair: Pair) -> Reason | None:
    """A value known only by its place meets other versions of that place, by their diff, and nothing else."""
    if pair.corpus.dates_itself(pair.a) or pair.corpus.dates_itself(pair.b):
        return Reason.NO_SUBJECT
    return Reason.NO_SUBJECT if "place" in {pair.a.extractor, pair.b.extractor} else None


def _unit(pair: Pair) -> Reason | None:
    if pair.relation is not DocumentRelation.SAME or pair.a.unit_id != pair.b.unit_id:
        return None
    return None if pair.a.pair and pair.a.pair == pair.b.pair else Reason.SAME_UNIT


def _documents(pair: Pair) -> Reason | None:
    if pair.relation is not None or (pair.same_key and _tells(pair.a, pair.corpus)):
        return None
    return Reason.UNRELATED_DOCUMENTS


def _tells(claim: Claim, corpus: Corpus) -> bool:
    """Whether a subject says by itself what it is, in any document: a path, a long identifier, a rare proper name."""
    if claim.subject_basis in {SubjectBasis.TITLE, SubjectBasis.NONE, SubjectBasis.HEADING}:
        return False
    if claim.subject.startswith("/") and len(claim.subject) > 1:
        return True
    parts = claim.subject.split()
    named = bool(re.search(r"[A-Z]", claim.subject_text[1:])) or claim.subject_basis is SubjectBasis.IDENTIFIER
    return named and len(parts) >= 2


def _placed(claim: Claim) -> bool:
    """Whether a claim's subject was taken from where it stands, not from what it says."""
    return claim.subject_basis in _PLACED or (claim.subject_basis is SubjectBasis.LABEL and len(claim.subject) < 3)


def _family(pair: Pair) -> Reason | None:
    """One wording in several places is a template: what it speaks of is the place, so the places must be one."""
    a, b = pair.a, pair.b
    if pair.relation in _VERSIONS or a.statement != b.statement:
        return None
    if pair.relation is DocumentRelation.SAME and {a.extractor, b.extractor} <= _SENTENCES and _unnamed(a, b):
        return Reason.FAMILY
    if pair.relation is DocumentRelation.SAME and pair.corpus.repeats(a):
        return Reason.FAMILY
    if pair.relation is not DocumentRelation.SAME and {a.extractor, b.extractor} == {"key_value"}:
        of_page = a.evidence.context == b.evidence.context == ()
        if of_page or pair.corpus.places_of_statement[a.statement] >= _FAMILY:
            return Reason.FAMILY  # "current_step: 3": what each page says of itself
    if a.evidence.context == b.evidence.context != () and pair.relation is not DocumentRelation.SAME:
        return None
    if pair.corpus.places_of_statement[a.statement] >= _FAMILY and not _named_alike(pair):
        return Reason.FAMILY
    if not (_placed(a) or _placed(b)):
        return None
    several = pair.corpus.places_of_statement[a.statement] >= _FAMILY or pair.relation is DocumentRelation.SAME
    return Reason.FAMILY if several or titles_apart(a.subject_text, b.subject_text, pair.corpus.editions) else None


def _unnamed(a: Claim, b: Claim) -> bool:
    return not {a.subject_basis, b.subject_basis} <= {SubjectBasis.GRAMMAR, SubjectBasis.IDENTIFIER}


def _named_alike(pair: Pair) -> bool:
    return pair.a.subject == pair.b.subject and not _placed(pair.a) and not _placed(pair.b)


def _common_lead(pair: Pair) -> Reason | None:
    """``limit`` and ``Name`` are parameters of many things: under such a row header the headings must agree."""
    if pair.relation in _VERSIONS or not pair.a.lead or pair.a.lead != pair.b.lead:
        return None
    places = max(pair.corpus.places_of_lead.get((c.lead, c.predicate), 0) for c in (pair.a, pair.b))
    if places < _FAMILY or pair.a.evidence.context == pair.b.evidence.context:
        return None
    return Reason.FAMILY


def _sections(pair: Pair) -> Reason | None:
    """What a sentence leaves out stands in its heading: two headings, two things; and one section says a thing once."""
    a, b = pair.a, pair.b
    if pair.relation in _VERSIONS:
        return None
    if _placed(a) and _placed(b) and titles_apart(a.subject_text, b.subject_text, pair.corpus.editions):
        return Reason.SUBJECT_DIFFERS  # "Annual leave" and "Military leave"
    if pair.relation is not DocumentRelation.SAME or not (_placed(a) or _placed(b)):
        return None
    if a.evidence.context == b.evidence.context:
        return Reason.SUBJECT_DIFFERS if _placed(a) and _placed(b) and a.statement != b.statement else None
    return None if pair.similarity >= _CLEAR else Reason.SUBJECT_DIFFERS


def _texts(pair: Pair) -> Reason | None:
    """Free text differs easily: it is compared only as successive versions or under one functional predicate."""
    if pair.a.value.kind is not ValueKind.TEXT or pair.relation in _VERSIONS:
        return None
    return None if pair.same_key and pair.a.functional and pair.b.functional else Reason.FEW_SHARED_WORDS


def _duties(pair: Pair) -> Reason | None:
    """Duties share few words by nature; only those that clearly speak of one act are compared."""
    value = pair.a.value
    if not isinstance(value, Term) or value.domain != "modality":
        return None
    codes = {claim.value.code for claim in (pair.a, pair.b) if isinstance(claim.value, Term)}
    if "prohibited" not in codes and "requirement" in {pair.a.extractor, pair.b.extractor}:
        return Reason.STATUS  # what may be done in one place and must be done in another do not exclude one another
    return None if pair.similarity >= _CLEAR else Reason.FEW_SHARED_WORDS


def _cells(pair: Pair) -> Reason | None:
    """Table cells: rows of one table are different things; in two tables row header and column name must agree."""
    a, b = pair.a, pair.b
    tables = (a.extractor == "table") + (b.extractor == "table")
    if tables == 0 or pair.relation in _VERSIONS:
        return None
    if pair.corpus.enumerates(a) or pair.corpus.enumerates(b):
        return Reason.LEAD_DIFFERS
    if not (pair.corpus.names_its_row(a) and pair.corpus.names_its_row(b)) and not _windowed(a, b):
        return Reason.LEAD_DIFFERS
    if tables < 2:
        return None
    if pair.relation is DocumentRelation.SAME:
        return None if _windowed(a, b) and pair.same_key else Reason.LEAD_DIFFERS
    shared = set(a.predicate.split()) & set(b.predicate.split())
    return None if shared else Reason.LEAD_DIFFERS


def _windowed(a: Claim, b: Claim) -> bool:
    """Whether both rows state from when to when they hold."""
    return a.window.basis is WindowBasis.STATED and b.window.basis is WindowBasis.STATED


def _same_text(pair: Pair) -> Reason | None:
    """One sentence in two places says one thing; if its values differ, they were read from where it stands."""
    same = pair.a.evidence.quote == pair.b.evidence.quote and pair.a.value.value_key != pair.b.value.value_key
    return Reason.SAME_UNIT if same else None


def _telling(pair: Pair) -> Reason | None:
    """Statements in other words must share words that few documents use: common ones meet everywhere."""
    if pair.same_key or pair.similarity >= _ALIKE or pair.corpus.document_count < _SMALL:
        return None
    return None if pair.corpus.rare_shared(pair.a, pair.b) >= 1 else Reason.FEW_SHARED_WORDS


def _whole(pair: Pair) -> Reason | None:
    """Yes against no, duty against freedom, a point beside a bound: one word more makes it another statement."""
    strict = pair.a.value.kind is ValueKind.FLAG or (
        isinstance(pair.a.value, Term) and pair.a.value.domain == "modality"
    )
    strict = strict or (pair.a.bound is not pair.b.bound and {pair.a.bound, pair.b.bound} != _POINTS)
    if not strict or pair.relation in _VERSIONS:
        return None
    most = max(pair.corpus.leftover(pair.a, pair.b), pair.corpus.leftover(pair.b, pair.a))
    return Reason.SUBJECT_DIFFERS if most > _LEFTOVER_STRICT else None


def _leftovers(pair: Pair) -> Reason | None:
    """Each statement has words the other knows nothing of: two aspects, not two values of one."""
    if pair.same_key and pair.relation is not DocumentRelation.SAME:
        return None
    corpus = pair.corpus
    least = min(corpus.leftover(pair.a, pair.b), corpus.leftover(pair.b, pair.a))
    limit = _LEFTOVER_WITHIN if pair.relation is DocumentRelation.SAME else _LEFTOVER_BETWEEN
    return Reason.SUBJECT_DIFFERS if least > limit else None


def _siblings(pair: Pair) -> Reason | None:
    if pair.relation is not DocumentRelation.SIBLING:
        return None
    specific = pair.same_key and pair.a.subject_basis in {SubjectBasis.IDENTIFIER, SubjectBasis.GRAMMAR}
    return None if specific and _tells(pair.a, pair.corpus) else Reason.SIBLING_DOCUMENTS


def _scope(pair: Pair) -> Reason | None:
    verdict = pair.a.scope.compare(pair.b.scope)
    return verdict.reason if verdict.kind is VerdictKind.DIFFERENT else None


def _identifiers(pair: Pair) -> Reason | None:
    if pair.a.subject == pair.b.subject:
        return None
    a_named = pair.a.subject_basis is SubjectBasis.IDENTIFIER
    b_named = pair.b.subject_basis is SubjectBasis.IDENTIFIER
    if a_named and b_named:
        return Reason.IDENTIFIER_CLASH
    # One side is about a named setting: the other must at least speak of it.
    for named, other, is_named in ((pair.a, pair.b, a_named), (pair.b, pair.a, b_named)):
        if is_named and other.identifiers and not named.identifiers & other.identifiers:
            return Reason.IDENTIFIER_CLASH
    return None


def _names(pair: Pair) -> Reason | None:
    """Two names, or two things of one kind ("sales team", "design team"), each with a word the other nowhere knows."""
    a, b = pair.a, pair.b
    if a.subject == b.subject:
        return None
    if not (_is_named(a) and _is_named(b)) and not titles_apart(a.subject_text, b.subject_text, pair.corpus.editions):
        return None
    mine, theirs = frozenset(a.subject.split()), frozenset(b.subject.split())
    only_a = mine - theirs - b.words - b.context_words
    only_b = theirs - mine - a.words - a.context_words
    return Reason.SUBJECT_DIFFERS if only_a and only_b else None


def _is_named(claim: Claim) -> bool:
    """A subject written as a name: capitals beyond its first letter, or an identifier."""
    if claim.subject_basis in _PLACED:
        return False
    return claim.subject_basis is SubjectBasis.IDENTIFIER or bool(re.search(r"\b[A-Z]", claim.subject_text[1:]))


def _digits(pair: Pair) -> Reason | None:
    if pair.relation in _VERSIONS and {pair.a.subject_basis, pair.b.subject_basis} <= _PLACED:
        return None  # versions of one document: their titles differ in their version
    a, b = digits_of(pair.a), digits_of(pair.b)
    if a and b and not (a <= b or b <= a):
        return Reason.DIGITS_DIFFER
    return None


def _leads(pair: Pair) -> Reason | None:
    a, b = pair.a.lead, pair.b.lead
    if not a or not b or a == b or pair.same_key:
        return None
    if pair.relation is DocumentRelation.SAME:
        return Reason.LEAD_DIFFERS  # neighbouring rows or items: one text tells them apart
    mine, theirs = frozenset(a.split()), frozenset(b.split())
    if mine <= theirs or theirs <= mine:
        return None
    known_a = len(mine & (theirs | pair.b.words | pair.b.context_words)) / len(mine)
    known_b = len(theirs & (mine | pair.a.words | pair.a.context_words)) / len(theirs)
    return None if max(known_a, known_b) > 0.5 and min(known_a, known_b) >= 0.5 else Reason.LEAD_DIFFERS


def _qualifiers(pair: Pair) -> Reason | None:
    mine = pair.a.words & pair.corpus.qualifiers
    theirs = pair.b.words & pair.corpus.qualifiers
    if pair.relation is DocumentRelation.SAME and mine != theirs:
        return Reason.SCOPE_DIFFERS  # one text tells them apart
    return Reason.SCOPE_DIFFERS if mine - theirs and theirs - mine else None


def _nouns(pair: Pair) -> Reason | None:
    """Bare counts of different things: 12 books and 12 shelves."""
    a, b = pair.a.value, pair.b.value
    if not isinstance(a, Quantity) or not isinstance(b, Quantity) or a.unit not in {"", "percent"}:
        return None
    if bool(a.noun) != bool(b.noun) and a.unit == "" and pair.relation not in _VERSIONS:
        noun, other = (a.noun, pair.b) if a.noun else (b.noun, pair.a)
        known = other.words | other.context_words
        speaks = noun in known or any(word.endswith(noun) or noun in word for word in known) or pair.same_key
        return None if speaks else Reason.DIMENSION_DIFFERS
    if a.noun and b.noun and a.noun != b.noun and a.unit == "":
        speaks_a = a.noun in pair.b.words or any(word.endswith(a.noun) for word in pair.b.words)
        speaks_b = b.noun in pair.a.words or any(word.endswith(b.noun) for word in pair.a.words)
        return None if speaks_a != speaks_b else Reason.DIMENSION_DIFFERS
    return None


def _bounds(pair: Pair) -> Reason | None:
    if pair.a.bound is pair.b.bound:
        return None
    if {pair.a.bound, pair.b.bound} == _POINTS and pair.relation is DocumentRelation.SAME:
        return Reason.BOUND_CLASS
    if {pair.a.bound, pair.b.bound} == _POINTS:
        return None if pair.same_key or pair.similarity >= _CLEAR else Reason.BOUND_CLASS
    verdict = compare_bounded(pair.a.bound, pair.a.value, pair.b.bound, pair.b.value)
    if verdict.kind is VerdictKind.DIFFERENT:
        # Only a firm bound makes a point impossible, and only where the two clearly speak of one thing.
        return None if pair.similarity >= 0.6 or pair.same_key else Reason.BOUND_CLASS
    return Reason.BOUND_CLASS if {pair.a.bound, pair.b.bound} == {Bound.MIN, Bound.MAX} else None


def _words(pair: Pair) -> Reason | None:
    if pair.same_key:
        return None
    direct, indirect = pair.corpus.shared(pair.a, pair.b)
    if pair.a.predicate == pair.b.predicate and direct and len(pair.a.context_words & pair.b.context_words) >= 2:
        return None  # one predicate in one surrounding: "revenue" under two pages of one fiscal year
    return None if direct >= 2 or (direct == 1 and indirect >= 1) else Reason.FEW_SHARED_WORDS


Gate = Callable[[Pair], Reason | None]

GATES: tuple[Gate, ...] = (
    _kind,
    _status,
    _place,
    _unit,
    _documents,
    _siblings,
    _family,
    _common_lead,
    _sections,
    _scope,
    _identifiers,
    _names,
    _digits,
    _leads,
    _cells,
    _qualifiers,
    _nouns,
    _bounds,
    _texts,
    _duties,
    _same_text,
    _whole,
    _telling,
    _words,
    _leftovers,
)


ABOUT: tuple[Gate, ...] = (_kind, _identifiers, _names, _digits, _qualifiers, _nouns, _words, _leftovers)
"""The gates that ask what a statement is about, whatever documents it stands in."""


def about_one_thing(pair: Pair) -> bool:
    """Whether two statements may be about one thing, their documents, scopes and bounds apart."""
    return all(gate(pair) is None for gate in ABOUT)


def first_stop(pair: Pair) -> Verdict | None:
    """The verdict of the first gate that stops the pair, ``None`` if all let it through."""
    for gate in GATES:
        reason = gate(pair)
        if reason is not None:
            return Verdict(VerdictKind.STOP, reason)
    return None
