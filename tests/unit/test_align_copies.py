"""Copies of one sentence that differ in a denial or one value, and sentences that only look like copies."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from scanner.align.copies import one_sentence
from scanner.align.features import Corpus
from scanner.align.known import count, known_corpus
from scanner.cli.app import run
from scanner.model import DENIAL, Denials
from scanner.normalize.lexicon import stem
from scanner.rules import load_rules
from scanner.store import Store

_VALUE = re.compile(r"\{[^}]*\}")

TURNED = (
    (
        "Borrowed telescopes must be returned to the dome cupboard.",
        "Borrowed telescopes must not be returned to the dome cupboard.",
    ),
    ("Crew who joined in port may use the upper mess.", "Crew who joined in port may not use the upper mess."),
    (
        "Seed orders placed by post can be cancelled in writing.",
        "Seed orders placed by post cannot be cancelled in writing.",
    ),
    (
        "The choir deposit, which is refundable, is due in spring.",
        "The choir deposit, which is not refundable, is due in spring.",
    ),
    (
        "If the kiln is lit, members should close the yard gate.",
        "If the kiln isn't lit, members should close the yard gate.",
    ),
    (
        "Nightly export of the ledger is enabled on new accounts.",
        "Nightly export of the ledger is disabled on new accounts.",
    ),
    (
        "A helmet (even a borrowed one) is required on the wall.",
        "A helmet (even a borrowed one) is optional on the wall.",
    ),
    (
        "The ferry requires a printed ticket from foot passengers.",
        "The ferry does not require a printed ticket from foot passengers.",
    ),
    ("Tenants are allowed to paint the stairwell in white.", "Tenants are forbidden to paint the stairwell in white."),
    (
        "Old meters are supported by the reading app of Trent Water.",
        "Old meters are no longer supported by the reading app of Trent Water.",
    ),
    ("Do rinse the sample tube with the buffer before use.", "Don't rinse the sample tube with the buffer before use."),
    (
        "Bees kept near the school are treated in late August.",
        "Bees kept near the school are never treated in late August.",
    ),
    (
        "The index files are available in the archive at Delft.",
        "The index files are unavailable in the archive at Delft.",
    ),
    (
        "Entries sent by the jury are eligible for the county prize.",
        "Entries sent by the jury are ineligible for the county prize.",
    ),
    (
        "You will be able to change the berth after check-in opens.",
        "You will not be able to change the berth after check-in opens.",
    ),
)

OTHER_VALUE = (
    (
        "Return the rented skis to the lodge within {two days} of the course.",
        "Return the rented skis to the lodge within {four days} of the course.",
    ),
    (
        "Each member of the reading room may reserve up to {6} atlases.",
        "Each member of the reading room may reserve up to {9} atlases.",
    ),
    (
        "Ask for the key of the tower in {#verger} on the parish chat.",
        "Ask for the key of the tower in {#bellringers} on the parish chat.",
    ),
    (
        "Send the signed form of the bursary to {help@ewell.org} by post or mail.",
        "Send the signed form of the bursary to {forms@ewell.org} by post or mail.",
    ),
    (
        "Starting with Ledger Server {2014}, all editions keep an audit file.",
        "Starting with Ledger Server {2012}, all editions keep an audit file.",
    ),
    (
        "The kiln must cool for {9 hours} before the door is opened.",
        "The kiln must cool for {9 minutes} before the door is opened.",
    ),
    (
        "Visitors who come by coach pay {4 EUR} at the gate of the park.",
        "Visitors who come by coach pay {6 EUR} at the gate of the park.",
    ),
    (
        "The choir, which meets on {Monday}, is open to all who can read music.",
        "The choir, which meets on {Tuesday}, is open to all who can read music.",
    ),
    (
        "Samples that arrive after {3 pm} are tested on the next working morning.",
        "Samples that arrive after {1 pm} are tested on the next working morning.",
    ),
    (
        "Plugins built for Meadow {3.8} or later load the new parser at start.",
        "Plugins built for Meadow {3.9} or later load the new parser at start.",
    ),
    (
        "A hen (older than {20 weeks}) lays an egg on most days of spring.",
        "A hen (older than {12 weeks}) lays an egg on most days of spring.",
    ),
    (
        "Only {5%} of the seed may be left in the drum when it is cleaned.",
        "Only {15%} of the seed may be left in the drum when it is cleaned.",
    ),
    (
        "Report a lost card of the pool to {@desk-team} before you order another.",
        "Report a lost card of the pool to {@card-team} before you order another.",
    ),
    (
        "The archive was moved to the mill in {1962} and is shown on request.",
        "The archive was moved to the mill in {1926} and is shown on request.",
    ),
    (
        "For the night shift a supplement of {12.50 EUR} is added to the wage.",
        "For the night shift a supplement of {15.20 EUR} is added to the wage.",
    ),
)

APART = (
    # another thing, another case, another value: not one sentence
    (
        "Dental insurance is covered by the plan of the depot.",
        "Vision insurance is not covered by the plan of the depot.",
    ),
    ("Staff may use the upper car park at the weekend.", "Staff may not use the lower car park at the weekend."),
    (
        "Members can carry over unused hours of the swimming pass.",
        "Trial members cannot carry over unused hours of the swimming pass.",
    ),
    (
        "Parcels are accepted at the gate of the harbour office.",
        "Parcels are not accepted at the gate of the harbour office unless sealed.",
    ),
    (
        "Guests may light a fire in the garden of the hostel.",
        "Guests may not light a fire in the garden of the hostel after dusk.",
    ),
    ("Loans of up to 3 maps need no card in the library.", "Loans of up to 5 maps need a card in the library."),
    ("The gate is open to all and the yard is not lit.", "The gate is not open to all and the yard is lit."),
    (
        "All drafts must be kept in the drawer of the editor.",
        "Most drafts must not be kept in the drawer of the editor.",
    ),
    (
        "In Bergen the tram runs on the night before a holiday.",
        "In Tromsø the tram does not run on the night before a holiday.",
    ),
    (
        "For guests from the EU the deposit is kept for {30 days} at the desk.",
        "For guests from the US the deposit is kept for {14 days} at the desk.",
    ),
    ("Tea is not free.", "Tea is free."),
    (
        "Boil the reeds for {2 hours} in the copper pot of the shop.",
        "Boil the canes for {3 hours} in the copper pot of the shop.",
    ),
    (
        "Pay the toll of {4 EUR} at the upper gate of the pass.",
        "Pay the toll of {6 EUR} at the upper gate of the pass at weekends.",
    ),
    (
        "Ask in #upper, {#lower}, #gate and #pass when the road is shut.",
        "Ask in #upper, #lower, {#gate} and #pass when the road is shut.",
    ),
    (
        "Rooms with 2 beds cost {40 EUR} for a night in the hostel.",
        "Rooms with 4 beds cost {60 EUR} for a night in the hostel.",
    ),
    ("Cut the felt to {20 cm} and press it for 3 minutes.", "Cut the felt to {30 cm} and press it for 5 minutes."),
)

AGREE = (
    (
        "Borrowed lamps can't leave the reading room of the club.",
        "Borrowed lamps cannot leave the reading room of the club.",
    ),
    ("A badge is not required in the lower hall of the mill.", "A badge is optional in the lower hall of the mill."),
    (
        "Sail repairs are not disabled for crews of the northern fleet.",
        "Sail repairs are enabled for crews of the northern fleet.",
    ),
    (
        "The deposit for the barn is non-refundable in all seasons.",
        "The deposit for the barn is not refundable in all seasons.",
    ),
    ("The tap need not be opened when the pump is running.", "The tap needn't be opened when the pump is running."),
)


@cache
def denials() -> Denials:
    return Denials.build(load_rules().words)


def said(text: str) -> str:
    """The sentence as its claims are known by: stems, denials marked, ``{…}`` the value that is claimed."""
    value = _VALUE.search(text)
    parts = (text,) if value is None else (text[: value.start()], text[value.end() :])
    words = [word for part in parts for word in ("#", *denials().tokens(part))][1:]
    return " ".join(word if word in {DENIAL, "#"} else stem(word) for word in words)


@cache
def corpus() -> Corpus:
    with Store.open(":memory:") as store:
        count(store, 80)
        store.run("CREATE TEMP TABLE align_choices (doc BIGINT, kind VARCHAR, number BIGINT)")
        return known_corpus(store, load_rules())


def alike(a: str, b: str, *, revised: bool = False) -> float:
    return one_sentence(said(a), said(b), corpus(), revised=revised)


@pytest.mark.parametrize(("a", "b"), TURNED)
def test_a_sentence_and_its_denial_are_one_sentence(a: str, b: str) -> None:
    assert alike(a, b) >= 0.8
    assert alike(b, a) == alike(a, b)


@pytest.mark.parametrize(("a", "b"), OTHER_VALUE)
def test_a_sentence_with_another_value_is_one_sentence(a: str, b: str) -> None:
    assert alike(a, b) == 1.0


@pytest.mark.parametrize(("a", "b"), APART)
def test_another_thing_or_case_is_another_sentence(a: str, b: str) -> None:
    assert alike(a, b) == 0.0
    assert alike(b, a) == 0.0


@pytest.mark.parametrize(("a", "b"), AGREE)
def test_two_ways_of_denying_say_the_same(a: str, b: str) -> None:
    assert said(a) == said(b)


def test_a_misspelt_word_is_the_same_word() -> None:
    a = "You may not recieve the key of the tower until the verger has signed."
    b = "You may receive the key of the tower until the verger has signed."
    assert alike(a, b) == 1.0


def test_a_page_that_was_rewritten_may_have_other_words() -> None:
    old = "Emojis can contain a lot of local meaning, so please ask someone what they meant by one."
    new = "Emoji cannot contain a lot of borrowed meaning, so please ask someone what they meant by one."
    assert alike(old, new, revised=True) >= 0.8
    assert alike(old, new) == 0.0


def test_what_is_only_joined_on_takes_nothing_back() -> None:
    a = "Lockers in the east hall can be rented by the week at the front desk of the club."
    b = "Lockers or bags in the east hall cannot be rented by the week at the front desk of the club."
    assert alike(a, b) >= 0.8
    assert alike(a, b.replace("or bags", "for guests")) == 0.0


def test_a_value_apart_from_a_denial_is_not_one_change() -> None:
    assert (
        alike(
            "Hand in the {3} keys of the boat to the office.", "Never hand in the {4} keys of the boat to the office."
        )
        == 0.0
    )


PAGE = """# {title}

