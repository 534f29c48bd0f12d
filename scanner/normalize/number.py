"""Read one written number, in digits or in words, at a given place of a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scanner.normalize.quantity_spelled import SpelledParser
from scanner.rules import RuleSet

__all__ = ["NumberReader", "Numeral", "read_digits"]

ZERO = Fraction(0)
ONE = Fraction(1)

_SPACES = " \u00a0\u2009\u202f"
_RAW = re.compile(
    rf"[1-9]\d{{0,2}}(?:[{_SPACES}]\d{{3}})+(?:[.,]\d+)?(?![\d.,]*\d)"  # 1 000 000
    r"|\d+(?:[.,'’]\d+)*"
    r"|\.\d+"
)
_EXPONENT = re.compile(r"[eE]([+-]?\d{1,3})(?!\w)")
# The sign of power or of the exponent must be written: 1920x1080 and 15 x 100 are two numbers each.
_POWER = re.compile(
    r"\s?[x×*·]\s?10(?:(?:\^|\*\*)([-−+]?\d{1,3})|([-−+]\d{1,3}))(?!\w)|\s?[x×*·]\s?10([⁺⁻]?[⁰¹²³⁴-⁹]+)"
)
# Powers of two and ten; a superscript after another number is a footnote mark.
_BASE_POWER = re.compile(r"(?:\^|\*\*)([-−+]?\d{1,3})(?!\w)|([⁻]?[⁰¹²³⁴-⁹]+)")
_FOOTNOTE = re.compile(r"[⁰¹²³⁴-⁹]{1,2}(?!\w)")
_SLASH = re.compile(rf"(?:[{_SPACES}]+(\d{{1,3}}))?\s?[/⁄]\s?(\d{{1,3}})(?![\w/⁄]|[.,]\d)")
# The fraction of a mixed number behind "and" or a hyphen: "2 and 3/4", "4-3/4".
_MIXED = re.compile(rf"(?:[{_SPACES}]and[{_SPACES}]|-)(\d{{1,2}})[/⁄](2|3|4|8|16|32|64)(?![\w/⁄-]|[.,]\d)")
_VULGAR = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
    "⅐": Fraction(1, 7), "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip
VULGAR_SIGNS = "".join(_VULGAR)
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
# Denominators people write fractions with; "24/7" and "9/11" are none.
_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 32, 64, 100, 1000})


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number read at ``[start, end)``.

    ``slack`` is half the last written digit where a magnitude word follows a decimal ("4.2 million"), otherwise zero.
    ``step`` is the value of one unit of the last written digit before any magnitude. ``words`` tells that it was
    spelled out, ``magnitude`` the magnitude words applied, ``fraction`` that it is a share ("two thirds").
    ``needs_unit`` marks "half a", which is a number only before a unit or "of". ``problem`` is set for
    malformed digits.
    """

    start: int
    end: int
    value: Fraction
    slack: Fraction = ZERO
    step: Fraction = ONE
    words: bool = False
    magnitude: Fraction = ONE
    fraction: bool = False
    grouped: bool = False
    needs_unit: bool = False
    approximate: bool = False
    problem: str = ""

    def scaled(self, factor: Fraction, end: int) -> Numeral:
        """This numeral times a magnitude whose words end at ``end``."""
        decimal = self.step < 1 and not self.words
        slack = self.step * self.magnitude * factor / 2 if decimal else ZERO
        return Numeral(
            self.start, end, self.value * factor, slack, self.step, self.words, self.magnitude * factor,
            self.fraction, self.grouped, False, self.approximate, self.problem,
        )  # fmt: skip


def _groups(parts: list[str]) -> bool:
    return 1 <= len(parts[0]) <= 3 and not parts[0].startswith("0") and all(len(part) == 3 for part in parts[1:])


def _indian(parts: list[str]) -> bool:
    return len(parts) >= 3 and len(parts[0]) <= 2 and len(parts[-1]) == 3 and all(len(p) == 2 for p in parts[1:-1])


