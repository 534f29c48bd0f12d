"""Versions of one document: which units of the older and the newer one stand for each other.

What a unit is called (a row header, a key) finds it again wherever it has moved; sentences are found by comparing the
units with their values masked, first within their section, then in the whole document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import pairwise

from scanner.align.features import Corpus, is_whole
from scanner.align.gates_told import swapped
from scanner.align.releases import names_edition
from scanner.align.slots import pair_slots, slot_name
from scanner.model import Claim, DocumentLink, DocumentRecord, DocumentRelation, Meeting, Reason, Status, SubjectBasis

__all__ = ["consecutive", "meet_as_revisions", "meet_in_series"]

_ALIKE = 0.72
_MOST_PAIRS = 2_500
_SAME = 0.97
_NAMED = frozenset({"table", "key_value", "option", "config_code"})


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence, row or line: its masked statement, its claims by slot, what it is called, and where it stands."""

    statement: str
    claims: tuple[Claim, ...]
    name: str
    section: tuple[str, ...]


@dataclass(slots=True)
class _Matching:
    """Units of two versions, those that found their counterpart, and the headings of either version."""

    corpus: Corpus
    left: Sequence[_Unit]
    right: Sequence[_Unit]
    found: list[tuple[int, int, float]]
    free_left: set[int]
    free_right: set[int]
    headings: tuple[frozenset[str], frozenset[str]]

    def take(self, i: int, j: int, score: float) -> None:
        self.found.append((i, j, score))
        self.free_left.discard(i)
        self.free_right.discard(j)

    def by_name(self, key: Callable[[_Unit], Hashable]) -> None:
        """Join units that one name finds, and only one on each side."""
        mine, theirs = self._named(self.left, self.free_left, key), self._named(self.right, self.free_right, key)
        for name, i in mine.items():
            j = theirs.get(name)
            if i is not None and j is not None and self.of_one_place(i, j) and self.tells_one(i, j):
                self.take(i, j, _SAME)

    def tells_one(self, i: int, j: int) -> bool:
        """Whether two units tell of one thing and time, as far as their own words and headings say.

        Neither if they name two years, stand under two releases or are of two options, nor if they differ in the one
        word that names their thing, and both versions speak of both things.
        """
        a, b = self.left[i].claims[0], self.right[j].claims[0]
        releases = {self.corpus.told.release(claim, of_file=False) for claim in (a, b)} - {""}
        if len(releases) > 1 or self.corpus.told.another_period(a, b):
            return False
        options = [_options(unit) for unit in (self.left[i], self.right[j])]
        if all(options) and options[0].isdisjoint(options[1]):
            return False
        words = swapped(a.statement, b.statement)
        return words is None or not (self._speaks(self.right, words[0]) and self._speaks(self.left, words[1]))

    def _may_be_one(self, i: int, j: int) -> bool:
        """Whether two units whose statements are alike can be one: by their names, where they have them, and places."""
        mine, theirs = self.left[i].name, self.right[j].name
        if mine and theirs and (not _one_name(mine, theirs) or self._elsewhere(i, j)):
            return False
        return self.tells_one(i, j)

    def of_one_place(self, i: int, j: int) -> bool:
        """Whether two units of one name stand under headings that have something in common, or under none."""
        a, b = self.left[i].section, self.right[j].section
        return a == b or not (a and b) or (not set(a).isdisjoint(b) and not self._elsewhere(i, j))

    def _elsewhere(self, i: int, j: int) -> bool:
        """Whether two units stand under other headings that were not renamed: one of these is in both versions.

        Then the unit under the other heading is another one.
        """
        mine, theirs = set(self.left[i].section[1:]), set(self.right[j].section[1:])
        if not (mine and theirs) or not mine.isdisjoint(theirs):
            return False
        here, there = self.headings
        return not (mine.isdisjoint(there) and theirs.isdisjoint(here))

    @staticmethod
    def _speaks(units: Sequence[_Unit], word: str) -> bool:
        return any(word in unit.statement.split() for unit in units)

    def _named(
        self, units: Sequence[_Unit], free: set[int], key: Callable[[_Unit], Hashable]
    ) -> dict[Hashable, int | None]:
        named: dict[Hashable, int | None] = {}
        for at in sorted(free):
            if units[at].name:
                name = key(units[at])
                named[name] = None if name in named else at
        return named

    def by_section(self) -> None:
        """Compare what stands under one heading path in both versions."""
        mine, theirs = self._sections(self.left, self.free_left), self._sections(self.right, self.free_right)
        for section in mine:
            if section and section in theirs:
                self.by_order(mine[section], theirs[section])

    def _sections(self, units: Sequence[_Unit], free: set[int]) -> dict[tuple[str, ...], list[int]]:
        found: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for at in sorted(free):
            found[units[at].section].append(at)
        return found

    def by_order(self, mine: Sequence[int], theirs: Sequence[int]) -> None:
        """Compare two runs of units by their masked statements; replaced ones by likeness of words."""
        left = [self.left[i].statement for i in mine]
        right = [self.right[j].statement for j in theirs]
        matcher = SequenceMatcher(None, left, right, autojunk=False)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            if tag == "equal":
                for i, j in zip(mine[i1:i2], theirs[j1:j2], strict=True):
                    if self._may_be_one(i, j):
                        self.take(i, j, _SAME)
            elif tag == "replace":
                for i, j, likeness in _alike(left[i1:i2], right[j1:j2]):
                    at, to = mine[i1 + i], theirs[j1 + j]
                    if self._may_be_one(at, to):
                        self.take(at, to, round(_SAME * likeness, 3))


