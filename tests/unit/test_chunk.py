from __future__ import annotations

import json
from itertools import pairwise

from scanner.chunk import chunk_document
from scanner.model import Document
from tests.unit.load_reader import load


def covered(document: Document, max_chars: int) -> list[tuple[int, int]]:
    return [(chunk.first, chunk.last) for chunk in chunk_document(document, max_chars=max_chars)]


SOURCE = "# Top\n\nIntro text.\n\n## A\n\nText of a.\n\n- one\n- two\n\n## B\n\n### C\n\nText of c.\n"


def test_chunks_follow_heading_paths() -> None:
    document = load("a.md", SOURCE)
    chunks = chunk_document(document)
    assert [chunk.headings for chunk in chunks] == [("Top",), ("Top", "A"), ("Top", "B"), ("Top", "B", "C")]
    assert document.text[chunks[1].start : chunks[1].end] == "## A\n\nText of a.\n\n- one\n- two"


def test_every_block_stands_in_one_chunk_at_any_size() -> None:
    document = load("a.md", SOURCE + "\n".join(f"\nParagraph {n} of some length.\n" for n in range(50)))
    for max_chars in (1, 40, 200, 2_000):
        ranges = covered(document, max_chars)
        assert ranges[0][0] == 0
        assert ranges[-1][1] == len(document.blocks)
        assert all(a[1] == b[0] for a, b in pairwise(ranges))
        for chunk in chunk_document(document, max_chars=max_chars):
            blocks = document.blocks[chunk.first : chunk.last]
            assert chunk.end - chunk.start <= max_chars or sum(block.kind != "heading" for block in blocks) <= 1


def test_a_heading_stays_with_its_text() -> None:
    document = load("a.md", "# A heading of some length\n\nText.\n\nMore text.\n")
    assert covered(document, 20) == [(0, 2), (2, 3)]


def test_ids_are_stable_and_depend_on_place_and_content() -> None:
    document = load("a.md", SOURCE)
    ids = [chunk.chunk_id for chunk in chunk_document(document)]
    assert ids == [chunk.chunk_id for chunk in chunk_document(load("a.md", SOURCE))]
    assert len(set(ids)) == len(ids)
    changed = [chunk.chunk_id for chunk in chunk_document(load("a.md", SOURCE.replace("Text of a", "Text of b")))]
    assert [old == new for old, new in zip(ids, changed, strict=True)] == [True, False, True, True]
    assert not set(ids) & {chunk.chunk_id for chunk in chunk_document(load("b.md", SOURCE))}


def test_equal_parts_have_different_ids() -> None:
    document = load("a.md", "# A\n\nSame.\n\n# A\n\nSame.\n")
    first, second = chunk_document(document)
    assert second.chunk_id == f"{first.chunk_id}~2"


def test_a_record_keeps_its_own_id() -> None:
    document = load("a.jsonl", json.dumps({"id": "vec-7", "text": "# A\n\nText.\n\n# B\n\nMore.\n"}))
    assert [chunk.chunk_id for chunk in chunk_document(document)] == ["vec-7", "vec-7~2"]
    without = load("a.jsonl", json.dumps({"text": "Text."}))
    assert len(chunk_document(without)[0].chunk_id) == 16


def test_no_blocks_no_chunks() -> None:
    document = load("a.md", "<!-- scanner: ignore -->\nGone.\n")
    assert chunk_document(document) == ()
