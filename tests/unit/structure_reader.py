"""Read small Markdown documents and run extractors over them, for the tests of structure."""

from __future__ import annotations

from types import ModuleType

from scanner.extract.sentences import Splitter
from scanner.extract.units import units
from scanner.load.markdown import read_markdown
from scanner.load.outline import Outline
from scanner.model.document import BlockKind, Document
from scanner.model.triple import Triple, Unit
from scanner.normalize.recognise import Recogniser
from scanner.rules import load_rules

RULES = load_rules()
SPLIT = Splitter.of(RULES)
recognise = Recogniser.build(RULES)


def document(text: str) -> Document:
    """The Markdown ``text`` as a document, whose title is its first heading."""
    outline = Outline(text)
    read_markdown(text, outline)
    title = next((block.passage.text for block in outline.blocks if block.kind is BlockKind.HEADING), "")
    return Document("docs", "page.md", text, "markdown", tuple(outline.blocks), "", title=title)


def units_of(text: str) -> tuple[Unit, ...]:
    """The units of the Markdown ``text``."""
    return units(document(text), recognise, SPLIT)


def found(module: ModuleType, text: str) -> list[Triple]:
    """The triples that an extractor's module finds in the Markdown ``text``."""
    extract = module.build(RULES)
    return [triple for unit in units_of(text) for triple in extract(unit)]
