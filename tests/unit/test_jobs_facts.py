"""Subjects are found by their form, never by likeness."""

from __future__ import annotations

import pytest

from scanner.jobs.facts import match_names, near_names

NAMES = ("/users", "/api/v2/users", "Server 2016", "server 2019", "Larkspur API", "finance team")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("/users", ("/users",)),
        ("USERS", ("/users",)),
        ("SERVER 2019", ("server 2019",)),
        ("api/v2/users", ("/api/v2/users",)),
        ("v2 users", ("/api/v2/users",)),
        ("team", ("finance team",)),
        ("finance", ("finance team",)),
        ("v2", ("/api/v2/users",)),
        ("api users", ()),
        ("Server 2022", ()),
        ("/user", ()),
        ("team finance", ()),
        ("", ()),
        ("–", ()),
    ],
)
def test_match(wanted: str, found: tuple[str, ...]) -> None:
    assert match_names(wanted, NAMES) == found


def test_an_end_may_fit_several() -> None:
    assert match_names("users", ("/a/users", "/b/users")) == ("/a/users", "/b/users")


def test_near_names_are_offered_most_alike_first() -> None:
    assert near_names("/user", NAMES)[0] == "/users"
    assert "Server 2016" in near_names("Server 2022", NAMES)
    assert near_names("zzz", NAMES) == ()
