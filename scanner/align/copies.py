"""Copies of one sentence in two documents: one affirms what the other denies, or gives another value in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from rapidfuzz.distance import Levenshtein

from scanner.align import gates_place as place
from scanner.align import gates_pointing as pointing
from scanner.align import gates_subject as subject
from scanner.align import gates_told as told
from scanner.align import gates_value as value
from scanner.align.features import Corpus, document_of
from scanner.align.pair import FAMILY, VERSIONS, Gate, Pair
from scanner.align.relate import Key, Relations
from scanner.align.titles import titles_apart
from scanner.model import (
    DENIAL,
    Claim,
    DocumentRelation,
    Flag,
    Meeting,
    Reason,
    Status,
    Term,
    VerdictKind,
    compare_values,
)
from scanner.store import Store, statements

__all__ = ["SHARED", "meet_copies", "one_sentence"]

VALUE = "#"
SHARED = 3  # runs of two words, in few sentences each, that copies share
_PACKAGE = "scanner.align"
_FEWEST = 7  # words from which on a sentence is no common phrase
_BATCH = 20_000  # rows
_ALIKE = 0.8  # of the words of the longer one, in their order
_UNUSUAL = 16  # words from which on a sentence on several pages is rather one fact than a template
_MOST_OWN = 4  # further words that one state of a page may have, and the other not
_JOINTS = frozenset({"and", "or"})
_JOINED = 4  # words of a further thing, its joint among them
_LONG = 6  # letters of a word of which two may be slips
_MET = (DocumentRelation.REVISION, DocumentRelation.BODY)
_GATES: tuple[Gate, ...] = (
    told.releases,
    told.editions,
    told.another_period,
    pointing.pointed,
    pointing.notices,
    pointing.contrasted,
    place.siblings,
    value.scope,
    place.same_text,
)


_HOLDING = frozenset({Status.ASSERTED, Status.NEGATED})

_Units = frozenset[tuple[Key, int]]
_Known = tuple[Meeting, Claim, Claim]


@dataclass(frozen=True, slots=True)
class _Copy:
    """Two claims about one sentence in two documents, by their ids, and whether they claim the same.

    ``one_page``: the documents are states of one page, or bear one telling title.
    """

    likeness: float
    agree: bool
    one: str
    other: str
    here: Key
    there: Key
    one_page: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a sentence, its own value as ``#``, and before which of them a denial stands."""

    words: tuple[str, ...]
    denied: frozenset[int]

    @classmethod
    @lru_cache(maxsize=8_192)
    def of(cls, statement: str) -> _Said:
        words: list[str] = []
        denied: set[int] = set()
        for word in statement.split():
            if word == DENIAL:
                denied.add(len(words))
            else:
                words.append(word)
        return cls(tuple(words), frozenset(denied))

    def denials_apart(self, other: _Said, same: Mapping[int, int]) -> int:
        """How many denials stand on one side only; -1 if one of them denies what the other side does not have."""
        back = {j: i for i, j in same.items()}
        left = [i for i in self.denied if same.get(i) not in other.denied]
        right = [j for j in other.denied if back.get(j) not in self.denied]
        known = all(i in same for i in left) and all(j in back for j in right)
        return len(left) + len(right) if known else -1


def meet_copies(
    store: Store, corpus: Corpus, relations: Relations, titles: Mapping[Key, str], known: Iterable[Meeting]
) -> list[Meeting]:
    """The meetings of sentences that differ in one denial or one value, in the pairs of documents worked on.

    ``known`` are the meetings of the other claims there (those of ``corpus``): where one of these tells what differs,
    it is given again, as surely as the sentences are one.
    """
    found: list[_Copy] = []
    known_likeness: dict[tuple[str, str, bool, bool], float] = {}  # versions of a page repeat its sentences
    held: dict[str, str] = {}  # ids of claims, of which each has many copies
    documents: dict[Key, Key] = {}
    for row in _streamed(store, statements("copies.sql", _PACKAGE), {"shared": SHARED}):
        a, b = (documents.setdefault(document, document) for document in ((row[0], row[1]), (row[2], row[3])))
        claim_a, claim_b = (held.setdefault(name, name) for name in row[4:6])
        said_a, said_b, one_subject, agree = row[6:]
        relation = relations.of(a, b)
        if relation not in _MET:
            continue
        one_title = titles[a] == titles[b]
        one_page = relation in VERSIONS or (one_title and " " in titles[a].strip())
        asked = (said_a, said_b, relation in VERSIONS, one_subject and one_title)
        likeness = known_likeness.get(asked)
        if likeness is None:
            likeness = one_sentence(said_a, said_b, corpus, revised=asked[2], titled=asked[3])
            known_likeness[asked] = likeness
        if likeness:
            found.append(_Copy(likeness, agree, claim_a, claim_b, a, b, one_page))
    return list(_meetings(store, corpus, relations, found, _told(corpus, known)))


