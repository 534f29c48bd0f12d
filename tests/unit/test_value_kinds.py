"""Every kind of value that documents state is read as what it means, and what looks like it is not."""

from __future__ import annotations

import pytest

from scanner.model import Moment, Quantity, VerdictKind, Version, compare_values
from scanner.normalize.recognise import Recogniser
from scanner.normalize.units import header_unit, with_unit
from scanner.rules import load_rules

RULES = load_rules()
RECOGNISER = Recogniser.build(RULES)


def read(text: str) -> list[str]:
    return [m.value.canonical for m in RECOGNISER(text) if m.value is not None]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # fractions and mixed numbers
        ("Add 2 and 3/4 cups of flour.", ["0.650617650375 litre"]),
        ("The board is 4-3/4 inches wide.", ["0.12065 metre"]),
        ("Wait two and a half hours.", ["9000 second"]),
        ("Two thirds of the members must vote.", ["0.666666666667"]),
        # shares of a whole
        ("One in five adults smokes.", ["0.2"]),
        ("About 4 out of 5 dentists agree.", ["0.76..0.84"]),
        ("Nearly 9 in 10 users stay.", ["0.855..0.945"]),
        # tolerances and approximations
        ("The gap is 5 ± 0.5 mm.", ["0.0045..0.0055 metre"]),
        ("Set it to 20 V ± 5 %.", ["19..21 volt"]),
        ("It holds about 200 people.", ["190..210"]),
        ("Sales reached $4.2M.", ["4150000..4250000 USD"]),
        # ranges
        ("Spend $1.5-$2 trillion.", ["1450000000000..2000000000000 USD"]),
        ("Keep 30 ~ 100 copies.", ["30..100"]),
        ("Rooms cost from €80 to €120.", ["80..120 EUR"]),
        # a new level is no range
        ("Gold rose $5.40 to $1,284.30 an ounce.", ["5.4 USD", "45.3023493318 USD/gram"]),
        ("The index fell 12 points, to 3,456.", ["12", "3456"]),
        ("Fares rise 5 to 10 percent.", ["5..10 percent"]),
        # sizes side by side share a unit
        ("a 30-by-40-foot hall", ["9.144 metre", "12.192 metre"]),
        ("a 4 x 6 inch card", ["0.1016 metre", "0.1524 metre"]),
        # percent, points and basis points
        ("The rate is 5 %.", ["5 percent"]),
        ("The rate rose by 2 percentage points.", ["2 percentage_point"]),
        ("The Fed cut rates by 25 basis points.", ["0.25 percentage_point"]),
        # data sizes
        ("Uploads stop at 25 MB.", ["25000000 byte"]),
        ("Pods get 512 MiB.", ["536870912 byte"]),
        ("The line carries 800 Mbit/s.", ["100000000 byte/second"]),
        # durations
        ("Refunds take 5 business days.", ["5 business_day"]),
        ("Reply within 5 working days.", ["5 business_day"]),
        ("Contracts run for 2 years 6 months.", ["30 month"]),
        ("Logs stay for 90 calendar days.", ["7776000 second"]),
        # rates
        ("It costs $10 per seat per month.", ["10 USD/month"]),
        ("Storage is $0.023 per GB-month.", ["2.3e-11 USD/byte/month"]),
        ("Nodes cost $0.05 per node-hour.", ["1.38888888889e-05 USD/second"]),
        ("The limit is 300 requests/minute.", ["5 request/second"]),
        # money
        ("Fines reach PS2.7m.", ["2650000..2750000 GBP"]),
        ("It earned Rs 50 crore.", ["500000000 INR"]),
        ("Rent is UGX 400,000 a month.", ["400000 UGX/month"]),
        ("Tickets are R12,500.", ["12500 ZAR"]),
        ("They raised 3 Mio. EUR.", ["3000000 EUR"]),
        ("It takes five pounds and 30 pence.", ["5.3 GBP"]),
        # times of day, weekdays
        ("Doors open at 9:30 a.m.", ["09:30"]),
        ("Backups run at 340pm.", ["15:40"]),
        ("The shop is open Monday to Friday.", ["Monday/Friday"]),
        ("Lunch is 11:30–12:30 pm.", ["11:30/12:30"]),
        # periods with their precision
        ("Support ends in March 2026.", ["2026-03"]),
        ("The audit covers 1Q19.", ["2019-01-01/2019-03-31"]),
        ("Profit fell in 1H 2020.", ["2020-01-01/2020-06-30"]),
        ("It starts on the first Monday of May 2019.", ["2019-05-06"]),
        ("It closes on the last Friday in June 2024.", ["2024-06-28"]),
        ("Camp is in the first week of June.", ["--06-01/--06-07"]),
        ("Signed on 2019.04.03.", ["2019-04-03"]),
        # versions
        ("Version 2.0.0-rc.1 is out.", ["2.0.0-rc1"]),
        ("Requires Python 3.11 or later.", ["3.11"]),
        # identifiers
        ("Write to Help@Example.org.", ["help@example.org"]),
        ("See https://Example.com:443/docs/.", ["https://example.com/docs"]),
        ("Call +1 (202) 555-0143.", ["2025550143"]),
        ("ZIP code 20405", ["20405"]),
        ("postcode SW1A 1AA", ["sw1a1aa"]),
        ("It listens on 192.168.0.10.", ["192.168.0.10"]),
        ("Allow 10.0.0.0/8 only.", ["10.0.0.0/8"]),
        ("Use 2001:DB8::1 for tests.", ["2001:db8::1"]),
        ("Released under the MIT License.", ["mit"]),
    ],
)
def test_what_is_read(text: str, values: list[str]) -> None:
    assert read(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "The screen shows 1920x1080 pixels side by side.",  # no power of ten
        "He came 3rd and she came 21st.",
        "The PS5 and the PS4 are sold out.",
        "Part ABC45,000 fits.",
        "Route N1 and room R1.25 are closed.",
        "Upgrade to version 2019.04.03.",
        "The second build failed.",
    ],
)
def test_look_alikes(text: str) -> None:
    assert [m.value for m in RECOGNISER(text) if isinstance(m.value, Quantity | Moment)] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("We opened 3 in 10 days.", 2),
        ("It has 3 in 5 cities.", 2),
        ("He does 2 over 15 minutes.", 2),
        ("5 x 100 mm", 2),
    ],
)
def test_two_numbers_are_no_share(text: str, count: int) -> None:
    assert len(RECOGNISER(text)) == count


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("5 %", "5 percentage points", VerdictKind.STOP),
        ("5 business days", "5 days", VerdictKind.POSSIBLE),
        ("5 MB", "5 MiB", VerdictKind.POSSIBLE),
        ("$10 per seat per month", "$120 per seat per year", VerdictKind.SAME),
        ("$0.10 per GB-month", "$0.10 per GB per month", VerdictKind.SAME),
        ("2 months", "60 days", VerdictKind.COMPATIBLE),
        ("2 months", "61 days", VerdictKind.POSSIBLE),
        ("PS2.7m", "£2,700,000", VerdictKind.COMPATIBLE),
        ("4-3/4 inches", "4.75 inches", VerdictKind.SAME),
        ("1Q19", "first quarter of 2019", VerdictKind.SAME),
        ("the first Monday of May 2019", "6 May 2019", VerdictKind.SAME),
        ("the last Friday in June 2024", "21 June 2024", VerdictKind.DIFFERENT),
        ("March 2026", "Q1 2026", VerdictKind.COMPATIBLE),
        ("9:30 a.m.", "09:30", VerdictKind.SAME),
        ("Monday to Friday", "Monday to Saturday", VerdictKind.DIFFERENT),
        ("one in four", "one in five", VerdictKind.DIFFERENT),
        ("192.168.0.0/16", "192.168.0.0/24", VerdictKind.DIFFERENT),
    ],
)
def test_two_wordings_compared(a: str, b: str, kind: VerdictKind) -> None:
    first, second = (RECOGNISER(f"It is {text}.")[-1].value for text in (a, b))
    assert first is not None
    assert second is not None
    assert compare_values(first, second).kind is kind


