"""Read one amount: a number with its sign, currency, magnitude and unit, and smaller units that follow it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.model import Bound
from scanner.normalize.number import NumberReader, Numeral
from scanner.normalize.quantity_units import UnitRef, UnitTable
from scanner.normalize.quantity_words import NounReader

__all__ = ["Amount", "AmountReader"]

_GAP = re.compile(r"[ \u00a0\u202f\u2009]{1,2}|[-‑]|\n|")
_BRACKET = re.compile(r"(?: ?([\[{])| (\()(?=[^)]{2}))")
_CLOSING = {"[": "]", "{": "}", "(": ")"}
_LETTERS = re.compile(r"[A-Za-z]+")
_REPEATED = re.compile(r"\s?\((\d[\d,]*)\)")
_NEXT = re.compile(r"(?:[ \u00a0]|, | and |, and |)(?=\d)")
_NEXT_WORD = re.compile(r" and |, and |, | ")
_HALF = re.compile(r"\s+and\s+(?:a|one)[\s-]half\b", re.IGNORECASE)
_OF = re.compile(r" of\b|\s*$", re.IGNORECASE)
_OF_ONE = re.compile(r"\s+of\s+(?:an?|one)\s+", re.IGNORECASE)
_MINUS = re.compile(r"(?:^|[\s(\[])(?:minus|negative)[\s-]$", re.IGNORECASE)
_SIGN_AFTER = frozenset(" \t\n\u00a0([{=:<>~≈≤≥,\"'“|`/*")
_MONEY_TAIL = re.compile(r"\s?(?:US|U\.S\.)(?![\w$])")


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount at ``[start, end)``: ``lo`` to ``hi`` of ``ref`` (of nothing in particular if ``None``).

    ``hyphen`` tells that the unit is joined by a hyphen ("7-day"); ``article`` that the number is "a" or "an";
    ``money`` that a currency sign precedes it; ``problem`` why it is no value; ``bound`` is given by words between
    number and unit ("5 or more days").
    """

    start: int
    end: int
    lo: Fraction
    hi: Fraction
    numeral: Numeral
    ref: UnitRef | None = None
    hyphen: bool = False
    article: bool = False
    money: bool = False
    problem: str = ""
    bound: Bound | None = None

    def converted(self, ref: UnitRef) -> Amount | None:
        """This amount in ``ref``, or ``None`` if it measures something else."""
        if self.ref is None or self.ref == ref:
            return replace(self, ref=ref)
        if self.ref.unit != ref.unit:
            return None

        def change(value: Fraction, own: UnitRef) -> Fraction:
            return (value * own.factor + own.offset - ref.offset) / ref.factor

        return replace(self, lo=change(self.lo, self.ref), hi=change(self.hi, self.ref), ref=ref)