def read_digits(raw: str) -> tuple[Fraction, int, bool] | str | None:
    """The value of a run of digits and separators, its decimal places, and whether it had separators.

    Answers the problem as a string for digits that look like one number and are malformed ("25,0001"), and ``None``
    for runs that are no number at all ("1.2.3", "1,2,3").
    """
    plain = re.sub(rf"[{_SPACES}'’]", "", raw)
    grouped = plain != raw
    if "'" in raw or "’" in raw:
        whole = re.split(r"['’]", raw.partition(".")[0])
        if not _groups(whole):
            return None
    commas, dots = plain.count(","), plain.count(".")
    if not commas and dots <= 1:
        whole_digits, _, decimals = plain.partition(".")
        return _decimal(whole_digits, decimals, grouped)
    if not commas:
        parts = plain.split(".")
        # Four groups are an address, not a number in the millions.
        return _decimal("".join(parts), "", True) if _groups(parts) and len(parts) == 3 else None
    if not dots:
        return _commas(plain, grouped)
    if dots == 1 and plain.rindex(".") > plain.rindex(","):
        head, _, decimals = plain.partition(".")
        parts = head.split(",")
        if _groups(parts) or _indian(parts):
            return _decimal("".join(parts), decimals, True)
        return f"malformed number: {raw}"
    if commas == 1 and plain.rindex(",") > plain.rindex("."):
        head, _, decimals = plain.partition(",")
        parts = head.split(".")
        return _decimal("".join(parts), decimals, True) if _groups(parts) else None
    return None


def _commas(plain: str, grouped: bool) -> tuple[Fraction, int, bool] | str | None:
    parts = plain.split(",")
    if _groups(parts) or _indian(parts):
        return _decimal("".join(parts), "", True)
    if len(parts) == 2 and (len(parts[1]) <= 2 or (parts[0] == "0" and len(parts[1]) <= 6)):
        return _decimal(parts[0], parts[1], grouped)
    if len(parts) > 2 and all(len(part) <= 2 for part in parts):
        return None
    return f"malformed number: {plain}"


def _decimal(whole: str, decimals: str, grouped: bool) -> tuple[Fraction, int, bool]:
    places = len(decimals)
    return Fraction(int((whole or "0") + decimals), 10**places), places, grouped


def _table(words: tuple[str, ...]) -> dict[str, Fraction]:
    table: dict[str, Fraction] = {}
    for entry in words:
        word, _, value = entry.rpartition(" ")
        table[word] = Fraction(value)
    return table


