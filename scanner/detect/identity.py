"""The identity of a finding: what it is about and says, and where it stands, as hashes that outlive a scan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from scanner.model import Bound, FindingKind, Scope

__all__ = ["Signature", "another_id", "as_json", "signature"]

Signature = tuple[str, str, str]
"""Id, fingerprint of content, fingerprint of places."""


def signature(
    kind: FindingKind,
    subject: str,
    predicate: str,
    bound: Bound,
    scope: Scope,
    sides: Iterable[tuple[str, Sequence[tuple[str, str]]]],
) -> Signature:
    """Sign a finding; ``sides`` are a value key and the distinct documents (source, doc_id), in order, of each."""
    where = sorted(sides)
    content = _digest([subject, predicate, scope.items, [value for value, _ in where]])
    places = _digest(where)
    return "f1:" + _digest([kind, predicate, bound, scope.items, content, places])[:12], content, places


def another_id(finding_id: str, again: int) -> str:
    """The id of a finding that agrees with another in everything its id is made of (one table twice in a document).

    ``again`` says the how manieth of them it is.
    """
    return "f1:" + _digest([finding_id, again])[:12]


as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""What is signed, as JSON without spaces; one encoder, since making one takes as long as using it."""


def _digest(content: object) -> str:
    return hashlib.sha256(as_json(content).encode("utf-8", "replace")).hexdigest()[:16]
