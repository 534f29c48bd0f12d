"""Edits to sentences of real documentation: ones that change a fact, and benign ones that do not."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.bench.facts import Fact, masked

__all__ = ["BENIGN", "changed"]

_UNITS = {
    "second": "minute", "minute": "hour", "hour": "day", "day": "week", "week": "month", "month": "year",
    "mb": "GB", "gb": "TB", "kb": "MB",
}  # fmt: skip
_NEGATABLE = re.compile(r"\b(must|may|can|should|is|are)\b(?! not)")
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_CONVERTED = {"week": (7, "days"), "day": (24, "hours"), "hour": (60, "minutes"), "minute": (60, "seconds")}
_OTHER_NAME = "winter-garden"


def changed(fact: Fact, number: int) -> tuple[str, str] | None:
    """The sentence ``fact.b`` with its fact changed, and the sort of change; ``None`` where no edit fits.

    ``number`` counts the edits: every fourth value gets another unit instead of another number.
    """
    text = fact.b.text
    if fact.what == "polarity":
        return _polarity(text)
    if fact.what == "name":
        mark = "#" if fact.words.startswith("#") else ""
        _, at, host = fact.words.partition("@")
        return _spliced(text, re.escape(fact.words), f"{mark}{_OTHER_NAME}{at}{host}"), "name"
    written, unit = fact.words.split(" ", 1)
    spelt = re.escape(written) + r"(?=\s?" + re.escape(unit) + r")"
    other = _UNITS.get(unit.lower().removesuffix("s"))
    if other is not None and number % 4 == 3:
        plural = "s" if unit.endswith("s") else ""
        return _spliced(text, rf"(?<={re.escape(written)}) ?{re.escape(unit)}", f" {other}{plural}"), "unit"
    return _spliced(text, spelt, _another(written)), "value"


def _spliced(text: str, pattern: str, new: str) -> str:
    """The text with the first match outside of link addresses replaced."""
    match = re.search(pattern, masked(text))
    return text if match is None else text[: match.start()] + new + text[match.end() :]


def _polarity(text: str) -> tuple[str, str] | None:
    if re.search(r"\bcannot\b", text):
        return re.sub(r"\bcannot\b", "can", text, count=1), "polarity"
    if re.search(r"\bnot \b", text):
        return re.sub(r"\bnot ", "", text, count=1), "polarity"
    if _NEGATABLE.search(text):
        return _NEGATABLE.sub(r"\1 not", text, count=1), "polarity"
    return None


def _another(written: str) -> str:
    """Another number of the same form, far enough away that no rounding explains it."""
    sign = "$" if written.startswith("$") else ""
    bare = written.removeprefix("$").replace(",", "")
    if "." in bare:
        return f"{sign}{float(bare) * 1.5:.{len(bare.split('.')[1])}f}"
    larger = int(bare) * 2 + 1
    return f"{sign}{larger:,}" if "," in written else f"{sign}{larger}"


def _bold(text: str) -> str:
    return re.sub(r"(?<![\w*`./#-])(\d[\d,]*) ([a-z]+)", r"**\1 \2**", text, count=1)


def _in_words(text: str) -> str:
    return re.sub(r"(?<![\w.,$/#-])([2-9]|10) (?=[a-z])", lambda m: f"{_WORDS[int(m[1]) - 2]} ", text, count=1)


def _converted(text: str) -> str:
    def other(match: re.Match[str]) -> str:
        factor, unit = _CONVERTED[match[2]]
        return f"{int(match[1]) * factor} {unit}"

    # Not the last of a list ("15, 30 or 60 minutes"), whose unit holds for all of it.
    return re.sub(
        r"(?<![\w.,$/#-])(?<!or )(?<!and )(?<!to )(?<!, )(\d+) (week|day|hour|minute)s\b", other, text, count=1
    )


def _separated(text: str) -> str:
    # Not years, rooms and the like, which nobody writes so.
    return re.sub(r"(?<![\w.,/#-])([3-9]\d{3}|1[0-8]\d\d) (?=[a-z]+s\b)", lambda m: f"{int(m[1]):,} ", text, count=1)


def _percent(text: str) -> str:
    return re.sub(r"(\d)%", r"\1 percent", text, count=1)


def _synonym(text: str) -> str:
    for word, other in (
        ("at most", "no more than"),
        ("at least", "no fewer than"),
        ("requires", "needs"),
        ("keep", "store"),
    ):
        if re.search(rf"\b{word}\b", text):
            return re.sub(rf"\b{word}\b", other, text, count=1)
    return text


# Each gives back the text itself where it does not apply.
BENIGN: tuple[Callable[[str], str], ...] = (_bold, _in_words, _converted, _separated, _percent, _synonym)
