"""The scorer of the evaluation data, applied to a whole pack and to each of its halves."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from tests.bench.packs import CASES, HALVES, Pack

__all__ = ["Scored", "figures", "score", "scorer"]

Item = dict[str, Any]

# Figures about findings, not about gold.
_OF_FINDINGS = ("precision_lenient", "precision_strict", "findings", "unmatched", "cross_case")


@dataclass(frozen=True)
class Scored:
    """What the scorer says of one half of a pack.

    ``kinds`` counts its findings, ``missed`` are the required items nobody found,
    ``alarms`` the look-alikes that a finding hit, ``wrong`` the items found with another kind or direction,
    ``unmatched`` and ``cross`` findings that hit nothing, or join two cases.
    """

    summary: Mapping[str, Any]
    kinds: Mapping[str, int]
    gold: tuple[Item, ...]
    missed: tuple[Item, ...]
    alarms: tuple[Item, ...]
    wrong: tuple[Item, ...]
    unmatched: tuple[Item, ...]
    cross: tuple[Item, ...]


@cache
def scorer() -> ModuleType:
    """The scoring script as a module: its figures are the official ones, its details are not in its printed line."""
    spec = importlib.util.spec_from_file_location("bench_score", CASES / "score.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"no scorer at {CASES}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def score(pack: Pack, findings: list[Item]) -> dict[str, Scored]:
    """Score ``findings`` against ``pack``: all of it and each half.

    What was found of a half is asked of all findings, what a finding is worth of those whose documents all belong to
    the half: a finding may have sides in both.
    """
    module = scorer()
    gold, docs = module.load_pack(str(pack.root))
    gold = [item for item in gold if item.get("level") != "group"]
    item_half = {item["id"]: pack.half((item["doc_a"], item["doc_b"])) for item in gold}
    finding_half = [pack.half(_named(finding)) for finding in findings]
    scored = {}
    for half in HALVES:
        items = [item for item in gold if half in ("all", item_half[item["id"]])]
        kept = [finding for finding, own in zip(findings, finding_half, strict=True) if half in ("all", own)]
        found, _, _, detected, none_hits, _ = module.summarise(items, docs, findings)
        worth, _, rows, _, _, _ = module.summarise(gold, docs, kept)
        credit = module.score(items, docs, findings)[0]
        required = [item for item in items if item["kind"] != "none" and not item.get("optional")]
        scored[half] = Scored(
            summary={**found, **{name: worth[name] for name in _OF_FINDINGS}},
            kinds=Counter(str(finding["kind"]) for finding in kept),
            gold=tuple(items),
            missed=tuple(item for item in required if item["id"] not in detected),
            alarms=tuple(item for item in items if item["id"] in none_hits),
            wrong=tuple(item for item in required if item["id"] in detected and credit.get(item["id"], 0.0) < 1.0),
            unmatched=tuple(row["f"] for row in rows if row["class"] == "unmatched"),
            cross=tuple(row["f"] for row in rows if row["class"] == "cross"),
        )
    return scored


def _named(finding: Item) -> set[str]:
    return {claim["doc_id"] for side in finding["sides"] for claim in side["claims"]}


def figures(scored: Scored, megabytes: float) -> dict[str, Any]:
    """The figures of the quality table, rounded as the scorer rounds them."""
    s = scored.summary
    return {
        "gold": s["gold_required"],
        "recall": s["recall_lenient"],
        "recall_strict": s["recall_strict"],
        "lookalikes": s["gold_none"],
        "alarm_rate": _share(s["none_items_hit"], s["gold_none"]),
        "kind_accuracy": s["kind_accuracy"],
        "direction_accuracy": s["direction_accuracy"],
        "both_values_right": s["both_values_right"],
        "kind_balanced": s["kind_balanced"],
        "precision_lenient": s["precision_lenient"],
        "precision_strict": s["precision_strict"],
        "findings": s["findings"],
        "unmatched": s["unmatched"],
        "cross_case": s["cross_case"],
        "possible_per_conflict": _share(scored.kinds.get("possible", 0), scored.kinds.get("conflict", 0)),
        "by_kind": s["by_kind"],
        "findings_per_mb": _share(s["findings"], megabytes),
    }


def _share(part: float, whole: float) -> float | None:
    return round(part / whole, 4) if whole else None
