"""Quality on packs with gold: run, score, split into halves, group what was missed, write it down."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.packs import CASES, HALVES, PACKS, REPOSITORY, Pack, flattened, load_pack, mixed, shipped, work_folder
from tests.bench.results import table, write_section
from tests.bench.runner import Run, read_findings, run_scanner
from tests.bench.scoring import Scored, figures, score
from tests.bench.shapes import grouped
from tests.bench.stored import causes

__all__ = ["Measured", "find_pack", "measure", "run"]

_GAPS = ("recall", "alarm_rate", "kind_accuracy", "precision_lenient")
_COLUMNS = (
    "gold", "recall", "alarm_rate", "kind_accuracy", "direction_accuracy", "both_values_right", "kind_balanced",
    "precision_lenient", "precision_strict", "findings", "unmatched", "cross_case", "possible_per_conflict",
    "findings_per_mb",
)  # fmt: skip
_GROUPS_SHOWN = 6


@dataclass(frozen=True)
class Measured:
    """One pack's figures by half, and what its run took (``None`` where findings were given)."""

    pack: Pack
    scored: dict[str, Scored]
    figures: dict[str, dict[str, Any]]
    took: Run | None
    causes: dict[str, dict[str, int]]

    @property
    def gap(self) -> dict[str, float]:
        """Open minus closed half: large gaps mean rules that fit what was read."""
        opened, closed = self.figures["open"], self.figures["closed"]
        return {
            name: round(opened[name] - closed[name], 4)
            for name in _GAPS
            if opened[name] is not None and closed[name] is not None
        }

    def line(self, half: str) -> dict[str, Any]:
        """The JSON line of this pack: groups are counts, never texts, so that the closed half stays unread."""
        shown = HALVES if half == "all" else (half,)
        line: dict[str, Any] = {"pack": self.pack.name, "documents": len(self.pack.keys), "mb": self.megabytes}
        if self.took is not None:
            line |= {"wall_s": round(self.took.wall_s, 1), "peak_mb": round(self.took.peak_mb)}
        line |= {name: self.figures[name] for name in shown}
        if half == "all":
            line["gap"] = self.gap
        line["stages"] = self.causes.get(shown[0], {})
        groups = self.scored[shown[0]]
        required = [item for item in groups.gold if item["kind"] != "none" and not item.get("optional")]
        line["missed"] = grouped(groups.missed, required)
        line["alarms"] = grouped(groups.alarms, [item for item in groups.gold if item["kind"] == "none"])
        line["wrong_kind"] = grouped(groups.wrong, required).get("kind", {})
        return line

    @property
    def megabytes(self) -> float:
        return _megabytes(self.pack)


def _megabytes(pack: Pack, half: str = "all") -> float:
    docs = pack.root / "docs"
    files = ((path, path.relative_to(docs).as_posix()) for path in docs.rglob("*") if path.is_file())
    return round(sum(path.stat().st_size for path, doc in files if half in ("all", pack.half([doc]))) / 1e6, 3)


def find_pack(name: str) -> Pack:
    """A pack by path or by the name of a shipped or made one ("dev", "dev-flat", "mix", "natural-crosspage").

    Raises:
        FileNotFoundError: if there is no such pack.
    """
    if name == "mix":
        return mixed(shipped())
    if name.endswith("-flat"):
        return flattened(find_pack(name.removesuffix("-flat")))
    for root in (Path(name), CASES / name, PACKS / name):
        if (root / "gold.jsonl").is_file():
            return load_pack(root.resolve())
    raise FileNotFoundError(f"no pack {name!r}")


def measure(pack: Pack, findings: Path | None = None, options: Iterable[str] = ()) -> Measured:
    """Score ``findings``, or those of a fresh run of the scanner over the pack."""
    took = None
    if findings is None:
        took = run_scanner(pack.root / "docs", pack.root / "manifest.csv", work_folder() / pack.name, *options)
        findings = took.findings
    scored = score(pack, read_findings(findings))
    sizes = {half: _megabytes(pack, half) for half in HALVES}
    told = {half: figures(part, sizes[half]) for half, part in scored.items()}
    store = findings.with_suffix(".duckdb")
    lost = {half: causes(scored[half].missed, pack, store) for half in HALVES} if store.is_file() else {}
    return Measured(pack, scored, told, took, lost)


def run(names: list[str], half: str, *, findings: Path | None, reuse: bool, write: bool, options: list[str]) -> int:
    """Measure the packs named (all of them if none), print one JSON line each, and write the section."""
    if names:
        packs = [find_pack(name) for name in names]
    else:
        packs = shipped()
        packs += [flattened(packs[0]), mixed(packs)]
    measured = []
    for pack in packs:
        given = findings
        kept = work_folder() / f"{pack.name}.json"
        if given is None and reuse and kept.is_file():
            given = kept
        result = measure(pack, given, options)
        measured.append(result)
        print(json.dumps(result.line(half)), flush=True)
    if write:
        for result in measured:
            write_section(f"quality {result.pack.name}", _section(result))
    return 0


def _section(result: Measured) -> str:
    rows = [[half, *(result.figures[half][name] for name in _COLUMNS)] for half in HALVES]
    gap = ", ".join(f"{name} {value:+.3f}" for name, value in result.gap.items()) or "–"
    took = ""
    if result.took is not None:
        took = f"; {result.took.wall_s:.0f} s wall, {result.took.peak_mb:.0f} MB peak"
    parts = [
        f"## Quality: {result.pack.name}",
        f"`python -m tests.bench quality`, commit {_commit()}; {len(result.pack.keys)} documents, "
        f"{result.megabytes} MB{took}.",
        table(["half", *(name.replace("_", " ") for name in _COLUMNS)], rows),
        f"Gap, open minus closed: {gap}.",
    ]
    line = result.line("all")
    if result.causes:
        stages = ", ".join(f"{label} {count}" for label, count in result.causes["all"].items())
        parts.append(f"Missed, by the stage that lost it, both halves: {stages or 'none'}.")
    for title, groups in (("Missed", line["missed"]), ("Look-alikes hit", line["alarms"])):
        told = [f"- {grouping}: {_counts(names)}" for grouping, names in groups.items() if names]
        if told:
            parts.append(f"{title} (of all in the group), both halves:\n\n" + "\n".join(told))
    return "\n\n".join(parts)


def _counts(names: dict[str, tuple[int, int]]) -> str:
    return ", ".join(f"{name} {hit}/{of}" for name, (hit, of) in list(names.items())[:_GROUPS_SHOWN])


def _commit() -> str:
    command = ["git", "-C", str(REPOSITORY), "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
