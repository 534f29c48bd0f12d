"""Findings in real documentation: coverage, findings per megabyte, and a sample to be read and judged."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from typing import Any

from tests.bench.corpora import find_corpus, newest
from tests.bench.packs import work_folder
from tests.bench.results import table, write_section
from tests.bench.runner import read_findings, run_scanner

__all__ = ["run", "wilson"]

Finding = dict[str, Any]
_BANDS = ((0.9, "0.9 and above"), (0.7, "0.7 to 0.9"), (0.5, "0.5 to 0.7"), (0.0, "below 0.5"))


def run(
    name: str, *, live: bool, sample: int, kind: str, top: bool, seed: int, reuse: bool, write: bool, options: list[str]
) -> int:
    """Scan a corpus, print its figures as one JSON line, then ``sample`` findings as text to be judged."""
    corpus = find_corpus(name)
    if live:
        corpus = newest(corpus)
    kept = work_folder() / f"corpus-{corpus.name}"
    took: dict[str, float] = {}
    if not (reuse and kept.with_suffix(".json").is_file()):
        result = run_scanner(corpus.docs, corpus.manifest, kept, *options)
        took = {"wall_s": round(result.wall_s, 1), "peak_mb": round(result.peak_mb)}
    body = json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
    findings = read_findings(kept.with_suffix(".json"))
    megabytes = corpus.megabytes
    line = {
        "corpus": corpus.name,
        "documents": corpus.documents,
        "mb": megabytes,
        **took,
        "coverage": {key: value for key, value in body["run"].items() if key not in ("id", "as_of")},
        "per_mb": {kind: round(n / megabytes, 3) for kind, n in _counts(findings).items()},
        "by_band": _bands(findings),
    }
    print(json.dumps(line))
    if write:
        write_section(f"corpus {corpus.name}", _section(line))
    chosen = [finding for finding in findings if kind in ("", finding["kind"])]
    if not top:
        chosen = random.Random(seed).sample(chosen, min(sample, len(chosen)))
    for number, finding in enumerate(chosen[:sample], 1):
        print(f"\n{number:3d}. {_told(finding)}")
    return 0


def wilson(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval (95 % unless ``z`` says otherwise) of a share ``right`` in ``of``."""
    if of == 0:
        return 0.0, 1.0
    share = right / of
    middle = share + z * z / (2 * of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return (middle - spread) / scale, (middle + spread) / scale


def _counts(findings: list[Finding]) -> dict[str, int]:
    return dict(sorted(Counter(str(finding["kind"]) for finding in findings).items()))


def _bands(findings: list[Finding]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for finding in findings:
        band = next(name for low, name in _BANDS if finding["confidence"] >= low)
        counts.setdefault(str(finding["kind"]), Counter())[band] += 1
    return {kind: {name: bands[name] for _, name in _BANDS if bands[name]} for kind, bands in sorted(counts.items())}


def _section(line: dict[str, Any]) -> str:
    took = f"; {line['wall_s']} s wall, {line['peak_mb']} MB peak" if "wall_s" in line else ""
    rows = [
        [kind, per_mb, ", ".join(f"{band}: {n}" for band, n in line["by_band"].get(kind, {}).items())]
        for kind, per_mb in line["per_mb"].items()
    ]
    coverage = json.dumps(line["coverage"])
    return "\n\n".join(
        [
            f"## Real documentation: {line['corpus']}",
            f"`python -m tests.bench corpus`; {line['documents']} documents, {line['mb']} MB{took}.",
            table(["kind", "findings per MB", "by confidence"], rows),
            f"Coverage: `{coverage}`",
        ]
    )


def _told(finding: Finding) -> str:
    scope = f" {finding['scope']}" if finding["scope"] else ""
    lines = [
        f"{finding['kind']} ({finding['type']}, {finding['reason']} by {finding.get('way', '?')},"
        f" {finding['confidence']}): {finding['subject']} / {finding['predicate']} [{finding['bound']}]{scope}"
    ]
    for side in finding["sides"]:
        mark = "*" if side["preferred"] else " "
        lines.append(f"   {mark} {side['value']}  ({side['valid_from']} to {side['valid_to']})")
        for claim in side["claims"][:3]:
            context = " > ".join(claim["context"])
            lines.append(f"       {claim['doc_id']}:{claim['line']} ({claim['published']}) [{context}]")
            lines.append(f"         {' '.join(claim['quote'].split())}")
    return "\n".join(lines)
