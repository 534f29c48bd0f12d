"""Since last time: news told apart from what is known, a baseline that hides just that, and a digest of it all."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import jsonschema
import pytest

from scanner.model import Action, Finding, FindingKind, FindingStatus, Resolution
from scanner.report import (
    BaselineError,
    Change,
    Closed,
    Since,
    has_news,
    reaches,
    read_baseline,
    render,
    render_pages,
    select,
    write_baseline,
)
from scanner.report.schema import findings_schema
from tests.unit.finding_builders import make_finding
from tests.unit.test_report_formats import SUMMARY

DECIDED = Resolution(1, "f1:d", "c4", "p4", Action.ACCEPT, "known *for* now", "ada", date(2026, 11, 29))


def named(name: str, **changes: object) -> Finding:
    numbered = {"finding_id": f"f1:{name}", "fingerprint_content": f"c{name}", "fingerprint_places": f"p{name}"}
    return replace(make_finding(), **{**numbered, **changes})


FOUND = (
    named("a", subject="/a"),
    named("b", subject="/b"),
    named("c", subject="/c"),
    named("d", subject="/d", status=FindingStatus.DEFERRED, resolution=DECIDED),
    named("e", subject="/e"),
)
CLOSED = (
    Closed(
        "f1:x", "conflict", "/x", "limit", ("1", "2"), (("docs", "x.md"),), Change.RESOLVED, "x.md no longer says 2"
    ),
    Closed("f1:y", "possible", "/y", "limit", ("3", "4"), (("docs", "y.md"),), Change.VANISHED, "y.md is gone"),
)
SINCE = Since(
    date(2026, 11, 29),
    {
        "f1:a": Change.NEW,
        "f1:b": Change.CHANGED,
        "f1:c": Change.REOPENED,
        "f1:d": Change.RESOLVED,
        "f1:e": Change.OPEN,
    },
    CLOSED,
)
REPORT = select(SUMMARY, FOUND, since=SINCE)


def subjects(report) -> list[str]:
    return [finding.subject for finding in report.findings]


@pytest.mark.parametrize("form", ["text", "md", "digest", "digest-md"])
def test_the_numbers_stand_in_one_line(form: str) -> None:
    line = "Since 2026-11-29: 1 new, 1 changed, 1 re-opened, 2 resolved, 1 vanished; 1 still open."
    assert line in render(REPORT, form)
    assert "Since" not in render(select(SUMMARY, FOUND), form)


def test_json_says_what_became_of_each_and_what_is_gone() -> None:
    body = json.loads(render(REPORT, "json"))
    jsonschema.validate(body, findings_schema(), jsonschema.Draft202012Validator)
    assert [f["change"] for f in body["findings"]] == ["new", "changed", "re-opened", "resolved", "still-open"]
    assert body["since"]["previous"] == "2026-11-29"
    assert [(item["id"], item["change"], item["why"]) for item in body["since"]["closed"]] == [
        ("f1:x", "resolved", "x.md no longer says 2"),
        ("f1:y", "vanished", "y.md is gone"),
    ]
    first = json.loads(render(select(SUMMARY, FOUND), "json"))
    assert first["since"] == {"previous": None, "counts": dict.fromkeys(Change, 0), "closed": []}


def test_new_only_shows_and_fails_for_news_alone() -> None:
    report = select(SUMMARY, FOUND, since=SINCE, new_only=True)
    assert subjects(report) == ["/a", "/b", "/c"]
    assert "1 that was there before hidden; 1 settled one hidden" in render(report)
    quiet = select(SUMMARY, FOUND[4:], since=SINCE, new_only=True)
    assert not reaches(quiet)
    assert "No other conflict among 58 claims" in render(quiet)
    update = replace(make_finding(FindingKind.SUPERSESSION), status=FindingStatus.OPEN)
    assert subjects(select(SUMMARY, [update], since=SINCE, new_only=True)) == []
    assert len(subjects(select(SUMMARY, [replace(update, status=FindingStatus.NEW)], new_only=True))) == 1


def test_a_baseline_hides_what_it_holds_until_a_value_changes() -> None:
    baseline = read_baseline(write_baseline(FOUND[:2]))
    moved = replace(FOUND[0], fingerprint_places="elsewhere")
    changed = replace(FOUND[1], fingerprint_content="other", fingerprint_places="other")
    report = select(SUMMARY, [moved, changed, FOUND[4]], baseline=baseline)
    assert subjects(report) == ["/b", "/e"]
    assert "1 known from the baseline hidden" in render(report)
    assert not reaches(select(SUMMARY, FOUND[:2], baseline=baseline))
    assert write_baseline(FOUND) == write_baseline(reversed(FOUND))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "invalid JSON"),
        ("[]", "should be an object"),
        ('{"schema_version": "9", "findings": []}', "schema_version: input should be '1'"),
        ('{"schema_version": "1", "findings": [{"id": "f1:a"}]}', "findings.0.content: field required"),
    ],
)
def test_a_broken_baseline_is_refused(text: str, words: str) -> None:
    with pytest.raises(BaselineError, match=words):
        read_baseline(text)


def test_the_digest_lists_news_with_owner_and_places_and_says_why_things_went() -> None:
    text = render(REPORT, "digest")
    assert text.startswith(
        "Contradictions 2026-11-30: 1 new, 1 changed, 1 re-opened, 2 resolved, 1 vanished, 1 still open\n"
    )
    for words in (
        "New (1)\n\n- /a – rate limit: 100 requests per minute ≠ 500 requests per minute\n",
        "owner platform-team, f1:a",
        "100 requests per minute in api/v1.md:12",
        "Decided by people (1)",
        "deferred: accept by ada on 2026-11-29, no. 1: known *for* now",
        "x.md no longer says 2",
        "Vanished (1)",
        "4 of 12 documents undated",
    ):
        assert words in text, words
    assert "/e – " not in text
    marked = render(REPORT, "digest-md")
    assert "## New (1)" in marked
    assert "known \\*for\\* now" in marked


def test_the_digest_lists_what_people_decided_of_every_kind() -> None:
    changes = {"a": Change.RESOLVED, "b": Change.DISMISSED, "c": Change.DEFERRED, "e": Change.OPEN}
    found = [
        named("a", subject="/a", status=FindingStatus.RESOLVED, resolution=replace(DECIDED, action=Action.KEEP)),
        named("b", subject="/b", status=FindingStatus.DISMISSED, resolution=replace(DECIDED, action=Action.DUPLICATE)),
        named("c", subject="/c", status=FindingStatus.DEFERRED, resolution=DECIDED),
        named("d", subject="/d", status=FindingStatus.DISMISSED),
        named("e", subject="/e"),
    ]
    since = Since(date(2026, 11, 29), {f"f1:{name}": change for name, change in changes.items()})
    text = render(select(SUMMARY, found, since=since), "digest")
    section = text.partition("Decided by people (3)")[2]
    assert [line.split()[1] for line in section.splitlines() if line.startswith("- /")] == ["/a", "/b", "/c"]
    assert all(words in section for words in ("resolved: keep by", "dismissed: duplicate by", "deferred: accept by"))


def test_a_long_digest_is_cut_and_says_so() -> None:
    many = [named(str(n)) for n in range(25)]
    since = Since(date(2026, 11, 29), {finding.finding_id: Change.NEW for finding in many})
    text = render(select(SUMMARY, many, since=since), "digest")
    assert text.count("≠") == 20
    assert "- and 5 more" in text


@pytest.mark.parametrize(
    ("since", "news"),
    [
        (Since(), True),
        (SINCE, True),
        (Since(date(2026, 11, 29), {"f1:e": Change.OPEN}), False),
        (Since(date(2026, 11, 29), {}, CLOSED[1:]), True),
    ],
)
def test_whether_there_is_news(since: Since, news: bool) -> None:
    assert has_news(select(SUMMARY, FOUND, since=since)) is news


def test_sarif_tells_new_from_unchanged() -> None:
    results = json.loads(render(REPORT, "sarif"))["runs"][0]["results"]
    assert [r["baselineState"] for r in results] == ["new", "updated", "new", "unchanged", "unchanged"]
    assert results[3]["suppressions"][0]["justification"].startswith("deferred: accept by ada on 2026-11-29")


def test_pages_are_an_index_and_one_for_each_finding() -> None:
    pages = render_pages(REPORT)
    assert sorted(pages) == ["f1-a.md", "f1-b.md", "f1-c.md", "f1-d.md", "f1-e.md", "index.md"]
    index = pages["index.md"]
    assert "| [/a – rate limit: 100 requests per minute ≠ 500 requests per minute](f1-a.md) | high | 0.93 |" in index
    assert index.index("## Conflicts") < index.index("f1-e.md") < index.index("## Settled") < index.index("f1-d.md")
    assert pages["f1-d.md"].startswith("# /d – rate limit")
    assert "Decided: accept by ada on 2026-11-29. known \\*for\\* now" in pages["f1-d.md"]
    update = select(SUMMARY, [make_finding(FindingKind.SUPERSESSION)])
    assert list(render_pages(update)) == ["index.md"]
    assert len(render_pages(update, show_supersessions=True)) == 2
