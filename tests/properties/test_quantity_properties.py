"""Laws of the quantity grammar: written forms of one value agree, and any text is read without harm."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scanner.model import Bound, Quantity, VerdictKind, compare_values
from scanner.normalize.quantity import QuantityGrammar
from scanner.rules import load_rules

GRAMMAR = QuantityGrammar.build(load_rules())
COUNTS = st.integers(min_value=1, max_value=10**9)
EXACT_UNITS = sorted(
    card_id
    for card_id, ref in GRAMMAR.table.by_card.items()
    if ref.unit in ("second", "byte", "gram", "metre") and not ref.other
)
WORDS = (
    "up to",
    "about",
    "5",
    "1,000",
    "GB",
    "days",
    "per",
    "user",
    "-",
    "to",
    "and",
    "£",
    "$",
    "%",
    "half a",
    "3.5",
    "m",
)
ALPHABET = st.text(alphabet="0123456789., -–/:%$€£kmMGBdhs()[]'\"+±<>=~^xX½¹\n\u00a0_aeitnorp", max_size=60)


def _one(text: str) -> Quantity:
    (mention,) = GRAMMAR.find(text)
    assert isinstance(mention.value, Quantity)
    return mention.value


@given(COUNTS)
def test_separators_do_not_change_a_number(number: int) -> None:
    plain = _one(f"It has {number} rows.")
    for text in (f"{number:,}", f"{number:,}".replace(",", " "), f"{number:,}".replace(",", "\u202f")):
        assert _one(f"It has {text} rows.") == plain
    assert plain.lo == plain.hi == number


@given(st.integers(min_value=1, max_value=10**6), st.sampled_from(EXACT_UNITS))
def test_conversion_is_exact(number: int, card_id: str) -> None:
    ref = GRAMMAR.table.by_card[card_id]
    form = next(form for form, known in GRAMMAR.table.folded.items() if known == ref and len(form) > 3)
    value = _one(f"It takes {number} {form}.")
    assert value.lo == value.hi == number * ref.factor
    assert value.unit == ref.unit


@given(st.integers(min_value=1, max_value=10**5), st.integers(min_value=1, max_value=10**5))
def test_hours_and_days_agree_exactly_when_equal(hours: int, days: int) -> None:
    verdict = compare_values(_one(f"keep {hours} hours"), _one(f"keep {days} days"))
    assert (verdict.kind is VerdictKind.SAME) == (hours == 24 * days)


@given(st.integers(min_value=1, max_value=9999), st.integers(min_value=1, max_value=99))
def test_a_range_holds_its_ends(low: int, more: int) -> None:
    value = _one(f"between {low} and {low + more} GB")
    assert (value.lo, value.hi) == (low * 10**9, (low + more) * 10**9)


@given(COUNTS, st.sampled_from([("up to", Bound.MAX), ("at least", Bound.MIN), ("more than", Bound.MIN)]))
def test_a_comparator_bounds_and_keeps_the_point(number: int, word: tuple[str, Bound]) -> None:
    (mention,) = GRAMMAR.find(f"{word[0]} {number} users")
    assert mention.bound is word[1]
    assert isinstance(mention.value, Quantity)
    assert mention.value.lo == mention.value.hi == number


@given(st.integers(min_value=1, max_value=10**6))
def test_an_approximate_number_contains_the_exact_one(number: int) -> None:
    about, exact = _one(f"about {number} users"), _one(f"exactly {number} users")
    assert compare_values(about, exact).kind is VerdictKind.COMPATIBLE
    assert about.approximate


@given(st.integers(min_value=1, max_value=400))
def test_months_lie_within_their_days(months: int) -> None:
    value = _one(f"kept for {months} months")
    assert value.unit == "month"
    assert value.alternative is not None
    years, rest = divmod(months, 12)
    assert value.alternative.lo == (365 * years + 28 * rest) * 86_400
    assert value.alternative.hi == (366 * years + 31 * rest) * 86_400


@settings(max_examples=400)
@given(ALPHABET | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_any_text_is_read_in_order_without_overlap(text: str) -> None:
    mentions = GRAMMAR.find(text)
    end = 0
    for mention in mentions:
        assert end <= mention.start < mention.end <= len(text)
        assert mention.outer[0] <= mention.start
        assert mention.end <= mention.outer[1] <= len(text)
        assert mention.text == text[mention.start : mention.end]
        assert (mention.value is None) == bool(mention.problem)
        end = mention.end
    assert GRAMMAR.find(text) == mentions


@given(ALPHABET, ALPHABET)
def test_a_sentence_apart_does_not_change_a_plain_one(before: str, after: str) -> None:
    text = f"{before}\n\nThe quota is 512 pencils.\n\n{after}"
    found = [mention for mention in GRAMMAR.find(text) if mention.text == "512"]
    assert any(isinstance(m.value, Quantity) and m.value.lo == Fraction(512) for m in found)
