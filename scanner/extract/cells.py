"""Turn a table cell, or the value of a key, into mentions: values, flags, short words; and skip what is no value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scanner.extract.wording import Words
from scanner.model.triple import Mention, Unit
from scanner.model.value import Flag, Moment, Quantity, Text
from scanner.rules import RuleSet

__all__ = ["CellValue", "Cells"]

_REMARK = re.compile(r"(?<!\w)[(\[][^()\[\]]*[)\]]")
_SPACE = re.compile(r"\s+")
_LINK = re.compile(r"https?://\S+|\S+@\S+\.\w+")
_PART = re.compile(r"[;,/•]\s|\s(?:and|or|plus)\s")
_JOIN = re.compile(r"[;,/&+]|\b(?:and|or|to)\b")
_STOP = re.compile(r"[,;(\[–—.]")
_OPEN = re.compile(r"\b(?:to|of|than|from|and|or|the|a|an)\s*$", re.IGNORECASE)
_WITHIN = re.compile(r"\w-$")
_ADDRESS = re.compile(r"\s*<[^<>]*>|\s*\([^()\s]+@[^()\s]+\)|\s*\S+@\S+\.\w+")
_NAMES = re.compile(r",\s*(?:and\s+)?|;\s*|\s+(?:and|&)\s+")
_NAME_WORDS = 5
_KEYWORD = re.compile(r"\$[A-Z][a-z]+(?::[^$]*)?\$")
_QUOTES = " \t\n`\"'“”‘’"
_DEFAULT = re.compile(r"(?P<value>[\w./-]+)[`\"'”’]?\s*\((?:the\s+)?default\)", re.IGNORECASE)
_MARKS = " \t\n.;:*†‡`\"'“”‘’"


@dataclass(frozen=True, slots=True)
class CellValue:
    """One value of a cell. ``label`` are the words before it in its part of the cell ("EU: 5 GB; US: 3 GB"),
    ``remark`` those in brackets behind it ("5 GB (Standard)"): both say of what it holds.
    """

    mention: Mention
    label: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Cells:
    """Reads cells by the cards of yes, no and no-value words."""

    yes: frozenset[str]
    no: frozenset[str]
    nothing: frozenset[str]
    default: Words
    longest: int = 60

    @classmethod
    def of(cls, rules: RuleSet) -> Cells:
        """A reader by the cards in force."""
        yes, no, nothing = (frozenset(word.lower() for word in rules.words(cue)) for cue in ("yes", "no", "no value"))
        return cls(yes, no, nothing, Words.of(rules, "default"))

    def is_empty(self, text: str) -> bool:
        """Whether a cell says nothing: blank, a dash, "n/a", "same as above", an unexpanded keyword."""
        folded = _fold(_KEYWORD.sub("", text))
        return not folded or folded in self.nothing or not any(c.isalnum() or c in "✓✔✗✘✅❌☑✕" for c in folded)

    def values(self, unit: Unit, start: int, end: int, *, words: int) -> Iterator[CellValue]:
        """The values in ``unit.text[start:end]``.

        In a long cell only a value at its very start counts: the rest is read as sentences. A cell without a value
        that has at most ``words`` words is a value of its own, as text.
        """
        text = unit.text[start:end]
        if self.is_empty(text) or self.is_empty(text.rpartition(":")[2]):
            return
        folded = _fold(text)
        if folded in self.yes or folded in self.no:
            left = start + len(text) - len(text.lstrip())
            right = start + len(text.rstrip(" \t\n."))
            yield CellValue(Mention(left, right, unit.text[left:right], Flag(folded in self.yes)))
            return
        inside = [mention for mention in unit.starting(start, end) if mention.end <= end]
        found = list(self._mentioned(unit, inside, start, end))
        if found:
            yield from found
        elif not any(mention.problem for mention in inside) and len(folded.split()) <= words:
            yield from self._as_text(unit, start, end)
        yield from (CellValue(mention) for mention in inside if mention.problem)

    def names(self, unit: Unit, start: int, end: int) -> CellValue | None:
        """The person or people that ``unit.text[start:end]`` names, without their addresses; ``None`` if it names none.

        Several names are one value: a list of owners changes as a whole.
        """
        text = unit.text[start:end]
        bare = _SPACE.sub(" ", _ADDRESS.sub("", text)).strip(" ,;.")
        parts = [part.strip() for part in _NAMES.split(bare)]
        if self.is_empty(bare) or not all(part[:1].isupper() and len(part.split()) <= _NAME_WORDS for part in parts):
            return None
        left = start + len(text) - len(text.lstrip())
        right = left + len(bare) if unit.text[left : left + len(bare)] == bare else start + len(text.rstrip())
        return CellValue(Mention(left, right, unit.text[left:right], Text(bare.lower())))

    def default_of(self, unit: Unit, start: int, end: int) -> CellValue | None:
        """The one of several values in ``unit.text[start:end]`` that is marked "(default)"."""
        text = unit.text[start:end]
        marked = _DEFAULT.search(text)
        if marked is None or not text[: marked.start()].strip():
            return None
        low, high = start + marked.start("value"), start + marked.end("value")
        for mention in unit.mentions:
            if mention.value is not None and mention.start <= low < mention.end:
                return CellValue(mention)
        word = unit.text[low:high]
        folded = word.lower()
        value = Flag(folded in self.yes) if folded in self.yes | self.no else Text(folded)
        return CellValue(Mention(low, high, word, value))

    def _mentioned(self, unit: Unit, inside: list[Mention], start: int, end: int) -> Iterator[CellValue]:
        text = unit.text[start:end]
        remarks = [(m.start() + start, m.end() + start) for m in _REMARK.finditer(text)]
        good = [m for m in inside if m.value is not None and not m.problem and not _is_within(unit.text, m.outer[0])]
        opening = start + len(text) - len(text.lstrip())
        long = len(text) > self.longest
        plain = [m for m in good if not any(low < m.start and m.end < high for low, high in remarks)]
        for number, mention in enumerate(plain):
            outer = mention.outer
            if long and (number or outer[0] > opening + 2):
                return
            floor = plain[number - 1].outer[1] if number else start
            label = _label(unit.text[floor : outer[0]], first=not number)
            if label is None or (not number and not long and _is_incidental(text, mention, start)):
                return
            limit = plain[number + 1].outer[0] if number + 1 < len(plain) else end
            remark = next((r for r in remarks if outer[1] <= r[0] < limit), None)
            words = unit.text[remark[0] + 1 : remark[1] - 1].strip() if remark else ""
            valued = remark is not None and any(remark[0] <= m.start and m.end <= remark[1] for m in good)
            yield CellValue(mention, label, "" if valued else words)

    def _as_text(self, unit: Unit, start: int, end: int) -> Iterator[CellValue]:
        """The cell's words as a value, unless they are a sentence; "localhost unless set" is localhost."""
        text = unit.text[start:end]
        aside = self.default.pattern.search(text)
        if aside and text[: aside.start()].strip():
            text = text[: aside.start()].rstrip(" ,(")
        words = text.strip()
        if (words.endswith(".") and len(words.split()) > 1) or words.endswith(("?", "!", ":")):
            return
        left = start + len(text) - len(text.lstrip(_QUOTES))
        right = start + len(text.rstrip(_MARKS))
        if left < right:
            words = unit.text[left:right]
            yield CellValue(Mention(left, right, words, Text(_SPACE.sub(" ", words).lower())))


