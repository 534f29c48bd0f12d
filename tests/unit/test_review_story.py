"""From finding to fix, as the README tells it: a night, three decisions, corrected pages, and what the next shows."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rdflib import Graph

from scanner.cli.app import run
from scanner.store import Store

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
WIKI = "---\ndate: 2026-06-01\nowner: wiki\n---\n\n# Products\n\nLarkspur Vault keeps backups for 60 days.\n\n{}\n"
PREFIXES = (
    "PREFIX cs: <urn:contradiction-scanner:> PREFIX prov: <http://www.w3.org/ns/prov#> "
    "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
)

Call = Callable[..., str]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Call]:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE, "kb")

    def call_(*arguments: str) -> str:
        assert run([*arguments, "--db", "kb.duckdb"]) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    yield call_


def night(call: Call, day: str) -> dict[str, dict[str, Any]]:
    out = call("run", "kb", "--as-of", day, "--format", "json", "--fail-on", "never")
    findings = [f for f in json.loads(out)["findings"] if f["kind"] != "supersession"]
    return {f"{finding['subject']} {finding['predicate']}": finding for finding in findings}


def of(findings: dict[str, dict[str, Any]], word: str) -> dict[str, Any]:
    [found] = [finding for name, finding in findings.items() if word in name]
    return found


def write_wiki(text: str) -> None:
    Path("kb/support/wiki.md").write_text(WIKI.format(text), encoding="utf-8")


def test_the_story(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    write_wiki("Larkspur Maps was launched in June 2026.")
    first = night(call, "2026-11-30")
    assert {finding["status"] for finding in first.values()} == {"new"}
    queue = json.loads(call("queue", "--format", "json", "--as-of", "2026-11-30"))
    assert {entry["id"] for entry in queue} == {finding["id"] for finding in first.values()}
    assert len(queue) == 4
    assert queue[0]["documents"] == 3, "three documents repeat a side"

    who = ("--by", "ann", "--as-of", "2026-11-30")
    call("resolve", "--subject", "LS-2114", "--keep", "B", "--why", "the register is signed", *who)
    call("resolve", "--subject", "Gateway", "--accept-until", "2026-12-15", "--why", "retired at year's end", *who)
    scopes = ("--scope", "A=tier:standard", "--scope", "B=tier:premium")
    call("resolve", "--subject", "Vault", *scopes, "--why", "60 days are sold as premium", *who)
    assert [entry["id"] for entry in json.loads(call("queue", "--format", "json"))] == [of(first, "Maps")["id"]]

    write_wiki("Larkspur Maps was launched in March 2026.")
    register = Path("kb/contracts/register.csv")
    register.write_text(register.read_text().replace("2027-03-31", "2027-04-30"), encoding="utf-8")
    second = night(call, "2026-12-01")
    assert not any("Maps" in name for name in second), "closed by itself"
    assert of(second, "Gateway")["status"] == "deferred"
    assert of(second, "Vault")["status"] == "resolved"
    assert of(second, "LS-2114")["status"] == "reopened"
    third = night(call, "2026-12-15")
    assert {name: finding["status"] for name, finding in third.items()} == {
        name: "resolved" if "Vault" in name else "reopened" if "Gateway" in name else "open" for name in third
    }

    told = call("history")
    for words in (
        "keep            2027-03-31 stays; 30 June 2027 no longer holds from 2026-11-30; by ann",
        "resolution 1: the register is signed",
        "accepted until 2026-12-15; by ann, resolution 2: retired at year's end",
        "closed          support/wiki.md no longer says June 2026",
        "reopened        2027-03-31 became 2027-04-30",
        "reopened        it was accepted until 2026-12-15",
    ):
        assert " ".join(words.split()) in " ".join(told.split()), told
    mine = json.loads(call("history", of(third, "LS-2114")["id"], "--format", "json"))
    assert [entry["what"] for entry in mine] == ["found", "keep", "reopened"]
    assert [side["claims"][0]["quote"][:7] for side in mine[1]["seen"]["sides"]] == ["Contrac", "LS-2114"]
    assert _derived_again("kb.duckdb", third)

    provn = call("history", "--format", "prov-n")
    assert provn.startswith("document\n")
    assert provn.rstrip().endswith("endDocument")
    _check_provenance(call("history", "--format", "prov-jsonld"), monkeypatch)


def _derived_again(db: str, findings: dict[str, dict[str, Any]]) -> bool:
    """Statuses, windows and scopes follow from the truth alone: dropped and derived anew they are the same."""
    with Store.open(db) as store:
        before = store.query("SELECT * FROM facts ORDER BY ALL").rows
        assert any("tier" in str(row) for row in before)
        store.drop_derived()
        assert store.query("SELECT count(*) FROM facts WHERE resolution > 0").rows == ((0,),)
    assert run(["scan", "--db", db, "--as-of", "2026-12-15", "--fail-on", "never", "--output", "again.txt"]) == 0
    with Store.open(db) as store:
        again = {f"{f.subject} {f.predicate}": f.status for f in store.findings() if f.kind != "supersession"}
        assert again == {name: finding["status"] for name, finding in findings.items()}
        return store.query("SELECT * FROM facts ORDER BY ALL").rows == before


def _check_provenance(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trail loads in another library, without a network, and answers who decided what on which grounds."""

    def refuse(*arguments: object, **options: object) -> None:
        raise OSError("this test has no network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    graph = Graph().parse(data=text, format="json-ld")
    rows = graph.query(
        PREFIXES
        + """SELECT DISTINCT ?quote ?document ?rule ?card ?chunk WHERE {
            ?resolution cs:action "keep" ; prov:qualifiedAttribution/prov:agent/rdfs:label "ann" ;
                prov:qualifiedGeneration/prov:activity/prov:qualifiedUsage/prov:entity ?claim .
            ?claim cs:quote ?quote ; prov:qualifiedDerivation/prov:entity ?piece ;
                prov:qualifiedGeneration/prov:activity ?reading .
            ?piece cs:chunkId ?chunk ; prov:qualifiedDerivation/prov:entity ?revision .
            ?revision a cs:DocumentRevision ; rdfs:label ?document .
            ?reading prov:qualifiedAssociation/prov:hadPlan/rdfs:label ?rule ;
                prov:qualifiedUsage/prov:entity ?used .
            ?used a cs:Card ; rdfs:label ?card .
        } ORDER BY ?document ?quote"""
    )
    traced = [tuple(map(str, row))[:4] for row in rows]
    register = "LS-2114 | Bright & Sons | Office cleaning | 2027-03-31"
    assert traced == [
        ("Contract LS-2114 expires on 30 June 2027.", "kb/contracts/cleaning.md", "timing", "expiry date"),
        (register, "kb/contracts/register.csv", "table", "expiry date"),
    ]
    kinds = graph.query(PREFIXES + "SELECT ?e (COUNT(*) AS ?n) WHERE { ?x cs:event ?e } GROUP BY ?e ORDER BY ?e")
    assert {str(kind): int(str(number)) for kind, number in kinds} == {"closed": 1, "found": 4, "reopened": 2}
