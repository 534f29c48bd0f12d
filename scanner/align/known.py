"""What the store tells alignment of the whole corpus: counts for the gates, and what documents have in common."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import snowballstemmer

from scanner.align.features import Corpus, document_of
from scanner.align.phrases import phrases
from scanner.align.relate import COMMON, ENOUGH, FOLDER, SHORTEST, SIBLING_STATEMENTS, TEMPLATE, Evidence, Key, Shared
from scanner.align.releases import Told
from scanner.align.states import Likeness
from scanner.model import SENTENCE, SLIPS, Claim
from scanner.rules import RuleSet
from scanner.store import Store, statements

__all__ = ["count", "known_corpus", "known_evidence", "rows", "with_claims"]

_PACKAGE = "scanner.align"
_FIELD = "\x1f"


def count(store: Store, posting: int) -> None:
    """Number what is current and count it anew, in SQL; ``posting``: of more claims a word or key is common."""
    store.run(statements("current_documents.sql", _PACKAGE))
    store.run(statements("current_claims.sql", _PACKAGE), {"apart": sorted([*SLIPS, SENTENCE])})
    store.run(statements("sentences.sql", _PACKAGE), {"sentence": SENTENCE})
    store.run(statements("current_words.sql", _PACKAGE))
    store.run(statements("rounding.sql", _PACKAGE))
    store.run(statements("statistics.sql", _PACKAGE), {"posting": posting})
    store.run(statements("sentence_statistics.sql", _PACKAGE), {"posting": posting})


class _AtLeastOnce(dict[str, int]):
    """Counts of which only those above one are kept."""

    def __missing__(self, name: str) -> int:
        return 1


def known_corpus(store: Store, rules: RuleSet) -> Corpus:
    """What is counted over all current claims, without any of them."""
    counted: dict[str, dict[str, int]] = {}
    for sort, name, number in rows(store, statements("counted.sql", _PACKAGE)):
        counted.setdefault(sort, {})[name] = number
    total = counted["units"][""]
    leads = {tuple(name.split(_FIELD)): number for name, number in counted.get("lead", {}).items()}
    repeated: dict[tuple[object, ...], int] = {}
    headed: dict[tuple[object, ...], int] = {}
    values: dict[tuple[object, ...], int] = {}
    subjects: dict[tuple[object, ...], int] = {}
    for sort, source, doc_id, context, first, second, unit, number in rows(store, statements("within.sql", _PACKAGE)):
        if sort == "values":
            values[source, doc_id, unit, first, second, context[0]] = number
        elif sort == "subject":
            subjects[source, doc_id, first, second] = number
        elif sort == "rows":
            headed[source, doc_id, tuple(context), first, second] = number
        else:
            repeated[source, doc_id, tuple(context)] = number
    stemmer = snowballstemmer.stemmer("english")
    documents = rows(store, "SELECT count(DISTINCT doc) FROM align_claims")[0][0]
    return Corpus(
        claims=(),
        weight={word: math.log(1 + total / number) for word, number in counted.get("word", {}).items()},
        documents_with=counted.get("spread", {}),
        by_document={},
        kinds={kind: math.log(1 + total / number) for kind, number in counted.get("kind", {}).items()},
        qualifiers=frozenset(
            str(stemmer.stemWord(word)) for card in ("qualifier", "portion noun") for word in rules.words(card)
        ),
        document_count=documents,
        places_of_statement=_AtLeastOnce(counted.get("statement", {})),
        places_of_lead=leads,  # type: ignore[arg-type]
        repeated=repeated,
        own_dates=frozenset(rules.words("document date")),
        effects=frozenset(rules.words("taking effect")),
        codes=frozenset(rules.words("enumeration column")),
        editions=frozenset(rules.words("edition word")),
        rows_of_lead=headed,
        values_of_unit=values,
        elsewhen=phrases(rules.words("told of another time")),
        openings=phrases(rules.words("opening without scope")),
        own_texts=frozenset(rules.words("text noun")),
        now_nouns=frozenset(rules.words("present noun")),
        own_rules=frozenset(rules.words("rules noun")),
        page_history=phrases(rules.words("page history")),
        calling=frozenset(rules.words("verb with for")),
        topics=frozenset(rules.words("heading generic")) | frozenset(rules.words("heading topic")),
        restating=phrases(rules.words("heading restating")),
        totals=frozenset(rules.words("total word")),
        units_of_subject=subjects,
        told=Told.build(rules.words),
        choices={
            (source, doc_id, kind): number
            for source, doc_id, kind, number in rows(
                store, "SELECT source, doc_id, kind, number FROM align_choices JOIN align_documents USING (doc)"
            )
        },
        places_of_sentence=_AtLeastOnce(counted.get("sentence", {})),
        limiting=_with_stems(rules.words("limiting word")),
        whole=_with_stems(rules.words("whole work")),
        joining=_with_stems(rules.words("joining word")),
        predicates=frozenset(rules.predicates),
        admitting=frozenset(str(stemmer.stemWord(word)) for word in rules.words("admitting verb")),
        edges={card.id: card.edge for card in rules.predicates.values() if card.edge is not None},
    )


def _with_stems(words: Iterable[str]) -> frozenset[str]:
    stemmer = snowballstemmer.stemmer("english")
    return frozenset(form for word in words for form in (word, str(stemmer.stemWord(word))))


def with_claims(corpus: Corpus, claims: Iterable[Claim]) -> Corpus:
    """The same counts with these claims, in order of place."""
    ordered = sorted(claims, key=lambda c: (*document_of(c), c.unit_id, c.slot, c.claim_id))
    by_document: dict[Key, list[int]] = {}
    for index, claim in enumerate(ordered):
        by_document.setdefault(document_of(claim), []).append(index)
    return replace(corpus, claims=tuple(ordered), by_document={key: tuple(value) for key, value in by_document.items()})


def known_evidence(store: Store, companions: Iterable[str]) -> Evidence:
    """What ties documents together: rare words and statements that they share, and names that ``companions`` have."""
    # Rounded, so that a few documents more or less untie none.
    documents, about = rows(store, "SELECT count(DISTINCT doc), rounded(count(DISTINCT doc), 3) FROM align_claims")[0]
    present = rows(store, "SELECT source, doc_id FROM align_documents SEMI JOIN align_claims USING (doc) ORDER BY doc")
    few = {
        "rare": min(max(3, documents // 50), 12),
        "documents": 1.0 * max(1, about),
        "common": COMMON,
        "enough": ENOUGH,
        "bits": ENOUGH // 2,
        "folder": FOLDER,
        "companions": sorted(companions),
    }
    template = {"shortest": SHORTEST, "template": TEMPLATE, "least": SIBLING_STATEMENTS}
    return Evidence(
        tuple((source, doc_id) for source, doc_id in present),
        {
            ((row[0], row[1]), (row[2], row[3])): Shared(row[4], tuple(row[5]), row[6], row[7])
            for row in rows(store, statements("shared_words.sql", _PACKAGE), few)
        },
        {
            ((row[0], row[1]), (row[2], row[3])): Likeness(row[4], row[5], row[6])
            for row in rows(store, statements("shared_statements.sql", _PACKAGE), template)
        },
    )


def rows(store: Store, sql: str, parameters: Mapping[str, object] | None = None) -> list[tuple[Any, ...]]:
    """The answer to a query as Python rows."""
    table = store.fetch(sql, parameters)
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))
