"""How well written values are read: the normalisation data, both grammars, into one section."""

from __future__ import annotations

import json

from tests.bench import norm, norm_dates
from tests.bench.packs import SHARED
from tests.bench.results import table, write_section

__all__ = ["run"]


def run(*, write: bool) -> int:
    """Measure quantities and dates, print one JSON line, and write the section."""
    folder = SHARED / "norm"
    if not folder.is_dir():
        raise FileNotFoundError(f"no normalisation data at {folder}")
    figures = {**norm.run(folder), **{f"dates_{name}": value for name, value in norm_dates.run(folder).items()}}
    rounded = {name: round(value, 4) for name, value in sorted(figures.items())}
    print(json.dumps(rounded))
    if write:
        rows = [[name.replace("_", " "), value] for name, value in rounded.items()]
        write_section("norm", f"## Values\n\n`python -m tests.bench norm`\n\n{table(['figure', 'value'], rows)}")
    return 0