def test_versions_are_ordered_and_a_candidate_is_not_the_release() -> None:
    mixed = ["2.0.1", "2.0.0", "1.10", "2.0.0-rc.1", "1.9", "2.0.0-beta.2", "2.0.0-alpha"]
    ordered = ["1.9", "1.10", "2.0.0-alpha", "2.0.0-beta.2", "2.0.0-rc.1", "2.0.0", "2.0.1"]
    assert sorted(mixed, key=RECOGNISER.versions.order) == ordered
    candidate, release = (RECOGNISER(f"version {text}")[0].value for text in ("2.0.0-rc.1", "2.0.0"))
    assert isinstance(candidate, Version)
    assert isinstance(release, Version)
    assert compare_values(candidate, release).kind is VerdictKind.DIFFERENT


@pytest.mark.parametrize(
    ("header", "number", "canonical"),
    [
        ("Revenue (EUR million)", "345.2", "345150000..345250000 EUR"),
        ("Sales in millions of dollars", "12", "11500000..12500000 USD"),
        ("Population (thousands)", "66", "65500..66500"),
        ("Budget (£k)", "40", "39500..40500 GBP"),
        ("Sales ('000)", "7", "6500..7500"),
        ("Size (MB)", "5", "5000000 byte"),
        ("Price per user per month ($)", "5", "5 USD"),
    ],
)
def test_a_header_gives_unit_and_magnitude(header: str, number: str, canonical: str) -> None:
    value = RECOGNISER(number, alone=True)[0].value
    unit = header_unit(header, RULES)
    assert isinstance(value, Quantity)
    assert unit is not None
    assert with_unit(value, unit).canonical == canonical


@pytest.mark.parametrize("header", ["Millions", "Value (m)", "Name (k)", "Cost (per million)", "Thousand Oaks"])
def test_headers_without_a_magnitude(header: str) -> None:
    assert header_unit(header, RULES) is None


@pytest.mark.parametrize(
    ("days", "months", "kind"),
    [
        ("90 days", "three months", VerdictKind.COMPATIBLE),
        ("30 days", "one month", VerdictKind.COMPATIBLE),
        ("365 days", "one year", VerdictKind.COMPATIBLE),
        ("12 weeks", "three months", VerdictKind.POSSIBLE),
        ("28 days", "one month", VerdictKind.POSSIBLE),
        ("100 days", "three months", VerdictKind.DIFFERENT),
    ],
)
def test_days_stand_for_months_as_everybody_counts_them(days: str, months: str, kind: VerdictKind) -> None:
    a, b = (RECOGNISER(text)[0].value for text in (days, months))
    assert a is not None and b is not None
    assert compare_values(a, b).kind is compare_values(b, a).kind is kind
