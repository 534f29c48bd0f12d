"""Every Markdown case, run through the whole line in this process: documents in, exactly these findings out."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from scanner.cli.app import run
from tests.cases.casefile import Case, Expected, cases_in

HERE = Path(__file__).parent
CASES = [case for path in sorted(HERE.glob("*.md")) for case in cases_in(path)]
COLUMNS = ("doc_id", "published", "version", "source_type", "author", "owner", "title", "series")
Finding = dict[str, Any]


def params() -> list[Any]:
    # Strict: a case that begins to pass fails the suite until its mark is taken away.
    return [
        pytest.param(
            case,
            id=f"{case.file.removesuffix('.md')}: {case.name}",
            marks=[pytest.mark.xfail(reason=case.xfail, strict=True, raises=AssertionError)] if case.xfail else [],
        )
        for case in CASES
    ]


@pytest.mark.parametrize("case", params())
def test_case(case: Case, tmp_path: Path) -> None:
    found = scan(case, tmp_path)
    left = list(found)
    missing = [expected for expected in case.expected if not take(expected, left)]
    report = "\n".join(
        [
            *(f"missing: {e.kind} {e.reason} {' | '.join(e.sides)}" for e in missing),
            *(f"too much: {describe(finding)}" for finding in left),
        ]
    )
    assert not report, report


def scan(case: Case, folder: Path) -> list[Finding]:
    docs = folder / "docs"
    for document in case.documents:
        path = docs / document.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document.text, encoding="utf-8")
    manifest = folder / "manifest.csv"
    with manifest.open("w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, COLUMNS, restval="")
        rows.writeheader()
        rows.writerows({"doc_id": d.file, **dict(d.metadata)} for d in case.documents)
    output = folder / "findings.json"
    arguments = ["run", str(docs), "--manifest", str(manifest), "--db", ":memory:", "--as-of", "2026-11-30"]
    code = run([*arguments, "--format", "json", "--fail-on", "never", "--output", str(output)])
    assert output.is_file(), f"exit code {code}"
    body = json.loads(output.read_text(encoding="utf-8"))
    # 3 where nothing could be claimed, which a look-alike may well be.
    assert code == (0 if body["run"]["claims"] else 3)
    findings = body["findings"]
    assert isinstance(findings, list)
    return findings


def take(expected: Expected, left: list[Finding]) -> bool:
    """Remove the first finding that is as expected from ``left``."""
    for finding in left:
        if matches(expected, finding):
            left.remove(finding)
            return True
    return False


def matches(expected: Expected, finding: Finding) -> bool:
    sides = finding["sides"]
    if finding["kind"] != expected.kind or len(sides) != len(expected.sides):
        return False
    if expected.reason and expected.reason not in (finding["reason"], finding["type"]):
        return False
    orders = [sides] if expected.kind == "supersession" else [sides, sides[::-1]]
    if expected.kind == "supersession" and not sides[-1]["preferred"]:
        return False
    return any(all(map(says, order, expected.sides)) for order in orders)


def says(side: Finding, words: str) -> bool:
    """Whether a side's value reads as ``words``, or is the part of its quote that they name."""
    value, wanted = fold(side["value"]), fold(words)
    if value == wanted:
        return True
    quoted = any(wanted in fold(claim["quote"]) for claim in side["claims"])
    return quoted and (value in wanted or wanted in value)


def fold(text: str) -> str:
    return " ".join(text.replace("*", "").replace("`", "").split()).casefold()


def describe(finding: Finding) -> str:
    sides = " | ".join(f"{side['value']} ({side['claims'][0]['quote']})" for side in finding["sides"])
    return f"{finding['kind']} {finding['reason']}: {finding['subject']} / {finding['predicate']}: {sides}"


def test_case_names_are_unique() -> None:
    names = [(case.file, case.name) for case in CASES]
    assert len(names) == len(set(names))


def test_there_are_about_as_many_look_alikes_as_findings() -> None:
    silent = sum(not case.expected for case in CASES)
    assert 0.4 <= silent / len(CASES) <= 0.6
