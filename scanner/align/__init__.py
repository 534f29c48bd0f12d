"""Alignment: which claims, in which documents, speak of the same thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import snowballstemmer

from scanner.align.features import Corpus, document_of, key_of
from scanner.align.gates import about_one_thing
from scanner.align.keys import assign_keys
from scanner.align.meet import Settings, meet
from scanner.align.pair import Pair
from scanner.align.relate import Relations, relate
from scanner.align.series import meet_in_series
from scanner.model import SLIPS, Alignment, Claim, DocumentRecord, DocumentRelation, Meeting, Reason
from scanner.rules import RuleSet

__all__ = ["Settings", "align"]


def align(
    claims: Iterable[Claim], documents: Sequence[DocumentRecord], rules: RuleSet, settings: Settings | None = None
) -> Alignment:
    """Relate the documents, let their claims meet, and give those that met their keys.

    The result depends on the claims and documents alone, not on their order.
    """
    ordered = sorted(
        (claim for claim in claims if claim.extractor not in SLIPS),
        key=lambda c: (c.evidence.source, c.evidence.doc_id, c.unit_id, c.slot, c.claim_id),
    )
    stemmer = snowballstemmer.stemmer("english")
    stems = {word: str(stemmer.stemWord(word)) for word in rules.words("qualifier")}
    corpus = Corpus.of(ordered, rules, stems)
    relations = relate(corpus, documents, frozenset(rules.words("edition word")))
    in_series = [*_in_series(corpus, documents), *_in_revisions(corpus, relations)]
    meetings, stopped = meet(
        corpus, relations, settings or Settings(), {m.claim_a for m in in_series} | {m.claim_b for m in in_series}
    )
    meetings.extend(in_series)
    meetings.extend(_stated_changes(ordered))
    unique: dict[tuple[str, str], Meeting] = {}
    for meeting in sorted(meetings, key=lambda m: (-m.score, m.way, m.claim_a, m.claim_b)):
        unique.setdefault((meeting.claim_a, meeting.claim_b), meeting)
    final = tuple(unique[pair] for pair in sorted(unique))

    def fits(a: Claim, b: Claim) -> bool:
        relation = relations.of(document_of(a), document_of(b))
        similarity = corpus.similarity(a, b)
        return about_one_thing(Pair(a, b, relation, similarity, key_of(a) == key_of(b), corpus))

    keys = assign_keys({claim.claim_id: claim for claim in ordered}, final, fits)
    seen = {(m.claim_a, m.claim_b) for m in final}
    kept = {(s.claim_a, s.claim_b): s for s in stopped if (s.claim_a, s.claim_b) not in seen}
    return Alignment(relations.links, final, tuple(kept[pair] for pair in sorted(kept)), keys)


def _in_series(corpus: Corpus, documents: Sequence[DocumentRecord]) -> list[Meeting]:
    """Each version of a series against the next one."""
    members: dict[tuple[str, str], list[DocumentRecord]] = defaultdict(list)
    for document in documents:
        if document.series:
            members[document.source, document.series].append(document)
    found: list[Meeting] = []
    for key in sorted(members):
        versions = sorted(members[key], key=_version_order)
        for older, newer in pairwise(versions):
            left = corpus.by_document.get((older.source, older.doc_id), ())
            right = corpus.by_document.get((newer.source, newer.doc_id), ())
            found.extend(meet_in_series(corpus, left, right))
    return found


def _in_revisions(corpus: Corpus, relations: Relations) -> list[Meeting]:
    """Two states of one page, place by place."""
    found: list[Meeting] = []
    for link in relations.links:
        if link.relation is DocumentRelation.REVISION:
            for meeting in meet_in_series(corpus, corpus.by_document[link.a], corpus.by_document[link.b]):
                found.append(replace(meeting, way=Reason.NEAR_STATEMENT, score=round(0.95 * meeting.score, 3)))
    return found


def _version_order(document: DocumentRecord) -> tuple[str, tuple[int, ...], str]:
    day = document.published.isoformat() if document.published else ""
    parts = tuple(int(part) for part in document.version.lstrip("v").split(".") if part.isdigit())
    return day, parts, document.doc_id


def _stated_changes(claims: Sequence[Claim]) -> list[Meeting]:
    """The old and the new end of a change that one unit states."""
    pairs: dict[tuple[str, str, int, int], list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.pair:
            pairs[claim.evidence.source, claim.evidence.doc_id, claim.unit_id, claim.pair].append(claim)
    found = []
    for group in pairs.values():
        if len(group) == 2:
            a, b = sorted(claim.claim_id for claim in group)
            found.append(Meeting(a, b, Reason.STATED_CHANGE, 0.97))
    return found
