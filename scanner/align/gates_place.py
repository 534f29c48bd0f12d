"""Gates that ask where two claims stand: documents, sections, templates, tables."""

from __future__ import annotations

from scanner.align.features import Corpus
from scanner.align.gates_within import keyed_again, restated
from scanner.align.pair import CLEAR, FAMILY, VERSIONS, Pair, placed, tells
from scanner.align.titles import titles_apart
from scanner.model import Claim, DocumentRelation, Reason, SubjectBasis, WindowBasis

__all__ = [
    "cells",
    "common_lead",
    "documents",
    "family",
    "is_everywhere",
    "moved",
    "once",
    "place",
    "same_text",
    "sections",
    "siblings",
    "unit",
]

_SENTENCES = frozenset(
    {
        "copula",
        "degree",
        "verb",
        "noun-phrase",
        "change",
        "timing",
        "timing end",
        "status",
        "requirement",
        "support",
        "backing",
        "option",
    }
)

_EVERYWHERE = 8  # sections from which on a parameter of one name ("limit") is one of each of them
_KEYED = 0.55  # likeness from which a sentence clearly speaks of what a key or row states, all of whose words it knows
_NAMED = frozenset({"table", "option", "key_value", "config_code"})


def place(pair: Pair) -> Reason | None:
    """A value known only by its place meets other versions of that place, by their diff, and nothing else."""
    if pair.corpus.dates_itself(pair.a) or pair.corpus.dates_itself(pair.b):
        return Reason.NO_SUBJECT
    return Reason.NO_SUBJECT if "place" in {pair.a.extractor, pair.b.extractor} else None


def unit(pair: Pair) -> Reason | None:
    """One sentence, row or line, or one inside the other: its parts say different things, or one thing twice."""
    if pair.relation is not DocumentRelation.SAME:
        return None
    a, b = pair.a.evidence, pair.b.evidence
    if pair.a.unit_id != pair.b.unit_id and (a.end <= b.start or b.end <= a.start):
        return None
    return None if pair.a.pair and pair.a.pair == pair.b.pair else Reason.SAME_UNIT


def documents(pair: Pair) -> Reason | None:
    if pair.relation is not None or (pair.same_key and tells(pair.a, pair.corpus)):
        return None
    return Reason.UNRELATED_DOCUMENTS


def siblings(pair: Pair) -> Reason | None:
    if pair.relation is not DocumentRelation.SIBLING:
        return None
    specific = pair.same_key and pair.a.subject_basis in {SubjectBasis.IDENTIFIER, SubjectBasis.GRAMMAR}
    return None if specific and tells(pair.a, pair.corpus) else Reason.SIBLING_DOCUMENTS


def family(pair: Pair) -> Reason | None:
    """One wording in several places is a template: what it speaks of is the place, so the places must be one."""
    a, b = pair.a, pair.b
    if pair.relation in VERSIONS or a.statement != b.statement or _succeeding(pair):
        return None
    if restated(pair) and not pair.corpus.repeats(a):
        return None
    if pair.relation is DocumentRelation.SAME and {a.extractor, b.extractor} <= _SENTENCES and _unnamed(a, b):
        return Reason.FAMILY
    if a.evidence.context == b.evidence.context and pair.relation is DocumentRelation.SAME and not _says(a):
        return Reason.FAMILY  # "Defaults to 4." below one thing, "Defaults to 400." below another
    if pair.relation is DocumentRelation.SAME and pair.corpus.repeats(a):
        return Reason.FAMILY
    if pair.relation is not DocumentRelation.SAME and {a.extractor, b.extractor} == {"key_value"}:
        of_page = a.evidence.context == b.evidence.context == ()
        if of_page or pair.corpus.places_of_statement[a.statement] >= FAMILY:
            return Reason.FAMILY  # "current_step: 3": what each page says of itself
    if a.evidence.context == b.evidence.context != () and pair.relation is not DocumentRelation.SAME:
        return None
    if pair.corpus.places_of_statement[a.statement] >= FAMILY and not _named_alike(pair):
        return Reason.FAMILY
    if not (placed(a) or placed(b)):
        return None
    several = pair.corpus.places_of_statement[a.statement] >= FAMILY or pair.relation is DocumentRelation.SAME
    return Reason.FAMILY if several or titles_apart(a.subject_text, b.subject_text, pair.corpus.editions) else None


