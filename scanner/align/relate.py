"""How documents relate, decided before any key: one series, copies, siblings of one template, or one body."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from scanner.align.features import Corpus
from scanner.align.titles import titles_apart
from scanner.model import DocumentLink, DocumentRecord, DocumentRelation

__all__ = ["Relations", "relate"]

Key = tuple[str, str]


_FOLDER = 20  # a folder with more documents than this ties nothing together
_SIBLING_SHARE = 0.5
_SIBLING_STATEMENTS = 4
_TEMPLATE = 200  # a statement in more documents than this is boilerplate


class Relations:
    """The relation of any two documents, by lookup."""

    def __init__(self, links: Sequence[DocumentLink]) -> None:
        self.links = tuple(links)
        self._of: dict[tuple[Key, Key], DocumentRelation] = {(link.a, link.b): link.relation for link in links}

    def of(self, a: Key, b: Key) -> DocumentRelation | None:
        """The relation of two documents, ``None`` if they are unrelated; a document is the same as itself."""
        if a == b:
            return DocumentRelation.SAME
        return self._of.get((a, b) if a < b else (b, a))


def relate(corpus: Corpus, documents: Sequence[DocumentRecord], editions: frozenset[str] = frozenset()) -> Relations:
    """Link the documents that belong together; the others never meet, except on a name that is rare by itself.

    ``editions`` are title words that tell the state of a document, not what it is about ("draft", "restated").
    """
    records = {(d.source, d.doc_id): d for d in documents}
    present = [key for key in corpus.by_document if key in records]
    words = {key: _words(corpus, key) for key in present}
    links: dict[tuple[Key, Key], DocumentLink] = {}
    for a, b in _same_series(present, records):
        links[a, b] = DocumentLink(a, b, DocumentRelation.SERIES, 1.0)
    for pair, shared in _sharing(present, words, corpus, records).items():
        if pair in links:
            continue
        a, b = pair
        if records[a].content_hash and records[a].content_hash == records[b].content_hash:
            links[pair] = DocumentLink(a, b, DocumentRelation.COPY, 1.0)
            continue
        if len(shared) >= 2 or (shared and _one_folder(a, b, records)):
            score = round(1 - 1 / (1 + len(shared)), 3)
            links[pair] = DocumentLink(a, b, DocumentRelation.BODY, score, tuple(shared[:8]))
    for pair, (relation, score) in _templates(corpus, present, records, editions).items():
        if links.get(pair) is None or links[pair].relation is DocumentRelation.BODY:
            known = links.get(pair)
            links[pair] = DocumentLink(*pair, relation, score, known.words if known else ())
    for pair, link in list(links.items()):
        if link.relation is DocumentRelation.BODY and titles_apart(
            records[pair[0]].title, records[pair[1]].title, editions
        ):
            links[pair] = DocumentLink(*pair, DocumentRelation.SIBLING, link.score, link.words)
    return Relations([links[pair] for pair in sorted(links)])


def _words(corpus: Corpus, key: Key) -> frozenset[str]:
    found: set[str] = set()
    for index in corpus.by_document[key]:
        claim = corpus.claims[index]
        found |= claim.words | claim.context_words | claim.identifiers
    return frozenset(found)


def _same_series(present: Sequence[Key], records: Mapping[Key, DocumentRecord]) -> list[tuple[Key, Key]]:
    members: dict[tuple[str, str], list[Key]] = defaultdict(list)
    for key in present:
        if records[key].series:
            members[key[0], records[key].series].append(key)
    return [pair for keys in members.values() for pair in combinations(sorted(keys), 2)]


def _sharing(
    present: Sequence[Key], words: Mapping[Key, frozenset[str]], corpus: Corpus, records: Mapping[Key, DocumentRecord]
) -> dict[tuple[Key, Key], list[str]]:
    """For each pair of documents the rare words they share. Versions of one series count as one document."""
    holders: dict[str, list[Key]] = defaultdict(list)
    for key in present:
        for word in words[key]:
            holders[word].append(key)
    shared: dict[tuple[Key, Key], list[str]] = defaultdict(list)
    for word in sorted(holders):
        keys = sorted(holders[word])
        if len(keys) < 2 or len(word) < 3:
            continue
        bodies = {records[key].series or key[1] for key in keys}
        if len(bodies) > corpus.rare or len(keys) > 4 * corpus.rare:
            continue
        for pair in combinations(keys, 2):
            shared[pair].append(word)
    return shared


def _one_folder(a: Key, b: Key, records: Mapping[Key, DocumentRecord]) -> bool:
    if a[0] != b[0] or "/" not in a[1] or "/" not in b[1]:
        return False
    folder = a[1].rpartition("/")[0]
    if folder != b[1].rpartition("/")[0]:
        return False
    return sum(1 for source, doc in records if source == a[0] and doc.rpartition("/")[0] == folder) <= _FOLDER


def _templates(
    corpus: Corpus, present: Sequence[Key], records: Mapping[Key, DocumentRecord], editions: frozenset[str]
) -> dict[tuple[Key, Key], tuple[DocumentRelation, float]]:
    """Pages most of whose statements are equal but for their values.

    Under one title they are revisions of one page, under different titles siblings: one template, two things.
    """
    statements = {
        key: frozenset(
            corpus.claims[i].statement for i in corpus.by_document[key] if len(corpus.claims[i].statement) > 12
        )
        for key in present
    }
    holders: dict[str, list[Key]] = defaultdict(list)
    for key in present:
        for statement in statements[key]:
            holders[statement].append(key)
    common: Counter[tuple[Key, Key]] = Counter()
    for statement in sorted(holders):
        keys = holders[statement]
        if 2 <= len(keys) <= _TEMPLATE:
            common.update(combinations(sorted(keys), 2))
    found: dict[tuple[Key, Key], tuple[DocumentRelation, float]] = {}
    for (a, b), count in common.items():
        smaller = min(len(statements[a]), len(statements[b]))
        share = count / smaller
        if count < _SIBLING_STATEMENTS or share < _SIBLING_SHARE:
            continue
        if records[a].series and records[a].series == records[b].series:
            continue
        one = _plain_title(records[a].title, editions)
        revision = bool(one) and one == _plain_title(records[b].title, editions)
        if not revision and _one_name(records[a].title, records[b].title):
            continue  # "Halden guide" and "Halden onboarding" are two pages about one thing
        found[a, b] = (DocumentRelation.REVISION if revision else DocumentRelation.SIBLING, round(share, 3))
    return found


def _plain_title(title: str, editions: frozenset[str]) -> tuple[str, ...]:
    return tuple(word for word in title.casefold().split() if word.strip(".,:;()") not in editions)


def _one_name(a: str, b: str) -> bool:
    """Whether two titles open with one name and are not about two things of a kind."""
    left, right = a.casefold().split(), b.casefold().split()
    return bool(left and right) and left[0] == right[0] and left[0] not in _ARTICLES and not titles_apart(a, b)


_ARTICLES = frozenset({"the", "a", "an", "how", "what", "about", "using", "our", "your", "getting", "working"})
