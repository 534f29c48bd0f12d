"""Documents, chunks and claims as Arrow tables and back."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, TypeVar

import pyarrow as pa

from scanner.model import (
    Bound,
    Change,
    Claim,
    Document,
    Evidence,
    Quantity,
    Status,
    SubjectBasis,
    Unresolved,
    Window,
    WindowBasis,
    extent,
    hash63,
)
from scanner.store.codec import decode_scope, decode_value, encode_scope, encode_value
from scanner.store.records import Ingested

__all__ = [
    "chunk_table",
    "claim_from",
    "claim_table",
    "document_table",
    "evidence_from",
    "scope_table",
    "table",
    "unresolved_table",
]

_Part = TypeVar("_Part")
_TEXTS = pa.list_(pa.string())
_CLAIM = pa.schema(
    [
        *(
            (name, pa.string())
            for name in ("claim_id", "source", "doc_id", "chunk_id", "subject", "predicate", "bound")
        ),
        ("value_kind", pa.string()),
        ("unit", pa.string()),
        ("lo", pa.float64()),
        ("hi", pa.float64()),
        ("alt_unit", pa.string()),
        ("alt_lo", pa.float64()),
        ("alt_hi", pa.float64()),
        ("prefix", pa.string()),
        ("approximate", pa.bool_()),
        ("value_key", pa.string()),
        ("value_hash", pa.int64()),
        ("value", pa.string()),
        ("canonical", pa.string()),
        ("scope_id", pa.int64()),
        ("status", pa.string()),
        ("window_start", pa.date32()),
        ("window_end", pa.date32()),
        ("window_basis", pa.string()),
        *((name, pa.int64()) for name in ("start_at", "end_at", "value_start", "value_end", "line", "page")),
        ("quote", pa.string()),
        ("context", _TEXTS),
        ("confidence", pa.float64()),
        *((name, pa.string()) for name in ("extractor", "subject_text", "predicate_text", "value_text")),
        ("subject_basis", pa.string()),
        ("functional", pa.bool_()),
        ("changes", pa.bool_()),
        ("change", pa.string()),
        ("pair", pa.int64()),
        ("unit_id", pa.int64()),
        ("slot", pa.int64()),
        ("statement", pa.string()),
        ("words", _TEXTS),
        ("context_words", _TEXTS),
        ("lead", pa.string()),
        ("identifiers", _TEXTS),
        ("text_hash", pa.int64()),
        ("recorded_at", pa.timestamp("us")),
    ]
)
_DOCUMENT = pa.schema(
    [
        *((name, pa.string()) for name in ("source", "doc_id", "title")),
        ("published", pa.date32()),
        ("published_basis", pa.string()),
        ("effective", pa.date32()),
        *((name, pa.string()) for name in ("version", "source_type", "author", "owner", "series")),
        ("supersedes", _TEXTS),
        *((name, pa.string()) for name in ("format", "content_hash", "fingerprint")),
        ("silenced", pa.int64()),
        ("metadata_names", _TEXTS),
        ("metadata_values", _TEXTS),
        ("text_zlib", pa.binary()),
        ("recorded_at", pa.timestamp("us")),
    ]
)
_CHUNK = pa.schema(
    [
        *((name, pa.string()) for name in ("source", "doc_id", "chunk_id")),
        ("headings", _TEXTS),
        *((name, pa.int64()) for name in ("start_at", "end_at", "first_block", "last_block")),
    ]
)
_UNRESOLVED = pa.schema(
    [
        *((name, pa.string()) for name in ("source", "doc_id")),
        *((name, pa.int64()) for name in ("start_at", "end_at", "line")),
        *((name, pa.string()) for name in ("text", "reason", "extractor")),
    ]
)


def table(schema: Any, rows: Iterable[Sequence[object]]) -> Any:
    """An Arrow table of ``schema`` from rows of values in its order."""
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    arrays = [_array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(column: Sequence[object], kind: Any) -> Any:
    try:
        return pa.array(column, type=kind)
    except UnicodeEncodeError:  # half of a surrogate pair, from an escape in JSON: no text a database can hold
        return pa.array([_encodable(value) for value in column], type=kind)


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return [_encodable(part) for part in value] if isinstance(value, list) else value


def document_table(batch: Sequence[Ingested], recorded_at: datetime) -> Any:
    """The documents of a batch, their texts compressed."""
    return table(_DOCUMENT, (_document_row(item.document, item.fingerprint, recorded_at) for item in batch))


def _document_row(doc: Document, fingerprint: str, recorded_at: datetime) -> tuple[object, ...]:
    return (
        doc.source,
        doc.doc_id,
        doc.title,
        doc.published,
        doc.published_basis.value,
        doc.effective,
        doc.version,
        doc.source_type,
        doc.author,
        doc.owner,
        doc.series,
        list(doc.supersedes),
        doc.format,
        doc.content_hash,
        fingerprint,
        doc.silenced,
        [name for name, _ in doc.metadata],
        [value for _, value in doc.metadata],
        zlib.compress(doc.text.encode("utf-8", "surrogatepass"), 6),
        recorded_at,
    )


def chunk_table(batch: Sequence[Ingested]) -> Any:
    """The chunks of a batch."""
    return table(
        _CHUNK,
        (
            (c.source, c.doc_id, c.chunk_id, list(c.headings), c.start, c.end, c.first, c.last)
            for item in batch
            for c in item.chunks
        ),
    )


def unresolved_table(batch: Sequence[Ingested]) -> Any:
    """The unresolved mentions of a batch."""
    return table(_UNRESOLVED, (_unresolved_row(u) for item in batch for u in item.unresolved))


def _unresolved_row(u: Unresolved) -> tuple[object, ...]:
    return (u.source, u.doc_id, u.start, u.end, u.line, u.text, u.reason, u.extractor)


def claim_table(claims: Iterable[Claim], recorded_at: datetime) -> Any:
    """Claims as rows, without ``retracted_at``."""
    return table(_CLAIM, (_claim_row(claim, recorded_at) for claim in claims))


def scope_table(claims: Iterable[Claim]) -> Any:
    """The distinct scopes of claims."""
    scopes = sorted({encode_scope(claim.scope) for claim in claims})
    schema = pa.schema([("scope_id", pa.int64()), ("items", pa.string())])
    return table(schema, ((hash63(text), text) for text in scopes))


def _claim_row(claim: Claim, recorded_at: datetime) -> tuple[object, ...]:
    value, at = claim.value, claim.evidence
    reach = extent(value)
    other = value.alternative if isinstance(value, Quantity) else None
    return (
        claim.claim_id,
        at.source,
        at.doc_id,
        at.chunk_id,
        claim.subject,
        claim.predicate,
        claim.bound.value,
        value.kind.value,
        reach.unit if reach is not None else value.unit,
        _double(reach.lo) if reach is not None else None,
        _double(reach.hi) if reach is not None else None,
        other.unit if other is not None else "",
        _double(other.lo) if other is not None else None,
        _double(other.hi) if other is not None else None,
        value.prefix if isinstance(value, Quantity) else "",
        isinstance(value, Quantity) and value.approximate,
        value.value_key,
        hash63(value.value_key),
        encode_value(value),
        value.canonical,
        hash63(encode_scope(claim.scope)),
        claim.status.value,
        claim.window.start,
        claim.window.end,
        claim.window.basis.value,
        at.start,
        at.end,
        at.value_start,
        at.value_end,
        at.line,
        at.page,
        at.quote,
        list(at.context),
        claim.confidence,
        claim.extractor,
        claim.subject_text,
        claim.predicate_text,
        claim.value_text,
        claim.subject_basis.value,
        claim.functional,
        claim.changes,
        claim.change.value,
        claim.pair,
        claim.unit_id,
        claim.slot,
        claim.statement,
        sorted(claim.words),
        sorted(claim.context_words),
        claim.lead,
        sorted(claim.identifiers),
        hash63(_folded(at.quote)),
        recorded_at,
    )


def _double(number: Fraction | None) -> float | None:
    if number is None:
        return None
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _folded(text: str) -> str:
    """Words and digits only: copies of one text differ at most in mark-up, case and spacing."""
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


# Asking an enumeration for the member of a value takes ten times as long as asking a dictionary.
_BOUNDS = {member.value: member for member in Bound}
_STATUSES = {member.value: member for member in Status}
_WINDOW_BASES = {member.value: member for member in WindowBasis}
_SUBJECT_BASES = {member.value: member for member in SubjectBasis}
_CHANGES = {member.value: member for member in Change}


def claim_from(row: dict[str, Any], held: dict[object, object] | None = None) -> Claim:
    """The claim of a row that also has ``items``, its scope's JSON.

    ``held`` keeps what several claims of a document have alike (the words of a section, its headings), so that they
    share it: most of the memory that a hundred thousand claims need is that.
    """
    held = {} if held is None else held
    return Claim(
        claim_id=row["claim_id"],
        subject=row["subject"],
        predicate=row["predicate"],
        bound=_BOUNDS[row["bound"]],
        value=decode_value(row["value"]),
        scope=decode_scope(row["items"]),
        status=_STATUSES[row["status"]],
        window=Window(row["window_start"], row["window_end"], _WINDOW_BASES[row["window_basis"]]),
        evidence=evidence_from(row, held),
        confidence=row["confidence"],
        extractor=row["extractor"],
        subject_text=row["subject_text"],
        predicate_text=row["predicate_text"],
        value_text=row["value_text"],
        subject_basis=_SUBJECT_BASES[row["subject_basis"]],
        functional=row["functional"],
        changes=row["changes"],
        change=_CHANGES[row["change"]],
        pair=row["pair"],
        unit_id=row["unit_id"],
        slot=row["slot"],
        statement=_shared(row["statement"], held),
        words=_shared(frozenset(row["words"]), held),
        context_words=_shared(frozenset(row["context_words"]), held),
        lead=row["lead"],
        identifiers=frozenset(row["identifiers"]),
    )


def _shared(part: _Part, held: dict[object, object]) -> _Part:
    """The equal one that is held, or the part itself, held from now on."""
    return held.setdefault(part, part)  # type: ignore[return-value]


def evidence_from(row: dict[str, Any], held: dict[object, object] | None = None) -> Evidence:
    """Where the claim of a row stands; ``held`` as for claims."""
    held = {} if held is None else held
    return Evidence(
        source=_shared(row["source"], held),
        doc_id=_shared(row["doc_id"], held),
        chunk_id=_shared(row["chunk_id"], held),
        start=row["start_at"],
        end=row["end_at"],
        value_start=row["value_start"],
        value_end=row["value_end"],
        line=row["line"],
        page=row["page"],
        quote=_shared(row["quote"], held),
        context=_shared(tuple(row["context"]), held),
    )
