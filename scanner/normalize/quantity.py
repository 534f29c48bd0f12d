"""Find the quantities of a text: amounts, ranges, rates and periods, with the words that bound them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from scanner.model import Bound, Mention, Quantity
from scanner.normalize.number import VULGAR_SIGNS, NumberReader, Numeral
from scanner.normalize.quantity_amount import Amount, AmountReader
from scanner.normalize.quantity_context import ContextUnits
from scanner.normalize.quantity_doubt import Doubts
from scanner.normalize.quantity_frequency import FrequencyReader, flipped
from scanner.normalize.quantity_range import RangeReader
from scanner.normalize.quantity_rate import Rate, RateReader
from scanner.normalize.quantity_refused import Refusals
from scanner.normalize.quantity_share import ShareReader
from scanner.normalize.quantity_units import UnitRef, UnitTable, measure
from scanner.normalize.quantity_words import NounReader, Qualified, Qualifiers, words_before
from scanner.rules import RuleSet

__all__ = ["QuantityGrammar", "find_quantities"]

_OF = re.compile(r" of (?:the |its |their |our |your )?", re.IGNORECASE)
_HYPHEN_NOUN = re.compile(r"-([A-Za-z]{3,})(?![\w-])")
_COMPARED = re.compile(r",?(?: \w+)? (?:from|versus|vs\.?|compared (?:with|to)|against)(?: about| around)? ?", re.I)
_AND_HALF = re.compile(r"an?[ -]\w+\s+and\s+(?:a|one)[ -]half\b", re.IGNORECASE)
_COUNT = UnitRef("")
_OFTEN = frozenset({"1/second", "1/month"})


@dataclass(frozen=True, slots=True)
class _Found:
    """A mention with its unit and noun, which "from 250" after "500 MB" shares."""

    mention: Mention
    ref: UnitRef | None
    noun: str = ""

    def reaches(self, text: str, amount: Amount) -> bool:
        """Whether only words of comparison stand between this and ``amount``."""
        between = text[self.mention.end : amount.start]
        return len(between) < 24 and _COMPARED.fullmatch(between) is not None


@dataclass(frozen=True)
class QuantityGrammar:
    """The compiled grammar; build it once from a rule set and use it for every text."""

    table: UnitTable
    amounts: AmountReader
    ranges: RangeReader
    shares: ShareReader
    rates: RateReader
    frequencies: FrequencyReader
    nouns: NounReader
    qualifiers: Qualifiers
    refusals: Refusals
    doubts: Doubts
    contexts: ContextUnits
    deeds: frozenset[str]
    gate: re.Pattern[str]
    start: re.Pattern[str]
    article_words: frozenset[str]
    stocks: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet) -> QuantityGrammar:
        """Compile the grammar from unit cards and the cues of ``cues/quantity.toml``."""
        table, numbers = UnitTable.build(rules), NumberReader.build(rules)
        nouns = NounReader.build(rules)
        amounts = AmountReader(table, numbers, nouns, frozenset(rules.words("hyphen idioms")))
        frequencies = FrequencyReader.build(rules, table, numbers)
        articles = sorted(
            {form.lower() for card in rules.units.values() if card.id in _ARTICLE_CARDS for form in card.forms[:1]}
        )
        start = re.compile(
            rf"(?P<digit>(?<![\w.])(?:[0-9{VULGAR_SIGNS}]|\.\d))"
            rf"|(?P<code>(?<![A-Za-z0-9_])(?-i:{table.money_codes})(?=\d))"
            rf"|(?<!\w)(?:(?P<period>{frequencies.start_words})|(?P<word>{numbers.start_words})"
            rf"|(?P<article>an?)(?=[ -](?:{'|'.join(articles)})\b))",
            re.IGNORECASE,
        )
        rates, shares = RateReader.build(rules, table, numbers, nouns), ShareReader.build(rules, numbers, table)
        return cls(
            table, amounts, RangeReader.build(rules, table, amounts, start), shares, rates,
            frequencies, nouns, Qualifiers.build(rules), Refusals.build(rules), Doubts.build(rules, nouns),
            ContextUnits.build(rules, table), frozenset(rules.words("deed nouns")),
            start, start, frozenset(rules.words("article units")), frozenset(rules.words("stock of time")),
        )  # fmt: skip

    def find(self, text: str) -> tuple[Mention, ...]:
        """All quantities of ``text`` in order, not overlapping; malformed ones without a value and with a problem."""
        mentions: list[Mention] = []
        at = 0
        last: _Found | None = None
        while (match := self.start.search(text, at)) is not None:
            found, at = self._one(text, match, at, last)
            if found is not None:
                mentions.append(found.mention)
                last = found
        return tuple(mentions)

    def _one(self, text: str, match: re.Match[str], floor: int, last: _Found | None) -> tuple[_Found | None, int]:
        kind, at = match.lastgroup, match.start()
        if kind == "period":
            period = self.frequencies.read(text, at)
            if period is None:
                return None, match.end()
            around = self.qualifiers.around(text, period.start, period.end)
            value = measure(period.unit, period.count, period.count, approximate=around.widen > 0)
            mention = _mention(text, period.start, period.end, value, around, bound=flipped(around.bound))
            return _Found(mention, period.unit), period.end
        numeral: Numeral | None = None
        if kind == "code":
            at = match.end()
        if kind == "digit" and (young := self._plural_age(text, at)) is not None:
            return young
        if kind in ("digit", "code"):
            refused = self.refusals.refuse(text, at, self._money_start)
            if refused > at:
                return None, refused
        elif kind == "article":
            if not self._article_counts(text, at):
                return None, match.end()
            numeral = Numeral(at, match.end(), Fraction(1), words=True)
        amount = self.amounts.read(text, at, numeral)
        if amount is None:
            return None, _past(text, at)
        hyphen = _HYPHEN_NOUN.match(text, amount.end) if amount.numeral.words and amount.ref is None else None
        if hyphen is not None and hyphen.group(1).lower() in self.amounts.idioms:
            return None, hyphen.end()  # "two-factor"
        if amount.problem:
            if amount.problem.startswith("ambiguous") and (settled := self._settle(text, amount)) is not None:
                amount = settled
            else:
                mention = Mention(
                    amount.start, amount.end, text[amount.start : amount.end], None, problem=amount.problem
                )
                return _Found(mention, None), amount.end
        if amount.start < floor:
            amount = replace(amount, start=at)
        return self._value(text, amount, floor, last)

    def _value(self, text: str, amount: Amount, floor: int, last: _Found | None) -> tuple[_Found | None, int]:
        ranged = self.shares.read(text, amount) or self.ranges.read(text, amount)
        if ranged is None:
            return None, self.ranges.refused_end(text, amount)
        amount = self._later_unit(text, ranged)
        noun, rate = self._per(text, amount)
        end = max(rate.value_end, amount.end)
        if amount.ref is not None and not rate.ref.unit and rate.value_end < 0:
            end = amount.numeral.end  # what is counted is no part of the value
        around = self._around(text, amount, end, rate, floor)
        if not self.doubts.is_value(text, amount, noun, around, rate.rated):
            return None, max(amount.end, amount.numeral.end)
        lo, hi, ref, noun = self._shared(text, amount, noun, rate, last)
        if ref is _COUNT and not noun and (age := self.contexts.age(text, amount.start, amount.end, hi)) is not None:
            around = replace(around, bound=age.bound or around.bound)  # its unit is left to what knows the sentence
        elif ref.card == "year" and around.bound is None:
            around = replace(around, bound=self.contexts.years(text, amount.start, amount.end))
        if around.bound is None and noun and not rate.ref.unit:
            counted = self._noun(text, amount)[1]  # "12 characters or more"
            bound = self.qualifiers.after_number(text, counted)[0] if counted else None
            around = replace(around, bound=bound)
        widen = around.widen or (Fraction(1, 20) if amount.numeral.approximate else Fraction(0))
        if widen:
            lo, hi = lo - abs(lo) * widen, hi + abs(hi) * widen
        bound = around.bound
        if (ref.card == "times" or noun in self.deeds) and rate.rated and lo > 0 and ref.unit in _OFTEN:
            # "3 times a day" is a period: the same as "every 8 hours".
            period = replace(ref, unit=ref.unit.replace("1/", "") + "/event", factor=Fraction(1), noun="", top=None)
            lo, hi = 1 / (hi * ref.factor), 1 / (lo * ref.factor)
            ref, bound, noun = period, flipped(bound), ""
        value = measure(ref, lo, hi, noun, approximate=widen > 0)
        mention = _mention(text, amount.start, end, value, around, bound=bound, per=rate.per)
        return _Found(mention, ref, noun), max(end, rate.end, amount.end)

    def _plural_age(self, text: str, at: int) -> tuple[_Found, int] | None:
        """ "Under-16s", "over 65s": people of an age."""
        found = self.contexts.plural_age(text, at)
        if found is None:
            return None
        age, match = found
        years = Fraction(match.group("age"))
        end = match.end("age")
        around = Qualified(match.start(), match.end(), age.bound)
        mention = _mention(text, at, end, measure(age.ref, years, years), around, bound=age.bound)
        return _Found(mention, age.ref), match.end()

    def _around(self, text: str, amount: Amount, end: int, rate: Rate, floor: int) -> Qualified:
        """The words that qualify an amount, and its scope."""
        per = bool(rate.per) or rate.rated
        around = self.qualifiers.around(text, amount.start, rate.end if per else end)
        if around.words == "within" and not rate.ref.unit:
            around = replace(around, bound=None)  # "within 5 of the sites"
        if around.start < floor:
            around = replace(around, start=amount.start)
        return replace(around, bound=around.bound or amount.bound)

    def _shared(
        self, text: str, amount: Amount, noun: str, rate: Rate, last: _Found | None
    ) -> tuple[Fraction, Fraction, UnitRef, str]:
        """The ends, unit and noun of an amount, taken from its neighbour where it has none of its own."""
        bare = amount.ref is None and not noun and not rate.rated
        following = self.ranges.shared(text, amount) if bare or amount.money else None
        if following is not None and bare:
            noun, shared = self._per(text, following)
            return *self.ranges.magnified(amount, following), shared.ref, noun
        if following is not None and following.ref == amount.ref:
            return *self.ranges.magnified(amount, following), rate.ref, noun
        if bare and last is not None and last.reaches(text, amount):
            return amount.lo, amount.hi, last.ref or rate.ref, last.noun
        return amount.lo, amount.hi, rate.ref, noun

    def _later_unit(self, text: str, amount: Amount) -> Amount:
        """The unit behind a bounding word or an adjective: "5 or more days", "10+ years", "30 consecutive days"."""
        if amount.ref is not None:
            return amount
        words = self.nouns.phrase(text, amount.end, 3)
        for word in words[1:]:
            ref = self.table.folded.get(word.group(1).lower())
            if ref is not None and ref.is_time and word.group(1).endswith("s"):
                return replace(amount, ref=ref, end=word.end())
        bound, _, end = self.qualifiers.after_number(text, amount.end)
        unit = self.amounts.spaced(text, end) if end > amount.end else None
        return replace(amount, ref=unit[0], end=unit[1], bound=bound) if unit is not None else amount

    def _per(self, text: str, amount: Amount) -> tuple[str, Rate]:
        noun, noun_end = self._noun(text, amount)
        return noun, self.rates.read(text, amount.ref or _COUNT, noun_end or amount.end, noun)

    def _noun(self, text: str, amount: Amount) -> tuple[str, int]:
        """The noun counted or measured, and where its word ends (0 if a rate cannot follow it)."""
        ref, end = amount.ref, amount.end
        if ref is not None:
            if ref.noun:
                return ref.noun, end
            of = _OF.match(text, end)
            if of is None:
                return "", 0
            counted = self.nouns.counted(text, of.end())
            if counted is None:
                words = self.nouns.phrase(text, of.end())
                if len(words) > 1 and words[0].group(1).endswith("ing"):
                    return "", 0  # "within 60 days of joining the plan"
                return (self.nouns.singular(words[-1].group(1)), words[-1].end()) if words else ("", 0)
            return counted
        hyphen = _HYPHEN_NOUN.match(text, end)
        if hyphen is not None:
            word = hyphen.group(1).lower()
            return ("", 0) if word in self.nouns.stops else (self.nouns.singular(word), hyphen.end())
        counted = self.nouns.before_per(text, end)
        counted = counted or self.nouns.counted(text, self.qualifiers.after_number(text, end)[2])
        if counted is None and amount.lo == amount.hi == 1:
            counted = self.nouns.one(text, end)
        return counted or ("", 0)

    def _settle(self, text: str, amount: Amount) -> Amount | None:
        """A lone "20m" that is the whole text, or follows "=" or ":", is a setting: a duration."""
        before = text[max(0, amount.start - 8) : amount.start].rstrip()
        alone = not text[amount.end : amount.end + 40].strip(" .,;\"'`") and (not before or before[-1] in "=:\"'`")
        form = text[amount.numeral.end : amount.end].strip()
        if not alone:
            return None
        for name, ref in self.table.contextual.get(form, ()):
            if name == "context duration":
                return replace(amount, ref=ref, problem="")
        return None

    def _article_counts(self, text: str, at: int) -> bool:
        half = _AND_HALF.match(text, at)
        if half is not None and not self.rates.not_rate.match(text, half.end()):
            return True  # "a day and a half"
        ordinal = _SECOND.match(text, at)
        if ordinal is not None and ordinal.group(1).lower() not in self.nouns.stops:
            return False  # "after a second failure"
        stock = _STOCK.match(text, at)
        if stock is not None and stock.group("noun").lower() in self.stocks:
            return True  # "with a week of logs"
        before = [token.group().lower() for token in words_before(text, at, 24)]
        return any(" ".join(before[-size:]) in self.article_words for size in (1, 2, 3) if len(before) >= size)

    def _money_start(self, text: str, at: int) -> int:
        found = self.table.money_before(text, at) or self.table.money_before(text, at, self.table.spelled_money)
        return found[1] if found else at


_STOCK = re.compile(
    r"an?\s+[a-z]+(?:'s)?\s+of\s+(?:[a-z-]+\s+)??(?P<noun>[a-z]+)(?=\s*(?:[.,;:)]|$|(?:and|or|for|with|at|in|is|are)\b))",
    re.I,
)
_SECOND = re.compile(r"an?\s+second\s+([^\W\d_]+)", re.IGNORECASE)
_ARTICLE_CARDS = frozenset({"second", "minute", "hour", "day", "week", "fortnight", "month", "year", "decade"})


def _past(text: str, at: int) -> int:
    match = re.compile(r"[\w.,'’-]*\w").match(text, at)
    return match.end() if match else at + 1


def _mention(
    text: str, start: int, end: int, value: Quantity, around: Qualified, bound: Bound | None = None, per: str = ""
) -> Mention:
    return Mention(
        start, end, text[start:end], value, bound, per,
        outer_start=min(start, around.start), outer_end=max(end, around.end),
    )  # fmt: skip


def find_quantities(text: str, rules: RuleSet) -> tuple[Mention, ...]:
    """All quantities of ``text``. Compiles the grammar anew; for many texts build a :class:`QuantityGrammar` once."""
    return QuantityGrammar.build(rules).find(text)
