"""Align what has changed since the last alignment, and nothing else, so that the whole is as if aligned anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from scanner.align.copies import SHARED, meet_copies
from scanner.align.features import Corpus
from scanner.align.groups import rekey
from scanner.align.known import count, known_corpus, known_evidence, rows, with_claims
from scanner.align.likelihood import Likelihood
from scanner.align.meet import Settings, meet
from scanner.align.pair import VERSIONS
from scanner.align.relate import Key, Relations, relate
from scanner.align.series import consecutive, meet_as_revisions, meet_in_series
from scanner.model import Alignment, Claim, DocumentLink, DocumentRecord, DocumentRelation, Meeting, Reason, Stopped
from scanner.rules import RuleSet
from scanner.store import Store, statements

__all__ = ["Aligned", "align"]

_PACKAGE = "scanner.align"
_PAIRS = pa.schema([("doc_a", pa.int64()), ("doc_b", pa.int64())])
_TABLES = (
    *("align_documents", "align_claims", "align_words", "align_document_words", "align_statistics", "align_changed"),
    *("align_moved", "align_touched", "align_postings", "align_keyed", "align_related", "align_body", "align_relinked"),
    *("align_choices", "align_sentences", "align_sentence_words", "align_said", "align_present"),
    *(
        "align_pairs",
        "align_earlier",
        "align_proposed",
        "align_compared",
        "align_wanted",
        "align_stirred",
        "align_regrouped",
    ),
)

Pair = tuple[Key, Key]


@dataclass(frozen=True, slots=True)
class Aligned:
    """How much an alignment redid: changed documents, and touched claims of how many in all.

    ``anew``: what decided the last alignment (cards, code, settings) has changed, so everything was done again.
    """

    documents: int
    touched: int
    claims: int
    anew: bool


@dataclass(frozen=True)
class _Work:
    """What every step of one alignment looks at; ``numbers`` are those of ``align_documents``."""

    store: Store
    settings: Settings
    records: Sequence[DocumentRecord]
    numbers: Mapping[Key, int]
    relations: Relations
    corpus: Corpus
    likelihood: Likelihood

    def append(self, table: str, pairs: Iterable[Pair]) -> None:
        """Add those pairs of documents that are both current to a table."""
        _append(self.store, table, self.numbers, pairs)

    def versions(self) -> list[DocumentLink]:
        return [link for link in self.relations.links if link.relation in VERSIONS]


def align(
    store: Store,
    rules: RuleSet,
    settings: Settings | None = None,
    fingerprint: str = "",
    weigh: Callable[[Sequence[DocumentRecord], RuleSet], Likelihood] = Likelihood.build,
) -> Aligned:
    """Relate the documents, let their claims meet, give those that met their keys, and store all that.

    Only what bears on documents that changed since the last alignment is done again, in one transaction; the result
    depends on the current claims and documents alone. ``fingerprint`` stands for all else that decides; where it is
    not that of the last alignment, everything is done anew. ``weigh`` makes what weighs pairs of statements.
    """
    chosen = settings or Settings()
    with store.transaction():
        known = rows(store, "SELECT fingerprint FROM aligned_by")
        if known != [(fingerprint,)]:
            store.drop_alignment()
        count(store, chosen.posting)
        store.run(statements("changed.sql", _PACKAGE))
        work = _related(store, rules, chosen, weigh)
        changed_claims, wanted = _amend(work)
        rekey(store, work.corpus, work.relations, changed_claims, wanted)
        store.remember_alignment(fingerprint)
        documents, touched, claims = rows(store, statements("extent.sql", _PACKAGE))[0]
        for name in _TABLES:
            store.run(f"DROP TABLE IF EXISTS {name}")
    return Aligned(documents, touched, claims, anew=bool(known) and known != [(fingerprint,)])


def _related(
    store: Store,
    rules: RuleSet,
    settings: Settings,
    weigh: Callable[[Sequence[DocumentRecord], RuleSet], Likelihood],
) -> _Work:
    """Relate all documents, store the links that differ, and list the pairs of documents to work on."""
    records = store.documents()
    relations = relate(
        known_evidence(store, rules.words("licence file")), records, frozenset(rules.words("edition word"))
    )
    numbers = {(source, doc): n for n, source, doc in rows(store, "SELECT doc, source, doc_id FROM align_documents")}
    likelihood = weigh(records, rules)
    before = {(link.a, link.b): link for link in store.links()}
    after = {(link.a, link.b): link for link in relations.links}
    gone = tuple(link for pair, link in before.items() if after.get(pair) != link)
    new = tuple(link for pair, link in after.items() if before.get(pair) != link)
    store.amend_alignment(Alignment(links=gone), Alignment(links=new))
    relinked = {(link.a, link.b) for link in (*gone, *new)}
    body = {pair for pair, link in after.items() if link.relation is DocumentRelation.BODY}
    for name, pairs in (("align_related", set(after)), ("align_body", body), ("align_relinked", relinked)):
        store.run(f"CREATE OR REPLACE TEMP TABLE {name} (doc_a BIGINT, doc_b BIGINT)")
        _append(store, name, numbers, pairs)
    store.run("INSERT INTO align_related SELECT doc, doc FROM align_documents")
    store.run(statements("posted_words.sql", _PACKAGE), {"posting": settings.posting})
    store.run(statements("posted_keys.sql", _PACKAGE), {"posting": settings.posting})
    store.run(statements("said.sql", _PACKAGE), {"posting": settings.posting})
    store.run(statements("choices.sql", _PACKAGE))
    store.run(statements("pairs.sql", _PACKAGE), {"few": settings.few, "shared": SHARED})
    work = _Work(store, settings, records, numbers, relations, known_corpus(store, rules), likelihood)
    work.append("align_pairs", _followed_anew(work, relinked))
    return work


def _append(store: Store, table: str, numbers: Mapping[Key, int], pairs: Iterable[Pair]) -> None:
    found = sorted({(numbers[a], numbers[b]) for a, b in pairs if {a, b} <= numbers.keys()})
    columns = list(zip(*found, strict=True)) or [(), ()]
    arrays = [pa.array(column, type=pa.int64()) for column in columns]
    store.append(table, pa.Table.from_arrays(arrays, schema=_PAIRS))


def _followed_anew(work: _Work, relinked: Iterable[Pair]) -> Iterator[Pair]:
    """Versions and revisions of documents whose statements may have found or lost their next state."""
    changed = rows(work.store, "SELECT source, doc_id, series, series_before FROM align_changed")
    moved = {(source, doc_id) for source, doc_id, _, _ in changed}
    series = {(source, name) for source, _, *names in changed for name in names if name}
    moved |= {(r.source, r.doc_id) for r in work.records if (r.source, r.series) in series}
    moved |= {document for pair in relinked for document in pair}
    near = {document for link in work.versions() for document in (link.a, link.b) if {link.a, link.b} & moved}
    return ((link.a, link.b) for link in work.versions() if {link.a, link.b} & (moved | near))


def _compared(work: _Work) -> list[tuple[DocumentRelation, Key, Key]]:
    """Of the pairs of documents worked on, those compared place by place: consecutive versions, and revisions."""
    order = [((a.source, a.doc_id), (b.source, b.doc_id)) for a, b in consecutive(work.records, work.relations.links)]
    in_order = {frozenset(pair): pair for pair in order}
    worked_on = set(rows(work.store, "SELECT doc_a, doc_b FROM align_pairs"))
    found: list[tuple[DocumentRelation, Key, Key]] = []
    for link in work.versions():
        pair = (link.a, link.b)
        if link.relation is DocumentRelation.SERIES and frozenset(pair) not in in_order:
            continue
        if (work.numbers[link.a], work.numbers[link.b]) in worked_on:
            found.append((link.relation, *in_order.get(frozenset(pair), pair)))
    return found


def _met(work: _Work) -> tuple[list[Meeting], list[Stopped], list[Meeting], tuple[Claim, ...]]:
    """What met and what was stopped in the pairs of documents worked on.

    Meetings, stopped pairs, meetings of two states of one place, and the claims that were looked at.
    """
    store = work.store
    compared = _compared(work)
    store.run("CREATE OR REPLACE TEMP TABLE align_compared (doc_a BIGINT, doc_b BIGINT)")
    work.append("align_compared", (tuple(sorted(pair)) for _, *pair in compared))  # type: ignore[misc]
    store.run(statements("proposed.sql", _PACKAGE), {"few": work.settings.few})
    store.run(statements("wanted.sql", _PACKAGE))
    corpus = with_claims(work.corpus, store.claims_where("SELECT claim_id FROM align_wanted"))
    successions: list[Meeting] = []
    for relation, older, newer in compared:
        states = (corpus.by_document.get(older, ()), corpus.by_document.get(newer, ()))
        revised = relation is DocumentRelation.REVISION
        successions.extend(meet_as_revisions(corpus, *states) if revised else meet_in_series(corpus, *states))
    followed = {name for pair in rows(store, statements("followed.sql", _PACKAGE)) for name in pair}
    followed |= {name for meeting in successions for name in (meeting.claim_a, meeting.claim_b)}
    meetings, stopped = meet(corpus, work.relations, work.likelihood, work.settings, _proposed(work, corpus), followed)
    changes = rows(store, statements("stated.sql", _PACKAGE))
    meetings += [*successions, *(Meeting(a, b, Reason.STATED_CHANGE, 0.97) for a, b in changes)]
    titles = {(r.source, r.doc_id): r.title for r in work.records}
    meetings += meet_copies(store, corpus, work.relations, titles, meetings)
    unique: dict[tuple[str, str], Meeting] = {}
    for meeting in sorted(meetings, key=lambda m: (-m.score, m.way, m.claim_a, m.claim_b)):
        unique.setdefault((meeting.claim_a, meeting.claim_b), meeting)
    apart = {(s.claim_a, s.claim_b): s for s in stopped if (s.claim_a, s.claim_b) not in unique}
    return list(unique.values()), list(apart.values()), successions, corpus.claims


def _proposed(work: _Work, corpus: Corpus) -> Iterator[tuple[int, int]]:
    places = {claim.claim_id: place for place, claim in enumerate(corpus.claims)}
    at = {n: places[claim_id] for n, claim_id in rows(work.store, "SELECT n, claim_id FROM align_wanted")}
    for batch in work.store.fetch("SELECT a, b FROM align_proposed ORDER BY a, b").to_batches():
        for a, b in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield at[a], at[b]


def _amend(work: _Work) -> tuple[set[str], tuple[Claim, ...]]:
    """Let claims meet in the pairs of documents worked on, store what differs.

    Gives the ids of claims whose meetings changed, and the claims that were looked at.
    """
    store = work.store
    store.run(statements("earlier.sql", _PACKAGE))
    meetings, stopped, successions, wanted = _met(work)
    earlier = rows(store, "SELECT sort, claim_a, claim_b, reason, score, missing FROM align_earlier")
    before = {Meeting(a, b, Reason(r), s, tuple(m)) for sort, a, b, r, s, m in earlier if sort == "meeting"}
    apart = {Stopped(a, b, Reason(r), s) for sort, a, b, r, s, _ in earlier if sort == "stopped"}
    gone, new = before - set(meetings), set(meetings) - before
    store.amend_alignment(
        Alignment(meetings=tuple(gone), stopped=tuple(apart - set(stopped))),
        Alignment(meetings=tuple(new), stopped=tuple(set(stopped) - apart)),
    )
    store.amend_successions(
        {(a, b) for sort, a, b, *_ in earlier if sort == "succession"}, {(m.claim_a, m.claim_b) for m in successions}
    )
    return {name for meeting in (*gone, *new) for name in (meeting.claim_a, meeting.claim_b)}, wanted
