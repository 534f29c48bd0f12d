"""Version numbers: what is one, what bound its words give, and how labels of documents sort."""

from __future__ import annotations

import pytest

from scanner.model import Bound, VerdictKind, Version, compare_values
from scanner.normalize.version import VersionGrammar
from scanner.rules import load_rules

RULES = load_rules()
GRAMMAR = VersionGrammar.build(RULES)


def read(text: str, **how: bool) -> list[tuple[str, Bound | None]]:
    return [(m.value.canonical, m.bound) for m in GRAMMAR.find(text, **how) if m.value]


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("v1.2 and version 2.0 and 2.0.1", ["1.2", "2.0", "2.0.1"]),
        ("release 1.17; etcd 3.4.1; 12.16.1", ["1.17", "3.4.1", "12.16.1"]),
        ("Unity 2018.4.36f1 with OpenSSL 1.1.1k and 1.1.1a", ["2018.4.36.1", "1.1.1.11", "1.1.1.1"]),
        ("Python 2.7, TLS 1.2 and 1.3, Ubuntu 22.04", ["2.7", "1.2", "1.3", "22.4"]),
        ("2.0.0-rc.1, 3.11.0rc2, 1.0.0-beta, 1.2.0-SNAPSHOT", ["2.0.0-rc1", "3.11.0-rc2", "1.0.0-beta", "1.2.0-dev"]),
        ("5.1.0.Final and 14.x", ["5.1.0", "14"]),
        ("It runs on Foobar 3.5 servers.", ["3.5"]),
    ],
)
def test_versions(text: str, versions: list[str]) -> None:
    assert [version for version, _ in read(text)] == versions


@pytest.mark.parametrize(
    ("text", "version", "bound", "outer"),
    [
        ("Python 3.8 and later", "3.8", Bound.MIN, "3.8 and later"),
        ("iOS 13 or newer", "13", Bound.MIN, "13 or newer"),
        ("Node.js 18 or higher", "18", Bound.MIN, "18 or higher"),
        ("version 3.8+", "3.8", Bound.MIN, "3.8+"),
        ("python>=3.9", "3.9", Bound.MIN, ">=3.9"),
        ("^3.8.1", "3.8.1", Bound.MIN, "^3.8.1"),
        ("at least Python 3.8", "3.8", Bound.MIN, "at least Python 3.8"),
        ("up to version 3.9", "3.9", Bound.MAX, "up to version 3.9"),
        ("older than 2.3.1", "2.3.1", Bound.MAX, "older than 2.3.1"),
        ("version 2.3 or earlier", "2.3", Bound.MAX, "2.3 or earlier"),
    ],
)
def test_bounds(text: str, version: str, bound: Bound, outer: str) -> None:
    (mention,) = GRAMMAR.find(text)
    assert mention.value is not None
    assert (mention.value.canonical, mention.bound, text[slice(*mention.outer)]) == (version, bound, outer)


def test_the_ends_of_a_range_are_its_bounds() -> None:
    assert read("versions 1.2 to 1.4") == [("1.2", Bound.MIN), ("1.4", Bound.MAX)]
    assert read("upgrade from version 1.2 to 1.4") == [("1.2", None), ("1.4", None)]


@pytest.mark.parametrize(
    "text",
    [
        "see 4.2, § 3.1, Figure 1.2, Table 2.1, section 4.2.1",
        "10.0.0.1 and 1.5 GB and 99.9 % and $4.20 and 13.05.2024",
        "Windows Server 2019; 2.7; 12 V; the V8 engine",
        "a score of 3.8 or higher; about 3.5 million",
        "5 CFR 410.302 and form 7600A and a 403b plan",
        "call 555.123.4567 or pay 1.234.567",
        "a press release 3 weeks ago; revision 30000",
        "2024-05-13 and 1,000.50 and I <3 it",
        "gsa-smartpay-3.1 and https://x.org/v2/3.4.1",
    ],
)
def test_look_alikes(text: str) -> None:
    assert read(text) == []


def test_a_whole_cell_needs_its_header_for_one_or_two_numbers() -> None:
    assert read("11.4.1", alone=True) == [("11.4.1", None)]
    assert read("2.7", alone=True) == []
    assert read("2.7", alone=True, cued=True) == [("2.7", None)]
    assert read("12", alone=True, cued=True) == [("12", None)]


def test_versions_compare_as_spans() -> None:
    def kind(a: str, b: str) -> VerdictKind:
        (one,), (two,) = GRAMMAR.find(a), GRAMMAR.find(b)
        assert isinstance(one.value, Version)
        assert isinstance(two.value, Version)
        return compare_values(one.value, two.value).kind

    assert kind("version 3", "version 3.8") is VerdictKind.COMPATIBLE
    assert kind("v3.8", "version 3.8") is VerdictKind.SAME
    assert kind("version 3.8", "version 3.9") is VerdictKind.DIFFERENT
    assert kind("2.0.0", "2.0.0-rc1") is VerdictKind.DIFFERENT


def test_labels_sort_oldest_first() -> None:
    labels = [
        "draft",
        "1.0-dev",
        "v1.0-draft",
        "1.0-alpha2",
        "1.0-beta",
        "1.0-rc1",
        "1.0 RC2",
        "1.0",
        "1.0 amended",
        "1.9",
        "1.10",
        "2.0 final draft",
        "2nd edition",
        "2024-05-01",
        "2024-11-30",
    ]
    backwards = labels[::-1]
    assert sorted(backwards, key=GRAMMAR.order) == labels
    assert sorted(["Rev B", "Rev A"], key=GRAMMAR.order) == ["Rev A", "Rev B"]
