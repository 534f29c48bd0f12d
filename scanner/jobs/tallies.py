"""Where documents lie, and how many of each source were understood."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scanner.jobs.coverage import files_of
from scanner.report import SourceTally
from scanner.store import Store

__all__ = ["located", "source_tallies"]

_TALLIES = """
SELECT d.source AS name, count(*) AS documents, count(c.doc_id) AS understood
FROM documents d
LEFT JOIN (SELECT DISTINCT source, doc_id FROM claims WHERE retracted_at IS NULL AND extractor <> 'sentence') c
    ON c.source = d.source AND c.doc_id = d.doc_id
WHERE d.retracted_at IS NULL
GROUP BY d.source
ORDER BY d.source
"""


def source_tallies(store: Store) -> tuple[SourceTally, ...]:
    """Each source's current documents, and how many of them gave a claim, by name."""
    rows = store.fetch(_TALLIES).to_pylist()
    return tuple(SourceTally(row["name"], row["documents"], row["understood"]) for row in rows)


def located(store: Store) -> Mapping[tuple[str, str], Path]:
    """The file of every current document (source, doc_id) that is a file of its own.

    Records that share a file (lines of a JSONL) are left out: their lines do not count in it.
    """
    found: dict[tuple[str, str], Path] = {}
    for source in store.sources():
        root = Path(source.root)
        files = files_of(store, source.name)
        found |= {(source.name, doc_id): root / name for doc_id, name in files.items() if name == doc_id}
    return found
