"""Findings as people and programs read them: one file a format, reason codes in words in ``explain``."""

from __future__ import annotations

from scanner.report.annotations import render_annotations
from scanner.report.background import Background, Night, Region, Surroundings, Weight
from scanner.report.baseline import Baseline, BaselineError, read_baseline, write_baseline
from scanner.report.digest import has_news, render_digest
from scanner.report.explain import explain, say
from scanner.report.findings_json import render_json, render_jsonl
from scanner.report.junit import render_junit
from scanner.report.markdown import render_markdown
from scanner.report.pages import render_pages
from scanner.report.sarif import render_sarif
from scanner.report.since import Change, Closed, Since
from scanner.report.summary import Coverage, FailRule, Report, RunSummary, SourceTally, reaches, select, suppressed
from scanner.report.table_csv import render_csv
from scanner.report.text import render_head, render_text

__all__ = [
    "FORMATS",
    "Background",
    "Baseline",
    "BaselineError",
    "Change",
    "Closed",
    "Coverage",
    "FailRule",
    "Night",
    "Region",
    "Report",
    "RunSummary",
    "Since",
    "SourceTally",
    "Surroundings",
    "Weight",
    "explain",
    "has_news",
    "reaches",
    "read_baseline",
    "render",
    "render_head",
    "render_pages",
    "say",
    "select",
    "suppressed",
    "write_baseline",
]

FORMATS = ("text", "json", "jsonl", "csv", "md", "html", "sarif", "junit", "github", "digest", "digest-md")


def render(
    report: Report,
    form: str = "text",
    width: int = 100,
    colour: bool = False,
    show_supersessions: bool = False,
    background: Background | None = None,
) -> str:
    """The report in one of ``FORMATS``, ending in a newline. Only HTML and SARIF show the ``background``.

    Raises:
        ValueError: for a form that is none of them.
    """
    match form:
        case "text":
            return render_text(report, width, colour, show_supersessions)
        case "json":
            return render_json(report)
        case "jsonl":
            return render_jsonl(report)
        case "csv":
            return render_csv(report)
        case "md":
            return render_markdown(report, show_supersessions)
        case "html":
            # The template engine is loaded only by who needs it.
            from scanner.report.html import render_html

            return render_html(report, background, show_supersessions)
        case "sarif":
            return render_sarif(report, background)
        case "junit":
            return render_junit(report)
        case "github":
            return render_annotations(report, show_supersessions)
        case "digest" | "digest-md":
            return render_digest(report, form == "digest-md")
        case _:
            raise ValueError(f"{form!r} is none of {', '.join(FORMATS)}")
