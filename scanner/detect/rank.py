"""Turn disputes and replacements into findings: sides, preference, confidence, identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from scanner.detect.identity import signature
from scanner.detect.judge import Clash, Dispute
from scanner.detect.members import Encounter, Family
from scanner.detect.order import Placed
from scanner.detect.parameters import DetectSettings
from scanner.detect.preference import conflict_type, first_owner, preferred
from scanner.detect.sides import Columns
from scanner.detect.steps import Replacement
from scanner.detect.supersede import Outcome
from scanner.detect.weigh import Ground, authority, confidence, distance, parts_of, severity_of, tempered
from scanner.model import (
    ConflictType,
    FindingKind,
    Quantity,
    Reason,
    Scope,
    Severity,
    VerdictKind,
    WindowBasis,
)
from scanner.store import FindingRow, SideRow

__all__ = ["LONGEST_VALUE", "Ranking", "shown_predicate"]

LONGEST_VALUE = 120


class Ranking:
    """Makes the findings of one scan; holds what is the same for all of them."""

    def __init__(
        self, placed: Sequence[Placed], settings: DetectSettings, as_of: date, predicates: frozenset[str]
    ) -> None:
        """``predicates`` are the ids of cards, which are names for people; others are shown as written."""
        self._placed = placed
        self._names = [(document.source, document.doc_id) for document in placed]
        self._authority = [authority(document, as_of) for document in placed]
        self._settings = settings
        self._predicates = predicates

    def dispute(self, columns: Columns, found: Dispute) -> FindingRow:
        """The finding of a dispute: sides in order of time, undated ones last."""
        family = columns.family
        groups: dict[str, set[int]] = {}
        for clash in found.clashes:
            for node in (clash.a, clash.b):
                groups.setdefault(node.value_key, set()).update(node.members)
        sides = [sorted(group) for _, group in sorted(groups.items())]
        if len(sides) > self._settings.max_sides:
            sides.sort(key=lambda group: (-len(columns.documents(group)), group))
            sides = sides[: self._settings.max_sides]
        sides.sort(key=lambda group: (min(self._day(family, n) for n in group), group))
        documents = [columns.documents(group) for group in sides]
        best = min(found.clashes, key=_surest)
        missing = tuple(sorted({name for clash in found.clashes for name in clash.missing}))
        kind = self._type(found, columns, sides, documents, missing)
        best_side = self._preferred(kind, found.lag, columns, sides, documents)
        verdict = best.verdict
        reason = Reason.LAG if found.lag else verdict.reason
        if found.kind is FindingKind.POSSIBLE and verdict.kind is VerdictKind.DIFFERENT:
            reason = Reason.SCOPE_MISSING
        rows = [self._side(columns, group, at == best_side, len(sides)) for at, group in enumerate(sides)]
        rows += [self._side(columns, node.members, False, 4, consistent=True) for node in found.agreeing[:4]]
        one = kind is ConflictType.IN_DOCUMENT
        ground = self._ground(columns, sides, rows, best.encounter, missing, verdict.kind, verdict.reason, one)
        grave = severity_of(ground.apart, found.kind is FindingKind.CONFLICT, self._standing(documents))
        return self._finding(
            columns,
            sides,
            rows,
            kind=found.kind,
            conflict_type=kind,
            reason=reason,
            way=best.encounter.way,
            scope=found.scope,
            severity=grave,
            ground=ground,
            owner=self._owner(columns, sides, best_side),
            missing=missing,
        )

    def replacement(self, columns: Columns, found: Replacement) -> FindingRow:
        """The finding of a replacement: the old value, then the new one, which is preferred."""
        members = columns.family.members
        sides = [found.old, found.new]
        encounter = columns.family.encounter(members[found.old[0]], members[found.new[0]])
        rows = [
            self._side(columns, found.old, False, 2, ends=found.at),
            self._side(columns, found.new, True, 2, begins=found.at),
        ]
        return self._finding(
            columns,
            sides,
            rows,
            kind=FindingKind.SUPERSESSION,
            conflict_type=ConflictType.UPDATE,
            reason=found.reason,
            way=encounter.way,
            scope=found.scope,
            severity=Severity.LOW,
            ground=self._ground(columns, sides, rows, encounter, (), VerdictKind.DIFFERENT, found.reason),
            owner=self._owner(columns, sides, 1),
            explanation=(Reason.RETURNS.value,) if found.returns else (),
        )

    def slip(self, family: Family, order: tuple[int, int], reason: Reason) -> FindingRow:
        """The finding of two places of one document that cannot both be right, in the order in which to tell them."""
        columns = Columns(family, Outcome())
        sides = [(n,) for n in order]
        rows = [self._side(columns, side, False, 2) for side in sides]
        ground = self._ground(columns, sides, rows, Encounter(reason, 1.0), (), VerdictKind.DIFFERENT, reason)
        return self._finding(
            columns,
            sides,
            rows,
            kind=FindingKind.CONFLICT,
            conflict_type=ConflictType.IN_DOCUMENT,
            reason=reason,
            way=reason,
            scope=family.members[order[0]].scope,
            severity=Severity.HIGH if reason is Reason.END_BEFORE_START else Severity.MEDIUM,
            ground=replace(ground, apart=1.0, witnesses=1),
            owner=self._owner(columns, sides, None),
        )

    def _day(self, family: Family, number: int) -> date:
        member = family.members[number]
        return member.start or self._placed[member.document].day or date.max

    def _type(
        self,
        found: Dispute,
        columns: Columns,
        sides: Sequence[Sequence[int]],
        documents: Sequence[Sequence[int]],
        missing: Sequence[str],
    ) -> ConflictType:
        return conflict_type(
            lag=bool(found.lag),
            one_document=len({document for side in documents for document in side}) == 1,
            scope_missing=bool(missing),
            changing=not any(False in columns.of("changes", side) for side in sides),
            newest=[self._newest(side) for side in documents],
        )

    def _newest(self, documents: Sequence[int]) -> date | None:
        days = [day for document in documents if (day := self._placed[document].day) is not None]
        return max(days, default=None)

    def _preferred(
        self,
        kind: ConflictType,
        lag: str,
        columns: Columns,
        sides: Sequence[Sequence[int]],
        documents: Sequence[Sequence[int]],
    ) -> int | None:
        """A stated newer value goes before all else."""
        if lag:
            values = [columns.family.members[side[0]].value_key for side in sides]
            return values.index(lag) if lag in values else None
        standing = [max(self._placed[document].standing for document in side) for side in documents]
        weights = [max(self._authority[document] for document in side) for side in documents]
        return preferred(kind, [self._newest(side) for side in documents], standing, weights)

    def _standing(self, documents: Sequence[Sequence[int]]) -> float:
        return min(max(self._placed[document].standing for document in side) for side in documents)

    def _owner(self, columns: Columns, sides: Sequence[Sequence[int]], preferred_side: int | None) -> str:
        owners = ((self._placed[document].owner for document in columns.of("document", side)) for side in sides)
        return first_owner([next(filter(None, names), "") for names in owners], preferred_side)

    def _ground(
        self,
        columns: Columns,
        sides: Sequence[Sequence[int]],
        rows: Sequence[SideRow],
        encounter: Encounter,
        missing: Sequence[str],
        kind: VerdictKind,
        reason: Reason,
        one_document: bool = False,
    ) -> Ground:
        first = [columns.family.members[side[0]] for side in sides]
        return Ground(
            extraction=min(max(columns.of("confidence", side)) for side in sides),
            meeting=encounter.score,
            missing=bool(missing),
            kind=kind,
            reason=reason,
            apart=distance(first),
            rough=any(isinstance(member.value, Quantity) and member.value.approximate for member in first),
            dated=all(any(day is not None for day in columns.of("start", side)) for side in sides),
            functional=any(known is True for side in sides for known in columns.of("functional", side)),
            witnesses=min(row.witnesses for row in rows if not row.consistent),
            one_document=one_document,
        )

    def _side(
        self,
        columns: Columns,
        numbers: Sequence[int],
        preferred: bool,
        of: int,
        *,
        ends: date | None = None,
        begins: date | None = None,
        consistent: bool = False,
    ) -> SideRow:
        start, end, basis = columns.window(numbers)
        if ends is not None:
            start, end = (start if start is not None and start < ends else None), ends
        if begins is not None:
            start, end = begins, (end if end is not None and end > begins else None)
        if ends is not None and basis is not WindowBasis.STATED:
            basis = WindowBasis.SUPERSEDED
        value, first = columns.wording(numbers), columns.family.members[numbers[0]]
        return SideRow(
            value=value if len(value) <= LONGEST_VALUE else value[: LONGEST_VALUE - 1] + "…",
            canonical=first.canonical,
            value_key=first.value_key,
            valid_from=start,
            valid_to=end,
            window_basis=basis,
            authority=max(map(self._authority.__getitem__, set(columns.of("document", numbers)))),
            preferred=preferred,
            witnesses=columns.witnesses(numbers),
            places=self._places(columns, numbers, of),
            consistent=consistent,
        )

    def _places(self, columns: Columns, numbers: Sequence[int], of: int) -> tuple[tuple[str, float], ...]:
        """Where the side stands, so many that neither a document nor the side crowds a finding of ``of`` sides."""
        each = max(1, self._settings.max_places_per_document // max(2, of))
        seen: Counter[int] = Counter()
        places: list[tuple[str, float]] = []
        for number in numbers:
            if len(places) >= self._settings.max_places:
                break
            member = columns.family.members[number]
            seen[member.document] += 1
            if seen[member.document] <= each:
                places.append((member.claim_id, round(self._placed[member.document].standing, 3)))
        return tuple(places)

    def _finding(
        self,
        columns: Columns,
        sides: Sequence[Sequence[int]],
        rows: Sequence[SideRow],
        *,
        kind: FindingKind,
        conflict_type: ConflictType,
        reason: Reason,
        way: Reason,
        scope: Scope,
        severity: Severity,
        ground: Ground,
        owner: str,
        missing: tuple[str, ...] = (),
        explanation: tuple[str, ...] = (),
    ) -> FindingRow:
        everyone = [number for side in sides for number in side]
        named, bound = columns.named(everyone), columns.bound(everyone)
        where = [
            (
                columns.family.members[side[0]].value_key,
                list(map(self._names.__getitem__, columns.documents(side))),
            )
            for side in sides
        ]
        finding_id, content, places = signature(kind, named.subject, named.predicate, bound, scope, where)
        parts = parts_of(ground)
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