@dataclass(frozen=True)
class AmountReader:
    """Reads amounts with one table of units and one of number words."""

    table: UnitTable
    numbers: NumberReader
    nouns: NounReader
    idioms: frozenset[str]

    def read(self, text: str, at: int, forced: Numeral | None = None, money: UnitRef | None = None) -> Amount | None:
        """The amount whose number starts at ``at``; ``None`` if the letters glued to it make it a name.

        ``forced`` replaces reading the number, ``money`` is a currency known from before ("£5–10m").
        """
        numeral = forced or self.numbers.read(text, at)
        if numeral is None:
            return None
        start = at
        before = self.table.money_before(text, at) or self._spelled_sign(text, at, numeral)
        if before is not None and not numeral.words:
            money, start = before
        negative, start = _signed(text, start)
        if numeral.problem:
            return Amount(start, numeral.end, Fraction(0), Fraction(0), numeral, money, problem=numeral.problem)
        repeated = _REPEATED.match(text, numeral.end) if numeral.words else None
        if repeated is not None and Fraction(repeated.group(1).replace(",", "")) == numeral.value:
            numeral = replace(numeral, end=repeated.end())
        found = self._with_money(text, numeral, money) if money is not None else self._with_unit(text, numeral)
        if found is None:
            return None
        numeral, ref, end, hyphen, problem = found
        if numeral.needs_unit and ref is None and not (_OF.match(text, end) and text[at : at + 4].lower() == "half"):
            return None
        value = -numeral.value if negative else numeral.value
        amount = Amount(
            start, end, value - numeral.slack, value + numeral.slack, numeral, ref, hyphen,
            article=forced is not None, money=money is not None, problem=problem,
        )  # fmt: skip
        return self._compound(text, amount) if ref is not None and ref.unit and not problem else amount

    def _spelled_sign(self, text: str, at: int, numeral: Numeral) -> tuple[UnitRef, int] | None:
        """The letters that stand for a currency sign in plain ASCII ("PS2.7m"), before what only money is."""
        found = self.table.money_before(text, at, self.table.spelled_money) if self.table.spelled_money else None
        if found is None or numeral.words:
            return None
        told = self.numbers.suffix(text, numeral, money=True).magnitude > 1
        cents = numeral.step == Fraction(1, 100) and at - found[1] > 1  # "R2.50" is as often a name
        return found if told or numeral.grouped or cents else None

    def _with_money(
        self, text: str, numeral: Numeral, money: UnitRef
    ) -> tuple[Numeral, UnitRef | None, int, bool, str] | None:
        numeral = self.numbers.suffix(text, numeral, money=True)
        end = numeral.end
        if text[end : end + 1].isalpha():
            return None
        gap = _GAP.match(text, end)
        after = self.table.match(text, gap.end() if gap else end)
        if after is not None and text[after[1] : after[1] + 1].isdigit():
            return numeral, money, end, False, ""  # "$1.5-$2": the sign belongs to the next number
        if after is not None and after[0].currency and after[0].factor == 1:
            money, end = (after[0] if money.unit == "USD" else money), after[1]
        elif money.unit == "USD" and (tail := _MONEY_TAIL.match(text, end)):
            end = tail.end()
        elif after is not None and gap is not None and gap.group() == "-" and after[0].is_time:
            return None  # "$5-day" is no amount
        return numeral, money, end, False, ""

    def _with_unit(self, text: str, numeral: Numeral) -> tuple[Numeral, UnitRef | None, int, bool, str] | None:
        end = numeral.end
        glued = _LETTERS.match(text, end)
        if glued is not None:
            letters = glued.group()
            # "5m USD", "4.2M USD": a magnitude before a currency.
            scaled = self.numbers.suffix(text, numeral, money=True)
            if scaled is not numeral and (priced := self.spaced(text, scaled.end)) and priced[0].currency:
                return scaled, priced[0], priced[1], False, ""
            if letters == "m" and self._counts_people(text, end + 1):
                return self.numbers.suffix(text, numeral, money=True), None, end + 1, False, ""
            if letters in self.numbers.suffixes and not self._in_context(text[max(0, end - 400) : end + 400], letters):
                numeral = self.numbers.suffix(text, numeral, money=False)
                end = numeral.end
                if text[end : end + 1].isalnum():
                    return None
            else:
                unit = self.table.match(text, end)
                if unit is not None:
                    return numeral, unit[0], unit[1], False, ""
                ambiguous = self.table.ambiguous(text, end)
                if ambiguous == end:
                    return None
                return numeral, None, ambiguous, False, f"ambiguous unit: {text[end:ambiguous]}"
        unit = self.spaced(text, end) or self.part_of(text, numeral)
        if unit is not None:
            return numeral, unit[0], unit[1], text[end] in "-‑", ""
        return numeral, None, end, False, ""

    def part_of(self, text: str, numeral: Numeral) -> tuple[UnitRef, int] | None:
        """The unit that a share is of: "a quarter of an hour", "two thirds of a mile"."""
        joint = _OF_ONE.match(text, numeral.end) if numeral.fraction and numeral.words else None
        unit = self.table.match(text, joint.end()) if joint is not None else None
        return unit if unit is not None and unit[0].unit and unit[0].unit != "percent" else None

    def _counts_people(self, text: str, at: int) -> bool:
        """Whether a plural noun follows, so that "10m users" are millions."""
        return text[at : at + 1] == " " and self.nouns.counted(text, at, 2) is not None

    def _in_context(self, text: str, form: str) -> bool:
        return any(self.table.contexts[name].search(text) for name, _ in self.table.contextual.get(form, ()))

    def spaced(self, text: str, end: int) -> tuple[UnitRef, int] | None:
        """The unit after at most one gap, or in brackets of its own."""
        bracket = _BRACKET.match(text, end)
        if bracket is not None:
            unit = self.table.match(text, bracket.end())
            if unit is not None and text[unit[1] : unit[1] + 1] == _CLOSING[text[bracket.end() - 1]]:
                return unit[0], unit[1] + 1
            return None
        gap = _GAP.match(text, end)
        at = gap.end() if gap else end
        unit = self.table.match(text, at)
        if unit is None:
            return None
        form = text[at : unit[1]]
        if unit[0].currency and text[unit[1] : unit[1] + 1].isdigit():
            return None  # the sign belongs to the next number
        if at > end and form in ("x", "×"):
            return None
        if at > end and form.lower() in self.nouns.stops and text[unit[1] + 1 : unit[1] + 2].isalpha():
            return None  # "5 in total"
        if gap is not None and gap.group() in "-‑" and at > end and form.lower() in self.idioms:
            return None  # "one-time"
        if gap is not None and gap.group() in "-‑" and at > end and len(form) == 1:
            return None
        return unit

    def _compound(self, text: str, amount: Amount) -> Amount:
        half = _HALF.match(text, amount.end)
        ref = amount.ref
        if ref is None:
            return amount
        if half is not None:
            extra = Fraction(1, 2)
            return replace(amount, end=half.end(), lo=amount.lo + extra, hi=amount.hi + extra)
        smallest = ref.factor
        while ref.is_time or ref.unit in ("metre", "gram") or ref.currency:
            joint = _NEXT.match(text, amount.end)
            at = joint.end() if joint else -1
            if joint is None and amount.numeral.words and (word := _NEXT_WORD.match(text, amount.end)):
                at = word.end()
            numeral = self.numbers.read(text, at) if 0 <= at < len(text) else None
            if numeral is None or numeral.problem or numeral.slack:
                break
            unit = self._following(text, numeral.end, ref)
            if unit is None or unit[0].unit != ref.unit or unit[0].factor >= smallest:
                break
            smallest = unit[0].factor
            extra = numeral.value * smallest / ref.factor * (-1 if amount.lo < 0 else 1)
            amount = replace(amount, end=unit[1], lo=amount.lo + extra, hi=amount.hi + extra)
        return amount

    def _following(self, text: str, end: int, ref: UnitRef) -> tuple[UnitRef, int] | None:
        # The larger unit before it settles what an ambiguous one means: "1h30m", "5 ft 2 in".
        gap = _GAP.match(text, end)
        at = gap.end() if gap else end
        for form, readings in self.table.contextual.items():
            stop = at + len(form)
            if text.startswith(form, at) and not text[stop : stop + 1].isalpha():
                for _, unit in readings:
                    if unit.unit == ref.unit:
                        return unit, stop
        return self.spaced(text, end)


def _signed(text: str, start: int) -> tuple[bool, int]:
    """Whether a minus sign or word stands before ``start``, and where the number starts with it."""
    before = text[start - 1 : start] if start else ""
    if before in ("-", "−", "–") and before and (start == 1 or text[start - 2] in _SIGN_AFTER):
        return True, start - 1
    word = _MINUS.search(text[max(0, start - 11) : start])
    if word is not None:
        begin = max(0, start - 11) + word.start()
        return True, begin + (not text[begin].isalpha())
    return False, start
