"""What alignment knows of a claim: its comparable kind, its words with their weights, and what sets it apart."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from scanner.align.releases import Told
from scanner.model import Claim, Moment, Quantity, Term, Text

__all__ = [
    "Corpus",
    "comparable_kind",
    "digits_of",
    "dimension_of",
    "document_of",
    "is_derived",
    "is_whole",
    "key_of",
    "meets_across",
]

_TIME = frozenset({"second", "month"})
_DURATIONS = frozenset({"second", "month", "business_day", "business_hour"})
_DIGITS = re.compile(r"\d[\w.]*")


def comparable_kind(claim: Claim) -> str:
    """Only claims of one kind can be compared: quantities of a dimension, moments of a form, terms of a domain.

    Per what a quantity is counts as scope: EUR a year is of the kind of EUR, calls an hour of that of calls. How often
    something happens is a kind of its own.
    """
    value = claim.value
    return _kind_of_unit(value.unit) if isinstance(value, Quantity) else dimension_of(claim)


@lru_cache(maxsize=1_024)
def _kind_of_unit(unit: str) -> str:
    if unit.endswith("/event"):
        return "event"
    top = unit.partition("/")[0]
    return "time" if top in _DURATIONS else f"quantity {'' if top == '1' else top}"


def meets_across(a: Claim, b: Claim) -> bool:
    """Whether two claims of different kinds can be compared all the same.

    Yes and no tell of what must or may be, a day without its year may be that of a date; a price of nothing stands
    beside any currency, no limit beside any amount.
    """
    kinds = sorted((comparable_kind(a), comparable_kind(b)))
    if kinds in _ACROSS:
        return True
    if "quantity money" in kinds:
        return all(_CURRENCY.fullmatch(kind) for kind in kinds if kind != "quantity money")
    return "term amount" in kinds and any(kind in _LIMITED for kind in kinds)


_ACROSS = (["flag", "term modality"], ["date", "yearday"])
_CURRENCY = re.compile(r"quantity [A-Z]{3}")
_LIMITED = frozenset({"quantity ", "quantity byte", "time"})


def dimension_of(claim: Claim) -> str:
    """What a value measures, per what included: how rare that is in the corpus tells how much it says of a pair."""
    value = claim.value
    if isinstance(value, Quantity):
        return "time" if value.unit in _TIME else f"quantity {value.unit}"
    if isinstance(value, Moment):
        return value.unit
    if isinstance(value, Term):
        return f"term {value.domain}"
    return value.kind.value


def digits_of(claim: Claim) -> frozenset[str]:
    """Numbers in the names a claim uses, its value apart: they make another thing of it (product 8, contract 7731)."""
    return _digits_in(claim.words, claim.subject, claim.lead)


@lru_cache(maxsize=65_536)
def _digits_in(words: frozenset[str], subject: str, lead: str) -> frozenset[str]:
    named = frozenset(word for word in words if word[0].isdigit())
    return named | frozenset(_DIGITS.findall(f"{subject} {lead}"))


def is_whole(claim: Claim) -> bool:
    """Whether a claim is all that a key says, where that is words or several values: versions alone compare these."""
    return claim.extractor == "place" and isinstance(claim.value, Text)


def is_derived(claim: Claim) -> bool:
    """Whether a claim is an end of a span that is a claim itself: it only meets what names that end alone."""
    return claim.extractor == "timing end"


def document_of(claim: Claim) -> tuple[str, str]:
    """The document a claim stands in: its source and id."""
    return claim.evidence.source, claim.evidence.doc_id


def key_of(claim: Claim) -> tuple[str, str]:
    """The canonical subject and predicate."""
    return claim.subject, claim.predicate


@dataclass(frozen=True)
class Corpus:
    """Some current claims, with the counts over all of them that say which words tell something.

    Counts are taken over documents and units, never over values, so that a further witness or a further value changes
    no weight between the pages that disagree. What is counted over the whole corpus comes from ``statistics.sql``,
    rounded there: a gate that needs another count adds it there, or a scan of what has changed would not see it move.
    Counts within one document may be taken anywhere (``within.sql``).
    """

    claims: tuple[Claim, ...]
    weight: Mapping[str, float]
    documents_with: Mapping[str, int]
    by_document: Mapping[tuple[str, str], tuple[int, ...]]
    kinds: Mapping[str, float]
    qualifiers: frozenset[str]
    document_count: int
    places_of_statement: Mapping[str, int]
    places_of_lead: Mapping[tuple[str, str], int]
    repeated: Mapping[tuple[object, ...], int]
    own_dates: frozenset[str]
    effects: frozenset[str]
    codes: frozenset[str]
    editions: frozenset[str]
    rows_of_lead: Mapping[tuple[object, ...], int]
    values_of_unit: Mapping[tuple[object, ...], int]
    elsewhen: re.Pattern[str]
    openings: re.Pattern[str]
    own_texts: frozenset[str]
    own_rules: frozenset[str]
    now_nouns: frozenset[str]
    page_history: re.Pattern[str]
    calling: frozenset[str]
    topics: frozenset[str]
    restating: re.Pattern[str]
    totals: frozenset[str]
    units_of_subject: Mapping[tuple[object, ...], int]
    told: Told
    choices: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    places_of_sentence: Mapping[str, int] = field(default_factory=dict)
    limiting: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    predicates: frozenset[str] = frozenset()
    edges: Mapping[str, str] = field(default_factory=dict)
    admitting: frozenset[str] = frozenset()
    _masses: dict[frozenset[str], float] = field(default_factory=dict, compare=False, repr=False)
    _dimensions: dict[str, float] = field(default_factory=dict, compare=False, repr=False)
    _edges: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def edge_of(self, claim: Claim) -> str:
        """Which end of what lasts a claim's value is by its predicate's card ("start", "end"), empty for neither."""
        edge = self._edges.get(claim.predicate)
        if edge is None:
            parts = claim.predicate.split()
            names = (" ".join(parts[place:]) for place in range(len(parts)))
            edge = self._edges[claim.predicate] = next((self.edges[name] for name in names if name in self.edges), "")
        return edge

    def lists_values(self, claim: Claim) -> bool:
        """Whether one unit gives several values under the claim's subject and predicate: of parts or stages."""
        time = comparable_kind(claim) if isinstance(claim.value, Moment) else ""
        key = (*document_of(claim), claim.unit_id, *key_of(claim), time)
        return self.values_of_unit.get(key, 0) > 1

    def told_of_subject(self, claim: Claim) -> int:
        """In how many statements its document gives the claim's subject values of this kind; 0 for one or two."""
        return self.units_of_subject.get((*document_of(claim), claim.subject, comparable_kind(claim)), 0)

    def choices_of(self, claim: Claim) -> int:
        """Among about how many claims of its kind, in the documents of its body, a claim may find its counterpart."""
        return self.choices.get((*document_of(claim), comparable_kind(claim)), 1)

    def general(self, heading: str) -> bool:
        """Whether a heading is made of general words and names no thing of its own."""
        words = re.findall(r"[^\W_]+(?:[-’'][^\W_]+)*", heading.casefold())
        return all(word in self.topics for word in words) or self.restates(heading)

    def restates(self, heading: str) -> bool:
        """Whether a heading or label announces what the document says elsewhere in full: a summary, a question."""
        return heading.rstrip().endswith("?") or self.restating.search(heading) is not None

    def repeats(self, claim: Claim) -> bool:
        """Whether several statements stand more than once where this one does: records whose names were not seen."""
        return self.repeated.get((*document_of(claim), claim.evidence.context), 0) > 1

    def enumerates(self, claim: Claim) -> bool:
        """Whether a cell is the code of its row ("Value", "Code", "Level"): it means something in its table only."""
        if isinstance(claim.value, Quantity) and claim.value.unit:
            return False  # codes have no unit
        return claim.extractor == "table" and claim.predicate_text.casefold().strip(" *:") in self.codes

    def names_its_row(self, claim: Claim) -> bool:
        """Whether a table cell's row header names one row only; a log's first column repeats and is no key."""
        key = (*document_of(claim), claim.evidence.context, claim.lead, claim.predicate)
        return self.rows_of_lead.get(key, 0) <= 1

    def rare_shared(self, a: Claim, b: Claim) -> int:
        """How many words few documents use stand on both sides, in the statement or around it."""
        shared = (a.words | a.context_words) & (b.words | b.context_words)
        limit = max(self.rare, 3)
        return sum(1 for word in shared if self.documents_with.get(word, 0) <= limit)

    def dates_itself(self, claim: Claim) -> bool:
        """Whether a claim only dates its own document ("Last updated: …"): versions differ in it by nature."""
        if claim.statement.replace("#", "").strip() in self.own_dates:
            return True
        return claim.extractor == "key_value" and claim.predicate_text.casefold().strip(" *:") in self.own_dates

    def stamps(self, claim: Claim) -> bool:
        """Whether a claim only says when its page was written or touched; when it takes effect is a fact of its own."""
        return self.dates_itself(claim) and not self.effects & set(claim.statement.split())

    @property
    def rare(self) -> int:
        """In at most how many documents a word still ties documents together."""
        return min(max(3, self.document_count // 50), 12)

    def mass(self, words: frozenset[str]) -> float:
        """The summed weight of words; a word that no statement uses weighs like a rare one."""
        return math.fsum([self.weight.get(word, 3.0) for word in words])

    def similarity(self, a: Claim, b: Claim) -> float:
        """How far two claims speak of the same, in [0, 1]: each side's words found in the other's statement or context.

        A word found only in the other's headings, title or lead-in counts 0.6. The two coverages are combined by their
        geometric mean, so that a long statement does not swallow a short one.
        """
        one, other = self.coverages(a, b)
        return math.sqrt(one * other)

    def coverages(self, a: Claim, b: Claim) -> tuple[float, float]:
        """What part of either claim's words, by weight, the other one knows."""
        mine, theirs = a.words, b.words
        direct = mine & theirs
        dimension = min(self.dimension_weight(a), self.dimension_weight(b))
        told = dimension + (self.mass(direct) if direct else 0.0)
        return (
            self._covered(mine, b.context_words, direct, dimension, told),
            self._covered(theirs, a.context_words, direct, dimension, told),
        )

    def _covered(
        self, words: frozenset[str], around: frozenset[str], direct: frozenset[str], dimension: float, told: float
    ) -> float:
        whole = self._masses.get(words)
        if whole is None:  # asked once a rival, and most claims have many
            whole = self._masses[words] = self.mass(words)
        if whole == 0:
            return 0.0
        indirect = (words & around) - direct
        if indirect:
            told += 0.6 * self.mass(indirect)
        return min(1.0, told / (dimension + whole))

    def leftover(self, a: Claim, b: Claim) -> float:
        """The share of ``a``'s words that ``b`` knows neither from its statement nor from where it stands."""
        whole = self.mass(a.words)
        return self.mass(a.words - b.words - b.context_words) / whole if whole else 0.0

    def dimension_weight(self, claim: Claim) -> float:
        """What it tells that two values are of one dimension: much for a rare one (bytes among dates), little for a
        count."""
        value = claim.value
        if not isinstance(value, Quantity) or value.unit in {"", "percent"}:
            return 0.0
        weight = self._dimensions.get(value.unit)
        if weight is None:
            weight = self._dimensions[value.unit] = 0.5 * self.kinds[dimension_of(claim)]
        return weight

    def shared(self, a: Claim, b: Claim) -> tuple[int, int]:
        """How many words both statements use, and how many further ones stand in the other's context."""
        direct = a.words & b.words
        indirect = ((a.words & b.context_words) | (a.context_words & b.words)) - direct
        return len(direct), len(indirect)
