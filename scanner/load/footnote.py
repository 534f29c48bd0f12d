"""Tell a footnote's mark from an exponent, so that "25,000¹" reads 25,000 and "m²" stays a square metre."""

from __future__ import annotations

import re

__all__ = ["is_footnote_mark", "superscript"]

_MARK = re.compile(r"[\[(]?(?:[0-9⁰¹²³⁴-⁹]{1,3}|[a-z]|[*†‡§¶#]{1,3})(?:[,;]\s*(?:[0-9]{1,3}|[a-z]))*[\])]?\Z")
_UNIT = re.compile(
    r"(?:\A|[^A-Za-z])(?:[kcdmµμnhM]?m|in|ft|yd|mi|s|sec|inch(?:es)?|f(?:oo|ee)t|miles?|(?:kilo|centi|milli)?met(?:er|re)s?)\Z"
)
_VARIABLE = re.compile(r"(?:\A|[^A-Za-z0-9])[A-Za-z]\Z")
_TEN = re.compile(r"(?:\A|[^\d.,])10\Z")
_TWO = re.compile(r"(?:\A|[^\d.,])2\Z")
_TRADE = frozenset({"TM", "SM", "®", "™", "(R)", "(TM)"})
_TO_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_TO_RAISED = str.maketrans("0123456789-+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")


def _exponent(before: str, mark: str) -> bool:
    digits = mark.translate(_TO_PLAIN)
    if not digits.isdigit():
        return False
    if _UNIT.search(before):
        return digits in {"2", "3"}
    if _VARIABLE.search(before):
        return True
    if _TEN.search(before):
        return int(digits) > 1
    return _TWO.search(before) is not None and int(digits) > 3


def is_footnote_mark(before: str, mark: str) -> bool:
    """Whether superscript ``mark`` after the text ``before`` points to a note and is no part of what is said.

    A mark is one to three digits, a letter, or a sign such as †. Digits after a unit of length ("km²"), a variable, 10
    ("10⁶") or a power of two ("2³²") are exponents.
    """
    if mark in _TRADE:
        return True
    if not before or _MARK.match(mark) is None:
        return False
    if mark.isalpha() and before[-1:].isdigit() and mark == "n":
        return False
    return not _exponent(before, mark)


def superscript(before: str, text: str) -> str | None:
    """``text`` in superscript digits, of the same length, if it is an exponent of ``before``; otherwise ``None``."""
    digits = text.lstrip("-+−")
    if digits.isdigit() and digits.isascii() and before and (before[-1].isalnum() or before[-1] == ")"):
        return text.replace("−", "-").translate(_TO_RAISED)
    return None
