"""Gates, likelihood and one mutual-best assignment for each pair of documents: which claims meet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scanner.align.copied import copied
from scanner.align.features import Corpus, document_of
from scanner.align.gates import first_stop, is_ruled_out, is_weighed, may_be_reworded
from scanner.align.gates_within import licences, modifiers
from scanner.align.likelihood import Likelihood
from scanner.align.pair import Pair
from scanner.align.relate import Relations
from scanner.align.rivalry import Rivalry, contenders
from scanner.model import Claim, Meeting, Reason, Stopped, VerdictKind, compare_bounded

__all__ = ["Settings", "meet"]

_NAMED = 0.6  # what it tells that two values are of a kind that is told of nothing else


@dataclass(frozen=True, slots=True)
class Settings:
    """Thresholds of alignment. ``posting``: a word in more statements than this proposes no candidates.

    ``few``: where a body of documents offers no more claims of a kind than this, all of them are candidates.

    ``likely`` is the likelihood from which statements of two documents are held to speak of one fact, ``alike`` the
    likeness from which statements of one document, or of two versions of one, are. Statements of one document in other
    words are from the likelihood ``reworded`` on, or ``renamed`` where the name of one has more words. From ``stopped``
    on a pair that does not meet is kept with its reason.
    """

    likely: float = 0.2
    alike: float = 0.5
    reworded: float = 0.4
    renamed: float = 0.9
    posting: int = 80
    few: int = 32
    near: float = 0.7
    agreement: float = 0.05
    stopped: float = 0.2


@dataclass(frozen=True, slots=True)
class _Candidate:
    pair: Pair
    score: float
    rank: float
    way: Reason


def meet(
    corpus: Corpus,
    relations: Relations,
    likelihood: Likelihood,
    settings: Settings,
    proposed: Iterable[tuple[int, int]],
    followed: Collection[str] = (),
) -> tuple[list[Meeting], list[Stopped]]:
    """All meetings, and the pairs that a gate, a small likelihood or a better rival stopped.

    ``proposed`` are pairs of claims worth a look, by their place in the corpus, the earlier first: all of any two
    documents, or none, since the best of them is chosen.
    ``followed`` are claims whose place in the next version of their document is known: within the series they meet
    there and nowhere else.
    """
    candidates: list[_Candidate] = []
    stopped: list[Stopped] = []

    def idle(pair: Pair) -> bool:
        return _is_weak(pair, settings) and is_weighed(pair) and is_ruled_out(pair)

    for pair, rivalry in contenders(corpus, relations, proposed, followed, idle):
        score, gate = _held(pair, rivalry, likelihood, settings)
        if gate is None:
            rank = score + (settings.agreement if _agree(pair.a, pair.b) else 0.0)
            candidates.append(_Candidate(pair, score, rank, _way(pair, settings)))
        elif score >= settings.stopped:
            stopped.append(_stop(pair.a, pair.b, gate, score))
    chosen, beaten = _assign(candidates)
    stopped.extend(_stop(c.pair.a, c.pair.b, Reason.NOT_MUTUAL_BEST, c.score) for c in beaten)
    meetings = []
    for candidate in chosen:
        low, high = sorted((candidate.pair.a.claim_id, candidate.pair.b.claim_id))
        missing = candidate.pair.a.scope.compare(candidate.pair.b.scope).missing
        meetings.append(Meeting(low, high, candidate.way, candidate.score, missing))
    return meetings, stopped


def _held(pair: Pair, rivalry: Rivalry, likelihood: Likelihood, settings: Settings) -> tuple[float, Reason | None]:
    """How sure it is that a pair speaks of one fact, and what keeps it apart: ``None`` if nothing does."""
    weak = _is_weak(pair, settings)
    if is_weighed(pair):
        stop = None if weak else first_stop(pair)  # no gate stops a weak one, or it were no contender
        if stop is not None:
            return _kept(pair, settings), stop[1]
        score = likelihood.of(pair, rivalry, min(settings.likely, settings.stopped))
        return score, None if score >= settings.likely else Reason.FEW_SHARED_WORDS
    if weak and is_ruled_out(pair):
        return 0.0, Reason.FEW_SHARED_WORDS
    stop = first_stop(pair)
    score = _likeness(pair)
    if stop is None and score >= settings.alike:
        return score, None
    if may_be_reworded(pair, None if stop is None else stop[0]):
        likely = likelihood.of(pair, rivalry)
        if likely >= (settings.reworded if modifiers(pair) is None else settings.renamed):
            return likely, None
    return (score, Reason.FEW_SHARED_WORDS) if stop is None else (_kept(pair, settings), stop[1])


def _is_weak(pair: Pair, settings: Settings) -> bool:
    """Whether a pair is too unlike to be kept with the gate that stops it: then it does not matter which one does."""
    return pair.similarity < settings.alike and settings.stopped > 0


def _likeness(pair: Pair) -> float:
    """The likeness of two statements of one document or of versions of one; one key or subject adds to it."""
    score = pair.similarity
    if pair.same_key:
        score = max(score, 0.62) + 0.3 * (1 - max(score, 0.62))
    elif pair.a.subject == pair.b.subject:
        score += 0.1 * (1 - score)
    if licences(pair):
        score = max(score, _NAMED)
    return round(min(score, 1.0), 3)


def _kept(pair: Pair, settings: Settings) -> float:
    """The likeness of a pair that a gate stops, 0 where it is too small to be worth a word."""
    return round(pair.similarity, 3) if pair.similarity >= settings.alike else 0.0


def _agree(a: Claim, b: Claim) -> bool:
    verdict = compare_bounded(a.bound, a.value, b.bound, b.value)
    return verdict.kind in {VerdictKind.SAME, VerdictKind.COMPATIBLE}


def _way(pair: Pair, settings: Settings) -> Reason:
    if is_weighed(pair) and copied(pair):
        return Reason.COPIED
    if pair.same_key:
        return Reason.SAME_KEY
    return Reason.NEAR_STATEMENT if pair.similarity >= settings.near else Reason.PARAPHRASE


def _stop(a: Claim, b: Claim, gate: Reason, score: float) -> Stopped:
    low, high = sorted((a.claim_id, b.claim_id))
    return Stopped(low, high, gate, score)


def _assign(candidates: Iterable[_Candidate]) -> tuple[list[_Candidate], list[_Candidate]]:
    """Keep the pairs in which each claim is the other's best counterpart in that document, of that bound class."""
    best: dict[tuple[str, tuple[str, str], str], _Candidate] = {}
    ordered = sorted(candidates, key=lambda c: (-c.rank, c.pair.a.claim_id, c.pair.b.claim_id))
    for candidate in ordered:
        for mine, other in ((candidate.pair.a, candidate.pair.b), (candidate.pair.b, candidate.pair.a)):
            best.setdefault((mine.claim_id, document_of(other), mine.bound), candidate)
    chosen: list[_Candidate] = []
    beaten: list[_Candidate] = []
    for candidate in ordered:
        a, b = candidate.pair.a, candidate.pair.b
        mutual = (
            best[a.claim_id, document_of(b), a.bound] is candidate
            and best[b.claim_id, document_of(a), b.bound] is candidate
        )
        (chosen if mutual else beaten).append(candidate)
    return chosen, beaten
