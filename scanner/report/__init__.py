"""Findings as people and programs read them: one file a format, reason codes in words in ``explain``."""

from __future__ import annotations

from scanner.report.annotations import render_annotations
from scanner.report.explain import explain, say
from scanner.report.findings_json import render_json, render_jsonl
from scanner.report.junit import render_junit
from scanner.report.markdown import render_markdown
from scanner.report.sarif import render_sarif
from scanner.report.summary import Coverage, FailRule, Report, RunSummary, SourceTally, reaches, select, suppressed
from scanner.report.table_csv import render_csv
from scanner.report.text import render_head, render_text

__all__ = [
    "FORMATS",
    "Coverage",
    "FailRule",
    "Report",
    "RunSummary",
    "SourceTally",
    "explain",
    "reaches",
    "render",
    "render_head",
    "say",
    "select",
    "suppressed",
]

FORMATS = ("text", "json", "jsonl", "csv", "md", "sarif", "junit", "github")


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
        case "jsonl":
            return render_jsonl(report)
        case "sarif":
            return render_sarif(report)
        case "junit":
            return render_junit(report)
        case "github":
            return render_annotations(report, show_supersessions)
        case "csv":
            return render_csv(report)
        case "md":
            return render_markdown(report, show_supersessions)
        case _:
            raise ValueError(f"{form!r} is none of {', '.join(FORMATS)}")
