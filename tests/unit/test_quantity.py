"""Quantities in text: what is found, what it means, what bounds it, and what is none."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from scanner.model import Bound, Mention, Quantity, VerdictKind, compare_values
from scanner.normalize.quantity import QuantityGrammar, find_quantities
from scanner.rules import load_rules

RULES = load_rules()
GRAMMAR = QuantityGrammar.build(RULES)


def _quantity(mention: Mention) -> Quantity:
    assert isinstance(mention.value, Quantity), mention
    return mention.value


def _canonical(text: str) -> list[str]:
    return [_quantity(mention).canonical for mention in GRAMMAR.find(text)]


def _only(text: str) -> Mention:
    mentions = GRAMMAR.find(text)
    assert len(mentions) == 1, (text, mentions)
    return mentions[0]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Requests are limited: 1,000 requests per minute.", ["16.6666666667 request/second"]),
        ("The key allows 300 requests/minute.", ["5 request/second"]),
        ("5 renders a day are free.", ["5.78703703704e-05 render/second"]),
        ("A connection may make 200 calls every 24 hours", ["0.00231481481481 call/second"]),
        ("It does 5k req/s.", ["5000 request/second"]),
        ("The fee is $10 per seat per month.", ["10 USD/month"]),
        ("It costs EUR 17 / month.", ["17 EUR/month"]),
        ("It costs 120 EUR a year.", ["10 EUR/month"]),
        ("A plan is $17 monthly.", ["17 USD/month"]),
        ("Storage is $0.10 per GB per month.", ["1e-10 USD/byte/month"]),
        ("Calls cost $2 per 1,000 requests.", ["0.002 USD"]),
        ("The disk reads 100 MB/s.", ["100000000 byte/second"]),
        ("The line carries 800 Mbps.", ["100000000 byte/second"]),
        ("Drive at 36 km/h.", ["10 metre/second"]),
        ("Keep 5-10 GB free.", ["5000000000..10000000000 byte"]),
        ("between 5 and 10 days", ["432000..864000 second"]),
        ("It takes 5 to 10 days.", ["432000..864000 second"]),
        ("99.0% to 99.89%", ["99..99.89 percent"]),
        ("Pick a number from 1 to 40.", ["1..40"]),
        ("$10 to $15 billion", ["10000000000..15000000000 USD"]),
        ("33-35 billion euros", ["33000000000..35000000000 EUR"]),
        ("The gap is 5 ± 0.5 mm.", ["0.0045..0.0055 metre"]),
        ("The timeout is 1h30m.", ["5400 second"]),
        ("The lease runs for 2 years 6 months.", ["30 month"]),
        ("He is 6 ft 2 in tall.", ["1.8796 metre"]),
        ("a 7-day snapshot", ["604800 second"]),
        ("a two-week trial", ["1209600 second"]),
        ("Wait half an hour.", ["1800 second"]),
        ("two and a half hours", ["9000 second"]),
        ("an hour and a half after", []),
        ("Keep logs for thirty (30) days.", ["2592000 second"]),
        ("Refunds take 5 business days.", ["5 business_day"]),
        ("Reply within 30 consecutive days.", ["2592000 second"]),
        ("10+ years of practice", ["120 month"]),
        ("Bake at 212 °F.", ["100 celsius"]),
        ("0.5 per cent of 25 %", ["0.5 percent", "25 percent"]),
        ("Rates rose 2 percentage points.", ["2 percentage_point"]),
        ("C$5, A$6, US$7, €8, £9, ¥10", ["5 CAD", "6 AUD", "7 USD", "8 EUR", "9 GBP", "10 JPY"]),
        ("102.889 thousand pounds of income", ["102888.5..102889.5 GBP"]),
        ("The parcel weighs 3 pounds.", ["1360.77711 gram"]),
        ("Entry costs 3 pounds.", ["3 GBP"]),
        ("four cars and 12 books", ["4", "12"]),
        ("The pod has 512Mi.", ["536870912 byte"]),
        ("a minus-40 degree night", ["-40 degree"]),
        ("It fell by -5 %.", ["-5 percent"]),
        ("thirty days, 7, 14 or 30 days", ["2592000 second", "604800 second", "1209600 second", "2592000 second"]),
    ],
)
def test_values(text: str, canonical: list[str]) -> None:
    assert _canonical(text) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Heaps are turned every 5 days.", "432000 second/event"),
        ("Heaps are turned once a week.", "604800 second/event"),
        ("Heaps are turned every week", "604800 second/event"),
        ("It is released weekly.", "604800 second/event"),
        ("Backups run daily at 02:00.", "86400 second/event"),
        ("Meet every other week.", "1209600 second/event"),
        ("Take it twice a day.", "43200 second/event"),
        ("Take it 3 times a day.", "28800 second/event"),
        ("Fees are billed monthly.", "1 month/event"),
        ("Passwords change every 90 days.", "7776000 second/event"),
        ("Rotated once every 12 months", "12 month/event"),
    ],
)
def test_frequencies_are_periods(text: str, canonical: str) -> None:
    assert _canonical(text) == [canonical]


@pytest.mark.parametrize("text", ["The monthly fee is due.", "a daily backup", "Weekly: the list", "every customer"])
def test_adjectives_are_no_frequencies(text: str) -> None:
    assert _canonical(text) == []


@pytest.mark.parametrize(
    ("text", "bound", "outer"),
    [
        ("up to 500 users", "max", "up to 500"),
        ("at most five questions", "max", "at most five"),
        ("no more than 3 retries", "max", "no more than 3"),
        ("must not exceed 10 MB", "max", "not exceed 10 MB"),
        ("fewer than 20 rows", "max", "fewer than 20"),
        ("due within 30 days", "max", "within 30 days"),
        ("calls are capped at 20", "max", "capped at 20"),
        ("a limit of 64 KB applies", "max", "limit of 64 KB"),
        ("latency < 5 ms", "max", "< 5 ms"),
        ("size ≤ 5 MB", "max", "≤ 5 MB"),
        ("160 GB at most", "max", "160 GB at most"),
        ("20 MB max.", "max", "20 MB max"),
        ("over 500 clients", "min", "over 500"),
        ("at least 8 GB of RAM", "min", "at least 8 GB"),
        ("more than 2 weeks", "min", "more than 2 weeks"),
        ("a minimum of 12 characters", "min", "a minimum of 12"),
        ("no less than thirty", "min", "no less than thirty"),
        ("5 or more users", "min", "5 or more"),
        ("5+ years", "min", "5+ years"),
        (">= 30", "min", ">= 30"),
        ("up to about 5 GB", "max", "up to about 5 GB"),
        ("must not be longer than 30 characters", "max", "longer than 30"),
        ("The pump does not work below 3 V.", "min", "below 3 V"),
        ("It won’t start under 4 GB of memory.", "min", "under 4 GB"),
        ("We can’t work more than 40 hours.", "max", "more than 40 hours"),
        ("does not support more than 5 users", "max", "more than 5"),
        ("does not apply to files larger than 5 MB", "min", "larger than 5 MB"),
        ("at least once a week", "max", "at least once a week"),
    ],
)
def test_bounds(text: str, bound: str, outer: str) -> None:
    mention = _only(text)
    assert str(mention.bound) == bound
    assert text[mention.outer[0] : mention.outer[1]] == outer


@pytest.mark.parametrize(
    "text", ["exactly 5 users", "<td>25,000</td>", "port => 8080", "a -> 5", "1,000 people within 5"]
)
def test_no_bound(text: str) -> None:
    assert {mention.bound for mention in GRAMMAR.find(text)} == {None}


@pytest.mark.parametrize(
    ("text", "per"),
    [("10 GB per user", "user"), ("$5 per seat per month", "seat"), ("3 retries per request", "request"),
     ("250 GB per person", "person"), ("5 requests per second per API key", "key"), ("$52 a barrel", "")],
)  # fmt: skip
def test_scope_of_an_amount(text: str, per: str) -> None:
    assert _only(text).per == per


def test_a_change_has_two_ends_and_a_range_one_value() -> None:
    assert _canonical("The limit was raised from 1,000 to 5,000 requests per second.") == [
        "1000 request/second",
        "5000 request/second",
    ]
    assert _canonical("Plans run from 5 to 10 users.") == ["5..10"]
    assert _canonical("It was cut from $10 to $15 billion.") == ["10000000000 USD", "15000000000 USD"]
    assert _canonical("raised the limit to 500 MB from 250") == ["500000000 byte", "250000000 byte"]


def test_widening() -> None:
    exact, decimal, about = (_quantity(_only(text)) for text in ("5 million", "$4.2M", "about 200 users"))
    assert (exact.lo, exact.hi) == (5_000_000, 5_000_000)
    assert (decimal.lo, decimal.hi, decimal.approximate) == (4_150_000, 4_250_000, False)
    assert (about.lo, about.hi, about.approximate) == (190, 210, True)


def test_other_readings() -> None:
    gigabyte, month, year = (_quantity(_only(text)) for text in ("5 GB", "2 months", "1 year"))
    assert gigabyte.alternative is not None
    assert gigabyte.alternative.lo == 5 * 2**30
    assert month.alternative is not None
    assert (month.alternative.lo, month.alternative.hi) == (56 * 86400, 62 * 86400)
    assert year.alternative is not None
    assert (year.alternative.lo, year.alternative.hi) == (365 * 86400, 366 * 86400)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("1080 hours", "45 days", VerdictKind.SAME),
        ("300/min", "5/s", VerdictKind.SAME),
        ("5k req/s", "5,000 requests per second", VerdictKind.SAME),
        ("30 s", "30,000 ms", VerdictKind.SAME),
        ("two weeks", "a fortnight's 14 days", VerdictKind.SAME),
        ("$4.2M", "4,200,000 US dollars", VerdictKind.COMPATIBLE),
        ("30 kg", "30,000 g", VerdictKind.SAME),
        ("4 GB", "4096 MB", VerdictKind.COMPATIBLE),
        ("5 GB", "5 GiB", VerdictKind.POSSIBLE),
        ("12 months", "1 year", VerdictKind.SAME),
        ("30 days", "1 month", VerdictKind.COMPATIBLE),
        ("31 days", "1 month", VerdictKind.POSSIBLE),
        ("60 days", "1 month", VerdictKind.DIFFERENT),
        ("5 business days", "5 days", VerdictKind.POSSIBLE),
        ("1,000 requests per minute", "5,000 requests per minute", VerdictKind.DIFFERENT),
        ("every 5 days", "once a week", VerdictKind.DIFFERENT),
        ("every 7 days", "once a week", VerdictKind.SAME),
        ("EUR 20", "USD 20", VerdictKind.STOP),
        ("99.9 %", "99.99 %", VerdictKind.DIFFERENT),
        ("8 Mbit/s", "1 MB/s", VerdictKind.SAME),
        ("5 000 MB", "1,000 MB", VerdictKind.DIFFERENT),
        ("102.889 thousand pounds sterling", "102,889 pounds sterling", VerdictKind.COMPATIBLE),
    ],
)
def test_two_wordings_compared(a: str, b: str, kind: VerdictKind) -> None:
    first, second = GRAMMAR.find(a)[-1], GRAMMAR.find(b)[-1]
    assert compare_values(_quantity(first), _quantity(second)).kind is kind


@pytest.mark.parametrize(
    "text",
    [
        "RFC 2616 and ISO 9001",
        "Section 5, § 3.2, Step 3, Figure 2, page 12",
        "v1.2, 1.2.3, version 4, Python 3.9, PostgreSQL 15, iPhone 14 Pro",
        "UTF-8, SHA-256, HTTP/2, x86, S3, p95, SR-2023-052",
        "2024-05-01, 1/5/2024, 10:30, 5 pm, 24-Jan-2025, 15 March, May 2024, Dec. 20, 2019",
        "in 2019, since 2020, FY2023, 2019-20, the 1990s, its 2018 results",
        "10.0.0.1, 192.168.0.0/16, +1-222-2222-2222, 555-1234, (020) 7946 0018",
        "https://example.com/5/items?page=3 or mail5@example.com",
        "0xff, 3fa85f64-5717-4562-b3fc-2c963f66afa6, commit 63757cb6",
        "the 3rd and 21st place, third party, the first half of the game",
        "see [1] and [12]",
        "no one, the one, this one, each other",
        "won 2-1, drew 2-2, 4x4 grid, 3D, 4xx errors, 5G networks",
        "1. Install the tool",
        "Level 2 users, Type 2 diabetes, Group 4, Room 101",
        "a one-time fee, one-way, two-factor sign-in",
        "Section 11(d), 290926798626357250, 0830 GMT",
        "It was 0 of nothing once upon a time and a half-hearted one at that".replace("0 of nothing ", ""),
        "Maria Santos, 34, joined",
        "versions 1 and 2; Sections 3, 4 and 5",
        "4.6 Assistance. The provider helps",
        "one or more files, about one of them",
        "After a second failure; within a second term; after a second reminder",
        "The host answers 429. A missing page returns 404, as does an item three of the list",
    ],
)
def test_no_quantity(text: str) -> None:
    assert [mention.text for mention in GRAMMAR.find(text)] == []


def test_values_that_look_like_names() -> None:
    assert _canonical("The service listens on port 8080.") == ["8080"]
    assert _canonical("2000 requests; a limit of 2000; max_connections = 2000") == ["2000", "2000", "2000"]
    assert _canonical("Total 5, Default: 20") == ["5", "20"]


def test_a_malformed_number_is_kept_with_its_problem() -> None:
    mention = _only("It has 25,0001 rows.")
    assert mention.value is None
    assert "malformed number" in mention.problem


def test_a_lone_m_is_settled_by_context_or_left_open() -> None:
    assert _canonical("poll interval 20m") == ["1200 second"]
    assert _canonical("The tower is 20m high.") == ["20 metre"]
    assert _canonical("20m") == ["1200 second"]
    assert _canonical("10m users signed up") == ["10000000"]
    assert _canonical("£20m") == ["20000000 GBP"]
    assert "ambiguous unit" in _only("They bought 20m of it").problem


def test_a_negation_reaches_over_or() -> None:
    bounds = [str(mention.bound) for mention in GRAMMAR.find("not less than 1 or more than 255 bytes long")]
    assert bounds == ["min", "max"]


def test_nouns_are_singular_heads() -> None:
    texts = ("12 books", "5 concurrent connections are open", "9 GB of free memory", "40 people", "1 new user is added")
    assert [_quantity(_only(text)).noun for text in texts] == ["book", "connection", "memory", "person", "user"]


def test_spans_are_those_of_the_text() -> None:
    text = "Rates: up to 5,000 requests per second per user."
    mention = _only(text)
    assert text[mention.start : mention.end] == mention.text == "5,000 requests per second"
    assert text[mention.outer[0] : mention.outer[1]] == "up to 5,000 requests per second per user"


def test_find_quantities_compiles_and_finds() -> None:
    found = find_quantities("30 days", RULES)
    assert [_quantity(mention).lo for mention in found] == [Fraction(2_592_000)]


@pytest.mark.parametrize("piece", ["five ", "half a ", "1, ", "1-", "1,", "5 per ", "1 and ", "a 5-", "(1"])
def test_reading_is_linear(piece: str) -> None:
    """Ten times the text takes about ten times the time, not a hundred."""

    def seconds(times: int) -> float:
        start = time.process_time()
        GRAMMAR.find(piece * times + "5 days")
        return time.process_time() - start

    seconds(50)
    assert seconds(2000) < 40 * max(seconds(200), 0.005)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Retries are spread over 51 minutes.", None),
        ("The fair takes place over two days.", None),
        ("Costs averaged over 12 months are shown.", None),
        ("Retries take over 51 minutes.", Bound.MIN),
        ("Over two days it rained.", Bound.MIN),
    ],
)
def test_over_compares_nothing_behind_what_is_spread(text: str, bound: Bound | None) -> None:
    assert GRAMMAR.find(text)[0].bound is bound


def test_the_number_of_an_answer_counts_nothing() -> None:
    for text in ("You get 429 Too Many Requests.", "It answers 404 Not Found.", "503 Service Unavailable"):
        assert GRAMMAR.find(text) == ()
    assert _canonical("429 requests were too many.") == ["429"]


def test_raised_digits_are_no_year() -> None:
    assert GRAMMAR.find("from -(2¹²⁷) to 2¹²⁷ - 1")[0].text.startswith("2")


def test_status_codes_are_none_but_what_is_returned_is_counted() -> None:
    counted = [mention.text for mention in GRAMMAR.find("The call returns 500 rows. Renew an item three times.")]
    assert counted == ["500", "three"]
