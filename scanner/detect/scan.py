"""The scan: from claims with keys to windows and findings.

SQL merges the claims of each key into sides, finds those that exclude one another and settles what columns can decide;
Python judges the keys that are left over, a slice at a time. Nothing is loaded whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

import pyarrow as pa

from scanner.detect.columns import route, settle
from scanner.detect.identity import another_id, as_json
from scanner.detect.judge import disputes
from scanner.detect.members import Family, families
from scanner.detect.order import Placed, place_documents
from scanner.detect.parameters import DetectSettings
from scanner.detect.rank import Ranking
from scanner.detect.sides import Columns
from scanner.detect.slips import slips
from scanner.detect.steps import replacements
from scanner.detect.supersede import Outcome, supersede
from scanner.detect.tables import arrow_table
from scanner.detect.weigh import authority
from scanner.model import Finding, Reason
from scanner.rules import RuleSet
from scanner.store import FindingRow, Store, statements

__all__ = ["detect", "scan"]

_PACKAGE = "scanner.detect"
_FEW = 4_000  # claims under contested keys up to which SQL's many small steps cost more than they spare
_SLICE = 40_000  # claims that Python holds at once (of one key all)
_PLACED = pa.schema(
    [
        ("number", pa.int64()),
        ("source", pa.string()),
        ("doc_id", pa.string()),
        ("day", pa.date32()),
        ("standing", pa.float64()),
        ("shown_standing", pa.float64()),
        ("authority", pa.float64()),
        ("owner", pa.string()),
        ("recency", pa.bool_()),
        ("series", pa.int64()),
        ("pending", pa.bool_()),
        ("declared", pa.bool_()),
        ("closed", pa.bool_()),
        ("closed_at", pa.date32()),
        ("closed_by", pa.string()),
        ("closed_reason", pa.string()),
        ("named", pa.string()),
    ]
)
_NAMES = pa.schema([("predicate", pa.string())])
_WINDOWS = pa.schema(
    [
        ("claim_id", pa.string()),
        ("window_start", pa.date32()),
        ("window_end", pa.date32()),
        ("window_basis", pa.string()),
        ("reason", pa.string()),
        ("closed", pa.bool_()),
        ("closed_by", pa.string()),
    ]
)


def detect(store: Store, *, as_of: date, rules: RuleSet, settings: DetectSettings | None = None) -> tuple[Finding, ...]:
    """Supersede, judge and rank everything that has a key; store windows and findings and answer the findings.

    The same claims, keys, rules and ``as_of`` give the same findings, whatever the order in which documents came.
    What takes effect after ``as_of`` is no finding yet.
    """
    scan(store, as_of=as_of, rules=rules, settings=settings)
    return store.findings()


def scan(
    store: Store,
    *,
    as_of: date,
    rules: RuleSet,
    settings: DetectSettings | None = None,
    columns: bool | None = None,
    began: Callable[[str], None] | None = None,
) -> int:
    """Do what ``detect`` does and answer only how many findings there are.

    ``columns``: whether SQL settles what columns can decide (by default where there is much of it) or Python judges
    every key; the findings are the same. ``began`` is told each step as it begins.
    """
    chosen = settings or DetectSettings()
    show = began or (lambda step: None)
    with store.transaction():
        show("documents")
        placed = place_documents(store.documents(), store.links(), chosen)
        _write_placed(store, placed, as_of)
        show("keys")
        store.set_variable("as_of", as_of)
        store.run(statements("keyed.sql", _PACKAGE))
        show("sides")
        store.run(statements("contested.sql", _PACKAGE))
        show("members")
        manifold = _manifold(store, rules, chosen)
        store.run("DELETE FROM windows")
        store.run(statements("document_windows.sql", _PACKAGE))
        store.run(statements("members.sql", _PACKAGE))
        show("meetings")
        store.run(statements("encounters.sql", _PACKAGE))
        show("sides")
        store.start_findings()
        if columns is None:
            columns = store.fetch("SELECT count(*) FROM members").column(0)[0].as_py() > _FEW
        if columns:
            route(store, rules, chosen, show)
        else:
            store.run("CREATE OR REPLACE TEMP TABLE left_over AS SELECT DISTINCT key FROM members")
        ranking = Ranking(placed, chosen, as_of, frozenset(rules.predicates))
        show("judging")
        following = 0
        outside: list[FindingRow] = []
        for found, windows in _judged(store, placed, rules, ranking, manifold, as_of):
            store.stage_findings(following, found)
            outside.extend(finding for _, finding in found if finding.reason is Reason.OUTSIDE_BOUND)
            store.append("windows", arrow_table(_WINDOWS, windows))
            following += len(found)
        if columns:
            show("settling")
            following = settle(store, placed, frozenset(rules.predicates), following)
        show("in documents")
        store.stage_findings(following, [(0, finding) for finding in slips(store, ranking, rules, outside)])
        for name in ("least_score", "score_per_tenfold", "few_pairs"):
            store.set_variable(name, getattr(chosen, name))
        store.run(statements("unlikely.sql", _PACKAGE))
        show("storing")
        findings = store.finish_findings(as_of, another_id)
        for name in ("contested", "followed", "wanted", "members", "encounters", "manifold", "left_over", "placed"):
            store.run(f"DROP TABLE {name}")
    return findings


def _judged(
    store: Store,
    placed: Sequence[Placed],
    rules: RuleSet,
    ranking: Ranking,
    manifold: frozenset[str],
    as_of: date,
) -> Iterator[tuple[list[tuple[int, FindingRow]], list[tuple[object, ...]]]]:
    """Findings (with their keys) and windows of the keys that are left over, a slice of them at a time."""
    store.set_variable("slice", _SLICE)
    for part in store.fetch(statements("slices.sql", _PACKAGE)).to_pylist():
        bounds = {"low": part["low"], "high": part["high"]}
        members = store.fetch(statements("members_between.sql", _PACKAGE), bounds)
        met = store.fetch(statements("encounters_between.sql", _PACKAGE), bounds)
        findings: list[tuple[int, FindingRow]] = []
        windows: list[tuple[object, ...]] = []
        for key, family in families(members, met, rules):
            outcome = supersede(family, placed, as_of)
            windows.extend(_windows(family, outcome, placed, as_of))
            columns = Columns(family, outcome)
            findings.extend((key, ranking.dispute(columns, d)) for d in disputes(family, outcome, manifold))
            findings.extend((key, ranking.replacement(columns, r)) for r in replacements(family, outcome, as_of))
        yield findings, windows


def _write_placed(store: Store, placed: Sequence[Placed], as_of: date) -> None:
    store.run(
        "CREATE OR REPLACE TEMP TABLE placed (number BIGINT, source VARCHAR, doc_id VARCHAR, day DATE, "
        "standing DOUBLE, shown_standing DOUBLE, authority DOUBLE, owner VARCHAR, recency BOOLEAN, series BIGINT, "
        "pending BOOLEAN, declared BOOLEAN, closed BOOLEAN, closed_at DATE, closed_by VARCHAR, closed_reason VARCHAR, "
        "named VARCHAR)"
    )
    rows = (
        (
            p.number, p.source, p.doc_id, p.day, p.standing, round(p.standing, 3), authority(p, as_of), p.owner,
            p.recency, p.series, p.pending, bool(p.declared_by), p.closed, p.closed_at, _name(placed, p.closed_by),
            p.closed_reason.value, f"[{as_json(p.source)},{as_json(p.doc_id)}]",
        )
        for p in placed
    )  # fmt: skip
    store.append("placed", arrow_table(_PLACED, rows))


def _name(placed: Sequence[Placed], number: int) -> str:
    return f"{placed[number].source}/{placed[number].doc_id}" if number >= 0 else ""


def _manifold(store: Store, rules: RuleSet, settings: DetectSettings) -> frozenset[str]:
    """Predicates that have several values by nature; a card that calls its predicate functional is believed."""
    store.set_variable("many_subjects", settings.many_subjects)
    store.set_variable("many_share", settings.many_share)
    store.run(statements("manifold.sql", _PACKAGE))
    names = [str(name) for name in store.fetch("SELECT predicate FROM manifold ORDER BY ALL").column(0).to_pylist()]
    found = frozenset(n for n in names if n not in rules.predicates or not rules.predicates[n].functional)
    store.run("DELETE FROM manifold")
    store.append("manifold", arrow_table(_NAMES, ((name,) for name in sorted(found))))
    return found


def _windows(family: Family, outcome: Outcome, placed: Sequence[Placed], as_of: date) -> Iterable[tuple[object, ...]]:
    for number in sorted(outcome.closings):
        closing, member = outcome.closings[number], family.members[number]
        window = outcome.window(number, member)
        closed = closing.at is None or closing.at <= as_of
        by = (
            family.members[closing.by].claim_id if closing.by >= 0 else _name(placed, placed[member.document].closed_by)
        )
        yield member.claim_id, window.start, window.end, window.basis.value, closing.reason.value, closed, by
