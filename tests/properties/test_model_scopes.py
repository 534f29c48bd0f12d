"""Laws of scopes: comparison is symmetric, and only a dimension that both state can part two claims."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scanner.model import Dimension, Scope, VerdictKind

VALUES = st.dictionaries(st.sampled_from([str(d) for d in Dimension]), st.sampled_from(["", "a", "b"]), max_size=4)
SCOPES = VALUES.map(Scope.of)


@given(SCOPES, SCOPES)
def test_comparison_is_symmetric(a: Scope, b: Scope) -> None:
    assert a.compare(b) == b.compare(a)


@given(SCOPES, SCOPES)
def test_same_means_equal(a: Scope, b: Scope) -> None:
    assert (a.compare(b).kind is VerdictKind.SAME) is (a == b)


@given(SCOPES, SCOPES)
def test_different_needs_a_dimension_stated_on_both_sides(a: Scope, b: Scope) -> None:
    shared = {name for name, _ in a.items} & {name for name, _ in b.items}
    clash = any(a.get(name) != b.get(name) for name in shared)
    assert (a.compare(b).kind is VerdictKind.DIFFERENT) is clash


@given(SCOPES, SCOPES)
def test_missing_names_what_one_side_lacks(a: Scope, b: Scope) -> None:
    verdict = a.compare(b)
    lacking = sorted({name for name, _ in a.items} ^ {name for name, _ in b.items})
    if verdict.kind is VerdictKind.POSSIBLE:
        assert list(verdict.missing) == lacking
        assert lacking
    else:
        assert verdict.missing == ()


@given(VALUES)
def test_unstated_values_leave_no_trace_and_order_does_not_matter(values: dict[str, str]) -> None:
    scope = Scope.of(values)
    assert scope == Scope.of(dict(reversed(list(values.items()))))
    assert all(value for _, value in scope.items)
    assert all(scope.get(name) == value for name, value in values.items())