def _streamed(store: Store, sql: str, parameters: Mapping[str, object]) -> Iterator[tuple[Any, ...]]:
    """The answer to a query as Python rows, of which only a batch is there at a time: copies of pages have millions."""
    for batch in store.fetch(sql, parameters).to_batches(max_chunksize=_BATCH):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _meetings(
    store: Store,
    corpus: Corpus,
    relations: Relations,
    found: Sequence[_Copy],
    told: Mapping[_Units, Sequence[_Known]],
) -> Iterator[Meeting]:
    """Each sentence meets its likest copy in another document, and that one it: if they agree, they need not."""
    names = {name for copy in found if not copy.agree for name in (copy.one, copy.other)}
    claims = store.claims_by_id(names) if names else {}
    taken: set[tuple[str, Key]] = set()
    for copy in sorted(found, key=lambda c: (-c.likeness, not c.agree, c.one, c.other)):
        ends = {(copy.one, copy.there), (copy.other, copy.here)}
        if ends & taken:
            continue
        if copy.agree:
            taken |= ends
            continue
        a, b, likeness = claims[copy.one], claims[copy.other], copy.likeness
        pair = Pair(a, b, relations.of(copy.here, copy.there), likeness, False, corpus)
        if not _speak_of_one(pair, copy.one_page):
            continue
        taken |= ends
        if not _differ(a, b):
            continue
        score = round(0.95 * likeness, 3)
        better = [met for met, *both in told.get(_units(a, b), ()) if _tell(both, (a, b))]
        for met in better:
            yield replace(met, way=Reason.COPIED, score=max(score, met.score))
        if not better:
            low, high = sorted((copy.one, copy.other))
            yield Meeting(low, high, Reason.COPIED, score, a.scope.compare(b.scope).missing)


def _differ(a: Claim, b: Claim) -> bool:
    verdict = compare_values(a.value, b.value)
    return verdict.kind in {VerdictKind.DIFFERENT, VerdictKind.POSSIBLE}


def _told(corpus: Corpus, known: Iterable[Meeting]) -> Mapping[_Units, Sequence[_Known]]:
    """For each two units the meetings in which other claims of theirs exclude one another."""
    claims = {claim.claim_id: claim for claim in corpus.claims}
    found: dict[_Units, list[_Known]] = {}
    for met in known:
        if met.way is Reason.STATED_CHANGE:
            continue  # of one sentence
        a, b = claims[met.claim_a], claims[met.claim_b]
        if {a.status, b.status} <= _HOLDING and False not in {a.functional, b.functional} and _differ(a, b):
            found.setdefault(_units(a, b), []).append((met, a, b))
    return found


def _tell(pair: Sequence[Claim], whole: Sequence[Claim]) -> bool:
    """Whether two claims tell of the difference of two sentences: what one affirms and the other denies, or a value.

    It is the same value where it stands in the same place: a claim may know more of it ("yearly" of the fee).
    """
    if isinstance(whole[0].value, Flag):
        return all(isinstance(claim.value, Flag | Term) for claim in pair)
    return {_value_at(claim) for claim in pair} == {_value_at(claim) for claim in whole}


def _value_at(claim: Claim) -> tuple[Key, int]:
    return document_of(claim), claim.evidence.value_start


def _units(a: Claim, b: Claim) -> _Units:
    return frozenset((document_of(claim), claim.unit_id) for claim in (a, b))


def _speak_of_one(pair: Pair, one_page: bool) -> bool:
    """Whether nothing around two copies of a sentence tells that they speak of two things."""
    if any(gate(pair) is not None for gate in _GATES) or _listed_apart(pair) or _of_parameter(pair):
        return False
    a, b = pair.a, pair.b
    if one_page or a.subject == b.subject:
        return True
    if pointing.coded_apart(pair):
        return False
    if subject.names(_with_words(pair)) is not None or titles_apart(
        a.subject_text, b.subject_text, pair.corpus.editions
    ):
        return False
    return max(_pages(pair.corpus, claim) for claim in (a, b)) < (FAMILY if _is_short(a) else 2 * FAMILY)


def _listed_apart(pair: Pair) -> bool:
    """Whether both are introduced, by other words: "If you work part-time, you may:"."""
    a, b = (claim.evidence.context[-1:] for claim in (pair.a, pair.b))
    return a != b and all(lead and lead[0].rstrip().endswith(":") for lead in (a, b))


