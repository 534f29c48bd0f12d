"""Resolutions and states of findings made by hand."""

from __future__ import annotations

from datetime import date

from scanner.model import Action, Choice, FindingState, Resolution, SideState

__all__ = ["DAY", "decided", "state"]

DAY = date(2026, 11, 30)


def state(name: str, *sides: tuple[str, str], subject: str = "/users", predicate: str = "rate limit") -> FindingState:
    """A conflict with the id ``name``; each side is (value, document), and fingerprints follow from these."""
    stated = tuple(SideState(value, f"q:{value}", (("docs", doc),)) for value, doc in sides)
    content = f"{subject}|{predicate}|{sorted(value for value, _ in sides)}"
    places = f"{sorted((value, doc) for value, doc in sides)}"
    return FindingState(name, "conflict", subject, predicate, content, places, stated)


def decided(about: FindingState, number: int, action: Action, choice: Choice | None = None) -> Resolution:
    """A resolution about ``about``, decided on ``DAY``."""
    made = choice or Choice()
    return Resolution(number, about.finding_id, about.content, about.places, action, "why", "ann", DAY, made)
