"""Whether one place in two versions of a document says something else, beyond values that exclude one another."""

from __future__ import annotations

import re

from scanner.model import Moment, Precision, Quantity, Term, Text, Value

__all__ = ["says_otherwise"]

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")
_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def says_otherwise(old: Value, new: Value) -> bool:
    """Whether ``new`` replaces ``old`` in its place though the two cannot be compared, or could hold side by side.

    Values of two kinds do ("No", then a date), terms of two vocabularies, spans of time with another end, other words.
    The same digits read as two kinds ("2019" as a number and as a year) say the same, and so does another precision.
    """
    if isinstance(old, Moment) and isinstance(new, Moment):
        spans = old.precision is new.precision is Precision.RANGE
        return spans and old.unit == new.unit and old.canonical != new.canonical
    if isinstance(old, Text) and isinstance(new, Text):
        return _words(old) != _words(new)
    if isinstance(old, Term) and isinstance(new, Term):
        return old.code != new.code
    if isinstance(old, Quantity) and isinstance(new, Quantity):
        return old.unit != new.unit and _NUMBER.findall(old.canonical) != _NUMBER.findall(new.canonical)
    return old.kind is not new.kind and not _one_number(old, new)


def _words(text: Text) -> list[str]:
    """The words of a text whatever their order (lists are sorted anew), remarks in brackets left out."""
    return sorted(_WORD.findall(_REMARK.sub(" ", text.folded)))


def _one_number(old: Value, new: Value) -> bool:
    numbers = _NUMBER.findall(old.canonical)
    return bool(numbers) and numbers == _NUMBER.findall(new.canonical)
