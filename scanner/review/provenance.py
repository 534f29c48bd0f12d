"""The audit trail as W3C PROV: claims traced to chunk, document revision, rule and run, decisions to their people."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Literal

from prov.model import PROV, Namespace, ProvDocument

from scanner.model import Action, Event, EventKind, Resolution
from scanner.review.trail import words_of

__all__ = ["ClaimSource", "ScanSource", "provenance_document", "serialized"]

_SAFE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = Namespace("cs", "urn:contradiction-scanner:")
_GONE = frozenset({EventKind.CLOSED})


@dataclass(frozen=True, slots=True)
class ClaimSource:
    """A claim with all it was drawn from. ``rule`` is the construction that read it, ``card`` the predicate card that
    names its predicate (empty: none); ``fingerprint`` covers the cards, code and models that read the document.
    """

    claim_id: str
    subject: str
    predicate: str
    value: str
    quote: str
    source: str
    doc_id: str
    chunk_id: str
    line: int | None
    content_hash: str
    fingerprint: str
    rule: str
    card: str
    recorded_at: datetime
    retracted_at: datetime | None
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScanSource:
    """One scan: its number, the hash of what it compared, and the day it judged by."""

    number: int
    run_id: str
    as_of: date


def provenance_document(
    claims: Iterable[ClaimSource],
    scans: Iterable[ScanSource],
    events: Sequence[Event],
    resolutions: Sequence[Resolution],
    version: str,
) -> ProvDocument:
    """The trail as one PROV document, the same for the same store."""
    made = _Document(version)
    for scan in scans:
        made.scan(scan)
    for claim in claims:
        made.claim(claim)
    for event in events:
        made.event(event)
    for item in resolutions:
        made.resolution(item)
    return made.document


def serialized(document: ProvDocument, form: Literal["jsonld", "provn"]) -> str:
    """The document as JSON-LD or PROV-N, ending in a newline."""
    if form == "provn":
        return f"{document.get_provn()}\n"
    out = io.StringIO()
    document.serialize(out, format="jsonld", context="embed")
    return json.dumps(json.loads(out.getvalue()), ensure_ascii=True, indent=1) + "\n"


class _Document:
    """Records of each thing, added once."""

    def __init__(self, version: str) -> None:
        self.document = ProvDocument()
        self.document.add_namespace(_SPACE)
        self._seen: set[str] = set()
        self._versions: dict[str, list[Any]] = {}
        self._scanner = self._agent("scanner", version, PROV["SoftwareAgent"], f"contradiction scanner {version}")

    def _new(self, name: Any) -> bool:
        fresh = str(name) not in self._seen
        self._seen.add(str(name))
        return fresh

    def _agent(self, kind: str, name: str, of: Any, label: str) -> Any:
        agent = _name(kind, name)
        if self._new(agent):
            self.document.agent(agent, {PROV["type"]: of, PROV["label"]: label})
        return agent

    def scan(self, scan: ScanSource) -> None:
        activity = _name("scan", str(scan.number))
        if self._new(activity):
            told = _told("Scan", run=scan.run_id, asOf=scan.as_of.isoformat())
            self.document.activity(activity, None, None, told)
            self.document.wasAssociatedWith(activity, self._scanner)

    def claim(self, claim: ClaimSource) -> None:
        """Claim ← chunk ← document revision; read by a run of one rule and one fingerprint."""
        entity = _claim_name(claim.claim_id, claim.recorded_at)
        if self._new(entity):
            self._versions.setdefault(claim.claim_id, []).append(entity)
            revision = self._revision(claim)
            chunk = _name("chunk", claim.source, claim.doc_id, claim.chunk_id, claim.content_hash)
            if self._new(chunk):
                self.document.entity(chunk, {PROV["type"]: _SPACE["Chunk"], _SPACE["chunkId"]: claim.chunk_id})
                self.document.wasDerivedFrom(chunk, revision)
            self.document.entity(entity, _described(claim))
            self.document.wasDerivedFrom(entity, chunk)
            reading = self._reading(claim, revision)
            self.document.wasGeneratedBy(entity, reading, time=claim.recorded_at)
            if claim.retracted_at is not None:
                self.document.wasInvalidatedBy(entity, time=claim.retracted_at)
        for finding in claim.findings:
            self.document.wasDerivedFrom(self._finding(finding), entity)

    def _revision(self, claim: ClaimSource) -> Any:
        revision = _name("document", claim.source, claim.doc_id, claim.content_hash)
        page = _name("document", claim.source, claim.doc_id)
        label = f"{claim.source}/{claim.doc_id}"
        if self._new(page):
            self.document.entity(page, {PROV["type"]: _SPACE["Document"], PROV["label"]: label})
        if self._new(revision):
            told = _told("DocumentRevision", label, contentHash=claim.content_hash)
            self.document.entity(revision, told)
            self.document.specializationOf(revision, page)
        return revision

    def _reading(self, claim: ClaimSource, revision: Any) -> Any:
        """The run that read the document: by which rule, and under which cards, code and models."""
        moment = claim.recorded_at.isoformat()
        reading = _name("reading", claim.source, claim.doc_id, moment, claim.fingerprint, claim.rule)
        if self._new(reading):
            self.document.activity(reading, None, None, _told("Reading", fingerprint=claim.fingerprint))
            self.document.used(reading, revision)
            self.document.wasAssociatedWith(reading, self._scanner, self._rule(claim.rule, claim.fingerprint))
        if claim.card and self._new(f"{reading} {claim.card}"):
            self.document.used(reading, self._card(claim.card))
        return reading

    def _rule(self, rule: str, fingerprint: str) -> Any:
        entity = _name("rule", rule, fingerprint)
        if self._new(entity):
            self.document.entity(entity, {**_told("Rule", rule, fingerprint=fingerprint), PROV["type"]: PROV["Plan"]})
        return entity

    def _card(self, card: str) -> Any:
        entity = _name("card", card)
        if self._new(entity):
            self.document.entity(entity, {PROV["type"]: _SPACE["Card"], PROV["label"]: card})
        return entity

    def _finding(self, finding_id: str) -> Any:
        entity = _name("finding", finding_id)
        if self._new(entity):
            self.document.entity(entity, {PROV["type"]: _SPACE["Finding"], _SPACE["findingId"]: finding_id})
        return entity

    def event(self, event: Event) -> None:
        """What a scan saw: it generated, revised or invalidated a finding."""
        activity = _name("scan", str(event.scan))
        finding = self._finding(event.state.finding_id)
        seen = _name("event", str(event.scan), event.state.finding_id)
        values = [side.value for side in event.state.sides]
        told: dict[Any, Any] = {
            PROV["type"]: _SPACE["Event"],
            PROV["label"]: f"{event.state.subject} – {event.state.predicate}: {' against '.join(values)}",
            _SPACE["event"]: event.kind.value,
        }
        if event.detail:
            told[_SPACE["detail"]] = event.detail
        self.document.entity(seen, told)
        self.document.specializationOf(seen, finding)
        self.document.wasGeneratedBy(seen, activity)
        if event.previous:
            self.document.wasRevisionOf(finding, self._finding(event.previous))
        if event.kind in _GONE:
            self.document.wasInvalidatedBy(finding, activity)
        if event.resolution:
            self.document.wasInvalidatedBy(_name("resolution", str(event.resolution)), activity)

    def resolution(self, item: Resolution) -> None:
        """What a person decided: attributed to them, derived from the finding as they saw it."""
        entity, deciding = _name("resolution", str(item.number)), _name("decision", str(item.number))
        person = self._agent("person", item.decided_by, PROV["Person"], item.decided_by)
        told: dict[Any, Any] = {
            PROV["type"]: _SPACE["Resolution"],
            PROV["label"]: words_of(item),
            _SPACE["action"]: item.action.value,
            _SPACE["decidedOn"]: item.decided_on.isoformat(),
            _SPACE["seen"]: item.seen,
        }
        if item.note:
            told[_SPACE["why"]] = item.note
        self.document.entity(entity, told)
        self.document.activity(deciding, item.decided_at, item.decided_at, {PROV["type"]: _SPACE["Decision"]})
        self.document.wasGeneratedBy(entity, deciding, time=item.decided_at)
        self.document.wasAssociatedWith(deciding, person)
        self.document.wasAttributedTo(entity, person)
        self.document.used(deciding, self._finding(item.finding_id))
        for side in json.loads(item.seen).get("sides", ()):
            for claim in side["claims"]:
                for version in self._versions.get(claim["claim_id"], ()):
                    self.document.used(deciding, version)
        if item.action is Action.UNDO:
            self.document.wasInvalidatedBy(_name("resolution", str(item.choice.undoes)), deciding)


def _told(kind: str, label: str = "", **attributes: str) -> dict[Any, Any]:
    """The type, label and own attributes of a record."""
    told: dict[Any, Any] = {PROV["type"]: _SPACE[kind]}
    if label:
        told[PROV["label"]] = label
    told.update((_SPACE[name], value) for name, value in attributes.items())
    return told


def _described(claim: ClaimSource) -> dict[Any, Any]:
    told: dict[Any, Any] = {
        PROV["type"]: _SPACE["Claim"],
        PROV["label"]: f"{claim.subject} – {claim.predicate} – {claim.value}",
        PROV["value"]: claim.value,
        _SPACE["claimId"]: claim.claim_id,
        _SPACE["quote"]: claim.quote,
    }
    if claim.line is not None:
        told[_SPACE["line"]] = claim.line
    return told


def _claim_name(claim_id: str, recorded_at: datetime) -> Any:
    return _name("claim", claim_id, recorded_at.isoformat())


def _name(kind: str, *parts: str) -> Any:
    """A name that every syntax of PROV can write: the words themselves if they are plain, else their hash."""
    if len(parts) == 1 and _SAFE.fullmatch(parts[0]):
        return _SPACE[f"{kind}-{parts[0]}"]
    digest = sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]
    return _SPACE[f"{kind}-{digest}"]
