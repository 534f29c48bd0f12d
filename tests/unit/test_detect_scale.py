"""The work grows with the number of values, not of claims."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest

from scanner.detect.judge import disputes
from scanner.detect.members import Family, Member
from scanner.detect.order import Placed
from scanner.detect.steps import replacements
from scanner.detect.supersede import supersede
from scanner.model import Bound, Change, Reason, Scope, Status, WindowBasis
from tests.unit.store_builders import DAY, amount

CLAIMS, VALUES = 20_000, 5


def member(number: int, basis: WindowBasis) -> Member:
    value = amount(10 + number % VALUES)
    return Member(
        claim_id=str(number),
        document=number,
        unit=0,
        pair=0,
        change=Change.NONE,
        status=Status.ASSERTED,
        bound=Bound.MAX,
        value=value,
        value_key=value.value_key,
        value_text=value.canonical,
        canonical=value.canonical,
        scope=Scope(),
        functional=True,
        changes=True,
        confidence=0.9,
        subject="api",
        predicate="limit",
        subject_basis="row",
        start=date(2000, 1, 1) + timedelta(days=number % 5_000),
        end=None,
        basis=basis,
        text_hash=number,
        plain_unit="",
        lo=float(value.lo or 0),
        hi=float(value.hi or 0),
        subject_text="API",
        predicate_text="limit",
    )


def placed(number: int) -> Placed:
    day = date(2000, 1, 1) + timedelta(days=number % 5_000)
    return Placed(
        number=number,
        source="docs",
        doc_id=f"{number:06}.md",
        published=day,
        day=day,
        standing=1.0,
        owner="",
        recency=False,
        series=-1,
        rank=None,
        pending=False,
        replaces=False,
        closed=False,
        closed_at=None,
        closed_by=-1,
        closed_reason=Reason.NEWER_IN_SERIES,
        declared_by=(),
    )


class Counting(Family):
    """A family that counts how often two of its claims are compared."""

    asked = 0

    def compare(self, a: Member, b: Member):  # type: ignore[no-untyped-def]
        self.asked += 1
        return super().compare(a, b)

    def differ(self, a: Member, b: Member) -> bool:
        self.asked += 1
        return super().differ(a, b)


@pytest.mark.parametrize("basis", [WindowBasis.DOCUMENT_DATE, WindowBasis.STATED])
def test_a_hot_key_is_merged_before_it_is_paired(basis: WindowBasis) -> None:
    family = Counting([member(n, basis) for n in range(CLAIMS)], {}, Fraction(0))
    outcome = supersede(family, [placed(n) for n in range(CLAIMS)], DAY)
    found = disputes(family, outcome, frozenset())
    steps = list(replacements(family, outcome, DAY))
    assert family.asked < 10 * CLAIMS
    if basis is WindowBasis.DOCUMENT_DATE:
        assert len(found) == 1
        assert len(found[0].clashes) == VALUES * (VALUES - 1) // 2
    else:
        assert len(steps) > 100
        assert len(outcome.closings) > 0.99 * CLAIMS - VALUES
