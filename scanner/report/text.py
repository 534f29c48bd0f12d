"""The report for people: what was read and what limits it, then each disagreement at a glance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scanner.model import Finding, FindingKind, Place, Reason, Side
from scanner.report.clusters import Cluster, clustered
from scanner.report.explain import BOUNDS, explain, scopes
from scanner.report.lines import Style, columns, harmless, wrap
from scanner.report.quotes import place_words, shown_quote
from scanner.report.share import disputed_documents
from scanner.report.since import since_line
from scanner.report.summary import Report, RunSummary, suppressed

__all__ = ["disputed", "finding_lines", "limits", "render_head", "render_text", "tally"]

_PLACES_SHOWN = 3
_OTHERS_SHOWN = 20
_LONGEST_HEADING = 50
_MEASURED = ("q:", "m:")  # the keys of quantities and moments
_MIN_WIDTH = 40
_TITLES = {
    FindingKind.CONFLICT: "CONFLICTS",
    FindingKind.POSSIBLE: "POSSIBLE CONFLICTS",
    FindingKind.SUPERSESSION: "SUPERSESSIONS",
}
_COLOURS = {FindingKind.CONFLICT: "red", FindingKind.POSSIBLE: "yellow", FindingKind.SUPERSESSION: "cyan"}


def render_text(report: Report, width: int = 100, colour: bool = False, show_supersessions: bool = False) -> str:
    """The whole report, at most ``width`` columns wide where words allow, ending in a newline."""
    style = Style(colour)
    width = max(width, _MIN_WIDTH)
    lines = [*_head(report, width, style)]
    number = 0
    for kind in (FindingKind.CONFLICT, FindingKind.POSSIBLE, FindingKind.SUPERSESSION):
        found = report.of(kind)
        if not found:
            continue
        if kind is FindingKind.SUPERSESSION and not show_supersessions:
            hint = f"{_count(len(found), 'supersession')} not listed: --show supersession lists them."
            lines += ["", *_wrapped(hint, "", width, style)]
            continue
        lines += ["", style("bold", _TITLES[kind])]
        for cluster in clustered(found):
            number += 1
            lines += ["", *finding_lines(cluster.first, width, style, f"{number}. ")]
            lines += _others(cluster, " " * len(f"{number}. "), width, style)
    if number:
        hint = "More on one of them: scanner explain ID. Why something is not here: scanner trace FILE:LINE."
        lines += ["", *_wrapped(hint, "", width, style)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def render_head(report: Report, width: int = 100) -> str:
    """What was read, what was found and what limits it, in a few lines."""
    return "\n".join(line.rstrip() for line in _head(report, max(width, _MIN_WIDTH), Style())) + "\n"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _head(report: Report, width: int, style: Style) -> Iterator[str]:
    summary = report.summary
    read = ", ".join(
        (_count(summary.documents, "document"), _count(summary.chunks, "chunk"), _count(summary.claims, "claim"))
    )
    yield from _wrapped(f"Contradiction scan as of {summary.as_of}: {read}.", "", width, style, "bold")
    yield from _wrapped(tally(report), "", width, style)
    if summary.claims:
        yield from _wrapped(disputed(report), "", width, style)
    if told := since_line(report.since):
        yield from _wrapped(told, "", width, style)
    for line in limits(summary):
        yield from _wrapped(line, "", width, style, "yellow")


def tally(report: Report) -> str:
    """What was found, in one line; never "no conflicts" where nothing was compared."""
    summary = report.summary
    if not summary.claims:
        return "Nothing was checked: no claim could be extracted."
    conflicts, possible, updates = (
        report.of(kind) for kind in (FindingKind.CONFLICT, FindingKind.POSSIBLE, FindingKind.SUPERSESSION)
    )
    found = f"{_count(len(conflicts), 'conflict')}, {len(possible):,} possible, {_count(len(updates), 'supersession')}"
    if not conflicts and not possible:
        found = f"{_none_found(report)}, {_count(len(updates), 'supersession')}"
    if report.hidden:
        found += f"; {report.hidden:,} below the thresholds hidden"
    if report.known:
        found += f"; {report.known:,} known from the baseline hidden"
    if report.earlier:
        found += f"; {report.earlier:,} that {'was' if report.earlier == 1 else 'were'} there before hidden"
    if report.suppressed:
        found += f"; {report.suppressed:,} settled {'one' if report.suppressed == 1 else 'ones'} hidden"
    return found + "."


def _none_found(report: Report) -> str:
    """No conflict, in words that claim no more than was looked at and hide none that is only not shown."""
    summary = report.summary
    if summary.thin:
        return "Too little was understood to call this clean: nothing found"
    if summary.compared == 0:
        return f"Nothing could be compared: of {_count(summary.claims, 'claim')} none met another"
    unshown = any(f.kind is not FindingKind.SUPERSESSION and not suppressed(f) for f in report.unshown)
    met = f", of which {summary.compared:,} met another" if summary.compared is not None else ""
    return f"No {'other ' if unshown else ''}conflict among {_count(summary.claims, 'claim')}{met}"


def disputed(report: Report) -> str:
    """How much of the corpus is in open conflict, in one line, with the interval that its size allows."""
    found = disputed_documents(report)
    return (
        f"{found.part:,} of {_count(found.whole, 'document')} ({found.share:.0%}, 95% interval {found.low:.0%} to "
        f"{found.high:.0%}) {'holds' if found.whole == 1 else 'hold'} an open conflict."
    )


def limits(summary: RunSummary) -> list[str]:
    """What the findings cannot tell, a line each: undated documents, skipped files, unresolved values, lone keys."""
    found = []
    if summary.claims and summary.thin:
        found.append(
            f"Mostly not understood: {summary.understood:,} of {_count(summary.documents + summary.skipped, 'file')} "
            f"gave claims, {_count(summary.unresolved, 'value')} unresolved beside {_count(summary.claims, 'claim')}."
        )
    if summary.claims and summary.compared == 0:
        found.append(_kept_apart(summary))
    if summary.unlikely:
        found.append(
            f"{_count(summary.unlikely, 'disagreement')} no surer than chance, among so many claims, "
            f"{'is' if summary.unlikely == 1 else 'are'} not reported (gate 'unlikely' of the view stopped)."
        )
    if summary.undated:
        found.append(
            f"{summary.undated:,} of {_count(summary.documents, 'document')} undated: "
            "updates cannot be told from conflicts there."
        )
    if summary.skipped:
        found.append(f"{_count(summary.skipped, 'file')} skipped{_reasons(summary.coverage.skipped)}.")
    if summary.coverage.unknown:
        number = sum(count for _, count in summary.coverage.unknown)
        found.append(f"{_count(number, 'file')} of no known kind not read{_reasons(summary.coverage.unknown)}.")
    if summary.unresolved:
        found.append(
            f"{_count(summary.unresolved, 'value')} could not be resolved{_reasons(summary.coverage.unresolved)}."
        )
    if summary.coverage.silenced:
        found.append(f"{_count(summary.coverage.silenced, 'block')} silenced by an ignore mark.")
    return found


def _kept_apart(summary: RunSummary) -> str:
    """Why no claim met another: what kept the nearest pairs apart, and what ties documents together."""
    if not summary.apart:
        return "No two claims were alike enough to be looked at together."
    pairs = sum(number for _, number in summary.apart)
    found = f"{_count(pairs, 'pair')} of claims kept apart{_reasons(summary.apart)}."
    if Reason.UNRELATED_DOCUMENTS.value in dict(summary.apart):
        found += (
            " What ties two documents together: a product, policy or series named in both, two words that are rare "
            "elsewhere, or one such word in a common small folder."
        )
    return found


def _reasons(counts: tuple[tuple[str, int], ...]) -> str:
    if not counts:
        return ""
    ranked = sorted(counts, key=lambda pair: (-pair[1], pair[0]))
    words = [f"{name} {number:,}" for name, number in ranked[:4]]
    if len(ranked) > len(words):
        words.append(f"others {sum(number for _, number in ranked[len(words) :]):,}")
    return f" ({', '.join(words)})"


def finding_lines(
    finding: Finding, width: int, style: Style, number: str = "", places: int | None = _PLACES_SHOWN
) -> list[str]:
    """One finding: what disagrees, each side with up to ``places`` quotes, and why both cannot hold."""
    title = f"{harmless(finding.subject)} – {harmless(finding.predicate)}"
    shared, one_sided = scopes(finding)
    qualifiers = [BOUNDS[finding.bound], shared, f"{one_sided} on one side" if one_sided else ""]
    if stated := "; ".join(harmless(word) for word in qualifiers if word):
        title += f" ({stated})"
    facts = f"{finding.kind}, {finding.type}, severity {finding.severity}, confidence {finding.confidence:.2f}"
    if finding.status != "new":
        facts += f", {finding.status}"
    if finding.owner:
        facts += f", owner {harmless(finding.owner)}"
    indent = " " * len(number)
    lines = list(_wrapped(title, indent, width, style, _COLOURS[finding.kind], first=number))
    lines += _wrapped(f"{finding.finding_id}  {facts}", indent, width, style, "dim")
    measured = all(side.value_key.startswith(_MEASURED) for side in finding.sides)
    canonical = measured and not _one_unit([side.value for side in finding.sides])
    for letter, side in zip(_letters(), finding.sides, strict=False):
        lines += _side(side, letter, finding, indent, width, style, places, canonical)
    for side in finding.consistent_with:
        stands = ", ".join(place_words(place.evidence) for place in side.places[:_PLACES_SHOWN])
        lines += _wrapped(f"Consistent with {harmless(side.value)} ({stands})", indent + "   ", width, style, "dim")
    steps = explain(finding)
    for label, step in zip(["Why", *[""] * len(steps)], steps, strict=False):
        lead = f"{indent}   {label:<4} "
        lines += _wrapped(harmless(step), " " * len(lead), width, style, first=lead)
    if finding.missing:
        lead = f"{indent}   Missing: "
        words = f"{' and '.join(finding.missing)} on one side; stating it there would settle this."
        lines += _wrapped(words, " " * len(lead), width, style, "yellow", first=lead)
    return lines


def _others(cluster: Cluster, indent: str, width: int, style: Style) -> Iterator[str]:
    """The findings of the same cause, a line each."""
    if not cluster.others:
        return
    number = len(cluster.others)
    cause = f"The same sentence in {_count(number, 'more place')}"
    if not cluster.sentence:
        cause = f"Between the same two documents, {_count(number, 'more finding')}"
    yield from _wrapped(f"{cause}:", indent + "   ", width, style, "dim")
    for finding in cluster.others[:_OTHERS_SHOWN]:
        sides = " / ".join(
            harmless(side.value) + (f" ({place_words(side.places[0].evidence)})" if side.places else "")
            for side in finding.sides
        )
        told = f"{harmless(finding.subject)} – {harmless(finding.predicate)}: {sides}"
        words = f"{finding.finding_id} · {told} · {finding.severity}, {finding.confidence:.2f}"
        yield from _wrapped(words, indent + "     ", width, style, first=indent + "   - ")
    if number > _OTHERS_SHOWN:
        yield f"{indent}   and {number - _OTHERS_SHOWN:,} more"


def _one_unit(values: Sequence[str]) -> bool:
    """Whether the values are written alike but for their number: "two days" and "5 days" need no translation."""
    masked = {re.sub(r"[\d.,]+", "0", value).casefold() for value in values}
    tails = {" ".join(value.casefold().split()[1:]) for value in values}
    return len(masked) == 1 or (len(tails) == 1 and tails != {""})


def _readable(canonical: str) -> str:
    """A value in canonical units for people: figures that tell something, and nothing for a share of time in time."""
    if re.search(r"\b(\w+)/\1\b", canonical):
        return ""
    return re.sub(r"\d+\.\d{5,}", lambda found: f"{float(found[0]):.5g}", canonical)


def _letters() -> Iterator[str]:
    yield from "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    number = 27
    while True:
        yield str(number)
        number += 1


def _side(
    side: Side,
    letter: str,
    finding: Finding,
    indent: str,
    width: int,
    style: Style,
    places: int | None,
    show_canonical: bool,
) -> Iterator[str]:
    value = harmless(side.value)
    canonical = harmless(_readable(side.canonical))
    mark = "current" if finding.kind is FindingKind.SUPERSESSION else "preferred"
    notes = [f"= {canonical}"] if show_canonical and canonical and canonical.casefold() != value.casefold() else []
    window = " ".join(
        word
        for word in (
            f"from {side.valid_from}" if side.valid_from else "",
            f"until {side.valid_to}" if side.valid_to else "",
        )
        if word
    )
    if window:
        notes.append(window)
    notes.append(f"authority {side.authority:.2f}")
    lead = f"{indent}{letter}  "
    body = indent + "   "
    plain = " · ".join([*notes, mark] if side.preferred else notes)
    told = style("dim", " · ").join([*notes, style("green", mark)] if side.preferred else notes)
    value_lines = [value[start:end] for start, end in wrap(value, max(width - len(lead), 20))]
    beside = columns(lead) + columns(value_lines[-1]) + 2 + columns(plain) <= width
    for number, piece in enumerate(value_lines, 1):
        yield lead + style("bold", piece) + (f"  {told}" if beside and number == len(value_lines) else "")
        lead = body
    if not beside:
        yield body + told
    shown = side.places[:places]
    for place in shown:
        yield from _place(place, side, body, width, style)
    if more := len(side.places) - len(shown):
        yield f"{body}and in {_count(more, 'more place')}"


def _place(place: Place, side: Side, body: str, width: int, style: Style) -> Iterator[str]:
    evidence = place.evidence
    dated = f"dated {place.published}" if place.published else "undated"
    where = f"{place_words(evidence)}  {dated}"
    if evidence.context:
        where += f"  {' › '.join(_short(harmless(word)) for word in evidence.context if word)}"
    yield from _wrapped(where, body, width, style, "dim")
    quote, low, high = shown_quote(evidence, side.value)
    quote, low, high = f"“{quote}”", low + 1, high + 1
    inner = body + "  "
    for start, end in wrap(quote, max(width - len(inner), 20)):
        a, b = min(max(low, start), end), min(max(high, start), end)
        yield inner + quote[start:a] + style("value", quote[a:b]) + quote[b:end]


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST_HEADING else f"{words[: _LONGEST_HEADING - 1].rstrip()}…"


def _wrapped(
    text: str, indent: str, width: int, style: Style, name: str = "", first: str | None = None
) -> Iterator[str]:
    lead = indent if first is None else first
    for start, end in wrap(text, max(width - len(indent), 20)):
        piece = text[start:end]
        yield lead + (style(name, piece) if name else piece)
        lead = indent
