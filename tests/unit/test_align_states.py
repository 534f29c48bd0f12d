"""Pages that nothing declares a series, but that are states of one page; and documents that belong together."""

from __future__ import annotations

import json
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from scanner.align.states import Likeness, states_of_one_page
from scanner.cli.app import run
from scanner.model import DocumentRecord

EDITIONS = frozenset({"old", "new", "final", "draft"})
ALIKE = Likeness(9, 10, 11)


def record(doc_id: str, day: int = 0, **stated: str) -> DocumentRecord:
    return DocumentRecord("docs", doc_id, published=date(2024, 1, day) if day else None, **stated)


def joined(*records: DocumentRecord, likeness: Likeness = ALIKE) -> list[tuple[str, str]]:
    """The pairs that are states of one page, where each record is a revision of the next."""
    known = {(r.source, r.doc_id): r for r in records}
    keys = sorted(known)
    pairs = dict.fromkeys(pairwise(keys), likeness)
    return [(a[1], b[1]) for a, b in states_of_one_page(pairs, known, EDITIONS)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (record("limits.md", 1), record("archive/limits.md", 2)),
        (record("fees-2023.md", 1), record("fees-2024.md", 2)),
        (record("leave-old.md", 1), record("leave-new.md", 2)),
        (record("3f7a91c2.md", 1), record("b07e5d44.md", 2)),
        (record("manual.md", version="1.0"), record("manual copy.md", version="1.1")),
    ],
    ids=lambda r: r.doc_id,
)
def test_states_of_one_page(first: DocumentRecord, second: DocumentRecord) -> None:
    assert len(joined(first, second)) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (record("redis-limits.md", 1), record("valkey-limits.md", 2)),
        (record("oslo/house-rules.md", 1), record("bergen/house-rules.md", 2)),
        (record("limits.md", 1), record("archive/limits.md", 1)),
        (record("limits.md"), record("archive/limits.md")),
        (record("limits.md", 1), record("archive/limits.md")),
        (record("limits.md", 1, series="quotas"), record("archive/limits.md", 2)),
        (record("a/limits.md", 1, series="x"), record("a/limits2.md", 2, series="y")),
    ],
    ids=lambda r: r.doc_id,
)
def test_pages_of_two_things_or_without_an_order(first: DocumentRecord, second: DocumentRecord) -> None:
    assert joined(first, second) == []


def test_a_page_that_has_little_of_the_other_is_no_state_of_it() -> None:
    pages = record("faq.md", 1), record("archive/faq.md", 2)
    assert joined(*pages, likeness=Likeness(6, 10, 10)) == []
    assert joined(*pages, likeness=Likeness(9, 10, 40)) == []


def test_all_states_of_one_page_are_joined() -> None:
    found = joined(record("a1.md", 3), record("a2.md", 1), record("a3.md", 2))
    assert found == [("a1.md", "a2.md"), ("a1.md", "a3.md"), ("a2.md", "a3.md")]


PAGE = """# Harbour dues

A berth costs {berth} EUR a night.

Fresh water is free for guests of the harbour.

The office opens at 8:00 and closes at 18:00.

Dogs must be kept on a lead on all piers.

Waste oil is taken at the fuel station on weekdays.
"""


def found(folder: Path, documents: dict[str, tuple[str, str]]) -> list[tuple[str, str, list[str]]]:
    """Kind, reason and values of the findings in documents, each given with its day of publication."""
    docs = folder / "docs"
    for name, (_, text) in documents.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    rows = "".join(f"{name},{day}\n" for name, (day, _) in documents.items())
    (folder / "manifest.csv").write_text(f"doc_id,published\n{rows}", encoding="utf-8")
    output = folder / "findings.json"
    command = ["run", str(docs), "--manifest", str(folder / "manifest.csv"), "--db", ":memory:"]
    run([*command, "--as-of", "2026-11-30", "--format", "json", "--fail-on", "never", "--output", str(output)])
    findings = json.loads(output.read_text(encoding="utf-8"))["findings"]
    return [(f["kind"], f["reason"], [side["value"] for side in f["sides"]]) for f in findings]


def test_the_later_state_of_a_page_replaces_the_earlier(tmp_path: Path) -> None:
    states = {
        "dues-9c1.md": ("2023-04-01", PAGE.format(berth=20)),
        "dues-4af.md": ("2024-04-01", PAGE.format(berth=24)),
    }
    assert found(tmp_path, states) == [("supersession", "newer-in-series", ["20 EUR", "24 EUR"])]


