"""Within one key: which values that hold at one time exclude one another.

Claims of one identical value, scope and bound class are merged before anything is paired, so that the work grows with
the number of values, not of claims.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from scanner.detect.members import Encounter, Family
from scanner.detect.supersede import Outcome
from scanner.model import Bound, Dimension, FindingKind, Scope, Verdict, VerdictKind, Window, WindowBasis

__all__ = ["MOST_NODES", "Clash", "Dispute", "Node", "disputes"]

MOST_NODES = 96
_SOFT = frozenset({Bound.RECOMMENDED, Bound.TYPICAL})


@dataclass(frozen=True, slots=True)
class Node:
    """The members that say one identical value in one scope and bound class, with their windows."""

    scope: Scope
    bound: Bound
    value_key: str
    members: tuple[int, ...]
    windows: tuple[Window, ...]
    functional: bool | None


@dataclass(frozen=True, slots=True)
class Clash:
    """Two nodes that exclude one another, and how surely."""

    a: Node
    b: Node
    verdict: Verdict
    encounter: Encounter
    missing: tuple[str, ...]
    lag: str = ""


@dataclass(frozen=True, slots=True)
class Dispute:
    """The clashes of one key, scope and kind. ``agreeing`` nodes are compatible with a side and clash with none.

    ``lag`` is the value key that has replaced another side's, where a page still says the old one.
    """

    kind: FindingKind
    scope: Scope
    clashes: tuple[Clash, ...]
    agreeing: tuple[Node, ...]
    lag: str = ""


def disputes(family: Family, outcome: Outcome, manifold: frozenset[str]) -> list[Dispute]:
    """What is in dispute among the members that hold, conflicts first. ``manifold`` predicates have several values."""
    nodes = _nodes(family, outcome, manifold)
    lagging = _lagging(family, outcome)
    conflicts: dict[Scope, list[Clash]] = {}
    possible: dict[Scope, list[Clash]] = {}
    friends: list[tuple[Node, Node]] = []
    indifferent = _indifferent(nodes)
    stated = frozenset(name for node in nodes for name, _ in node.scope.items)
    for at, a in enumerate(nodes):
        for b in nodes[at + 1 :]:
            found = _clash(family, a, b, indifferent, stated, lagging)
            if found is None:
                continue
            if isinstance(found, Clash):
                sure = found.verdict.kind is VerdictKind.DIFFERENT and not found.missing
                union = {**dict(a.scope.items), **dict(b.scope.items)}
                if a.scope != b.scope:
                    ignored = indifferent.get(a.bound, frozenset())
                    union = {name: value for name, value in union.items() if name not in ignored}
                (conflicts if sure else possible).setdefault(Scope.of(union), []).append(found)
            else:
                friends.append((a, b))
    disputed = {_values(clash) for found in conflicts.values() for clash in found}
    result = [_dispute(FindingKind.CONFLICT, scope, conflicts[scope], friends) for scope in _ordered(conflicts)]
    for scope in _ordered(possible):
        # Where the same two values are in open conflict, a vaguer pair of them adds nothing.
        left = [clash for clash in possible[scope] if _values(clash) not in disputed]
        if left:
            result.append(_dispute(FindingKind.POSSIBLE, scope, left, friends))
    return result


def _ordered(found: Iterable[Scope]) -> list[Scope]:
    return sorted(found, key=lambda scope: scope.items)


def _values(clash: Clash) -> frozenset[str]:
    return frozenset((clash.a.value_key, clash.b.value_key))


def _nodes(family: Family, outcome: Outcome, manifold: frozenset[str]) -> list[Node]:
    groups: dict[tuple[Scope, Bound, str], list[int]] = {}
    for n in outcome.holding:
        member = family.members[n]
        groups.setdefault((member.scope, member.bound, member.value_key), []).append(n)
    nodes = []
    for (scope, bound, value_key), numbers in groups.items():
        said = {False if family.members[n].predicate in manifold else family.members[n].functional for n in numbers}
        functional = True if True in said else None if None in said else False
        windows = tuple(outcome.window(n, family.members[n]) for n in numbers)
        nodes.append(Node(scope, bound, value_key, tuple(numbers), windows, functional))
    if len(nodes) > MOST_NODES:  # a key of so many values is no single fact: the best witnessed ones tell enough
        nodes.sort(key=lambda node: (-len(node.members), node.scope.items, node.bound, node.value_key))
        nodes = nodes[:MOST_NODES]
    return sorted(nodes, key=lambda node: (node.scope.items, node.bound, node.value_key))


def _lagging(family: Family, outcome: Outcome) -> set[tuple[Scope, str, str]]:
    """(scope, old value, new value) of what was replaced and has not come back."""
    members = family.members
    found = {(members[s.old].scope, members[s.old].value_key, members[s.new].value_key) for s in outcome.steps}
    return {(scope, old, new) for scope, old, new in found if (scope, new, old) not in found}


def _indifferent(nodes: Sequence[Node]) -> dict[Bound, frozenset[str]]:
    """Dimensions that do not matter for this key: two of their values are stated, and all claims say one value."""
    seen: dict[tuple[Bound, str], tuple[set[str], set[str]]] = {}
    for node in nodes:
        for name, value in node.scope.items:
            values, said = seen.setdefault((node.bound, name), (set(), set()))
            values.add(value)
            said.add(node.value_key)
    found: dict[Bound, set[str]] = {}
    for (bound, name), (values, said) in seen.items():
        if len(values) > 1 and len(said) == 1:
            found.setdefault(bound, set()).add(name)
    return {bound: frozenset(names) for bound, names in found.items()}


def _clash(
    family: Family,
    a: Node,
    b: Node,
    indifferent: dict[Bound, frozenset[str]],
    stated: frozenset[str],
    lagging: set[tuple[Scope, str, str]],
) -> Clash | bool | None:
    """A clash, ``True`` if the two agree, or ``None`` if they are not comparable."""
    first, second = family.members[a.members[0]], family.members[b.members[0]]
    scope = a.scope.compare(b.scope)
    if scope.kind is VerdictKind.DIFFERENT or a.value_key == b.value_key:
        return None
    verdict = family.compare(first, second)
    if verdict.kind is VerdictKind.STOP:
        return None
    if verdict.kind in (VerdictKind.SAME, VerdictKind.COMPATIBLE):
        return True
    if (a.functional is False or b.functional is False) and first.value.kind.value != "flag":
        return None
    if {a.bound, b.bound} <= _SOFT or not _overlap(a.windows, b.windows) or _one_unit(family, a, b):
        return None
    if _told_ended(family, a, b):
        return None
    missing = tuple(name for name in scope.missing if name not in indifferent.get(a.bound, frozenset()))
    missing = tuple(name for name in missing if not (name == Dimension.PER and _of_each(family, a, b)))
    missing = tuple(sorted({*missing, *verdict.missing}))
    if missing and _rule_and_exception(family, a, b):
        return None
    encounter = family.encounter(first, second)
    if encounter.unsure:  # of dimensions that claims of this key state, their scopes have just told
        missing = tuple(sorted({*missing, *(name for name in encounter.missing if name not in stated)}))
    lag = ""
    if (a.scope, a.value_key, b.value_key) in lagging and a.scope == b.scope:
        lag = b.value_key
    elif (a.scope, b.value_key, a.value_key) in lagging and a.scope == b.scope:
        lag = a.value_key
    return Clash(a, b, verdict, encounter, missing, lag)


def _of_each(family: Family, a: Node, b: Node) -> bool:
    """Whether what one amount is per is what the other is told of: "20 L per cabinet", "a cabinet holds 25 L"."""
    for node, other in ((a, b), (b, a)):
        each = node.scope.get(Dimension.PER)
        if each and all(each in family.members[n].subject.split()[-1:] for n in other.members):
            return True
    return False


def _overlap(a: Sequence[Window], b: Sequence[Window]) -> bool:
    """Whether some window of ``a`` and one of ``b`` share a day."""
    days = _merged(b)
    starts = [low for low, _ in days]
    for window in a:
        low, high = window.bounds
        at = bisect_right(starts, low)
        if at and days[at - 1][1] > low:
            return True
        if at < len(days) and days[at][0] < high:
            return True
    return False


def _merged(windows: Sequence[Window]) -> list[tuple[date, date]]:
    merged: list[tuple[date, date]] = []
    for low, high in sorted({window.bounds for window in windows}):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return merged


def _one_unit(family: Family, a: Node, b: Node) -> bool:
    """Whether both stand in one and the same sentence or row only: its parts say different things."""
    where = {(family.members[n].document, family.members[n].unit) for n in (a.members[0], b.members[0])}
    return len(where) == 1 and all(
        (family.members[n].document, family.members[n].unit) in where for n in (*a.members, *b.members)
    )


def _told_ended(family: Family, a: Node, b: Node) -> bool:
    """Whether one document gives one value a last day and the other no days at all: that one came after."""
    where = {family.members[n].document for node in (a, b) for n in node.members}
    if len(where) > 1:
        return False
    ended = [all(w.basis is WindowBasis.STATED and w.end is not None for w in node.windows) for node in (a, b)]
    undated = [all(w.basis is WindowBasis.UNKNOWN for w in node.windows) for node in (a, b)]
    return (ended[0] and undated[1]) or (ended[1] and undated[0])


def _rule_and_exception(family: Family, a: Node, b: Node) -> bool:
    """Whether one document states both, the general rule and its exception."""
    mine, theirs = set(a.scope.items), set(b.scope.items)
    if not (mine < theirs or theirs < mine):
        return False
    return not {family.members[n].document for n in a.members}.isdisjoint(family.members[n].document for n in b.members)


def _dispute(
    kind: FindingKind, scope: Scope, clashes: Sequence[Clash], friends: Sequence[tuple[Node, Node]]
) -> Dispute:
    sides = {(n.scope, n.bound, n.value_key) for clash in clashes for n in (clash.a, clash.b)}
    values = {value for _, _, value in sides}
    agreeing: dict[str, Node] = {}
    for a, b in friends:
        for one, other in ((a, b), (b, a)):
            inside = (one.scope, one.bound, one.value_key) in sides
            if inside and other.value_key not in values and set(other.scope.items) <= set(scope.items):
                agreeing.setdefault(other.value_key, other)
    lags = sorted({clash.lag for clash in clashes if clash.lag})
    return Dispute(
        kind, scope, tuple(clashes), tuple(agreeing[v] for v in sorted(agreeing)), lags[0] if len(lags) == 1 else ""
    )
