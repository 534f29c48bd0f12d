"""Triples to claims: every part of a triple made canonical, or a named reason why it could not be."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from scanner.model import (
    SENTENCE,
    SLIPS,
    Change,
    Chunk,
    Claim,
    Denials,
    Document,
    Mention,
    Quantity,
    Status,
    SubjectBasis,
    Text,
    Triple,
    UnitKind,
    Unresolved,
    Value,
)
from scanner.normalize.alias import AliasReader
from scanner.normalize.bound import Bounds
from scanner.normalize.entity import Entities, first_specific, is_identifier
from scanner.normalize.evidence import evidence_of
from scanner.normalize.functional import is_functional, is_listed
from scanner.normalize.headings import unnumbered_headings
from scanner.normalize.lexicon import Lexicon
from scanner.normalize.moment_words import alternation
from scanner.normalize.per_what import PerWhat
from scanner.normalize.predicate import NamedPredicate, Predicates
from scanner.normalize.recognise import Recogniser
from scanner.normalize.scope import Scopes
from scanner.normalize.sentence import SentenceClaims, Surroundings
from scanner.normalize.unit_words import UnitWords, objects_in, without_values
from scanner.normalize.unresolved import unresolved_of, without_claimed
from scanner.normalize.value import Objects
from scanner.normalize.windows import document_window, window_for
from scanner.rules import RuleSet

__all__ = ["Normalizer"]

_LABEL_WORDS = 5
_LONGEST_ROW_HEADER = 200
_EDGE_WORDS = {"start": "begin", "end": "end"}  # what deadlines, expiry and closing have in common
_OWN_SUBJECT = frozenset({SubjectBasis.IDENTIFIER, SubjectBasis.ROW, SubjectBasis.GRAMMAR, SubjectBasis.LABEL})
_NOT_ANY_MORE = r"(?:\b(?:not|cannot)|n[’']t)\b[^.;:]{1,60}\bany(?:\s?more|\s+longer)\b"
_NARRATIVE = frozenset({"copula", "degree", "verb", "noun-phrase", "change", "threshold", "possession"})


@dataclass(frozen=True)
class Normalizer:
    """Turns triples into claims; built once from the cards."""

    rules: RuleSet
    recogniser: Recogniser
    lexicon: Lexicon
    entities: Entities
    predicates: Predicates
    scopes: Scopes
    objects: Objects
    per_what: PerWhat
    aliases: AliasReader
    denials: Denials
    openers: re.Pattern[str]
    bounds: Bounds
    no_value: frozenset[str]
    newer: re.Pattern[str]
    newer_labels: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet, fiscal_year_start: int = 1) -> Normalizer:
        lexicon = Lexicon.build(rules)
        entities = Entities.build(rules)
        newer = "|".join(re.escape(word) for word in sorted(rules.words("newer"), key=lambda w: (-len(w), w)))
        recogniser = Recogniser.build(rules, fiscal_year_start)
        return cls(
            rules,
            recogniser,
            lexicon,
            entities,
            Predicates.build(rules, lexicon),
            Scopes.build(rules, lexicon),
            Objects.build(rules, entities, recogniser),
            PerWhat.build(rules, recogniser.quantities.table),
            AliasReader.build(rules),
            Denials.build(rules.words),
            re.compile(rf"[\s*_>-]*(?:{alternation(rules.words('sentence opener'))})\b\s*,?\s+", re.IGNORECASE),
            Bounds.build(rules),
            frozenset(word.casefold() for word in rules.words("no value")),
            re.compile(rf"(?<![\w-])(?:{newer})(?![\w-])|{_NOT_ANY_MORE}", re.IGNORECASE),
            frozenset(word.casefold() for word in rules.words("newer label")),
        )

    def recognise(self, text: str, alone: bool = False, reference: date | None = None) -> tuple[Mention, ...]:
        """The value mentions of a text; ``alone`` tells that it is a whole cell or value."""
        return self.recogniser(text, alone, reference)

    def claims(
        self, document: Document, chunks: Sequence[Chunk], triples: Sequence[Triple]
    ) -> tuple[tuple[Claim, ...], tuple[Unresolved, ...]]:
        """The claims of a document in order of place, and what could not be normalised."""
        introduced = self.aliases.find(document.text)
        known = {alias: self.entities.normal(name) for alias, name in introduced.items()}
        found: dict[str, Claim] = {}
        unresolved: dict[tuple[int, int], Unresolved] = {}
        slots: dict[int, dict[int, int]] = {}
        units = UnitWords(self.lexicon, self.entities, objects_in(triples), unnumbered_headings(document))
        whole = self._sentence_claims(document, tuple(chunks), known, units)
        for triple in sorted(triples, key=_in_order):
            if triple.mention.text.strip().casefold() in self.no_value:
                continue
            triple = self._rejoined(triple)
            predicate = self._predicate(triple) if triple.extractor != SENTENCE else _STATEMENT
            value = self.objects.finish(triple, predicate, introduced, document)
            if value is None:
                entry = unresolved_of(document, triple)
                unresolved.setdefault((entry.start, entry.end), entry)
                continue
            if triple.extractor == SENTENCE:
                claim = whole.claim(triple, value)
                found[claim.claim_id] = claim
                continue
            triple, value = self.per_what.apply(triple, value)
            places = slots.setdefault(triple.unit.number, {})
            slot = places.setdefault(triple.mention.start, len(places))
            claim = self._claim(document, tuple(chunks), triple, predicate, value, known, units, slot)
            previous = found.get(claim.claim_id)
            if previous is None or claim.confidence > previous.confidence:
                found[claim.claim_id] = claim
        ordered = sorted(found.values(), key=lambda c: (c.evidence.value_start, c.evidence.value_end, c.claim_id))
        return tuple(ordered), without_claimed(unresolved, ordered)

    def _sentence_claims(
        self, document: Document, chunks: tuple[Chunk, ...], known: Mapping[str, str], units: UnitWords
    ) -> SentenceClaims:
        def around(triple: Triple) -> Surroundings:
            text, normal, basis = self._subject(document, triple, known, units)
            scope = self.scopes.around(triple.unit, document)
            return Surroundings(text, normal, basis, scope, self._context_words(document, triple))

        window = document_window(document)
        return SentenceClaims(document, chunks, window, self.denials, self.openers, around)

    def _rejoined(self, triple: Triple) -> Triple:
        if triple.extractor not in _NARRATIVE or not triple.subject or not triple.predicate:
            return triple
        predicate, subject = self.predicates.rejoined(triple.predicate, triple.subject)
        if subject == triple.subject:
            return triple
        basis = triple.subject_basis if subject else SubjectBasis.NONE
        return replace(triple, predicate=predicate, subject=subject, subject_basis=basis)

    def _predicate(self, triple: Triple) -> NamedPredicate:
        value = triple.mention.value
        kind = "" if value is None or isinstance(value, Text) else value.kind.value
        phrase = triple.predicate or " ".join(triple.headers)
        if not phrase and isinstance(value, Quantity):
            phrase = value.noun
        unit = value.unit if isinstance(value, Quantity) else None
        named = self.predicates.resolve(phrase, kind, verbal=triple.extractor == "verb", unit=unit)
        if (
            named.card is None
            and kind == "quantity"
            and triple.mention.value is not None
            and triple.mention.value.unit == ""
        ):
            as_version = self.predicates.resolve(phrase, "version")
            if as_version.card is not None:
                return as_version
        if named.card is None and triple.extractor in _NARRATIVE and triple.extractor != "verb":
            # "The limit for requests is 5": the subject phrase may complete what names the predicate.
            wider = self.predicates.resolve(f"{triple.subject} {phrase}".strip(), kind)
            if wider.card is not None and not is_identifier(triple.subject) and len(wider.card.id.split()) > 1:
                return wider
        return named

    def _claim(
        self,
        document: Document,
        chunks: tuple[Chunk, ...],
        triple: Triple,
        predicate: NamedPredicate,
        value: Value,
        known: Mapping[str, str],
        units: UnitWords,
        slot: int,
    ) -> Claim:
        unit = triple.unit
        subject_text, subject, basis = self._subject(document, triple, known, units)
        own = self._own_words(triple, subject_text if basis in _OWN_SUBJECT else "", predicate)
        bound = self.bounds.of(triple, predicate, value, document.doc_id)
        status = triple.status
        if status is Status.HISTORICAL and predicate.card is not None and predicate.card.changes is False:
            status = Status.ASSERTED
        change = triple.change
        if change is Change.NONE and status is Status.ASSERTED and unit.kind in {UnitKind.SENTENCE, UnitKind.LIST_ITEM}:
            low, high = triple.statement
            said = unit.text[low:high] if high > low else unit.text
            if self.newer.search(said) or unit.lead.strip(" *_:").casefold() in self.newer_labels:
                change = Change.NEW
        evidence = evidence_of(triple, document, chunks)
        functional = is_functional(triple, predicate, value)
        if is_listed(triple):
            functional = False
        identity = "\0".join(
            (
                document.source,
                document.doc_id,
                str(evidence.value_start),
                str(evidence.value_end),
                subject,
                predicate.name,
                bound,
                value.value_key,
            )
        )
        if triple.extractor in SLIPS:  # the same words may also be a claim by themselves
            identity = f"{identity}\0{triple.extractor}"
        claim = Claim(
            claim_id=hashlib.sha256(identity.encode()).hexdigest()[:20],
            subject=subject,
            predicate=predicate.name,
            bound=bound,
            value=value,
            scope=self.scopes.of(triple, document),
            status=status,
            window=window_for(triple, document),
            evidence=evidence,
            confidence=round(triple.confidence * _basis_weight(basis), 3),
            extractor=triple.extractor,
            subject_text=subject_text,
            predicate_text=triple.predicate or " ".join(triple.headers) or predicate.name,
            value_text=triple.mention.text,
            subject_basis=basis,
            functional=functional,
            changes=predicate.card.changes if predicate.card is not None else None,
            change=change,
            pair=triple.pair,
            unit_id=unit.number,
            slot=slot,
            statement=units.statement(unit),
            words=own,
            context_words=self._context_words(document, triple),
            lead=self._lead(triple),
            identifiers=units.identifiers(unit),
        )
        return claim if triple.change is not Change.OLD else replace(claim, status=Status.HISTORICAL)

    def _subject(
        self, document: Document, triple: Triple, known: Mapping[str, str], units: UnitWords
    ) -> tuple[str, str, SubjectBasis]:
        """The subject as written, its normal form, and where it was found."""
        stated = triple.subject.strip()
        normal = self.entities.normal(stated, known) if stated else ""
        if normal and not self.entities.is_generic(normal) and not units.points_at(triple.unit, stated):
            basis = SubjectBasis.IDENTIFIER if is_identifier(stated) else triple.subject_basis
            return stated, normal, basis if basis is not SubjectBasis.NONE else SubjectBasis.GRAMMAR
        unit = triple.unit
        # A lead of several words is a sentence that introduces a list, no label.
        lead = triple.lead if _is_label(triple.lead) else ""
        heading = first_specific(self.entities, (lead, *reversed(unit.headings)))
        if heading:
            basis = SubjectBasis.LABEL if heading == lead else SubjectBasis.HEADING
            named = units.headings.get(heading, heading)
            return named, self.entities.normal(named, known), basis
        title = document.title or document.doc_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        return title, self.entities.normal(title, known), SubjectBasis.TITLE

    def _lead(self, triple: Triple) -> str:
        """The row header or label in normal form; a sentence that introduces a list is none."""
        unit = triple.unit
        row = unit.kind is UnitKind.ROW and len(triple.lead) <= _LONGEST_ROW_HEADER
        if not triple.lead and unit.key is not None and unit.kind is not UnitKind.ROW:
            label = unit.text[slice(*unit.key)]
            return self.entities.normal(label) if _is_label(label) else ""
        return self.entities.normal(triple.lead) if row or _is_label(triple.lead) else ""

    def _own_words(self, triple: Triple, subject_text: str, predicate: NamedPredicate) -> frozenset[str]:
        """Content words that speak of this value, the value's own words left out.

        Sentences that introduce a list or caption a table speak of all its values: they count as context.
        """
        unit = triple.unit
        if unit.kind is UnitKind.ROW:
            span = unit.cell_at(triple.mention.start) or (0, 0)
        else:
            span = triple.statement if triple.statement[1] > triple.statement[0] else (0, len(unit.text))
        leads = (triple.lead,) if unit.kind is UnitKind.ROW or _is_label(triple.lead) else ()
        named = [triple.predicate, *leads, *(words for words in triple.headers if _is_label(words))]
        if triple.subject_basis in _OWN_SUBJECT:
            named += [triple.subject, subject_text]
        if predicate.card is not None:
            named.append(predicate.name)
            named.append(_EDGE_WORDS.get(predicate.card.edge or "", ""))
        value = triple.mention.value
        if isinstance(value, Quantity):
            named.append(value.noun)
        return self.lexicon.content(" ".join((without_values(unit, span, triple.mention), *named)))

    def _context_words(self, document: Document, triple: Triple) -> frozenset[str]:
        unit = triple.unit
        name = re.sub(r"[-_.]+", " ", document.doc_id.rsplit("/", 1)[-1].rsplit(".", 1)[0])
        return self.lexicon.content(
            " ".join((*unit.headings, document.title, unit.lead, unit.caption, name, *triple.headers))
        )


_STATEMENT = NamedPredicate("statement", None, None)


def _in_order(triple: Triple) -> tuple[int, int, int, str]:
    return triple.unit.number, triple.mention.start, triple.mention.end, triple.extractor


def _is_label(words: str) -> bool:
    """Whether a lead or header is a label; one of more words is a sentence."""
    return 0 < len(words.split()) <= _LABEL_WORDS


_BASIS_WEIGHTS = {
    SubjectBasis.IDENTIFIER: 1.0,
    SubjectBasis.ROW: 1.0,
    SubjectBasis.LABEL: 0.97,
    SubjectBasis.GRAMMAR: 1.0,
    SubjectBasis.HEADING: 0.93,
    SubjectBasis.TITLE: 0.88,
    SubjectBasis.NONE: 0.8,
}


def _basis_weight(basis: SubjectBasis) -> float:
    return _BASIS_WEIGHTS[basis]