def _says(claim: Claim) -> bool:
    """Whether a sentence itself names what it is about."""
    return claim.subject_text.strip("`*_ ").casefold() in claim.evidence.quote.casefold()


def _unnamed(a: Claim, b: Claim) -> bool:
    return not {a.subject_basis, b.subject_basis} <= {SubjectBasis.GRAMMAR, SubjectBasis.IDENTIFIER}


def _named_alike(pair: Pair) -> bool:
    return pair.a.subject == pair.b.subject and not placed(pair.a) and not placed(pair.b)


def common_lead(pair: Pair) -> Reason | None:
    """``limit`` and ``Name`` are parameters of many things: under such a row header the headings must agree.

    A plan or region that both name is no parameter: what stands in its rows is told of it.
    """
    if pair.relation in VERSIONS or not pair.a.lead or pair.a.lead != pair.b.lead:
        return None
    if pair.a.lead in {value for _, value in {*pair.a.scope.items} & {*pair.b.scope.items}}:
        return None
    places = max(pair.corpus.places_of_lead.get((c.lead, c.predicate), 0) for c in (pair.a, pair.b))
    parameter = {pair.a.extractor, pair.b.extractor} == {"option"} and is_everywhere(pair.corpus, pair.a.lead)
    if (places < FAMILY and not parameter) or pair.a.evidence.context == pair.b.evidence.context:
        return None
    return Reason.FAMILY


def once(pair: Pair) -> Reason | None:
    """One section says a thing once: two of its sentences that leave their subject to its heading are two things."""
    a, b = pair.a, pair.b
    if pair.relation is not DocumentRelation.SAME or a.evidence.context != b.evidence.context or _succeeding(pair):
        return None
    return Reason.SUBJECT_DIFFERS if placed(a) and placed(b) and a.statement != b.statement else None


def sections(pair: Pair) -> Reason | None:
    """What a sentence leaves out stands in its heading: two headings, two things."""
    a, b = pair.a, pair.b
    if pair.relation in VERSIONS or _succeeding(pair):
        return None
    if placed(a) and placed(b) and titles_apart(a.subject_text, b.subject_text, pair.corpus.editions):
        return Reason.SUBJECT_DIFFERS  # "Annual leave" and "Military leave"
    if pair.relation is not DocumentRelation.SAME or not (placed(a) or placed(b)):
        return None
    if a.evidence.context == b.evidence.context:
        return None
    least = _KEYED if keyed_again(pair) else CLEAR
    return None if pair.similarity >= least else Reason.SUBJECT_DIFFERS


def moved(pair: Pair) -> Reason | None:
    """A row or option of one version and one of another version, under headings that have nothing in common."""
    if pair.relation not in VERSIONS or not {pair.a.extractor, pair.b.extractor} <= _NAMED:
        return None
    a, b = pair.a.evidence.context[:-1], pair.b.evidence.context[:-1]
    return Reason.FAMILY if len(a) > 1 and len(b) > 1 and set(a[1:]).isdisjoint(b[1:]) else None


def cells(pair: Pair) -> Reason | None:
    """Table cells: rows of one table are different things; in two tables row header and column name must agree."""
    a, b = pair.a, pair.b
    tables = (a.extractor == "table") + (b.extractor == "table")
    if tables == 0 or pair.relation in VERSIONS:
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


def is_everywhere(corpus: Corpus, lead: str) -> bool:
    """Whether so many sections have a row or parameter of one name that it is one of each of them."""
    return corpus.places_of_lead.get((lead, ""), 0) >= _EVERYWHERE


def _succeeding(pair: Pair) -> bool:
    """Whether two rows of tables state when each holds of one thing."""
    return pair.same_key and pair.a.extractor == pair.b.extractor == "table" and _windowed(pair.a, pair.b)


def _windowed(a: Claim, b: Claim) -> bool:
    """Whether both rows state from when to when they hold."""
    return a.window.basis is WindowBasis.STATED and b.window.basis is WindowBasis.STATED


def same_text(pair: Pair) -> Reason | None:
    """One sentence in two places says one thing; if its values differ, they were read from where it stands."""
    same = pair.a.evidence.quote == pair.b.evidence.quote and pair.a.value.value_key != pair.b.value.value_key
    return Reason.SAME_UNIT if same else None
