"""Reason codes in words: the one place where the scanner says why two claims meet, part, agree or conflict."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from scanner.model import Bound, ConflictType, Finding, FindingKind, Reason, Scope, Side, WindowBasis

__all__ = ["ADVICE", "BOUNDS", "SENTENCES", "explain", "say", "scopes"]

SENTENCES: Mapping[Reason, str] = {
    Reason.IDENTICAL: "The values are identical.",
    Reason.EQUAL_AFTER_CONVERSION: "The values are equal once both are in one unit.",
    Reason.INTERVALS_MEET: "The values overlap, so both can hold.",
    Reason.SYNONYM: "The two words mean the same.",
    Reason.QUANTITY_DIFFERS: "The amounts differ: no number is both {values}.",
    Reason.DATE_DIFFERS: "The dates differ: no day lies in both {values}.",
    Reason.VERSION_DIFFERS: "The versions differ: no release is both {values}.",
    Reason.TERM_DIFFERS: "Only one of these can be true: {values}.",
    Reason.ENTITY_DIFFERS: "Different names stand where only one can: {values}.",
    Reason.POLARITY_DIFFERS: "One side affirms what the other denies.",
    Reason.MODALITY_DIFFERS: "The sides differ in what is required, allowed or forbidden: {values}.",
    Reason.TEXT_DIFFERS: "The wordings differ, and words alone do not tell whether they mean the same.",
    Reason.OUTSIDE_BOUND: "One value lies outside the limit that the other sets: {values}.",
    Reason.UNIT_DIFFERS: "The amounts are given in different units: {values}.",
    Reason.UNIT_BASE: "The amounts agree only if one side counts in thousands (KB = 1000) and the other in 1024s.",
    Reason.CALENDAR_UNIT: "Months and years have no fixed number of days, so {values} may or may not be the same.",
    Reason.ENTITY_UNSURE: "One name contains the other: {values} may be the same.",
    Reason.SCOPE_MISSING: "Only one side says for which {missing} it holds.",
    Reason.APPROXIMATE: "At least one value is approximate: {values}.",
    Reason.KIND_DIFFERS: "The values are of different kinds (a date, an amount, a name, …), so they are not compared.",
    Reason.DIMENSION_DIFFERS: "The amounts measure different things (a time is not a size), so they are not compared.",
    Reason.BOUND_CLASS: "One is a limit or default and the other a value: both can hold.",
    Reason.SCOPE_DIFFERS: "Each side says that it holds for something else (another tier, region, version, …).",
    Reason.STATUS: "One side is planned, hypothetical, an example or history: it asserts nothing about today.",
    Reason.NOT_FUNCTIONAL: "This can have several values at once, or nothing shows that it has only one.",
    Reason.UNLIKELY: "Among so many statements some look alike by chance, and these two are no surer than that.",
    Reason.WINDOWS_DISJOINT: "The two hold at different times.",
    Reason.UNRELATED_DOCUMENTS: "Nothing shows that the two documents speak of the same body of things.",
    Reason.SIBLING_DOCUMENTS: "The two documents are alike in form and about different things.",
    Reason.SAME_UNIT: "Both stand in one sentence, row or line.",
    Reason.LEAD_DIFFERS: "They stand under different row headers, options or labels.",
    Reason.IDENTIFIER_CLASH: "They name different identifiers.",
    Reason.DIGITS_DIFFER: "Their subjects differ in a number or version.",
    Reason.FEW_SHARED_WORDS: "They share too few telling words to be about the same thing.",
    Reason.FAMILY: "The same wording stands in several places, and is about the page or section of each.",
    Reason.NOT_MUTUAL_BEST: "Another statement is the better counterpart of one of them.",
    Reason.HISTORY: "One of them tells history (a changelog, an old value).",
    Reason.SUBJECT_DIFFERS: "Each stands in a section about a thing of its own.",
    Reason.NO_SUBJECT: "Nothing says what the statement is about.",
    Reason.SAME_KEY: "Both state the same predicate of the same subject.",
    Reason.SERIES: "Both stand in the same place of successive versions of one document.",
    Reason.LAG: "One page still states a value that another page of the same body has replaced.",
    Reason.NEAR_STATEMENT: "The two statements are worded alike but for the value.",
    Reason.PARAPHRASE: "The two statements say the same thing in other words.",
    Reason.COPIED: "Both places have one and the same sentence but for this.",
    Reason.STATED_WINDOW: "The text states from when to when each value holds, and the times do not overlap.",
    Reason.STATED_CHANGE: "The newer text says that the value has changed.",
    Reason.NEWER_IN_SERIES: "The newer version of the same document states another value.",
    Reason.DECLARED_SUPERSESSION: "The newer document says that it replaces the older one.",
    Reason.RETURNS: "The value goes back to one that it had before.",
    Reason.END_BEFORE_START: "The end lies before the start: {values}.",
    Reason.COUNT_DIFFERS: "The number stated is not the number of things listed: {values}.",
    Reason.BOTH_LISTS: "The same item stands in two lists that exclude each other.",
    Reason.KEY_TWICE: "The same key is given twice with different values: {values}.",
    Reason.WEEKDAY_DIFFERS: "The day of the week is not that of the date: {values}.",
    Reason.SUM_DIFFERS: "The total is not the sum of its parts: {values}.",
    Reason.ROW_DIFFERS: "Two cells of one row disagree: {values}.",
}

ADVICE: Mapping[ConflictType, str] = {
    ConflictType.FRESHNESS: "Prefer the newest, and correct the stale page.",
    ConflictType.FACTUAL: "Ask the owner which is right.",
    ConflictType.SCOPE: "Show both, and ask what the unqualified side applies to.",
    ConflictType.OPINION: "Show both: these are recommendations or attributed views.",
    ConflictType.IN_DOCUMENT: "Correct the document: it disagrees with itself.",
    ConflictType.UPDATE: "Use the current value; the older statement is history.",
}

BOUNDS: Mapping[Bound, str] = {
    Bound.EXACT: "",
    Bound.MIN: "minimum",
    Bound.MAX: "maximum",
    Bound.DEFAULT: "default",
    Bound.RECOMMENDED: "recommended",
    Bound.TYPICAL: "typical",
}

_BASES: Mapping[WindowBasis, str] = {
    WindowBasis.STATED: "as stated",
    WindowBasis.SUPERSEDED: "until it was replaced",
    WindowBasis.DOCUMENT_DATE: "by the document's date",
    WindowBasis.UNKNOWN: "",
}

_TIME = r"\d{2}:\d{2}(?::\d{2})?"
_CLOCK = re.compile(rf"{_TIME}(?:\W+{_TIME})?")


def say(reason: Reason, values: str = "the values", missing: str = "scope") -> str:
    """The sentence of one reason. ``values`` and ``missing`` fill its gaps where it has any."""
    return SENTENCES[reason].format(values=values.removesuffix("."), missing=missing)


def explain(finding: Finding) -> tuple[str, ...]:
    """Why the finding is one, step by step: what makes the sides comparable, why both cannot hold, what time and
    standing say, what is missing, and what to do.
    """
    values = " and ".join(dict.fromkeys(side.value for side in finding.sides))
    missing = " and ".join(finding.missing) or "scope"
    steps = [say(finding.way, values, missing)]
    if finding.reason not in (finding.way, Reason.SCOPE_MISSING):
        clocks = all(_CLOCK.fullmatch(side.canonical) for side in finding.sides)
        steps.append(
            f"The times of day differ: {values.removesuffix('.')}."
            if clocks and finding.reason is Reason.DATE_DIFFERS
            else say(finding.reason, values, missing)
        )
    shared, one_sided = scopes(finding)
    if shared:
        steps.append(f"Both hold for: {shared}.")
    if finding.missing or finding.reason is Reason.SCOPE_MISSING:
        sentence = say(Reason.SCOPE_MISSING, values, missing)
        steps.append(f"{sentence[:-1]}: {one_sided}." if one_sided else sentence)
    steps += [_code(step, values, missing) for step in finding.explanation]
    steps.append(_time(finding))
    steps += _preference(finding)
    steps.append(ADVICE[finding.type])
    return tuple(dict.fromkeys(steps))


def scopes(finding: Finding) -> tuple[str, str]:
    """What both sides say that they hold for, and what only one of them says."""
    one_sided = [item for item in finding.scope.items if item[0] in finding.missing]
    shared = [item for item in finding.scope.items if item[0] not in finding.missing]
    return str(Scope(tuple(shared))), str(Scope(tuple(one_sided)))


def _code(step: str, values: str, missing: str) -> str:
    known = {reason.value for reason in Reason}
    return say(Reason(step), values, missing) if step in known else step


def _time(finding: Finding) -> str:
    if finding.kind is FindingKind.SUPERSESSION:
        return " Then ".join(f"{side.value}{_window(side)}." for side in finding.sides)
    dates = [_latest(side) for side in finding.sides]
    if all(day is None for day in dates):
        return "No side is dated, so an update cannot be told from a conflict."
    if any(day is None for day in dates):
        return "Only some sides are dated, so an update cannot be told from a conflict."
    days = sorted({day for day in dates if day is not None})
    if len(days) == 1:
        return f"All sides date from {days[0]}."
    return f"The sides date from {days[0]} to {days[-1]}, and nothing says that one has replaced the other."


def _window(side: Side) -> str:
    basis = _BASES[side.window_basis]
    words = [
        f"from {side.valid_from}" if side.valid_from else "",
        f"until {side.valid_to}" if side.valid_to else "",
        f"({basis})" if basis and (side.valid_from or side.valid_to) else "",
    ]
    stated = " ".join(word for word in words if word)
    return f" {stated}" if stated else " at a time not stated"


def _latest(side: Side) -> date | None:
    return max((place.published for place in side.places if place.published is not None), default=None)


def _preference(finding: Finding) -> list[str]:
    preferred = [side for side in finding.sides if side.preferred]
    if len(preferred) != 1 or finding.kind is FindingKind.SUPERSESSION:
        return []
    best = preferred[0]
    others = [side for side in finding.sides if side is not best]
    newest = _latest(best)
    grounds = []
    if newest is not None and all((day := _latest(side)) is not None and day < newest for side in others):
        grounds.append(f"it is the newest ({newest})")
    if all(side.authority < best.authority for side in others):
        grounds.append(f"its authority is highest ({best.authority:.2f})")
    return [f"Preferred: {best.value}" + (f", because {' and '.join(grounds)}." if grounds else ".")]
