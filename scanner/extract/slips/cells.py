"""One row that says two things: its description opens with "REQUIRED.", and its column of that says "No"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scanner.extract.slips.side import Check, Pair, side
from scanner.extract.wording import Words, fold_header
from scanner.model import Document, Mention, Reason, Term, Text, Unit, UnitKind, Value, VerdictKind, compare_values
from scanner.rules import RuleSet

__all__ = ["build"]

_FEWEST_CELLS = 3  # a name, a description, and the column that says the same again
_MARKS = " \t*_`[]()\"'"
_OPPOSITE = {"required": "optional", "optional": "required"}
_Side = tuple[tuple[int, int], str, Value]


def build(rules: RuleSet) -> Check:
    """The check of rows against themselves: the need that a row tells twice, and the default."""
    duties = {code: Term("modality", code, rules.terms[code].agrees) for code in _OPPOSITE}
    marks = {word.lower(): code for code in _OPPOSITE for word in rules.words(f"cell {code}")}
    some = _any(marks)
    return _Rows(
        duties,
        marks,
        {word.lower(): code for code in _OPPOSITE for word in rules.words(f"column {code}")},
        {word: answer for cue, answer in (("yes", True), ("no", False)) for word in rules.words(cue)},
        # All that its part of the cell says: "REQUIRED. Host name", "[Optional] a port", "a port (required)".
        re.compile(
            rf"\s*(?:[\[(](?P<boxed>{some})[\])]|(?P<first>{some})\s?(?:[.;](?=\s)|[–—](?=\s)))"
            rf"|.*\S\s[\[(](?P<last>{some})[\])]\s*\.?\s*$",
            re.IGNORECASE | re.DOTALL,
        ),
        Words.of(rules, "column default"),
        re.compile(rf"(?:^|[.;(]\s?)\s*(?:{_any(rules.words('cell default'))})\s*[:=]?\s*[`\"']*$", re.IGNORECASE),
    ).check


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=lambda w: (-len(w), w)))


@dataclass(frozen=True, slots=True)
class _Rows:
    duties: Mapping[str, Term]
    marks: Mapping[str, str]
    columns: Mapping[str, str]
    answers: Mapping[str, bool]
    marked: re.Pattern[str]
    default: Words
    told: re.Pattern[str]

    def check(self, document: Document, units: Sequence[Unit]) -> Iterator[Pair]:
        del document
        for unit in units:
            if unit.kind is UnitKind.ROW and len(unit.headers) == len(unit.cells) >= _FEWEST_CELLS:
                headers = [fold_header(header) for header in unit.headers]
                yield from self._need(unit, headers)
                yield from self._default(unit, headers)

    def _need(self, unit: Unit, headers: Sequence[str]) -> Iterator[Pair]:
        """ "REQUIRED. Host name" beside "No" in the column "Required"."""
        columns = [at for at, header in enumerate(headers) if header in self.columns]
        if len(columns) != 1:
            return
        low, high = unit.cells[columns[0]]
        answer = self.answers.get(unit.text[low:high].strip(_MARKS).lower())
        if answer is None:
            return
        column = self.columns[headers[columns[0]]]
        stated = column if answer else _OPPOSITE[column]
        for begin, end in unit.cells[1:]:
            found = self.marked.match(unit.text[begin:end]) if begin != low else None
            if found is None or found.lastgroup is None:
                continue
            said = self.marks[" ".join(found[found.lastgroup].lower().split())]
            if said != stated:
                first, last = found.span(found.lastgroup)
                cell = ((begin + first, begin + last), found[found.lastgroup], self.duties[said])
                yield _pair(unit, cell, ((low, high), unit.text[low:high].strip(), self.duties[stated]), "requirement")
                return

    def _default(self, unit: Unit, headers: Sequence[str]) -> Iterator[Pair]:
        """ "Seconds to wait. Default: 30." beside "20" in the column "Default"."""
        columns = [at for at, header in enumerate(headers) if header in self.default.listed]
        stated = _whole(unit, *unit.cells[columns[0]]) if len(columns) == 1 else None
        if stated is None or stated.value is None:
            return
        for begin, end in (cell for at, cell in enumerate(unit.cells) if at not in {0, columns[0]}):
            told = [m for m in unit.starting(begin, end) if self.told.search(unit.text[begin : m.start])]
            if len(told) != 1 or told[0].value is None or isinstance(told[0].value, Text):
                continue
            rest = unit.text[told[0].end : end].lstrip(_MARKS)
            same = type(told[0].value) is type(stated.value)
            # "Default: 30 with TLS" and "Default: 30–60" say more than one value.
            if not same or (rest and rest[0] not in ".;") or told[0].bound is not None:
                continue
            if compare_values(told[0].value, stated.value).kind is VerdictKind.DIFFERENT:
                yield _pair(unit, _side(told[0], told[0].value), _side(stated, stated.value), "default")
                return


def _whole(unit: Unit, low: int, high: int) -> Mention | None:
    """The one value that a cell gives, if it gives nothing else."""
    found = unit.starting(low, high)
    if len(found) != 1 or found[0].bound is not None or isinstance(found[0].value, Text):
        return None
    return found[0] if unit.text[low:high].strip(_MARKS) == found[0].text.strip(_MARKS) else None


def _side(mention: Mention, value: Value) -> _Side:
    return (mention.start, mention.end), mention.text, value


def _pair(unit: Unit, a: _Side, b: _Side, predicate: str) -> Pair:
    subject = unit.text[slice(*unit.cells[0])].strip(_MARKS)
    reason = Reason.ROW_DIFFERS
    return side(reason, unit, *a, predicate, subject), side(reason, unit, *b, predicate, subject)