def _label(before: str, *, first: bool) -> str | None:
    """The words right before a value in its part of a cell, ``None`` where they are too many for a label."""
    part = _REMARK.sub(" ", _PART.split(before)[-1])
    words = [word for word in part.strip(" \t\n:=–—-(\"'").split() if any(c.isalnum() for c in word)]
    if (
        len(words) > 5
        or _OPEN.search(part)
        or (not first and not words and not _PART.search(before) and not _JOIN.search(before))
    ):
        return None
    return " ".join(words)


def _is_within(text: str, at: int) -> bool:
    """Whether what begins at a place is the end of a word with a hyphen."""
    return _WITHIN.search(text, max(0, at - 3), at) is not None


def _is_incidental(text: str, mention: Mention, start: int) -> bool:
    """Whether a value stands deep inside words that are what the cell says ("Level 2 lead of the north")."""
    before = text[: mention.outer[0] - start].split()
    after = _STOP.split(text[mention.outer[1] - start :])[0].split()
    value = mention.value
    if isinstance(value, Moment) and len(after) > 2 and not before:
        return True  # "FY22 performance cycle begins"
    if isinstance(value, Quantity) and not value.unit and not before and after and after[0][:1].isupper():
        return True  # "31 Spooner Street"
    return bool(_LINK.search(" ".join(before))) or (len(before) > 1 and len(after) > 3)


def _fold(text: str) -> str:
    return _SPACE.sub(" ", text).strip(" \t\n.").lower()
