"""A trace in words: one place step by step, and the step that keeps two places apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scanner.model import SENTENCE, Bound, Claim, Status, Unit
from scanner.report import say
from scanner.report.lines import harmless, wrap

if TYPE_CHECKING:
    from scanner.detect import PredicateFigures
    from scanner.jobs import ClaimTrace, PairTrace, SpotTrace

__all__ = ["figures_line", "pair_lines", "spot_lines"]

_PAIRS_SHOWN = 5
_UNITS_SHOWN = 30

_STEPS = {
    "finding": "they are in one finding",
    "judgement": "they met and could conflict; a later check of the corpus decided otherwise",
    "window": "they hold at different times",
    "scope": "they hold for different things",
    "status": "one of them asserts nothing about today",
    "meeting": "they did not meet",
    "values": "their values do not exclude one another",
}


def spot_lines(trace: SpotTrace, width: int) -> Iterator[str]:
    """The blocks, units, triples, claims and counterparts of a place."""
    spot = trace.spot
    where = spot.doc_id if spot.line is None else f"{spot.doc_id}:{spot.line}"
    yield harmless(f"{spot.source}: {where}")
    if trace.trail is None:
        yield "  The file can no longer be read; this is what the store holds."
    else:
        yield from _steps(trace, width)
    yield f"  claims: {len(trace.claims):,}"
    for found in trace.claims:
        yield from _claim(found, width)
    if trace.unresolved:
        yield f"  unresolved: {len(trace.unresolved):,}"
        for item in trace.unresolved:
            yield from _wrapped(f"{item.text}: {item.reason} ({item.extractor})", "    ", width)


def _steps(trace: SpotTrace, width: int) -> Iterator[str]:
    assert trace.trail is not None
    document, line = trace.trail.document, trace.spot.line
    units = [unit for unit in trace.trail.units if line is None or _runs_over(unit, line, document.text)]
    blocks = sorted({unit.block for unit in units})
    if line is not None and not units:
        blocks = [
            number
            for number, block in enumerate(document.blocks)
            if block.line is not None
            and block.line <= line <= block.line + document.text[block.start : block.end].count("\n")
        ]
    kinds = ", ".join(dict.fromkeys(document.blocks[number].kind.value for number in blocks))
    nothing = f"; nothing is read from this line{_nearest(trace.trail.units, line)}"
    yield f"  blocks: {len(blocks):,}" + (f" ({kinds})" if kinds else nothing)
    yield f"  units: {len(units):,}"
    for unit in units[:_UNITS_SHOWN]:
        yield from _unit(unit, trace, width)
    if len(units) > _UNITS_SHOWN:
        yield f"    … and {len(units) - _UNITS_SHOWN:,} more; name a line to see them"


def _runs_over(unit: Unit, line: int, text: str) -> bool:
    """Whether ``line`` is one of those that ``unit`` stands on: a sentence may be wrapped."""
    if unit.line is None or unit.line > line or not unit.text:
        return False
    try:
        start, end = unit.passage.span(0, len(unit.text))
    except ValueError:
        return unit.line == line
    return line <= unit.line + text.count("\n", start, end)


def _nearest(units: Sequence[Unit], line: int | None) -> str:
    """The lines before and after ``line`` from which something is read: a place is easily miscounted."""
    if line is None:
        return ""
    read = {unit.line for unit in units if unit.line is not None}
    before, after = (n for n in read if n < line), (n for n in read if n > line)
    near = [str(n) for n in (max(before, default=None), min(after, default=None)) if n is not None]
    return f"; nearest: {' and '.join(near)}" if near else ""


def _unit(unit: Unit, trace: SpotTrace, width: int) -> Iterator[str]:
    assert trace.trail is not None
    at = f"line {unit.line}, " if unit.line is not None else ""
    yield from _wrapped(f"{at}{unit.kind}: {unit.text}", "    ", width)
    values = ", ".join(
        f"{mention.text} = {mention.value.canonical}" if mention.value else f"{mention.text} ({mention.problem})"
        for mention in unit.mentions
    )
    if values:
        yield from _wrapped(f"values: {values}", "      ", width)
    triples = [t for t in trace.trail.triples if t.unit.number == unit.number and t.extractor != SENTENCE]
    for triple in triples:
        status = "" if triple.status is Status.ASSERTED else f", {triple.status}"
        told = " – ".join((triple.subject or "?", triple.predicate or "?", triple.mention.text))
        yield from _wrapped(f"triple ({triple.extractor}{status}): {told}", "      ", width)
    if not triples:
        yield "      no construction found a triple here"


def _claim(found: ClaimTrace, width: int) -> Iterator[str]:
    claim = found.claim
    yield from _wrapped(_words(claim), "    ", width)
    yield from _wrapped(f"“{claim.evidence.quote}”", "      ", width)
    for finding in found.findings:
        yield f"      in finding {finding}"
    if found.figures is not None and (found.figures.several or found.figures.learnt):
        yield from _wrapped(figures_line(found.figures), "      ", width)
    if found.key is None:
        yield "      met no other claim"
    for meeting, other in found.met:
        yield from _wrapped(
            f"met {_place(other)}, {other.value_text} ({meeting.way}, {meeting.score:.2f})", "      ", width
        )
    for stop, other in found.stopped:
        yield from _wrapped(
            f"kept from {_place(other)}, {other.value_text} ({stop.gate}, {stop.score:.2f}): {say(stop.gate)}",
            "      ",
            width,
        )


def figures_line(figures: PredicateFigures) -> str:
    """How a predicate's values stand in the corpus, and what follows from it."""
    card = {True: "one value at a time by its card", False: "set-valued by its card"}
    taken = card.get(figures.by_card) if figures.by_card is not None else ""
    taken = taken or ("taken for set-valued" if figures.learnt else "taken as its wording says")
    return (
        f"“{figures.predicate}” has several values in one document for {figures.several:,} of {figures.subjects:,} "
        f"subjects that met: {taken}"
    )


