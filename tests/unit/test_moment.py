"""Dates, periods, times of day and weekdays: what is found, what it means, and what is left alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from scanner.model import Moment, Precision, Role, VerdictKind, Window, WindowBasis, compare_values
from scanner.normalize.moment import MomentGrammar, window_of
from scanner.rules import load_rules

RULES = load_rules()
GRAMMAR = MomentGrammar.build(RULES)


def read(text: str, **how: object) -> list[str]:
    return [m.value.canonical if m.value else m.problem for m in GRAMMAR.find(text, **how)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Released on 2024-05-13.", ["2024-05-13"]),
        ("at 2024-05-13T21:05:44.000672Z it failed", ["2024-05-13"]),
        ("1 May 2024 or May 1, 2024 or the 1st of May, 2024", ["2024-05-01"] * 3),
        ("Wednesday, 1 May 2024", ["2024-05-01"]),
        ("24-Jan-2025 and Jan. 5, 2025 and 22/Jan/2019", ["2025-01-24", "2025-01-05", "2019-01-22"]),
        ("5/13/2024, 13/5/2024, 05/05/2024, 13.05.2024", ["2024-05-13", "2024-05-13", "2024-05-05", "2024-05-13"]),
        ("on 18 and 19 June 2024", ["2024-06-18", "2024-06-19"]),
        ("in May 2024, 2024-05, 2024/05/01, 05/2024", ["2024-05", "2024-05", "2024-05-01", "2024-05"]),
        ("in 2019, 2020 and 2021", ["2019", "2020", "2021"]),
        ("the elections of 2016", ["2016"]),
        ("population 1,015 (2000)", ["2000"]),
        ("release,2018-04-24,2022-09-18,5", ["2018-04-24", "2022-09-18"]),
        ("2021-7-9", ["2021-07-09"]),
        ("population (2019) and (2019 est.)", ["2019", "2019"]),
        ("3.1 % (2018-19) and (2017/18 est.)", ["2018-01-01/2019-12-31", "2017-01-01/2018-12-31"]),
        ("Q1 2026, first quarter of 2026, 2026Q1, Q1'26", ["2026-01-01/2026-03-31"] * 4),
        ("H1 2025, the first half of 2025", ["2025-01-01/2025-06-30"] * 2),
        ("FY2023, FY 23, fiscal 2023, fiscal year 2023", ["2023"] * 4),
        ("2025-W07 and week 7 of 2025", ["2025-02-10/2025-02-16"] * 2),
        ("the second week of 2021", ["2021-01-11/2021-01-17"]),
        ("the week of 5 June 2024", ["2024-06-03/2024-06-09"]),
        ("the week ending 9 June 2024", ["2024-06-03/2024-06-09"]),
        ("the 1990s", ["1990-01-01/1999-12-31"]),
        ("in the 19th century", ["1800-01-01/1899-12-31"]),
        ("the third quarter of two thousand and twenty", ["2020-07-01/2020-09-30"]),
        ("25 January nineteen eighty-six", ["1986-01-25"]),
        ("9 am, 9:30 p.m., 21:00 UTC, noon, midnight", ["09:00", "21:30", "21:00", "12:00", "00:00"]),
        ("at quarter past nine and at eight o'clock", ["09:15", "08:00"]),
        ("on Fridays", ["Friday"]),
        ("on 12 July, by March 3rd", ["--07-12", "--03-03"]),
        ("in March", ["--03"]),
        ("by the end of March", ["--03-25/--03-31"]),
    ],
)
def test_written_forms(text: str, values: list[str]) -> None:
    assert read(text) == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("end of 2025", "2025-12"),
        ("the beginning of 2025", "2025-01"),
        ("early 2025", "2025-01-01/2025-04-30"),
        ("mid-2025", "2025-05-01/2025-08-31"),
        ("late 2025", "2025-09-01/2025-12-31"),
        ("late March 2026", "2026-03-21/2026-03-31"),
        ("by the end of Q2 2026", "2026-06"),
        ("circa 1850", "1849-01-01/1851-12-31"),
        ("around May 2020", "2020-04-01/2020-06-30"),
    ],
)
def test_parts_and_approximation(text: str, value: str) -> None:
    assert read(text) == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 January 2024 – 30 June 2024", "2024-01-01/2024-06-30"),
        ("from 1 July 2024 until 30 June 2025", "2024-07-01/2025-06-30"),
        ("between 1 May 2024 and 3 June 2024", "2024-05-01/2024-06-03"),
        ("2019–2021", "2019-01-01/2021-12-31"),
        ("May to July 2024", "2024-05-01/2024-07-31"),
        ("November 2023 to February 2024", "2023-11-01/2024-02-29"),
        ("from November to February 2024", "2023-11-01/2024-02-29"),
        ("May 1–3, 2024", "2024-05-01/2024-05-03"),
        ("Oct 23 - Nov 7, 2020", "2020-10-23/2020-11-07"),
        ("between 2015 and January 5th 2018", "2015-01-01/2018-01-05"),
        ("9 am to 5:30 p.m.", "09:00/17:30"),
        ("Monday to Friday", "Monday/Friday"),
        ("Mon–Fri", "Monday/Friday"),
        ("Monday--Thursday", "Monday/Thursday"),
        ("7am-2pm", "07:00/14:00"),
        ("3:30 to 4:30 PM", "15:30/16:30"),
        ("11:30–12:30 pm", "11:30/12:30"),
        ("10-2 pm EST", "10:00/14:00"),
        ("from 1 October to 31 March", "--10-01/--03-31"),
    ],
)
def test_ranges_are_one_mention(text: str, value: str) -> None:
    (mention,) = GRAMMAR.find(text)
    assert mention.value is not None
    assert mention.value.canonical == value
    assert isinstance(mention.value, Moment)
    assert mention.value.precision is Precision.RANGE


@pytest.mark.parametrize(
    "text",
    [
        "Users may upload 5 files.",
        "May I ask why?",
        "They march 5 miles.",
        "The limit is 5000 requests per minute.",
        "10.0.0.1 port 8080 and RFC 2616",
        "Windows Server 2019 and Office 2016",
        "in 2048 bytes, between 2000 and 3000 users, 2000-2100 calories",
        "a maximum of 2000 and limit reached (2000)",
        "max(2019, x) and foo-2024-05-01.log and /2024/05/01/ and v2024.1",
        "1.2 and 27.08 and version 2019.1",
        "a ratio of 16:9 and host:8080",
        "the sun sat on a mon",
        "There are two to four people.",
        "up to 1920 or for 2048",
        "31 U.S.C. 1353",
        "twenty five users and two thousand and ten more",
        "a total of 2025 and running on 6.2.9200",
        "logs of the last 30 days",
        "Order 2020-based parts",
        "price is $4.20 in 12 regions",
    ],
)
def test_look_alikes_are_left_alone(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("due 05/06/2024", "ambiguous date"),
        ("As of 2/6/21", "ambiguous date"),
        ("on 30 February 2024", "no such day"),
        ("in 2005-06", "ambiguous date"),
    ],
)
def test_what_has_no_sure_reading_is_named(text: str, problem: str) -> None:
    (mention,) = GRAMMAR.find(text)
    assert (mention.value, mention.problem) == (None, problem)


def test_a_site_may_say_which_comes_first() -> None:
    for words, day in (("day first", date(2024, 6, 5)), ("month first", date(2024, 5, 6))):
        order = RULES.cues["date.order"].model_copy(update={"words": (words,)})
        grammar = MomentGrammar.build(replace(RULES, cues={**RULES.cues, "date.order": order}))
        (mention,) = grammar.find("due 05/06/2024")
        assert isinstance(mention.value, Moment)
        assert mention.value.start == day


@pytest.mark.parametrize(
    ("text", "role", "outer", "window"),
    [
        ("open since 2019", Role.SINCE, "since 2019", (date(2019, 1, 1), None)),
        ("from 1 July 2025", Role.SINCE, "from 1 July 2025", (date(2025, 7, 1), None)),
        ("Effective July 1, 2025, it", Role.EFFECTIVE, "Effective July 1, 2025", (date(2025, 7, 1), None)),
        ("with effect from 1 May 2024", Role.EFFECTIVE, "with effect from 1 May 2024", (date(2024, 5, 1), None)),
        ("as of 1 May 2024", Role.AS_OF, "as of 1 May 2024", (date(2024, 5, 1), None)),
        ("until 30 June 2025", Role.UNTIL, "until 30 June 2025", (None, date(2025, 7, 1))),
        ("until March 2025", Role.UNTIL, "until March 2025", (None, date(2025, 3, 1))),
        ("until the end of 2025", Role.THROUGH, "until the end of 2025", (None, date(2026, 1, 1))),
        ("before 30 June 2025", Role.BEFORE, "before 30 June 2025", (None, date(2025, 6, 30))),
        ("after 30 June 2025", Role.AFTER, "after 30 June 2025", (date(2025, 7, 1), None)),
        ("through March 2025", Role.THROUGH, "through March 2025", (None, date(2025, 4, 1))),
        ("until March 2025 inclusive", Role.THROUGH, "until March 2025 inclusive", (None, date(2025, 4, 1))),
        ("from 2019 onwards", Role.SINCE, "from 2019 onwards", (date(2019, 1, 1), None)),
        ("from 2019 to 2021", Role.BETWEEN, "from 2019 to 2021", (date(2019, 1, 1), date(2022, 1, 1))),
    ],
)
def test_roles_and_windows(text: str, role: Role, outer: str, window: tuple[date | None, date | None]) -> None:
    (mention,) = GRAMMAR.find(text)
    assert mention.role is role
    assert text[slice(*mention.outer)] == outer
    assert window_of(mention) == Window(*window, basis=WindowBasis.STATED)


def test_a_day_without_a_year_is_the_one_nearest_to_the_document() -> None:
    (mention,) = GRAMMAR.find("since 1 December it costs 5 EUR")
    assert window_of(mention) is None
    assert window_of(mention, date(2024, 2, 1)) == Window(date(2023, 12, 1), None, WindowBasis.STATED)
    assert window_of(mention, date(2024, 11, 1)) == Window(date(2024, 12, 1), None, WindowBasis.STATED)


@pytest.mark.parametrize("text", ["data from 2019", "in 2019", "on 12 July", "at 9 am", "2019–2021"])
def test_no_role_makes_no_window(text: str) -> None:
    (mention,) = GRAMMAR.find(text)
    assert window_of(mention) is None


def test_relative_words_need_a_reference() -> None:
    text = "updated two weeks ago, yesterday, last month and last Friday; next year"
    assert read(text) == []
    reference = date(2024, 3, 13)
    assert read(text, reference=reference) == ["2024-02-26/2024-03-03", "2024-03-12", "2024-02", "2024-03-08", "2025"]
    assert read("June next year", reference=reference) == ["2025-06"]
    assert read("The next year it grew; in two weeks; the last 30 days", reference=reference) == []


def test_a_year_alone_in_a_cell_is_a_date() -> None:
    assert read("2019") == []
    assert read("2019", alone=True) == ["2019"]
    assert read("20240513", alone=True) == ["2024-05-13"]
    assert read("5000", alone=True) == []


def test_fiscal_years_end_in_the_year_that_names_them() -> None:
    grammar = MomentGrammar.build(RULES, fiscal_year_start=10)
    values = [m.value for m in grammar.find("FY2023, Q1 FY2023, the first half of fiscal 2023, FY2022-23, Q1 2023")]
    assert [(v.start, v.end, v.fiscal) for v in values if isinstance(v, Moment)] == [
        (date(2022, 10, 1), date(2023, 10, 1), True),
        (date(2022, 10, 1), date(2023, 1, 1), True),
        (date(2022, 10, 1), date(2023, 4, 1), True),
        (date(2022, 10, 1), date(2023, 10, 1), True),
        (date(2023, 1, 1), date(2023, 4, 1), False),
    ]
    with pytest.raises(ValueError, match="no month"):
        MomentGrammar.build(RULES, fiscal_year_start=13)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("March 2026", "Q1 2026", VerdictKind.COMPATIBLE),
        ("1 May 2024", "May 1st, 2024", VerdictKind.SAME),
        ("2024-05-13", "13.05.2024", VerdictKind.SAME),
        ("March 2026", "Q2 2026", VerdictKind.DIFFERENT),
        ("on 12 July", "in July", VerdictKind.COMPATIBLE),
        ("on 12 July", "on 14 July", VerdictKind.DIFFERENT),
        ("on 12 July", "12 July 2024", VerdictKind.COMPATIBLE),
        ("on 12 July", "9 July 2024", VerdictKind.POSSIBLE),
        ("9 am to 5 pm", "9 am to 6 pm", VerdictKind.DIFFERENT),
        ("9 am to 5 pm", "09:00–17:00", VerdictKind.SAME),
        ("Monday to Friday", "Mon–Sat", VerdictKind.DIFFERENT),
        ("on Monday", "on Tuesdays", VerdictKind.DIFFERENT),
    ],
)
def test_moments_compare_by_their_written_precision(a: str, b: str, kind: VerdictKind) -> None:
    (one,), (two,) = GRAMMAR.find(a), GRAMMAR.find(b)
    assert one.value is not None
    assert two.value is not None
    assert compare_values(one.value, two.value).kind is kind


DATE_CARDS = sorted(card_id for card_id in RULES.cues if card_id.startswith("date."))


def test_every_date_card_is_one_the_grammar_reads() -> None:
    folder = Path(__file__).parents[2] / "scanner" / "normalize"
    code = "".join(path.read_text() for path in sorted(folder.glob("*.py")))
    for card_id in DATE_CARDS:
        stem = card_id.rstrip("-0123456789").rstrip(".")
        family = card_id.rsplit(".", 1)[0] + "."
        assert f'"{card_id}"' in code or f'"{stem}' in code or f'"{family}' in code, card_id


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Since the relaunch in March 2019 you can send 2 GB.", Role.SINCE),
        ("Ever since our move in 2019, the desk is open.", Role.SINCE),
        ("Before the merger on 3 May 2021 there were two desks.", Role.BEFORE),
        ("After the last election in June 2024, the seats were counted again.", Role.AFTER),
        ("Parking is free since the reform in 2020.", Role.SINCE),
        ("Since the figures in March 2019 were incomplete, 2 GB are shown.", Role.NONE),
        ("The relaunch in March 2019 was late.", Role.NONE),
        ("Since the relaunch failed in March 2019, nobody tried.", Role.NONE),
        ("Before the price rises in May 2020 were known, 2 GB were sold.", Role.NONE),
        ("After the sales in 2019 fell, the price rose.", Role.NONE),
    ],
)
def test_a_dated_event_gives_its_day_a_role(text: str, role: Role) -> None:
    (mention,) = (m for m in GRAMMAR.find(text) if m.value is not None)
    assert mention.role is role
