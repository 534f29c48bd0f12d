"""What no construction names: a value known only by its place meets nothing but other versions of that place, and
something malformed is passed on so that it is counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from scanner.model import Moment, SubjectBasis, Triple, Unit, UnitKind

NAME = "place"
_KINDS = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.KEY_VALUE})
_CONFIDENCE = 0.6


def unclaimed(unit: Unit, claimed: Collection[int]) -> Iterable[Triple]:
    """Triples for the mentions of a unit whose start is not in ``claimed``; malformed ones in units of all kinds."""
    for mention in unit.mentions:
        if mention.value is None and mention.start not in claimed:
            yield Triple(
                unit=unit,
                extractor=NAME,
                subject="",
                subject_basis=SubjectBasis.NONE,
                predicate="",
                mention=mention,
                statement=(0, len(unit.text)),
                confidence=_CONFIDENCE,
            )
    if unit.kind not in _KINDS:
        return
    amounts = any(m.value is not None and not isinstance(m.value, Moment) for m in unit.mentions)
    for mention in unit.mentions:
        if mention.value is None or mention.start in claimed:
            continue
        if amounts and isinstance(mention.value, Moment):
            continue  # it says when the amount holds
        named = unit.text[slice(*unit.key)] if unit.key is not None else ""
        yield Triple(
            unit=unit,
            extractor=NAME,
            subject="",
            subject_basis=SubjectBasis.NONE,
            predicate=named or ("date" if isinstance(mention.value, Moment) else "figure"),
            mention=mention,
            bound=mention.bound,
            statement=(0, len(unit.text)),
            lead=unit.lead,
            functional=False,  # a change of the place is an update; two such values never contradict
            confidence=_CONFIDENCE,
        )
