"""Findings made by hand, for tests of whatever shows or decides about them."""

from __future__ import annotations

from datetime import date

from scanner.model import (
    Bound,
    ConflictType,
    Dimension,
    Evidence,
    Finding,
    FindingKind,
    Place,
    Reason,
    Scope,
    Severity,
    Side,
    WindowBasis,
)

__all__ = ["make_finding", "make_place", "make_side"]


def make_place(
    doc_id: str, quote: str, value: str, published: date | None = date(2026, 3, 2), line: int | None = 12
) -> Place:
    at = quote.index(value)
    evidence = Evidence(
        source="docs",
        doc_id=doc_id,
        chunk_id=f"{doc_id}#1",
        start=120,
        end=120 + len(quote),
        value_start=120 + at,
        value_end=120 + at + len(value),
        line=line,
        page=None,
        quote=quote,
        context=("API", "Limits"),
    )
    return Place(f"c:{doc_id}", evidence, published, "copula", 1.0)


def make_side(value: str, *places: Place, preferred: bool = False, authority: float = 0.9) -> Side:
    return Side(
        value=value,
        canonical=f"{value.split()[0].replace(',', '')} request/minute",
        value_key=f"q:{value}",
        valid_from=date(2026, 3, 2),
        valid_to=None,
        window_basis=WindowBasis.DOCUMENT_DATE,
        authority=authority,
        preferred=preferred,
        places=places,
    )


def make_finding(kind: FindingKind = FindingKind.CONFLICT) -> Finding:
    old = make_side(
        "100 requests per minute",
        make_place("api/v1.md", "The rate limit is 100 requests per minute.", "100 requests per minute", None),
        authority=0.5,
    )
    new = make_side(
        "500 requests per minute",
        make_place("api/v2.md", "Clients get 500 requests per minute each.", "500 requests per minute"),
        preferred=True,
    )
    return Finding(
        finding_id="f1:9c2e41d07ab3",
        kind=kind,
        type=ConflictType.UPDATE if kind is FindingKind.SUPERSESSION else ConflictType.FACTUAL,
        reason=Reason.NEWER_IN_SERIES if kind is FindingKind.SUPERSESSION else Reason.QUANTITY_DIFFERS,
        way=Reason.SAME_KEY,
        subject="/users",
        predicate="rate limit",
        bound=Bound.MAX,
        scope=Scope.of({Dimension.TIER: "standard"}),
        confidence=0.93,
        severity=Severity.HIGH,
        sides=(old, new),
        missing=("region",) if kind is FindingKind.POSSIBLE else (),
        fingerprint_content="c1",
        fingerprint_places="p1",
        first_seen=date(2026, 11, 28),
        owner="platform-team",
    )
