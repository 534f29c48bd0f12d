"""The claims of one key as detection reads them from the store, and how their values compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from scanner.detect.wording import says_otherwise
from scanner.model import (
    Bound,
    Change,
    EntityRef,
    Moment,
    Quantity,
    Reason,
    Scope,
    Status,
    Term,
    Text,
    Value,
    Verdict,
    VerdictKind,
    Version,
    WindowBasis,
    compare_bounded,
    compare_values,
)
from scanner.rules import RuleSet
from scanner.store import decode_scope, decode_value

__all__ = ["Encounter", "Family", "Member", "families"]


class Member(NamedTuple):
    """One claim of a contested key. ``document`` numbers its document; ``start``/``end`` is its own window.

    ``lo``/``hi`` are the nearest doubles of an amount's bounds; ``plain_unit`` is its unit if it has one reading only.
    """

    claim_id: str
    document: int
    unit: int
    pair: int
    change: Change
    status: Status
    bound: Bound
    value: Value
    value_key: str
    value_text: str
    canonical: str
    scope: Scope
    functional: bool | None
    changes: bool | None
    confidence: float
    subject: str
    predicate: str
    subject_basis: str
    start: date | None
    end: date | None
    basis: WindowBasis
    text_hash: int
    plain_unit: str | None
    lo: float | None
    hi: float | None
    subject_text: str
    predicate_text: str
    extractor: str = ""

    @property
    def quoted(self) -> bool:
        """Whether it tells an old value rather than states one."""
        return self.status is Status.HISTORICAL or self.change is Change.OLD

    @property
    def stated_start(self) -> bool:
        return self.basis is WindowBasis.STATED and self.start is not None


class Encounter(NamedTuple):
    """How two values of one key met; ``unsure`` if every meeting lacked scope on one side, in ``missing``."""

    way: Reason
    score: float
    unsure: bool = False
    missing: tuple[str, ...] = ()


class Family:
    """All claims of one key, in order of place, with cached comparisons of their values."""

    def __init__(
        self, members: Sequence[Member], encounters: Mapping[tuple[str, str], Encounter], tolerance: Fraction
    ) -> None:
        self.members = members
        self.encounters = encounters
        self._tolerance = tolerance
        self._slack = float(tolerance) + _ROUNDING
        self._plain: dict[tuple[str, str], Verdict] = {}
        self._bounded: dict[tuple[Bound, str, Bound, str], Verdict] = {}

    def differ(self, a: Member, b: Member) -> bool:
        """Whether ``b`` states another value than ``a`` of the same quantity, so that it could replace it."""
        if a.value_key == b.value_key or not _one_class(a.bound, b.bound):
            return False
        verdict = _in_its_year(a, b, self._compare_plain(a, b))
        if verdict.reason is Reason.TEXT_DIFFERS:
            return says_otherwise(a.value, b.value)
        return verdict.kind is VerdictKind.DIFFERENT

    def agree(self, a: Member, b: Member) -> bool:
        """Whether ``b`` carries on what ``a`` states."""
        if a.value_key == b.value_key:
            return True
        verdict = self._compare_plain(a, b)
        return verdict.kind in (VerdictKind.SAME, VerdictKind.COMPATIBLE, VerdictKind.POSSIBLE) and not self.differ(
            a, b
        )

    def rewritten(self, a: Member, b: Member) -> bool:
        """Whether a later version of the same sentence gives another value, be it one that could hold beside the old.

        Between two independent pages 1–90 and 1–250, "accepted" and "final", 8.2 and 8.2.1 agree; between two versions
        of one sentence somebody has changed them. A rounding or another unit is no change.
        """
        if self.differ(a, b):
            return True
        if a.value_key == b.value_key or not _one_class(a.bound, b.bound):
            return False
        match a.value, b.value:
            case Quantity() as x, Quantity() as y:
                return x.unit == y.unit and x.spans and y.spans and (x.lo, x.hi) != (y.lo, y.hi)
            case Term() as x, Term() as y:
                return x.domain == y.domain and x.code != y.code
            case EntityRef() as x, EntityRef() as y:
                return compare_values(x, y).kind is not VerdictKind.SAME
            case Version(), Version():
                return True
        return False

    def replaced(self, a: Member, b: Member) -> bool:
        """Whether the same place says something else in a later version, of whatever kind: a date for "No"."""
        if isinstance(a.value, Text) and isinstance(b.value, Text):
            return says_otherwise(a.value, b.value)
        return self.rewritten(a, b) or (a.value_key != b.value_key and says_otherwise(a.value, b.value))

    def _compare_plain(self, a: Member, b: Member) -> Verdict:
        pair = (a.value_key, b.value_key)
        if pair not in self._plain:
            apart = _clearly_apart(a, b, self._slack)
            self._plain[pair] = _APART if apart else compare_values(a.value, b.value, self._tolerance)
        return self._plain[pair]

    def compare(self, a: Member, b: Member) -> Verdict:
        """Whether both can hold at one time, bound classes considered."""
        if a.bound is b.bound:
            return _in_its_year(a, b, self._compare_plain(a, b))
        key = (a.bound, a.value_key, b.bound, b.value_key)
        if key not in self._bounded:
            self._bounded[key] = compare_bounded(a.bound, a.value, b.bound, b.value, self._tolerance)
        return self._bounded[key]

    def encounter(self, a: Member, b: Member) -> Encounter:
        """How the two values met: directly, by their key alone, or through a third value."""
        low, high = sorted((a.value_key, b.value_key))
        found = self.encounters.get((low, high))
        if found is not None:
            return found
        if not self.encounters:
            return Encounter(Reason.SAME_KEY, 0.9)
        weakest = min(e.score for e in self.encounters.values())
        return Encounter(Reason.SAME_KEY, round(0.8 * weakest, 4))


_ROUNDING = 1e-9
_APART = Verdict(VerdictKind.DIFFERENT, Reason.QUANTITY_DIFFERS)


def _clearly_apart(a: Member, b: Member, slack: float) -> bool:
    """Whether two amounts are so far apart that doubles tell: nearly all that differ are, and exact fractions cost."""
    if a.plain_unit is None or a.plain_unit != b.plain_unit:
        return False
    if a.lo is None or a.hi is None or b.lo is None or b.hi is None:
        return False
    gap = max(a.lo, b.lo) - min(a.hi, b.hi)
    return gap > 2 * slack * max(abs(a.lo), abs(a.hi), abs(b.lo), abs(b.hi))


def _in_its_year(a: Member, b: Member, verdict: Verdict) -> Verdict:
    """A day without its year, told in the year of the date beside it or in its document, is meant in that year."""
    if verdict.kind is not VerdictKind.POSSIBLE or verdict.reason is not Reason.DATE_DIFFERS:
        return verdict
    yearless, dated = (a, b) if isinstance(a.value, Moment) and a.value.start is None else (b, a)
    day = dated.value.start if isinstance(dated.value, Moment) else None
    told = day is not None and (
        a.document == b.document or (yearless.start is not None and yearless.start.year == day.year)
    )
    return Verdict(VerdictKind.DIFFERENT, Reason.DATE_DIFFERS) if told else verdict


def _one_class(a: Bound, b: Bound) -> bool:
    """A change often drops or adds the class word ("limit: 100", "raised to 500"); minimum and maximum never mix."""
    return a is b or (Bound.EXACT in (a, b) and not {a, b} & {Bound.RECOMMENDED, Bound.TYPICAL})


def families(members: Any, encounters: Any, rules: RuleSet) -> Iterator[tuple[int, Family]]:
    """Each key and its family, from Arrow tables of ``members.sql`` and ``encounters.sql`` (both ordered by key).

    Without ``encounters`` all met by key alone.
    """
    met = groupby(_rows(encounters) if encounters is not None else (), key=itemgetter(0))
    waiting = next(met, None)
    for key, rows in groupby(_rows(members), key=itemgetter(0)):
        found: dict[tuple[str, str], Encounter] = {}
        while waiting is not None and waiting[0] < key:
            waiting = next(met, None)
        if waiting is not None and waiting[0] == key:
            found = {
                (low, high): Encounter(Reason(way), score, unsure, tuple(missing))
                for _, low, high, score, way, unsure, missing in waiting[1]
            }
            waiting = next(met, None)
        group = [_member(row) for row in rows]
        yield key, Family(group, found, _tolerance(group, rules))


def _rows(table: Any) -> Iterator[tuple[Any, ...]]:
    for batch in table.to_batches(max_chunksize=20_000):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


_CHANGE = {item.value: item for item in Change}
_STATUS = {item.value: item for item in Status}
_BOUND = {item.value: item for item in Bound}
_BASIS = {item.value: item for item in WindowBasis}


def _member(row: tuple[Any, ...]) -> Member:
    return Member(
        row[1],
        row[2],
        row[3],
        row[4],
        _CHANGE[row[5]],
        _STATUS[row[6]],
        _BOUND[row[7]],
        decode_value(row[8]),
        row[9],
        row[10],
        row[11],
        decode_scope(row[12]),
        row[13],
        row[14],
        row[15],
        row[16],
        row[17],
        row[18],
        row[19],
        row[20],
        _BASIS[row[21]],
        *row[22:29],
    )


def _tolerance(group: Sequence[Member], rules: RuleSet) -> Fraction:
    """The largest tolerance of the key's predicates: a loose card must not be defeated by a synonym without one."""
    cards = (rules.predicates.get(name) for name in {m.predicate for m in group})
    return max((Fraction(str(card.tolerance)) for card in cards if card is not None), default=Fraction(0))
