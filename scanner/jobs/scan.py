"""Scan: compare all claims anew, keep the findings, and say what they rest on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path

from scanner.align import align
from scanner.detect import DetectSettings, detect
from scanner.jobs.collector import collecting_seldom
from scanner.jobs.coverage import coverage
from scanner.jobs.errors import RunFailed
from scanner.jobs.line import code_of
from scanner.jobs.owners import load_routing
from scanner.jobs.settle import log_scan, owners_of, scan_row, settle
from scanner.jobs.since import since_last
from scanner.jobs.tallies import located, source_tallies
from scanner.model import Finding, Reason
from scanner.report import RunSummary, Since
from scanner.review import Ledger, Scan
from scanner.rules import load_rules
from scanner.settings import Settings
from scanner.store import MEMORY, Run, Store, StoreMissing

__all__ = ["ScanReport", "detect_settings", "is_current", "last_scan", "require_store", "routed", "scan", "unscanned"]

# The packages whose code decides which claims meet.
_DECIDING = ("model", "align")


@dataclass(frozen=True, slots=True)
class ScanReport:
    """The findings of a scan in the order of reporting, and what they rest on.

    ``files`` gives the file that each document (source, doc_id) was read from, ``since`` what became of findings since
    the scan before. ``anew``: cards or code had changed since then, so that everything was compared anew.
    """

    summary: RunSummary
    findings: tuple[Finding, ...]
    files: Mapping[tuple[str, str], Path] = field(default_factory=dict)
    since: Since = field(default_factory=Since)
    anew: bool = False


@collecting_seldom()
def scan(
    store: Store,
    settings: Settings,
    as_of: date,
    *,
    progress: Callable[[str, int, int], None] | None = None,
    recorded_at: datetime | None = None,
) -> ScanReport:
    """Compare all current claims as of a day and replace everything derived, all of it or nothing.

    The windows found count as known from ``recorded_at`` on (default: the first moment of ``as_of``, UTC).

    The same claims, cards and day give the same findings, whatever order they were ingested in.

    Raises:
        RuleError: for a card that cannot be used.
        StoreError: for trouble with the database.
    """
    show = progress or (lambda step, done, total: None)
    rules = load_rules(settings.rules_folder)
    routing = load_routing(settings, rules)
    with store.transaction():
        run_id = _run_id(store, rules.fingerprint, as_of)
        this = Scan(store.reviews.begin_scan(run_id), run_id, as_of)
        show("aligning claims", 0, 0)
        aligned = align(store, rules, fingerprint=f"{rules.fingerprint} {code_of(_DECIDING)}")
        show("comparing values", 0, 0)
        store.reviews.release()
        detect(store, as_of=as_of, rules=rules, settings=detect_settings(settings))
        log_scan(store, this)
        settle(store, routing, this.number, as_of)
        store.note_windows(store.moment_for(recorded_at or as_of, writing=False))
        store.run("DELETE FROM scanned")
        store.run("INSERT INTO scanned VALUES ($run, $day)", {"run": run_id, "day": as_of})
        summary = _summary(store, run_id, as_of)
        stored = store.findings()
        store.reviews.end_scan(scan_row(store, this, summary.documents, summary.claims))
        store.record_run(
            Run(
                run_id,
                "scan",
                as_of,
                rules.fingerprint,
                summary.documents,
                summary.chunks,
                summary.claims,
                summary.skipped,
                summary.unresolved,
                len(stored),
            )
        )
        files, since = located(store), since_last(store, stored)
    return ScanReport(summary, stored, files, since, aligned.anew)


def detect_settings(settings: Settings) -> DetectSettings:
    """What the site decides about standing and replacement."""
    return DetectSettings(
        source_types=settings.authority.source_types,
        authors=settings.authority.authors,
        default_author=settings.authority.default_author,
        recency_sources=frozenset(source.name for source in settings.sources if source.recency),
        source_authority={s.name: s.authority for s in settings.sources if s.authority is not None},
    )


def last_scan(store: Store, settings: Settings | None = None) -> ScanReport:
    """The findings of the last scan; with ``settings``, with the owners that the site's routes name now.

    Raises:
        RunFailed: if there has been none.
        RuleError, SettingsError: for cards or routes that cannot be used.
    """
    rows = store.fetch("SELECT run_id, as_of FROM scanned").to_pylist()
    if not rows:
        raise RunFailed(f"{store.path}: nothing has been scanned yet; run `scanner scan`")
    summary = _summary(store, rows[0]["run_id"], rows[0]["as_of"])
    findings = store.findings() if settings is None else routed(store, settings, store.findings())
    return ScanReport(summary, findings, located(store), since_last(store, findings))


def routed(store: Store, settings: Settings, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings with the owners that decisions and the site's routes name now, whatever they were at the last scan.

    Raises:
        RuleError, SettingsError: for cards or routes that cannot be used.
    """
    routing = load_routing(settings, load_rules(settings.rules_folder))
    ledger = Ledger.of(store.reviews.resolutions(), store.reviews.events())
    owners = owners_of(store, routing, ledger, store.reviews.states())
    return tuple(replace(finding, owner=owners.get(finding.finding_id, finding.owner)) for finding in findings)


def unscanned(store: Store, as_of: date) -> ScanReport:
    """What the store holds, without findings: for a report before any scan."""
    return ScanReport(_summary(store, "", as_of), ())


def is_current(store: Store, scanned: ScanReport) -> bool:
    """Whether no document has changed since the scan."""
    rules = next(
        (run.fingerprint for run in store.runs() if run.run_id == scanned.summary.run_id and run.command == "scan"), ""
    )
    return _run_id(store, rules, scanned.summary.as_of) == scanned.summary.run_id


def require_store(settings: Settings) -> None:
    """Refuse to compare what does not exist, instead of making an empty store.

    Raises:
        StoreMissing: if the store's file is not there.
    """
    db = settings.store.db
    if db == MEMORY:
        raise StoreMissing("a store in memory holds nothing to compare; use `scanner run`, or a file as --db")
    if not Path(db).exists():
        raise StoreMissing(f"{db}: there is no store yet; ingest something first")


def _summary(store: Store, run_id: str, as_of: date) -> RunSummary:
    counts = store.counts()
    apart = _apart(store) if run_id else ()
    return RunSummary(
        run_id,
        as_of,
        counts.documents,
        counts.chunks,
        counts.claims,
        counts.skipped,
        counts.unresolved,
        counts.undated,
        coverage(store),
        counts.keyed if run_id else None,
        source_tallies(store),
        apart if counts.claims and not counts.keyed else (),
        dict(apart).get(Reason.UNLIKELY.value, 0),
    )


def _apart(store: Store) -> tuple[tuple[str, int], ...]:
    """How many pairs of claims each gate kept apart, by the gate's code."""
    rows = store.fetch("SELECT gate, count(*) AS number FROM stopped GROUP BY gate ORDER BY gate").to_pylist()
    return tuple((row["gate"], row["number"]) for row in rows)


def _run_id(store: Store, rules: str, as_of: date) -> str:
    """A hash of the documents as they are, the cards and the day: equal runs have equal ids."""
    digest = hashlib.sha256(f"{rules}\0{as_of}".encode())
    for source in store.sources():
        for doc_id, state in sorted(store.document_states(source.name).items()):
            line = f"\0{source.name}\0{doc_id}\0{state.content_hash}\0{state.fingerprint}"
            digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
