"""What an extractor must find in a small document, and what it must not: examples that run as tests."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Example"]


@dataclass(frozen=True, slots=True)
class Example:
    """A Markdown document and the triples an extractor draws from it.

    ``triples`` are (subject, predicate, value as written), in any order; each must be found. ``exact`` tells that no
    other may be. An example without triples is a look-alike in which the extractor stays silent. ``name`` is the
    file's name, whose ending chooses the reader.
    """

    text: str
    triples: tuple[tuple[str, str, str], ...] = ()
    exact: bool = True
    name: str = "page.md"