The Trent choir has 40 singers.

Members of the Trent choir are asked{denial} to leave their folders in the vestry. Whoever is late asks in {channel}
where the others of the Trent choir sing.
"""


def page(title: str, denial: str = "", channel: str = "#vestry") -> str:
    return PAGE.format(title=title, denial=denial, channel=channel)


def scanned(folder: Path, db: Path) -> list[str]:
    """The ids of the findings after a further night."""
    output = db.with_suffix(".json")
    assert run(["ingest", str(folder), "--db", str(db)]) == 0
    assert run(["scan", "--db", str(db), "--as-of", "2026-11-30", "--fail-on", "never"]) == 0
    assert run(["report", "--db", str(db), "--format", "json", "--output", str(output), "--fail-on", "never"]) == 0
    return sorted(finding["id"] for finding in json.loads(output.read_text(encoding="utf-8"))["findings"])


def test_copies_are_found_night_by_night_as_in_one(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "rules.md").write_text(page("Trent choir rules"), encoding="utf-8")
    assert scanned(docs, tmp_path / "nights.duckdb") == []
    (docs / "guide.md").write_text(page("Trent choir guide", " not", "#porch"), encoding="utf-8")
    found = scanned(docs, tmp_path / "nights.duckdb")
    assert len(found) == 2
    assert found == scanned(docs, tmp_path / "one.duckdb")
    (docs / "guide.md").write_text(page("Trent choir guide"), encoding="utf-8")
    assert scanned(docs, tmp_path / "nights.duckdb") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "However, members of the Trent choir are not asked to leave their folders in the vestry.",
        "Please note that members of the Trent choir are not asked to leave their folders in the vestry.",
        "Members of the Trent choir (see figure 12) are not asked to leave their folders in the vestry.",
    ],
)
def test_what_leads_over_to_a_sentence_or_stands_in_brackets_is_none_of_it(tmp_path: Path, sentence: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "rules.md").write_text(page("Trent choir rules"), encoding="utf-8")
    other = page("Trent choir guide").replace(
        "Members of the Trent choir are asked to leave their folders in the vestry.", sentence
    )
    assert sentence in other
    (docs / "guide.md").write_text(other, encoding="utf-8")
    assert len(scanned(docs, tmp_path / "one.duckdb")) == 1
