"""Changed facts planted in real documentation: how many the scanner finds, and what benign edits make it say."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.bench.corpora import Corpus, find_corpus, newest
from tests.bench.corpus import wilson
from tests.bench.edits import BENIGN, changed
from tests.bench.facts import Fact, Place, facts_in, places_in
from tests.bench.packs import work_folder
from tests.bench.results import write_section
from tests.bench.runner import read_findings, run_scanner

__all__ = ["MARK", "Plant", "run"]

Finding = dict[str, Any]
MARK = 0.5


@dataclass(frozen=True)
class Plant:
    """One edit: the place as it stands now, its partner (``None`` for a benign edit) and the sort of edit."""

    place: Place
    partner: Place | None
    sort: str


def run(name: str, *, facts: int, benign: int, seed: int, write: bool, verbose: bool, options: list[str]) -> int:
    """Scan the corpus untouched, with facts changed, and with benign edits; print one JSON line; 1 below the mark."""
    # Well-kept pages rarely state a fact twice; moved and rewritten ones do, each in its own words.
    corpus = newest(find_corpus(name), moved=True)
    texts = {path.relative_to(corpus.docs).as_posix(): _read(path) for path in sorted(corpus.docs.rglob("*.md"))}
    control = _scan(corpus, texts, "control", options)
    planted, plants = _plant(texts, facts)
    found = _scan(corpus, planted, "planted", options)
    harmless, edits = _harmless(texts, benign, seed, {place for p in plants for place in (p.place, p.partner)})
    after = _scan(corpus, harmless, "benign", options)

    hits = {plant: _hit(plant, found) for plant in plants}
    detected = Counter(plant.sort for plant, kind in hits.items() if kind)
    total = Counter(plant.sort for plant in plants)
    new = _new(control, after)
    low, high = wilson(sum(detected.values()), len(plants))
    recall = round(sum(detected.values()) / max(1, len(plants)), 4)
    line = {
        "corpus": corpus.name,
        "planted": len(plants),
        "recall": recall,
        "recall_interval": [round(low, 3), round(high, 3)],
        "as_conflict": sum(kind == "conflict" for kind in hits.values()),
        "by_sort": {sort: f"{detected[sort]}/{count}" for sort, count in sorted(total.items())},
        "control_findings": len(control),
        "planted_findings": len(found),
        "benign_edits": len(edits),
        "benign_new_findings": len(new),
        "mark": MARK,
    }
    print(json.dumps(line))
    if verbose:
        _tell(hits, new)
    if write:
        write_section(f"planted {corpus.name}", f"## Planted: {corpus.name}\n\n`{json.dumps(line)}`")
    return 0 if recall >= MARK and not new else 1


def _read(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return file.read().replace("\r\n", "\n")


def _scan(corpus: Corpus, texts: Mapping[str, str], what: str, options: Iterable[str]) -> list[Finding]:
    folder = work_folder() / "planted" / what
    shutil.rmtree(folder, ignore_errors=True)
    for doc_id, text in texts.items():
        path = folder / doc_id
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    took = run_scanner(folder, corpus.manifest, work_folder() / f"planted-{what}", *options)
    return read_findings(took.findings)


def _plant(texts: Mapping[str, str], limit: int) -> tuple[dict[str, str], list[Plant]]:
    edits: list[tuple[Fact, str, str]] = []
    for fact in facts_in(texts, limit):
        edit = changed(fact, len(edits))
        if edit is not None and edit[0] != fact.b.text:
            edits.append((fact, *edit))
    new = _edited(texts, {fact.b: text for fact, text, _ in edits})
    moved = new[1]
    return new[0], [Plant(moved[fact.b], _after(fact.a, moved), sort) for fact, _, sort in edits]


def _harmless(
    texts: Mapping[str, str], limit: int, seed: int, taken: set[Place | None]
) -> tuple[dict[str, str], list[Place]]:
    chosen: dict[Place, str] = {}
    places = [place for doc_id in sorted(texts) for place in places_in(doc_id, texts[doc_id]) if place not in taken]
    random.Random(seed).shuffle(places)
    for place in places:
        edit = BENIGN[len(chosen) % len(BENIGN)](place.text)
        if edit != place.text and len(chosen) < limit:
            chosen[place] = edit
    return _edited(texts, chosen)[0], list(chosen)


def _edited(texts: Mapping[str, str], edits: Mapping[Place, str]) -> tuple[dict[str, str], dict[Place, Place]]:
    """The texts with every edit made, and where each edited place stands now."""
    out, moved = dict(texts), dict[Place, Place]()
    by_doc: dict[str, list[Place]] = {}
    for place in edits:
        by_doc.setdefault(place.doc_id, []).append(place)
    for doc_id, places in by_doc.items():
        text, shift = texts[doc_id], 0
        pieces, at = [], 0
        for place in sorted(places, key=lambda p: p.start):
            pieces += [text[at : place.start], edits[place]]
            start = place.start + shift
            moved[place] = Place(doc_id, start, start + len(edits[place]), edits[place])
            shift += len(edits[place]) - (place.end - place.start)
            at = place.end
        out[doc_id] = "".join([*pieces, text[at:]])
    return out, moved


def _after(place: Place, moved: Mapping[Place, Place]) -> Place:
    """Where an untouched place stands once the edits before it in its document are made."""
    shift = sum(
        len(new.text) - len(old.text)
        for old, new in moved.items()
        if old.doc_id == place.doc_id and old.start < place.start
    )
    return Place(place.doc_id, place.start + shift, place.end + shift, place.text)


def _hit(plant: Plant, findings: Iterable[Finding]) -> str:
    """The kind of the first finding with one side on the edited place and another on its partner, else empty."""
    for finding in findings:
        sides = finding["sides"]
        mine = {n for n, side in enumerate(sides) if _touches(side, plant.place)}
        theirs = {n for n, side in enumerate(sides) if plant.partner is not None and _touches(side, plant.partner)}
        if any(m != t for m in mine for t in theirs):
            return str(finding["kind"])
    return ""


def _touches(side: Finding, place: Place) -> bool:
    return any(
        claim["doc_id"] == place.doc_id and claim["start"] < place.end and place.start < claim["end"]
        for claim in side["claims"]
    )


def _new(control: list[Finding], after: list[Finding]) -> list[Finding]:
    """Findings that join no two values which the untouched corpus was already said to disagree on."""
    known = {pair for finding in control for pair in _pairs(finding)}
    return [finding for finding in after if not known & _pairs(finding)]


def _pairs(finding: Finding) -> set[frozenset[tuple[str, str]]]:
    # By canonical value, not by text: a benign edit may rewrite it.
    sides = [{(claim["doc_id"], side["canonical"]) for claim in side["claims"]} for side in finding["sides"]]
    return {frozenset((a, b)) for mine, theirs in combinations(sides, 2) for a in mine for b in theirs}


def _tell(hits: Mapping[Plant, str], new: Iterable[Finding]) -> None:
    for plant, kind in hits.items():
        partner = plant.partner.text if plant.partner is not None else ""
        print(f"\n{kind or 'MISSED'} {plant.sort}\n  {plant.place.doc_id}: {plant.place.text}\n  {partner}")
    for finding in new:
        quotes = " ~ ".join(side["claims"][0]["quote"] for side in finding["sides"])
        print(f"\nnew after benign edits: {finding['kind']} {finding['reason']}: {quotes}")
