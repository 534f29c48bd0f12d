"""Exact identifiers: one code for every way of writing one thing, and none for what only looks like one."""

from __future__ import annotations

import pytest

from scanner.model import Term, VerdictKind, compare_values
from scanner.normalize.identifier import IdentifierGrammar
from scanner.rules import load_rules

RULES = load_rules()
GRAMMAR = IdentifierGrammar.build(RULES)


def read(text: str, alone: bool = False) -> list[str]:
    return [f"{m.value.domain}:{m.value.code}" for m in GRAMMAR.find(text, alone) if isinstance(m.value, Term)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Write to Help@Example.com.", ["email:help@example.com"]),
        ("see https://Docs.Example.com/api/.", ["url:https://docs.example.com/api"]),
        ("(http://x.org:80/a)", ["url:http://x.org/a"]),
        ("https://en.wikipedia.org/wiki/Bit_(unit)", ["url:https://en.wikipedia.org/wiki/Bit_(unit)"]),
        ("www.Foo.org/bar.", ["url:https://www.foo.org/bar"]),
        ("http://a.org:1,http://b.org:2", ["url:http://a.org:1", "url:http://b.org:2"]),
        ("127.0.0.1, localhost:8080 and ::1", ["host:localhost"] * 3),
        ("10.0.0.0/8 and 2001:DB8::1", ["ip:10.0.0.0/8", "ip:2001:db8::1"]),
        ("1-800-555-0199 and +44 20 7946 0958", ["phone:8005550199", "phone:442079460958"]),
        ("(202) 555-0143 ext. 12", ["phone:2025550143x12"]),
        ("Phone: 555-0143", ["phone:5550143"]),
        ("The office (0555 21 80 44) is shut; ring 020 7946 0000", ["phone:0555218044", "phone:02079460000"]),
        ("Gate 0555 218, open 0900-1700, lot 0012 3456", ["phone:0555218"]),
        ("ZIP code 20405-1234, postcode SW1A 1AA", ["postal:20405-1234", "postal:sw1a1aa"]),
        ("under the Apache License, Version 2.0", ["licence:apache-2.0"]),
        ("licensed under MIT", ["licence:mit"]),
        ("GPLv2 or later, GPL-3.0-only", ["licence:gpl-2.0-or-later", "licence:gpl-3.0-only"]),
        ("CC BY-SA 4.0 and BSD-3-Clause", ["licence:cc-by-sa-4.0", "licence:bsd-3-clause"]),
    ],
)
def test_identifiers(text: str, codes: list[str]) -> None:
    assert read(text) == codes


@pytest.mark.parametrize(
    "text",
    [
        "She studied at MIT.",
        "part 555-0143 and 2024-05-13 and 12345",
        "std::vector a::b at 12:30:45",
        "version 1.2.3.4 of 1,000.00",
        "300.400.1.2 and user@localhost",
        "Apache 2.4.1 serves it.",
    ],
)
def test_look_alikes(text: str) -> None:
    assert read(text) == []


def test_a_dedication_agrees_with_the_public_domain() -> None:
    (one,), (two,) = GRAMMAR.find("dedicated under CC0 1.0"), GRAMMAR.find("in the public domain")
    assert one.value is not None
    assert two.value is not None
    assert compare_values(one.value, two.value).kind is VerdictKind.COMPATIBLE


def test_a_short_licence_name_alone_in_a_cell_is_one() -> None:
    assert read("MIT") == []
    assert read("MIT", alone=True) == ["licence:mit"]
