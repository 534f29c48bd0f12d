"""Documents and claims for the tests of store and detect, as short as they can be written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from scanner.model import (
    Alignment,
    Bound,
    Change,
    Claim,
    Document,
    Evidence,
    Quantity,
    Scope,
    Status,
    Value,
    Window,
    WindowBasis,
)
from scanner.store import Ingested, Store

DAY = date(2026, 11, 29)


def amount(number: float | int, unit: str = "", **more: Any) -> Quantity:
    return Quantity(Fraction(number), Fraction(number), unit, **more)


def doc(doc_id: str, published: date | None = None, *, source: str = "docs", text: str = "", **more: Any) -> Document:
    return Document(
        source=source,
        doc_id=doc_id,
        text=text or f"The text of {doc_id}.",
        format="markdown",
        blocks=(),
        content_hash=f"hash of {doc_id} {text}",
        published=published,
        **more,
    )


def claim(
    document: Document,
    value: Value,
    at: int = 0,
    *,
    subject: str = "api",
    predicate: str = "rate limit",
    bound: Bound = Bound.MAX,
    scope: Scope | None = None,
    status: Status = Status.ASSERTED,
    window: Window | None = None,
    change: Change = Change.NONE,
    functional: bool | None = True,
    quote: str = "",
    **more: Any,
) -> Claim:
    day = document.effective or document.published
    stated = Window(day, None, WindowBasis.DOCUMENT_DATE) if day is not None else Window()
    return Claim(
        claim_id=f"{document.source}/{document.doc_id}#{at}",
        subject=subject,
        predicate=predicate,
        bound=bound,
        value=value,
        scope=scope or Scope(),
        status=status,
        window=window or stated,
        evidence=Evidence(
            source=document.source,
            doc_id=document.doc_id,
            chunk_id=f"{document.doc_id}:0",
            start=at * 100,
            end=at * 100 + 50,
            value_start=at * 100 + 40,
            value_end=at * 100 + 45,
            line=at + 1,
            page=None,
            quote=quote or f"{document.doc_id} {at}: the {predicate} is {value.canonical}",
            context=("Limits",),
        ),
        confidence=more.pop("confidence", 0.9),
        extractor="copula",
        subject_text=subject,
        predicate_text=predicate,
        value_text=value.canonical,
        functional=functional,
        change=change,
        unit_id=more.pop("unit_id", at),
        **more,
    )


def ingested(document: Document, claims: Iterable[Claim] = (), fingerprint: str = "f") -> Ingested:
    return Ingested(document, (), tuple(claims), (), fingerprint)


def fill(store: Store, documents: Sequence[Document], claims: Sequence[Claim], day: date = DAY) -> None:
    """Ingest all documents in one batch, each with its claims."""
    store.ingest([ingested(d, [c for c in claims if place(c) == (d.source, d.doc_id)]) for d in documents], day)


def place(found: Claim) -> tuple[str, str]:
    return found.evidence.source, found.evidence.doc_id


def one_key(claims: Iterable[Claim], key: int = 1) -> Alignment:
    """An alignment in which all claims share one key."""
    return Alignment(keys={c.claim_id: key for c in claims})


def at_line(found: Claim, line: int) -> Claim:
    return replace(found, evidence=replace(found.evidence, line=line))
