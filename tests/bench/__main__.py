"""Command line of the measures: ``python -m tests.bench COMMAND``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.bench.misses import WHAT
from tests.bench.packs import HALVES
from tests.bench.runner import BenchError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    quality = commands.add_parser("quality", help="recall, alarms and precision on packs with gold")
    quality.add_argument(
        "--pack", action="append", default=[], metavar="DIR", help="a pack by path or name; repeatable"
    )
    quality.add_argument("--half", choices=HALVES, default="all")
    quality.add_argument("--findings", type=Path, help="score this findings file instead of running (one --pack)")
    quality.add_argument("--reuse", action="store_true", help="score the findings of the last run where there are any")
    quality.add_argument("--no-write", action="store_true", help="leave RESULTS.md as it is")
    quality.add_argument(
        "--option", action="append", default=[], help="passed on to scanner run (--option=--workers=2)"
    )

    misses = commands.add_parser("misses", help="what the open half lost or got wrong, and at which stage")
    misses.add_argument("pack", help="a pack by path or name")
    misses.add_argument("--what", choices=WHAT, default="missed")
    misses.add_argument("--kind", default="", help="only items of this kind or type")
    misses.add_argument("--findings", type=Path, help="findings file (default: the last run's)")
    misses.add_argument("--db", type=Path, help="store of that run (default: the last run's)")
    misses.add_argument("--limit", type=int, default=1000)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one measure; 0 if it was taken and every mark it checks was met."""
    arguments = _parser().parse_args(argv)
    try:
        return _run(arguments)
    except (BenchError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 2


def _run(a: argparse.Namespace) -> int:
    if a.command == "quality":
        from tests.bench import quality

        return quality.run(a.pack, a.half, findings=a.findings, reuse=a.reuse, write=not a.no_write, options=a.option)
    if a.command == "misses":
        from tests.bench import misses

        return misses.run(a.pack, a.what, a.kind, a.findings, a.db, a.limit)
    raise BenchError(f"unknown command {a.command}")


if __name__ == "__main__":
    sys.exit(main())
