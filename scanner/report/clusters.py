"""Findings with one cause: the same sentence on many pages, or two documents that disagree all along."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scanner.model import Finding, FindingKind, Severity
from scanner.report.summary import Report

__all__ = ["Cause", "Cluster", "clustered", "clusters_of"]

_Key = Callable[[Finding], Hashable | None]
_SURE = 0.5
_WHOLE = 6
_MANY = 4  # findings of two documents from which on they are one item: fewer are read sooner than explained


class Cause(StrEnum):
    """Why findings belong together."""

    SENTENCE = "same-sentence"
    DOCUMENTS = "same-documents"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Findings of one kind in rank order, the first of which stands for all.

    ``sentence``: they differ in where they stand only; otherwise the same two documents disagree, in what is neither
    grave nor sure. A finding by itself is a cluster of one.
    """

    findings: tuple[Finding, ...]
    sentence: bool = False

    @property
    def first(self) -> Finding:
        return self.findings[0]

    @property
    def cause(self) -> Cause:
        return Cause.SENTENCE if self.sentence else Cause.DOCUMENTS

    @property
    def others(self) -> tuple[Finding, ...]:
        return self.findings[1:]


def clustered(findings: Iterable[Finding]) -> tuple[Cluster, ...]:
    """All findings in clusters, both in rank order. One sentence goes before one pair of documents."""
    found = tuple(findings)
    said = _grouped(found, _sentences, 2)
    taken = {id(finding) for group in said.values() for finding in group}
    left = tuple(finding for finding in found if id(finding) not in taken)
    pairs = _grouped(left, _two_documents, _MANY)
    folded = {key: _less_important(group) for key, group in pairs.items()}
    between = {key: group for key, group in folded.items() if len(group) >= _MANY}
    starts = {id(group[0]): Cluster(tuple(group), True) for group in said.values()}
    starts |= {id(group[0]): Cluster(tuple(group)) for group in between.values()}
    taken |= {id(finding) for group in between.values() for finding in group}
    return tuple(starts.get(id(f)) or Cluster((f,)) for f in found if id(f) in starts or id(f) not in taken)


def clusters_of(report: Report) -> Mapping[str, Cluster]:
    """The clusters of several open findings, by the id of each finding in them."""
    found = [cluster for kind in FindingKind for cluster in clustered(report.of(kind)) if cluster.others]
    return {finding.finding_id: cluster for cluster in found for finding in cluster.findings}


def _grouped(findings: Iterable[Finding], cause: _Key, least: int) -> dict[Hashable, list[Finding]]:
    groups: dict[Hashable, list[Finding]] = {}
    for finding in findings:
        key = cause(finding)
        if key is not None:
            groups.setdefault((finding.kind, key), []).append(finding)
    return {key: group for key, group in groups.items() if len(group) >= least}


def _less_important(group: list[Finding]) -> list[Finding]:
    """Without those that matter by themselves, of which some are always shown whole."""
    grave = [f for f in group if f.severity is Severity.HIGH and f.confidence >= _SURE]
    whole = {id(finding) for finding in grave[:_WHOLE]}
    return [finding for finding in group if id(finding) not in whole]


def _sentences(finding: Finding) -> Hashable | None:
    """What the sides say, word by word but for mark-up and case; rows of few words may be about anything."""
    told = sorted((side.value_key, _folded(side.places[0].evidence.quote)) for side in finding.sides if side.places)
    if len(told) < len(finding.sides) or any(len(text.split()) < 4 for _, text in told):
        return None
    return tuple(told)


def _folded(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def _two_documents(finding: Finding) -> Hashable | None:
    named = {(p.evidence.source, p.evidence.doc_id) for side in finding.sides for p in side.places}
    return tuple(sorted(named)) if len(named) == 2 else None
