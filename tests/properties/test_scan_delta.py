"""Order and batching never matter, and a scan of what has changed gives what a scan of everything gives.

Small documents of many kinds (siblings, revisions, copies, versions of a series, tables, told changes) are read once;
nights of random edits, additions and removals are then ingested and scanned in any order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.align import Aligned, align
from scanner.detect import detect
from scanner.jobs.line import Line
from scanner.load import find_files, load_file
from scanner.model import Document, Source
from scanner.rules import RuleSet, load_rules
from scanner.settings import Settings
from scanner.store import Ingested, Store

DAY = date(2026, 11, 30)
DERIVED = (
    *("links", "meetings", "stopped_pairs", "keys", "successions", "windows", "finding_sides", "finding_places"),
    *("aligned_by", "aligned_documents", "aligned_statistics"),
)
VARIANTS = 3
NAMES = ("Halden", "Oriel", "Tidewater", "Elm Grove")
SENTENCES = (
    "The maximum parcel weight at {name} is {n} kg.",
    "A {name} parcel may weigh at most {n} kg.",
    "Members may borrow {n} books at a time.",
    "The fee for {name} visitors is {n} EUR.",
    "Refunds are paid within {n} days.",
    "The {name} office opens at {n} am.",
    "`max_retries` defaults to {n}.",
    "The default timeout is {n} seconds.",
    "Backups are kept for {n} days on the Standard tier and {n}0 days on the Premium tier.",
    "{name} raised the limit from {n} to {m} requests per second.",
    "TLS 1.{n} is supported.",
    "TLS 1.{n} is not supported.",
    "Effective 1 July 2026, the {name} quota is {n} GB.",
)
ROWS = ("Storage | {n} GB", "Timeout | {n} seconds", "Users | {n}", "Price | {n} EUR")
# Folder and file, title and front matter: what makes copies, siblings, revisions and series of the texts below.
PAGES = (
    ("guide/halden.md", "Halden guide", ""),
    ("guide/oriel.md", "Oriel guide", ""),
    ("guide/copy.md", "Halden guide", ""),
    ("faq.md", "Halden FAQ", ""),
    ("notes.md", "Notes", "date: 2026-03-01\n"),
    ("limits-1.md", "Limits", "series: limits\nversion: 1.0\ndate: 2025-01-01\n"),
    ("limits-2.md", "Limits", "series: limits\nversion: 2.0\ndate: 2025-06-01\n"),
    ("limits-3.md", "Limits", "series: limits\nversion: 3.0\ndate: 2026-01-01\n"),
    ("plans.md", "Plans", ""),
    ("news.md", "News", "date: 2026-06-01\nsupersedes: notes.md\n"),
    ("old/halden.md", "Halden guide", ""),
)
# Pages that never change, so that most of a corpus stays as it is.
OTHERS = ("Kiln", "Loom", "Quarry", "Reservoir", "Sawmill", "Foundry", "Orchard", "Shipyard")
UNITS = ("days", "kg", "GB", "EUR", "metres")
THINGS = ("depth", "width", "pressure", "duration", "interest", "speed", "humidity", "storage", "delay", "budget")


@lru_cache(maxsize=1)
def rules() -> RuleSet:
    return load_rules(None)


def text(page: tuple[str, str, str], variant: int) -> str:
    """One state of a page; pages of one sort mostly say the same things with other numbers."""
    _, title, front = page
    kind = random.Random(title.split()[-1])
    chosen = random.Random(f"{page} {variant}")
    lines = [f"---\n{front}---\n" if front else "", f"# {title}\n"]
    for sentence in kind.sample(SENTENCES, 6):
        if chosen.random() < 0.85:
            lines.append(
                sentence.format(name=kind.choice(NAMES), n=chosen.choice((2, 5, 5, 7)), m=chosen.choice((8, 9))) + "\n"
            )
    if chosen.random() < 0.5:
        lines.append("## Plans\n\n| Item | Gold |\n|---|---|")
        lines += [f"| {row.format(n=chosen.choice((3, 4)))} |" for row in ROWS]
    return "\n".join(lines)


def other(name: str) -> str:
    chosen = random.Random(name)
    lines = [f"# {name} handbook\n"]
    lines += [f"The {name.lower()} {thing} is {chosen.randint(2, 60)} {chosen.choice(UNITS)}.\n" for thing in THINGS]
    lines += [f"Each {name.lower()} {thing} limit: at most {chosen.randint(2, 90)} {UNITS[0]}.\n" for thing in THINGS]
    return "\n".join(lines)


@lru_cache(maxsize=1)
def readings() -> Mapping[tuple[int, int], Ingested]:
    """Every state of every page, read once."""
    line = Line.build(Settings())
    found: dict[tuple[int, int], Ingested] = {}
    with TemporaryDirectory() as folder:
        for variant in range(VARIANTS):
            root = Path(folder) / str(variant)
            for page in PAGES:
                path = root / page[0]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text(page, variant), encoding="utf-8")
            for name in OTHERS[: 99 if variant == 0 else 0]:
                (root / f"{name}.md").write_text(other(name), encoding="utf-8")
            names = [*(page[0] for page in PAGES), *(f"{name}.md" for name in OTHERS)]
            for file in find_files(root, exclude=(), max_bytes=10**6, source="docs").files:
                for item in load_file(file, Source("docs", "/docs"), None, git_date=None, language="en"):
                    assert isinstance(item, Document)
                    (reading,) = line.read([(file.doc_id, item)])
                    found[names.index(file.doc_id), variant] = reading.ingested
    return found


@contextmanager
def corpus() -> Iterator[Store]:
    """A store with the pages that never change."""
    with Store.open(":memory:", threads=1) as store:
        store.ingest([readings()[len(PAGES) + number, 0] for number in range(len(OTHERS))], DAY)
        yield store


def compare(store: Store) -> Aligned:
    done = align(store, rules(), fingerprint=rules().fingerprint)
    detect(store, as_of=DAY, rules=rules())
    return done


def derived(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All that a scan computes, but for what a rebuild cannot know (when a finding was first seen)."""
    rows = {name: list(store.query(f"SELECT * FROM {name} ORDER BY ALL").rows) for name in DERIVED}
    rows["findings"] = list(store.query("SELECT * EXCLUDE (status, first_seen) FROM findings ORDER BY ALL").rows)
    return rows


