"""Validity windows of claims: stated in the text, else from the document's dates, else unknown."""

from __future__ import annotations

from dataclasses import replace

from scanner.model import Bound, Change, Document, Mention, Moment, Precision, Role, Status, Triple, Window, WindowBasis
from scanner.normalize.moment import window_of

__all__ = ["document_window", "is_noted", "is_period", "window_for"]

_RULES = frozenset({Bound.MAX, Bound.MIN, Bound.DEFAULT})


def window_for(triple: Triple, document: Document) -> Window:
    """The half-open window in which the triple's value holds.

    A window of the row or of a role word near the value ("since 1 June", "until March") is stated. Otherwise the
    document's effective date starts it, stated too; else its published date, which only says that it held by then.
    """
    if triple.window is not None:
        return triple.window
    low, high = triple.statement if triple.statement[1] > triple.statement[0] else (0, len(triple.unit.text))
    stated: Window | None = None
    for mention in triple.unit.starting(low, high):
        if mention.start == triple.mention.start:
            continue
        if not isinstance(mention.value, Moment) or isinstance(triple.mention.value, Moment):
            continue
        noted = is_noted(triple, mention)
        if is_period(mention) and not noted:
            continue
        window = window_of(replace(mention, role=Role.AS_OF) if noted else mention, document.published)
        if window is not None:
            stated = window if stated is None else _meet(stated, window)
    if stated is not None:
        return stated
    if triple.change is Change.OLD or triple.status is Status.HISTORICAL:
        day = document.effective or document.published
        return Window(None, day, WindowBasis.DOCUMENT_DATE if day is not None else WindowBasis.UNKNOWN)
    return document_window(document)


def document_window(document: Document) -> Window:
    """The window that a document's own dates give to what it says."""
    if document.effective is not None:
        return Window(document.effective, None, WindowBasis.STATED)
    if document.published is not None:
        return Window(document.published, None, WindowBasis.DOCUMENT_DATE)
    return Window()


def is_period(mention: Mention) -> bool:
    """Whether a moment beside a value is the period the fact is about, not a time since or until when it holds.

    "As of 2006 the town had 5,000 inhabitants" counts in 2006; "as of 1 March 2025 the fee is 5 EUR" starts a window.
    """
    moment = mention.value
    if not isinstance(moment, Moment):
        return False
    counted = mention.role is Role.AS_OF and moment.precision is Precision.YEAR
    return mention.role in {Role.NONE, Role.BETWEEN} or counted


def is_noted(triple: Triple, mention: Mention) -> bool:
    """Whether a month or day alone in brackets dates a limit: "up to 2 GB (April 2018)".

    A limit is nothing that is counted in a month; "300 visitors (April 2018)" were.
    """
    text, bound = triple.unit.text, triple.bound or triple.mention.bound
    if mention.role is not Role.NONE or bound not in _RULES or not isinstance(mention.value, Moment):
        return False
    alone = text[: mention.start].endswith("(") and text.startswith(")", mention.end)
    return alone and mention.value.precision in {Precision.DAY, Precision.MONTH}


def _meet(a: Window, b: Window) -> Window:
    """The common part of two windows, or the first where they exclude one another."""
    starts = [day for day in (a.start, b.start) if day is not None]
    ends = [day for day in (a.end, b.end) if day is not None]
    start, end = max(starts, default=None), min(ends, default=None)
    if start is not None and end is not None and start >= end:
        return a
    return Window(start, end, WindowBasis.STATED)