def _of_parameter(pair: Pair) -> bool:
    """Whether both stand at a parameter of one name that many sections have ("limit"), in two of these."""
    a, b = pair.a.evidence.context, pair.b.evidence.context
    if not a or not b or a == b or a[-1] != b[-1] or pair.relation in VERSIONS:
        return False
    names = {a[-1].casefold().strip("`*? "), pair.a.subject}  # "Compatibility:" is known by its stem
    return any(place.is_everywhere(pair.corpus, name) for name in names)


def _with_words(pair: Pair) -> Pair:
    """The pair with the words of its sentences, which the store keeps in order only."""
    a, b = (replace(claim, words=frozenset(claim.statement.split())) for claim in (pair.a, pair.b))
    return pair._replace(a=a, b=b)


def _is_short(claim: Claim) -> bool:
    """Whether a sentence may well be a template; the longer it is, the more of it had to be copied with care."""
    return claim.statement.count(" ") + 1 < _UNUSUAL


def _pages(corpus: Corpus, claim: Claim) -> int:
    return corpus.places_of_sentence[claim.statement.replace(f"{DENIAL} ", "")]


def one_sentence(a: str, b: str, corpus: Corpus, *, revised: bool = False, titled: bool = False) -> float:
    """How alike two sentences are, 0 to 1, if they are one but for a value (``#``), or at most for one denial; else 0.

    Between independent documents no other word that tells something may differ: it names another thing, or another
    case, unless it is only joined on. Of two states of one page (``revised``) some may: they were rewritten. Of two
    pages of one title (``titled``) words may have been added, not exchanged.
    """
    mine, theirs = _Said.of(a), _Said.of(b)
    if min(len(mine.words), len(theirs.words)) < _FEWEST:
        return 0.0
    if a == b:
        return 1.0
    matcher = SequenceMatcher(None, mine.words, theirs.words, autojunk=False)
    if matcher.real_quick_ratio() < _ALIKE or matcher.quick_ratio() < _ALIKE:
        return 0.0
    same: dict[int, int] = {}
    own: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        left, right = mine.words[i1:i2], theirs.words[j1:j2]
        if tag == "equal" or (len(left) == len(right) and _are_slips(left, right)):
            same.update(zip(range(i1, i2), range(j1, j2), strict=True))
        else:
            own.append((left, right))
    if not _stands_alike(mine.words, theirs.words, same):
        return 0.0
    likeness = len(same) / max(len(mine.words), len(theirs.words))
    if likeness < _ALIKE or mine.denials_apart(theirs, same) not in ({0} if VALUE in mine.words else {0, 1}):
        return 0.0
    return round(likeness, 3) if _same_but_for_wording(own, corpus, revised, titled) else 0.0


def _stands_alike(mine: Sequence[str], theirs: Sequence[str], same: Mapping[int, int]) -> bool:
    """Whether the words right before and behind the value are the same, as they are not in a list that has grown."""
    if VALUE not in mine:
        return True
    i, j = mine.index(VALUE), theirs.index(VALUE)
    before = same.get(i - 1) == j - 1 if i and j else i == j
    ends = i + 1 == len(mine), j + 1 == len(theirs)
    return before and (ends[0] == ends[1] if any(ends) else same.get(i + 1) == j + 1)


def _same_but_for_wording(
    own: Sequence[tuple[tuple[str, ...], tuple[str, ...]]], corpus: Corpus, revised: bool, titled: bool
) -> bool:
    """Whether the words that only one of two sentences has tell of no other thing or case."""
    most = 0
    for left, right in own:
        words = [
            *(word for word in left if not _is_slip(word, right)),
            *(word for word in right if not _is_slip(word, left)),
        ]
        if any(word in corpus.limiting or word == VALUE or _is_number(word) for word in words):
            return False
        telling = [word for word in words if word not in corpus.joining]
        if telling and not (revised or (titled and not (left and right)) or _is_joined_on(left, right)):
            return False
        most += len(telling)
    return most <= 2 * _MOST_OWN


def _is_joined_on(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether one sentence only says the same of one more thing: "lockers", "lockers or bags"."""
    added = left or right
    return not (left and right) and len(added) <= _JOINED and bool({added[0], added[-1]} & _JOINTS)


def _is_number(word: str) -> bool:
    return word[0].isdigit() and "@" not in word


def _are_slips(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether two runs are one, word by word, but for how they are written."""
    return all(_is_slip(a, (b,)) for a, b in zip(left, right, strict=True))


def _is_slip(word: str, others: Sequence[str]) -> bool:
    """Whether a word stands on the other side too, misspelt or in another form."""
    if len(word) < _LONG or not word.replace("-", "").replace("'", "").isalpha():
        return False  # "mod_left", "mod_lift": two names
    return any(Levenshtein.distance(word, other, score_cutoff=2) <= 2 for other in others)
