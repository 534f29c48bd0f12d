"""What a score is worth: fit the share of true findings by score on the open half, and show how it holds on both."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
from scipy.optimize import isotonic_regression

from scanner.detect.calibration import Curve, interpolated
from scanner.model import FindingKind
from tests.bench.packs import REPOSITORY, Pack, work_folder
from tests.bench.quality import find_pack
from tests.bench.results import table, write_section
from tests.bench.runner import read_findings, run_scanner
from tests.bench.scoring import scorer

__all__ = ["Judged", "fitted", "run"]

_PACKS = (
    "dev", "natural-crosspage", "natural-versions", "categorical-versions", "endoflife-versions", "population-claims",
)  # fmt: skip
_WHOLE = frozenset({"dev", "natural-crosspage", "population-claims"})
_DATA = REPOSITORY / "scanner" / "detect" / "calibration.toml"
_READ = Path(__file__).with_name("judged.csv")
_HEAD = """# Share of true findings by score. Written by `python -m tests.bench calibration`, which also shows in
# tests/bench/RESULTS.md how reliable it is.
"""
_BELIEF = ((0.1, 0.1), (0.3, 0.3), (0.5, 0.5), (0.7, 0.7), (0.9, 0.9))  # before anything is counted, a score is a share
_LEAST = 0.02  # nothing counted so far makes a finding surer, or surer to be false, than this
_BINS = (0.0, 0.3, 0.5, 0.7, 0.85, 1.0)


@dataclass(frozen=True)
class Judged:
    """A finding of which it is known whether it is true. ``weight``: no pack outvotes the others by its size."""

    pack: str
    half: str
    kind: str
    score: float
    true: bool
    weight: float = 1.0


def run(*, reuse: bool, write: bool) -> int:
    """Fit one curve a kind, print them with their reliability as one JSON line, and write data and results."""
    judged = _weighted([finding for name in _PACKS for finding in _of_pack(find_pack(name), reuse)])
    opened = [finding for finding in judged if finding.half == "open"]
    curves = {kind.value: fitted([f for f in opened if f.kind == kind]) for kind in FindingKind}
    rows = [
        [kind.value, half, *_counted([f for f in judged if (f.kind, f.half) == (kind, half)], curves[kind.value])]
        for kind in FindingKind
        for half in ("open", "closed")
    ]
    print(json.dumps({"curves": curves, "reliability": rows}))
    if write:
        points = (f"[{kind}]\npoints = {json.dumps(curve)}\n" for kind, curve in sorted(curves.items()))
        _DATA.write_text(_HEAD + "\n" + "\n".join(points), encoding="utf-8")
        write_section("calibration", _section(rows))
    return 0


def fitted(findings: Sequence[Judged]) -> list[tuple[float, float]]:
    """The rising curve that fits best, with five findings' worth of belief that a score means what it says."""
    told = sorted(
        [(f.score, float(f.true), f.weight) for f in findings] + [(score, share, 1.0) for score, share in _BELIEF]
    )
    shares = isotonic_regression([share for _, share, _ in told], weights=[weight for _, _, weight in told]).x
    blocks: dict[float, list[tuple[float, float]]] = {}
    for (score, _, weight), share in zip(told, shares, strict=True):
        blocks.setdefault(round(min(max(float(share), _LEAST), 1 - _LEAST), 4), []).append((score, weight))
    points = [(_mean(block), share) for share, block in sorted(blocks.items())]
    (_, worst), (_, best) = points[0], points[-1]
    # Beyond the ends the curve goes on rising, so that findings stay in order.
    ends = [(0.0, round(worst / 2, 4)), *points, (1.0, round(1 - (1 - best) / 2, 4))]
    return [(round(score, 4), share) for score, share in ends]


def _mean(block: Sequence[tuple[float, float]]) -> float:
    return math.fsum(score * weight for score, weight in block) / math.fsum(weight for _, weight in block)


def _counted(findings: Sequence[Judged], curve: Curve) -> list[str]:
    """For each range of confidence: how many, mean confidence, and share that is true."""
    cells = []
    for low, high in pairwise(_BINS):
        inside = [(interpolated(curve, f.score), f.true) for f in findings]
        inside = [(sure, true) for sure, true in inside if low <= sure < high or (high == 1.0 and sure == 1.0)]
        if inside:
            said = math.fsum(sure for sure, _ in inside) / len(inside)
            cells.append(f"{len(inside)}: {said:.2f} → {sum(true for _, true in inside) / len(inside):.2f}")
        else:
            cells.append("–")
    return cells


def _weighted(findings: Sequence[Judged]) -> list[Judged]:
    sizes: dict[tuple[str, str, str], int] = {}
    for f in findings:
        sizes[f.pack, f.half, f.kind] = sizes.get((f.pack, f.half, f.kind), 0) + 1
    return [
        Judged(f.pack, f.half, f.kind, f.score, f.true, 10 / max(10, sizes[f.pack, f.half, f.kind])) for f in findings
    ]


def _of_pack(pack: Pack, reuse: bool) -> Iterable[Judged]:
    """Findings that the gold, or a reader, called true or false.

    What gold does not name counts as false only where gold is meant to be whole, and there not of supersessions.
    """
    findings = work_folder() / f"{pack.name}.json"
    if not reuse or not findings.is_file():
        run_scanner(pack.root / "docs", pack.root / "manifest.csv", work_folder() / pack.name)
    scores = _scores(findings.with_suffix(".duckdb"))
    read = _read()
    gold, docs = scorer().load_pack(str(pack.root))
    gold = [item for item in gold if item.get("level") != "group"]
    for row in scorer().summarise(gold, docs, read_findings(findings))[2]:
        found: dict[str, Any] = row["f"]
        unnamed = False if pack.name in _WHOLE and found["kind"] != FindingKind.SUPERSESSION else None
        true = _verdict(row["class"], read.get(found["fingerprints"]["content"], unnamed))
        if true is not None:
            named = {claim["doc_id"] for side in found["sides"] for claim in side["claims"]}
            yield Judged(pack.name, pack.half(named), found["kind"], scores[found["id"]], true)


def _verdict(found: str, otherwise: bool | None) -> bool | None:
    if found == "unmatched":
        return otherwise
    return None if found == "tolerated" else found == "matched"


def _read() -> dict[str, bool]:
    with _READ.open(encoding="utf-8", newline="") as lines:
        return {row["fingerprint"]: row["verdict"] == "true" for row in csv.DictReader(lines)}


def _scores(store: Path) -> dict[str, float]:
    with duckdb.connect(str(store), read_only=True) as connection:
        rows = connection.execute("SELECT finding_id, part_values FROM findings").fetchall()
    return {str(name): math.prod(parts) for name, parts in rows}


def _section(rows: Sequence[Sequence[object]]) -> str:
    ranges = [f"{low:.2f} to {high:.2f}" for low, high in pairwise(_BINS)]
    return "\n\n".join(
        [
            "## Calibration of confidence",
            f"`python -m tests.bench calibration` over {', '.join(_PACKS)}. The curves are fitted to the open half; "
            "the closed half shows what they are worth elsewhere. A cell says how many findings have a confidence in "
            "that range, what it is on average, and which share of them is true. Of findings that gold does not name, "
            "those in `judged.csv` are as a reader called them; others count as false in packs whose gold is meant to "
            f"be whole ({', '.join(sorted(_WHOLE))}), supersessions apart, and are left out elsewhere.",
            table(["kind", "half", *ranges], rows),
        ]
    )
