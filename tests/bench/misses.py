"""List what the open half lost or got wrong, with what the store knows of each: the tool to tune with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.bench.packs import work_folder
from tests.bench.quality import find_pack, measure
from tests.bench.runner import read_findings
from tests.bench.scoring import Scored, score, scorer
from tests.bench.stored import Stored, causes

__all__ = ["WHAT", "run"]

WHAT = ("missed", "alarms", "wrong", "unmatched", "cross")
Item = dict[str, Any]


def run(name: str, what: str, kind: str, findings: Path | None, store: Path | None, limit: int) -> int:
    """Print the open half's items of one sort; scans the pack first if there is no run of it to read."""
    pack = find_pack(name)
    findings = findings or work_folder() / f"{pack.name}.json"
    store = store or work_folder() / f"{pack.name}.duckdb"
    if not findings.is_file():
        measure(pack)
    found = read_findings(findings)
    scored = score(pack, found)
    docs = scorer().load_pack(str(pack.root))[1]
    stored = Stored(store) if store.is_file() else None
    if what in ("unmatched", "cross"):
        chosen = scored["open"].unmatched if what == "unmatched" else scored["open"].cross
        _findings([f for f in chosen if kind in ("", f["kind"])], limit)
        return 0
    _items(_chosen(scored["open"], what), what, kind, found, docs, stored, limit)
    if stored is not None and what == "missed":
        print("\nby stage, open half:")
        for half in ("open", "closed"):
            if half == "closed":
                print("by stage, closed half:")
            for label, count in causes(scored[half].missed, pack, store).items():
                print(f"  {count:4d}  {label}")
    return 0


def _chosen(scored: Scored, what: str) -> tuple[Item, ...]:
    return {"missed": scored.missed, "alarms": scored.alarms, "wrong": scored.wrong}[what]


def _items(
    items: Iterable[Item],
    what: str,
    kind: str,
    found: list[Item],
    docs: Mapping[str, str],
    stored: Stored | None,
    limit: int,
) -> None:
    for item in [i for i in items if kind in ("", i["kind"], i.get("type"))][:limit]:
        cause = stored.cause(item, docs) if stored is not None else None
        head = f"{item['id']} {item['kind']}" + (f"/{item['type']}" if item.get("type") else "")
        print(f"\n{head}  [{cause.label}]" if cause is not None and what == "missed" else f"\n{head}")
        if item.get("note"):
            print(f"  note: {item['note']}")
        for x in "ab":
            text = docs[item[f"doc_{x}"]]
            line = text.count("\n", 0, text.find(item[f"evidence_{x}"])) + 1
            print(f"  {x.upper()} {item[f'doc_{x}']}:{line}  {_one_line(item[f'evidence_{x}'])}")
            print(f"      gold value {item.get(f'value_{x}')!r}" + _scope(item, x))
            for claim in (cause.a if x == "a" else cause.b) if cause is not None else ():
                print(f"      claim {claim}")
        if what != "missed":
            _findings(_touching(item, found, docs), 3, indent="  ")


def _scope(item: Item, x: str) -> str:
    return f" scope {item[f'scope_{x}']!r}" if item.get(f"scope_{x}") else ""


def _touching(item: Item, found: Iterable[Item], docs: dict[str, str] | Mapping[str, str]) -> list[Item]:
    hits = scorer().side_hits
    return [
        f
        for f in found
        if any(hits(side, item["doc_a"], item["evidence_a"], docs) for side in f["sides"])
        and any(hits(side, item["doc_b"], item["evidence_b"], docs) for side in f["sides"])
    ]


def _findings(findings: Iterable[Item], limit: int, indent: str = "") -> None:
    for finding in list(findings)[:limit]:
        scope = f" {finding['scope']}" if finding["scope"] else ""
        print(
            f"{indent}> {finding['kind']} {finding['reason']} by {finding.get('way', '?')} {finding['confidence']}"
            f" | {finding['subject']} | {finding['predicate']} | {finding['bound']}{scope}"
        )
        for side in finding["sides"]:
            mark = "*" if side["preferred"] else " "
            print(f"{indent}  {mark} {side['value']!r} = {side['canonical']} from {side['valid_from']}")
            for claim in side["claims"][:3]:
                print(
                    f"{indent}      {claim['doc_id']}:{claim['line']} {claim['extractor']}: {_one_line(claim['quote'])}"
                )


def _one_line(text: str, width: int = 220) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 1] + "…"
