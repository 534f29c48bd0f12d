"""Export the audit trail of the store as W3C PROV."""

from __future__ import annotations

import json
from typing import Literal

import scanner
from scanner.jobs.history import ids_of
from scanner.rules import load_rules
from scanner.settings import Settings
from scanner.store import Store

__all__ = ["provenance"]


def provenance(store: Store, settings: Settings, finding_id: str | None, form: Literal["jsonld", "provn"]) -> str:
    """The trail of a finding, or of all, as JSON-LD or PROV-N.

    It holds the claims of conflicts and possible conflicts, shown now or seen when something was decided.

    Raises:
        InputError: if no scan ever found, and nobody ever decided about, such a finding.
        RuleError: for a card that cannot be used.
    """
    # Imported here: no other command needs the library.
    from scanner.review.provenance import ClaimSource, ScanSource, provenance_document, serialized

    cards = load_rules(settings.rules_folder).predicates
    events, resolutions = store.reviews.events(), store.reviews.resolutions()
    ids = None if finding_id is None else ids_of(events, resolutions, finding_id)
    if ids is not None:
        events = tuple(event for event in events if event.state.finding_id in ids)
        resolutions = tuple(item for item in resolutions if item.finding_id in ids)
    seen = {
        claim["claim_id"]
        for item in resolutions
        for side in json.loads(item.seen).get("sides", ())
        for claim in side["claims"]
    }
    claims = [
        ClaimSource(
            row["claim_id"],
            row["subject_text"],
            row["predicate_text"],
            row["value_text"],
            row["quote"],
            row["source"],
            row["doc_id"],
            row["chunk_id"],
            row["line"],
            row["content_hash"],
            row["fingerprint"],
            row["extractor"],
            row["predicate"] if row["predicate"] in cards else "",
            row["recorded_at"],
            row["retracted_at"],
            tuple(row["findings"]),
        )
        for row in store.reviews.claim_sources(ids, seen)
    ]
    numbers = {event.scan for event in events}
    scans = [
        ScanSource(scan.number, scan.run_id, scan.as_of)
        for scan in store.reviews.scans()
        if ids is None or scan.number in numbers
    ]
    return serialized(provenance_document(claims, scans, events, resolutions, scanner.__version__), form)
