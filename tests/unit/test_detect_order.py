"""Versions and series: which document follows which."""

from __future__ import annotations

from datetime import date

import pytest

from scanner.detect.order import place_documents
from scanner.detect.parameters import DetectSettings
from scanner.detect.versions import is_prerelease, version_key
from scanner.detect.weigh import recency
from scanner.model import DocumentRecord


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("20240115", "20240301"),
        ("2.0b1", "2.0"),
        ("1.0-2", "1.0-10"),
        ("1.9", "1.10"),
        ("v1.2", "v2"),
        ("2.0-rc1", "2.0"),
        ("2.0-alpha", "2.0-beta"),
        ("2.0-beta2", "2.0-rc1"),
        ("2.0-rc1", "2.0-rc2"),
        ("draft", "1"),
        ("2023-05", "2024-01"),
        ("Version 3", "Version 3.1"),
        ("2.0.dev1", "2.0a1"),
        ("Draft 2", "2"),
    ],
)
def test_versions_in_order(older: str, newer: str) -> None:
    first, second = version_key(older), version_key(newer)
    assert first is not None
    assert second is not None
    assert first < second


@pytest.mark.parametrize(("one", "other"), [("2.0", "2"), ("v3.4.0", "3.4"), ("Release 5", "5")])
def test_equal_versions(one: str, other: str) -> None:
    assert version_key(one) == version_key(other)


@pytest.mark.parametrize(
    "label", ["", "final", "Jellyfish", "latest", "67e6e73", "77c906f", "12b4567", "1234567", "a81f0c2", "9e12"]
)
def test_no_version(label: str) -> None:
    assert version_key(label) is None
    assert not is_prerelease(label)


@pytest.mark.parametrize("label", ["2.0-rc1", "unreleased", "3.0.0-SNAPSHOT", "draft", "1.5 beta", "2.0 (preview)"])
def test_prereleases(label: str) -> None:
    assert is_prerelease(label)


@pytest.mark.parametrize("label", ["2.0", "2024-01", "alphabet 3", "2.0 build 17", "previewed 4"])
def test_releases(label: str) -> None:
    assert not is_prerelease(label)


def record(doc_id: str, version: str = "", day: date | None = None, **more: str) -> DocumentRecord:
    return DocumentRecord("docs", doc_id, published=day, version=version, series="s", **more)


def test_a_series_without_any_order_closes_nothing() -> None:
    placed = place_documents([record("a"), record("b")], (), DetectSettings())
    assert not any(p.closed for p in placed)


def test_only_the_newest_is_live_and_each_follows_the_one_before() -> None:
    placed = place_documents([record("a", "3"), record("b", "1"), record("c", "2")], (), DetectSettings())
    assert [(p.closed, p.closed_by) for p in placed] == [(False, -1), (True, 2), (True, 0)]


def test_dates_order_where_some_versions_are_missing() -> None:
    records = [record("a", "2", date(2024, 1, 1)), record("b", "", date(2025, 1, 1))]
    placed = place_documents(records, (), DetectSettings())
    assert [p.closed for p in placed] == [True, False]
    assert placed[0].closed_at == date(2025, 1, 1)


def test_a_series_of_drafts_orders_itself() -> None:
    placed = place_documents([record("a", "draft 1"), record("b", "draft 2")], (), DetectSettings())
    assert [(p.closed, p.pending) for p in placed] == [(True, False), (False, False)]


def test_commits_order_nothing_so_dates_do() -> None:
    records = [record("a", "77c906f", date(2022, 1, 1)), record("b", "67e6e73", date(2023, 1, 1))]
    placed = place_documents(records, (), DetectSettings())
    assert [p.closed for p in placed] == [True, False]


def test_series_of_two_sources_are_two() -> None:
    records = [record("a", "1"), DocumentRecord("wiki", "a", version="2", series="s")]
    assert not any(p.closed for p in place_documents(records, (), DetectSettings()))


@pytest.mark.parametrize(
    ("name", "found"),
    [("old.md", True), ("x/old.md", True), ("old", True), ("THE OLD ONE", True), ("other", False)],
)
def test_a_replaced_document_is_named_by_path_file_or_title(name: str, found: bool) -> None:
    old = DocumentRecord("docs", "x/old.md", title="The old one")
    new = DocumentRecord("docs", "y/new.md", supersedes=(name,), published=date(2025, 1, 1))
    placed = place_documents([old, new], (), DetectSettings())
    assert placed[0].closed is found


def test_a_title_that_is_the_file_name_is_no_second_document() -> None:
    old, new = DocumentRecord("docs", "old.md", title="Old"), DocumentRecord("docs", "new.md", supersedes=("Old",))
    assert place_documents([old, new], (), DetectSettings())[0].closed


def test_an_ambiguous_name_replaces_nothing() -> None:
    records = [DocumentRecord("docs", f"{n}/policy.md") for n in "ab"]
    records.append(DocumentRecord("docs", "c/new.md", supersedes=("policy.md",)))
    assert not any(p.closed for p in place_documents(records, (), DetectSettings()))


def test_recency_falls_by_a_tenth_a_month_to_a_floor() -> None:
    day = date(2026, 11, 29)
    assert recency(day, day) == 1
    assert recency(date(2026, 5, 29), day) == pytest.approx(0.395, abs=0.01)
    assert recency(date(2010, 1, 1), day) == 0.3
    assert recency(None, day) == 0.3
    assert recency(date(2027, 1, 1), day) == 1
