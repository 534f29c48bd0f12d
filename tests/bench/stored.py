"""What a run's store tells of an item: which claims lie over its evidence, and what became of the pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from tests.bench.packs import Pack
from tests.bench.scoring import scorer

__all__ = ["Cause", "Stored", "StoredClaim", "causes"]

Item = Mapping[str, Any]

_COLUMNS = (
    "c.claim_id, c.doc_id, c.start_at, c.end_at, c.line, c.subject, c.predicate, c.bound, c.value_kind, c.value_text,"
    " c.canonical, s.items, c.status, c.window_start, c.window_end, c.subject_basis, c.functional, c.lead, c.extractor,"
    " c.confidence, k.key"
)


@dataclass(frozen=True)
class StoredClaim:
    """The columns of one claim that explain why it met or did not."""

    claim_id: str
    doc_id: str
    start: int
    end: int
    line: int | None
    subject: str
    predicate: str
    bound: str
    value_kind: str
    value_text: str
    canonical: str
    scope: str
    status: str
    window_start: object
    window_end: object
    subject_basis: str
    functional: bool | None
    lead: str
    extractor: str
    confidence: float
    key: int | None

    def __str__(self) -> str:
        window = f" window=[{self.window_start}, {self.window_end})" if self.window_start or self.window_end else ""
        scope = f" scope={self.scope}" if self.scope not in ("", "[]") else ""
        return (
            f"{self.extractor} {self.subject!r} | {self.predicate!r} | {self.bound} {self.value_text!r}"
            f" = {self.canonical} ({self.value_kind}) {self.status}{scope}{window} basis={self.subject_basis}"
            f" functional={self.functional} lead={self.lead!r} conf={self.confidence:.2f}"
        )


@dataclass(frozen=True)
class Cause:
    """Why an item was missed: one label to count by, and the claims found over each side's evidence."""

    label: str
    a: tuple[StoredClaim, ...]
    b: tuple[StoredClaim, ...]


class Stored:
    """A store opened for reading, with the claims of each document at hand."""

    def __init__(self, path: Path) -> None:
        self._connection = duckdb.connect(str(path), read_only=True)
        self._claims: dict[str, list[StoredClaim]] = {}
        query = (
            f"SELECT {_COLUMNS} FROM claims c LEFT JOIN scopes s USING (scope_id) LEFT JOIN keys k USING (claim_id)"
            " WHERE c.retracted_at IS NULL ORDER BY c.doc_id, c.start_at, c.claim_id"
        )
        for row in self._connection.execute(query).fetchall():
            claim = StoredClaim(*row)
            self._claims.setdefault(claim.doc_id, []).append(claim)
        self._documents = {str(row[0]) for row in self._connection.execute("SELECT doc_id FROM documents").fetchall()}
        self._meetings = self._pairs("SELECT claim_a, claim_b, way FROM meetings")
        self._stopped = self._pairs("SELECT claim_a, claim_b, gate FROM stopped_pairs ORDER BY score")

    def _pairs(self, query: str) -> dict[tuple[str, str], str]:
        return {(str(a), str(b)): str(word) for a, b, word in self._connection.execute(query).fetchall()}

    def cause(self, item: Item, docs: Mapping[str, str]) -> Cause:
        """The first stage at which ``item`` was lost."""
        lost = [x for x in "ab" if item[f"doc_{x}"] not in self._documents]
        if lost:
            return Cause("document not read", (), ())
        over = {x: self._over(item, x, docs) for x in "ab"}
        right = {x: [c for c in over[x] if self._agrees(c, item.get(f"value_{x}"))] for x in "ab"}
        missing = [x for x in "ab" if not right[x]]
        if missing:
            sides = "one side" if len(missing) == 1 else "both sides"
            others = "other values claimed" if all(over[x] for x in missing) else "nothing claimed"
            return Cause(f"extraction: {others} on {sides}", tuple(over["a"]), tuple(over["b"]))
        return Cause(self._parted(right["a"], right["b"]), tuple(right["a"]), tuple(right["b"]))

    def joined(self, item: Item, docs: Mapping[str, str]) -> set[tuple[str, str]]:
        """The pairs of claims, by their ids in order, that lie over an item's evidence and say its values."""
        if any(item[f"doc_{x}"] not in self._documents for x in "ab"):
            return set()
        sides = [[c for c in self._over(item, x, docs) if self._agrees(c, item.get(f"value_{x}"))] for x in "ab"]
        ids = ((a.claim_id, b.claim_id) for a in sides[0] for b in sides[1] if a.claim_id != b.claim_id)
        return {(min(pair), max(pair)) for pair in ids}

    def _over(self, item: Item, x: str, docs: Mapping[str, str]) -> list[StoredClaim]:
        doc, evidence = item[f"doc_{x}"], item[f"evidence_{x}"]
        start = docs[doc].find(evidence)
        end = start + len(evidence)
        return [c for c in self._claims.get(doc, ()) if c.start < end and start < c.end]

    @staticmethod
    def _agrees(claim: StoredClaim, value: object) -> bool:
        if not value:
            return True
        return bool(scorer().value_agrees({"value": claim.value_text, "canonical": claim.canonical}, value))

    def _parted(self, mine: Iterable[StoredClaim], theirs: Iterable[StoredClaim]) -> str:
        pairs = [(a, b) for a in mine for b in theirs if a.claim_id != b.claim_id]
        keys = [((min(a.claim_id, b.claim_id), max(a.claim_id, b.claim_id)), a, b) for a, b in pairs]
        for pair, a, b in keys:
            if pair in self._meetings:
                statuses = "/".join(sorted({a.status, b.status}))
                return f"detection: met by {self._meetings[pair]}, not reported ({statuses})"
        for _, a, b in keys:
            if a.key is not None and a.key == b.key:
                return "detection: one key, not reported"
        for pair, _, _ in keys:
            if pair in self._stopped:
                return f"alignment: stopped by {self._stopped[pair]}"
        kinds = {(a.value_kind, b.value_kind) for a, b in pairs}
        if pairs and all(a != b for a, b in kinds):
            return "extraction: values of two kinds"
        return "alignment: never met"


def causes(missed: Iterable[Item], pack: Pack, store: Path) -> dict[str, int]:
    """How many of ``missed`` were lost at which stage, most frequent first."""
    docs = scorer().load_pack(str(pack.root))[1]
    stored = Stored(store)
    counts = Counter(stored.cause(item, docs).label for item in missed)
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
