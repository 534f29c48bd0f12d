"""The findings as JSON: the contract of ``findings.schema.json``, byte for byte the same for the same findings."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from scanner.model import Finding, Place, Resolution, Side
from scanner.report.clusters import Cluster, clusters_of
from scanner.report.explain import explain
from scanner.report.share import Share, disputed_by_source, disputed_documents
from scanner.report.since import Change, Since
from scanner.report.summary import Report

__all__ = ["SCHEMA_VERSION", "cluster_object", "finding_object", "render_json", "render_jsonl"]

SCHEMA_VERSION = "1"


def render_json(report: Report) -> str:
    """All findings of the report, settled ones and supersessions too, ending in a newline."""
    body = {
        "schema_version": SCHEMA_VERSION,
        "run": _run(report),
        "since": _since(report.since),
        "findings": _findings(report),
    }
    # Escaping non-ASCII also keeps lone surrogates of odd file names writable.
    return json.dumps(body, ensure_ascii=True, indent=1, allow_nan=False) + "\n"


def render_jsonl(report: Report) -> str:
    """A line with ``schema_version``, ``run`` and ``since``, then one for each finding."""
    head = {"schema_version": SCHEMA_VERSION, "run": _run(report), "since": _since(report.since)}
    objects = [head, *_findings(report)]
    return "".join(f"{json.dumps(item, ensure_ascii=True, allow_nan=False)}\n" for item in objects)


def _run(report: Report) -> dict[str, Any]:
    summary = report.summary
    coverage = summary.coverage
    return {
        "id": summary.run_id,
        "as_of": summary.as_of.isoformat(),
        "documents": summary.documents,
        "chunks": summary.chunks,
        "claims": summary.claims,
        "skipped": summary.skipped,
        "unresolved": summary.unresolved,
        "undated": summary.undated,
        "compared": summary.compared,
        "disputed_documents": _share(disputed_documents(report)),
        "sources": [
            {"source": name, "documents": found.whole, "disputed_documents": _share(found)}
            for name, found in disputed_by_source(report)
        ],
        "coverage": {
            "units": coverage.units,
            "silenced": coverage.silenced,
            "keys": coverage.keys,
            "lone_keys": coverage.lone_keys,
            "blocks": dict(coverage.blocks),
            "claims": dict(coverage.claims),
            "unresolved": dict(coverage.unresolved),
            "skipped": dict(coverage.skipped),
            "unknown": dict(coverage.unknown),
        },
    }


def _since(since: Since) -> dict[str, Any]:
    return {
        "previous": _day(since.previous),
        "counts": {change.value: since.count(change) for change in Change},
        "closed": [
            {
                "id": item.finding_id,
                "kind": item.kind,
                "subject": item.subject,
                "predicate": item.predicate,
                "values": list(item.values),
                "documents": [{"source": source, "doc_id": doc_id} for source, doc_id in item.documents],
                "change": item.change.value,
                "why": item.detail,
            }
            for item in since.closed
        ],
    }


def _findings(report: Report) -> list[dict[str, Any]]:
    """All findings, each with what became of it since last time and the others of its cause."""
    clusters = clusters_of(report)
    found = []
    for finding in report.findings:
        change = report.since.changes.get(finding.finding_id)
        body = finding_object(finding)
        body["change"] = None if change is None else change.value
        body["cluster"] = cluster_object(clusters.get(finding.finding_id))
        found.append(body)
    return found


def cluster_object(cluster: Cluster | None) -> dict[str, Any] | None:
    """What a finding has in common with others, ``first`` of which stands for all; ``None`` where it stands alone."""
    if cluster is None:
        return None
    return {
        "cause": cluster.cause.value,
        "first": cluster.first.finding_id,
        "findings": len(cluster.findings),
    }


def _share(found: Share) -> dict[str, Any]:
    return {"documents": found.part, "share": round(found.share, 4), "low": found.low, "high": found.high}


def finding_object(finding: Finding) -> dict[str, Any]:
    """One finding as the JSON object of the contract."""
    return {
        "id": finding.finding_id,
        "fingerprints": {"content": finding.fingerprint_content, "places": finding.fingerprint_places},
        "kind": finding.kind.value,
        "type": finding.type.value,
        "reason": finding.reason.value,
        "way": finding.way.value,
        "subject": finding.subject,
        "predicate": finding.predicate,
        "bound": finding.bound.value,
        "scope": dict(finding.scope.items),
        "missing": list(finding.missing),
        "confidence": round(finding.confidence, 3),
        "severity": finding.severity.value,
        "status": finding.status.value,
        "first_seen": _day(finding.first_seen),
        "owner": finding.owner or None,
        "resolution": None if finding.resolution is None else _resolution(finding.resolution),
        "sides": [_side(side) for side in finding.sides],
        "consistent_with": [_side(side) for side in finding.consistent_with],
        "explanation": list(explain(finding)),
    }


def _resolution(resolution: Resolution) -> dict[str, Any]:
    return {
        "number": resolution.number,
        "action": resolution.action.value,
        "why": resolution.note,
        "by": resolution.decided_by,
        "on": resolution.decided_on.isoformat(),
        "until": _day(resolution.choice.until),
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "value": side.value,
        "canonical": side.canonical,
        "valid_from": _day(side.valid_from),
        "valid_to": _day(side.valid_to),
        "window_basis": side.window_basis.value,
        "authority": round(side.authority, 3),
        "preferred": side.preferred,
        "claims": [_claim(place) for place in side.places],
    }


def _claim(place: Place) -> dict[str, Any]:
    evidence = place.evidence
    return {
        "source": evidence.source,
        "doc_id": evidence.doc_id,
        "chunk_id": evidence.chunk_id,
        "published": _day(place.published),
        "start": evidence.start,
        "end": evidence.end,
        "line": evidence.line,
        "page": evidence.page,
        "quote": evidence.quote,
        "value_span": [evidence.value_start, evidence.value_end],
        "context": list(evidence.context),
        "extractor": place.extractor,
    }


def _day(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None
