"""Routes: the first whose conditions hold, asked about the documents to correct first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.review import Route, Routing, subject_kind
from tests.unit.review_builders import state

KNOWN = {"windows": "platform"}
CONFLICT = state("f1:a", ("100", "api/v1.md"), ("500", "wiki/limits.md"))


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("/users endpoint", "path"),
        ("/api/v2/users", "path"),
        ("`/users`", "path"),
        ("--timeout", "option"),
        ("-n option", "option"),
        ("max_retries", "identifier"),
        ("Contract LS-2114", "identifier"),
        ("retentionPeriod", "identifier"),
        ("server.port", "identifier"),
        ("Fiscal year 2023", "name"),
        ("API key", "name"),
        ("Check-in", "name"),
        ("Members. Guests", "name"),
        ("Windows", "platform"),
    ],
)
def test_kinds_of_subjects(subject: str, kind: str) -> None:
    assert subject_kind(subject, KNOWN) == kind


@pytest.mark.parametrize(
    ("route", "takes"),
    [
        (Route("x"), True),
        (Route("x", path=("wiki/**",)), True),
        (Route("x", path=("web/**",)), False),
        (Route("x", source=("docs",)), True),
        (Route("x", source=("web",)), False),
        (Route("x", source=("docs",), path=("*.txt",)), False),
        (Route("x", subject=("path", "option")), True),
        (Route("x", subject=("name",)), False),
        (Route("x", predicate=("limits",)), True),
        (Route("x", predicate=("rate limit",)), True),
        (Route("x", predicate=("money",)), False),
        (Route("x", unowned=True), False),
    ],
)
def test_all_conditions_of_a_route_must_hold(route: Route, takes: bool) -> None:
    routing = Routing((route,), KNOWN, {"rate limit": "limits"})
    assert routing.owner(CONFLICT, "ann") == ("x" if takes else "ann")


def test_a_route_for_the_unowned_and_the_order_of_routes() -> None:
    routing = Routing((Route("late", path=("web/**",)), Route("first"), Route("second")))
    assert routing.owner(CONFLICT, "") == "first"
    assert Routing((Route("x", unowned=True),)).owner(CONFLICT, "") == "x"


def test_the_documents_to_correct_are_asked_about_first() -> None:
    old, new = CONFLICT.sides
    conflict = replace(CONFLICT, sides=(replace(old, preferred=True), new))
    routing = Routing((Route("api", path=("api/**",)), Route("wiki", path=("wiki/**",))))
    assert routing.owner(CONFLICT, "") == "api"
    assert routing.owner(conflict, "") == "wiki"
