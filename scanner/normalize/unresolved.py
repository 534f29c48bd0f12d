"""What could not be normalised: mentions that look like values, kept so that they are counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scanner.model import Claim, Document, Triple, Unresolved

__all__ = ["unresolved_of", "without_claimed"]


def unresolved_of(document: Document, triple: Triple) -> Unresolved:
    """A mention that could not be normalised, with its place and reason."""
    start, end = triple.unit.passage.span(triple.mention.start, triple.mention.end)
    return Unresolved(
        document.source,
        document.doc_id,
        start,
        end,
        triple.unit.line,
        triple.mention.text,
        triple.mention.problem or "no value",
        triple.extractor,
    )


def without_claimed(
    unresolved: Mapping[tuple[int, int], Unresolved], claims: Sequence[Claim]
) -> tuple[Unresolved, ...]:
    """The entries in order of place, without those that a claim has read in another unit (a cell and its sentence)."""
    read = {(claim.evidence.value_start, claim.evidence.value_end) for claim in claims}
    return tuple(unresolved[key] for key in sorted(unresolved) if key not in read)
