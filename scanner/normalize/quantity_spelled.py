"""Parse number words: "two hundred and three", "half a million", "nine point nought four", "two thirds"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["SpelledParser"]

ZERO = Fraction(0)
ONE = Fraction(1)


@dataclass(frozen=True)
class SpelledParser:
    """Parses number words with given tables of words and values."""

    units: Mapping[str, Fraction]
    tens: Mapping[str, Fraction]
    magnitudes: Mapping[str, Fraction]
    parts: Mapping[str, Fraction]

    def parse(self, tokens: Sequence[str]) -> tuple[Fraction, int, bool, bool] | None:
        """The value of the number at the start of ``tokens``.

        Answers it with the number of tokens used, whether it is a share, and whether it is a number only before a
        unit; ``None`` where no number starts.
        """
        return _Run(self, tokens).parse()


class _Run:
    """One list of tokens being parsed; each method answers a value and the index after it."""

    def __init__(self, parser: SpelledParser, tokens: Sequence[str]) -> None:
        self.r = parser
        self.tokens = tokens

    def parse(self) -> tuple[Fraction, int, bool, bool] | None:
        tokens, r = self.tokens, self.r
        if tokens[0] in ("half", "quarter"):
            value = 1 / r.parts[tokens[0]]
            at = 1
            article = at < len(tokens) and tokens[at] in ("a", "an")
            scaled, after = self._magnitudes(value, at + article)
            if after > at + article:
                return scaled, after, True, False
            return value, at + article, True, True
        if tokens[0] in ("a", "an"):
            if len(tokens) < 2:
                return None
            if tokens[1] in r.parts:
                value, after = self._magnitudes(1 / r.parts[tokens[1]], 2)
                return value, after, True, False
            if tokens[1] not in r.magnitudes:
                return None
            value, at = self._cardinal(0, ONE)
        else:
            value, at = self._cardinal(0, None)
        if at == 0:
            return None
        return self._tail(value, at)

    def _tail(self, value: Fraction, at: int) -> tuple[Fraction, int, bool, bool]:
        tokens, parts = self.tokens, self.r.parts
        if at < len(tokens) and tokens[at] == "point":
            decimals, after = self._decimals(at + 1)
            if after > at + 1:
                value, at = self._magnitudes(value + decimals, after)
                return value, at, False, False
        if at < len(tokens) and tokens[at] in parts and tokens[at].endswith("s") == (value != 1):
            value, at = self._magnitudes(value / parts[tokens[at]], at + 1)
            return value, at, True, False
        if at < len(tokens) and tokens[at] == "and":
            share, after = self._share(at + 1)
            if after > at + 1:
                scaled, end = self._magnitudes(share, after)
                if end > after and value >= 1000:  # one billion and three quarters million
                    return value + scaled, end, True, False
                value, end = self._magnitudes(value + share, after)
                return value, end, True, False
        return value, at, False, False

    def _share(self, at: int) -> tuple[Fraction, int]:
        tokens, parts = self.tokens, self.r.parts
        if at < len(tokens) and tokens[at] in parts:
            return 1 / parts[tokens[at]], at + 1
        if at + 1 < len(tokens) and tokens[at + 1] in parts:
            if tokens[at] in ("a", "an"):
                return 1 / parts[tokens[at + 1]], at + 2
            if tokens[at] in self.r.units:
                return self.r.units[tokens[at]] / parts[tokens[at + 1]], at + 2
        return ZERO, at

    def _decimals(self, at: int) -> tuple[Fraction, int]:
        digits = ""
        while at < len(self.tokens):
            word = self.tokens[at]
            if word in self.r.units and self.r.units[word] < 10 and not digits.endswith("t"):
                digits += str(self.r.units[word])
            elif word in self.r.tens and not digits:
                tens, at = self._cardinal(at, None)
                return tens / 10 ** len(str(tens)), at
            else:
                break
            at += 1
        return (Fraction(int(digits), 10 ** len(digits)), at) if digits else (ZERO, at)

    def _magnitudes(self, value: Fraction, at: int) -> tuple[Fraction, int]:
        while at < len(self.tokens) and self.tokens[at] in self.r.magnitudes:
            value *= self.r.magnitudes[self.tokens[at]]
            at += 1
        return value, at

    def _cardinal(self, at: int, current: Fraction | None) -> tuple[Fraction, int]:
        r, tokens, first = self.r, self.tokens, at
        total, last, after_tens = ZERO, None, False
        if current is not None:
            at += 1
        while at < len(tokens):
            word = tokens[at]
            if word in r.units or word in r.tens:
                value = r.units.get(word, r.tens.get(word, ZERO))
                if current is None:
                    current = value
                elif (after_tens and 0 < value < 10) or (current >= 100 and current % 100 == 0):
                    current += value
                else:
                    break
                after_tens = word in r.tens
            elif word in r.magnitudes:
                size = r.magnitudes[word]
                if current is None and (not total or tokens[at - 1] == "and"):
                    break
                if size < 1000:
                    current = (current if current is not None else ONE) * size
                elif current is None:
                    total *= size  # three lakh crore
                else:
                    if last is not None and size >= last:
                        break
                    total, last, current = total + current * size, size, None
                after_tens = False
            elif word == "and" and at > first and tokens[at - 1] in r.magnitudes and self._number_at(at + 1):
                after_tens = False
            else:
                break
            at += 1
        while at > first and tokens[at - 1] == "and":
            at -= 1
        return total + (current or ZERO), at

    def _number_at(self, at: int) -> bool:
        tokens, r = self.tokens, self.r
        if at >= len(tokens) or (tokens[at] not in r.units and tokens[at] not in r.tens):
            return False
        return not (at + 1 < len(tokens) and tokens[at + 1] in r.parts)
