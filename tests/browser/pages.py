"""Reports as pages, small, large and hostile, for tests in a browser and for looking at them.

``python -m tests.browser.pages FOLDER`` writes each as HTML with screenshots in light, dark, narrow and print.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scanner.model import ConflictType, Finding, FindingKind, FindingStatus, Severity
from scanner.report import Background, Night, Report, SourceTally, Surroundings, Weight, render
from tests.unit.finding_builders import make_finding, make_place, make_side
from tests.unit.test_report_formats import SUMMARY

__all__ = ["BACKGROUND", "HOSTILE", "alike", "browser", "hostile", "large", "small"]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_OWNERS = ("platform-team", "billing", "people", "")
_SEVERITIES = list(Severity)

HOSTILE = (
    "</script><script>window.hurt=1</script><img src=x onerror=window.hurt=1> <!-- {{ 7*7 }} "
    "\u202egnitirw desrever\u202c \u2066isolated\u2069 \u200fmark \x00\x07\x1b[2J \ud800 "
    "&lt;b&gt; javascript:window.hurt=1 " + "W" * 3000
)

BACKGROUND = Background(
    surroundings={
        "c:api/v1.md": Surroundings("Callers are identified by their key.", "Beyond it the answer is 429."),
        "c:api/v2.md": Surroundings("With the second version", "Ask support for more."),
    },
    weights={
        ("docs", "api/v1.md"): Weight("secondary", 0.6, "M. Okafor", 1.0, 0.83),
        ("docs", "api/v2.md"): Weight("primary", 1.0, "", 1.0, 0.9),
    },
    skipped=(("docs", "scan.pdf", "no-text", "no text layer"), ("docs", "<b>.bin", "binary", "")),
    nights=tuple(
        Night(date(2026, 11, 1) + timedelta(days=n), 10 + n, 50 + n, 9 - n // 4, 4 + n % 3, 5, n // 5)
        for n in range(30)
    ),
)


def small() -> Report:
    """Three findings of each kind, settled and open."""
    possible = replace(
        make_finding(FindingKind.POSSIBLE), finding_id="f1:000000000002", severity=Severity.MEDIUM, owner="billing",
        subject="/orders", type=ConflictType.SCOPE, parts=(("extraction", 0.9), ("meeting", 0.8)),
    )  # fmt: skip
    update = replace(make_finding(FindingKind.SUPERSESSION), finding_id="f1:000000000003", status=FindingStatus.OPEN)
    settled = replace(
        make_finding(), finding_id="f1:000000000004", subject="Refund window", status=FindingStatus.DISMISSED, owner=""
    )
    parts = (("extraction", 0.95), ("meeting", 1.0), ("corroboration", 0.97))
    summary = replace(SUMMARY, sources=(SourceTally("docs", 12, 10),))
    return Report(summary, (replace(make_finding(), parts=parts), possible, update, settled))


def large(number: int = 5000) -> Report:
    """``number`` findings of many subjects, owners and severities, two to five places each."""
    return Report(replace(SUMMARY, documents=4000, claims=90_000), tuple(_numbered(n) for n in range(number)))


def _numbered(n: int) -> Finding:
    value = f"{100 + n} requests per minute"
    quote = f"In area {n % 97} the limit of service number {n} is {value} for each of its callers, whoever asks."
    places = [
        make_place(f"area-{n % 97}/service-{n}-{at}.md", quote, value, line=n % 400 + 1) for at in range(n % 4 + 1)
    ]
    other = make_place(
        f"guide/{n}.md", f"Service number {n} answers {n + 7} calls a second.", f"{n + 7} calls a second"
    )
    return replace(
        make_finding(FindingKind.POSSIBLE if n % 3 == 0 else FindingKind.CONFLICT),
        finding_id=f"f1:{n:012x}",
        subject=f"Service {n}",
        severity=_SEVERITIES[n % 3],
        confidence=round(0.3 + (n * 37 % 700) / 1000, 3),
        owner=_OWNERS[n % len(_OWNERS)],
        first_seen=date(2026, 1, 1) + timedelta(days=n % 300),
        sides=(make_side(value, *places), make_side(f"{n + 7} calls a second", other, preferred=True)),
        parts=(("extraction", 0.9), ("meeting", 0.8), ("value", 1.0)),
    )


def alike(number: int = 4) -> Report:
    """One sentence that ``number`` pairs of pages disagree about, and a finding of its own."""
    quotes = ("The rate limit is 100 requests per minute.", "The rate limit is 500 requests per minute.")
    found = []
    for n in range(number):
        sides = [
            make_side(quote[18:-1], make_place(f"{name}{n}.md", quote, quote[18:-1]))
            for name, quote in zip("ab", quotes, strict=True)
        ]
        found.append(replace(make_finding(), finding_id=f"f1:{n:012x}", subject=f"Area {n}", sides=tuple(sides)))
    return Report(SUMMARY, (*found, replace(_numbered(7), kind=FindingKind.CONFLICT)))


def hostile() -> Report:
    """What documents may hold at worst, in every place that a finding shows."""
    long = "9" * 10_000
    place = replace(make_place("a.md", "x 5 y", "5"))
    evidence = replace(
        place.evidence, quote=HOSTILE, doc_id=f"{HOSTILE}.md", source=HOSTILE, context=(HOSTILE, "", long)
    )
    bad = make_side(long, replace(place, evidence=evidence, claim_id="bad"))
    finding = replace(
        make_finding(), subject=HOSTILE, predicate=HOSTILE, owner=HOSTILE, sides=(bad, replace(bad, preferred=True)),
        consistent_with=(bad,), explanation=(HOSTILE,), missing=(HOSTILE,), parts=((HOSTILE, 0.5),),
    )  # fmt: skip
    return Report(replace(SUMMARY, sources=(SourceTally(HOSTILE, 12, 10),)), (finding,))


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium of this machine.

    Raises:
        RuntimeError: if there is none; the message says how to get one.
    """
    path = os.environ.get("CHROMIUM") or next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise RuntimeError("no Chromium on this machine: `bash .ci/browser` installs one, or name yours in CHROMIUM")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        try:
            yield started
        finally:
            started.close()


def _look(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    around = replace(BACKGROUND, surroundings={"bad": Surroundings(HOSTILE, HOSTILE)})
    with browser() as started:
        for name, report, known in (("small", small(), BACKGROUND), ("hostile", hostile(), around)):
            page_file = folder / f"{name}.html"
            page_file.write_text(render(report, "html", background=known, show_supersessions=True), encoding="utf-8")
            for look, options in (
                ("light", {}),
                ("dark", {"color_scheme": "dark"}),
                ("narrow", {"viewport": {"width": 360, "height": 740}}),
            ):
                page = started.new_page(**options)
                page.goto(page_file.as_uri())
                page.click("#expand")
                for summary in page.query_selector_all("details > summary"):
                    summary.click()
                page.screenshot(path=folder / f"{name}-{look}.png", full_page=True)
                page.close()
            page = started.new_page()
            page.goto(page_file.as_uri())
            page.pdf(path=folder / f"{name}.pdf", format="A4")
            page.close()


if __name__ == "__main__":
    _look(Path(sys.argv[1]))
