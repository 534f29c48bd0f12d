"""The table of units: their spellings in text, their exact size, and amounts of them in canonical units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.model import Quantity, Reading
from scanner.rules import RuleSet, UnitCard

__all__ = ["UnitRef", "UnitTable", "divide", "measure", "rated", "with_unit"]

_DAY = 86_400
_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\n": " ", "\t": " ", "-": " ", "‑": " "})
# How far words may stand from an ambiguous unit and still settle it.
_NEAR = 400
_FINEST = 10**9
# Five working days are a week, and forty working hours.
_WORKING = {"business_day": Fraction(7 * _DAY, 5), "business_hour": Fraction(7 * _DAY, 40)}
_QUOTES = frozenset('"”′″')
_NEXT_AMOUNT = re.compile(r"\d+(?:\.\d+)?[a-zµ]")


@dataclass(frozen=True, slots=True)
class UnitRef:
    """A written unit, resolved: ``x`` of it is ``x * factor + offset`` of the canonical ``unit``.

    ``unit`` is ``""`` for counts, whose thing counted is ``noun``. ``other`` is the factor of the other reading (GB as
    2**30). ``card`` is the id of the unit's card, of the numerator's in a rate. ``per`` is the folded noun of a
    per-what that is scope ("EUR per user"). ``days`` are the fewest and most days of a month and of a year. ``rounded``
    tells that a header gives a magnitude ("EUR million"), so that the numbers below it are rounded to their last digit.
    ``top`` is, in a rate that was written with its per-what, the canonical unit of what is counted and its factor.
    """

    unit: str
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)
    prefix: str = ""
    other: Fraction | None = None
    noun: str = ""
    currency: bool = False
    card: str = ""
    per: str = ""
    days: tuple[int, int, int, int] | None = None
    rounded: bool = False
    top: tuple[str, Fraction] | None = None

    @property
    def is_time(self) -> bool:
        """Whether this measures durations, calendar or exact."""
        return self.unit in ("second", "month", "business_day", "business_hour")


def divide(top: UnitRef, bottom: UnitRef, count: Fraction = Fraction(1)) -> UnitRef:
    """``top`` per ``count`` of ``bottom``: "requests" per "minute" is 1/60 of 1/second; denominators are sorted."""
    scale = 1 / (bottom.factor * count)
    numerator, *below = (top.unit or "1").split("/")
    return replace(
        top,
        unit="/".join((numerator, *sorted((*below, bottom.unit)))),
        factor=top.factor * scale,
        offset=Fraction(0),
        other=None if top.other is None else top.other * scale,
        currency=False,
        top=top.top or (top.unit, top.factor),
    )


def _exact(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(numerator) / Fraction(denominator or "1")


@dataclass(frozen=True)
class UnitTable:
    """All spellings of all unit cards. Build one with :meth:`build`."""

    cased: Mapping[str, UnitRef]
    folded: Mapping[str, UnitRef]
    contextual: Mapping[str, tuple[tuple[str, UnitRef], ...]]
    lengths: Mapping[str, tuple[int, ...]]
    contexts: Mapping[str, re.Pattern[str]]
    money: Mapping[str, UnitRef]
    spelled_money: Mapping[str, UnitRef]
    money_codes: str
    longest: int
    by_card: Mapping[str, UnitRef]

    @classmethod
    def build(cls, rules: RuleSet) -> UnitTable:
        """Resolve every card.

        Raises:
            ValueError: if two cards claim one spelling, or a card's context names no cue.
        """
        cased: dict[str, UnitRef] = {}
        folded: dict[str, UnitRef] = {}
        contextual: dict[str, list[tuple[str, UnitRef]]] = {}
        money: dict[str, UnitRef] = {}
        by_card: dict[str, UnitRef] = {}
        spelled: dict[str, UnitRef] = {}
        for card in sorted(rules.units.values(), key=lambda c: c.id):
            ref = _resolve(card, rules)
            by_card[card.id] = ref
            for table, forms in ((cased, card.cased), (folded, tuple(form.lower() for form in card.forms))):
                for form in forms:
                    if table.setdefault(form, ref) is not ref:
                        raise ValueError(f"unit {card.id!r}: {form!r} already means {table[form].card!r}")
            for form in card.context_forms:
                if card.context not in rules.cues:
                    raise ValueError(f"unit {card.id!r}: no cue {card.context!r}")
                contextual.setdefault(form, []).append((card.context, ref))
            spelled |= dict.fromkeys(card.spelled_signs, ref)
            if card.currency:
                money |= dict.fromkeys(card.cased, ref)
                money |= {form: ref for form in card.forms if len(form) == 3 and form == card.id}
        lengths: dict[str, set[int]] = {}
        for form in (*cased, *folded, *contextual):
            lengths.setdefault(form[0].lower(), set()).add(len(form))
        codes = sorted(
            (form for form in (*money, *spelled) if form[0].isalpha() and form[-1].isalpha()),
            key=lambda f: (-len(f), f),
        )
        return cls(
            cased=cased,
            folded=folded,
            contextual={form: tuple(sorted(refs, key=lambda r: r[0])) for form, refs in contextual.items()},
            lengths={first: tuple(sorted(sizes, reverse=True)) for first, sizes in lengths.items()},
            contexts={name: _any_word(rules.words(name)) for refs in contextual.values() for name, _ in refs},
            money=money,
            spelled_money=spelled,
            longest=max(map(len, (*cased, *folded))),
            money_codes="|".join(map(re.escape, codes)),
            by_card=by_card,
        )

    def lookup(self, form: str, context: str = "") -> UnitRef | None:
        """The unit written exactly as ``form``; ``context`` decides between the readings of ambiguous forms."""
        for name, ref in self.contextual.get(form, ()):
            if self.contexts[name].search(context):
                return ref
        return self.cased.get(form) or self.folded.get(form.lower())

    def ambiguous(self, text: str, at: int) -> int:
        """The end of a spelling of several readings at ``at`` ("m") that stands alone as a word, or ``at``."""
        for form, readings in self.contextual.items():
            if len(readings) < 2:
                continue
            end = at + len(form)
            lone = form not in self.cased and form.lower() not in self.folded
            if lone and text.startswith(form, at) and not text[end : end + 1].isalpha():
                return end
        return at

    def match(self, text: str, at: int, context: str | None = None) -> tuple[UnitRef, int] | None:
        """The longest unit that starts exactly at ``at``, and its end; ``context`` is the text around unless given."""
        if at >= len(text):
            return None
        window = text[at : at + self.longest].translate(_BLANKS)
        for size in self.lengths.get(window[0].lower(), ()):
            form = window[:size]
            after = text[at + size : at + size + 1]
            if len(form) < size:
                continue
            # "1h30m" is two amounts, "5s3" is none.
            if form in _QUOTES and (after.isalpha() or text.count(form, max(0, at - _NEAR), at) % 2):
                continue  # the end of a quotation, or an apostrophe
            split = after.isdigit() and _NEXT_AMOUNT.match(text, at + size) is not None
            if form[-1].isalnum() and (after.isalnum() or after == "_") and not split:
                continue
            if form in self.contextual:
                ref = self.lookup(form, text[max(0, at - _NEAR) : at + _NEAR] if context is None else context)
            else:
                ref = self.cased.get(form)
            ref = ref or self.folded.get(form.lower())
            if ref is not None:
                return ref, at + size
        return None

    def money_before(
        self, text: str, at: int, signs: Mapping[str, UnitRef] | None = None
    ) -> tuple[UnitRef, int] | None:
        """The currency sign or code that ends right before ``at`` (one blank between allowed), and its start.

        ``signs`` are other signs to look for than those of the cards.
        """
        table = self.money if signs is None else signs
        for blank in (0, 1):
            end = at - blank
            if blank and (end < 0 or text[end : end + 1] not in (" ", "\u00a0", "\u202f")):
                break
            for size in range(min(6, end), 0, -1):
                form = text[end - size : end]
                ref = table.get(form)
                before = text[end - size - 1 : end - size] if end > size else ""
                if ref is not None and not (form[0].isalpha() and (before.isalnum() or before == "_")):
                    return ref, end - size
        return None

    def money_at(self, text: str, at: int) -> tuple[UnitRef, int] | None:
        """The currency sign or code at ``at`` that precedes a number, and where the number starts."""
        for size in range(6, 0, -1):
            ref = self.money.get(text[at : at + size])
            if ref is not None:
                end = at + size
                return ref, end + (text[end : end + 1] in (" ", "\u00a0"))
        return None


def measure(
    ref: UnitRef, lo: Fraction | None, hi: Fraction | None, noun: str = "", approximate: bool = False
) -> Quantity:
    """``lo`` to ``hi`` of ``ref`` as a quantity in its canonical unit, with the other reading where it has one."""

    def convert(number: Fraction | None) -> Fraction | None:
        return None if number is None else number * ref.factor + ref.offset

    low, high = convert(lo), convert(hi)
    other: Reading | None = None
    if low is not None and high is not None:
        if ref.other is not None and lo is not None and hi is not None:
            other = Reading(ref.unit, lo * ref.other, hi * ref.other)
        elif ref.days is not None and ref.unit in ("month", "month/event"):
            fewest, most = _days(low, ref.days[0], ref.days[2]), _days(high, ref.days[1], ref.days[3])
            other = Reading(ref.unit.replace("month", "second"), min(fewest, most) * _DAY, max(fewest, most) * _DAY)
        elif ref.top is not None and lo is not None and hi is not None:
            other = Reading(ref.top[0], lo * ref.top[1], hi * ref.top[1])
        elif ref.unit in _WORKING:
            other = Reading("second", low * _WORKING[ref.unit], high * _WORKING[ref.unit])
    return Quantity(low, high, ref.unit, ref.noun or noun, ref.prefix, other, approximate)


def _days(months: Fraction, of_month: int, of_year: int) -> Fraction:
    years, rest = divmod(months, 12)
    return Fraction(years) * of_year + rest * of_month


def _resolve(card: UnitCard, rules: RuleSet) -> UnitRef:
    unit = card.base or card.id
    base = rules.units.get(unit)
    if base is not None and base.currency:
        unit = unit.upper()
    count = card.base == "count"
    return UnitRef(
        unit="" if count else unit,
        factor=_exact(card.factor),
        offset=_exact(card.offset),
        prefix=card.prefix,
        other=_exact(card.binary_factor) if card.binary_factor else None,
        noun=card.id.partition("/")[0] if count or unit.startswith("1/") else "",
        currency=base is not None and base.currency,
        card=card.id,
        days=_calendar(rules) if unit == "month" else None,
    )


def _calendar(rules: RuleSet) -> tuple[int, int, int, int]:
    month = rules.units["month"].calendar_days or ("28", "31")
    year = rules.units["year"].calendar_days or ("365", "366")
    return int(month[0]), int(month[1]), int(year[0]), int(year[1])


def _any_word(words: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))
    # Names such as idleTimeout or poll_interval hold their words glued.
    return re.compile(rf"(?<![^\W_])(?:{listed})(?![^\W_])|(?<=[a-z])(?:{'|'.join(_titled(words))})(?![a-z])", re.I)


def _titled(words: tuple[str, ...]) -> list[str]:
    return sorted(f"(?-i:{word.title()})" for word in words if word.isalpha() and len(word) > 2)


def with_unit(quantity: Quantity, ref: UnitRef) -> Quantity:
    """A bare number read in the unit that its column header or option name gives; others are returned unchanged."""
    if quantity.unit or (not ref.unit and not ref.noun and ref.factor == 1):
        return quantity
    lo, hi = quantity.lo, quantity.hi
    if ref.rounded:
        lo = None if lo is None else lo - _last_digit(lo) / 2
        hi = None if hi is None else hi + _last_digit(hi) / 2
    return measure(ref, lo, hi, quantity.noun, quantity.approximate)


def rated(quantity: Quantity, bottom: UnitRef, count: Fraction = Fraction(1)) -> Quantity:
    """An amount per ``count`` of ``bottom``, where its own words do not say so; it can still be read without."""
    scale = 1 / (bottom.factor * count)
    plain, other = None, quantity.alternative
    if quantity.lo is not None and quantity.hi is not None:
        plain = Reading(quantity.unit, quantity.lo, quantity.hi)
    unit = divide(UnitRef(quantity.unit), bottom).unit
    if other is not None and other.unit == quantity.unit:
        plain = Reading(unit, other.lo * scale, other.hi * scale)
    return replace(
        quantity,
        lo=None if quantity.lo is None else quantity.lo * scale,
        hi=None if quantity.hi is None else quantity.hi * scale,
        unit=unit,
        alternative=plain,
    )


def _last_digit(number: Fraction) -> Fraction:
    """The value of the last decimal of a decimal number; closing zeros are not known."""
    step = Fraction(1)
    while (number / step).denominator != 1 and step.denominator < _FINEST:
        step /= 10
    return step