@dataclass(frozen=True)
class NumberReader:
    """Reads numbers with the words of the ``number …`` cue cards. Build one with :meth:`build`."""

    units: Mapping[str, Fraction]
    tens: Mapping[str, Fraction]
    magnitudes: Mapping[str, Fraction]
    parts: Mapping[str, Fraction]
    suffixes: Mapping[str, Fraction]
    money_suffixes: Mapping[str, Fraction]
    vague: Mapping[str, Fraction]
    start_words: str
    magnitude_at: re.Pattern[str]
    vague_at: re.Pattern[str]
    words_at: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> NumberReader:
        units, tens = _table(rules.words("number units")), _table(rules.words("number tens"))
        magnitudes, parts = _table(rules.words("number magnitudes")), _table(rules.words("number parts"))
        vague = _table(rules.words("number vague"))
        big = "|".join(sorted(magnitudes, key=lambda w: (-len(w), w)))
        vocabulary = "|".join(
            sorted({*units, *tens, *magnitudes, *parts, "and", "a", "an", "point"}, key=lambda w: (-len(w), w))
        )
        starts = "|".join(sorted({*units, *tens, "half", "quarter"}, key=lambda w: (-len(w), w)))
        article = "|".join(sorted({*magnitudes, "half", *(p for p in parts if not p.endswith("s"))}))
        return cls(
            units, tens, magnitudes, parts,
            _table(rules.words("number suffixes")), _table(rules.words("money suffixes")), vague,
            rf"(?:{starts}|an?[ -](?:{article})|{'|'.join(sorted(vague, key=len, reverse=True))})(?!\w)",
            re.compile(rf"[ \u00a0\u202f-]?({big})(?![\w])", re.IGNORECASE),
            re.compile(rf"({'|'.join(sorted(vague, key=len, reverse=True))})(?!\w)", re.IGNORECASE),
            re.compile(rf"(?:{vocabulary})(?!\w)(?:(?:[ \u00a0]+|-| - )(?:{vocabulary})(?!\w)){{0,20}}", re.IGNORECASE),
        )  # fmt: skip

    def read(self, text: str, at: int) -> Numeral | None:
        """The number that starts at ``at``, with its magnitude words, or ``None``."""
        char = text[at]
        if (char.isdigit() and char.isascii()) or char == ".":
            return self._digits(text, at)
        if char in _VULGAR:
            return self._magnified(text, Numeral(at, at + 1, _VULGAR[char], step=ONE, fraction=True))
        vague = self.vague_at.match(text, at)
        if vague is not None:
            return Numeral(at, vague.end(), self.vague[vague.group(1).lower()], words=True, approximate=True)
        return self._words(text, at)

    def suffix(self, text: str, numeral: Numeral, money: bool) -> Numeral:
        """``numeral`` with a magnitude letter glued to it ("5k", and "m" or "b" for money) if there is one."""
        match = re.compile(r"[ \u00a0]?([A-Za-z]{1,2})(?![A-Za-z0-9])").match(text, numeral.end)
        if match is None or numeral.words:
            return numeral
        letters = match.group(1)
        spaced = match.start(1) > numeral.end
        table = {**self.suffixes, **self.money_suffixes} if money else self.suffixes
        if not money and letters in "MB" and numeral.value >= 1000:
            return numeral  # "form 7600B"
        if letters not in table or (spaced and not (money and letters in "MmBb")):
            return numeral
        return numeral.scaled(table[letters], match.end())

    def _digits(self, text: str, at: int) -> Numeral | None:
        raw = _RAW.match(text, at)
        if raw is None:
            return None
        read = read_digits(raw.group())
        if read is None:
            return None
        if isinstance(read, str):
            return Numeral(at, raw.end(), ZERO, problem=read)
        value, places, grouped = read
        end, step, fraction = raw.end(), Fraction(1, 10**places), False
        if end < len(text):
            if text[end] in _VULGAR and not places:
                value, end, fraction = value + _VULGAR[text[end]], end + 1, True
            elif value in (2, 10) and (power := _BASE_POWER.match(text, end)):
                value, end = _power(power, value), power.end()
            elif power := (_EXPONENT.match(text, end) or _POWER.match(text, end)):
                value, end = value * _power(power), power.end()
                step = ONE
            elif (joint := _MIXED.match(text, end)) and int(joint.group(1)) < int(joint.group(2)):
                value, end, fraction = value + Fraction(int(joint.group(1)), int(joint.group(2))), joint.end(), True
            elif not places and (slash := _SLASH.match(text, end)):
                mixed = _mixed(value, slash)
                if mixed is None:
                    return None
                value, end, fraction = mixed, slash.end(), True
            elif note := _FOOTNOTE.match(text, end):
                end = note.end()
        return self._magnified(text, Numeral(at, end, value, step=step, grouped=grouped, fraction=fraction))

    def _magnified(self, text: str, numeral: Numeral) -> Numeral:
        while (match := self.magnitude_at.match(text, numeral.end)) is not None:
            numeral = numeral.scaled(self.magnitudes[match.group(1).lower()], match.end())
        return numeral

    def _words(self, text: str, at: int) -> Numeral | None:
        run = self.words_at.match(text, at)
        if run is None:
            return None
        tokens = [(m.group().lower(), m.end()) for m in re.compile(r"[A-Za-z]+").finditer(text, at, run.end())]
        parsed = SpelledParser(self.units, self.tens, self.magnitudes, self.parts).parse([token for token, _ in tokens])
        if parsed is None:
            return None
        value, used, fraction, needs_unit = parsed
        end = tokens[used - 1][1]
        if fraction and not self._is_share(text, end, tokens, used):
            return None
        return Numeral(at, end, value, words=True, fraction=fraction, needs_unit=needs_unit)

    def _is_share(self, text: str, end: int, tokens: list[tuple[str, int]], used: int) -> bool:
        # "a third party" and "two quarters" are no shares; "a third of it" and "three quarters of it" are.
        words = [token for token, _ in tokens[:used]]
        if words[-1] not in self.parts or "and" in words or words[0] in ("half", "quarter"):
            return True
        certain = words[0] not in ("a", "an") and not words[-1].startswith("quarter") and len(words) > 1
        follows = text[end : end + 4].lower()
        alone = not follows.strip() and words[:1] != ["two"]
        return certain or alone or follows.startswith(" of ")


def _power(match: re.Match[str], base: Fraction = Fraction(10)) -> Fraction:
    written = next(group for group in match.groups() if group)
    exponent = int(written.translate(_SUPERSCRIPT))
    return base ** max(-300, min(300, exponent))


def _mixed(value: Fraction, slash: re.Match[str]) -> Fraction | None:
    numerator = Fraction(int(slash.group(1))) if slash.group(1) else value
    denominator = int(slash.group(2))
    if denominator not in _DENOMINATORS or numerator >= denominator:
        return None
    share = numerator / denominator
    return value + share if slash.group(1) else share
