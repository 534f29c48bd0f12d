"""Command line of the measures: ``python -m tests.bench COMMAND``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.bench.misses import WHAT
from tests.bench.packs import HALVES
from tests.bench.runner import BenchError
from tests.bench.scale import SORTS as SCALES


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

    calibration = commands.add_parser("calibration", help="fit what a score is worth on the open half of the packs")
    calibration.add_argument("--reuse", action="store_true", help="take the findings of the last runs")
    calibration.add_argument("--no-write", action="store_true", help="leave curves and RESULTS.md as they are")

    speed = commands.add_parser("speed", help="ingest and scan beside bare nlp.pipe over the same text")
    _corpus(speed)
    baseline = commands.add_parser("speed-baseline", help="the bare nlp.pipe half of speed, run by it")
    baseline.add_argument("docs", type=Path)

    corpus = commands.add_parser("corpus", help="findings in real documentation, with a sample to judge")
    corpus.add_argument("corpus", help="a folder, or the name of a shared corpus")
    corpus.add_argument("--newest", action="store_true", help="only the newest document of each series")
    corpus.add_argument("--sample", type=int, default=30)
    corpus.add_argument("--kind", default="", choices=("", "conflict", "possible", "supersession"))
    corpus.add_argument("--top", action="store_true", help="the highest-ranked instead of a random sample")
    corpus.add_argument("--seed", type=int, default=1)
    corpus.add_argument("--reuse", action="store_true", help="read the findings of the last run")
    _written(corpus)

    planted = commands.add_parser("planted", help="recall of facts changed in real documentation")
    _corpus(planted)
    planted.add_argument("--facts", type=int, default=200)
    planted.add_argument("--benign", type=int, default=100)
    planted.add_argument("--seed", type=int, default=1)
    planted.add_argument("--verbose", action="store_true", help="list every plant and every new finding")

    norm = commands.add_parser("norm", help="how well quantities and dates are read")
    norm.add_argument("--no-write", action="store_true", help="leave RESULTS.md as it is")

    fitted = commands.add_parser("fit", help="the weights of alignment, from labelled cases and real documentation")
    fitted.add_argument("--corpus", action="append", default=[], help="a folder of real documentation; repeatable")
    fitted.add_argument("--no-write", action="store_true", help="leave the card as it is")

    scale = commands.add_parser("scale", help="growth, workers, nightly delta and crashes")
    scale.add_argument("sort", nargs="?", choices=SCALES, default="claims")
    scale.add_argument("--claims", type=int, default=1_000_000, help="synthetic claims (sorts claims and lookup)")
    scale.add_argument("--documents", type=int, default=2000)
    scale.add_argument("--kills", type=int, default=20)
    scale.add_argument("--seed", type=int, default=1)
    scale.add_argument("--no-write", action="store_true", help="leave RESULTS.md as it is")
    scanned = commands.add_parser("scale-claims", help="the scan of one store of synthetic claims, run by scale")
    scanned.add_argument("store", type=Path)
    ingested = commands.add_parser("scale-ingest", help="one ingest of a folder into a fresh store, run by scale")
    ingested.add_argument("docs", type=Path)
    ingested.add_argument("store", type=Path)
    ingested.add_argument("workers", type=int)
    return parser


def _corpus(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--corpus", default="gsa-tts-handbook", help="a folder, or the name of a shared corpus")
    _written(parser)


def _written(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-write", action="store_true", help="leave RESULTS.md as it is")
    parser.add_argument("--option", action="append", default=[], help="passed on to scanner run (--option=--workers=2)")


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
    if a.command == "fit":
        from tests.bench import fit

        return fit.run(a.corpus, write=not a.no_write)
    if a.command == "calibration":
        from tests.bench import calibration

        return calibration.run(reuse=a.reuse, write=not a.no_write)
    if a.command == "speed":
        from tests.bench import speed

        return speed.run(a.corpus, write=not a.no_write, options=a.option)
    if a.command == "speed-baseline":
        from tests.bench import speed

        return speed.baseline(a.docs)
    if a.command == "corpus":
        from tests.bench import corpus

        return corpus.run(
            a.corpus,
            live=a.newest,
            sample=a.sample,
            kind=a.kind,
            top=a.top,
            seed=a.seed,
            reuse=a.reuse,
            write=not a.no_write,
            options=a.option,
        )
    if a.command == "planted":
        from tests.bench import planted

        return planted.run(
            a.corpus,
            facts=a.facts,
            benign=a.benign,
            seed=a.seed,
            write=not a.no_write,
            verbose=a.verbose,
            options=a.option,
        )
    if a.command == "norm":
        from tests.bench import values

        return values.run(write=not a.no_write)
    if a.command == "scale":
        from tests.bench import scale

        return scale.run(
            a.sort, claims=a.claims, documents=a.documents, kills=a.kills, seed=a.seed, write=not a.no_write
        )
    if a.command == "scale-claims":
        from tests.bench.claims import measure

        print(json.dumps(measure(a.store)))
        return 0
    if a.command == "scale-ingest":
        from tests.bench import ingest_rate

        print(json.dumps(ingest_rate.measure(a.docs, a.store, a.workers)))
        return 0
    raise BenchError(f"unknown command {a.command}")


if __name__ == "__main__":
    sys.exit(main())
