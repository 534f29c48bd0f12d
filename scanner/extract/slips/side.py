"""One side of a slip as a triple: the unit it stands in, the words, and the value they give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scanner.model import Document, Mention, Reason, SubjectBasis, Triple, Unit, Value

__all__ = ["Check", "Pair", "side"]

Pair = tuple[Triple, Triple]
"""The two sides of a slip, in the order in which they are told."""

Check = Callable[[Document, Sequence[Unit]], Iterable[Pair]]

_CONFIDENCE = 0.85


def side(
    reason: Reason, unit: Unit, span: tuple[int, int], words: str, value: Value, predicate: str, subject: str = ""
) -> Triple:
    """The side that stands at ``span`` of ``unit.text`` and is shown as ``words``."""
    return Triple(
        unit=unit,
        extractor=reason.value,
        subject=subject,
        subject_basis=SubjectBasis.ROW if subject else SubjectBasis.NONE,
        predicate=predicate,
        mention=Mention(*span, words, value),
        statement=(0, len(unit.text)),
        functional=True,
        confidence=_CONFIDENCE,
    )