def apply(store: Store, night: Mapping[int, int | None]) -> None:
    """One night: pages that now read so, and pages that are gone."""
    known = readings()
    store.ingest([known[page, variant] for page, variant in night.items() if variant is not None], DAY)
    gone = [PAGES[page][0] for page, variant in night.items() if variant is None]
    store.retract("docs", [doc_id for doc_id in gone if doc_id in store.document_states("docs")], DAY)


def rebuilt(state: Mapping[int, int | None]) -> dict[str, list[tuple[Any, ...]]]:
    with corpus() as store:
        apply(store, {page: variant for page, variant in state.items() if variant is not None})
        compare(store)
        return derived(store)


variants = st.integers(0, VARIANTS - 1)
states = st.dictionaries(st.integers(0, len(PAGES) - 1), variants, min_size=4)
nights = st.lists(
    st.dictionaries(st.integers(0, len(PAGES) - 1), st.one_of(st.none(), variants), min_size=1, max_size=3),
    min_size=1,
    max_size=3,
)


@given(states, nights)
@settings(max_examples=10, deadline=None)
def test_a_scan_of_what_changed_equals_a_rebuild(
    first: dict[int, int | None], edits: Sequence[dict[int, int | None]]
) -> None:
    state: dict[int, int | None] = dict(first)
    with corpus() as store:
        apply(store, first)
        compare(store)
        for night in edits:
            apply(store, night)
            state.update(night)
            compare(store)
        assert derived(store) == rebuilt(state)


@given(states, st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=6, deadline=None)
def test_neither_order_nor_batches_nor_late_documents_matter(
    state: dict[int, int | None], shuffle: random.Random, between: bool
) -> None:
    order = list(state)
    shuffle.shuffle(order)
    with corpus() as store:
        while order:
            batch = [order.pop() for _ in range(min(len(order), shuffle.randint(1, 4)))]
            apply(store, {page: state[page] for page in batch})
            if between:
                compare(store)
        compare(store)
        assert derived(store) == rebuilt(state)


def test_the_pages_disagree_meet_and_are_told_apart() -> None:
    """The laws above would hold of nothing."""
    found = rebuilt({page: page % VARIANTS for page in range(len(PAGES))})
    assert len(found["findings"]) > 5
    assert {row[4] for row in found["links"]} >= {"series", "revision", "sibling", "body"}
    assert found["successions"] and len(found["meetings"]) > 20


def test_one_edited_page_touches_a_small_part() -> None:
    with corpus() as store:
        apply(store, dict.fromkeys(range(len(PAGES)), 0))
        everything = compare(store)
        assert everything.touched == everything.claims
        assert compare(store) == Aligned(0, 0, everything.claims, anew=False)
        apply(store, {4: 1})
        edited = compare(store)
        assert edited.documents == 1
        assert 0 < edited.touched < edited.claims / 3


def test_changed_rules_align_everything_anew() -> None:
    with corpus() as store:
        compare(store)
        before = derived(store)
        again = align(store, rules(), fingerprint="other")
        assert again.anew and again.touched == again.claims
        compare(store)
        assert derived(store) == before
