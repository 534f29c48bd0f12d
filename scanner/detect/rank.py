"""Turn disputes and replacements into findings: sides, preference, confidence, identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from scanner.detect.identity import signature
from scanner.detect.judge import Clash, Dispute
from scanner.detect.members import Encounter, Family, Member
from scanner.detect.order import Placed
from scanner.detect.parameters import DetectSettings
from scanner.detect.preference import conflict_type, first_owner, preferred
from scanner.detect.steps import Replacement
from scanner.detect.supersede import Outcome
from scanner.detect.weigh import authority, confidence, distance, ground_of, parts_of, severity_of, tempered
from scanner.model import (
    Bound,
    ConflictType,
    FindingKind,
    Reason,
    Scope,
    Severity,
    SubjectBasis,
    VerdictKind,
    WindowBasis,
)
from scanner.store import FindingRow, SideRow

__all__ = ["LONGEST_VALUE", "Ranking", "shown_predicate"]

_BASIS = {basis.value: at for at, basis in enumerate(SubjectBasis)}
_STRENGTH = {basis: at for at, basis in enumerate(WindowBasis)}
_BOUND = {bound: at for at, bound in enumerate(Bound)}
LONGEST_VALUE = 120


class Ranking:
    """Makes the findings of one scan; holds what is the same for all of them."""

    def __init__(
        self, placed: Sequence[Placed], settings: DetectSettings, as_of: date, predicates: frozenset[str]
    ) -> None:
        """``predicates`` are the ids of cards, which are names for people; others are shown as written."""
        self._placed = placed
        self._authority = [authority(document, as_of) for document in placed]
        self._settings = settings
        self._predicates = predicates

    def dispute(self, family: Family, outcome: Outcome, found: Dispute) -> FindingRow:
        """The finding of a dispute: sides in order of time, undated ones last."""
        groups: dict[str, set[int]] = {}
        for clash in found.clashes:
            for node in (clash.a, clash.b):
                groups.setdefault(node.value_key, set()).update(node.members)
        numbers = [sorted(group) for _, group in sorted(groups.items())]
        if len(numbers) > self._settings.max_sides:
            numbers.sort(key=lambda group: (-len({family.members[n].document for n in group}), group))
            numbers = numbers[: self._settings.max_sides]
        numbers.sort(key=lambda group: (min(self._day(family, n) for n in group), group))
        sides = [[family.members[n] for n in group] for group in numbers]
        best = min(found.clashes, key=_surest)
        missing = tuple(sorted({name for clash in found.clashes for name in clash.missing}))
        kind = self._type(found, sides, missing)
        best_side = self._preferred(kind, found.lag, sides)
        apart = distance(sides)
        verdict = best.verdict
        witnesses = [_witnesses(side) for side in sides]
        one = kind is ConflictType.IN_DOCUMENT
        ground = ground_of(sides, best.encounter, missing, verdict.kind, verdict.reason, witnesses, apart, one)
        reason = Reason.LAG if found.lag else verdict.reason
        if found.kind is FindingKind.POSSIBLE and verdict.kind is VerdictKind.DIFFERENT:
            reason = Reason.SCOPE_MISSING
        rows = [self._side(family, outcome, group, at == best_side, len(numbers)) for at, group in enumerate(numbers)]
        rows += [self._side(family, outcome, node.members, False, 4, consistent=True) for node in found.agreeing[:4]]
        return self._finding(
            found.kind,
            kind,
            reason,
            best.encounter.way,
            found.scope,
            sides,
            rows,
            severity_of(apart, found.kind is FindingKind.CONFLICT, self._standing(sides)),
            missing,
            parts_of(ground),
            self._owner(sides, best_side),
        )

    def replacement(self, family: Family, outcome: Outcome, found: Replacement) -> FindingRow:
        """The finding of a replacement: the old value, then the new one, which is preferred."""
        members = family.members
        sides = [[members[n] for n in found.old], [members[n] for n in found.new]]
        encounter = family.encounter(sides[0][0], sides[1][0])
        witnesses = [_witnesses(side) for side in sides]
        ground = ground_of(sides, encounter, (), VerdictKind.DIFFERENT, found.reason, witnesses, distance(sides))
        old = self._side(family, outcome, found.old, False, 2, ends=found.at)
        new = self._side(family, outcome, found.new, True, 2, begins=found.at)
        return self._finding(
            FindingKind.SUPERSESSION,
            ConflictType.UPDATE,
            found.reason,
            encounter.way,
            found.scope,
            sides,
            [old, new],
            Severity.LOW,
            (),
            parts_of(ground),
            self._owner(sides, 1),
            (Reason.RETURNS.value,) if found.returns else (),
        )

    def slip(self, family: Family, order: tuple[int, int], reason: Reason) -> FindingRow:
        """The finding of two places of one document that cannot both be right, in the order in which to tell them."""
        sides = [[family.members[n]] for n in order]
        ground = ground_of(sides, Encounter(reason, 1.0), (), VerdictKind.DIFFERENT, reason, (1, 1), 1.0)
        return self._finding(
            FindingKind.CONFLICT,
            ConflictType.IN_DOCUMENT,
            reason,
            reason,
            sides[0][0].scope,
            sides,
            [self._side(family, Outcome(), (n,), False, 2) for n in order],
            Severity.HIGH if reason is Reason.END_BEFORE_START else Severity.MEDIUM,
            (),
            parts_of(ground),
            self._owner(sides, None),
        )

    def _day(self, family: Family, number: int) -> date:
        member = family.members[number]
        return member.start or self._placed[member.document].day or date.max

    def _type(self, found: Dispute, sides: Sequence[Sequence[Member]], missing: Sequence[str]) -> ConflictType:
        return conflict_type(
            lag=bool(found.lag),
            one_document=len({member.document for side in sides for member in side}) == 1,
            scope_missing=bool(missing),
            changing=all(member.changes is not False for side in sides for member in side),
            newest=[self._newest(side) for side in sides],
        )

    def _newest(self, side: Sequence[Member]) -> date | None:
        days = [day for m in side if (day := self._placed[m.document].day) is not None]
        return max(days, default=None)

    def _preferred(self, kind: ConflictType, lag: str, sides: Sequence[Sequence[Member]]) -> int | None:
        """A stated newer value goes before all else."""
        if lag:
            return next((at for at, side in enumerate(sides) if side[0].value_key == lag), None)
        standing = [max(self._placed[m.document].standing for m in side) for side in sides]
        weights = [max(self._authority[m.document] for m in side) for side in sides]
        return preferred(kind, [self._newest(side) for side in sides], standing, weights)

    def _standing(self, sides: Sequence[Sequence[Member]]) -> float:
        return min(max(self._placed[m.document].standing for m in side) for side in sides)

    def _owner(self, sides: Sequence[Sequence[Member]], preferred_side: int | None) -> str:
        owners = ([self._placed[m.document].owner for m in side] for side in sides)
        return first_owner([next(filter(None, names), "") for names in owners], preferred_side)

    def _side(
        self,
        family: Family,
        outcome: Outcome,
        numbers: Sequence[int],
        preferred: bool,
        of: int,
        *,
        ends: date | None = None,
        begins: date | None = None,
        consistent: bool = False,
    ) -> SideRow:
        members = [family.members[n] for n in numbers]
        windows = [
            outcome.window(n, family.members[n])
            for n in numbers
            if not family.members[n].quoted or family.members[n].basis is WindowBasis.STATED
        ]
        starts = [w.start for w in windows if w.start is not None]
        closes = [w.end for w in windows if w.end is not None]
        start = min(starts) if starts and len(starts) == len(windows) else None
        end = max(closes) if closes and len(closes) == len(windows) else None
        if ends is not None:
            start, end = (start if start is not None and start < ends else None), ends
        if begins is not None:
            start, end = begins, (end if end is not None and end > begins else None)
        bases = [w.basis for w in windows if w.basis is not WindowBasis.UNKNOWN]
        basis = min(bases, key=lambda b: _STRENGTH[b], default=WindowBasis.UNKNOWN)
        if ends is not None and basis is not WindowBasis.STATED:
            basis = WindowBasis.SUPERSEDED
        # The wording is that of most places, the first of equals.
        said = Counter(m.value_text for m in members)
        value = max(said, key=lambda text: said[text])
        return SideRow(
            value=value if len(value) <= LONGEST_VALUE else value[: LONGEST_VALUE - 1] + "…",
            canonical=members[0].canonical,
            value_key=members[0].value_key,
            valid_from=start,
            valid_to=end,
            window_basis=basis,
            authority=max(self._authority[m.document] for m in members),
            preferred=preferred,
            witnesses=_witnesses(members),
            places=self._places(members, of),
            consistent=consistent,
        )

    def _places(self, members: Sequence[Member], of: int) -> tuple[tuple[str, float], ...]:
        """Where the side stands, so many that neither a document nor the side crowds a finding of ``of`` sides."""
        each = max(1, self._settings.max_places_per_document // max(2, of))
        seen: Counter[int] = Counter()
        places: list[tuple[str, float]] = []
        for member in members:
            seen[member.document] += 1
            if seen[member.document] <= each and len(places) < self._settings.max_places:
                places.append((member.claim_id, round(self._placed[member.document].standing, 3)))
        return tuple(places)

    def _finding(
        self,
        kind: FindingKind,
        conflict_type: ConflictType,
        reason: Reason,
        way: Reason,
        scope: Scope,
        sides: Sequence[Sequence[Member]],
        rows: Sequence[SideRow],
        severity: Severity,
        missing: tuple[str, ...],
        parts: tuple[tuple[str, float], ...],
        owner: str,
        explanation: tuple[str, ...] = (),
    ) -> FindingRow:
        everyone = [member for side in sides for member in side]
        named = min(everyone, key=lambda m: (m.subject == "", _BASIS[m.subject_basis], m.subject, m.predicate))
        bounds = {member.bound for member in everyone}
        bound = min(bounds - {Bound.EXACT} or bounds, key=lambda b: _BOUND[b])
        where = [
            (side[0].value_key, sorted({(p.source, p.doc_id) for p in (self._placed[m.document] for m in side)}))
            for side in sides
        ]
        finding_id, content, places = signature(kind, named.subject, named.predicate, bound, scope, where)
        sure = confidence(kind, parts)
        return FindingRow(
            finding_id=finding_id,
            kind=kind,
            type=conflict_type,
            reason=reason,
            way=way,
            subject=named.subject_text or named.subject,
            predicate=shown_predicate(named.predicate, named.predicate_text, self._predicates),
            bound=bound,
            scope=scope,
            confidence=sure,
            severity=tempered(severity, sure),
            sides=tuple(rows),
            missing=missing,
            parts=parts,
            fingerprint_content=content,
            fingerprint_places=places,
            owner=owner,
            explanation=explanation,
        )


def shown_predicate(predicate: str, written: str, cards: frozenset[str]) -> str:
    """A predicate as people read it: ids of ``cards`` are names, others are shown as written."""
    return predicate if predicate in cards else written or predicate


def _surest(clash: Clash) -> tuple[bool, bool, float, str, str]:
    different = clash.verdict.kind is VerdictKind.DIFFERENT
    return (bool(clash.missing), not different, -clash.encounter.score, clash.a.value_key, clash.b.value_key)


def _witnesses(members: Sequence[Member]) -> int:
    """Copies of one text are one witness."""
    return len({member.text_hash for member in members})
