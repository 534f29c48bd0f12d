"""One document along the line: blocks, chunks, units, triples, claims; and the fingerprint of all that reads it."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import scanner
from scanner.chunk import chunk_document
from scanner.model import SENTENCE, Chunk, Claim, Document, Triple, Unit, Unresolved
from scanner.nlp import Parser
from scanner.rules import RuleSet, load_rules
from scanner.settings import Settings
from scanner.store import Ingested

if TYPE_CHECKING:
    # A scan asks for fingerprints alone: all that reads is imported by whoever reads.
    from scanner.extract import Extractor
    from scanner.normalize import Normalizer

__all__ = ["Line", "Reading", "Trail", "code_of", "line_fingerprint", "line_for", "reading_settings"]

Measure = tuple[str, str, int]

# The packages whose code decides what a document says; the store and reports do not.
_READERS = ("model", "rules", "nlp.py", "load", "chunk.py", "extract", "normalize")


@dataclass(frozen=True, slots=True)
class Reading:
    """A document with all that was drawn from it; ``measures`` are (measure, name, number) for the coverage."""

    ingested: Ingested
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """Every step of one document, for ``trace``."""

    document: Document
    chunks: tuple[Chunk, ...]
    units: tuple[Unit, ...]
    triples: tuple[Triple, ...]
    claims: tuple[Claim, ...]
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True)
class Line:
    """The stages from a loaded document to its claims, built once and used for every document."""

    extractor: Extractor
    normalizer: Normalizer
    rules: RuleSet
    fingerprint: str

    @classmethod
    def build(cls, settings: Settings) -> Line:
        """Load cards and stages.

        Raises:
            RuleError: for a card that cannot be used.
        """
        from scanner.extract import Extractor
        from scanner.normalize import Normalizer

        rules = load_rules(settings.rules_folder)
        normalizer = Normalizer.build(rules, settings.dates.fiscal_year_start)
        parser = Parser(settings.nlp.pipeline)
        extractor = Extractor.build(rules, normalizer.recognise, parser)
        return cls(extractor, normalizer, rules, line_fingerprint(rules, settings))

    def follow(self, document: Document) -> Trail:
        """All steps of ``document``."""
        return next(self._trails([document]))

    def _trails(self, documents: Sequence[Document]) -> Iterator[Trail]:
        units = [tuple(self.extractor.units(document)) for document in documents]
        for document, cut, found in zip(documents, units, self.extractor.triples(units), strict=True):
            chunks = tuple(chunk_document(document))
            triples = (
                *found,
                *self.extractor.granted(document, cut),
                *self.extractor.slips.triples(document, cut),
                *self.extractor.whole(cut),
            )
            claims, unresolved = self.normalizer.claims(document, chunks, triples)
            yield Trail(document, chunks, cut, triples, tuple(claims), tuple(unresolved))

    def read(self, documents: Sequence[tuple[str, Document]]) -> Iterator[Reading]:
        """What documents say, each with the path of its file below the root; together they are read faster."""
        for trail, (path, _) in zip(self._trails([document for _, document in documents]), documents, strict=True):
            yield self._reading(trail, path)

    def _reading(self, trail: Trail, path: str) -> Reading:
        document = trail.document
        ingested = Ingested(document, trail.chunks, trail.claims, trail.unresolved, self.document_fingerprint(document))
        return Reading(ingested, _measures(trail, path))

    def document_fingerprint(self, document: Document) -> str:
        """Changes whenever the document's claims might, its text apart: with the line, or with its metadata."""
        digest = hashlib.sha256(self.fingerprint.encode())
        for field in fields(document):
            if field.name not in ("text", "blocks", "content_hash"):
                digest.update(f"\0{field.name}\0{getattr(document, field.name)!r}".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:16]


@lru_cache(maxsize=1)
def line_for(settings_json: str, fingerprint: str) -> Line:
    """The line of this process for settings written as JSON; built anew when they or the fingerprint change.

    All processes of a run sign what they read with the fingerprint that the run began with.
    """
    return replace(Line.build(Settings.model_validate_json(settings_json)), fingerprint=fingerprint)


def reading_settings(settings: Settings) -> str:
    """The settings that reading depends on, as JSON: those of other databases or reports share one line."""
    kept = {"input": settings.input, "nlp": settings.nlp, "dates": settings.dates, "rules": settings.rules}
    return Settings(**kept, config_file=settings.config_file).model_dump_json()  # type: ignore[arg-type]


def line_fingerprint(rules: RuleSet, settings: Settings) -> str:
    """Covers cards, code, the language pipeline with its version, and the settings that change what is read."""
    digest = hashlib.sha256(
        f"{rules.fingerprint}\0{code_of(_READERS)}\0{Parser(settings.nlp.pipeline).fingerprint}".encode()
    )
    digest.update(f"\0{settings.dates.model_dump_json()}\0{settings.nlp.embedding}".encode())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=8)
def code_of(parts: tuple[str, ...]) -> str:
    """A hash of the code of some packages: a version number would not change while it is worked on."""
    package = Path(scanner.__file__).parent
    digest = hashlib.sha256(scanner.__version__.encode())
    files = [file for name in parts for file in _sources(package / name)]
    for file in sorted(files):
        digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _sources(path: Path) -> list[Path]:
    return [path] if path.is_file() else [file for file in path.rglob("*") if file.suffix in (".py", ".sql")]


def _measures(trail: Trail, path: str) -> tuple[Measure, ...]:
    in_order = sorted(trail.document.blocks, key=lambda block: block.start)
    blocks = Counter(block.kind.value for block in in_order)
    starts = [block.start for block in in_order]
    claims: Counter[str] = Counter()
    for claim in trail.claims:
        if claim.extractor == SENTENCE:
            continue  # every long sentence has one, understood or not
        at = max(bisect_right(starts, claim.evidence.value_start) - 1, 0)
        claims[in_order[at].kind.value] += 1
    return (
        ("file", path, 1),
        ("unit", "", len(trail.units)),
        *(("block", kind, number) for kind, number in sorted(blocks.items())),
        *(("claim", kind, number) for kind, number in sorted(claims.items())),
    )
