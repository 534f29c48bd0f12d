"""How documents relate, decided before any key: one series, copies, siblings of one template, or one body."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scanner.align.releases import edition_apart
from scanner.align.states import Likeness, names_apart, states_of_one_page, words_of_name
from scanner.align.titles import titles_apart
from scanner.model import DocumentLink, DocumentRecord, DocumentRelation

__all__ = [
    "COMMON",
    "ENOUGH",
    "FOLDER",
    "SHORTEST",
    "SIBLING_STATEMENTS",
    "TEMPLATE",
    "Evidence",
    "Key",
    "Relations",
    "Shared",
    "relate",
]

Key = tuple[str, str]


COMMON = 24  # a word in more documents than this ties none together
ENOUGH = 60  # how telling shared words must be together, in tenths of a bit, to tie two documents
FOLDER = 20  # a folder with more documents than this ties nothing together
_SIBLING_SHARE = 0.5
SIBLING_STATEMENTS = 4
SHORTEST = 12  # a statement of no more characters says too little to tell a template
TEMPLATE = 200  # a statement in more documents than this is boilerplate


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


@dataclass(frozen=True, slots=True)
class Shared:
    """What two documents have in common: about how many rare words, and the most telling of all.

    ``tied``: enough to belong together wherever they lie; ``one_folder``: they lie in one small folder.
    """

    words: int
    first_words: tuple[str, ...]
    tied: bool
    one_folder: bool


@dataclass(frozen=True)
class Evidence:
    """What links rest on. Of each pair the first document is the smaller key."""

    present: Sequence[Key]
    words: Mapping[tuple[Key, Key], Shared]
    statements: Mapping[tuple[Key, Key], Likeness]


def relate(
    evidence: Evidence, documents: Sequence[DocumentRecord], editions: frozenset[str] = frozenset()
) -> Relations:
    """Link the documents that belong together; the others never meet, except on a name that is rare by itself.

    ``editions`` are title words that tell the state of a document, not what it is about ("draft", "restated").
    """
    records = {(d.source, d.doc_id): d for d in documents}
    links: dict[tuple[Key, Key], DocumentLink] = {}
    for a, b in _same_series(evidence.present, records):
        links[a, b] = DocumentLink(a, b, DocumentRelation.SERIES, 1.0)
    for pair, shared in evidence.words.items():
        if pair in links:
            continue
        a, b = pair
        if records[a].content_hash and records[a].content_hash == records[b].content_hash:
            links[pair] = DocumentLink(a, b, DocumentRelation.COPY, 1.0)
            continue
        if shared.tied or shared.one_folder:
            score = round(1 - 1 / (1 + shared.words), 3)
            links[pair] = DocumentLink(a, b, DocumentRelation.BODY, score, shared.first_words)
    templates = _templates(evidence, records, editions)
    for pair, (relation, score) in templates.items():
        if links.get(pair) is None or links[pair].relation is DocumentRelation.BODY:
            known = links.get(pair)
            links[pair] = DocumentLink(*pair, relation, score, known.words if known else ())
    revisions = {
        pair: evidence.statements[pair] for pair in templates if links[pair].relation is DocumentRelation.REVISION
    }
    for pair in states_of_one_page(revisions, records, editions):
        links[pair] = DocumentLink(*pair, DocumentRelation.SERIES, templates[pair][1] if pair in templates else 0.5)
    for pair, link in list(links.items()):
        if link.relation is DocumentRelation.BODY and titles_apart(
            records[pair[0]].title, records[pair[1]].title, editions
        ):
            links[pair] = DocumentLink(*pair, DocumentRelation.SIBLING, link.score, link.words)
    return Relations([links[pair] for pair in sorted(links)])


def _same_series(present: Sequence[Key], records: Mapping[Key, DocumentRecord]) -> list[tuple[Key, Key]]:
    members: dict[tuple[str, str], list[Key]] = defaultdict(list)
    for key in present:
        if records[key].series:
            members[key[0], records[key].series].append(key)
    return [pair for keys in members.values() for pair in combinations(sorted(keys), 2)]


def _templates(
    evidence: Evidence, records: Mapping[Key, DocumentRecord], editions: frozenset[str]
) -> dict[tuple[Key, Key], tuple[DocumentRelation, float]]:
    """Pages most of whose statements are equal but for their values.

    Under one title they are revisions of one page, under different titles siblings: one template, two things.
    """
    found: dict[tuple[Key, Key], tuple[DocumentRelation, float]] = {}
    for (a, b), likeness in evidence.statements.items():
        share = likeness.of_smaller
        if likeness.shared < SIBLING_STATEMENTS or share < _SIBLING_SHARE:
            continue
        if records[a].series and records[a].series == records[b].series:
            continue
        one = _plain_title(records[a].title, editions)
        titled = bool(one) and one == _plain_title(records[b].title, editions)
        revision = (titled or _renamed(records[a], records[b], editions)) and not edition_apart(a[1], b[1])
        if not revision and _one_name(records[a].title, records[b].title):
            continue  # "Halden guide" and "Halden onboarding" are two pages about one thing
        found[a, b] = (DocumentRelation.REVISION if revision else DocumentRelation.SIBLING, round(share, 3))
    return found


def _renamed(a: DocumentRecord, b: DocumentRecord, editions: frozenset[str]) -> bool:
    """Whether two pages kept their file's telling name ("travel-guide-faq") when they got another title."""
    mine, theirs = (words_of_name(record.doc_id.rpartition("/")[2]) for record in (a, b))
    if len(mine) < 2 or mine != theirs or names_apart(a.doc_id, b.doc_id, editions):
        return False
    return not titles_apart(a.title, b.title, editions)


def _plain_title(title: str, editions: frozenset[str]) -> tuple[str, ...]:
    return tuple(word for word in title.casefold().split() if word.strip(".,:;()") not in editions)


def _one_name(a: str, b: str) -> bool:
    """Whether two titles open with one name and are not about two things of a kind."""
    left, right = a.casefold().split(), b.casefold().split()
    return bool(left and right) and left[0] == right[0] and left[0] not in _ARTICLES and not titles_apart(a, b)


_ARTICLES = frozenset({"the", "a", "an", "how", "what", "about", "using", "our", "your", "getting", "working"})
