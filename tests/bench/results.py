"""RESULTS.md: one marked section a measure, each rewritten by its own command and by no other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = ["RESULTS", "table", "write_section"]

RESULTS = Path(__file__).with_name("RESULTS.md")
_HEAD = "# Results\n\nEach section is written by the command named in it; the newest run replaces the section.\n"


def write_section(name: str, text: str, path: Path = RESULTS) -> None:
    """Put ``text`` into the section ``name`` of ``path``, leaving every other section as it is."""
    content = path.read_text(encoding="utf-8") if path.is_file() else _HEAD
    begin, end = f"<!-- {name} -->", f"<!-- end {name} -->"
    section = f"{begin}\n{text.strip()}\n{end}"
    pattern = re.compile(re.escape(begin) + r".*?" + re.escape(end), re.S)
    if pattern.search(content):
        content = pattern.sub(lambda _: section, content, count=1)
    else:
        content = f"{content.rstrip()}\n\n{section}\n"
    path.write_text(content, encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; ``None`` is shown as a dash and fractions with three places."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value).replace("|", "\\|")
