"""What of the input was understood, as a table of numbers: so that silence is never taken for agreement."""

from __future__ import annotations

from scanner.report.summary import Counts, Coverage

__all__ = ["render_coverage"]


def render_coverage(coverage: Coverage) -> str:
    """Documents, blocks and claims by kind, what was not resolved and what was not read, ending in a newline."""
    total = _sum(coverage.claims)
    lines = [
        f"documents   {coverage.documents:,}",
        f"units       {coverage.units:,} sentences, list items, rows and lines",
        f"claims      {total:,}",
        f"facts       {coverage.keys:,} subject–predicate pairs, {coverage.lone_keys:,} stated only once",
        f"unresolved  {_sum(coverage.unresolved):,}{_listed(coverage.unresolved)}",
        f"skipped     {_sum(coverage.skipped):,}{_listed(coverage.skipped)}",
    ]
    if coverage.unknown:
        lines.append(
            f"unknown     {_sum(coverage.unknown):,} files of no known kind, not read{_listed(coverage.unknown)}"
        )
    if coverage.silenced:
        lines.append(f"silenced    {coverage.silenced:,} blocks, by an ignore mark")
    blocks, claims = dict(coverage.blocks), dict(coverage.claims)
    if blocks:
        lines += ["", f"{'kind':<12}{'blocks':>10}{'claims':>10}"]
        lines += [
            f"{kind:<12}{blocks.get(kind, 0):>10,}{claims.get(kind, 0):>10,}" for kind in sorted(blocks.keys() | claims)
        ]
    return "\n".join(lines) + "\n"


def _sum(counts: Counts) -> int:
    return sum(number for _, number in counts)


def _listed(counts: Counts) -> str:
    ranked = sorted(counts, key=lambda pair: (-pair[1], pair[0]))
    return f" ({', '.join(f'{name} {number:,}' for name, number in ranked)})" if ranked else ""