def consecutive(
    documents: Sequence[DocumentRecord], links: Iterable[DocumentLink]
) -> list[tuple[DocumentRecord, DocumentRecord]]:
    """Each version of a series with the next one, the older first; ``links`` join any two documents of one series."""
    first = {(d.source, d.doc_id): (d.source, d.doc_id) for d in documents}
    for link in links:
        if link.relation is DocumentRelation.SERIES:
            first[link.b] = min(first[link.b], link.a)
    members: dict[tuple[str, str], list[DocumentRecord]] = defaultdict(list)
    for document in documents:
        members[first[document.source, document.doc_id]].append(document)
    return [pair for key in sorted(members) for pair in pairwise(sorted(members[key], key=_version_order))]


def _version_order(document: DocumentRecord) -> tuple[str, tuple[int, ...], str]:
    day = document.published.isoformat() if document.published else ""
    parts = tuple(int(part) for part in document.version.lstrip("v").split(".") if part.isdecimal())
    return day, parts, document.doc_id


def meet_as_revisions(corpus: Corpus, first: Sequence[int], second: Sequence[int]) -> Iterator[Meeting]:
    """Two states of one page, place by place."""
    for meeting in meet_in_series(corpus, first, second):
        yield replace(meeting, way=Reason.NEAR_STATEMENT, score=round(0.95 * meeting.score, 3))


def meet_in_series(corpus: Corpus, older: Sequence[int], newer: Sequence[int]) -> Iterator[Meeting]:
    """Meetings between two consecutive versions, in order of the older one.

    Slots of units that stand for each other meet under one name (column, key), else in their order.
    """
    left, right = _units(corpus, older), _units(corpus, newer)
    headings = frozenset(h for u in left for h in u.section[1:]), frozenset(h for u in right for h in u.section[1:])
    matching = _Matching(corpus, left, right, [], set(range(len(left))), set(range(len(right))), headings)
    matching.by_name(lambda unit: (unit.section, unit.name))
    matching.by_section()
    matching.by_name(lambda unit: unit.name)
    matching.by_order(sorted(matching.free_left), sorted(matching.free_right))
    for i, j, score in sorted(matching.found):
        yield from pair_slots(left[i].claims, right[j].claims, score)


def _units(corpus: Corpus, indices: Sequence[int]) -> list[_Unit]:
    """The document's units in order."""
    units: dict[int, list[Claim]] = defaultdict(list)
    for index in indices:
        claim = corpus.claims[index]
        if not corpus.stamps(claim) and not _is_payload(claim) and not names_edition(claim):
            units[claim.unit_id].append(claim)
    found = []
    for number in sorted(units):
        claims = tuple(sorted(units[number], key=lambda c: (c.slot, c.claim_id)))
        found.append(_Unit(claims[0].statement, claims, _name(claims), _section(claims)))
    return found


def _options(unit: _Unit) -> frozenset[str]:
    """The names written as code that a unit's values are of."""
    return frozenset(claim.subject for claim in unit.claims if claim.subject_basis is SubjectBasis.IDENTIFIER)


def _is_payload(claim: Claim) -> bool:
    """Whether a value stands in a block of code or list that is an example: which one it shows is no fact."""
    return claim.extractor in {"config_code", "key_value"} and claim.status is Status.EXAMPLE


def _name(claims: Sequence[Claim]) -> str:
    """What a row or line is called: its row header, or the words that all its keys begin with."""
    named = [claim for claim in claims if claim.extractor in _NAMED]
    if not named and any(is_whole(claim) for claim in claims):
        return next(f"key {claim.predicate_text.casefold()}" for claim in claims if is_whole(claim))
    if not named:
        return ""
    if named[0].extractor == "table":
        if len({claim.lead for claim in named}) > 1:
            return f"row {slot_name(named[0])}"  # an attribute a row, a thing a column
        return f"row {named[0].lead}" if named[0].lead else ""
    keys = [slot_name(claim).split() for claim in named]
    shared = 0
    while all(len(key) > shared for key in keys) and len({key[shared] for key in keys}) == 1:
        shared += 1
    subject = named[0].subject if named[0].lead == named[0].subject else ""
    return " ".join((named[0].extractor, subject, *keys[0][:shared])) if shared else ""


def _section(claims: Sequence[Claim]) -> tuple[str, ...]:
    """Headings and lead-in: what the context of all claims of a unit begins with, the claims' own header left out."""
    first = claims[0].evidence.context
    shared = 0
    while all(len(c.evidence.context) > shared and c.evidence.context[shared] == first[shared] for c in claims):
        if shared >= len(first) or first[shared] == claims[0].predicate_text:
            break
        shared += 1
    return first[:shared]


def _one_name(a: str, b: str) -> bool:
    """Whether two rows or lines can be one under two names: rows without a number, and none with more words, of its
    own. A key may hold its value ("as of 2021-01-14").
    """
    if not (a and b) or a == b:
        return True
    mine, theirs = set(a.split()), set(b.split())
    own = mine ^ theirs
    nested = mine < theirs or theirs < mine
    numbered = a.startswith("row ") and any(c.isdigit() for word in own for c in word)
    return nested or (not numbered and len(own) <= 2 * len(mine & theirs))


def _alike(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """Pairs of replaced units that mostly share their words, best first, each used once."""
    if len(left) * len(right) > _MOST_PAIRS:
        return
    scored = []
    for i, a in enumerate(left):
        words_a = a.split()
        for j, b in enumerate(right):
            ratio = SequenceMatcher(None, words_a, b.split(), autojunk=False).ratio()
            if ratio >= _ALIKE and len(words_a) > 2:
                scored.append((-ratio, abs(i - j), i, j))
    used_left: set[int] = set()
    used_right: set[int] = set()
    for negative, _, i, j in sorted(scored):
        if i in used_left or j in used_right:
            continue
        used_left.add(i)
        used_right.add(j)
        yield i, j, -negative
