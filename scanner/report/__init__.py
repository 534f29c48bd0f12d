"""Findings as people and programs read them: one file a format, reason codes in words in ``explain``."""

from __future__ import annotations

from scanner.report.explain import explain, say
from scanner.report.findings_json import render_json
from scanner.report.markdown import render_markdown
from scanner.report.summary import Coverage, Report, RunSummary, reaches, select, suppressed
from scanner.report.table_csv import render_csv
from scanner.report.text import render_text

__all__ = [
    "FORMATS",
    "Coverage",
    "Report",
    "RunSummary",
    "explain",
    "reaches",
    "render",
    "say",
    "select",
    "suppressed",
]

FORMATS = ("text", "json", "csv", "md")


def render(
    report: Report, form: str = "text", width: int = 100, colour: bool = False, show_supersessions: bool = False
) -> str:
    """The report in one of ``FORMATS``, ending in a newline.

    Raises:
        ValueError: for a form that is none of them.
    """
    match form:
        case "text":
            return render_text(report, width, colour, show_supersessions)
        case "json":
            return render_json(report)
        case "csv":
            return render_csv(report)
        case "md":
            return render_markdown(report, show_supersessions)
        case _:
            raise ValueError(f"{form!r} is none of {', '.join(FORMATS)}")