def test_pages_of_two_harbours_do_not(tmp_path: Path) -> None:
    harbours = {
        "aldvik/dues.md": ("2023-04-01", PAGE.format(berth=20)),
        "brennes/dues.md": ("2024-04-01", PAGE.format(berth=24)),
    }
    assert [kind for kind, _, _ in found(tmp_path, harbours)] != ["supersession"]


def test_several_telling_words_tie_documents_of_a_large_folder(tmp_path: Path) -> None:
    """Each shared word is in six documents, where a rare one is in three at most: together they tell enough."""
    documents = {
        f"note-{n}.md": ("2024-01-01", f"# Note on topic{n}\n\nThe subject{n} lasts {n + 3} days.\n")
        for n in range(130)
    }
    store = "The bicycle store behind the capstan on the mooring deck of the Halden ferry opened in {}.\n"
    for n, name in enumerate(("tariff", "visit", "guide", "winter")):
        documents[f"{name}.md"] = ("2024-01-01", f"# The {name}\n\n{store.format(1970 + n)}")
    rule = "The Halden ferry carries at most {} bicycles on the mooring deck behind the capstan.\n"
    documents["ferry.md"] = ("2024-01-01", f"# The ship\n\n{rule.format(40)}")
    documents["bicycles.md"] = ("2024-01-01", f"# On two wheels\n\n{rule.format(60)}")
    told = [(kind, reason, sorted(values)) for kind, reason, values in found(tmp_path, documents)]
    assert ("conflict", "quantity-differs", ["40", "60"]) in told


def test_a_parameter_of_one_name_in_many_sections_is_that_of_its_section(tmp_path: Path) -> None:
    row = (
        "# {}\n\n{}\n\n## Get {}\n\n### Query parameters\n\n"
        "| Field | Kind | Description |\n|---|---|---|\n| limit | number | {} |\n"
    )
    documents = {
        f"list-{name}.md": ("2024-01-01", row.format(name, "", name, f"how many {name} come back at once, {n} at most"))
        for n, name in enumerate(("ships", "piers", "crews", "tugs", "locks", "buoys", "tides", "docks"), 7)
    }
    told = "number of guild members to return (up to maximum {})"
    bans = "A guild keeps at most 40 bans of its members in the harbour ledger."
    events = "The guild ledger of the harbour tells members of 3 events that come."
    documents["bans.md"] = ("2024-01-01", row.format("Bans", bans, "bans", told.format(1000)))
    documents["events.md"] = ("2024-01-01", row.format("Coming events", events, "those who come", told.format(100)))
    assert found(tmp_path, documents) == []


def test_a_page_that_was_moved_and_given_another_title_is_the_same_page(tmp_path: Path) -> None:
    states = {
        "pages/berths/guest-berth-dues.md": ("2023-04-01", PAGE.format(berth=20)),
        "pages/guest-berth-dues.md": ("2024-04-01", PAGE.format(berth=24).replace("# ", "# What you pay: ", 1)),
    }
    told = found(tmp_path, states)
    assert told == [("supersession", "newer-in-series", ["20 EUR", "24 EUR"])]


RULE = (
    "Singers of the Trent choir at Wrexley who stay away on a Sunday are{} asked to tell its secretary why they did so "
    "before the next service begins."
)


def test_a_long_sentence_on_several_pages_is_a_fact_and_no_template(tmp_path: Path) -> None:
    """On three pages it says one thing, on the fourth another; a short one that many pages vary is a template."""
    pages = {
        f"{name}.md": (
            "2024-01-01",
            f"# {title}\n\nThe Trent choir at Wrexley has 40 singers {what}.\n\n{RULE.format(denial)}\n",
        )
        for name, title, what, denial in (
            ("rules", "What we agreed on", "at Easter", ""),
            ("guide", "First steps for altos", "in the nave", ""),
            ("year", "The calendar", "on Sundays", ""),
            ("faq", "Asked by visitors", "in Latin", " not"),
        )
    }
    notes = {f"note-{n}.md": ("2024-01-01", f"# Note {n}\n\nThe subject{n} lasts {n + 3} days.\n") for n in range(60)}
    assert [kind for kind, _, _ in found(tmp_path, pages | notes)] == ["conflict"]
