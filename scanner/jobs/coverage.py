"""Keep and add up how much of each document was understood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import pyarrow as pa

from scanner.jobs.line import Reading
from scanner.report import Coverage
from scanner.store import Store

__all__ = [
    "coverage",
    "digests_of",
    "files_of",
    "forget_measures",
    "keep_unknown",
    "write_digests",
    "write_measures",
]

_ENDING = re.compile(r"[A-Za-z0-9_+-]{1,12}")
_SCHEMA = pa.schema(
    [
        ("source", pa.string()),
        ("doc_id", pa.string()),
        ("measure", pa.string()),
        ("name", pa.string()),
        ("number", pa.int64()),
    ]
)


def write_measures(store: Store, readings: Sequence[Reading], digests: Mapping[str, int]) -> None:
    """Replace the measures of the documents of ``readings``; ``digests`` are those of files read whole, by path."""
    found = {(r.ingested.document.source, r.ingested.document.doc_id): r.measures for r in readings}
    forget_measures(store, list(found))
    rows = [
        {
            "source": source,
            "doc_id": doc_id,
            "measure": measure,
            "name": name,
            "number": digests.get(name, 0) if measure == "file" else number,
        }
        for (source, doc_id), measures in sorted(found.items())
        for measure, name, number in measures
    ]
    store.append("coverage", pa.Table.from_pylist(rows, schema=_SCHEMA))


def forget_measures(store: Store, documents: Sequence[tuple[str, str]]) -> None:
    """Drop the measures of documents that are gone or read anew."""
    by_source: dict[str, list[str]] = {}
    for source, doc_id in documents:
        by_source.setdefault(source, []).append(doc_id)
    for source, doc_ids in sorted(by_source.items()):
        store.run(
            "DELETE FROM coverage WHERE source = $source AND list_contains($ids, doc_id)",
            {"source": source, "ids": sorted(doc_ids)},
        )


def keep_unknown(store: Store, source: str, paths: Sequence[str], covered: Callable[[str], bool]) -> None:
    """Remember the files of no known kind among those that were looked at (``covered``), in place of earlier ones."""
    kept = store.fetch(
        "SELECT doc_id FROM coverage WHERE source = $source AND measure = 'unknown' ORDER BY doc_id", {"source": source}
    ).to_pylist()
    wanted = sorted({*paths, *(row["doc_id"] for row in kept if not covered(row["doc_id"]))})
    store.run("DELETE FROM coverage WHERE source = $source AND measure = 'unknown'", {"source": source})
    rows = [
        {"source": source, "doc_id": path, "measure": "unknown", "name": _ending(path), "number": 1} for path in wanted
    ]
    store.append("coverage", pa.Table.from_pylist(rows, schema=_SCHEMA))


def _ending(path: str) -> str:
    """What a file's name ends in, as reports count it; names may hold anything."""
    stem, dot, ending = path.rpartition("/")[2].rpartition(".")
    if not (dot and stem and ending):
        return "no ending"
    return f".{ending.lower()}" if _ENDING.fullmatch(ending) else "odd ending"


def files_of(store: Store, source: str) -> Mapping[str, str]:
    """The path below the root that each current document of ``source`` was read from."""
    rows = store.fetch(
        "SELECT doc_id, name FROM coverage WHERE source = $source AND measure = 'file' ORDER BY doc_id",
        {"source": source},
    ).to_pylist()
    return {row["doc_id"]: row["name"] for row in rows}


def digests_of(store: Store, source: str) -> Mapping[str, int]:
    """The digest of each file of ``source`` when all its documents were last read; 0 where they were read apart."""
    rows = store.fetch(
        "SELECT name, min(number) AS low, max(number) AS high FROM coverage "
        "WHERE source = $source AND measure = 'file' GROUP BY name ORDER BY name",
        {"source": source},
    ).to_pylist()
    return {row["name"]: row["low"] if row["low"] == row["high"] else 0 for row in rows}


def write_digests(store: Store, source: str, digests: Mapping[str, int]) -> None:
    """Remember files some of whose documents had not changed."""
    for path, digest in sorted(digests.items()):
        store.run(
            "UPDATE coverage SET number = $digest WHERE source = $source AND measure = 'file' AND name = $path",
            {"source": source, "path": path, "digest": digest},
        )


def coverage(store: Store) -> Coverage:
    """How much of all current documents was understood."""
    totals = store.fetch(
        "SELECT measure, name, sum(number)::BIGINT AS number FROM coverage WHERE measure <> 'file' "
        "GROUP BY ALL ORDER BY ALL"
    ).to_pylist()
    by_measure: dict[str, dict[str, int]] = {"block": {}, "claim": {}, "unit": {}, "unknown": {}}
    for row in totals:
        by_measure[row["measure"]][row["name"]] = row["number"]
    facts = store.fetch(
        "SELECT count(*) AS keys, coalesce(sum((n = 1)::INT), 0)::BIGINT AS lone FROM "
        "(SELECT count(*) AS n FROM claims WHERE retracted_at IS NULL AND extractor <> 'sentence' "
        "GROUP BY subject, predicate)"
    ).to_pylist()[0]
    silenced = store.fetch(
        "SELECT coalesce(sum(silenced), 0)::BIGINT AS n FROM documents WHERE retracted_at IS NULL"
    ).to_pylist()[0]["n"]
    unresolved = Counter(item.reason.partition(":")[0] for item in store.unresolved())
    skipped = Counter(item.reason.value for item in store.skipped())
    return Coverage(
        documents=store.counts().documents,
        blocks=tuple(sorted(by_measure["block"].items())),
        units=by_measure["unit"].get("", 0),
        claims=tuple(sorted(by_measure["claim"].items())),
        unresolved=tuple(sorted(unresolved.items())),
        skipped=tuple(sorted(skipped.items())),
        unknown=tuple(sorted(by_measure["unknown"].items())),
        silenced=silenced,
        keys=facts["keys"],
        lone_keys=facts["lone"],
    )
