"""Names: what is one thing, what is two, what stays unsure; aliases a text introduces and a site gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.model import EntityRef, VerdictKind, compare_values
from scanner.model.name import is_statement, relate_names
from scanner.normalize.alias import AliasReader
from scanner.normalize.entity import Entities
from scanner.rules import load_rules

RULES = load_rules()
ENTITIES = Entities.build(RULES)
ALIASES = AliasReader.build(RULES)
OPPOSITES = tuple(frozenset(entry.split()) for entry in RULES.words("opposed words"))
SAME, UNSURE, DIFFERENT = VerdictKind.SAME, VerdictKind.POSSIBLE, VerdictKind.DIFFERENT


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        # one normal form
        ("Acme Corporation", "ACME Corp.", SAME),
        ("the Data Platform team", "Data Platform Team", SAME),
        ("Dr. Maria Santos", "Maria Santos", SAME),
        ("Smith, Jane", "Jane Smith", SAME),
        ("Café Müller GmbH", "Cafe Muller", SAME),
        ("Open-Source Office", "Open Source Office", SAME),
        ("Post Office Ltd", "PostOffice", SAME),
        # unsure: one of these may be the other
        ("Acme", "Acme Europe", UNSURE),
        ("SRE", "Site Reliability Engineering", UNSURE),
        ("HMRC", "Her Majesty's Revenue and Customs", UNSURE),
        ("J. Smith", "Jane Smith", UNSURE),
        ("Daniel Okoye", "Danial Okoye", UNSURE),
        ("Hamburg", "Hambrug", UNSURE),
        ("Windows Server", "Windows Server 2019", UNSURE),
        # different, however alike
        ("Windows Server 2016", "Windows Server 2019", DIFFERENT),
        ("Team 1", "Team 2", DIFFERENT),
        ("Sales Team", "Design Team", DIFFERENT),
        ("Maria Santos", "Mario Prinz", DIFFERENT),
        ("Jane Smith", "John Smith", DIFFERENT),
        ("Bluewater Logistics", "Blackwater Logistics", DIFFERENT),
        ("IBM", "International Brotherhood of Magicians Ring 1", DIFFERENT),
        ("Ann", "Anna", DIFFERENT),
        ("Berlin", "Bern", DIFFERENT),
    ],
)
def test_two_names_as_values(a: str, b: str, kind: VerdictKind) -> None:
    first, second = EntityRef(ENTITIES.person(a), a), EntityRef(ENTITIES.person(b), b)
    assert compare_values(first, second).kind is kind
    assert compare_values(second, first).kind is kind
    assert (first.canonical, second.canonical) == (a, b)  # names stay as written


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("minimum timeout", "maximum timeout"),
        ("gross margin", "net margin"),
        ("start date", "end date"),
        ("upload limit", "download limit"),
        ("tls 1.2", "tls 1.3"),
    ],
)
def test_vetoes(a: str, b: str) -> None:
    assert relate_names(a, b, OPPOSITES).kind is DIFFERENT


@pytest.mark.parametrize(("a", "b"), [("docs/api/users.md", "users.md"), ("src/main/app.py", "main/app.py")])
def test_the_tail_of_a_path_is_unsure(a: str, b: str) -> None:
    assert relate_names(a, b).kind is UNSURE


@pytest.mark.parametrize(("a", "b"), [("docs/api/users.md", "sers.md"), ("app/users.md", "api/users.md")])
def test_other_paths(a: str, b: str) -> None:
    assert relate_names(a, b).kind is DIFFERENT


@given(st.text("ab1. /", max_size=12), st.text("ab1. /", max_size=12))
def test_relating_is_symmetric_and_never_merges_other_numbers(a: str, b: str) -> None:
    verdict = relate_names(a, b, OPPOSITES)
    assert verdict == relate_names(b, a, OPPOSITES)
    mine, theirs = ({word for word in text.split() if "1" in word} for text in (a, b))
    if mine != theirs and mine and theirs:
        assert verdict.kind is DIFFERENT


@pytest.mark.parametrize(
    ("text", "alias", "name"),
    [
        ("Acme Corporation (“Acme”) sells shoes.", "acme", "Acme Corporation"),
        ('Bluewater Logistics GmbH ("the Carrier") ships it.', "carrier", "Bluewater Logistics GmbH"),
        ("Northern Library Trust (hereinafter NLT Trust) lends books.", "nlt trust", "Northern Library Trust"),
        ("Zenith Bank (also known as ZenBank) opened.", "zenbank", "Zenith Bank"),
        ("The Service Level Agreement (SLA) applies.", "sla", "Service Level Agreement"),
        ("Our data protection officer (DPO) decides.", "dpo", "data protection officer"),
        (
            "The Bank of England (BoE) and the Office of National Statistics (ONS)",
            "ons",
            "Office of National Statistics",
        ),
    ],
)
def test_aliases_a_text_introduces(text: str, alias: str, name: str) -> None:
    assert ALIASES.find(text)[alias] == name


@pytest.mark.parametrize(
    "text",
    [
        "The limit (see below) is 5.",
        "Uploads (MB) are counted.",
        "The library (“quiet please”) is open.",
        "Prices (USD) rose.",
        "It took an hour (LOL).",
        "Choose a plan (or a tier).",
    ],
)
def test_brackets_that_introduce_nothing(text: str) -> None:
    assert ALIASES.find(text) == {}


def test_a_site_gives_aliases(tmp_path: Path) -> None:
    folder = tmp_path / "entities"
    folder.mkdir()
    (folder / "teams.toml").write_text(
        '[[entity]]\nid = "payments"\nname = "Payments Team"\naliases = ["Team Moneypenny", "billing squad"]\n'
    )
    entities = Entities.build(load_rules(tmp_path))
    assert entities.normal("the billing squad") == entities.normal("Payments Team")
    assert entities.person("Team Moneypenny") == entities.person("Payments Team")
    assert ENTITIES.person("Team Moneypenny") != ENTITIES.person("Payments Team")


@pytest.mark.parametrize(
    ("words", "stated"),
    [
        ("Please print in capitals.", True),
        ("**Stalls that are booked stay booked.**", True),
        ("There is no limit!", True),
        ("For customers in the EU:", False),
        ("How long is a release supported?", False),
        ("Acme Inc.", False),
        ("Limits of the free plan", False),
    ],
)
def test_a_sentence_above_a_list_names_nothing_of_it(words: str, stated: bool) -> None:
    assert is_statement(words) is stated
