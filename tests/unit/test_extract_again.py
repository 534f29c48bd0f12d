"""What a sentence tells is told of the place it stands in, however often it was read before."""

from __future__ import annotations

from tests.unit.structure_reader import units_of
from tests.unit.test_extract_narrative import extractor

_SAID = "The tank holds 300 litres. Visitors must sign in."


def test_a_sentence_that_stands_in_two_places_tells_the_same_at_each() -> None:
    reader = extractor()
    pages = [units_of(f"# Pump\n\n{opening}{_SAID}\n") for opening in ("", "A paragraph stands above it.\n\n", "")]
    first, second, third = (
        [t for t in found if t.extractor != "place"] for found in (next(reader.triples([page])) for page in pages)
    )
    assert [(t.extractor, t.subject, t.predicate, t.mention) for t in first] == [
        (t.extractor, t.subject, t.predicate, t.mention) for t in second
    ]
    assert first == third
    assert len(first) == 2
    assert all(t.unit in pages[1] and t.unit not in pages[0] for t in second)


def test_another_heading_is_another_sentence() -> None:
    reader = extractor()
    pages = [units_of(f"# {title}\n\n{_SAID}\n") for title in ("Pump", "Boiler")]
    headings = [{t.unit.headings for t in next(reader.triples([page]))} for page in pages]
    assert headings == [{("Pump",)}, {("Boiler",)}]