def _words(claim: Claim) -> str:
    notes = [
        "" if claim.bound is Bound.EXACT else str(claim.bound),
        str(claim.scope),
        "" if claim.status is Status.ASSERTED else str(claim.status),
        f"from {claim.window.start}" if claim.window.start else "",
        f"until {claim.window.end}" if claim.window.end else "",
        "one value at a time" if claim.functional else "",
    ]
    stated = "; ".join(note for note in notes if note)
    value = claim.value_text
    if claim.value.canonical.casefold() != value.casefold():
        value += f" (= {claim.value.canonical})"
    subject, predicate = claim.subject_text or claim.subject, claim.predicate_text or claim.predicate
    return f"{subject or '?'} – {predicate or '?'} – {value}" + (f" [{stated}]" if stated else "")


def _place(claim: Claim) -> str:
    line = claim.evidence.line
    return claim.evidence.doc_id if line is None else f"{claim.evidence.doc_id}:{line}"


def pair_lines(pairs: Sequence[PairTrace], width: int) -> Iterator[str]:
    """What keeps two places apart, for those of their claims that came nearest to a conflict."""
    if not pairs:
        yield "Nothing to compare: one of the places holds no claim."
        return
    joined = pairs[0].finding_id
    yield "What joins them:" if joined else "What keeps them apart:"
    for pair in pairs[:_PAIRS_SHOWN]:
        yield from _wrapped(f"{_words(pair.a)}  against  {_words(pair.b)}", "  ", width)
        told = _STEPS[pair.step]
        if pair.finding_id:
            told += f": {pair.finding_id}"
        elif pair.reason is not None:
            values = f"{pair.a.value.canonical} and {pair.b.value.canonical}"
            missing = " and ".join(pair.verdict.missing) if pair.verdict and pair.verdict.missing else "scope"
            told += f" ({pair.reason}): {say(pair.reason, values, missing)}"
        elif pair.step == "meeting":
            told += ": nothing brought them together as candidates (see the words and subjects of both above)"
        yield from _wrapped(told, "    ", width)
    if len(pairs) > _PAIRS_SHOWN:
        yield f"  … and {len(pairs) - _PAIRS_SHOWN:,} pairs that came less near"


def _wrapped(text: str, indent: str, width: int) -> Iterator[str]:
    clean = harmless(text)
    for number, (start, end) in enumerate(wrap(clean, max(width - len(indent) - 2, 20))):
        yield indent + ("  " if number else "") + clean[start:end]
