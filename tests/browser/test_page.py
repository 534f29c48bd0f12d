"""The HTML report in a real browser: opens from disk, loads nothing, does what people and screen readers need."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, Page

from scanner.report import Background, Report, Surroundings, render
from tests.browser.pages import BACKGROUND, HOSTILE, alike, browser, hostile, large, small

AXE = Path(AXE_FILE_PATH).read_text(encoding="utf-8")


@dataclass
class Opened:
    """A page with everything it said and asked for since it was opened."""

    page: Page
    told: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def titles(self) -> list[str]:
        return self.page.locator(".finding .what bdi:first-of-type").all_inner_texts()

    def count(self) -> str:
        return self.page.inner_text("#count")

    def search(self, words: str) -> None:
        before = self.count()
        self.page.fill("#search", words)
        self.page.wait_for_function("before => document.getElementById('count').textContent !== before", arg=before)


Open = Callable[..., Opened]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    contexts = []

    def open_(report: Report, background: Background | None = None, at: str = "", **options: Any) -> Opened:
        file = tmp_path / "report.html"
        text = render(report, "html", background=background, show_supersessions=options.pop("supersessions", False))
        file.write_text(text, encoding="utf-8")
        context = chromium.new_context(**options)
        contexts.append(context)
        context.set_offline(True)
        found = Opened(context.new_page())
        found.page.on("console", lambda message: found.told.append(message.text))
        found.page.on("pageerror", lambda error: found.told.append(str(error)))
        found.page.on("dialog", lambda dialog: (found.told.append("dialog"), dialog.dismiss()))
        found.page.on("request", lambda request: found.requests.append(request.url))
        found.page.goto(file.as_uri() + at)
        found.page.wait_for_selector("html[data-ready]")
        return found

    yield open_
    for context in contexts:
        context.close()


def open_all(page: Page) -> None:
    page.click("#expand")
    for summary in page.locator("details > summary").all():
        if summary.is_visible():
            summary.click()


def test_it_opens_from_disk_and_asks_for_nothing(opened: Open) -> None:
    found = opened(small(), BACKGROUND)
    open_all(found.page)
    assert found.told == []
    assert [url.split("/")[-1] for url in found.requests] == ["report.html"]
    assert "1 conflict, 1 possible, 1 supersession" in found.page.inner_text("header")
    assert "2 of 12 documents (17%, 95% interval 5% to 45%)" in found.page.inner_text("header")
    assert found.page.locator(".trend polyline").count() == 3
    assert "scan.pdf" in found.page.inner_text("main")


def test_a_finding_shows_both_sides_in_their_context(opened: Open) -> None:
    page = opened(small(), BACKGROUND).page
    page.click(".toggle >> nth=0")
    detail = page.inner_text(".finding >> nth=0")
    for words in (
        "api/v1.md:12",
        "undated",
        "Callers are identified by their key. The rate limit is 100 requests per minute. Beyond it",
        "from 2026-03-02",
        "The amounts differ: no number is both",
        "Ask the owner which is right.",
        "extraction",
    ):
        assert words in " ".join(detail.split()), words
    assert page.locator(".side >> nth=0 >> mark.value").all_inner_texts() == ["100", " requests per minute"]
    assert page.locator(".side >> nth=0 >> mark.words").all_inner_texts() == ["The rate limit is ", "100"]
    assert page.locator(".finding svg.timeline rect.bar").count() == 2
    assert page.get_attribute(".timeline", "aria-label") == "Time line: A from 2026-03-02; B from 2026-03-02."
    page.click("text=Authority 0.50, in factors")
    factors = page.locator(".side >> nth=0 >> table td").all_inner_texts()
    assert [" ".join(cell.split()) for cell in factors] == ["0.60 (secondary)", "1.00 (M. Okafor)", "0.83", "0.50"]


def test_search_and_filters_find_and_say_how_many(opened: Open) -> None:
    found = opened(small(), BACKGROUND)
    page = found.page
    assert found.count() == "2 findings of 4."
    page.select_option("#kind", "possible")
    assert found.titles() == ["/orders"]
    page.select_option("#kind", "")
    page.select_option("#status", "settled")
    assert found.titles() == ["Refund window"]
    page.click("#reset")
    assert found.titles() == ["/users", "/orders"]
    found.search("BILLING   minute")
    assert found.titles() == ["/orders"]
    found.search("no such words")
    assert found.count() == "None of 4 findings fits."
    page.press("#search", "Escape")
    assert found.titles() == ["/users", "/orders"]
    page.click(".pick[data-value=billing]")
    assert found.titles() == ["/orders"]
    assert page.input_value("#owner") == "billing"


def test_supersessions_are_listed_only_when_asked_for(opened: Open) -> None:
    assert opened(small()).titles() == ["/users", "/orders"]
    assert opened(small(), supersessions=True).titles() == ["/users", "/orders", "/users"]


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("confidence", lambda f: -f.confidence),
        ("oldest", lambda f: str(f.first_seen)),
        ("owner", lambda f: f.owner or "~"),
        ("rank", lambda f: 0),
    ],
)
def test_sorting(opened: Open, order: str, first: Callable[[Any], Any]) -> None:
    report = large(60)
    found = opened(report)
    found.page.select_option("#sort", order)
    assert found.titles() == [finding.subject for finding in sorted(report.findings, key=first)]


def test_everything_works_from_the_keyboard(opened: Open) -> None:
    found = opened(large(150))
    page = found.page
    focused = "document.activeElement.closest('.finding')?.id"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the findings"
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate(focused) == "f1:000000000001"
    page.keyboard.press("Enter")
    assert page.get_attribute(":focus", "aria-expanded") == "true"
    assert page.is_visible("[id='d-f1:000000000001'] .sides")
    page.keyboard.press("Enter")
    assert page.get_attribute(":focus", "aria-expanded") == "false"
    page.keyboard.press("k")
    assert page.evaluate(focused) == "f1:000000000000"
    for _ in range(100):
        page.keyboard.press("j")
    assert page.evaluate(focused) == f"f1:{100:012x}"
    page.keyboard.press("/")
    page.keyboard.type("f1:00000000002a")
    page.wait_for_function("() => document.getElementById('list').children.length === 1")
    assert found.titles() == ["Service 42"]
    assert page.evaluate("document.activeElement.id") == "search"


def test_a_link_opens_one_finding(opened: Open) -> None:
    page = opened(small(), at="#f1:000000000004").page
    assert page.locator(".finding").count() == 1
    assert page.is_visible("text=Refund window")
    assert page.get_attribute(".toggle", "aria-expanded") == "true"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(opened: Open, scheme: str) -> None:
    page = opened(small(), BACKGROUND, supersessions=True, color_scheme=scheme).page
    for step in ("closed", "open"):
        if step == "open":
            open_all(page)
        page.evaluate(AXE)
        violations = page.evaluate("axe.run().then(found => found.violations)")
        told = [(v["id"], v["impact"], v["nodes"][0]["html"][:200]) for v in violations]
        assert [v for v in told if v[1] in ("serious", "critical")] == [], step
        assert len(told) == 0, told


def test_dark_mode_is_dark_and_narrow_pages_do_not_scroll_sideways(opened: Open) -> None:
    light = opened(small(), BACKGROUND).page
    dark = opened(small(), BACKGROUND, color_scheme="dark", viewport={"width": 320, "height": 700}).page
    colour = "getComputedStyle(document.body).backgroundColor"
    assert light.evaluate(colour) == "rgb(255, 255, 255)"
    assert sum(map(int, re.findall(r"\d+", dark.evaluate(colour)))) < 100
    open_all(dark)
    assert dark.evaluate("document.documentElement.scrollWidth") <= 320


# What a person does on a loaded page, timed in the page itself: search, open, sort, reset.
_WORK = """() => new Promise((done) => {
  const by = (id) => document.getElementById(id);
  const change = (id, value, event) => { by(id).value = value; by(id).dispatchEvent(new Event(event)); };
  const start = performance.now();
  const before = by("count").textContent;
  change("search", "f1:0000000010e1", "input");
  const wait = () => {
    if (by("count").textContent === before) return setTimeout(wait, 5);
    const title = document.querySelector(".what bdi").textContent;
    document.querySelector(".toggle").click();
    change("sort", "confidence", "change");
    by("reset").click();
    requestAnimationFrame(() => done([title, performance.now() - start]));
  };
  wait();
})"""


def test_five_thousand_findings_answer_within_a_second(opened: Open) -> None:
    found = opened(large())
    page = found.page
    title, spent = page.evaluate(_WORK)
    assert title == "Service 4321"
    assert spent < 1000
    assert found.count() == "5,000 findings of 5,000, the first 100 shown."
    page.click("#more")
    assert page.locator(".finding").count() == 200
    assert page.evaluate("document.activeElement.closest('.finding').id") == f"f1:{100:012x}"
    assert found.told == []


def test_hostile_quotes_do_no_harm(opened: Open) -> None:
    around = Background(
        surroundings={"bad": Surroundings(HOSTILE, HOSTILE)}, skipped=((HOSTILE, HOSTILE, "binary", HOSTILE),)
    )
    found = opened(hostile(), around, viewport={"width": 360, "height": 740})
    open_all(found.page)
    assert found.told == []
    assert len(found.requests) == 1
    assert found.page.evaluate("window.hurt") is None
    assert found.page.locator("main img, main script, #list b").count() == 0
    text = found.page.inner_text("body")
    assert "</script><script>window.hurt=1</script><img src=x onerror=window.hurt=1> <!-- {{ 7*7 }}" in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200f\x00\x1b]", text)
    assert found.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_findings_of_one_cause_are_folded_and_can_be_unfolded(opened: Open) -> None:
    found = opened(alike())
    page = found.page
    assert found.count() == "5 findings of 5, 3 folded under others of the same cause."
    assert found.titles() == ["Area 0", "Service 7"]
    assert page.inner_text(".badge.cause") == "and 3 more of one cause"
    page.click(".toggle >> nth=0")
    assert page.locator(".alike li").count() == 3
    page.evaluate(AXE)
    assert page.evaluate("axe.run().then(found => found.violations.map(v => v.id))") == []
    page.click(".alike a >> nth=1")
    assert found.titles() == ["Area 2"]
    page.click("#reset")
    page.select_option("#causes", "")
    assert found.count() == "5 findings of 5."
    found.search("a3.md")
    assert found.titles() == ["Area 3"]
    assert opened(small()).page.is_hidden("#causes")


def _print(page: Page) -> None:
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")


def test_few_findings_are_printed_whole(opened: Open) -> None:
    page = opened(large(20)).page
    assert len(page.pdf()) > 10_000
    _print(page)
    assert page.is_hidden(".controls")
    assert page.is_visible(".finding >> nth=19 >> .sides")
    assert page.is_visible(".finding >> nth=3 >> text=service-3-3.md")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".toggle[aria-expanded=true]").count() == 0


def test_of_many_findings_those_that_are_open_are_printed_whole(opened: Open) -> None:
    found = opened(large(700))
    page = found.page
    page.select_option("#severity", "medium")
    page.click(".toggle >> nth=1")
    before = found.count()
    _print(page)
    assert page.locator(".toggle[aria-expanded=true]").count() == 1
    assert page.locator(".finding").count() == 233
    assert page.is_visible(".finding >> nth=1 >> .sides")
    lines = page.locator(".finding >> nth=0 >> .brief li").all_inner_texts()
    assert lines[0].startswith("A 101 requests per minute · area-1/service-1-0.md:2, ")
    assert page.inner_text("#chosen") == "Chosen: severity medium."
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert (page.locator(".finding").count(), page.locator(".brief").count(), found.count()) == (100, 0, before)
    assert page.is_hidden("#chosen")
    page.emulate_media(media="screen")
    page.click("#reset")
    _print(page)
    assert page.inner_text("#chosen") == "The first 300 are printed; choose fewer to print others."


def test_without_scripts_it_says_where_the_findings_are(opened: Open, chromium: Browser, tmp_path: Path) -> None:
    opened(small())
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "report.html").as_uri())
    assert "The same findings are in the Markdown, CSV and JSON reports." in page.inner_text("main")
    assert "1 conflict, 1 possible" in page.inner_text("header")
    context.close()


def test_an_empty_corpus_is_not_called_clean(opened: Open) -> None:
    from dataclasses import replace

    found = opened(replace(small(), summary=replace(small().summary, claims=0), findings=()))
    assert "Nothing was checked" in found.page.inner_text("header")
    assert "No conflict" not in found.page.inner_text("body")
    assert found.told == []
