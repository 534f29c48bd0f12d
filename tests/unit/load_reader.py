"""Load a text as a file of a given name would be, and check that every passage knows its place."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from scanner.load import File, ManifestEntry, load_file
from scanner.load.formats import format_of
from scanner.model import Block, BlockKind, Document, Passage, Skipped, Source

SOURCE = Source("docs", "root")
_RAISED = set("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def load_all(
    name: str, content: str | bytes, entry: ManifestEntry | None = None, language: str = "en"
) -> tuple[Document | Skipped, ...]:
    """What loading a file of that name and content gives."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name.rpartition("/")[2]
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        file = File(path, name, format_of(path.name) or "text", path.stat().st_size)
        return load_file(file, SOURCE, entry, language=language)


def load(name: str, content: str | bytes, entry: ManifestEntry | None = None) -> Document:
    """The one document of that name and content, its places checked."""
    (document,) = load_all(name, content, entry)
    assert isinstance(document, Document), document
    check_places(document)
    return document


def skipped(name: str, content: str | bytes, language: str = "en") -> Skipped:
    """Why there is no document."""
    (item,) = load_all(name, content, language=language)
    assert isinstance(item, Skipped), item
    return item


def shape(document: Document) -> list[tuple[str, str]]:
    """Kind and text of each block; keys are written before their values."""
    return [(block.kind.value, _words(block)) for block in document.blocks]


def _words(block: Block) -> str:
    if block.table is not None:
        return " / ".join(
            " | ".join(cell.passage.text for cell in row) for row in (*block.table.header, *block.table.rows)
        )
    return f"{block.key.text} = {block.passage.text}" if block.key is not None else block.passage.text


def texts(document: Document, kind: BlockKind) -> list[str]:
    """The texts of the blocks of one kind."""
    return [_words(block) for block in document.blocks if block.kind is kind]


def passages(document: Document) -> Iterator[Passage]:
    for block in document.blocks:
        yield block.passage
        if block.key is not None:
            yield block.key
        if block.table is not None:
            for row in (*block.table.header, *block.table.rows):
                for cell in row:
                    yield cell.passage


def check_places(document: Document) -> None:
    """Every character of a passage that claims a place stands there, or an escape of it does."""
    for block in document.blocks:
        assert 0 <= block.start <= block.end <= len(document.text)
        assert all(0 <= start < end <= len(block.passage.text) for start, end in block.codes)
        if block.line is not None and document.format != "jsonl":
            assert block.line == document.text.count("\n", 0, block.start) + 1
        if block.table is not None:
            assert len({len(row) for row in (*block.table.header, *block.table.rows)}) == 1
    for passage in passages(document):
        _check(passage, document)


def _check(passage: Passage, document: Document) -> None:
    text, read, written = document.text, 0, 0
    for at, source, length in passage.pieces:
        assert length > 0 and at >= read and source >= written, passage
        assert at + length <= len(passage.text) and source + length <= len(text), passage
        for shown, stands in zip(passage.text[at : at + length], text[source : source + length], strict=True):
            assert shown == stands or (shown == " " and stands.isspace()) or stands in "&\\" or shown in _RAISED, (
                passage,
                shown,
                stands,
            )
        read, written = at + length, source + length
