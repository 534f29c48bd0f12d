"""Cut a document into chunks: consecutive blocks under one heading path, bounded in size."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from scanner.model import Block, BlockKind, Chunk, Document

__all__ = ["MAX_CHARS", "chunk_document"]

MAX_CHARS = 2_000


def chunk_document(document: Document, *, max_chars: int = MAX_CHARS) -> tuple[Chunk, ...]:
    """The chunks of ``document`` in order, covering each block once.

    A heading belongs to the chunk of what stands under it. A chunk's source span is at most ``max_chars`` code points
    unless one block alone is longer. Its id is a hash of source, document, heading path and content, so that it stays
    the same while they do; a record that keeps its own id (a JSON line with a ``text`` field) gives it to its chunk,
    followed by ``~2``, ``~3``, … if it has several.
    """
    own = dict(document.metadata).get("id", "") if document.format == "jsonl" else ""
    chunks: list[Chunk] = []
    seen: dict[str, int] = {}
    for first, last in _ranges(document.blocks, max_chars):
        blocks = document.blocks[first:last]
        path = _path(blocks[0])
        start, end = min(block.start for block in blocks), max(block.end for block in blocks)
        base = own or _hash(document, path, document.text[start:end])
        seen[base] = seen.get(base, 0) + 1
        chunk_id = base if seen[base] == 1 else f"{base}~{seen[base]}"
        chunks.append(Chunk(chunk_id, document.source, document.doc_id, path, start, end, first, last))
    return tuple(chunks)


def _path(block: Block) -> tuple[str, ...]:
    """The heading path that a block's chunk stands under; a heading's own is that of its section."""
    return (*block.headings, block.passage.text) if block.kind is BlockKind.HEADING else block.headings


def _ranges(blocks: tuple[Block, ...], max_chars: int) -> Iterator[tuple[int, int]]:
    first = 0
    for at in range(1, len(blocks) + 1):
        if at == len(blocks):
            if blocks:
                yield first, at
            return
        block = blocks[at]
        too_long = block.end - blocks[first].start > max_chars and not _only_headings(blocks[first:at])
        if block.kind is BlockKind.HEADING or _path(block) != _path(blocks[first]) or too_long:
            yield first, at
            first = at


def _only_headings(blocks: tuple[Block, ...]) -> bool:
    return all(block.kind is BlockKind.HEADING for block in blocks)


def _hash(document: Document, path: tuple[str, ...], content: str) -> str:
    digest = hashlib.sha256()
    for part in (document.source, document.doc_id, *path, "", content):
        digest.update(part.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()[:16]
